"""The rules of Tybor that are more than a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.data.load import Verbs
from companion.rules.scoring.sheet import Category, Entry, Reckoning, ScoreLine
from companion.rules.words import listed, plural

from . import checks, stages
from .assist import AIDS
from .objectives import COLOURS, objectives

MOST, SECOND = 6, 2  # craftsmen (Points for Symbols)


def printed(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """The points just counted; how many you have of each colour is for the lines below."""
    return [
        ScoreLine(points, f"{reckoning.sum_typed(seat, 'printed')}{points}")
        for seat, points in enumerate(reckoning.values("printed"))
    ]


def majority(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """3 for each such card, if nobody has more Buildings of its colour; level is enough (B1)."""
    worth = category.fields[0].worth
    return [_majorities(reckoning, seat, worth) for seat in range(len(reckoning.entries))]


def _majorities(reckoning: Reckoning, seat: int, worth: int) -> ScoreLine:
    points, said = 0, []
    for colour in COLOURS:
        cards = reckoning.values(f"most_{colour}")[seat]
        if not cards:
            continue
        counts = reckoning.values(colour)
        leads = counts[seat] == max(counts)
        paid = (1 if reckoning.setting("same-majority") == "once" else cards) if leads else 0
        points += worth * paid
        leader = reckoning.names[counts.index(max(counts))]
        why = f"nobody has more: {paid} × {worth}" if leads else f"{leader} has {max(counts)}: 0"
        said.append(f"{_name(reckoning, colour)} {counts[seat]}, {why}")
    return ScoreLine(points, "; ".join(said) or "no such card")


def _name(reckoning: Reckoning, colour: str) -> str:
    return str(reckoning.setting(f"{colour}_name"))


def sets(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """3 for every full set of the four colours, times the cards that pay for sets (B2)."""
    return [_sets(entry, category.fields[0].worth) for entry in reckoning.entries]


def _sets(entry: Entry, worth: int) -> ScoreLine:
    cards, full = entry["sets"], min(entry[colour] for colour in COLOURS)
    if not cards:
        return ScoreLine(0, "no such card")
    working = f"{plural(cards, 'card')} × {plural(full, 'set')} × {worth}"
    return ScoreLine(cards * full * worth, working)


def pairs(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """Each such card: Buildings of its colour ÷ 2, rounded down, × 2 (B3)."""
    lines = []
    for entry in reckoning.entries:
        points, said = 0, []
        for colour, field in zip(COLOURS, category.fields, strict=True):
            if cards := entry[field.key]:
                points += cards * field.points(entry[colour])
                times = f" on {cards} cards" if cards > 1 else ""
                working = field.working(entry[colour])
                said.append(f"{_name(reckoning, colour)} {working}{times}")
        lines.append(ScoreLine(points, "; ".join(said) or "no such card"))
    return lines


def merchants(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """Merchant symbols ÷ 4, rounded down, × your Citizens."""
    per = category.fields[0].per
    return [
        ScoreLine(e["merchants"] // per * e["citizens"], _per_citizen(e, per))
        for e in reckoning.entries
    ]


def _per_citizen(entry: Entry, per: int) -> str:
    symbols, citizens = entry["merchants"], plural(entry["citizens"], "Citizen")
    return f"{symbols} ÷ {per} = {symbols // per}, {symbols // per} × {citizens}"


def craftsmen(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """Most symbols 6, second most 2, also when level; after a tie for the most nobody is second."""
    counts = reckoning.values("craftsmen")
    least = 0 if reckoning.setting("no-craftsmen") == "zero-counts" else 1
    return [_ranked(reckoning, counts, seat, least) for seat in range(len(counts))]


def _ranked(reckoning: Reckoning, counts: Sequence[int], seat: int, least: int) -> ScoreLine:
    mine, better = counts[seat], [n for n in counts if n > counts[seat]]
    level = [name for i, name in enumerate(reckoning.names) if counts[i] == mine and i != seat]
    also = f", level with {listed(level)}" if level else ""
    if mine < least:
        return ScoreLine(0, "none")
    if not better:
        return ScoreLine(MOST, f"{mine}{also}: the most")
    if len(better) == 1:
        return ScoreLine(SECOND, f"{mine}{also}: the second most")
    tied = len(set(better)) == 1
    return ScoreLine(0, f"{mine}: no second place after a tie" if tied else f"{mine}: no prize")


def captains(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """Up to 5 symbols by the table on the Captain card; from 6 on, 3 for every symbol (2)."""
    return [_captains(reckoning, count, category.fields[0].worth)
            for count in reckoning.values("captains")]  # fmt: skip


def _captains(reckoning: Reckoning, count: int, worth: int) -> ScoreLine:
    table = reckoning.setting("captain_table")
    if not count:
        return ScoreLine(0, "none")
    if count <= len(table):
        points, symbols = table[count - 1], plural(count, "symbol")
        guessed = f"{symbols}; we think the card pays {points}"
        known = f"{symbols} by the card"
        return ScoreLine(points, guessed if checks.guessed(reckoning) else known)
    if reckoning.setting("beyond-five") == "on-top":
        more = count - len(table)
        return ScoreLine(
            table[-1] + more * worth, f"{table[-1]} for {len(table)} + {more} × {worth}"
        )
    return ScoreLine(count * worth, f"{count} × {worth}")


def priests(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """5 once, however many symbols you have."""
    worth = category.fields[0].worth
    return [
        ScoreLine(worth, f"the first of {count}" if count > 1 else "1")
        if count
        else ScoreLine(0, "none")
        for count in reckoning.values("priests")
    ]


def secret(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """5 for every full set of your three colours among your Buildings (10)."""
    lines = []
    for entry in reckoning.entries:
        needed: Counter[str] = Counter(entry["secret"])
        full = min(entry[colour] // times for colour, times in needed.items())
        held = listed([f"{_name(reckoning, c)} {entry[c]}" for c in needed])
        worth = category.fields[0].worth
        lines.append(ScoreLine(full * worth, f"{held}: {plural(full, 'set')} × {worth}"))
    return lines


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
        "hands": stages.hands, "first-seats": stages.first_seats,
        "printed-costs": stages.printed_costs, "little-now": stages.little_now,
        "great-now": stages.great_now,
    },
    orders={"play-order": stages.play_order},
    aids=AIDS,
)  # fmt: skip
