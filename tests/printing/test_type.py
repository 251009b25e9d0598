"""Type on paper: nothing below 8 pt, and nothing below 12 pt for those who read large text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.sample_tables import sample_state
from companion.printing.samples import CODES
from tests.printing.laid import POINT, Laid, Lays

pytestmark = pytest.mark.slow
SVG = "{http://www.w3.org/2000/svg}"
SLACK = 0.05


def every(large: bool) -> Iterator[Document | None]:
    """What people read, one of each kind; large drawings where these are asked for."""
    game = games()["newdale"]
    told, whole = sample_state(game, 4, 2), sample_state(game, 4)
    play = told.plays[-1]
    yield documents.log("Thursday", told, True, large)
    yield documents.booklet("Thursday", told, large)
    yield documents.score_of("Thursday", told, play, large)
    yield documents.score_blank("", game, play.situation, None)
    yield documents.wall_poster("Thursday", whole, large)
    yield documents.closing_page("Thursday", whole)
    yield documents.next_evening("Thursday", told)
    yield documents.aid(game, play.situation)
    yield documents.setup("", game, play.situation)
    yield documents.join("Thursday", game, CODES, tent=True)
    yield documents.join("Thursday", game, CODES, tent=False)
    yield documents.score_pad(game, 4, 6)
    yield documents.blank_book(game, 4, {"I"}, shown=True)


def sizes(box: Any) -> Iterator[tuple[float, str]]:
    """Every text of a page with the size of its type, in points; seals are told apart by shape."""
    text = getattr(box, "text", "").strip()
    if text:
        yield box.style["font_size"] / POINT, text
    if (box.element_tag or "").endswith("svg") and "seal" not in box.element.get("class", ""):
        _, _, width, height = map(float, box.element.get("viewBox").split())
        scale = min(box.width / width, box.height / height) / POINT
        for letters in box.element.findall(f"{SVG}text"):
            yield float(letters.get("font-size")) * scale, letters.text or ""
    for child in getattr(box, "children", ()):
        yield from sizes(child)


def smaller(paper: Laid, kind: str, least: float) -> list[str]:
    found = sorted(
        {(round(size, 1), text) for page in paper.pages for size, text in sizes(page.box)}
    )
    assert found, kind
    small = takewhile(lambda pair: pair[0] < least - SLACK, found)
    return [f"{kind}: {text!r} in {size} pt" for size, text in small]


def test_nothing_is_smaller_than_eight_points(laid: Lays) -> None:
    for document in every(large=False):
        assert document and smaller(laid(document, "letter"), document.kind, 8) == []


def test_large_text_is_never_smaller_than_twelve_points(laid: Lays) -> None:
    for document in every(large=True):
        assert document
        # On the poster's road the chapters that were not taken stay as small as they are.
        found = smaller(laid(document, "letter", large=True), document.kind, 12)
        assert [said for said in found if "IIIa" not in said and "IVa" not in said] == []
