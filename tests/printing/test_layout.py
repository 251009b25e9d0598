"""Nothing leaves the page and no cell covers another, however long the names and the evening."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import Sample
from companion.rules.journal.state import State
from tests.journal import Journal
from tests.printing.laid import Laid, Lays

MM = 96 / 25.4
SLACK = 1.0

pytestmark = pytest.mark.slow


@cache
def extreme(slug: str) -> State:
    """Names of 40 letters without a gap, 60 notes, 400 entries and more."""
    game = games()[slug]
    names = [f"{letter * 39}{n}" for n, letter in enumerate("WMÄQGÖOC")][: game.players[1]]
    sample = Sample(game)
    sample.chapter(game.graph.first, names, notes=0)
    sample.do("note", text="x" * 2000)
    for n in range(59):
        sample.do("note", text=f"Note {n}: " + "somebody said something long. " * (n % 9))
    while sample.state.seq < 400:
        sample.do("note", text="The evening goes on.")
    return sample.state


def boxes(box: Any, cell: Any = None) -> Iterator[tuple[Any, Any]]:
    """Every box with the table cell it is in."""
    yield box, cell
    inside = box if type(box).__name__ == "TableCellBox" else cell
    for child in getattr(box, "children", ()):
        yield from boxes(child, inside)


def faults(paper: Laid) -> list[str]:
    found = []
    for number, page in enumerate(paper.pages, 1):
        every = list(boxes(page.box))
        found += [f"page {number}: {said}" for said in strays(page, every)]
        found += [f"page {number}: {said}" for said in overlaps(every)]
    return found


def strays(page: Any, every: list[tuple[Any, Any]]) -> Iterator[str]:
    edge = 6 * MM  # closer to the edge many printers do not print
    for box, cell in every:
        text = getattr(box, "text", "").strip()
        if type(box).__name__ != "TextBox" or not text:
            continue
        right, bottom = box.position_x + box.width, box.position_y + box.height
        if min(box.position_x, box.position_y) < edge or right > page.width - edge:
            yield f"{text[:30]!r} runs into the margin"
        if bottom > page.height - 5 * MM:
            yield f"{text[:30]!r} falls off the foot"
        if cell is not None and right > cell.position_x + cell.border_width() + SLACK:
            yield f"{text[:30]!r} leaves its cell"


def overlaps(every: list[tuple[Any, Any]]) -> Iterator[str]:
    around = {id(cell) for box, cell in every if type(box).__name__ == "TableCellBox"}
    cells = [box for box, _ in every if type(box).__name__ == "TableCellBox"]
    cells = [box for box in cells if id(box) not in around]  # a column is no cell of a table
    for a, b in combinations(cells, 2):
        wide = min(_right(a), _right(b)) - max(a.position_x, b.position_x)
        high = min(_foot(a), _foot(b)) - max(a.position_y, b.position_y)
        if wide > SLACK and high > SLACK:
            yield f"cells overlap by {wide:.0f} × {high:.0f}"


def _right(box: Any) -> float:
    return float(box.position_x + box.border_width())


def _foot(box: Any) -> float:
    return float(box.position_y + box.border_height())


@pytest.mark.parametrize("slug", games())
def test_the_longest_log_stays_on_its_pages(laid: Lays, slug: str) -> None:
    document = documents.log("W" * 80, extreme(slug), journal=True)
    assert faults(laid(document, "letter")) == []


@pytest.mark.parametrize("slug", games())
def test_sheets_stay_on_their_pages_with_everybody_at_the_table(laid: Lays, slug: str) -> None:
    state = extreme(slug)
    game, play = state.game, state.plays[0]
    for document in (
        documents.score_of("W" * 80, state, play),
        documents.score_blank("W" * 80, game, play.situation, play),
        documents.setup("W" * 80, game, play.situation),
        documents.blank_book(game, len(play.seats), set(), shown=True),
    ):
        assert faults(laid(document, "letter")) == [], document.kind


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_cover_of_eight_long_names_has_room_for_its_contents(laid: Lays, paper: str) -> None:
    name = "Maximilian, Dominique, Bartholomea-Konstantinia, Ann, Wilhelmina-Margarethenau,"
    people = [*name.rstrip(",").split(", "), "Alexandra", "Ben", "Friedrich-Christopher-Jr"]
    sample = Sample(games()["tybor"])
    sample.chapter("VII", people, story=False, notes=0)
    sample.do("record", fact="captain_table", value=[1, 2, 4, 7, 11])
    pages = laid(documents.log(name, sample.state, journal=False), paper).pages
    cover, inside = Laid(pages[:1]).words, Laid(pages[1:2]).words
    assert "Konstantinia, Ann…" in cover
    assert "Contents" in cover and "How we play" in cover and "Ranking" in inside


SYMBOLS = ("farmers", "merchants", "craftsmen", "captains", "priests", "soldiers")


@pytest.mark.parametrize("lines", range(len(SYMBOLS) + 1))
def test_no_page_begins_with_what_was_told(laid: Lays, lines: int) -> None:
    """However much stands above it: some of that goes with it to the next page."""
    told = Journal("tybor")
    told.start("II", 4, story=False, settings={"scenario": "size-matters"})
    told.must("record", fact="objectives", value=["great-fours"])
    for seat in range(4):
        counted = {name: 2 if name in SYMBOLS[:lines] else 0 for name in SYMBOLS}
        colours = dict.fromkeys(("red", "yellow", "green", "blue"), 1)
        secret = ("red+yellow+green", "red+yellow+blue", "red+green+blue", "yellow+green+blue")
        told.fill(
            seat,
            printed=9,
            **colours,
            citizens=2 * lines,
            **counted,
            strength=0,
            secret=secret[seat],
        )
    told.must("finish")
    log = laid(documents.log("Thursday", told.state, journal=False))
    for head in ("How it was played", "From your cards and notes"):
        pages = [words for page in log.pages if head in (words := Laid([page]).words)]
        assert pages and all("Where the points came from" in words for words in pages), lines


def test_an_ordinary_game_takes_one_page_after_the_cover(laid: Lays) -> None:
    sample = Sample(games()["ohmygoods"])
    sample.open("base", ["Ada", "Maximilian", "Ben", "Cleo"], story=False)
    sample.set_up()
    sample.play_on()
    sample.score()
    for seat in range(4):
        for field in ("buildings", "assistants", "coins"):
            sample.do("fill", seat=seat, field=field, value=f"{seat + 1}+5+2+4+2+2+3")
    sample.finish()
    assert len(laid(documents.log("Thursday", sample.state, journal=False)).pages) == 2
