"""The rules of Tybor that are more than a table: points, and entries that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.data.load import Verbs
from companion.rules.fields import Field
from companion.rules.issues import Issue, Level
from companion.rules.scoring.sheet import Category, Entry, ScoreLine, ScoringContext
from companion.rules.situation import Situation
from companion.rules.words import listed, plural, together

from . import guide

ON_BUILDINGS = {"farmers": 2, "merchants": 2, "captains": 2, "soldiers": 2}  # Points for Symbols
SYMBOLS = ("farmers", "merchants", "craftsmen", "captains", "priests", "soldiers")
MOST_PLAYED = 24  # cards one player uses in Escape from the City (A3)
GUESS = (1, 3, 6, 10, 15)  # the unconfirmed captain table (A5)

AT_LEAST = {  # field, how many it takes, points once (A4, P2 and P4 to P6)
    "four-symbols": ("symbols", 4, 5),
    "strength-ten": ("strength", 10, 10),
    "two-soldiers": ("soldiers", 2, 5),
    "five-citizens": ("citizens", 5, 5),
}
SHOWN = {"symbols": "colour symbols", "strength": "Strength", "citizens": "Citizens"}
GREAT_FOURS = "great-fours"  # P7
COLOURS = ("red", "yellow", "green", "blue")


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
    if len(better) > 1:
        tied = len(set(better)) == 1
        return ScoreLine(0, f"{mine}: no second after a tie" if tied else f"{mine}: no points")
    tied_with = [name for i, name in enumerate(context.names) if counts[i] == mine and i != seat]
    also = f", tied with {together(tied_with)}" if tied_with else ""
    points, what = (2, "the second most") if better else (6, "the most")
    return ScoreLine(points, f"{mine}{also}: {what}")


def captains(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Up to 5 symbols by the table on the Captain card; from 6 on, 3 for every symbol (2)."""
    count, worth = context.entries[seat].get("captains") or 0, category.fields[0].worth
    table = context.setting("captain_table")
    if not count:
        return ScoreLine(0, "none")
    if count <= len(table):
        points, symbols = table[count - 1], plural(count, "symbol")
        doubt = f"{symbols}, {points} until you check the card"
        return ScoreLine(points, doubt if guessed(context) else f"{symbols} by the card")
    if context.setting("beyond-five") == "on-top":
        more, top = count - len(table), table[-1]
        return ScoreLine(top + more * worth, f"{top} for {len(table)} + {more} × {worth}")
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


def buildings(entry: Entry) -> int:
    return sum(entry.get(colour) or 0 for colour in COLOURS)


