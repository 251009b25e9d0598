"""Responses that are files: downloads, and prints once they are ready."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, current_app, render_template, request, send_file
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.printing import files
from companion.printing.documents import Document
from companion.printing.files import Prints
from companion.printing.press import Job, Press
from companion.printing.typesetting import stylesheet, symbol
from companion.table.store import DatabaseIdentity, db
from companion.web.guards import limits
from companion.web.guards.gate import unkept
from companion.web.visitor import device
from companion.web.visitor.device import LARGER, PAPERS, paper_size

LONGEST_FILE_NAME = 180  # bytes of a name, so that a suffix still fits on every file system
BUSY = 15  # seconds until a page tries again if the queue was full
_making = Lock()


def attachment(content: str | bytes, name: str, kind: str) -> Response:
    """A download with a file name, not cached by anybody."""
    answer = unkept(Response(content, mimetype=kind))
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


def file_name(name: str, suffix: str) -> str:
    """A table's name as a file name that every file system accepts."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.,'" else " " for letter in name)
    short = " ".join(kept.split()).encode()[:LONGEST_FILE_NAME].decode(errors="ignore")
    return f"{short.strip('. ') or 'table'}{suffix}"


def attach_printer(app: Flask) -> None:
    """Configure where prints are stored; render processes start with the first order."""
    app.config.setdefault("PRINTS", Path(app.instance_path) / "prints")
    app.jinja_env.globals["symbol"] = symbol


def press() -> Press:
    """The app's one press."""
    with _making:
        if "press" not in current_app.extensions:
            current_app.extensions["press"] = Press(swept=prints_here().sweep)
        found: Press = current_app.extensions["press"]
    return found


def prints_here() -> Prints:
    """The prints of this database."""
    if "prints" not in current_app.extensions:
        with db.engine.connect().execution_options(single=True) as connection:
            database = connection.scalars(select(DatabaseIdentity.uid)).one()
        place = Path(current_app.config["PRINTS"])
        current_app.extensions["prints"] = Prints(place, database)
    found: Prints = current_app.extensions["prints"]
    return found


def print_answer(document: Document, name: str, uid: str = "") -> ResponseReturnValue:
    """The document as a file if it is ready; else it is ordered, and a page waits for it.

    ``?wait=1`` is what that page asks for without a script: it gets a page with a link instead.
    """
    # A poster can be twice as large.
    large = document.kind == "poster" and request.args.get("size") == "large"
    size = (LARGER if large else PAPERS)[paper_size()]
    sheet = size.lower()  # as style sheets name it
    if press().missing:
        return document.html(sheet, pdf=False)
    html = document.html(sheet)
    css = stylesheet(sheet, large_text(), document.kind)
    owner = files.owned_by(uid)
    key = files.key(owner, html, css)
    file = prints_here().path(key)
    about = {"title": document.title, "about": f"{document.name}, {size}", "picture": document.kind}
    if file.exists():
        if "wait" not in request.args:
            return _file(file, key, name)
        about["about"] += f", {size_of(file)}"
        return render_template("printing/ready.html", file=_here(), **about)
    turn = owner if uid else limits.network(request.remote_addr or "")
    job = Job(key, html, css, file, turn, guest=not uid, folded=document.folded)
    return _ordered(job, about)


def large_text() -> bool:
    """Whether this device is set to large text."""
    return device.setting("text", "normal") == "large"


def _file(file: Path, key: str, name: str) -> Response:
    found = send_file(
        file, mimetype="application/pdf", download_name=name, conditional=True, etag=key, max_age=0
    )
    # PDFs run no script of ours, and viewers built into browsers need inline styles.
    found.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    found.headers["Cache-Control"] = "private, no-cache"
    return found


def _here(**more: str) -> str:
    """This address again, with nothing about waiting or with more; relative to the page."""
    asked = [(name, value) for name, value in request.args.items(True) if name != "wait"]
    return f"?{urlencode([*asked, *more.items()])}"


def _ordered(job: Job, about: dict[str, str]) -> ResponseReturnValue:
    reason = press().failure(job.key)
    if reason is not None:
        current_app.logger.warning("a print failed: %s", reason)
        late = "too long" in reason
        return render_template("printing/failed.html", late=late, file=_here(), **about), 500
    prints_here().ready()
    if not press().order(job):
        full = render_template("printing/full.html", file=_here(), seconds=BUSY, **about)
        busy = unkept(full, 503)
        busy.headers["Retry-After"] = busy.headers["Refresh"] = str(BUSY)
        return busy
    page = render_template(
        "printing/waiting.html", key=job.key, far=far(job.key), said=progress_said(job.key),
        file=_here(), again=_here(wait="1"), **about,
    )  # fmt: skip
    waiting = unkept(page, 202)
    waiting.headers["Retry-After"] = "1"
    return waiting


def progress(key: str) -> dict[str, Any]:
    """The progress of a print in words and per cent; ``over`` once it is finished or has failed."""
    if press().place(key) is not None:
        return {"over": False, "said": progress_said(key), "far": far(key)}
    file = prints_here().path(key)
    return {"over": True, "said": size_of(file) if file.exists() else "", "far": 100}


def progress_said(key: str) -> str:
    ahead, page = press().place(key), press().page(key)
    first = f"{ahead} ahead of you. " if ahead and not page else f"Page {page}. " if page else ""
    return f"{first}It opens by itself."


def far(key: str) -> int:
    """How full the bar of a print is; nobody knows the number of its pages before."""
    return min(10 + 10 * press().page(key), 95)


def size_of(file: Path) -> str:
    """The size of a file as people say it: ``310 kB``."""
    return f"{max(1, round(file.stat().st_size / 1000))} kB"
