"""Judging a file by the rules, entry by entry, before anything is stored."""

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
    """A file and the state folded from it; refused entries are flagged in its log."""

    file: TableFile
    state: State

    @property
    def flagged(self) -> int:
        return sum(bool(row.refused) for row in self.state.log)


def judged(files: Iterable[TableFile], budget: Budget | None = None) -> list[Judged]:
    """Fold the journals; stop when they use more CPU than files may."""
    budget = budget or Budget()
    return [Judged(file, _folded(file, budget)) for file in files]


def _folded(file: TableFile, budget: Budget) -> State:
    after = State(games()[file.game])
    for state in replaying(after.game, file.entries):
        budget.check()
        after = state
    return after
