"""What the Play screen is told by its data: a name means one thing, places and groups are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..data.faults import Fault
from ..data.toml_lines import Path
from ..game import Game
from ..parts.clock import Location, Phase
from ..parts.tracks import Track
from .rows import rows


def screen_faults(game: Game) -> Iterator[Fault]:
    counters = [track for track in game.tracks if not track.group]
    parts = (counters, game.track_groups, game.pads, game.deck_plans, game.aids, game.topics)
    meant = Counter(row.key for each in (*parts, game.card_facts, game.options) for row in each)
    for path, row in rows(game):
        match row:
            case Phase():
                yield from _phase(path, row, meant)
            case Location() if not row.aids:
                yield Fault((*path, "aids"), "a place needs an aid that helps there")
            case Track() if row.group and not (row.shared and row.short):
                said = "only shared tracks stand in a group, each with a short name"
                yield Fault((*path, "group"), said)


def _phase(path: Path, phase: Phase, meant: Counter[str]) -> Iterator[Fault]:
    for key, names in (("shows", phase.shows), ("folds", phase.folds)):
        twice = (name for name in names if meant[name] > 1)
        yield from (Fault((*path, key), f"{name!r} means two things") for name in twice)
