"""Numbers as people and programs send them: whole numbers, and sums such as 3+5+2."""

from __future__ import annotations

import re
from typing import Any

from .words import listed, minus

LARGEST = 9999
MOST_TERMS = 60
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}", re.ASCII)
_SUM = re.compile(rf"[-+]?[0-9]{{1,4}}([-+][0-9]{{1,4}}){{0,{MOST_TERMS - 1}}}", re.ASCII)
_SIDE_BY_SIDE = re.compile(
    rf"[0-9]{{1,4}}(\s*[,\s]\s*[0-9]{{1,4}}){{1,{MOST_TERMS - 1}}}", re.ASCII
)
LONGEST_SUM = 5 * MOST_TERMS
MOST_DIGITS = 4
USUAL = 150  # where the box sets no limit, more than this is asked about


def whole(value: Any) -> int | None:
    """An integer from JSON or typed text; booleans and 2.5 are none."""
    if type(value) is int:
        return value
    if isinstance(value, str) and len(value) <= 20:
        text = value.strip().replace("−", "-")
        return int(text) if _WHOLE.fullmatch(text) else None
    return None


def number_or_text(typed: str) -> int | str | None:
    """What was typed as it is; a number where it is one, None where there is nothing."""
    number = whole(typed)
    return (typed.strip() or None) if number is None else number


def summed(value: Any, signed: bool = True) -> int | None:
    """A whole number, or what a typed sum comes to; ``signed``: its terms may be below 0."""
    number = whole(value)
    if number is not None or not isinstance(value, str) or len(value) > LONGEST_SUM:
        return number
    text = re.sub(r"\s*([-+])\s*", r"\1", value.strip().replace("−", "-"))  # 3 5 is not 35
    if not _SUM.fullmatch(text) or ("-" in text and not signed):
        return None
    return sum(int(term) for term in terms(text))


def written(value: Any) -> str:
    """What was entered as people write it: with a true minus in a number or a sum."""
    return str(value) if summed(value) is None else minus(value)


def readings(value: Any) -> tuple[str, ...]:
    """What numbers side by side may mean: ``3 5`` is 3+5 or 35, and only people know which."""
    if not isinstance(value, str) or not _SIDE_BY_SIDE.fullmatch(value.strip()):
        return ()
    numbers = re.findall(r"[0-9]+", value)
    joined = "".join(numbers)
    return ("+".join(numbers), *([joined] if len(joined) <= MOST_DIGITS else []))


def no_number(label: str, value: Any) -> str:
    """The sentence that asks for a number where ``value`` is none."""
    if meant := readings(value):
        typed = "\u00a0".join(value.split())  # so that a line does not end within it
        return f"{label}: “{typed}” is not clear. Is it {listed(meant, 'or')}?"
    return f"{label}: a whole number is needed, or a sum such as 3+5+2."


def out_of_range(
    label: str, number: int, low: int | None, high: int | None, why: str = ""
) -> tuple[str, str] | None:
    """The code and the sentence of a number that is too low or too high; ``why``: the rule."""
    least, most = -LARGEST if low is None else low, LARGEST if high is None else high
    if number < least:
        return "too-low", f"{label}: at least {minus(least)}."
    return ("too-high", why or f"{label}: at most {most}.") if number > most else None


def unusual(label: str, number: int) -> str:
    """The question whether somebody means so large a number."""
    return f"{label}: {number} is unusually high. Is that right?"


def terms(text: str) -> list[str]:
    """The parts of a sum, each with its sign."""
    return re.findall(r"[-+]?[0-9]+", text)
