"""The blueprint of everything below a table's link: finds the table and checks each request.

Rendered pages are cached by the state and the visit; form keys, which must be new each time, are
filled in when a page is sent. The poll for new entries is here, too.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NoReturn

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    redirect,
    request,
    session,
    url_for,
)
from werkzeug.exceptions import Gone, NotFound

from companion.games import games
from companion.rules.journal.play import Play
from companion.show.frame import Frame, frame, toast, undo_offer
from companion.table import tables
from companion.table.journal import Draft, new_key
from companion.table.links import Role
from companion.table.states import SizedCache
from companion.table.tables import Table
from companion.web.answers.template_helpers import RenderContext
from companion.web.forms import BackForm
from companion.web.guards import limits
from companion.web.guards.errors import GameShut, SampleOnly
from companion.web.guards.gate import SAFE, full_address
from companion.web.shelf.samples import sample_table
from companion.web.visitor import device, roles
from companion.web.visitor.visit import redacted_for_visitor, visit

pages = Blueprint("table", __name__, url_prefix="/t/<token>")
KEPT = frozenset(
    f"table.{page}"
    for page in ("play", "setup", "sheet", "score", "result", "statistics", "look_up", "aid")
)
# An evening at one table has about ten pages at a time, so these do for two dozen tables. A page
# has 10 to 90 KiB: usually some 10 MiB, which a Raspberry Pi can spare, and never more than 64.
MOST_PAGES, LARGEST_PAGE = 256, 256 * 1024
# Stands for the form keys in a cached page. Random, so that nobody can type it.
KEY = secrets.token_hex(12)
live = Blueprint("live", __name__)


@pages.url_value_preprocessor
def load_table(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Find the table once for every page below its link."""
    assert values is not None
    if slug := values.pop("sample", ""):
        sample = sample_table(slug) or abort(404)
        limits.charge_table(sample.id)
        set_current_table(sample)
        if request.method not in SAFE:
            raise SampleOnly
        return
    token = values.pop("token")
    found = tables.find(token, limits.charge_table)
    if found is None:
        refuse(token)
    set_current_table(found)


def set_current_table(table: Table) -> None:
    """Make ``table``, without what its visitor may not see, the table of this request."""
    g.table = redacted_for_visitor(table)
    g.pop("visit", None)


def refuse(token: str) -> NoReturn:
    """Answer a token that opens nothing; trying many is rate-limited, valid links never are."""
    if tables.lacks_game(token):
        raise GameShut
    if tables.was_open(token):  # a former link, no guess
        raise Gone
    limits.take_by_address("WRONG_LINKS_A_MINUTE")
    raise NotFound


@pages.url_defaults
def keep_token(endpoint: str, values: dict[str, Any]) -> None:
    """Add the token to URLs of the table's own pages."""
    if "table" in g and current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        key = "sample" if g.table.sample else "token"
        values.setdefault(key, g.table.sample or g.table.token)


@pages.before_request
def guard() -> None:
    """Every form needs a role that allows it, and counts; the device remembers the table.

    Pages that an installed app renews by itself are no visits: their answers, coming while
    somebody goes on, would put an older cookie in the place of theirs.
    """
    table = current_table()
    roles.check_request(table)
    if request.method not in SAFE:
        limits.take_by_table("ENTRIES_A_MINUTE", str(table.id))
    if "X-Unseen" not in request.headers and not table.sample:
        device.remember(table)


def current_table() -> Table:
    """The table of this request."""
    found: Table = g.table
    return found


def reload_table() -> None:
    """Read the table again, for what others have entered since this request began."""
    if found := tables.find(current_table().token):
        set_current_table(found)


def new_draft(
    action: str, data: Mapping[str, Any], play: int | None = None, key: str = ""
) -> Draft:
    """A draft by this visitor and device, with the form's key or a new one."""
    return Draft(action, data, play, key or new_key(), visit().person, device.name())


def append_entries(drafts: list[Draft]) -> None:
    """Append drafts to the current table, if the link allows them and the rate limit does."""
    table = current_table()
    roles.check_drafts(table, drafts)
    if more := len(drafts) - 1:  # the form itself counts as one, whatever it does
        limits.take_by_table("ENTRIES_A_MINUTE", str(table.id), more)
    set_current_table(tables.append(table, [roles.placed(table, draft) for draft in drafts]))


