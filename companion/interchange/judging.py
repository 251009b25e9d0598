"""A file judged by the rules, entry by entry, before anything of it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from time import thread_time

from companion.games import games
from companion.interchange.reading import Unopenable
from companion.interchange.table_file import TableFile
from companion.rules.issues import Issue
from companion.rules.journal.replay import replaying
from companion.rules.journal.state import State

LONGEST = 20.0  # seconds of work: several times what the longest evening takes
TOO_LONG = "Going through its entries takes too long: this is no journal of an evening."


@dataclass(frozen=True, slots=True)
class Judged:
    """A file and the table it comes to; what the rules refuse is in it, flagged."""

    file: TableFile
    state: State

    @property
    def flagged(self) -> int:
        return sum(bool(row.refused) for row in self.state.log)


def judged(files: Iterable[TableFile]) -> list[Judged]:
    """Fold the journals; hostile ones are given up before all together cost others much."""
    until = thread_time() + LONGEST
    return [Judged(file, _folded(file, until)) for file in files]


def _folded(file: TableFile, until: float) -> State:
    after = State(games()[file.game])
    for state in replaying(after.game, file.entries):
        if thread_time() > until:
            raise Unopenable([Issue("full", TOO_LONG, "entries")])
        after = state
    return after
