"""What one device can take back, and what it can bring back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.log import Log, Logged
from companion.rules.journal.people import People
from companion.rules.journal.state import State
from companion.rules.words import shortened

NAME, CUT = 10, 5  # letters of a name that is said whole, and of a longer one


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """An entry whose undo is offered, and what a tap on it takes back or brings back."""

    seq: int
    words: str


def offer(state: State, seq: int | None) -> UndoOffer | None:
    """What is said on the button that takes entry ``seq`` back."""
    row = state.log.find(seq or 0)
    about = _taken(state.log, row) if row and row.entry.action == "undo" else row
    if row is None or about is None:
        return None
    return UndoOffer(row.entry.seq, shortened(_brief(about.sentence(state), state.people), 60))


def _brief(sentence: str, people: People) -> str:
    """With long names cut: a small button says what was done, too, not only who did it; how many
    points it was stands at its end, where a full stop would take its room."""
    for person in people:
        if len(person.name) > NAME:
            sentence = sentence.replace(person.name, f"{person.name[:CUT].rstrip()}…")
    return sentence.removesuffix(".")


def last_of(log: Log, device: str) -> tuple[Logged | None, Logged | None]:
    """The device's last entry that stands, and its newest undo if nothing was entered since."""
    redoable: Logged | None = None
    for row in log.newest() if log.heard_of(device) else ():
        if row.entry.device != device or not log.stands(row):
            continue
        if row.entry.action != "undo":
            return (None if row.entry.action == "start" else row), redoable
        if redoable is None and not _brings_back(log, row):
            redoable = row
    return None, redoable


def _brings_back(log: Log, undo: Logged) -> bool:
    """Whether an undo was a redo: what it takes back is itself an undo."""
    taken = _taken(log, undo)
    return taken is not None and taken.entry.action == "undo"


def _taken(log: Log, undo: Logged) -> Logged | None:
    return log.find(undo.entry.data["entry"])
