"""Two pages on each side of a sheet, in the order in which a folded booklet is read.

The tagged PDF stays tagged: what is drawn, marked and linked moves with its page, and the order
in which it is read stays that of the pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

FILLING = 3
"""The note pages at the end of a booklet; only as many are kept as fill its last sheet."""


def whole_sheets(pages: int) -> int:
    """How many of ``pages`` to keep so that every sheet has four."""
    return max(4, pages // 4 * 4)


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """Left and right page of each side of the sheets, front and back in turns, from 0."""
    for side in range(pages // 2):
        low, high = side, pages - 1 - side
        yield (high, low) if side % 2 == 0 else (low, high)


@dataclass(frozen=True, slots=True)
class MovedPage:
    """The new place of a page: its side, its offset to the right, and its first mark there."""

    side: bytes
    right: float
    marks: int


def impose(document: Any, pdf: Any) -> None:
    """Lay the pages of ``pdf`` out two to a side, before it is written."""
    import pydyf

    things = {thing.reference: thing for thing in pdf.objects}
    pages = [things[reference] for reference in pdf.page_references]
    width, height = pages[0]["MediaBox"][2:]
    tree = things[things[pdf.catalog["StructTreeRoot"]]["ParentTree"]]["Nums"]
    owners = dict(zip(tree[::2], tree[1::2], strict=True))
    moved: dict[bytes, MovedPage] = {}
    kept = []
    for left, right in sides(len(pages)):
        side, beside = pages[left], pages[right]
        marks = len(owners[left])
        _alone(things[side["Contents"]], 0)
        _draw_beside(things[beside["Contents"]], width, marks, len(owners[right]))
        for reference in beside.get("Annots", ()):
            x1, y1, x2, y2 = things[reference]["Rect"]
            things[reference]["Rect"] = pydyf.Array([x1 + width, y1, x2 + width, y2])
        owners[left].extend(owners.pop(right))
        moved[side.reference] = MovedPage(side.reference, 0.0, 0)
        moved[beside.reference] = MovedPage(side.reference, width, marks)
        notes = [*side.get("Annots", ()), *beside.get("Annots", ())]
        box = pydyf.Array([0, 0, 2 * width, height])
        side.update(MediaBox=box, TrimBox=box, BleedBox=box)
        side["Contents"] = pydyf.Array([side["Contents"], beside["Contents"]])
        if notes:
            side["Annots"] = pydyf.Array(notes)
        beside.clear()
        kept += [side.number, 0, "R"]
    tree[:] = [part for key in sorted(owners) for part in (key, owners[key])]
    pdf.pages.update(Kids=pydyf.Array(kept), Count=len(kept) // 3)
    _follow(pdf, moved)


def _draw_beside(stream: Any, width: float, marks: int, expected: int) -> None:
    """Draw the right page, moved by the width of the left one, its marks numbered after it."""
    found = [part for part in stream.stream if isinstance(part, dict) and "MCID" in part]
    if len(found) != expected:
        raise ValueError("Something on the page is marked where a booklet does not look.")
    for part in found:
        part["MCID"] += marks
    _alone(stream, width)


def _alone(stream: Any, right: float) -> None:
    """Save and restore the graphics state around a page, which changes the axes."""
    stream.stream.insert(0, f"q 1 0 0 1 {right:f} 0 cm".encode())
    stream.stream.append(b"Q")


def _follow(pdf: Any, moved: Mapping[bytes, MovedPage]) -> None:
    """Make links, bookmarks and tags point to the side that a page is on now."""
    named = pdf.catalog.get("Names", {}).get("Dests", {}).get("Names", ())
    for place in [part for part in named if isinstance(part, list)]:
        _move(place, moved)
    for thing in pdf.objects:
        if not isinstance(thing, dict):
            continue
        if isinstance(thing.get("Dest"), list):
            _move(thing["Dest"], moved)
        page = moved.get(thing.get("Pg", b""))
        if page is None:
            continue
        thing["Pg"] = page.side
        if "K" in thing:
            thing["K"][:] = [k + page.marks if isinstance(k, int) else k for k in thing["K"]]


def _move(place: list[Any], moved: Mapping[bytes, MovedPage]) -> None:
    page = moved[place[0]]
    place[0], place[2] = page.side, place[2] + page.right
