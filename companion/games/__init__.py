"""The games. A game is a folder in here; no other file lists them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from companion.rules import load
from companion.rules.game import Game

HERE = Path(__file__).parent


@cache
def games() -> dict[str, Game]:
    """Every game by slug, in the order of their titles."""
    found = [_game(path.parent) for path in HERE.glob("*/game.toml")]
    return {game.slug: game for game in sorted(found, key=lambda game: game.title)}


def _game(folder: Path) -> Game:
    name = f"{__name__}.{folder.name}.scoring"
    verbs = import_module(name).VERBS if find_spec(name) else load.Verbs()
    return load.game(folder, verbs)