def objectives(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """What each objective on Scenario and Chapter pays you."""
    great = next(field for field in category.fields if field.key == "great")
    in_play, mine = context.setting("objectives") or (), context.entries[seat]
    parts = [_scored(key, great, mine, context) for key in in_play]
    working = "; ".join(said for _, said in parts) or "none in play"
    return ScoreLine(sum(points for points, _ in parts), working)


def _scored(key: str, great: Field, entry: Entry, context: ScoringContext) -> tuple[int, str]:
    if key == GREAT_FOURS:
        count = entry["great"]
        return great.points(count), f"Great Buildings {great.working(count)}"
    if key == "more-buildings":  # or as many (P1); by ruling not with nothing at all (11)
        count, citizens = buildings(entry), entry["citizens"]
        needs_one = context.setting("empty-tableau") == "need-building"
        points = 5 if count >= citizens and (count or not needs_one) else 0
        return points, f"Buildings {count}, Citizens {citizens}: {points}"
    field, least, worth = AT_LEAST.get(key) or (key.removeprefix("three-of:"), 3, 5)  # P3
    points = worth * (entry[field] >= least)
    shown = context.setting(f"{field}_name") or SHOWN.get(field, field)
    return points, f"{shown} {entry[field]} of {least}: {points}"


def copies(situation: Situation) -> int:
    return 1 if situation.players <= 4 else 2


def check_box(context: ScoringContext) -> Iterator[Issue]:
    """One player alone cannot hold more of a colour than the box has (A7)."""
    boxes = copies(context.situation)
    most, box = 10 * boxes, "one copy has" if boxes == 1 else "two copies have"  # Components
    for seat, entry in enumerate(context.entries):
        for colour in COLOURS:
            if (entry[colour] or 0) > most:
                most_of = f"{_name(context, colour).capitalize()} Buildings can’t be more than"
                said = f"{most_of} {most} ({box} no more). Check the number."
                yield Issue("too-high", said, colour, seat)


def check_great(context: ScoringContext) -> Iterator[Issue]:
    """Great Buildings are Buildings (A7)."""
    for seat, entry in enumerate(context.entries):
        if _unread(entry, *COLOURS, "great"):
            continue
        great, owned = entry["great"], buildings(entry)
        if great > owned:
            all_ = plural(owned, "Building")
            said = f"{plural(great, 'Great Building')}, but only {all_} in all."
            yield Issue("conflict", said, "great", seat)


def check_citizens(context: ScoringContext) -> Iterator[Issue]:
    """Every Citizen shows exactly one symbol, and eight Buildings of a copy show one (A7)."""
    for seat, entry in enumerate(context.entries):
        if not _unread(entry, *SYMBOLS, "citizens", *COLOURS):
            yield from _symbol_issues(entry, seat, copies(context.situation))
        yield from _unlikely(entry, seat)


def _symbol_issues(entry: Entry, seat: int, boxes: int) -> Iterator[Issue]:
    citizens, owned = entry["citizens"], buildings(entry)
    spare = {s: min(entry[s], ON_BUILDINGS.get(s, 0) * boxes, owned) for s in SYMBOLS}
    too_many = [s for s in SYMBOLS if entry[s] - spare[s] > citizens]
    for symbol in too_many:
        yield Issue("conflict", _needed(entry[symbol], spare[symbol]), symbol, seat)
    shown = sum(entry[symbol] for symbol in SYMBOLS)
    held = min(sum(spare.values()), owned)
    if citizens > shown:
        entered = f"only {plural(shown, 'symbol')} entered"
        said = f"{plural(citizens, 'Citizen')}, but {entered}. Every Citizen shows one."
        yield Issue("conflict", said, "citizens", seat)
    elif citizens < shown - held and not too_many:
        yield Issue("conflict", _needed(shown, held), "citizens", seat)


def _needed(shown: int, held: int) -> str:
    """The rule behind a clash: what is not on a Building is on a Citizen."""
    where = f"at most {held} on Buildings" if held else "none on Buildings"
    need = f"You need at least {plural(shown - held, 'Citizen')}"
    return f"{plural(shown, 'symbol')}, {where}. {need}."


def _unlikely(entry: Entry, seat: int) -> Iterator[Issue]:
    citizens, symbols = entry["citizens"], entry["symbols"]
    if (citizens or 0) > MOST_PLAYED:
        said = f"A player uses at most {MOST_PLAYED} cards. Did effects add so many Citizens?"
        yield Issue("supply", said, "citizens", seat, Level.WARN)
    if None not in (citizens, symbols) and symbols > 4 * citizens:  # 2b, As a Citizen
        said = f"A Citizen shows at most 4 colour symbols. Is {symbols} right?"
        yield Issue("conflict", said, "symbols", seat, Level.WARN)


def check_bonus_cards(context: ScoringContext) -> Iterator[Issue]:
    """Bonuses stand on Buildings; we do not know which, so this only asks."""
    keys = [*(f"most_{c}" for c in COLOURS), "sets", *(f"pairs_{c}" for c in COLOURS)]
    for seat, entry in enumerate(context.entries):
        if _unread(entry, *COLOURS):
            continue
        built = buildings(entry)
        for key in keys:
            if (entry[key] or 0) > built:
                cards, only = plural(entry[key], "card"), plural(built, "Building")
                said = f"{cards}, but only {only}. Is that right?"
                yield Issue("conflict", said, key, seat, Level.WARN)


def check_secret(context: ScoringContext) -> Iterator[Issue]:
    """Three different colours, unless the group's cards say otherwise (10)."""
    if context.setting("repeated-colour") == "allowed":
        return
    for seat, entry in enumerate(context.entries):
        colours = entry["secret"] or ()
        if len(set(colours)) < len(colours):
            twice = "A colour is chosen twice. Check the card."
            said = f"{twice} If it’s right, allow it under House rules."
            yield Issue("conflict", said, "secret", seat)


def guessed(context: ScoringContext) -> bool:
    """Whether captains score by our table and nobody has compared it with a card."""
    ours = tuple(context.setting("captain_table")) == GUESS
    return ours and context.setting("captain-values") != "confirmed"


def check_captains(context: ScoringContext) -> Iterator[Issue]:
    """Our captain table is a guess until somebody has looked (1)."""
    if not guessed(context):
        return
    for seat, count in enumerate(context.values("captains")):
        if 1 <= count <= len(GUESS):
            said = "Check the captain table on a Captain card."
            yield Issue("unconfirmed", said, "captains", seat, Level.ADVICE)


def check_size_matters(context: ScoringContext) -> Iterator[Issue]:
    """The scenario's objective is assumed, so it is offered and not counted unasked (A4)."""
    named = GREAT_FOURS in (context.setting("objectives") or ())
    if context.setting("scenario") == "size-matters" and not named:
        said = "Check the card. Size Matters probably pays 2 for every fourth Great Building."
        yield Issue("unconfirmed", said, "objectives", level=Level.ADVICE)


def _unread(entry: Entry, *keys: str) -> bool:
    return any(entry[key] is None for key in keys)


VERBS = Verbs(
    rules={
        "printed": printed, "majority": majority, "sets": sets, "pairs": pairs,
        "merchants": merchants, "craftsmen": craftsmen, "captains": captains,
        "priests": priests, "objectives": objectives, "secret": secret,
    },
    checks={
        "box": check_box, "great": check_great, "citizens": check_citizens,
        "bonus-cards": check_bonus_cards, "secret": check_secret,
        "captains": check_captains, "size-matters": check_size_matters,
    },
    facts={
        "hands": guide.hands, "first-seats": guide.first_seats,
        "printed-costs": guide.printed_costs, "effects-now": guide.effects_now,
        "little-now": guide.cost_now("little_costs"), "great-now": guide.cost_now("great_costs"),
    },
    orders={"play-order": guide.play_order},
)  # fmt: skip