def the_play(number: int | None = None) -> Play:
    """The play a page is about: the one asked for by ``?play=``, else the newest."""
    table = current_table()
    plays = table.state.plays
    if not plays:  # even its start was taken back: start again, or bring it back in the log
        abort(redirect(url_for("table.log" if table.role == Role.WATCHER else "table.next")))
    asked = request.args.get("play", type=int) if number is None else number
    if asked is not None and not 0 <= asked < len(plays):
        abort(404)
    return plays[-1] if asked is None else plays[asked]


def earlier(play: Play) -> int | None:
    """The number of a play for the query of an address; None for the newest, which needs none."""
    return None if current_table().state.is_newest(play) else play.number


def asked_seat(play: Play, name: str = "seat") -> int | None:
    """The seat that the query names; None where nobody sits there (any more)."""
    seat = request.args.get(name, type=int)
    return seat if seat in range(len(play.seats)) else None


@pages.context_processor
def shown() -> dict[str, Any]:
    """Template variables of every page of a table: the table, the last entry, undo and redo."""
    if "table" not in g:  # the link opens nothing, and the error page is being drawn
        return {}
    table = current_table()
    log = table.state.log
    return {
        "table": table,
        "frame": _frame(table),
        "seat_asked": request.values.get("seat", type=int),
        "toast": toast(table.state, visit().undo, visit().redo),
        "news": log[-1].sentence(table.state) if len(log) else "",
        "undoable": undo_offer(table.state, visit().undo),
        "redoable": visit().redo is not None,
        "may_fork": roles.may_fork(table),
        "whole_link": full_address("table.home"),
    }


def _frame(table: Table) -> Frame:
    """The frame of this page: about the play it asks for, else the newest."""
    plays = table.state.plays
    sent = BackForm(request.form)
    asked = request.values.get("play", sent.back_play.data, type=int)
    play = plays[asked] if asked in range(len(plays)) else table.state.play
    page = (request.endpoint or "").removeprefix("table.")
    if page == "do":  # refused: the page that it came from
        page = sent.back.data.partition("#")[0]
    return frame(table.state, games().values(), page, play, visit().watching)


@pages.before_request
def serve_cached() -> Response | None:
    """Answer with the cached page, if there is one."""
    if request.method != "GET" or request.endpoint not in KEPT or "_flashes" in session:
        return None
    if len(request.query_string) > 200:  # not cached, so that nobody fills the cache with them
        return None
    table = current_table()
    name = table.id, table.state.seq, table.name, table.archived, visit()
    page = _cache().get(name)
    if page is not None:
        return Response(_keyed(page), mimetype="text/html")
    g.page_name, g.render_context = name, RenderContext(KEY)
    return None


@pages.after_request
def store_response(response: Response) -> Response:
    """Cache a page that was just rendered, and fill in its form keys."""
    if "page_name" in g:
        page = response.get_data()
        if response.status_code == 200:
            _store(g.page_name, page)
        response.set_data(_keyed(page))
    return response


def drawn_once(name: Hashable, draw: Callable[[], str]) -> str:
    """A page without forms, rendered unless it is cached under that name."""
    page = _cache().get(name)
    if page is None:
        page = draw().encode()
        _store(name, page)
    return page.decode()


def _keyed(page: bytes) -> bytes:
    return page.replace(KEY.encode(), secrets.token_hex(12).encode())


def _store(name: Hashable, page: bytes) -> None:
    if len(page) <= LARGEST_PAGE:
        _cache().put(name, page)


def _cache() -> SizedCache[Hashable, bytes]:
    found: SizedCache[Hashable, bytes] = current_app.extensions.setdefault(
        "page_cache", SizedCache(MOST_PAGES)
    )
    return found


@live.get("/t/<token>/seq")
def seq(token: str) -> Response:
    """The number of the newest entry; every open page asks for it each second."""
    newest = tables.newest(token)
    if newest is None:
        refuse(token)
    headers = {"Cache-Control": "no-store"}
    return Response(f'{{"seq":{newest}}}', headers=headers, mimetype="application/json")
