"""The table on a big screen: the market, the points, whose turn it is, who is still counting."""

from __future__ import annotations

from flask import Flask

from companion.show.play.moment import now
from companion.show.play.screen import board
from companion.show.standing import whose
from tests.journal import Journal
from tests.web.evening import Evening
from tests.web.pressing import Page


def at(phase: str, players: int = 3) -> Journal:
    journal = Journal("newdale")
    journal.start("I", players, story=False)
    while journal.play.moment.phase != phase:
        if journal.play.moment.phase == "event":
            deck = journal.play.deck("events")
            assert deck is not None
            card = next(iter(deck.odds(())))
            journal.must("reveal", deck="events", card=card, position=0)
        journal.must("advance", moment=list(journal.play.moment.as_json()))
    return journal


def test_all_see_the_market_the_points_and_the_event_of_the_round() -> None:
    journal = at("actions")
    journal.must("count", track="red", by=2)
    journal.must("count", track="points", seat=1, by=4)
    shown = board(journal.play)
    assert [(cell.label, cell.value) for cell in shown.market][:3] == [
        ("Yellow", 0), ("Green", 0), ("Red", 2),
    ]  # fmt: skip
    assert [(column.figure, column.hint) for column in shown.columns] == [
        ("3", "Points"), ("7", "Points"), ("3", "Points"),
    ]  # fmt: skip
    assert [pile.called(pile.seen[-1]) for pile in shown.events] == [
        str(card) for card in journal.play.seen["events"]
    ]
    assert [lantern.lit for lantern in shown.rounds] == [True, *([False] * 6)]


def test_whose_turn_it_is_stands_in_the_headline() -> None:
    journal = at("actions")
    journal.must("turn", seat=2)
    shown = board(journal.play)
    assert shown.headline == "IV Actions: Cleo"
    assert [column.now for column in shown.columns] == [False, False, True]


def test_while_scoring_it_says_who_is_still_counting() -> None:
    journal = Journal("newdale")
    journal.start("I", 2, story=False)
    journal.must("pace", value="ends")
    journal.must("advance", moment=list(journal.play.moment.as_json()))
    journal.fill(0, fists=1, coins=12, towns=2, buildings=8, track=9)
    shown = board(journal.play)
    assert (shown.headline, shown.line) == (
        "Final scoring",
        "1 of 2 done, still counting: Ben",
    )
    assert shown.columns[0].hint == "complete"
    assert [column.figure for column in shown.columns] == ["", ""], "a counter is no score"
    assert shown.columns[1].hint.endswith("lines needed")


def test_secret_numbers_show_only_who_is_done(app: Flask) -> None:
    evening = Evening(app, "newdale", players=2)
    evening.must("pace", value="ends")
    evening.must("advance", moment=list(evening.play.moment.as_json()))
    evening.must("mask", on=True)
    evening.must("ready", person=1, on=True)
    page = evening.get("watch").text
    assert "1 of 2 done" in page and "enters in secret" in page and "lines needed" not in page


def test_then_it_shows_the_result(app: Flask) -> None:
    evening = Evening(app, "newdale", players=2)
    evening.finish(12, 10)
    shown = board(evening.play)
    assert (shown.headline, shown.columns[0].won) == ("Result", True)
    assert "Result" in evening.get("watch").text


def test_who_starts_is_said_as_play_says_it() -> None:
    """In Tybor the First Player card goes on with every card of a stage."""
    journal = Journal("tybor")
    journal.start("I", players=4, story=False, first=1)
    seen = []
    for _ in range(4):
        play = journal.play
        starts = now(play, 4).first
        assert [column.first for column in board(play).columns].index(True) == starts
        assert whose(play) == f"{play.names[starts or 0]} goes first"
        seen.append(starts)
        journal.must("advance", moment=list(play.moment.as_json()))
    assert len(set(seen)) == 3


def test_the_first_player_is_not_said_to_start_now_when_it_is_their_turn(app: Flask) -> None:
    """In Merchants of the Dark Road somebody is first for the whole game."""
    evening = Evening(app, "merchants", chapter="base", story=False)
    rows = Page(evening.get("watch").text).all("li", ".row")
    assert [row.texts("span", ".hint")[1:] for row in rows] == [["now", "first player"], [], []]


def test_alone_nobody_is_first() -> None:
    journal = at("actions", players=1)
    assert now(journal.play, 7).first is None
    assert [column.first for column in board(journal.play).columns] == [False]
