"""HTML to PDF in a process of its own, without file access and with limited memory; booklets.

The tagged PDF stays tagged: what is drawn, marked and linked moves with its page, and the order
in which it is read stays that of the pages.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

FILLING = 3  # the note pages at the end of a booklet; only as many are kept as fill its last sheet
MEMORY = 1536 * 1024 * 1024
GENTLE = 19  # the nice value of render processes, so that pages come first


def whole_sheets(pages: int) -> int:
    """How many of ``pages`` to keep so that every sheet has four."""
    return max(4, pages // 4 * 4)


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """Left and right page of each side of the sheets, front and back in turns, from 0."""
    for side in range(pages // 2):
        low, high = side, pages - 1 - side
        yield (high, low) if side % 2 == 0 else (low, high)


MovedPage = tuple[bytes, float, int]
"""The new place of a page: its side, its offset to the right, and its first mark there."""


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
        moved[side.reference] = side.reference, 0.0, 0
        moved[beside.reference] = side.reference, width, marks
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
        if thing.get("Pg") not in moved:
            continue
        thing["Pg"], _, marks = moved[thing["Pg"]]
        if "K" in thing:
            thing["K"][:] = [k + marks if isinstance(k, int) else k for k in thing["K"]]


def _move(place: list[Any], moved: Mapping[bytes, MovedPage]) -> None:
    place[0], right, _ = moved[place[0]]
    place[2] += right


def pdf(html: str, css: str, folded: bool = False) -> bytes:
    """The document as a tagged PDF. Raises OSError if the system has no Pango."""
    laid = laid_out(html, css)
    if folded:
        laid = laid.copy(laid.pages[: whole_sheets(len(laid.pages))])
    made: bytes = laid.write_pdf(finisher=impose if folded else None, pdf_variant="pdf/ua-1")
    return made


def laid_out(html: str, css: str) -> Any:
    """The document laid out by WeasyPrint, before it is written."""
    from weasyprint import HTML

    sheet, fonts = _sheet(css)
    page = HTML(string=html, url_fetcher=_nothing())
    return page.render(stylesheets=[sheet], font_config=fonts, pdf_variant="pdf/ua-1")


@cache
def _nothing() -> Any:
    """A URL fetcher that fetches nothing: styles and pictures are inside the page."""
    from weasyprint.urls import URLFetcher

    class Nothing(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError("A printed page loads nothing.")

    return Nothing(allowed_protocols=())


@cache
def _sheet(css: str) -> tuple[Any, Any]:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return CSS(string=css, url_fetcher=_nothing(), font_config=fonts), fonts


def main() -> None:
    """Render orders from standard input, a line of JSON each, until it closes."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output of libraries must not get among the answers
    limit()
    try:
        import weasyprint  # noqa: F401  (slow, so done before the first order)
    except (ImportError, OSError) as missing:
        _answer(answers, {"missing": str(missing)[:200]})
        return
    _tell_pages(answers)
    orders: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    _answer(answers, {"ready": True})
    while True:
        _answer(answers, _carry_out(json.loads(orders.get())))


def limit() -> None:
    """Lower the priority of this process and limit its memory."""
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def allow(seconds: int) -> None:
    """Limit the CPU seconds of this process from now on; exceeding them ends it."""
    if sys.platform != "win32":
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        until = ceil(used.ru_utime + used.ru_stime) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def _tell_pages(answers: TextIO) -> None:
    """Report which page is being laid out, for the waiting page."""

    class Pages(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if "Page" in record.msg and isinstance(record.args, tuple):
                _answer(answers, {"page": record.args[0]})

    logger = logging.getLogger("weasyprint.progress")
    logger.setLevel(logging.INFO)
    logger.addHandler(Pages())


def _listen(orders: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        orders.put(line)
    os._exit(0)  # the server is gone, so nobody waits for the print


def _answer(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _carry_out(order: dict[str, Any]) -> dict[str, Any]:
    allow(order["seconds"])
    try:
        put(Path(order["target"]), pdf(order["html"], order["css"], order["folded"]))
    except MemoryError:
        return {"failed": "It needs more memory than a print may have."}
    except Exception as problem:
        return {"failed": f"{type(problem).__name__}: {problem}"[:300]}
    return {"done": True}


def put(target: Path, content: bytes) -> None:
    """Write a file atomically."""
    target.parent.mkdir(parents=True, exist_ok=True)  # still empty, another server swept it
    draft = target.with_name(f"{target.stem}.{os.getpid()}.part")
    draft.write_bytes(content)
    os.replace(draft, target)


if __name__ == "__main__":
    main()
