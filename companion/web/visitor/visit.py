"""The visit: all that a page may depend on besides the state, and so part of its cache key."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from flask import Flask, g, has_request_context, request, session

from companion.rules.journal.log import Logged
from companion.rules.journal.play import Play
from companion.show.log import last_of
from companion.show.score.questions import overtaken
from companion.table import links
from companion.table.links import Role, may_take
from companion.table.tables import Table
from companion.web.visitor import device, roles
from companion.web.visitor.paper_size import paper

UNDOING = tuple(f"table.{page}" for page in ("setup", "play", "score", "save_score", "sheet"))
COUNTING = ("table.statistics", "statistics.page")


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page. The device's id is not in it, so that phones share drawn pages."""

    endpoint: str
    path: str  # an endpoint may have several paths
    query: bytes
    scheme: str
    host: str
    prefix: str
    settings: tuple[tuple[str, str], ...]  # the display settings of the device
    paper: str
    link: int | None = None
    token: str = ""
    form_token: str = ""
    role: str = ""
    bound: int | None = None  # the one person the link is for
    person: int | None = None  # whose device it is
    undo: int | None = None  # the entry that the device may undo
    redo: int | None = None
    asked_who: bool = False
    keep: bool = False  # whether to advise keeping the link
    seen_as: tuple[Hashable, ...] = ()  # whose secrets it may see
    overtaken: tuple[int, ...] = ()  # entries that replaced its numbers
    who_is_who: Hashable = None  # people who are the same, on pages with statistics

    @property
    def watching(self) -> bool:
        return self.role == Role.WATCHER

    @property
    def hosting(self) -> bool:
        return self.role == Role.HOST

    def seat(self, play: Play) -> int | None:
        """The seat of the visitor in a play, or None."""
        return play.seat_of(self.person)

    def may(self, action: str) -> bool:
        """Whether the link allows an action, at least for the person it is for."""
        return may_take(self.role, self.bound, action)

    def may_enter(self, play: Play, seat: int | None) -> bool:
        """Whether the link allows entries about a seat."""
        own = self.bound is None or seat is None or seat == play.seat_of(self.bound)
        return own and not self.watching

    def setting(self, key: str, default: str) -> str:
        return dict(self.settings).get(key, default)


def visit() -> Visit:
    """The visit of this request."""
    if "visit" not in g:
        g.visit = Visit(
            endpoint=request.endpoint or "",
            path=request.path,
            query=request.query_string,
            scheme=request.scheme,
            host=request.host,
            prefix=request.script_root,
            settings=device.settings(),
            paper=paper(),
            **(_at(g.table) if "table" in g else {}),
            who_is_who=device.identity().as_told if request.endpoint in COUNTING else None,
        )
    found: Visit = g.visit
    return found


def _at(table: Table) -> dict[str, Any]:
    undoable, redoable = _last_here(table)
    return {
        "link": table.link,
        "token": table.token,
        "form_token": links.form_tokens(table.seed)[0],
        "role": table.role,
        "bound": table.person,
        "person": device.owner(table),
        "undo": _offered(table, undoable),
        "redo": _offered(table, redoable),
        "asked_who": device.asked_who(table),
        "keep": session.get("keep") == table.link,
        "overtaken": tuple(overtaken(table.state, device.name())),
        "seen_as": table.state.log.seen_as,
    }


def _last_here(table: Table) -> tuple[Logged | None, Logged | None]:
    """The last entries of this device in the play of the page, to undo and to redo."""
    if request.endpoint not in UNDOING:
        return None, None
    newest = len(table.state.plays) - 1
    return last_of(table.state.log, device.name(), request.values.get("play", newest, type=int))


def _offered(table: Table, row: Logged | None) -> int | None:
    return row.entry.seq if row and roles.may_undo(table, row.entry.seq) else None


def attach_visit(app: Flask) -> None:
    """Templates see the visit; paper is drawn outside of any."""
    app.context_processor(lambda: {"visit": visit()} if has_request_context() else {})
