"""The undo and redo that a device is offered."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.actions.base import LogGroup
from companion.rules.actions.table import SetZone
from companion.rules.journal.log import Log, Logged, target
from companion.rules.journal.people import People, shown_names
from companion.rules.journal.state import State
from companion.rules.words import shortened
from companion.show.names import Piece, pieces

MOST = 80  # letters: more than the button has room for
FEW = 24  # letters that leave room for names
LASTING = ("start", "finish")
NAME = 6  # letters of a name beside more than that


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """The offer to undo or redo an entry, with its text."""

    seq: int
    words: str
    pieces: tuple[Piece, ...]


def offer(state: State, seq: int | None) -> UndoOffer | None:
    """The offer to undo or redo entry ``seq``."""
    row = state.log.find(seq or 0)
    about = _taken(state.log, row) if row and row.entry.action == "undo" else row
    if row is None or about is None:
        return None
    words = shortened(about.sentence(state).removesuffix("."), MOST)
    return UndoOffer(row.entry.seq, words, _on_button(words, state.people))


def _on_button(words: str, people: People) -> tuple[Piece, ...]:
    """Shorten names in long sentences, so that the button says what was done."""
    names = shown_names(people).values()
    return pieces(words, names) if len(words) <= FEW else pieces(words, names, NAME)


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
        if redoable is None and _is_redoable(log, row):
            redoable = row
    return None, redoable


def _is_of(play: int, log: Log, row: Logged) -> bool:
    """Whether an entry is about a play; an undo counts as the entry it finally undoes."""
    while row.entry.action == "undo" and (taken := _taken(log, row)):
        row = taken
    people = row.action is not None and row.action.log_group is LogGroup.PEOPLE
    return row.play == play and not people and row.entry.action != SetZone.kind


def _is_redoable(log: Log, undo: Logged) -> bool:
    """Whether an undo can be redone, because it was not a redo itself."""
    taken = _taken(log, undo)
    return taken is None or taken.entry.action not in (*LASTING, "undo")


def _taken(log: Log, undo: Logged) -> Logged | None:
    return log.find(target(undo.entry) or 0)
