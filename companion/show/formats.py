"""Names, dates, sources and facts as people read them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.words import abbreviated, capital, together, uncurled
from companion.rules.zones import local

WIDEST = 3
"""The most letters that stand as a figure."""


class Piece(NamedTuple):
    """Words, the name after them, and what is written on to it: a comma, ``’s``."""

    words: str
    name: str = ""
    tail: str = ""


def pieces(sentence: str, names: Iterable[str], letters: int | None = 11) -> tuple[Piece, ...]:
    """``sentence`` split at every name in it, with names shortened to so many letters: by
    themselves to what a button in the dock has room for."""
    split, short = _shortened(tuple(filter(None, names)), letters)
    if not short:
        return (Piece(sentence),)
    *parts, rest = split.split(sentence)
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    found = [Piece(words, short[name], tail) for words, name, tail in triples]
    return (*found, Piece(rest)) if rest else tuple(found)


def plain(text: str) -> str:
    """Small letters without accents and curls, as people type them."""
    apart = unicodedata.normalize("NFD", uncurled(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def crowded(names: Sequence[str]) -> bool:
    """Whether these names are too long for one row of a phone, where a mark is as wide as six
    letters."""
    return sum(len(name) + 6 for name in names) > 44


def wordy(names: Sequence[str]) -> bool:
    """Whether one of them is too long for a tab beside those of the others."""
    return any(len(name) > 7 for name in names)


@lru_cache(maxsize=256)  # the same people on every page of an evening
def _shortened(
    names: tuple[str, ...], letters: int | None
) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern that finds these names in a sentence, and how each is written."""
    longest_first = sorted(names, key=len, reverse=True)  # one may begin another
    known = "|".join(map(re.escape, longest_first))
    short = {
        name: abbreviated(name, max(letters or len(name), _told_apart(name, names)))
        for name in names
    }
    return re.compile(rf"(?<!\w)({known})(?!\w)(\S*)"), short


def _told_apart(name: str, names: Iterable[str]) -> int:
    """The shortest beginning that no other name shares, and an ellipsis."""
    others = (zip(name, other, strict=False) for other in names if other != name)
    alike = (len([*takewhile(lambda pair: pair[0] == pair[1], pairs)]) for pairs in others)
    return max(alike, default=0) + 2


class Span(NamedTuple):
    """When something began and ended, by the table's own clock."""

    start: datetime
    end: datetime


def moment(text: str, zone: str) -> datetime | None:
    """An entry's time; entries of memory-only tables have none."""
    try:
        return local(datetime.fromisoformat(text), zone)
    except ValueError:
        return None


def entered(state: State, seq: int) -> datetime | None:
    """The time of the entry with this number, if it is there and has one."""
    row = state.log.find(seq)
    return moment(row.entry.at, state.zone) if row else None


def spans(state: State) -> dict[int, Span]:
    """From its start to its result, for every play of the table."""
    found: dict[int, Span] = {}
    over = set()
    for row in state.log:
        entry, play = row.entry, row.play
        counts = state.log.stands(row) and entry.action != "undo" and play not in over
        if counts and (at := moment(entry.at, state.zone)):
            found[play] = Span(found[play].start if play in found else at, at)
            if entry.action == "finish":
                over.add(play)
    return found


def day(when: date) -> str:
    """``Thursday 12 November 2026``."""
    return f"{when:%A} {short_day(when)}"


def short_day(when: date) -> str:
    return f"{when.day} {when:%B %Y}"


def hour(when: datetime) -> str:
    return f"{when:%H:%M}"


def said_span(span: Span) -> str:
    """``on Thursday 12 November 2026, 19:40 to 22:05``."""
    if span.start.date() == span.end.date():
        return f"on {day(span.start)}, {hour(span.start)} to {hour(span.end)}"
    if (span.end - span.start).total_seconds() < 12 * 3600:
        return f"on {day(span.start)}, {hour(span.start)} until {hour(span.end)} the next day"
    return f"from {day(span.start)} to {day(span.end)}"


def period(state: State) -> str:
    """The first and the last day of the whole table."""
    known = spans(state).values()
    if not known:
        return ""
    first, last = min(s.start for s in known), max(s.end for s in known)
    if first.date() == last.date():
        return day(first)
    return f"{short_day(first)} to {short_day(last)}"


@lru_cache(1024)
def source(src: str) -> str:
    """``rulebook p. 13``; empty where only our own papers say it.

    The grammar is in docs/game-keys.md, and the checks of a game hold its sources to it.
    """
    # Numbers of our fact sheets mean something only to those who keep the data.
    parts = [_place(part) for part in src.split("; ") if not re.match(r"[A-Z]+\d", part)]
    return together(list(dict.fromkeys(parts)))


def _place(part: str) -> str:
    # What is said of a page anyway.
    part = re.sub(r"^(the )?(rulebook|rules)(, ?| (?=pp?\. ))", "", part)
    if part.startswith("X:"):
        return "community card list"
    if part.startswith(("the ", "a ", "card ")):
        return part
    if part.startswith("expansion, "):
        return f"the expansion’s rulebook, {part.removeprefix('expansion, ')}"
    comma = "" if part.startswith(("p. ", "pp. ")) else ","
    return f"rulebook{comma} {part}"


@dataclass(frozen=True, slots=True)
class FactLine:
    """What is said of something; short enough for a figure, or in words."""

    label: str
    said: str
    note: str
    figure: bool
    short: str = ""  # without its unit, where there is little room
    unit: str = ""  # which the strip says after it


def fact_line(label: str, value: str, note: str = "", short: str = "") -> FactLine:
    return FactLine(label, capital(value), note, len(value) <= WIDEST, capital(short or value))


def now_facts(play: Play, facts: Facts) -> Iterator[tuple[str, FactLine]]:
    """The facts of this round only, and those that this phase names, by topic."""
    if play.moment == OVER:
        return
    clock = play.game.clock
    phase = clock.phase(play.moment)
    named = {*phase.shows, *phase.folds, *(phase.strip or clock.strip)}
    for topic in play.game.topics:
        known = facts.get(topic.key)
        if known is None or known.value is None:
            continue
        if topic.key in named or "round" in known.fact.when.needs:
            note = "" if known.fact.sure is Certainty.READ else known.fact.note
            said = fact_line(topic.label, topic.item.format(known.said), note, known.said)
            yield topic.key, replace(said, unit=topic.unit)
