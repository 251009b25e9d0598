"""The rules of Oh my Goods! that are more than a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.data.load import Verbs
from companion.rules.issues import Issue, Level
from companion.rules.parts.facts import ADDED, FactRule
from companion.rules.parts.tracks import NOTE, Asked, Move, Track
from companion.rules.scoring.sheet import Breakdown, Category, Entry, ScoreLine, ScoringContext
from companion.rules.situation import Situation
from companion.rules.words import plural, signed

CHAPTER_CARDS = range(64, 80)  # B4, All-In with 2-4 players
SOLO_CHAPTER_CARDS = range(80, 96)  # B4, All-In alone
NEW_BUILDINGS = range(38, 46)
NEW_ASSISTANTS = range(51, 64)
NAME = "building_"  # the card facts that say which number is which building
KINDS = {
    "armory": "Armory",
    "corn-farm": "Corn Farm",
    "large-watchtower": "Large Watchtower",
    "oven-builder": "Oven Builder",
    "small-watchtower": "Small Watchtower",
    "vineyard": "Vineyard",
    "watchtower": "Watchtower",
    "wine-press-house": "Wine-Press House",
}
"""What those facts can say, as the catalogue calls it; a fact's rule does not see the catalogue."""

UNNAMED = "new-building"  # in the catalogue: any of those whose name is not noted

NOTED = "The goal is still entered as met. Is that right?"
# Alone it is lost by what the sheet says, whatever was answered.
NOTED_ALONE = (
    "The goal is entered as met, but with goods short it counts as missed. Correct one of them."
)


