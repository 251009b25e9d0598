"""The blueprint of everything below a table's link, and how its forms are guarded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from flask import Blueprint, abort, current_app, g, redirect, request, url_for
from werkzeug.exceptions import Gone, NotFound

from companion.rules.actions.table import PACES
from companion.rules.journal.play import Play
from companion.show.log.undo import offer
from companion.table import tables
from companion.table.journal import Draft, new_key
from companion.table.roles import Role
from companion.table.tables import Table
from companion.table.tokens import is_same
from companion.web.guards import effort, limits
from companion.web.guards.errors import GameShut, StaleForm
from companion.web.visitor import device, roles, sight
from companion.web.visitor.visit import visit

pages = Blueprint("table", __name__, url_prefix="/t/<token>")


@pages.url_value_preprocessor
def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Find the table once for every page below its link."""
    assert values is not None
    token = values.pop("token")
    found = tables.find(token, effort.allow)
    if found is None:
        refuse(token)
    come_to(found)


def come_to(table: Table) -> None:
    """From here on this request sees the table as its visitor may; nothing else sets it."""
    g.table = sight.seen(table)
    g.pop("visit", None)


def refuse(token: str) -> NoReturn:
    """Answer a link that opens nothing; whoever tries many has to wait, but no valid link does."""
    if tables.lacks_game(token):
        raise GameShut
    if tables.was_open(token):  # no guess: somebody was given it
        raise Gone
    limits.take_by_address("WRONG_LINKS_A_MINUTE")
    raise NotFound


@pages.url_defaults
def keep_token(endpoint: str, values: dict[str, Any]) -> None:
    """Links between a table's pages carry its token by themselves."""
    if "table" in g and current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        values.setdefault("token", g.table.token)


@pages.before_request
def guard() -> None:
    """Every form needs its table's token and a role that allows it; the device remembers.

    Pages that an installed app renews by itself are no visits: their answers, coming while
    somebody goes on, would put an older cookie in the place of theirs.
    """
    roles.check_request(here())
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        sent = request.form.get("csrf_token", "") or request.headers.get("X-CSRF-Token", "")
        if not any(is_same(sent, good) for good in tables.form_tokens(here())):
            raise StaleForm
        limits.take_by_table("ENTRIES_A_MINUTE", str(here().id))
    if "X-Unseen" not in request.headers:
        device.remember(here())


def here() -> Table:
    """The table of this request."""
    found: Table = g.table
    return found


def look_again() -> None:
    """See what others have entered since this request began."""
    if found := tables.find(here().token):
        come_to(found)


def drafted(action: str, data: Mapping[str, Any], play: int | None = None, key: str = "") -> Draft:
    """What this visitor means to enter, by the key of the form where it has one."""
    return Draft(action, data, play, key or new_key(), visit().person, device.name())


def enter(drafts: list[Draft]) -> None:
    """Append to the table, if this link may and no more is entered than a table can."""
    roles.check_drafts(here(), drafts)
    if more := len(drafts) - 1:  # the form itself counts as one, whatever it does
        limits.take_by_table("ENTRIES_A_MINUTE", str(here().id), more)
    come_to(tables.append(here(), [roles.placed(here(), draft) for draft in drafts]))


def the_play(number: int | None = None) -> Play:
    """The play a page is about: the one asked for by ``?play=``, else the newest."""
    plays = here().state.plays
    if not plays:  # even its start was taken back: start again, or bring it back in the log
        abort(redirect(url_for("table.log" if here().role == Role.WATCHER else "table.next")))
    asked = request.args.get("play", type=int) if number is None else number
    if asked is not None and not 0 <= asked < len(plays):
        abort(404)
    return plays[-1] if asked is None else plays[asked]


@pages.context_processor
def shown() -> dict[str, Any]:
    """What every page of a table shows: the table, when it was saved, what can be undone."""
    if "table" not in g:  # the link opens nothing, and the error page is being drawn
        return {}
    log = here().state.log
    return {
        "here": here(),
        "paces": PACES,
        "saved": log[-1].entry.at if len(log) else "",
        "news": log[-1].sentence(here().state) if len(log) else "",
        "undoable": offer(here().state, visit().undo),
        "redoable": offer(here().state, visit().redo),
        "may_fork": roles.may_fork(here()),
    }
