"""A file judged by the rules, entry by entry, before anything of it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games import games
from companion.interchange.reading import Budget
from companion.interchange.table_file import TableFile
from companion.rules.journal.replay import replaying
from companion.rules.journal.state import State


@dataclass(frozen=True, slots=True)
class Judged:
    """A file and the table it comes to; what the rules refuse is in it, flagged."""

    file: TableFile
    state: State

    @property
    def flagged(self) -> int:
        return sum(bool(row.refused) for row in self.state.log)


def judged(files: Iterable[TableFile], budget: Budget | None = None) -> list[Judged]:
    """Fold the journals; hostile ones are given up before all together cost others much."""
    budget = budget or Budget()
    return [Judged(file, _folded(file, budget)) for file in files]


def _folded(file: TableFile, budget: Budget) -> State:
    after = State(games()[file.game])
    for state in replaying(after.game, file.entries):
        budget.check()
        after = state
    return after
