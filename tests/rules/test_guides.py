"""Guides: what the table knows in a phase, and the one entry that books a deed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import HERE, opened
from companion.rules.actions import Malformed, action
from companion.rules.aids.calculator import Booking
from companion.rules.aids.guide import Deed, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.journal.state import State
from tests.journal import Journal, codes

DEED = {"deed": "trade", "round": 1, "phase": "special", "title": "Coal Trade"}


def special(table: Table) -> Iterator[Told]:
    for seat in table.order:
        yield Deed(
            key="trade",
            seat=seat,
            title="Coal Trade",
            text="2 points",
            book=Booking("Add 2 points", counts={"points": 2}),
            others=tuple((n, Booking("", counts={"points": -1})) for n in table.order if n != seat),
        )


def event(table: Table) -> Iterator[Told]:
    yield Step("Turn up the event.", due=True, key="up")
    yield Said(f"Bag to {table.names[table.next_first or 0]}", kind="handover", short="Bag on")


def trading(phase: str = "special") -> Journal:
    """Three in Newdale's first round, with a guide of the test's own."""
    table = Journal("newdale")
    table.game = replace(table.game, guides={"special": special, "event": event})
    table.state = State(table.game)
    table.start("I", players=3)
    if phase != "event":
        table.must("advance", moment=[1, "event", None], to=[1, phase, None])
    return table


def do(table: Journal, **data: Any) -> list[str]:
    return codes(table.do("deed", **{**DEED, **data}))


def test_a_deed_books_everybodys_counters_in_one_entry_and_one_undo_takes_it_back() -> None:
    table = trading()
    for seat in (1, 2):
        table.must("count", track="points", seat=seat, by=3)
    before, entries = table.play.tracks["points"], len(table.entries)
    others = [{"seat": seat, "counts": {"points": -1}} for seat in (1, 2)]
    assert do(table, seat=0, counts={"points": 2}, others=others) == []
    assert len(table.entries) == entries + 1
    assert table.play.tracks["points"] == (5, 5, 5)
    assert table.play.did("special", "trade", 0)
    said = "Ada, Coal Trade: Points +2. Ben: Points −1. Cleo: Points −1."
    assert table.state.log[-1].sentence(table.state) == said
    table.must("undo", entry=len(table.entries))
    assert table.play.tracks["points"] == before
    assert not table.play.did("special", "trade", 0)


def test_a_deed_is_booked_once_and_only_in_its_phase_and_round() -> None:
    table = trading()
    assert do(table, seat=0) == []
    assert do(table, seat=0) == ["stale"]
    assert do(table, seat=1, round=2) == ["stale"]
    assert do(table, seat=1, phase="event") == ["stale"]
    assert do(table, seat=7) == ["players"]
    table.must("advance", moment=[1, "special", None], to=[1, "event", None])
    assert do(table, seat=1) == ["stale"]


def test_a_pace_that_carries_over_phases_takes_the_deeds_of_all() -> None:
    table = trading("event")
    table.must("pace", value="round")
    assert do(table, seat=0) == []
    assert table.play.did("special", "trade", 0) and not table.play.did("event", "trade", 0)


def test_what_was_done_in_one_round_is_not_done_in_the_next() -> None:
    table = trading()
    assert do(table, seat=0) == []
    table.must("advance", moment=[1, "special", None], to=[1, "end", None])
    table.must("advance", moment=[1, "end", None])
    table.must("advance", moment=[2, "event", None], to=[2, "special", None])
    assert not table.play.did("special", "trade", 0)
    assert do(table, seat=0, round=2) == []


def test_a_step_is_ticked_by_anybody() -> None:
    table = trading("event")
    entry = {"deed": "up", "round": 1, "phase": "event", "title": "Turn up the event."}
    table.must("deed", **entry)
    assert table.play.did("event", "up")
    assert table.state.log[-1].sentence(table.state) == "Turn up the event."


def test_without_a_seat_only_what_all_share_is_booked() -> None:
    table = trading()
    card = {"pad": "built", "card": "coal-trade"}
    assert do(table, counts={"points": -2}) == ["players"]
    assert do(table, lays=[card]) == do(table, lifts=[card]) == ["players"]
    assert do(table, counts={"market": 1}, lays=[card]) == ["players"]
    assert do(table, lays=[{"pad": "drawn", "card": "yellow"}]) == []
    assert [laid.card for laid in table.play.pads["drawn"][0]] == ["yellow"]


def test_what_somebody_did_stays_theirs_on_another_seat() -> None:
    table = trading()
    assert do(table, seat=0, counts={"points": 2}) == []
    ada, ben, cleo = ({"name": s.name, "person": s.person} for s in table.play.seats)
    table.must("reseat", chapter="I", seats=[ben, cleo, ada], first=0)
    assert [table.play.did("special", "trade", seat) for seat in range(3)] == [False, False, True]
    assert do(table, seat=2, counts={"points": 2}) == ["stale"]
    table.must("reseat", chapter="I", seats=[ben, cleo], first=0)
    assert not table.play.deeds


@pytest.mark.parametrize(
    "wrong",
    [
        {"deed": ""},
        {"title": "x" * 200},
        {"others": [{"counts": {"points": 1}}]},
        {"others": [{"seat": 1, "points": 3}]},
        {"others": [{"seat": 1, "counts": {"points": "3"}}]},
        {"others": [{"seat": 1, "counts": 5}]},
        {"others": [{"seat": 1, "lays": 5}]},
        {"others": [{"seat": 1, "lifts": {"pad": "built"}}]},
        {"counts": {"points": 1.5}},
    ],
)
def test_what_has_no_shape_is_no_deed(wrong: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        action("deed", {**DEED, **wrong})


def test_a_table_says_who_begins_now_and_next_and_when_something_was_counted() -> None:
    table = trading()
    seen = Table(table.play, 0)
    assert seen.names == ("Ada", "Ben", "Cleo")
    assert (seen.order, seen.first) == ((0, 1, 2), 0)
    assert seen.next_first == table.play.game.clock.first(table.play.situation, 2)
    assert seen.seat_view(2).seat == 2
    assert seen.last_counted("points", 1) is None
    table.must("count", track="points", seat=1, by=1)
    assert Table(table.play, 0).last_counted("points", 1) == 1
    assert not seen.did("trade", 0)


GUIDED = """
from companion.rules.aids.guide import Step

def play(table):
    yield Step("Play on.", due=True)

GUIDES = {GUIDES}
"""


@pytest.mark.parametrize(
    ("guides", "fault"),
    [
        ('{"turn": play}', ""),
        ('{"trn": play}', "guide.py: GUIDES, "),
        ('{"turn": 3}', "not a function"),
        ('{"turn": lambda a, b: ()}', "takes (a, b), but is given (table)"),
        ("3", "guide.py: no GUIDES; the last lines are"),
    ],
)
def test_the_guides_of_a_game_are_found_in_its_folder(
    tmp_path: Path, guides: str, fault: str
) -> None:
    folder = shutil.copytree(HERE / "merchants", tmp_path / "merchants")
    (folder / "guide.py").write_text(GUIDED.replace("{GUIDES}", guides))
    found = opened(folder)
    assert fault in "\n".join(found.faults)
    assert bool(found.faults) is bool(fault)
