"""What a game can be shown with: colours and shapes of seats, plates and cloths of books.

Each is drawn in ``static/``; a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

COLOURS = (
    "brown", "gray", "orange", "white", "slate", "ochre", "plum", "moss", "sand", "rust", "teal",
    "ink",
)  # fmt: skip
SHAPES = ("circle", "square", "diamond", "hex", "triangle", "star", "cross", "drop")
CLOTHS = ("slate", "copper", "moss", "plum")

_SYMBOL = re.compile(r'<symbol id="([^"]+)"(.*?)</symbol>', re.DOTALL)


@cache
def signs() -> Mapping[str, str]:
    """What is drawn for things of a game (figures, goods, characters, places): its symbol each."""
    drawn = _SYMBOL.findall(_sprite("signs.svg"))
    return dict(drawn)


@cache
def symbols() -> frozenset[str]:
    """Everything that is drawn."""
    return frozenset(name for name, _ in _SYMBOL.findall(_sprite("icons.svg"))) | {*signs()}


def _sprite(name: str) -> str:
    return (Path(__file__).parents[3] / "static" / name).read_text("utf-8")


@cache
def plates() -> frozenset[str]:
    """The plates that are drawn; another one is another symbol in their sprite."""
    found = _SYMBOL.findall(_sprite("plates.svg"))
    return frozenset(name.removeprefix("plate-") for name, _ in found)
