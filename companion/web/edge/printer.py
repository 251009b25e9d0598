"""Answers with a print: at once when it lies ready, else with a page that waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

from flask import Flask, Response, current_app, make_response, render_template, send_file
from flask.typing import ResponseReturnValue

from companion.printing import files
from companion.printing.documents import Document
from companion.printing.files import Prints
from companion.printing.icons import stylesheet, symbol
from companion.printing.press import Job, Press
from companion.web.edge.paper_size import paper

AGAIN = 1
BUSY = 15
_making = Lock()


def attach_printer(app: Flask) -> None:
    """Give the app its folder of prints; the press itself starts with the first order."""
    folder = app.config.get("PRINTS") or Path(app.instance_path) / "prints"
    app.extensions["prints"] = Prints(Path(folder))
    app.jinja_env.globals["symbol"] = symbol


def press() -> Press:
    """The app's one press."""
    with _making:
        if "press" not in current_app.extensions:
            current_app.extensions["press"] = Press(swept=kept().sweep)
        found: Press = current_app.extensions["press"]
    return found


def kept() -> Prints:
    found: Prints = current_app.extensions["prints"]
    return found


def answer(
    owner: str, parts: Sequence[str], name: str, make: Callable[[], Document]
) -> ResponseReturnValue:
    """The print named by ``owner`` and ``parts``; ``make`` is called only if it is not there."""
    sheet = paper()
    key = files.key(owner, [*parts, sheet])
    file = kept().path(key)
    if file.exists():
        return _file(file, key, name)
    if press().missing:
        return make().html(sheet, pdf=False)
    return _ordered(key, file, sheet, make)


def _file(file: Path, key: str, name: str) -> Response:
    found = send_file(
        file, mimetype="application/pdf", download_name=name, conditional=True, etag=key, max_age=0
    )
    found.cache_control.private = True
    # A PDF runs no script of ours; viewers built into browsers need their own styles.
    found.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    return found


def _ordered(key: str, file: Path, sheet: str, make: Callable[[], Document]) -> ResponseReturnValue:
    reason = press().failure(key)
    if reason is not None:
        current_app.logger.warning("a print failed: %s", reason)
        return render_template("printing/failed.html"), 500
    if press().place(key) is None:
        kept().ready()
        job = Job(key, make().html(sheet), stylesheet(sheet), file)
        if not press().order(job):
            return _later(make_response(render_template("printing/full.html"), 503), BUSY)
    ahead = press().place(key) or 0
    return _later(make_response(render_template("printing/waiting.html", ahead=ahead), 202), AGAIN)


def _later(page: Response, seconds: int) -> Response:
    """A page that asks again by itself, with or without scripts."""
    page.headers["Refresh"] = str(seconds)
    page.headers["Retry-After"] = str(seconds)
    page.headers["Cache-Control"] = "no-store"
    return page
