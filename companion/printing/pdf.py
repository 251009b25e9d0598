"""HTML to PDF in a process of its own, without file access and with limited memory."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from functools import cache
from math import ceil
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO
from xml.etree import ElementTree

from companion.printing.booklet import impose, whole_sheets

SVG = "http://www.w3.org/2000/svg"
MEMORY = 1536 * 1024 * 1024
GENTLE = 19
"""The nice value of render processes, so that pages come first."""


def pdf(html: str, css: str, folded: bool = False) -> bytes:
    """The document as a tagged PDF. Raises OSError if the system has no Pango."""
    laid = laid_out(html, css)
    if folded:
        laid = laid.copy(laid.pages[: whole_sheets(len(laid.pages))])
    finisher = impose if folded else None
    made: bytes = laid.write_pdf(finisher=finisher, pdf_variant="pdf/ua-1")
    return made


def laid_out(html: str, css: str) -> Any:
    """The document laid out by WeasyPrint, before it is written."""
    sheet, fonts = _sheet(css)
    return _page(html).render(stylesheets=[sheet], font_config=fonts, pdf_variant="pdf/ua-1")


def _page(html: str) -> Any:
    """The parsed page for WeasyPrint. Ours are well-formed XML, which parses ten times as fast."""
    from cssselect2 import ElementWrapper
    from weasyprint import HTML

    try:
        tree = ElementTree.fromstring(html.replace("<svg ", f'<svg xmlns="{SVG}" ').lstrip())
    except ElementTree.ParseError:
        return HTML(string=html, url_fetcher=_nothing())
    page = HTML(string="<html></html>", url_fetcher=_nothing())
    page.wrapper_element = ElementWrapper.from_html_root(tree, content_language=None)
    page.etree_element = page.wrapper_element.etree_element
    return page


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
    draft = target.with_name(f"{target.stem}.{os.getpid()}.part")
    draft.write_bytes(content)
    os.replace(draft, target)


if __name__ == "__main__":
    main()
