"""The rules of Tybor that are more than a table: points, and the course of a stage."""

from __future__ import annotations

from collections import Counter

from companion.rules.data.load import Verbs
from companion.rules.scoring.sheet import Category, ScoreLine, ScoringContext
from companion.rules.situation import Situation
from companion.rules.words import listed, plural, together

from . import checks
from .checks import COLOURS, objectives

MOST, SECOND = 6, 2  # craftsmen (Points for Symbols)
STAGES = (1, 2, 3, 4)
HAND, LARGE_HAND = 5, 7  # 1. Deal Cards
SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)


def printed(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """The points just counted; how many you have of each colour is for the lines below."""
    points = context.entries[seat].get("printed") or 0
    return ScoreLine(points, f"{context.sum_typed(seat, 'printed')}{points}")


def majority(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """3 for each such card, if no one has more Buildings of its colour, even if tied (B1)."""
    points, said, worth = 0, [], category.fields[0].worth
    for colour in COLOURS:
        cards = context.entries[seat].get(f"most_{colour}")
        if not cards:
            continue
        counts = context.values(colour)
        leads = counts[seat] == max(counts)
        paid = (1 if context.setting("same-majority") == "once" else cards) if leads else 0
        points += worth * paid
        leader = context.names[counts.index(max(counts))]
        why = f"no one has more: {paid} × {worth}" if leads else f"{leader} has {max(counts)}: 0"
        said.append(f"{_name(context, colour)} {counts[seat]}, {why}")
    return ScoreLine(points, "; ".join(said) or "no such card")


def _name(context: ScoringContext, colour: str) -> str:
    return str(context.setting(f"{colour}_name"))


def sets(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """3 for every full set of the four colours, times the cards that pay for sets (B2)."""
    mine, worth = context.entries[seat], category.fields[0].worth
    cards = mine["sets"]
    if not cards:
        return ScoreLine(0, "no such card")
    full = min(mine[colour] for colour in COLOURS)
    working = f"{plural(cards, 'card')} × {plural(full, 'set')} × {worth}"
    return ScoreLine(cards * full * worth, working)


def pairs(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Each such card: Buildings of its colour ÷ 2, rounded down, × 2 (B3)."""
    points, said, mine = 0, [], context.entries[seat]
    for colour, field in zip(COLOURS, category.fields, strict=True):
        if cards := mine[field.key]:
            points += cards * field.points(mine[colour])
            times = f" on {cards} cards" if cards > 1 else ""
            said.append(f"{_name(context, colour)} {field.working(mine[colour])}{times}")
    return ScoreLine(points, "; ".join(said) or "no such card")


def merchants(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Merchant symbols ÷ 4, rounded down, × your Citizens."""
    per, mine = category.fields[0].per, context.entries[seat]
    symbols, citizens = mine["merchants"], mine["citizens"]
    times, people = symbols // per, plural(citizens, "Citizen")
    return ScoreLine(times * citizens, f"{symbols} ÷ {per} = {times}, {times} × {people}")


def craftsmen(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Most symbols 6, second most 2, even if tied. If most is tied, there is no second."""
    mine = context.entries[seat].get("craftsmen") or 0
    if not mine and context.setting("no-craftsmen") != "zero-counts":
        return ScoreLine(0, "none")
    counts = context.values("craftsmen")
    better = [n for n in counts if n > mine]
    tied_with = [name for i, name in enumerate(context.names) if counts[i] == mine and i != seat]
    also = f", tied with {together(tied_with)}" if tied_with else ""
    if not better:
        return ScoreLine(MOST, f"{mine}{also}: the most")
    if len(better) == 1:
        return ScoreLine(SECOND, f"{mine}{also}: the second most")
    tied = len(set(better)) == 1
    return ScoreLine(0, f"{mine}: no second after a tie" if tied else f"{mine}: no points")


def captains(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Up to 5 symbols by the table on the Captain card; from 6 on, 3 for every symbol (2)."""
    count, worth = context.entries[seat].get("captains") or 0, category.fields[0].worth
    table = context.setting("captain_table")
    if not count:
        return ScoreLine(0, "none")
    if count <= len(table):
        points, symbols = table[count - 1], plural(count, "symbol")
        guessed = f"{symbols}, {points} until you check the card"
        known = f"{symbols} by the card"
        return ScoreLine(points, guessed if checks.guessed(context) else known)
    if context.setting("beyond-five") == "on-top":
        more = count - len(table)
        return ScoreLine(
            table[-1] + more * worth, f"{table[-1]} for {len(table)} + {more} × {worth}"
        )
    return ScoreLine(count * worth, f"{count} × {worth}")


def priests(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """5 once, however many symbols you have."""
    count = context.entries[seat].get("priests") or 0
    if not count:
        return ScoreLine(0, "none")
    return ScoreLine(category.fields[0].worth, f"the first of {count}" if count > 1 else "1")


def secret(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """5 for every full set of your three colours among your Buildings (10)."""
    mine, worth = context.entries[seat], category.fields[0].worth
    needed: Counter[str] = Counter(mine["secret"])
    full = min(mine[colour] // times for colour, times in needed.items())
    held = listed([f"{_name(context, c)} {mine[c]}" for c in needed])
    return ScoreLine(full * worth, f"{held}: {plural(full, 'set')} × {worth}")


def escape(situation: Situation) -> bool:
    return bool(situation["scenario"] == "escape")


def hand(situation: Situation, stage: int) -> int:
    """Characters dealt to everyone; Escape from the City deals more in odd stages."""
    return LARGE_HAND if escape(situation) and stage % 2 else HAND


def hands(situation: Situation) -> tuple[int, ...]:
    return tuple(hand(situation, stage) for stage in STAGES)


def direction(situation: Situation, stage: int) -> int:
    """1 clockwise, −1 anticlockwise, as Escape from the City plays even stages."""
    return -1 if escape(situation) and stage % 2 == 0 else 1


def passes(situation: Situation, stage: int) -> int:
    """Seats the First Player card travels in a stage; with 5 one more (Playing with 5-8)."""
    return hand(situation, stage) + (situation.players == 5)


def stage_first(situation: Situation, stage: int) -> int:
    """The seat that holds the First Player card when a stage begins."""
    before = range(1, stage)
    moved = sum(direction(situation, s) * passes(situation, s) for s in before)
    return (situation.first + moved) % situation.players


def first_seats(situation: Situation) -> tuple[int, ...]:
    return tuple(stage_first(situation, stage) for stage in STAGES)


def play_order(situation: Situation, stage: int) -> tuple[int, ...]:
    """The seats in turn; the First Player card moves on after every card played."""
    way = direction(situation, stage)
    first = stage_first(situation, stage) + way * _moved(situation, stage)
    return tuple((first + way * step) % situation.players for step in range(situation.players))


def _moved(situation: Situation, stage: int) -> int:
    """Seats the card has travelled in this stage by the phase of ``situation``."""
    kind, _, number = situation.phase.partition("-")
    if kind == "end":
        return passes(situation, stage)
    return int(number) - 1 if kind == "pick" else 0


def effects_now(situation: Situation) -> tuple[str, ...]:
    """The effects the cards show for this stage: all of them where nobody has told otherwise."""
    stage = situation.round or 1
    if stage == STAGES[-1] and situation["last-effects"] == "skip":
        return ()
    return tuple(
        effect
        for effect in situation["effects"] or ()
        if str(stage) in (situation[f"{effect}-stages"] or map(str, STAGES))
    )


Costs = tuple[tuple[int, int], ...]


def printed_costs(situation: Situation) -> Costs:
    """Little and Great by stage, as the group copied them from its Scenario (14)."""
    return tuple(zip(situation["little_costs"], situation["great_costs"], strict=True))


def little_now(situation: Situation) -> int:
    return int(situation["little_costs"][(situation.round or 1) - 1])


def great_now(situation: Situation) -> int:
    return int(situation["great_costs"][(situation.round or 1) - 1])


VERBS = Verbs(
    rules={
        "printed": printed, "majority": majority, "sets": sets, "pairs": pairs,
        "merchants": merchants, "craftsmen": craftsmen, "captains": captains,
        "priests": priests, "objectives": objectives, "secret": secret,
    },
    checks={
        "box": checks.check_box, "great": checks.check_great, "citizens": checks.check_citizens,
        "bonus-cards": checks.check_bonus_cards, "secret": checks.check_secret,
        "captains": checks.check_captains, "size-matters": checks.check_size_matters,
    },
    facts={
        "hands": hands, "first-seats": first_seats,
        "printed-costs": printed_costs, "little-now": little_now,
        "great-now": great_now, "effects-now": effects_now,
    },
    orders={"play-order": play_order},
)  # fmt: skip
