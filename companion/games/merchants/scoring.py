"""The rules of Merchants of the Dark Road that are more than a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.merchants.deeds import Piles, best, choices_of, gained
from companion.games.merchants.market import SECTIONS, clashes, turned, wheel_at
from companion.rules.data.load import Verbs
from companion.rules.issues import Issue, Level
from companion.rules.scoring.sheet import Breakdown, Category, Entry, ScoreLine, ScoringContext
from companion.rules.situation import Situation
from companion.rules.words import plural

DEEDS = 19  # p. 2
UNITS = {"coins": "coins", "prestige": "prestige", "vp": "victory points"}
UNLIKELY = 120  # B8: scores are about 40


def base(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Add what deeds give to coins and prestige. The lower total counts (p. 16, step 1)."""
    entry, split = context.entries[seat], context.setting("choice-deeds") == "each-time"
    detail: dict[str, Any] = {"coins": None, "prestige": None, "deeds": []}
    if _is_concern(entry):
        said = "final score by the solo booklet, as entered"
        return ScoreLine(entry["final"], said, detail=detail)
    deeds, choices = entry["deeds"], choices_of(entry["deeds"])
    coins, prestige = gained(deeds, "coins"), gained(deeds, "prestige")
    start = Piles(entry["coins"] + coins, entry["prestige"] + prestige)
    [piles] = best([start], choices, split)
    pairs = list(zip(piles.as_coins, choices, strict=True))
    more_coins = sum(n * choice.coins for n, choice in pairs)
    more_prestige = sum((choice.times - n) * choice.prestige for n, choice in pairs)
    working = (
        f"{_added('coins', entry['coins'], coins, more_coins)}, "
        f"{_added('prestige', entry['prestige'], prestige, more_prestige)}: the lower counts"
    )
    taken = [w for n, c in pairs for w in ["coins"] * n + ["prestige"] * (c.times - n)]
    if taken:
        n = taken.count("coins")
        cards = "" if split else ", each card as one"
        said = f"{n} as coins, {len(taken) - n} as prestige{cards}"
        working += f". Choices: {said}. No other way makes the lower pile higher"
    detail = {"coins": piles.coins, "prestige": piles.prestige, "deeds": taken}
    return ScoreLine(piles.base, working, detail=detail)


def _is_concern(entry: Entry) -> bool:
    return "final" in entry


def _added(unit: str, start: int, deeds: int, choices: int) -> str:
    """``37 + 4 from deeds + 3 from choices = 44 coins``."""
    parts = [f"{n} {what}" for n, what in ((deeds, "from deeds"), (choices, "from choices")) if n]
    total = start + deeds + choices
    said = plural(total, "coin") if unit == "coins" else f"{total} {unit}"
    return f"{' + '.join([str(start), *parts])} = {said}" if parts else said


def vp(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Points of deeds, 2 for the upgrade, 1 for each illuminated die left (p. 16, step 2)."""
    entry = context.entries[seat]
    if _is_concern(entry):
        return ScoreLine(0, "in the final score")
    dice = entry["dice"]
    parts = {
        "deeds": gained(entry["deeds"], "vp"),
        "the 2 VP upgrade": 2 * entry["upgrade_vp"],
        f"{plural(dice, 'die', 'dice')} left": dice,
    }
    working = ", ".join(f"{n} for {what}" for what, n in parts.items() if n)
    return ScoreLine(sum(parts.values()), working or "none")


def wealth(context: ScoringContext, scored: Sequence[Breakdown], seat: int) -> int | None:
    """Coins and prestige together, with the deeds unless the group rules otherwise (17).

    The Private Concern has a final score only, so nobody can say who is ahead (B10).
    """
    if _is_concern(context.entries[seat]):
        return None
    source: Any = scored[seat].lines[0].detail
    if context.setting("tie-sum") == "before-deeds":
        source = context.entries[seat]
    return (source.get("coins") or 0) + (source.get("prestige") or 0)


def check_concern(context: ScoringContext) -> Iterator[Issue]:
    """One Private Concern at most, and somebody to play against it (p. 19)."""
    seats = [seat for seat, entry in enumerate(context.entries) if _is_concern(entry)]
    for seat in seats[1:]:
        said = "There is one Private Concern, so only one seat has just a final score."
        yield Issue("conflict", said, "final", seat)
    if len(seats) == len(context.entries):
        yield Issue("players", "At least one seat needs a human player.")
    told = all(entry.get("coins") is not None for entry in context.entries)
    if told and not seats and context.setting("concern") == "yes":
        said = "The Private Concern plays, but no seat has its final score."
        yield Issue("missing", said, "final", level=Level.WARN)


def check_deeds(context: ScoringContext) -> Iterator[Issue]:
    """A row is a card, and the box has 19 (p. 2)."""
    held = [len(entry.get("deeds") or ()) for entry in context.entries]
    if sum(held) > DEEDS:
        said = f"{sum(held)} deeds at the table, but the box has {DEEDS}."
        yield from (Issue("supply", said, "deeds", seat) for seat, n in enumerate(held) if n)


def check_amounts(context: ScoringContext) -> Iterator[Issue]:
    """An amount that was not entered counts 0, which is hardly meant."""
    for seat, entry in enumerate(context.entries):
        for number, deed in enumerate(entry.get("deeds") or ()):
            typed = context.typed[seat]["deeds"][number]
            named = ("coins", "prestige") if deed["kind"] == "choice" else (deed["kind"],)
            for key in (key for key in named if typed.get(key) in (None, "")):
                said = f"Deeds, row {number + 1}: no {UNITS[key]} entered, so it counts 0."
                yield Issue("missing", said, "deeds", seat, Level.WARN)


def check_piles(context: ScoringContext) -> Iterator[Issue]:
    """More than 120 can be, but is worth a second look (B8)."""
    for key in ("coins", "prestige"):
        for seat, amount in enumerate(context.values(key)):
            if amount > UNLIKELY:
                said = f"More than {UNLIKELY} {key}: is that right?"
                yield Issue("supply", said, key, seat, Level.WARN)


def prices(situation: Situation) -> tuple[str, ...] | None:
    """Every good with its value, once the group has told how its wheel stands."""
    wheel = wheel_at(situation)
    pairs = zip(wheel, SECTIONS, strict=False)
    return tuple(f"{good} ${value}" for good, value in pairs) or None


def five_next(situation: Situation) -> str | None:
    """The good that one clockwise step brings to $5 (ruling 11)."""
    wheel = wheel_at(situation)
    return turned(wheel, 1, situation["wheel-direction"] == "up")[0] if wheel else None


def clash(situation: Situation) -> tuple[str, ...]:
    """Picked buildings that probably are two sides of one tile (ruling 21)."""
    return clashes(situation["buildings_in_play"] or ())


VERBS = Verbs(
    rules={"base": base, "vp": vp},
    checks={
        "concern": check_concern, "deeds": check_deeds, "amounts": check_amounts,
        "piles": check_piles,
    },
    merits={"wealth": wealth},
    facts={"prices": prices, "five-next": five_next, "clash": clash},
)  # fmt: skip
