"""What one device can take back, and what it can bring back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.log import Log, Logged
from companion.rules.journal.people import People, shown_names
from companion.rules.journal.state import State
from companion.rules.words import shortened
from companion.show.names import Piece, pieces

MOST = 80  # letters: more than the button has room for
FEW = 24  # letters that leave room for names
NAME = 6  # letters of a name beside more than that


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """An entry whose undo is offered, and what a tap on it takes back or brings back."""

    seq: int
    words: str
    pieces: tuple[Piece, ...]


def offer(state: State, seq: int | None) -> UndoOffer | None:
    """What is said on the button that takes entry ``seq`` back."""
    row = state.log.find(seq or 0)
    about = _taken(state.log, row) if row and row.entry.action == "undo" else row
    if row is None or about is None:
        return None
    words = shortened(about.sentence(state).removesuffix("."), MOST)
    return UndoOffer(row.entry.seq, words, _on_button(words, state.people))


def _on_button(words: str, people: People) -> tuple[Piece, ...]:
    """Names give way where there is much to say: it tells what was done, not only who did it."""
    names = shown_names(people).values()
    return pieces(words, names) if len(words) <= FEW else pieces(words, names, NAME)


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
