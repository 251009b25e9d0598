"""A calculator's answer in words, and what a tap below it enters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any

from companion.rules.aids.aid import Aid, Answer, Question, Saying
from companion.rules.aids.known import OR
from companion.rules.fields import Field
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.words import capital, listed, minus, plural, said, signed, together
from companion.show.formats import bar_width, decimal, odds, percent, percents

LONG, SHORT = 14, 8  # letters of a name that stands whole beside others, and of one that is cut

A_LINE, A_BAR = 38, 10
"""So many letters stand beside a figure on a phone; as many fewer before a bar."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One thing that was found."""

    label: str
    text: str
    figure: str
    tag: str
    good: bool
    width: str  # of a bar; empty: none is drawn
    big: bool
    small: bool
    does: str = ""  # what a tap is called that books it
    books: Mapping[str, Any] = field(default_factory=dict)  # what such a tap enters

    @property
    def is_short(self) -> bool:
        """Whether a line of the screen holds it."""
        letters = len(self.label + self.text + self.tag)
        return not self.does and letters <= (A_LINE - A_BAR if self.width else A_LINE)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whom and what an answer may name: the people at the table, the game's own words."""

    people: tuple[str, ...]
    labels: Mapping[str, str]


def shortened(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names for a sentence that holds several; long ones are cut where they still differ."""
    cut = tuple(n if len(n) <= LONG else f"{n[:SHORT].rstrip()}…" for n in names)
    return cut if len({*cut}) == len({*names}) else names


def speaker(game: Game, fields: Iterable[Field], people: tuple[str, ...]) -> Speaker:
    return Speaker(shortened(people), {**_cards(game), **dict(_labels(fields))})


@lru_cache(64)
def _cards(game: Game) -> dict[str, str]:
    return {card.key: card.label for card in game.catalogue}


def _labels(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    for asked in fields:
        yield asked.key, asked.label
        yield from ((choice.key, choice.label) for choice in asked.choices)
        yield from _labels(asked.item)


def answer_lines(
    says: Iterable[Saying], question: Question, answer: Answer, speaks: Speaker
) -> tuple[AnswerLine, ...]:
    """All that is to be said of an answer, in the order of the data."""
    known = {**question.values, **answer, "asked": question.values}
    words = _Words(speaks)
    lines = (
        _line(saying, scope, words)
        for saying in says
        for scope in _scopes(saying, known, question.values)
        if _holds(saying.only, scope)
    )
    return tuple(line for line in lines if line.figure or line.label or line.text)


def worded(text: str, scope: Mapping[str, Any], speaks: Speaker) -> str:
    """One text with what its braces name."""
    return _Words(speaks).say(text, scope)


def _scopes(
    saying: Saying, known: Mapping[str, Any], asked: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """What can be named: once, or for each of several with its number and the row asked about."""
    if not saying.each:
        yield known
        return
    several = _at(known, saying.each)
    pairs = several.items() if isinstance(several, Mapping) else enumerate(several or ())
    rows = asked.get(saying.each)
    for n, (key, one) in enumerate(pairs):
        row = rows[n] if isinstance(rows, tuple) and n < len(rows) else None
        parts = one if isinstance(one, Mapping) else {}
        yield {**known, "n": n + 1, "key": key, "row": row, "it": one, **parts}


def _holds(only: Mapping[str, Any], scope: Mapping[str, Any]) -> bool:
    """Whether all is as it should be; true and false ask whether there is anything at all."""
    for path, wanted in only.items():
        there = _at(scope, path)
        if isinstance(wanted, bool) and not isinstance(there, bool):
            there = bool(there)
        if there not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True


def _line(saying: Saying, scope: Mapping[str, Any], words: _Words) -> AnswerLine:
    parts = [words.say(part, scope) for part in (saying.label, saying.text)]
    figure, tag = words.say(saying.figure, scope), words.say(saying.tag, scope)
    chance = _at(scope, saying.bar) if saying.bar else None
    bar = bar_width(chance[0] if isinstance(chance, list) else chance) if chance is not None else ""
    return AnswerLine(
        label=capital(parts[0]),
        text=parts[1],
        figure=figure,
        tag=tag,
        good=saying.good,
        width=bar,
        big=saying.big,
        small=saying.small,
        does=saying.does,
        books=(scope.get("books") or {}) if saying.does else {},
    )


def _at(known: Any, path: str) -> Any:
    """What stands at ``chances.orderly``; None where there is nothing."""
    for name in path.split("."):
        if isinstance(known, Mapping):
            known = known.get(name)
        elif isinstance(known, list | tuple) and name.isdecimal():
            known = known[int(name)] if int(name) < len(known) else None
        else:
            return None
    return known


@lru_cache(1024)
def _parts(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What stands between ``|``, each with the names in its braces."""
    parts = ((part, Formatter().parse(part)) for part in text.split("|"))
    return tuple((part, tuple(name for _, name, _, _ in found if name)) for part, found in parts)


class _Words(Formatter):
    """Fills in braces, whose names are paths."""

    def __init__(self, speaks: Speaker) -> None:
        self.speaks = speaks

    def say(self, text: str, scope: Mapping[str, Any]) -> str:
        """The first part between ``|`` of which all is known."""
        for part, names in _parts(text):
            if all(_at(scope, name) is not None for name in names):
                said = self.vformat(part, (), scope) if "{" in part else part
                return said.replace("….", "…")  # a name that was cut ends its sentence by itself
        return ""

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return _at(kwargs, field_name), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return decimal(value) if isinstance(value, Fraction) else said(value)
        if format_spec in KINDS:
            return KINDS[format_spec](value, self.speaks)
        signs, counted = format_spec.startswith("+"), format_spec.removeprefix("+")
        one, _, many = counted.partition("/")
        if isinstance(value, Fraction):
            return plural(1, one) if value == 1 else f"{decimal(value)} {many or one + 's'}"
        word = plural(value, one, many).partition(" ")[2]
        return f"{signed(value) if signs else minus(value)} {word}"


def _percent(value: Any, _: Speaker) -> str:
    return percents(*value) if isinstance(value, list | tuple) else percent(value)


def _label(value: Any, speaks: Speaker) -> str:
    """What a key stands for; of counts how many of each, of a list all of them."""
    if isinstance(value, Mapping):
        return listed([f"{n} {speaks.labels.get(key, key)}" for key, n in value.items() if n])
    several = value if isinstance(value, list | tuple) else [value]
    return listed([speaks.labels.get(str(key), str(key)) for key in several])


def _people(value: Any, speaks: Speaker) -> str:
    seats = value if isinstance(value, list | tuple) else [value]
    return together([speaks.people[n] for n in seats if 0 <= n < len(speaks.people)])


KINDS: Mapping[str, Callable[[Any, Speaker], str]] = {
    "percent": _percent,
    "figure": lambda value, speaks: _percent(value, speaks).removesuffix(" %"),
    "odds": lambda value, _: odds(value),
    "about": lambda value, _: decimal(Fraction(value)),
    "signed": lambda value, _: signed(value),
    "label": _label,
    "people": _people,
}
"""How a value can be told, by the word after the colon."""


def booked(play: Play, aid: Aid, seat: int, found: Mapping[str, Any]) -> dict[str, Any]:
    """The entry that books what an aid has found for somebody; {}: there is nothing to book."""
    parts = {
        "lays": [row for row in found.get("lays", ()) if row["pad"] in play.pads],
        "lifts": list(_lying(play, seat, found.get("lifts", ()))),
        "counts": dict(_counted(play, seat, found.get("counts", {}))),
    }
    told = {name: part for name, part in parts.items() if part}
    return {"aid": aid.key, **play.about(seat), **told} if told and not play.finished else {}


def _lying(play: Play, seat: int, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The cards among them that somebody has laid; what was only typed is nowhere to be taken."""
    there = Counter(
        (pad, laid.card)
        for pad, hands in play.pads.items()
        for laid in hands[0 if len(hands) == 1 else seat]
    )
    for row in rows:
        card = row["pad"], row["card"]
        if there[card]:
            there[card] -= 1
            yield row


def _counted(play: Play, seat: int, moves: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Of tracks that stand for each other the one that is here; not what nobody has told yet."""
    tracks = {track.key: track for track in play.game.tracks if track.key in play.tracks}
    for names, by in moves.items():
        track = next((tracks[name] for name in names.split(OR) if name in tracks), None)
        if track is None or not by:
            continue
        at = 0 if track.shared else seat
        short = play.tracks[track.key][at] + by < (track.low or 0)
        untold = track.shared and short  # pieces that nobody counts
        if not untold and play.is_told(track, at):
            yield track.key, by
