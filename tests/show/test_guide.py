"""Play says what the guides of a game know, and Next looks by what is left."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids.guide import Deed, Told
from companion.rules.aids.table import Table
from companion.show.play.guide import DeedRow, is_asked_for
from companion.show.play.screen import NextLook, PlayPage, play_page
from tests.journal import Journal
from tests.rules.test_guides import trading


def page(table: Journal) -> PlayPage:
    return play_page(table.state, table.play)


def rows(table: Journal) -> list[DeedRow]:
    return [
        row for g in page(table).guides for b in g.blocks if b.kind == "deeds" for row in b.rows
    ]


def test_deeds_stand_by_person_and_next_says_what_is_left() -> None:
    table = trading()
    assert [(row.deed.seat, row.label, row.due) for row in rows(table)] == [
        (0, "Add 2 points", True),
        (1, "Add 2 points", False),
        (2, "Add 2 points", False),
    ]
    found = page(table).next
    assert (found.look, found.small) == (NextLook.OPEN, "3 cards left, then")


def test_a_row_books_itself_and_next_is_done_once_all_are() -> None:
    table = trading()
    for seat in range(3):
        table.must("deed", **rows(table)[seat].books)
    assert table.play.tracks["points"] == (3, 3, 3)
    assert [row.done for row in rows(table)] == [True] * 3
    assert page(table).next.look is NextLook.DONE


def test_steps_are_ticked_and_a_sentence_stands_above_next() -> None:
    table = trading("event")
    parts, said = page(table).guides[0].blocks
    [step] = parts.rows
    assert (step.step.text, step.due, step.done) == ("Turn up the event.", True, False)
    assert [line.text for line in said.rows] == ["Bag to Ben"]
    table.must("deed", **step.ticks)
    [step] = page(table).guides[0].blocks[0].rows
    assert (step.due, step.done) == (False, True)
    assert page(table).guides[0].short == "Bag on"


def test_a_pace_by_rounds_says_what_its_other_phases_know_without_their_instruction() -> None:
    table = trading("special")
    table.must("pace", value="round")
    labels = [guide.label for guide in page(table).guides]
    assert labels == ["", "I Event"]
    assert [block.kind for block in page(table).guides[1].blocks] == ["said"]
    table.must("pace", value="ends")
    assert page(table).guides == ()


def test_only_what_a_guide_asks_for_is_known_as_such() -> None:
    table = trading()
    entry = dict(rows(table)[0].books)
    assert is_asked_for(table.play, entry)
    assert not is_asked_for(table.play, {**entry, "counts": {"points": 50}})


def test_a_deed_of_nobody_is_ticked_and_one_with_nothing_to_do_asks_for_nothing() -> None:
    def quiet(table: Table) -> Iterator[Told]:
        yield Deed(key="away", seat=None, title="Event away", text="", figure="102", one="thing")
        yield Deed(key="idle", seat=1, title="Ben has nothing", text="", none=True)

    table = trading()
    table.game.guides["special"] = quiet
    first, second = rows(table)
    assert (first.due, first.books["deed"], "person" in first.books) == (True, "away", False)
    assert (second.is_open, second.books) == (False, {})
    assert page(table).next.small == "1 thing left, then"
