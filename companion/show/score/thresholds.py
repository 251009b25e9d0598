"""What one more of something would bring, while a game is still being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from companion.rules.facts import Certainty
from companion.rules.fields import Field, Kind
from companion.rules.issues import errors
from companion.rules.play import Play
from companion.rules.sheet import Category, Reckoning
from companion.rules.words import signed

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
    entries = reckoning.entries
    known = [
        category
        for category in play.game.sheet.categories
        if all(entry.get(f.key) is not None for f in category.fields for entry in entries)
    ]
    now = [_points(category, reckoning, seat, dict(entries[seat])) for category in known]
    unsure = {category.key for category in known if _is_guessed(play, category)}
    found = {}
    for card, adds in cards.items():
        for more in range(1, AHEAD + 1) if adds else ():
            entry = dict(entries[seat])
            entry |= {key: entry[key] + by * more for key, by in adds.items() if key in entry}
            then = [_points(category, reckoning, seat, entry) for category in known]
            if then != now:
                gain = sum(then) - sum(now)
                moved = {c.key for c, a, b in zip(known, now, then, strict=True) if a != b}
                found[card] = f"{more} more: {signed(gain)}{'?' if moved & unsure else ''}"
                break
    return found


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


def _points(category: Category, reckoning: Reckoning, seat: int, entry: dict[str, object]) -> int:
    entries = [*reckoning.entries]
    entries[seat] = entry
    return category.rule(category, replace(reckoning, entries=tuple(entries)))[seat].points
