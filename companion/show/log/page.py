"""The log page: entries with person and time, what was undone, and what can be corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.actions.base import LogGroup
from companion.rules.actions.table import Undo
from companion.rules.journal.log import Logged
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.show import dates
from companion.show.standing import title

PAGE = 50
FILTERS: Mapping[str, str] = {
    LogGroup.EVENTS: "Events",
    LogGroup.SCORES: "Scores",
    LogGroup.SETUP: "Set-up",
    LogGroup.RULINGS: "Rulings",
    LogGroup.NOTES: "Notes",
    LogGroup.PEOPLE: "People",
    LogGroup.UNDOS: "Taken back",
}


@dataclass(frozen=True, slots=True)
class Mending:
    """A link to the page where an entry can be corrected."""

    page: str
    query: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as the log shows it. ``look`` is stands, undone or passed."""

    seq: int
    at: str
    who: str
    text: str
    look: str
    head: str  # a new day or chapter begins here
    why: str = ""
    redo: int | None = None
    undo: bool = False
    mending: Mending | None = None
    gone: str = ""  # what became of it, where it does not stand


@dataclass(frozen=True, slots=True)
class LogPage:
    lines: tuple[LogLine, ...]
    older: int | None
    newest: int


def page(
    state: State, device: str, before: int | None = None, kind: str = "", play: int | None = None
) -> LogPage:
    """The newest entries before ``before`` that pass the filters; only these are worked on."""
    start = len(state.log) if before is None else max(0, min(before - 1, len(state.log)))
    found = _matching(state, start, kind, play)
    rows = [row for row, _ in zip(found, range(PAGE), strict=False)]
    more = next(found, None) if len(rows) == PAGE else None
    undos = _undos(state, rows)
    lines: list[LogLine] = []
    head = ""
    for row in rows:
        line = _line(state, row, device, undos, head)
        head = line.head or head
        lines.append(line)
    return LogPage(tuple(lines), lines[-1].seq if more else None, state.seq)


def _matching(state: State, start: int, kind: str, play: int | None) -> Iterator[Logged]:
    for index in range(start - 1, -1, -1):
        row = state.log[index]
        if kind in FILTERS and (row.action is None or row.action.log_group != kind):
            continue
        if play is not None and row.about(state) and row.play != play:
            continue
        yield row


def _undos(state: State, rows: list[Logged]) -> dict[int, int]:
    """The undo of each undone entry."""
    log = state.log
    gone = {row.entry.seq for row in rows if row.entry.seq in log.revoked}
    if not gone:
        return {}
    found = {}
    for row in log.since(min(gone)):
        if row.entry.action == "undo" and row.entry.seq not in log.revoked and not row.refused:
            found[row.entry.data.get("entry", 0)] = row.entry.seq
    return found


def _line(state: State, row: Logged, device: str, undos: Mapping[int, int], head: str) -> LogLine:
    entry, play = row.entry, row.about(state)
    undone = entry.seq in state.log.revoked
    look = "undone" if undone else "passed" if row.refused else "stands"
    stands = look == "stands" and entry.action != "undo"
    at = dates.moment(entry.at, state.zone)
    day = dates.short_day(at) if at else ""
    here = " · ".join(filter(None, [title(play) if play else "", day]))
    return LogLine(
        seq=entry.seq,
        at=entry.at,
        who=_who(state, row, device),
        text=row.sentence(state),
        look=look,
        head=here if here != head else "",
        why=row.refused,
        redo=undos.get(entry.seq) if undone else None,
        undo=stands or (row.damaged and not undone),
        mending=_mending(row, play) if stands and play else None,
        gone=gone_as(state, row) if undone else "",
    )


def gone_as(state: State, row: Logged) -> str:
    """What became of an undone entry: an undo was redone, anything else taken back."""
    undo = isinstance(row.action, Undo) and row.action.takes_back(state)
    return "brought back since" if undo else "taken back"


def _who(state: State, row: Logged, device: str) -> str:
    if name := shown_names(state.people).get(row.teller or 0):
        return name
    if not row.entry.device:
        return ""
    return "this device" if row.entry.device == device else "another device"


def _mending(row: Logged, play: Play) -> Mending | None:
    data = row.entry.data
    match row.entry.action:
        case "reveal" if not play.finished and data.get("deck") not in play.orders:
            deck = str(data.get("deck"))
            query: dict[str, str | int] = {"play": play.number, "change": deck}
            return Mending("play", query | {"_anchor": f"pile-{deck}"})
        case "fill" if data.get("field"):
            seat = play.seat_of(row.person_in(getattr(row.action, "seat", None)))
            query = {"play": play.number, "seat": 0 if seat is None else seat}
            return Mending("score", query)
        case "count" if not play.finished:
            return Mending("play", {"play": play.number})
        case "rule" | "record":
            return Mending("rulings", {"play": play.number})
    return None
