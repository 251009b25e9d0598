"""What does not fit together on a score sheet of Newdale, and what would score more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.issues import Issue, Level
from companion.rules.scoring.sheet import Entry, ScoringContext
from companion.rules.words import plural, signed

COINS_A_POINT = 5  # p. 13, step 3


@dataclass(frozen=True, slots=True)
class Option:
    """One way to score the main objective; None where the card has not been copied."""

    key: str
    coins: int | None
    points: int | None


def best_option(options: tuple[Option, ...], coins: int) -> tuple[str, int]:
    """The option that brings most with these goods, exactly paid, and points with what is left."""
    worth = {"none": coins // COINS_A_POINT}
    for option in options:
        if option.coins is not None and option.points is not None and option.coins <= coins:
            worth[option.key] = option.points + (coins - option.coins) // COINS_A_POINT
    best = max(worth, key=lambda key: worth[key])
    return best, worth[best]


def coins_given(context: ScoringContext, entry: Entry) -> int:
    """What the main objective takes: all that was given, or by ruling what it needs (R10)."""
    needed = context.setting(f"objective_{entry['objective']}_coins")
    if needed is None or context.setting("overpay") == "lost":
        return int(entry["spent"])
    return int(min(entry["spent"], needed))


def check_objective(context: ScoringContext) -> Iterator[Issue]:
    """The option taken must be on the card, be paid, and be paid with goods one has."""
    for seat, entry in enumerate(context.entries):
        option, spent, coins = entry["objective"], entry["spent"], entry["coins"]
        if spent is None:
            continue
        if option == "none" and spent:
            said = "You give coins only for an option. Choose one, or enter 0."
            yield Issue("conflict", said, "spent", seat)
        elif coins is not None and spent > coins:
            said = f"{plural(spent, 'coin')} given, but the goods are worth {coins}."
            yield Issue("conflict", said, "spent", seat)
        needed = context.setting(f"objective_{option}_coins")
        if needed is not None and spent < needed:
            said = f"The {option} option needs goods worth at least {plural(needed, 'coin')}."
            yield Issue("too-low", said, "spent", seat)
    yield from _unknown_options(context)


def _unknown_options(context: ScoringContext) -> Iterator[Issue]:
    taken = {entry["objective"] for entry in context.entries} - {None, "none"}
    level = Level.WARN if context.setting("objective-values") == "zero" else Level.ERROR
    for option in sorted(taken):
        key = f"objective_{option}_points"
        if context.setting(key) is None:
            said = f"Copy the points of the {option} option from the chapter card."
            yield Issue("missing", said, key, level=level)


def check_better(context: ScoringContext) -> Iterator[Issue]:
    """Points out the option of the main objective that would bring more (R9)."""
    if context.setting("better-objective") == "quiet":
        return
    options = tuple(_option(context, key) for key in ("first", "second"))
    for seat, entry in enumerate(context.entries):
        taken, spent, coins = entry["objective"], entry["spent"], entry["coins"]
        if None in (taken, spent, coins) or spent > coins:  # first that has to be put right
            continue
        now = (coins - coins_given(context, entry)) // COINS_A_POINT
        now += next((o.points or 0 for o in options if o.key == taken), 0)
        best, worth = best_option(options, coins)
        if worth > now and best not in (taken, "none"):
            more = f"{worth} instead of {now}, goods left included"
            said = f"With the right goods, the {best} option scores {worth - now} more ({more})."
            take = (("objective", best), ("spent", _option(context, best).coins))
            yield Issue("better", said, "objective", seat, Level.ADVICE, take)


def check_towns(context: ScoringContext) -> Iterator[Issue]:
    """Every building brings a house, and one stands there from the start (A9). Only asked: a group
    may have noted some of its buildings and not the others."""
    first = context.setting("start-house") != "does-not-count"
    each = 2 if context.setting("both-symbols") == "twice" else 1
    for seat, towns in enumerate(context.values("towns")):
        built = context.cards(seat, "built")
        most = (built + first) * each
        if built and towns > most:
            noted = f"{plural(built, 'building')} entered, so at most {plural(most, 'town')}"
            said = f"{noted}. Is a building missing?"
            yield Issue("conflict", said, "towns", seat, Level.WARN)


def _option(context: ScoringContext, key: str) -> Option:
    coins = context.setting(f"objective_{key}_coins")
    return Option(key, coins, context.setting(f"objective_{key}_points"))


def check_track(context: ScoringContext) -> Iterator[Issue]:
    """Points below 0 are rare, so worth a second look (R6)."""
    stops = context.setting("below-zero") == "stop-at-zero"
    for seat, points in enumerate(context.values("track")):
        if points < 0:
            counts = "stops at 0 (house rule)" if stops else f"counts as {signed(points)}"
            said = f"Points below 0 are rare. The marker {counts}. Is that right?"
            yield Issue("too-low", said, "track", seat, Level.WARN)


def check_chapter(context: ScoringContext) -> Iterator[Issue]:
    """A group that plays without side objectives has nothing on the chapter line (R18)."""
    if context.setting("side-objectives") != "left-out":
        return
    for seat, points in enumerate(context.values("chapter")):
        if points:
            said = "Your group plays without side objectives and penalties, so enter 0."
            yield Issue("conflict", said, "chapter", seat)
