"""From the journal to the present state, and what may be added to it now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import accumulate, islice
from typing import Any

from ..actions import ACTIONS, Action, action
from ..actions.table import Undo
from ..game import Game
from ..issues import Issue
from .log import WHY, Entry, Log, Logged, revoked, showable, target
from .secrecy import NOBODY, redacted_for, uncovers
from .state import State

COVERED = (
    "This would show what others keep secret. Reveal it instead, or wait until everyone is done."
)


def replay(game: Game, entries: Iterable[Entry]) -> State:
    """The state after all entries. What the rules refuse now is kept, flagged and skipped."""
    journal = [showable(entry) for entry in entries]
    return reduce(_after, journal, _beginning(game, journal))


def replaying(game: Game, journal: Sequence[Entry]) -> Iterator[State]:
    """The same, one state per entry, for callers that may stop early."""
    states = accumulate(journal, _after, initial=_beginning(game, journal))
    return islice(states, 1, None)


def _beginning(game: Game, journal: Sequence[Entry]) -> State:
    """The empty table, which already knows the entries that will be undone."""
    return State(game, log=Log(revoked=revoked(journal)))


def judge(state: State, entry: Entry) -> tuple[State, list[Issue]]:
    """Judge a new entry: the state after it, or the same state and all reasons against it.

    Raises ``Malformed`` if the entry is not an action at all.
    """
    kind = ACTIONS.get(entry.action, Action)
    play = state.play_at(entry.play)
    entry = replace(entry, data=kind.written_now(entry.data, play))
    act = action(entry.action, entry.data, play)
    if found := _issues(state, act, entry):
        return state, found
    if isinstance(act, Undo):
        return _undone(state, entry, act)
    after = _done(state, act, entry)
    if not act.may_uncover and uncovers(state, after):
        return state, [Issue("secret", COVERED)]
    return after, []


def fold_entry(state: State, entry: Entry) -> State:
    """The state after one more stored entry; the same as replaying the whole journal."""
    entry = showable(entry)
    if entry.action != Undo.kind:
        return _after(state, entry)
    return taken_back(state, [entry])


def taken_back(state: State, undos: Sequence[Entry]) -> State:
    """The state after several undos that are known to be legal, folded once for all of them."""
    return _refolded(state, _before(state, undos), undos)


def _undone(state: State, undo: Entry, act: Undo) -> tuple[State, list[Issue]]:
    start = _before(state, [undo])
    after = _refolded(state, start, [undo])
    same = len(start.log)
    for was, now in zip(state.log.since(same), after.log.since(same), strict=False):
        if now.refused and not was.refused:
            shown = redacted_for(state, NOBODY)  # what it says may be somebody's secret
            told = shown.log[now.entry.seq - 1].sentence(shown)
            said = f"Undo “{told}” (line {now.entry.seq} of the log) first. It depends on this."
            return state, [Issue("depends", said)]
    if uncovers(state, after) and not act.shows_again(state):
        return state, [Issue("secret", COVERED)]
    return after, []


def _before(state: State, undos: Sequence[Entry]) -> State:
    """The last kept state before anything that the undos change, told what is undone now."""
    rows = [state.log.find(target(undo) or 0) for undo in undos]
    if all(row and row.entry.action != Undo.kind for row in rows):
        gone = state.log.revoked.union(row.entry.seq for row in rows if row)
    else:  # undoing an undo has to look at the whole log
        gone = revoked([*(row.entry for row in state.log), *undos])
    first = min(gone ^ state.log.revoked, default=undos[0].seq)
    marks = tuple(mark for mark in state.log.marks if len(mark.log) < first)
    start = marks[-1] if marks else State(state.game)
    return start.but(log=replace(start.log, revoked=gone, marks=marks))


def _refolded(state: State, start: State, undos: Sequence[Entry]) -> State:
    since = state.log.since(len(start.log))
    return reduce(_after, [*(row.entry for row in since), *undos], start)


def _after(state: State, entry: Entry) -> State:
    gone = entry.seq in state.log.revoked
    try:
        act = action(entry.action, entry.data, state.play_at(entry.play))
        if gone or isinstance(act, Undo):
            return _logged(state, state, act, entry)
        if found := _issues(state, act, entry):
            return _logged(state, state, act, entry, found[0].message)
        return _done(state, act, entry)
    except Exception:  # one bad entry must never keep a group from its table
        return state.logged(Logged(entry, refused="" if gone else WHY, damaged=True), state.log)


def _issues(state: State, act: Action[Any], entry: Entry) -> list[Issue]:
    play = state.play_at(entry.play)
    if play is None and entry.play is not None:
        return [Issue("stale", "There is no such game here.")]
    if play is None and act.needs_play:
        return [Issue("conflict", "Start a game first.")]
    return act.issues(state, play)


def _done(state: State, act: Action[Any], entry: Entry) -> State:
    return _logged(act.apply(state, state.play_at(entry.play)), state, act, entry)


def _logged(
    after: State, before: State, act: Action[Any], entry: Entry, refused: str = ""
) -> State:
    """The table after an entry, with a row in its log."""
    play = before.play_at(entry.play)
    snapshot = act.snapshot(before, after, play) if play or not act.needs_play else None
    started = len(after.plays) > len(before.plays)
    number = len(after.plays) - 1 if entry.play is None or started else entry.play
    played = after.plays[number] if started else play
    seats = played.seats if played else ()
    return after.logged(Logged(entry, act, number, snapshot, refused, seats=seats), before.log)
