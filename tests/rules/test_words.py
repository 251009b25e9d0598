"""Words: the group's own instead of ours, and names that have little room."""

from __future__ import annotations

import pytest

from companion.rules.parts.decks import DeckSegment
from companion.rules.words import (
    counting,
    listed,
    listed_within,
    nonbreaking,
    renamed,
    shortened,
    together,
)
from companion.show.formats import Piece, pieces
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


def test_a_sentence_comes_apart_at_its_names() -> None:
    names = ("Ann", "Annabel", "Bartholomew the Elder")
    said = pieces("Annabel’s turn, then Ann, not Anna; Bartholomew the Elder: 3", names)
    assert said == (
        Piece("", "Annabel", "’s"),
        Piece(" turn, then ", "Ann", ","),
        Piece(" not Anna; ", "Bartholome…", ":"),
        Piece(" 3"),
    )
    assert pieces("Round 3 done", ()) == (Piece("Round 3 done"),)
    alike = pieces("Maximilian, then Maximiliane", ("Maximilian", "Maximiliane"), 6)
    assert [piece.name for piece in alike] == ["Maximilian", "Maximiliane"], "told apart"


def test_ranges_and_per_cents_hold_together_where_a_line_ends() -> None:
    assert nonbreaking("two or more: 22–42%") == "two or more: 22\u2060–\u206042%"
    assert nonbreaking("cards 100-102, 7") == "cards 100\u2060–\u2060102, 7"
    assert nonbreaking("one – or none") == "one – or none"
    assert nonbreaking("on 2026-11-12, token-1-2") == "on 2026-11-12, token-1-2"


def test_what_has_commas_of_its_own_is_listed_with_semicolons() -> None:
    assert listed(["Ada", "Ben", "Cleo"]) == "Ada, Ben and Cleo"
    assert listed(["5 Citizens, 5 points", "none"]) == "5 Citizens, 5 points; none"
    assert listed(["Most captains: 2 Workers", "Enough Buildings: a Citizen"]) == (
        "Most captains: 2 Workers; Enough Buildings: a Citizen"
    )
    assert listed(["5 Citizens, 5 points"]) == "5 Citizens, 5 points"
    ways = ["Creekside, after IVa", "Thickthorn, after IVb"]
    assert listed(ways, "or") == "Creekside, after IVa; or Thickthorn, after IVb"


def test_people_are_named_without_semicolons() -> None:
    names = ["Ada, sen.", "Ben"]
    assert together(names) == "Ada, sen. and Ben"
    assert listed_within(40, names) == "Ada, sen. and Ben"


@pytest.mark.parametrize(("coins", "said"), [
    (1, "1 coin to pay, 1 die"), (2, "2 coins to pay, 2 dice"), (0, "0 coins to pay, 0 dice"),
    (-1, "−1 coin to pay, −1 die"),
])  # fmt: skip
def test_what_is_counted_has_its_word_for_one_or_many(coins: int, said: str) -> None:
    assert counting("{n:coin} to pay, {n:die/dice}", {"n": coins}) == said


def test_a_single_card_out_of_a_pool_is_one() -> None:
    segment = DeckSegment("round 1", "made up", choose=1, pool=(3, 4, 5))
    assert (
        segment.recipe(bottom=True, names={})
        == "Take 1 of cards 3-5 at random. Place it face down at the bottom"
    )


@pytest.mark.parametrize(("entry", "said"), [
    ({"red": 0, "great": 1}, "1 Great Building, but only 0 Buildings in all."),
    ({"citizens": 1}, "1 Citizen, but only 0 symbols entered. Every Citizen shows one."),
    ({"citizens": 2, "farmers": 1},
     "2 Citizens, but only 1 symbol entered. Every Citizen shows one."),
])  # fmt: skip
def test_what_cannot_be_is_told_of_one_and_of_many(entry: dict[str, int], said: str) -> None:
    journal = Journal("tybor")
    journal.start("I", 2)
    journal.must("record", fact="objectives", value=["great-fours"])
    journal.fill(0, **{"red": 0, "yellow": 0, "green": 0, "blue": 0, "citizens": 0, **entry})
    assert said in [issue.message for issue in journal.play.checked_sheet[1]]
