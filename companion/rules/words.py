"""Wording: lists, plurals, numbers and names in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from string import Formatter
from typing import Any

_RANGE = re.compile(r"(?<![\w-])(\d+)[-–](?=\d+(?![\w-]))")


def listed(words: Sequence[str], last: str = "and") -> str:
    """``A, B and C``; ``A, 5 points; B, 2 points`` where a comma would not tell them apart."""
    if len(words) < 2 or not any(mark in word for word in words for mark in (", ", ": ")):
        return together(words, last)
    final = words[-1] if last == "and" else f"{last} {words[-1]}"
    return "; ".join([*words[:-1], final])


def together(names: Sequence[str], last: str = "and") -> str:
    """``Ada, Ben and Cleo``, as people are named in a sentence, whatever marks a name has."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def listed_within(most: int, names: Sequence[str]) -> str:
    """The same within so many letters: as many as fit, and how many more there are."""
    whole, fewer = together(names), range(len(names) - 1, 0, -1)
    lists = (together([*names[:n], f"{len(names) - n} more"]) for n in fewer)
    return next((said for said in (whole, *lists) if len(said) <= most), whole)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def stopped(text: str) -> str:
    """The text with a full stop, unless another mark ends it."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def spans(numbers: Iterable[int]) -> list[str]:
    """Card numbers with runs of three or more shortened: ``200-204``."""
    found: list[str] = []
    ordered = sorted(numbers)
    for _, run in groupby(enumerate(ordered), key=lambda pair: pair[1] - pair[0]):
        cards = [number for _, number in run]
        ends = [f"{cards[0]}-{cards[-1]}"] if len(cards) > 2 else [str(c) for c in cards]
        found += ends
    return found


def said(value: Any, last: str = "and") -> str:
    """A fact's value in a sentence; ``last`` joins the last of several to the others."""
    if value is None:
        return "?"
    if isinstance(value, tuple | list):
        numbers = all(type(item) is int for item in value)
        words = spans(value) if numbers else [curled(str(item)) for item in value]
        return listed(words, last) or "none"
    return curled(str(value))


def curled(name: str) -> str:
    """A name with typographic apostrophes; keys have plain ones."""
    return name.replace("'", "’")


def uncurled(name: str) -> str:
    """The same name as a key, or as somebody types it."""
    return name.replace("’", "'")


def names_in(sentence: str) -> set[str]:
    """The names in its braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def shortened(text: str, most: int = 40) -> str:
    """``text``, cut at a word where it is too long for a label."""
    if len(text) <= most:
        return text
    return f"{text[: most - 1].rsplit(' ', 1)[0].rstrip(' ,;:')}…"


def nonbreaking(text: str) -> str:
    """``text`` with ranges (by a dash) and per cents that no line takes apart: ``22–42 %``."""
    return _RANGE.sub("\\1\u2060–\u2060", text).replace(" %", "\u00a0%")


def plural(count: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{minus(count)} {one if abs(count) == 1 else many or one + 's'}"


class _Counting(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return plural(value, *format_spec.split("/")) if format_spec else str(value)


def counting(text: str, known: Mapping[str, Any]) -> str:
    """``text`` with what is known in its braces: ``{cost:coin}`` is ``1 coin`` or ``2 coins``."""
    return _Counting().vformat(text, (), known)


def minus(number: float | str) -> str:
    """A number with a true minus where it is below 0, and no tenths where there are none."""
    return str(number).removesuffix(".0").replace("-", "−")


def abbreviated(name: str, letters: int) -> str:
    """A name where there is room for so many letters only."""
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def signed(number: int) -> str:
    """The same with a plus where it is above."""
    return f"+{number}" if number > 0 else minus(number)


def renamed(text: str, own: Mapping[str, str]) -> str:
    """``text`` with the game's words, given in small letters, replaced by a group's own."""
    if not own:
        return text
    words = "|".join(re.escape(word) for word in sorted(own, key=len, reverse=True))
    return re.sub(rf"\b(?:{words})\b", lambda found: _like(found[0], own), text, flags=re.I)


def _like(word: str, own: Mapping[str, str]) -> str:
    other = own[word.lower()]
    return capital(other) if word[:1].isupper() else other
