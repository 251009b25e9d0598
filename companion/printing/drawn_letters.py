"""Right-to-left names inside SVG, which the PDF renderer sets letter by letter from the left."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import bidirectional, decomposition

TEXT = re.compile(r"(<text[^>]*>)([^<&]*[\u0590-\u08ff][^<&]*)(</text>)")
JOINED = range(0xFE70, 0xFEFD)
"""The Unicode block of Arabic letters in their joined forms."""


def in_drawings(html: str) -> str:
    """The page with right-to-left words in its drawings reversed and joined."""
    return TEXT.sub(lambda found: found[1] + seen(found[2]) + found[3], html)


def seen(text: str) -> str:
    """The letters in visual order; text of mixed direction stays as it is."""
    ways = {bidirectional(letter) for letter in text} & {"L", "R", "AL"}
    if "L" in ways:
        return text
    backwards = _joined(text)[::-1]
    return re.sub(r"\d+", lambda number: number[0][::-1], backwards)


def _joined(text: str) -> str:
    """Arabic text with every letter in the form that its neighbours require."""
    shapes, found, before = _shapes(), [], False
    for here, after in zip(text, [*text[1:], ""], strict=True):
        known = shapes.get(here, {})
        joins = "initial" in known and "final" in shapes.get(after, {})
        form = {(0, 0): "isolated", (0, 1): "initial", (1, 1): "medial", (1, 0): "final"}
        wanted = form[before and "final" in known, joins]
        found.append(known.get(wanted, here))
        before = joins
    return "".join(found)


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """The forms of each letter: isolated, initial, medial and final."""
    found: dict[str, dict[str, str]] = {}
    for number in JOINED:
        form, *letters = decomposition(chr(number)).split() or [""]
        if len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {})[form.strip("<>")] = chr(number)
    return found
