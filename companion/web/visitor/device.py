"""The session of a device: its id, its tables, its people, its display settings and paper."""

from __future__ import annotations

import secrets
from typing import Any

from flask import flash, request, session

from companion.show.statistics.tally import Identity
from companion.table.links import LinkSeed, Role, roles_of
from companion.table.store import now
from companion.table.tables import Table

MOST_TABLES = 40
UNSHELVED = "unshelved"  # the link of the last table opened, if it had no room in the list
FULL = (
    f"You host {MOST_TABLES} games already, so this one isn’t on your home page. Save its link. "
    "“Save all games” on the home page makes a copy of yours."
)
PAPERS = {"a4": "A4", "letter": "Letter"}
LARGER = {"a4": "A3", "letter": "Tabloid"}  # twice as large
LETTER = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "NI", "PA", "PH", "PR", "SV", "VE", "DO", "BZ"}


def name() -> str:
    """The id of this device in journals, made when it is first needed."""
    if "device" not in session:
        keep(device=secrets.token_hex(8))
    return str(session["device"])


def keep(**memory: Any) -> None:
    """Store something in the session for a year."""
    session.update(memory)
    session.permanent = True


def tables() -> list[LinkSeed]:
    """The links opened on this device, newest first."""
    return [LinkSeed(*kept) for kept in session.get("tables", [])]


def remember(table: Table) -> None:
    """Put the table first in this device's list; if there is no room, say so once."""
    if session.get("tables", [])[:1] != [list(table.seed)]:
        if shelve(table.seed):
            session.pop(UNSHELVED, None)
        elif session.get(UNSHELVED) != table.link:
            keep(**{UNSHELVED: table.link})
            flash(FULL)
    # Extends the cookie's year, once a month because each write costs a header.
    month = now().strftime("%Y-%m")
    if session.get("month") != month:
        keep(month=month)


def shelve(link: LinkSeed) -> bool:
    """Put a link first in this device's list; False if it is full of links of hosts."""
    others = [kept for kept in tables() if kept.link != link.link]
    if len(others) >= MOST_TABLES:
        # The oldest goes: first of those that open nothing, then of viewers, then of players.
        roles = roles_of(others)
        order = (None, Role.WATCHER, Role.PLAYER)
        given_up = [one for role in order for one in reversed(others) if roles.get(one) == role]
        if not given_up:
            return False
        others.remove(given_up[0])
    keep(tables=[list(kept) for kept in (link, *others)])
    return True


def owner(table: Table) -> int | None:
    """The person this device belongs to: the one the link is for, else the one it has chosen."""
    if table.person is not None:
        return table.person
    name, known = _name_of(table.seed), {one.id for one in table.state.people}
    if name in session.get("people", {}):
        found = session["people"][name]
        return found if found in known else None
    # An old cookie names a seat instead: the person is whoever has it in the newest play.
    seat, play = session.get("seats", {}).get(name), table.state.play
    if play is None or not isinstance(seat, int) or not 0 <= seat < len(play.seats):
        return None
    return play.seats[seat].person


def belong(table: Table, person: int | None) -> None:
    """Store which person this device belongs to at a table; None: to nobody."""
    known = {_name_of(link) for link in tables()}
    others = {name: who for name, who in session.get("people", {}).items() if name in known}
    keep(people={**others, _name_of(table.seed): person})


def _name_of(link: LinkSeed) -> str:
    """The key of a link in the cookie; its id alone may be another link's after a restore."""
    return link.nonce or str(link.link)


def asked_who(table: Table) -> bool:
    """Whether this device was asked whose it is and has answered, even with nobody."""
    return any(_name_of(table.seed) in session.get(key, {}) for key in ("people", "seats"))


def forget(link: int) -> None:
    """Take a table off this device's list, by its link."""
    session["tables"] = [kept for kept in session.get("tables", []) if kept[0] != link]


def setting(key: str, default: str) -> str:
    """One of this device's settings: theme, text, wake, cover, paper."""
    return str(session.get("settings", {}).get(key, default))


def settings() -> tuple[tuple[str, str], ...]:
    """All display settings of this device, sorted."""
    return tuple(sorted(session.get("settings", {}).items()))


def set_setting(key: str, value: str) -> None:
    keep(settings={**session.get("settings", {}), key: value})


def names() -> list[str]:
    """The names entered on this device, most recent first."""
    return list(session.get("names", []))


def remember_names(used: list[str]) -> None:
    keep(names=list(dict.fromkeys([*used, *names()]))[:12])


def identity() -> Identity:
    """Which people of different tables are the same, as this device was told."""
    apart = frozenset((table, name) for table, name in session.get("apart", []))
    return Identity(dict(session.get("same", {})), apart)


def paper_size() -> str:
    """The paper asked for, else this device's own, else Letter for regions that use it."""
    wanted = request.args.get("paper", "") or setting("paper", "")
    if wanted in PAPERS:
        return wanted
    for language, _ in request.accept_languages:
        _, _, region = language.partition("-")
        if region:  # a language without one is no hint
            return "letter" if region.upper()[-2:] in LETTER else "a4"
    return "a4"


def chosen_paper() -> str:
    """The same on a page with a choice of paper, which this device remembers."""
    wanted = request.args.get("paper", "")
    if wanted in PAPERS and wanted != setting("paper", ""):
        set_setting("paper", wanted)
    return paper_size()
