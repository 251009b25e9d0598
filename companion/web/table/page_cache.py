"""A cache of rendered pages, keyed by the state and the visit; and the poll for new entries.

Form keys, which must be new each time, are filled in when a page is sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable

from flask import Blueprint, Response, current_app, g, jsonify, request, session

from companion.table import tables
from companion.table.states import SizedCache
from companion.web.answers.template_helpers import RenderContext
from companion.web.table.blueprint import current_table, pages, refuse
from companion.web.visitor.visit import visit

KEPT = frozenset(
    f"table.{page}"
    for page in ("play", "setup", "sheet", "score", "result", "statistics", "look_up", "aid")
)
MOST_BYTES = 24 * 1024 * 1024
LONGEST_QUERY = 200  # longer ones are not cached, so that nobody fills the cache with them
# Stands for the form keys in a cached page. Random, so that nobody can type it.
KEY = secrets.token_hex(12)
live = Blueprint("live", __name__)


@pages.before_request
def serve_cached() -> Response | None:
    """Answer with the cached page, if there is one."""
    if request.method != "GET" or request.endpoint not in KEPT or "_flashes" in session:
        return None
    if len(request.query_string) > LONGEST_QUERY:
        return None
    name = _name()
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


def _name() -> Hashable:
    """The cache key: the table with its newest entry, and the visit."""
    table = current_table()
    return table.id, table.state.seq, table.name, table.archived, visit()


def _keyed(page: bytes) -> bytes:
    return page.replace(KEY.encode(), secrets.token_hex(12).encode())


def _store(name: Hashable, page: bytes) -> None:
    """Cache a page; its name counts too, as visitors choose parts of it, such as the query."""
    _cache().put(name, page, len(page) + len(repr(name)))


def _cache() -> SizedCache[Hashable, bytes]:
    found: SizedCache[Hashable, bytes] = current_app.extensions.setdefault(
        "page_cache", SizedCache(MOST_BYTES)
    )
    return found


@live.get("/t/<token>/seq")
def seq(token: str) -> Response:
    """The number of the newest entry; every open page asks for it each second."""
    newest = tables.newest(token)
    if newest is None:
        refuse(token)
    answer = jsonify(seq=newest)
    answer.headers["Cache-Control"] = "no-store"
    return answer
