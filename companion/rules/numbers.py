"""Numbers as people and programs send them: whole numbers, and sums such as 3+5+2."""

from __future__ import annotations

import re
from typing import Any

LARGEST = 9999
MOST_TERMS = 60
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}", re.ASCII)
_SUM = re.compile(rf"[-+]?[0-9]{{1,4}}([-+][0-9]{{1,4}}){{0,{MOST_TERMS - 1}}}", re.ASCII)
LONGEST_SUM = 5 * MOST_TERMS


def whole(value: Any) -> int | None:
    """An integer from JSON or typed text; booleans and 2.5 are none."""
    if type(value) is int:
        return value
    if isinstance(value, str) and len(value) <= 20:
        text = value.strip().replace("−", "-")
        return int(text) if _WHOLE.fullmatch(text) else None
    return None


def summed(value: Any) -> int | None:
    """A whole number, or what a typed sum comes to."""
    if not isinstance(value, str) or len(value) > LONGEST_SUM:
        return whole(value)
    text = re.sub(r"\s*([-+])\s*", r"\1", value.strip().replace("−", "-"))  # 3 5 is not 35
    return sum(int(term) for term in terms(text)) if _SUM.fullmatch(text) else None


def terms(text: str) -> list[str]:
    """The parts of a sum, each with its sign."""
    return re.findall(r"[-+]?[0-9]+", text)
