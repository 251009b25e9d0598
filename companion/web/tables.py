"""The blueprint of everything below a table's link, and how its forms are guarded."""

from __future__ import annotations

import hmac
from typing import Any

from flask import Blueprint, abort, current_app, g, request
from werkzeug.exceptions import HTTPException

from companion import links, table
from companion.rules.state import Play
from companion.show.undo import last_of
from companion.table import Table
from companion.web import device

pages = Blueprint("table", __name__, url_prefix="/t/<token>")


class StaleForm(HTTPException):
    """A form without the token its table gives out."""

    code = 400


@pages.url_value_preprocessor
def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Find the table once for every page below its link."""
    assert values is not None
    found = table.find(values.pop("token"))
    if found is None:
        abort(404)
    g.table = found


@pages.url_defaults
def keep_token(endpoint: str, values: dict[str, Any]) -> None:
    """Links between a table's pages carry its token by themselves."""
    if "table" in g and current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        values.setdefault("token", g.table.token)


@pages.before_request
def guard() -> None:
    """Every form needs its table's form token; every visit is remembered on the device."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        sent = request.form.get("csrf_token", "") or request.headers.get("X-CSRF-Token", "")
        if not hmac.compare_digest(sent.encode(), form_token().encode()):
            raise StaleForm
    device.remember(here())


def here() -> Table:
    """The table of this request."""
    found: Table = g.table
    return found


def form_token() -> str:
    return links.form_token(table.secret(), here().link, here().generation)


def the_play(number: int | None = None) -> Play:
    """The play a page is about: the one asked for by ``?play=``, else the newest."""
    plays = here().state.plays
    asked = request.args.get("play", type=int) if number is None else number
    if not plays or (asked is not None and not 0 <= asked < len(plays)):
        abort(404)
    return plays[-1] if asked is None else plays[asked]


@pages.context_processor
def shown() -> dict[str, Any]:
    """What every page of a table shows: the table, when it was saved, what can be undone."""
    if "table" not in g:  # the link opens nothing, and the error page is being drawn
        return {}
    log = here().state.log
    undoable, redoable = last_of(log, device.name())
    return {
        "here": here(),
        "saved": log[-1].entry.at if len(log) else "",
        "undoable": undoable,
        "redoable": redoable,
    }
