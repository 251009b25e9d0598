"""The source of a rule or fact, as people would look it up."""

from __future__ import annotations

import re
from functools import lru_cache

OWN_MARK = re.compile(r"[A-Z]+\d")
"""Numbers of our fact sheets, which mean something only to those who keep the data."""


@lru_cache(1024)
def source(src: str) -> str:
    """``rulebook p. 13``; empty where only our own papers say it."""
    parts = [_place(part) for part in src.split("; ") if not OWN_MARK.match(part)]
    return "; ".join(dict.fromkeys(parts))


def _place(part: str) -> str:
    if part.startswith("X:"):
        return "community card list"
    if part.startswith(("the ", "a ", "card ")):
        return part
    if part.startswith("expansion, "):
        return f"the expansion’s rulebook, {part.removeprefix('expansion, ')}"
    comma = "" if part.startswith(("p. ", "pp. ")) else ","
    return f"rulebook{comma} {part}"
