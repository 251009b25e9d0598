"""What one more of something would bring, while a game is still being played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from companion.rules.facts import Certainty
from companion.rules.fields import Field, Kind
from companion.rules.issues import errors
from companion.rules.play import Play
from companion.rules.sheet import Category, Entry, Reckoning
from companion.rules.words import signed
from companion.show.score.watched import Watched

AHEAD = 5
"""So many more are looked at: what lies further off helps nobody decide."""


def thresholds(play: Play, seat: int) -> dict[str, str]:
    """``2 more: +8``, by field, as the table stands now; what grows evenly says nothing."""
    reckoning = _as_it_stands(play)
    found = {}
    for category in play.game.sheet.categories:
        if any(entry.get(f.key) is None for f in category.fields for entry in reckoning.entries):
            continue  # somebody has something else instead of these lines, or has to choose first
        for field in category.fields:
            if field.kind is Kind.COUNT and (text := _ahead(category, field, reckoning, seat)):
                found[field.key] = text
    return found


def ahead_of(play: Play, seat: int, cards: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """``2 more: +8`` by card, from what one of it adds to fields; ``?`` where we only guess."""
    reckoning = _as_it_stands(play)
    counts = [
        _counted(play, category, reckoning, seat)
        for category in play.game.sheet.categories
        if all(entry.get(f.key) is not None for f in category.fields for entry in reckoning.entries)
    ]
    mine = reckoning.entries[seat]
    kinds = {tuple(adds.items()): adds for adds in cards.values()}
    found = {kind: _first_gain(adds, mine, counts) for kind, adds in kinds.items()}
    return {card: text for card, adds in cards.items() if (text := found[tuple(adds.items())])}


def standing_points(play: Play, seat: int) -> int:
    """What somebody would score if the game ended now, as far as it is told."""
    reckoning = _as_it_stands(play)
    return sum(
        _points(category, reckoning, seat, reckoning.entries[seat])
        for category in play.game.sheet.categories
        if all(entry.get(f.key) is not None for f in category.fields for entry in reckoning.entries)
    )


@dataclass(frozen=True, slots=True)
class _Counted:
    """A category's points for one seat as the table stands, and which fields they hang on."""

    points: int
    reads: Set[str]
    is_guessed: bool
    then: Callable[[Entry], int]


def _counted(play: Play, category: Category, reckoning: Reckoning, seat: int) -> _Counted:
    then = partial(_points, category, reckoning, seat)
    watched = Watched(reckoning.entries[seat])
    return _Counted(then(watched), watched.read, _is_guessed(play, category), then)


def _first_gain(adds: Mapping[str, int], mine: Entry, counts: list[_Counted]) -> str:
    moving = [count for count in counts if count.reads & adds.keys()]
    for more in range(1, AHEAD + 1) if moving else ():
        entry = {**mine, **{key: mine[key] + by * more for key, by in adds.items() if key in mine}}
        gains = [(count, count.then(entry) - count.points) for count in moving]
        if moved := [(count, gain) for count, gain in gains if gain]:
            guessed = any(count.is_guessed for count, _ in moved)
            return f"{more} more: {signed(sum(gain for _, gain in moved))}{'?' if guessed else ''}"
    return ""


def _is_guessed(play: Play, category: Category) -> bool:
    """Whether its points hang on something that nobody has compared with the cards."""
    facts = play.known()
    here = [facts[key] for key in category.asks if key in facts]
    return any(known.fact.sure in (Certainty.ASSUMED, Certainty.UNKNOWN) for known in here)


def _as_it_stands(play: Play) -> Reckoning:
    """With 0 for every number that nobody has told yet."""
    reckoning, found = play.reckoned
    wrong = {(issue.seat, issue.field) for issue in errors(found)}
    numbers = {f.key for f in play.game.sheet.fields() if f.kind in (Kind.COUNT, Kind.POINTS)}
    entries = tuple(
        {
            key: 0 if key in numbers and (value is None or (seat, key) in wrong) else value
            for key, value in entry.items()
        }
        for seat, entry in enumerate(reckoning.entries)
    )
    return replace(reckoning, entries=entries, typed=())


def _ahead(category: Category, field: Field, reckoning: Reckoning, seat: int) -> str:
    mine = reckoning.entries[seat]
    room = AHEAD if field.high is None else min(AHEAD, field.high - mine[field.key])
    points = [
        _points(category, reckoning, seat, {**mine, field.key: mine[field.key] + more})
        for more in range(room + 1)
    ]
    steps = {after - before for before, after in pairwise(points)}
    if len(steps) < 2:
        return ""
    more = next(n for n, there in enumerate(points) if there != points[0])
    return f"{more} more: {signed(points[more] - points[0])}"


def _points(category: Category, reckoning: Reckoning, seat: int, entry: Entry) -> int:
    entries = [*reckoning.entries]
    entries[seat] = entry
    return category.rule(category, replace(reckoning, entries=tuple(entries)))[seat].points
