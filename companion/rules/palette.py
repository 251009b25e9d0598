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


def plates() -> frozenset[str]:
    """The plates that are drawn; another one is another symbol in the sprite."""
    return frozenset(name.removeprefix("plate-") for name in symbols() if name[:6] == "plate-")


@cache
def symbols() -> frozenset[str]:
    """Everything that is drawn in the sprite."""
    sprite = Path(__file__).parents[2] / "static" / "icons.svg"
    return frozenset(re.findall(r'<symbol id="([^"]+)"', sprite.read_text("utf-8")))
