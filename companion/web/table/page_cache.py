"""Drawn pages, kept while neither the table nor the visit differs.

Form keys, which must be new each time, are put in when a page is handed out.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from flask import Response, current_app, g, request, session

from companion.web.answers.template_helpers import Pen
from companion.web.table.blueprint import current_table, pages
from companion.web.visitor.visit import visit

T = TypeVar("T")

KEPT = frozenset(
    f"table.{page}"
    for page in ("play", "setup", "sheet", "score", "result", "statistics", "look_up", "aid")
)
MOST_BYTES = 24 * 1024 * 1024
LONGEST_QUERY = 200  # nobody fills the shelf by asking in ever other ways
# Stands where a visit's own key comes. Nobody knows it, so it cannot be in what somebody typed.
KEY = secrets.token_hex(12)


class Shelf(Generic[T]):
    """Things by name, the least used dropped first once they weigh too much."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, name: Hashable) -> T | None:
        with self._lock:
            if name not in self._things:
                return None
            self._things.move_to_end(name)
            return self._things[name][0]

    def put(self, name: Hashable, thing: T, weight: int) -> None:
        """A visitor chooses parts of a name, such as the query, so it counts too."""
        weight += len(repr(name))
        with self._lock:
            self._bytes += weight - self._things.pop(name, (None, 0))[1]
            self._things[name] = thing, weight
            while self._bytes > self._most:
                self._bytes -= self._things.popitem(last=False)[1][1]


@pages.before_request
def take_down() -> Response | None:
    """The page as it was drawn before, if nothing that it shows has changed."""
    if request.method != "GET" or request.endpoint not in KEPT or "_flashes" in session:
        return None
    if len(request.query_string) > LONGEST_QUERY:
        return None
    name = _name()
    page = _shelf().get(name)
    if page is not None:
        return Response(_keyed(page), mimetype="text/html")
    g.page_name, g.pen = name, Pen(KEY)
    return None


@pages.after_request
def put_up(response: Response) -> Response:
    """Keep a page that was just drawn, and give this visit its keys."""
    if "page_name" in g:
        page = response.get_data()
        if response.status_code == 200:
            _shelf().put(g.page_name, page, len(page))
        response.set_data(_keyed(page))
    return response


def drawn_once(name: Hashable, draw: Callable[[], str]) -> str:
    """A page without forms, drawn unless it was before under that name."""
    page = _shelf().get(name)
    if page is None:
        page = draw().encode()
        _shelf().put(name, page, len(page))
    return page.decode()


def _name() -> Hashable:
    """Everything a page depends on: the table as it is now, and the visit."""
    table = current_table()
    return table.id, table.state.seq, table.name, table.archived, visit()


def _keyed(page: bytes) -> bytes:
    return page.replace(KEY.encode(), secrets.token_hex(12).encode())


def _shelf() -> Shelf[bytes]:
    found: Shelf[bytes] = current_app.extensions.setdefault("shelf", Shelf(MOST_BYTES))
    return found
