"""Worked examples of a game: found, their shape looked at, and compared with the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.config import PROJECT
from companion.games import HERE
from companion.rules.data.faults import lines, no_such
from companion.rules.data.files import DataError, parsed
from companion.rules.game import Game
from companion.workshop.example_checks import CHECKS
from companion.workshop.example_ground import Impossible
from companion.workshop.example_rows import ROWS, shape_faults

OURS = PROJECT / "tests" / "games"


@dataclass(frozen=True)
class Example:
    game: Game
    kind: str
    row: dict[str, Any]
    place: str = ""  # ``scores.toml line 12``

    @property
    def name(self) -> str:
        return f"{self.game.slug} {self.kind}: {self.row['name']}"

    @property
    def settings(self) -> dict[str, Any]:
        return dict(self.row.get("settings", {}))

    def with_settings(self, settings: dict[str, Any]) -> Example:
        return Example(self.game, self.kind, {**self.row, "settings": settings}, self.place)

    def mismatches(self) -> list[str]:
        """What the rules say otherwise; empty when the example holds."""
        if unreadable := list(shape_faults(self.kind, self.row)):
            return unreadable
        try:
            compared = list(CHECKS[self.kind](self.game, self.row))
        except Impossible as reason:
            return [str(reason)]
        different = (row for row in compared if row[1] != row[2])
        return [f"{what}: wanted {wanted!r}, got {got!r}" for what, wanted, got in different]


def folder_of(game_folder: Path) -> Path:
    """Where a game's examples lie: ours with the tests, others in the game's own folder."""
    return OURS / game_folder.name if game_folder.parent == HERE else game_folder / "examples"


def examples(game: Game, folder: Path | None = None) -> Iterator[Example]:
    """Every example of a game. Raises ``DataError`` where a file cannot be read."""
    for path in sorted((folder or OURS / game.slug).glob("*.toml")):
        text, kinds = parsed(path)
        stands = lines(text)
        for kind, rows in kinds.items():
            if kind not in ROWS:
                said = no_such("kind of example", kind, ROWS)
                raise DataError(f"{path.name} line {stands[(kind,)]}: {said}")
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                said = f"examples are rows in braces, or [[{kind}]] above each"
                raise DataError(f"{path.name} line {stands[(kind,)]}, {kind}: {said}")
            for number, row in enumerate(rows):
                yield Example(game, kind, row, f"{path.name} line {stands[(kind, number)]}")
