"""The visit: all that a page may depend on besides the state; and the address of this server.

All pages get their tables from here, without what this visitor may not see.
"""

from __future__ import annotations

import socket
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, current_app, g, has_request_context, request, session

from companion.rules.journal.log import Logged
from companion.rules.journal.play import Play
from companion.rules.journal.secrecy import NOBODY, Viewer, redacted_for
from companion.show.log import last_of
from companion.show.score.questions import overtaken
from companion.table import links
from companion.table.links import LinkSeed, Role, may_take
from companion.table.tables import Table, find_all
from companion.web.guards.errors import StaleForm
from companion.web.guards.gate import SAFE, full_address
from companion.web.visitor import device, roles
from companion.web.visitor.device import paper_size

MOST_FIRST: dict[str, int] = {role: place for place, role in enumerate(Role)}
EVERYWHERE = "0.0.0.0"
SCORING = tuple(f"table.{page}" for page in ("score", "save_score", "sheet"))
UNDOING = ("table.setup", "table.play", *SCORING)
COUNTING = ("table.statistics", "statistics.page")


def lan_addresses(host: str = EVERYWHERE) -> list[str]:
    """This machine's addresses on its networks, if it listens there."""
    if host != EVERYWHERE:
        return []
    found = {outward_address()}
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found |= {str(address[0]) for *_, address in named}
    return sorted(ip for ip in found if ip and not ip.startswith("127."))


def outward_address() -> str | None:
    """The address that packets to elsewhere would be sent from; connecting UDP sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def join_address(token: str) -> str:
    """The absolute URL of a table for other phones."""
    return reachable_address(full_address("table.home", token=token))


def reachable_address(address: str) -> str:
    """An absolute URL; on a home network with this machine's address instead of localhost."""
    parts = urlsplit(address)
    networks = network_choices()
    if parts.hostname not in ("localhost", "127.0.0.1", "::1") or not networks:
        return address
    asked = request.args.get("network", "")
    host = asked if asked in networks else networks[0]
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=host + port))


def network_choices() -> list[str]:
    """The addresses of this machine on its networks, as far as it listens there."""
    return lan_addresses(current_app.config.get("LISTENS_ON", EVERYWHERE))


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
            paper=paper_size(),
            **(_at(g.table) if "table" in g else {}),
            who_is_who=device.identity().as_told if request.endpoint in COUNTING else None,
        )
    found: Visit = g.visit
    return found


def _at(table: Table) -> dict[str, Any]:
    endpoint, state = request.endpoint, table.state
    undoable = redoable = None
    if endpoint in UNDOING:
        play = request.values.get("play", len(state.plays) - 1, type=int)
        undoable, redoable = last_of(state.log, device.name(), play)
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
        "overtaken": tuple(overtaken(state, device.name())) if endpoint in SCORING else (),
        "seen_as": state.log.seen_as,
    }


def _offered(table: Table, row: Logged | None) -> int | None:
    return row.entry.seq if row and roles.may_undo(table, row.entry.seq) else None


def attach_visit(app: Flask) -> None:
    """Templates see the visit, but paper is drawn outside of any; posts need its form token."""
    app.context_processor(lambda: {"visit": visit()} if has_request_context() else {})
    app.before_request(check_token)
    app.jinja_env.globals["csrf_token"] = lambda: _tokens()[0]


def check_token() -> None:
    """Programs need no token: the API keeps no session that a foreign page could misuse."""
    endpoint = request.endpoint
    if request.method in SAFE or endpoint is None or request.blueprint == "api":
        return
    if endpoint == "files.shared":  # keeps nothing of what another app shares
        return
    # A foreign page's post comes without our cookie; no answer to it may set a new one.
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise StaleForm
    # A new table checks by itself, to show again what was typed with an old token.
    if endpoint != "start.open_new" and not is_genuine():
        raise StaleForm


def is_genuine() -> bool:
    """Whether the form comes from a page of ours that this link or device was given."""
    sent = request.form.get("csrf_token", "") or request.headers.get("X-CSRF-Token", "")
    is_known = "table" in g or "device" in session  # else there is no token, none is made now
    return is_known and any(links.is_same(sent, good) for good in _tokens())


def _tokens() -> list[str]:
    """The token for a new form, and older ones that are good.

    At a table they live as long as its link, so that phones share drawn pages; else as long as
    the device remembers its name.
    """
    return links.form_tokens(g.table.seed if "table" in g else ("device", device.name()))


def redacted_for_visitor(table: Table) -> Table:
    """The table without what others keep secret; a watcher's link sees nobody's secrets."""
    if table.role == Role.WATCHER:
        return redacted_for_everyone(table)
    viewer = Viewer(table.person, device.name())
    return replace(table, state=redacted_for(table.state, viewer))


def redacted_for_everyone(table: Table) -> Table:
    """The table without any secrets, for what all visitors get alike."""
    return replace(table, state=redacted_for(table.state, NOBODY))


def open_tables(links: Sequence[LinkSeed]) -> list[Table | None]:
    """The tables that links open, in their order."""
    return [one and redacted_for_visitor(one) for one in find_all(links)]


def own_tables() -> list[Table]:
    """The tables of this device, each once, by its link with the most rights."""
    mine: dict[int, Table] = {}
    for one in open_tables(device.tables()):
        if one and (one.id not in mine or MOST_FIRST[one.role] < MOST_FIRST[mine[one.id].role]):
            mine[one.id] = one
    return list(mine.values())


def has_played(slug: str) -> bool:
    """Whether this device has a finished game of this kind."""
    mine = [table.state for table in own_tables() if table.game.slug == slug]
    return any(play.finished for state in mine for play in state.plays)
