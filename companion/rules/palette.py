"""What a game can be shown with: colours and shapes of seats, plates and cloths of books.

Each is drawn in ``static/``; a test holds the two together.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

COLOURS = (
    "brown", "gray", "orange", "white", "slate", "ochre", "plum", "moss", "sand", "rust", "teal",
    "ink",
)  # fmt: skip
SHAPES = ("circle", "square", "diamond", "hex", "triangle", "star", "cross", "drop")
CLOTHS = ("slate", "copper", "moss", "plum")


@cache
def signs() -> frozenset[str]:
    """What is drawn for things of a game: figures, goods, characters, places."""
    return _drawn("signs.svg")


@cache
def symbols() -> frozenset[str]:
    """Everything that is drawn."""
    return _drawn("icons.svg") | signs()


def _drawn(sprite: str) -> frozenset[str]:
    text = (Path(__file__).parents[2] / "static" / sprite).read_text("utf-8")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))


def plates() -> frozenset[str]:
    """The plates that are drawn; another one is another symbol in the sprite."""
    found = (name.partition("plate-") for name in symbols())
    return frozenset(plate for start, _, plate in found if not start and plate)
