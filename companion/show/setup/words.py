"""The sentence of a set-up step: the figures that stand out in it, and where the rules say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from companion.rules.words import nonbreaking

Words = tuple[tuple[str, bool], ...]
"""A sentence in pieces; those that are true stand out."""
COUNTED = re.compile(
    r"(?<![“–$-])(?<!and )(?<!page )(?<!step )\b\d+(?= (?!and |or |to |on |of |is |stay)[a-z]{3})"
)
"""The first number that says how many of something."""
NUMBERS = re.compile(r"\d+(?:[–-]\d+)?")
LABEL = " ("
"""What a deck's step says of its rounds comes after this."""
PAGE = re.compile(r"\bpp?\. \d+(?:[–-]\d+|, \d+)*|\bstep \d+")


def naming(text: str, things: tuple[str, ...]) -> Words:
    """``text`` in pieces: these things stand out in it."""
    names = "|".join(map(re.escape, sorted(things, key=len, reverse=True)))
    found = re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text.partition(LABEL)[0]) if things else ()
    return _split(text, [one.span() for one in found])


def stressed(text: str, figure: str, cards: tuple[int, ...]) -> Words:
    """``text`` in pieces: its cards or its figure stand out, in front if it does not name it."""
    if cards:
        return _split(text, _card_numbers(text, cards))
    found = re.search(rf"(?<=[\w’”,:;] ){re.escape(figure)}(?!\w)|^\d+\b", text) if figure else None
    if found and found[0] == figure:
        return _split(text, [found.span()])
    if figure:
        return ((figure, True), (f" {nonbreaking(text)}", False))
    counted = COUNTED.search(text)
    return _split(text, [counted.span()] if counted else [])


def _card_numbers(text: str, cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """Where the numbers of the cards stand, one by one or as a range."""
    known = set(map(str, cards))
    recipe = text.partition(LABEL)[0]
    named = (
        found for found in NUMBERS.finditer(recipe) if set(re.split("[–-]", found[0])) <= known
    )
    return [found.span() for found in named]


def _split(text: str, spans: list[tuple[int, int]]) -> Words:
    return tuple(_pieces(text, spans))


def _pieces(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    done = 0
    for begin, end in spans:
        if text[done:begin]:
            yield nonbreaking(text[done:begin]), False
        yield nonbreaking(text[begin:end]), True
        done = end
    if text[done:]:
        yield nonbreaking(text[done:]), False


@lru_cache(512)
def page_of(src: str) -> str:
    """``p. 4`` or ``step 3``; empty where the source names neither."""
    found = PAGE.search(src)
    return found[0] if found else ""
