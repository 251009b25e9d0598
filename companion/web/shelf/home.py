"""The shelf, what Guildbook is, installing it on a phone, and the preferences of this device."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from wtforms import Form

from companion.games import broken, games
from companion.interchange.table_file import SUFFIX
from companion.rules.fields import Choice
from companion.rules.parts.settings import Option
from companion.rules.zones import local
from companion.show.frame import books
from companion.show.story import day, line
from companion.table import joining, tables
from companion.table.links import Role
from companion.table.tables import Table
from companion.web.answers.assets import Asset, asset, version
from companion.web.forms import Number, form_of, sent, text
from companion.web.guards import limits
from companion.web.guards.gate import unkept
from companion.web.guards.limits import TooOften
from companion.web.shelf.samples import story_game
from companion.web.visitor import device
from companion.web.visitor.visit import open_tables

pages = Blueprint("home", __name__)

# What the pages of a table need; the worker keeps them from the start.
NEEDED = (
    "style/frame.css", "style/pages.css", "style/play.css", "style/score.css", "style/watch.css",
    "guildbook.js", "table.js", "sheet.js", "icons.svg", "icon.svg",
)  # fmt: skip
PAPER = "#f6f1e7"


@pages.get("/")
def home() -> str:
    """The games to start, and the tables of this device."""
    known = device.tables()
    found = open_tables(known)
    shown = [one for one in found if one]
    lost = [link for link, one in zip(known, found, strict=True) if one is None]
    every = books(games().values())
    return render_template(
        "shelf.html",
        books=every,
        by_slug={book.game.slug: book for book in every},
        story=story_game(),
        broken=broken(),
        tables=[one for one in shown if not one.archived],
        archived=[one for one in shown if one.archived],
        full=device.UNSHELVED in session,
        hosting=any(one.role == Role.HOST for one in shown),
        lost=lost,
        resting=tables.resting(lost) if lost else (),
        line=table_line,
        day=told_day,
    )


def table_line(table: Table) -> tuple[str, str]:
    """Where a table stands, and when something was last entered."""
    if table.unread:
        return "Too large to show more here", ""
    log = table.state.log
    return line(table.state), log[-1].entry.at if len(log) else ""


def told_day(moment: str, zone: str) -> str:
    """The day in the table's time zone."""
    if not moment:
        return ""
    return day(local(datetime.fromisoformat(moment), zone), local(datetime.now(UTC), zone))


class ForgetForm(Form):
    link = Number(default=0)


@pages.post("/forget")
def forget() -> ResponseReturnValue:
    """Remove a table that no longer opens from this device's list."""
    device.forget(ForgetForm(request.form).link.data)
    return redirect(url_for(".home"), 303)


@pages.get("/about")
def about() -> str:
    return render_template("about.html", books=books(games().values()))


def _preference(key: str, label: str, note: str = "", **choices: str) -> Option:
    """Something this device can be told; the first choice is the usual one."""
    known = tuple(Choice(choice, said) for choice, said in choices.items())
    return Option(key, label, known, src="", default=known[0].key, note=note)


PREFERENCES = (
    _preference("theme", "Light or dark", system="Match system", light="Light", dark="Dark"),
    _preference("text", "Text size", normal="Normal", large="Large"),
    _preference("wake", "Keep the screen awake", "On Play, where the browser allows it.",
                on="Yes", off="No"),
    _preference("cover", "Hide spoilers", "Later chapters stay hidden until you reach them.",
                on="Yes", off="No"),
    _preference("paper", "Paper to print on", guess="Automatic", a4="A4", letter="Letter"),
)  # fmt: skip
PreferencesForm = form_of(PREFERENCES, prefix="")


@pages.get("/settings")
def settings() -> str:
    return render_template("settings.html", preferences=PREFERENCES)


@pages.post("/settings")
def set_settings() -> ResponseReturnValue:
    """Keep what was chosen; what is not among the choices is left as it was."""
    chosen, _ = sent(PreferencesForm, request.form)
    for preference in PREFERENCES:
        value, wrong = preference.read(chosen.get(preference.key))
        if not wrong:
            device.set_setting(preference.key, value)
    return redirect(url_for(".settings"), 303)


class CodeForm(Form):
    code = text(40)


@pages.get("/join")
def ask_code() -> Response:
    """The page of a code, for browsers without the script and for a second try."""
    return _code_page("", "", 200)


@pages.post("/join")
def join() -> ResponseReturnValue:
    """Lead to the players' link; a code stands in no address, so that it is in no log."""
    typed = CodeForm(request.form).code.data
    if not typed.strip():
        return _code_page("", "Type the 6 characters from the host’s phone.", 422)
    try:
        limits.take_code()
    except TooOften as wait:
        return _code_page(typed, wait.description or "", 429), 429, wait.get_headers()
    token = joining.token_for(typed)
    if token is None:
        said = "No game has this code now. Check it on the host’s phone, under Invite."
        return _code_page(typed, said, 422)
    limits.good_code()
    return redirect(url_for("table.home", token=token), 303)


def _code_page(typed: str, said: str, status: int) -> Response:
    return unkept(render_template("join.html", typed=typed, said=said), status)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, colours and icons for the home screen."""
    start = url_for("home.home")
    sizes = (("icon.svg", "any", "image/svg+xml"), ("icon-192.png", "192x192", "image/png"),
             ("icon-512.png", "512x512", "image/png"))  # fmt: skip
    answer = jsonify(
        name="Guildbook", short_name="Guildbook", id=start, start_url=start, scope=start,
        display="standalone", background_color=PAPER, theme_color=PAPER,
        icons=[{"src": asset(name), "sizes": size, "type": kind} for name, size, kind in sizes],
        share_target={
            "action": url_for("files.shared"), "method": "POST", "enctype": "multipart/form-data",
            "params": {"files": [{"name": "file", "accept": ["application/json", SUFFIX]}]},
        },
        file_handlers=[{
            "action": url_for("files.choose"),
            "accept": {"application/vnd.guildbook+json": [SUFFIX]},
        }],
    )  # fmt: skip
    answer.mimetype = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/worker.js")
def worker() -> Response:
    """The service worker, from the top so that it may serve every page, asked for each time.

    Pages name it with their version, so that one of a newer app brings its worker at once.
    """
    found: Asset = current_app.extensions["assets"]["worker.js"]
    files = [asset(name) for name in NEEDED]
    told = {"version": version(), "files": files, "root": request.script_root}
    body = f"const APP = {json.dumps(told)};\n".encode() + found.body
    answer = Response(body, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
