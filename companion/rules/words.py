"""Wording: lists, plurals and names in sentences; numbers and chances, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from string import Formatter
from typing import Any

_RANGE = re.compile(r"(?<![\w-])(\d+)[-–](?=\d+(?![\w-]))")
LARGEST_NUMBER = 9999
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
MOST_TERMS = 60
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}", re.ASCII)
_SUM = re.compile(rf"[-+]?[0-9]{{1,4}}([-+][0-9]{{1,4}}){{0,{MOST_TERMS - 1}}}", re.ASCII)
_SIDE_BY_SIDE = re.compile(
    rf"[0-9]{{1,4}}(\s*[,\s]\s*[0-9]{{1,4}}){{1,{MOST_TERMS - 1}}}", re.ASCII
)
LONGEST_SUM = 5 * MOST_TERMS
MOST_DIGITS = 4
LARGEST_FRACTION = 9999  # the largest denominator that people still read
FEW_PARTS = 6  # the largest number that odds are given out of
USUAL = 150  # where the box sets no limit, more than this is asked about


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


def inline(label: str) -> str:
    """A label where a value follows it: ``Second option, points`` has one colon less."""
    return label.replace(": ", ", ")


def possessive(name: str) -> str:
    """``Ann’s``, ``Gus’s``; a group that is called by a plural has its own: ``The Foxes’``."""
    several = name.casefold().startswith("the ") and name.endswith("s")
    return f"{name}’" if several else f"{name}’s"


def spans(numbers: Iterable[int]) -> list[str]:
    """Card numbers with runs of three or more shortened: ``200-204``."""
    found: list[str] = []
    ordered = sorted(numbers)
    for _, run in groupby(enumerate(ordered), key=lambda pair: pair[1] - pair[0]):
        cards = [str(number) for _, number in run]
        found += [f"{cards[0]}-{cards[-1]}"] if len(cards) > 2 else cards
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
    """``text`` with ranges (by a dash) that no line takes apart: ``22–42%``."""
    return _RANGE.sub("\\1\u2060–\u2060", text)


def dashed(text: str) -> str:
    """``text`` with its ranges by a dash, as on paper: ``22–42``."""
    return _RANGE.sub("\\1–", text)


def plural(count: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{minus(count)} {one if abs(count) == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """``third``, ``21st``."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ends = {1: "st", 2: "nd", 3: "rd"} if number % 100 // 10 != 1 else {}
    return f"{number}{ends.get(number % 10, 'th')}"


def change(count: int, one: str, many: str = "") -> str:
    """``+1 card``, ``−2 cards``."""
    return f"{signed(count)} {plural(count, one, many).partition(' ')[2]}"


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
    return sum(int(term) for term in re.findall(r"[-+]?[0-9]+", text))


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
    return f"{label}: enter a whole number, or a sum such as 3+5+2."


def out_of_range(
    label: str, number: int, low: int | None, high: int | None, why: str = ""
) -> tuple[str, str] | None:
    """The code and the sentence of a number that is too low or too high; ``why``: the rule."""
    least, most = -LARGEST_NUMBER if low is None else low, LARGEST_NUMBER if high is None else high
    if number < least:
        return "too-low", f"{label}: at least {minus(least)}."
    return ("too-high", why or f"{label}: at most {most}.") if number > most else None


def unusual(label: str, number: int) -> str:
    """The question whether somebody means so large a number."""
    return f"{label}: {number} is unusually high. Is that right?"


def percent(chance: Fraction) -> str:
    """``67%``. What can happen is never 0, and what can fail never 100."""
    return f"{_figure(chance)}%"


def _figure(chance: Fraction) -> str:
    whole = rounded(chance * 100)
    if whole == 0 and chance:
        return "<1"
    return ">99" if whole == 100 and chance != 1 else str(whole)


def percents(least: Fraction, most: Fraction) -> str:
    """``61–67%``, or one number where both ends read the same."""
    ends = dict.fromkeys((_figure(least), _figure(most)))
    return f"{'–'.join(ends)}%"


def in_words(chance: Fraction) -> str:
    """``2059 in 3060``, exactly."""
    return "for certain" if chance == 1 else f"{chance.numerator} in {chance.denominator}"


def odds(chance: Fraction) -> str:
    """``about 2 in 3 (2059 in 3060)``."""
    if chance in (0, 1):
        return "never" if chance == 0 else "for certain"
    near = chance.limit_denominator(FEW_PARTS)
    if near == chance or chance.numerator == 1:
        return in_words(chance)
    about = _about(chance, near)
    return about if chance.denominator > LARGEST_FRACTION else f"{about} ({in_words(chance)})"


def _about(chance: Fraction, near: Fraction) -> str:
    """Small chances as 1 in so many, and their opposites likewise."""
    if near == 0:
        return f"about 1 in {rounded(1 / chance)}"
    if near == 1:
        out_of = rounded(1 / (1 - chance))
        return f"about {out_of - 1} in {out_of}"
    return f"about {in_words(near)}"


def bar_width(chance: Fraction) -> str:
    """How long its bar is drawn."""
    tenths = rounded(chance * 1000)
    return f"{tenths // 10}.{tenths % 10}%"


def rounded(number: Fraction) -> int:
    """To the nearest whole number; a half goes up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)
