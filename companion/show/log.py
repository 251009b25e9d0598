"""The log page, the undo and redo that a device is offered, and who has joined with a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from companion.rules.actions.base import LogGroup
from companion.rules.actions.table import SetZone, Undo
from companion.rules.journal.log import Log, Logged, target
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.show import formats
from companion.show.standing import title

PAGE = 50
FILTERS: Mapping[str, str] = {
    LogGroup.EVENTS: "Events",
    LogGroup.SCORES: "Scores",
    LogGroup.SETUP: "Setup",
    LogGroup.RULINGS: "House rules",
    LogGroup.NOTES: "Notes",
    LogGroup.PEOPLE: "Players",
    LogGroup.UNDOS: "Undone",
}
LASTING = ("start", "finish")


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
    mending: tuple[str, Mapping[str, str | int]] | None = None  # the page that corrects it
    gone: str = ""  # what became of it, where it does not stand


@dataclass(frozen=True, slots=True)
class LogPage:
    lines: tuple[LogLine, ...]
    older: int | None
    newest: int

    @property
    def several(self) -> bool:
        """Whether it has to be said who entered what."""
        return len({line.who for line in self.lines}) > 1


def log_page(
    state: State, device: str, before: int | None = None, kind: str = "", play: int | None = None
) -> LogPage:
    """The newest entries before ``before`` that pass the filters; only these are worked on."""
    start = len(state.log) if before is None else max(0, min(before - 1, len(state.log)))
    found = _matching(state, start, kind, play)
    rows = list(islice(found, PAGE))
    more = next(found, None)
    undos = _undos(state, rows)
    lines: list[LogLine] = []
    head = ""
    for row in rows:
        lines.append(_line(state, row, device, undos, head))
        head = lines[-1].head or head
    return LogPage(tuple(lines), lines[-1].seq if more else None, state.seq)


def _matching(state: State, start: int, kind: str, play: int | None) -> Iterator[Logged]:
    for index in reversed(range(start)):
        row = state.log[index]
        of_kind = kind not in FILTERS or (row.action and row.action.log_group == kind)
        if of_kind and (play in (None, row.play) or not row.about(state)):
            yield row


def _undos(state: State, rows: list[Logged]) -> dict[int, int]:
    """The undo of each undone entry."""
    log = state.log
    gone = [row.entry.seq for row in rows if row.entry.seq in log.revoked]
    later = log.since(min(gone)) if gone else ()
    undos = (row.entry for row in later if row.entry.action == "undo" and log.stands(row))
    return {undo.data.get("entry", 0): undo.seq for undo in undos}


def _line(state: State, row: Logged, device: str, undos: Mapping[int, int], head: str) -> LogLine:
    entry, play = row.entry, row.about(state)
    undone = entry.seq in state.log.revoked
    look = "undone" if undone else "passed" if row.refused else "stands"
    stands = look == "stands" and entry.action != "undo"
    at = formats.moment(entry.at, state.zone)
    day = formats.short_day(at) if at else ""
    here = " · ".join(filter(None, [title(play) if play else "", day]))
    phone = "This phone" if entry.device == device else "Another phone"
    who = shown_names(state.people).get(row.teller or 0) or (phone if entry.device else "")
    return LogLine(
        seq=entry.seq,
        at=entry.at,
        who=who,
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
    return "redone since" if undo else "undone"


def _mending(row: Logged, play: Play) -> tuple[str, Mapping[str, str | int]] | None:
    """The page where an entry can be corrected, and what its address asks for."""
    data, here = row.entry.data, {"play": play.number}
    match row.entry.action:
        case "reveal" if not play.finished and data.get("deck") not in play.orders:
            deck = str(data.get("deck"))
            return "play", {**here, "change": deck, "_anchor": f"pile-{deck}"}
        case "fill" if data.get("field"):
            seat = play.seat_of(row.person_in(getattr(row.action, "seat", None)))
            return "score", {**here, "seat": 0 if seat is None else seat}
        case "count" if not play.finished:
            return "play", here
        case "rule" | "record":
            return "rulings", here
    return None


def last_of(log: Log, device: str, play: int) -> tuple[Logged | None, Logged | None]:
    """The device's last entry of a play that stands, and its newest undo if none came since.

    A start and a finish are not taken back by a tap on Undo: the pages about them say more.
    What is about the table or its people is passed over: pages of their own change that.
    """
    redoable: Logged | None = None
    for row in log.newest() if log.heard_of(device) else ():
        if row.entry.device != device or not log.stands(row) or not _is_of(play, log, row):
            continue
        if row.entry.action != "undo":
            return (None if row.entry.action in LASTING else row), redoable
        taken = _taken(log, row)  # a redo is not redone
        if redoable is None and not (taken and taken.entry.action in (*LASTING, "undo")):
            redoable = row
    return None, redoable


def _is_of(play: int, log: Log, row: Logged) -> bool:
    """Whether an entry is about a play; an undo counts as the entry it finally undoes."""
    while row.entry.action == "undo" and (taken := _taken(log, row)):
        row = taken
    people = row.action is not None and row.action.log_group is LogGroup.PEOPLE
    return row.play == play and not people and row.entry.action != SetZone.kind


def _taken(log: Log, undo: Logged) -> Logged | None:
    return log.find(target(undo.entry) or 0)


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who plays, and since when they have a phone in the game; ``at`` is empty if not."""

    seat: int
    name: str
    here: bool  # the visitor's own phone is theirs
    at: str  # the hour, or the day if it was not that of the last entry


def joined(state: State, play: Play, visitor: int | None) -> list[Joined]:
    """Everyone who sits at ``play``; a seat that the game plays by itself is nobody.

    People came when their phone said whose it is, or something was entered by them.
    """
    names, since = shown_names(state.people), dict[int, str]()
    for row in state.log:
        if row.teller and state.log.stands(row) and row.entry.device:
            since.setdefault(row.teller, row.entry.at)
    last, found = formats.entered(state, state.seq), []
    for seat, who in enumerate(play.seats):
        if who.person:
            when, at = formats.moment(since.get(who.person, ""), state.zone), ""
            if when and last:
                today = when.date() == last.date()
                at = formats.hour(when) if today else f"{when.day} {when:%B}"
            found.append(Joined(seat, names[who.person], who.person == visitor, at))
    return found
