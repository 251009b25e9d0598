"""Tapped cards are the count of whoever has tapped any: nothing is counted twice."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.rules.actions.counting import Count
from companion.rules.issues import Issue
from companion.rules.journal.replay import replay
from companion.show.play.tracks import Counter, tallies
from tests.journal import Journal, codes
from tests.web.evening import Evening


def goods(chapter: str = "base", players: int = 3) -> Journal:
    table = Journal("ohmygoods")
    table.start(chapter, players)
    return table


def build(table: Journal, *cards: str, seat: int = 0) -> None:
    for card in cards:
        table.must("lay", pad="tableau", card=card, seat=seat)


def one_more(table: Journal, seat: int = 0, track: str = "buildings") -> list[Issue]:
    return Count(track, seat, 1).doubts(table.state, table.play)


def counters(table: Journal) -> tuple[Counter, ...]:
    return tallies(table.play)["buildings"].counters


def test_for_whoever_has_tapped_cards_a_plus_says_where_to_tap() -> None:
    table = goods()
    build(table, "mill-1", "bakery-1")
    [said] = one_more(table)
    assert said.code == "conflict" and said.message == (
        "Ada’s Buildings counter follows the tapped cards. "
        "To change it, add or remove a card under “Buildings built”."
    )
    assert table.play.tracks["buildings"] == (3, 1, 1)


def test_whoever_has_tapped_none_counts_by_hand() -> None:
    table = goods()
    build(table, "mill-1")
    assert one_more(table, seat=1) == []
    table.must("count", track="buildings", seat=1, by=1)
    assert table.play.tracks["buildings"] == (2, 2, 1)


@pytest.mark.parametrize(
    ("chapter", "players", "track"), [("I", 3, "owned"), ("I", 1, "owned-alone")]
)
def test_the_expansion_counts_the_same_way(chapter: str, players: int, track: str) -> None:
    table = goods(chapter, players)
    build(table, "mill-1")
    assert codes(one_more(table, track=track)) == ["conflict"]
    assert table.play.tracks[track][0] == 2


def test_the_first_tapped_card_takes_the_place_of_what_was_counted_by_hand() -> None:
    table = goods()
    table.must("count", track="buildings", seat=0, to=4)
    build(table, "mill-1")
    assert table.play.tracks["buildings"][0] == 2


def test_without_its_last_tapped_card_a_seat_counts_by_hand_again() -> None:
    table = goods()
    build(table, "mill-1")
    table.must("lift", pad="tableau", card="mill-1", seat=0)
    assert table.play.tracks["buildings"][0] == 1 and one_more(table) == []


def test_the_end_of_the_base_game_follows_the_cards() -> None:
    table = goods()
    table.must("count", track="buildings", seat=0, to=7)
    build(table, "mill-1", "mill-2", "bakery-1", "bakery-2", "tannery-1", "sawmill-1")
    assert table.play.last_round is None
    build(table, "butcher-1")
    assert table.play.last_round == 2


def test_the_counter_of_tapped_cards_only_shows_them() -> None:
    table = goods()
    build(table, "mill-1")
    assert [counter.by_cards for counter in counters(table)] == [True, False, False]
    table.must("lift", pad="tableau", card="mill-1", seat=0)
    assert not counters(table)[0].by_cards


def test_what_old_journals_counted_on_top_is_read_and_the_cards_are_the_count() -> None:
    table = goods()
    build(table, "mill-1")
    table.must("count", track="buildings", seat=0, by=1)
    again = replay(table.game, table.entries)
    assert not [row for row in again.log if row.refused]
    assert again.plays[0].tracks["buildings"][0] == 2


@pytest.mark.parametrize("step", [{"by": 1}, {"to": 8}])
def test_a_card_that_an_undo_brings_back_is_the_count_again(step: dict[str, int]) -> None:
    table = goods()
    build(table, "mill-1")
    table.must("lift", pad="tableau", card="mill-1", seat=0)
    lifted = len(table.entries)
    table.must("count", track="buildings", seat=0, **step)
    table.must("undo", entry=lifted)
    assert len(table.play.pads["tableau"][0]) == 2
    assert table.play.tracks["buildings"][0] == 2 and table.play.last_round is None


def test_cards_follow_their_person_to_another_seat() -> None:
    table = goods(players=2)
    build(table, "mill-1")
    names = [{"name": "Ben", "person": 2}, {"name": "Ada", "person": 1}]
    table.must("reseat", chapter="base", seats=names)
    assert codes(one_more(table, seat=1)) == ["conflict"] and one_more(table, seat=0) == []


def test_a_page_has_no_plus_for_tapped_cards_and_an_old_one_is_refused(app: Flask) -> None:
    table = Evening(app, "ohmygoods", chapter="base", story=False)
    table.must("lay", pad="tableau", card="mill-1", seat=0)
    page = table.get("play").text
    assert 'id="more-buildings-1"' in page and 'id="more-buildings-0"' not in page
    answer = table.act("count", {"track": "buildings", "seat": 0, "by": 1})
    assert answer.status_code == 422 and "follows the tapped cards" in answer.text
    assert 'name="sure"' not in answer.text and table.play.tracks["buildings"][0] == 2
