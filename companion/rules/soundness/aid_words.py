"""How an aid's answer is told: braces that are not closed, ways to tell that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from string import Formatter

from ..aids.aid import PARTS, TOLD_AS
from ..data.faults import Fault, no_such
from ..data.toml_lines import Path
from ..game import Game
from .sentences import BRACES

_COUNTED = re.compile(r"[^\W\d_][\w’' -]{2,}")


def aid_faults(game: Game) -> Iterator[Fault]:
    for i, aid in enumerate(game.aids):
        for n, saying in enumerate(aid.says):
            for part in PARTS:
                yield from _ways_faults(("aids", i, "says", n, part), getattr(saying, part))
        for name, text in aid.caps.items():
            yield from _ways_faults(("aids", i, "caps", name), text)


def _ways_faults(path: Path, text: str) -> Iterator[Fault]:
    try:
        ways = [way for _, name, way, _ in Formatter().parse(text) if name is not None and way]
    except ValueError:
        yield Fault(path, BRACES)
        return
    for way in ways:
        if way not in TOLD_AS and not _is_counted(way):
            said = no_such("way to tell it", way, TOLD_AS)
            mark = "" if said.endswith("?") else ";"
            yield Fault(path, f"{said}{mark} what is counted is written coin/coins")


def _is_counted(way: str) -> bool:
    """Whether it is a thing to count: both its forms, or one that is no slip for another word.

    A plus before it puts a sign before the number.
    """
    way = way.removeprefix("+")
    if "/" in way:
        return all(_COUNTED.fullmatch(word) for word in way.split("/", 1))
    return bool(_COUNTED.fullmatch(way)) and not get_close_matches(way, TOLD_AS, 1, 0.7)
