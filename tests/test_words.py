"""Words: the group's own instead of ours, and names that have little room."""

from __future__ import annotations

from companion.rules.words import listed_within, renamed, shortened
from companion.show.log.undo import offer
from tests.journal import Journal

OWN = {"red": "ochre", "third scenario": "The Long Road"}


def test_a_word_is_replaced_wherever_it_stands_alone() -> None:
    assert renamed("2 red cards, no reduction", OWN) == "2 ochre cards, no reduction"


def test_a_capital_is_kept() -> None:
    assert renamed("Red Buildings", OWN) == "Ochre Buildings"


def test_several_words_are_one_name() -> None:
    assert renamed("Third scenario", OWN) == "The Long Road"


def test_names_can_trade_places() -> None:
    assert renamed("red before blue", {"red": "blue", "blue": "red"}) == "blue before red"


def test_without_own_words_nothing_changes() -> None:
    assert renamed("red", {}) == "red"


def test_a_long_label_ends_at_a_word() -> None:
    assert shortened("5 coins", 7) == "5 coins"
    assert shortened("5 coins, 2 times; 3 prestige", 20) == "5 coins, 2 times…"


def test_too_many_names_end_with_how_many_more_there_are() -> None:
    names = ["Ada", "Bartholomew", "Cleo"]
    assert listed_within(25, names) == "Ada, Bartholomew and Cleo"
    assert listed_within(24, names) == "Ada and 2 more"
    assert listed_within(5, ["Ada-Lovelace"]) == "Ada-Lovelace"


def test_undo_cuts_long_names_so_that_what_was_done_has_room_beside_them() -> None:
    journal = Journal("merchants")
    seats = [{"name": "Bartholomew"}, {"name": "Dominique"}]
    journal.must("start", chapter="base", seats=seats, story=False)
    journal.fill(0, coins=31)
    journal.fill(1, coins=9)
    words = [offer(journal.state, seq) for seq in (2, 3)]
    assert [one and one.words for one in words] == ["Bartholo…, Coins: 31.", "Dominique, Coins: 9."]