def goods(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """1 point for every 5 coins of the goods left; the rest breaks ties (Game End)."""
    per, mine = category.fields[0].per, context.entries[seat]
    coins, paid, left = mine["coins"], mine["paid"], _left(mine)
    said = f"{coins} − {paid} = " if 0 < paid <= coins else ""
    working = f"{said}{plural(left, 'coin')}, 1 per {per}, {left % per} left over"
    return ScoreLine(left // per, working, detail={"left_over": left % per})


def _left(entry: Entry) -> int:
    """Nobody pays more than there is: that is an error, not points below 0."""
    return max(0, int(entry["coins"] - entry["paid"]))


def coins_of_all_goods(context: ScoringContext, scored: Sequence[Breakdown], seat: int) -> int:
    """All coins of the goods left (Q3, the other way)."""
    return _left(context.entries[seat])


def coins_left_over(context: ScoringContext, scored: Sequence[Breakdown], seat: int) -> int:
    """Coins that made no point (Q3)."""
    details = (line.detail for line in scored[seat].lines if line.category == "goods")
    return int(next(details)["left_over"])


def chapter(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """What the chapter card and the events give or take."""
    mine = context.entries[seat]
    points = mine["chapter"]
    if short := _short(context, mine):
        working = f"{signed(points)}, goal missed: {plural(short, 'coin')} short"
        return ScoreLine(points, working, detail={"goal_missed": True})
    goal = {True: ", goal met", False: ", goal missed"}.get(context.setting("goal_met"), "")
    return ScoreLine(points, f"{signed(points)}{goal}")


def _short(context: ScoringContext, entry: Entry) -> int:
    """Coins by which a seat has not paid what was demanded."""
    return max(0, (context.setting("demand_coins") or 0) - (entry["paid"] or 0))


def check_payment(context: ScoringContext) -> Iterator[Issue]:
    """Nobody pays more than the goods are worth; a demand not met is said (B8, Q4)."""
    strict = context.setting("unpaid-demand") == "must-pay"
    for seat, entry in enumerate(context.entries):
        coins, paid = entry["coins"], entry["paid"]
        if paid is None:
            continue
        if coins is not None and paid > coins:
            said = f"{plural(paid, 'coin')} paid, but the goods are worth {coins}."
            yield Issue("conflict", said, "paid", seat)
        if short := _short(context, entry):
            so = ". Pay first." if strict else ", so the goal counts as missed."
            goods = f" ({demand})" if (demand := context.setting("demand")) else ""
            said = f"{plural(short, 'coin')} short of what is demanded{goods}{so}"
            level, all_of_it = Level.ERROR if strict else Level.WARN, short + paid
            can = coins is None or coins >= all_of_it
            pays = (("paid", all_of_it),) if can else ()
            yield Issue("too-low", said, "paid", seat, level, pays)
            if context.setting("goal_met") and not strict:
                said = NOTED_ALONE if context.situation.solo else NOTED
                yield Issue("conflict", said, "goal_met", seat, Level.WARN)


def check_base_game(context: ScoringContext) -> Iterator[Issue]:
    """The base game has neither events nor chapters that give or take."""
    if context.situation.chapter != "base":
        return
    for key, said in (
        ("paid", "The base game takes no goods before scoring."),
        ("chapter", "The base game has no chapter that gives or takes points."),
    ):
        for seat, value in enumerate(context.values(key)):
            if value:
                yield Issue("conflict", said, key, seat, Level.WARN)


def say_at_marks(track: Track, situation: Situation, before: int, wanted: int) -> Move:
    """Says the track's note on reaching one of its marks; what ends the game is said once."""
    reached = any(before < mark <= wanted for mark in track.marks)
    if reached and track.ends_at is not None:
        values = enumerate(situation.tracks.get(track.key, ()))
        reached = all(n < track.ends_at for seat, n in values if seat != situation.seat)
    return Move(wanted, (Asked(NOTE),) if reached else ())


def setting_of_all_in(situation: Situation) -> int | tuple[int, ...]:
    """The card picked; while nobody has picked, all there are."""
    picked = situation["solo_setting_card" if situation.solo else "setting_card"]
    return picked or tuple(SOLO_CHAPTER_CARDS if situation.solo else CHAPTER_CARDS)


def payment_told(situation: Situation) -> str | None:
    """``3 bread, worth 12 coins``, as far as it is told."""
    coins = situation["demand_coins"]
    said = [situation["demand"], plural(coins, "coin") if coins else None]
    return ", worth ".join(filter(None, said)) or None


def cards_noted(key: str) -> FactRule:
    """The card numbers a group has listed under ``key``, in the order of the box."""
    return lambda situation: tuple(sorted(int(number) for number in situation[key] or ()))


def names_noted(situation: Situation) -> tuple[str, ...]:
    """``38 Armory`` for each new building whose number the group has matched to a name."""
    found = {k: v for k, v in situation.settings.items() if k.startswith(NAME) and v}
    return tuple(f"{k.removeprefix(NAME)} {KINDS[v]}" for k, v in found.items())


def unnamed_building(situation: Situation) -> tuple[str, ...]:
    """What can be told as built while a new building is in play whose name nobody has noted."""
    here = {*_in_play(situation, "buildings_in"), *(situation["introduced"] or ())}
    unnamed = any(str(n) in here and not situation[f"{NAME}{n}"] for n in NEW_BUILDINGS)
    return (UNNAMED,) if unnamed else ()


def _in_play(situation: Situation, told: str) -> set[str]:
    """The numbers of cards that earlier chapters have brought in."""
    return {*(situation[told] or ()), *situation.settings.get(ADDED, ())}


def buildings_by_name(situation: Situation) -> tuple[int, ...] | tuple[str, ...]:
    """The new buildings in play: ``38 Armory`` where the group has told a name, else numbers."""
    told = _in_play(situation, "buildings_in")
    names = {n: situation[f"{NAME}{n}"] for n in NEW_BUILDINGS if str(n) in told}
    if not any(names.values()):
        return tuple(names)
    return tuple(f"{n} {KINDS[name]}" if name else str(n) for n, name in names.items())


def assistants_to_mix(situation: Situation) -> str:
    """Those of which some are laid out: the new ones, too, if the group has them join."""
    here = _in_play(situation, "assistants_in")
    joins = situation["assistants_join"]
    if not any(str(number) in here for number in NEW_ASSISTANTS) or joins in ("beside", "wait"):
        return "the 8 base assistants"
    if joins == "mixed":
        return "the 8 base assistants with the new ones"
    return "the 8 base assistants, and the new ones if they join them,"


VERBS = Verbs(
    rules={"goods": goods, "chapter": chapter},
    checks={"payment": check_payment, "base-game": check_base_game},
    merits={"coins-left-over": coins_left_over, "coins-of-all-goods": coins_of_all_goods},
    facts={
        "setting-of-all-in": setting_of_all_in,
        "buildings-in": cards_noted("buildings_in"),
        "characters-in": cards_noted("characters_in"),
        "assistants-in": cards_noted("assistants_in"),
        "payment-told": payment_told,
        "names-noted": names_noted,
        "buildings-by-name": buildings_by_name,
        "unnamed-building": unnamed_building,
        "assistants-to-mix": assistants_to_mix,
    },
    tracks={"say-at-marks": say_at_marks},
)
