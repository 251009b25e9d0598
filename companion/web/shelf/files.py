"""Files on the shelf: open some, save all; moving the whole shelf to another phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage
from wtforms import Form, MultipleFileField
from wtforms.validators import DataRequired

from companion.config import LARGEST_FILE, MIB
from companion.interchange import exports, importing, table_file
from companion.interchange.importing import How, Interrupted, Judged, OpenedTable
from companion.interchange.table_file import SUFFIX, Budget, NoFile, TableFile, Unopenable
from companion.printing.typesetting import qr
from companion.rules.issues import Issue
from companion.rules.journal.state import State
from companion.rules.plain import cleaned
from companion.rules.words import abbreviated, listed, plural
from companion.table import care, tables
from companion.table.journal import Refused, StalePage, state_cache
from companion.table.links import LinkSeed, Role
from companion.table.store import FILES, db, heavy_work_slot
from companion.table.tables import Table
from companion.web.answers.downloads import attachment
from companion.web.forms import KeyForm
from companion.web.guards import limits
from companion.web.guards.gate import full_address, unkept
from companion.web.guards.limits import TooOften
from companion.web.visitor import device
from companion.web.visitor.visit import own_tables, reachable_address, redacted_for_everyone

pages = Blueprint("files", __name__)

TOO_LARGE = "Your games together are too large for one file. Save the largest in its own settings."
GO_ON = "The other games aren’t open yet. Send the same files again. Nothing is opened twice."
SAID = {  # of one game, and of several
    How.NEW: ("{} is open.", "{} are open."),
    How.SECOND: (
        "{} is open as a second game, because yours has changed since the file was saved.",
        "{} are open as second games, because yours have changed since the file was saved.",
    ),
    How.LONGER: ("{} now has what was in the file.", "{} now have what was in the file."),
    How.KNOWN: (
        "{} already has all that is in the file.",
        "{} already have all that is in the file.",
    ),
}

moving_pages = Blueprint("moving", __name__, url_prefix="/move")


class FilesForm(Form):
    file = MultipleFileField(
        filters=[lambda files: [file for file in files if file.filename]],
        validators=[DataRequired("Choose a file first.")],
    )


@pages.get("/open")
def choose() -> str:
    return _page()


@pages.post("/open")
def open_files() -> ResponseReturnValue:
    """Open every uploaded file, or say what is wrong with them."""
    key = KeyForm(request.form).key_or_new()
    try:
        limits.take_by_address("TABLES_AN_HOUR")
        limits.take_by_address("MIB_AN_HOUR", (request.content_length or 0) / MIB)
        with FILES.taken():
            found = _sent()
            _count(found)
            opened = importing.take_in(found, hosted(), f"file:{device.name()}:{key}")
    except TooOften as wait:
        return _page([Issue("wait", wait.description or "")]), 429, wait.get_headers()
    except NoFile as wrong:
        return _page([Issue("malformed", str(wrong))]), 400
    except Refused as refused:
        return _page(refused.issues), 422
    except StalePage:
        said = "Another file was being opened at the same moment. Send it again."
        return _page([Issue("stale", said)]), 409
    except Interrupted as some:
        _remember(some.opened)
        issues = [Issue("stale", one) for one in (*_what_became_of(some.opened), GO_ON)]
        return _page(issues, key), 503, {"Retry-After": "2"}
    mine = _remember(opened)
    for news in _what_became_of(opened):
        flash(news)
    alone = len(mine) == 1
    there = url_for("table.home", token=mine[0].token) if alone else url_for("home.home")
    return redirect(there, 303)


@pages.post("/open/shared")
def shared() -> ResponseReturnValue:
    """The target of the share menu; normally the service worker handles it."""
    return redirect(url_for(".choose"), 303)


def _sent() -> list[Judged]:
    form = FilesForm(request.files)
    if not form.validate():
        raise Unopenable([Issue("missing", str(said)) for said in form.file.errors])
    budget = Budget(limits.has_left)
    found = [table for file in form.file.data for table in _read(file, budget)]
    return importing.judged(found, budget)


def _count(found: Sequence[Judged]) -> None:
    """Count the tables beyond the first, and the bytes they take beyond those of the upload."""
    if more := len(found) - 1:
        limits.take_by_address("TABLES_AN_HOUR", more)
    kept = sum(state_cache().stored(importing.NEW_TABLE, one.state) for one in found)
    if (beyond := kept - (request.content_length or 0)) > 0:
        limits.take_by_address("MIB_AN_HOUR", beyond / MIB)


def _read(file: FileStorage, budget: Budget) -> list[TableFile]:
    """The tables in a file; its issues name the file."""
    name = abbreviated(file.filename or "", 60)
    with closing(file):
        content: bytes = file.read()
    try:
        return table_file.read(content, budget)
    except NoFile as wrong:
        raise NoFile(f"{name}: {wrong}") from None
    except Unopenable as wrong:
        said = [replace(issue, message=f"{name}: {issue.message}") for issue in wrong.issues]
        raise Unopenable(said) from None


def hosted() -> dict[str, int]:
    """The ids of the tables that this device hosts, by uid."""
    return {one.uid: one.id for one in own_tables() if one.role == Role.HOST}


def _remember(opened: Sequence[OpenedTable]) -> list[Table]:
    """Put the opened tables first on the shelf, by the links that this device already had."""
    mine = {one.id: one for one in own_tables()}
    found = [mine.get(one.id, one) for o in opened if (one := tables.find(o.token))]
    for one in reversed(found):
        device.remember(one)
    return found


def _what_became_of(opened: Sequence[OpenedTable]) -> Iterator[str]:
    """What became of the tables; of many only the number, as flashes are stored in the cookie."""
    by_how: dict[How, list[str]] = {}
    for one in opened:
        by_how.setdefault(one.how, []).append(cleaned(one.name))
    for how, names in by_how.items():
        many = f"{len(names)} games" if len(names) > 3 else listed(names)
        yield SAID[how][len(names) > 1].format(many)


def _page(issues: Sequence[Issue] = (), key: str = "") -> str:
    device.name()  # known before the form is sent, so that a repeat comes from the same device
    return render_template("open.html", issues=issues, key=key)


@pages.get("/tables.guildbook.json")
def save_all() -> ResponseReturnValue:
    """One file with every table that this device hosts, unless it would be too large to open."""
    mine = hosted()
    if not mine:
        abort(404, "You don’t host any games on this device.")
    with db.engine.connect() as connection, heavy_work_slot():
        files = (file for uid in mine if (file := importing.saved(connection, uid)))
        found = table_file.shelf_json(files, LARGEST_FILE)
    if found is None or table_file.excess(found.encode()):
        flash(TOO_LARGE)
        return redirect(url_for("home.home"), 303)
    return attachment(found, f"tables{SUFFIX}", "application/json")


@pages.get("/tables.csv")
def scores() -> Response:
    """The finished plays of all tables of this device, for a spreadsheet."""
    return attachment(exports.wide_spreadsheet(_named()), "tables.csv", exports.KIND)


@pages.get("/tables-long.csv")
def scores_long() -> Response:
    return attachment(exports.long_spreadsheet(_named()), "tables-long.csv", exports.KIND)


def _named() -> list[tuple[str, State]]:
    return [(one.name, redacted_for_everyone(one).state) for one in own_tables()]


@moving_pages.get("")
def offer() -> str:
    return render_template("move.html", tables=len(own_tables()), address="")


@moving_pages.post("")
def make_code() -> Response:
    """Make a code for the tables and names of this device, and show it once.

    Not whose the phone is: it chooses that at each table, by an entry that all can see.
    """
    limits.take_by_address("TABLES_AN_HOUR")
    shelf = {key: session.get(key, []) for key in ("names", "apart")}
    shelf["same"] = session.get("same", {})
    shelf["tables"] = [list(one.seed) for one in own_tables()]
    address = reachable_address(full_address("moving.arrive", code=care.hand_over(shelf)))
    page = render_template(
        "move.html", tables=len(shelf["tables"]), address=address, code=qr(address)
    )
    return unkept(page)


@moving_pages.get("/<code>")
def arrive(code: str) -> ResponseReturnValue:
    """Ask before fetching, so that a link preview does not use up the code."""
    found = care.handover_waits(code)
    if found is None:
        limits.take_by_address("WRONG_LINKS_A_MINUTE")
    page = render_template("arrive.html", code=code, tables=found)
    return unkept(page, 410 if found is None else 200)


@moving_pages.post("/<code>")
def take(code: str) -> ResponseReturnValue:
    shelf = care.fetch_handover(code)
    if shelf is None:
        return arrive(code)
    came = sum([device.shelve(LinkSeed(*link)) for link in reversed(shelf["tables"])])
    for key in ("names", "apart"):
        theirs = shelf.get(key, [])
        mine = [one for one in session.get(key, []) if one not in theirs]
        device.keep(**{key: [*theirs, *mine][: device.MOST_TABLES]})
    device.keep(same={**shelf.get("same", {}), **session.get("same", {})})
    flash(f"{plural(came, 'game')} added. The other phone keeps its own.")
    if came < len(shelf["tables"]):
        flash("Your home page is full, so the other games stay on the other phone.")
    return redirect(url_for("home.home"), 303)
