"""The course of a stage, and who may use the effects at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.aids.table import Table
from companion.rules.situation import Situation
from companion.rules.words import plural

STAGES = (1, 2, 3, 4)
HAND, LARGE_HAND = 5, 7  # 1. Deal Cards
ONE_COPY = 4  # players it is enough for
SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)

TABLEAU = ("citizens", "workers", "built")
"""Where a card that somebody has used is found."""
CAPTAIN, HARBOUR = "captain", "harbour"  # the Character, and Boardwalk or Port Tavern


def escape(situation: Situation) -> bool:
    return bool(situation["scenario"] == "escape")


def copies(situation: Situation) -> int:
    return 1 if situation.players <= ONE_COPY else 2


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


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of this stage and who may use it; ``None`` where nobody can say."""

    key: str
    title: str
    rule: str  # for everyone, where nobody can be named
    deed: str  # for a person who may use it
    unit: str  # what it counts
    counts: tuple[int, ...] | None = None  # what it goes by, seat by seat
    who: tuple[int, ...] | None = None  # in play order
    mark: int | None = None  # how many it took: a row that was done is found by it
    nobody: str = ""  # why it is for no one


def are_known(table: Table) -> bool:
    """Whether everyone’s cards of every stage so far were entered, as many as were dealt."""
    dealt = {stage: hand(table.play.situation, stage) for stage in range(1, table.round + 1)}
    entered = [entered_of(table, seat) for seat in range(table.players)]
    return all(mine[stage] >= dealt[stage] for mine in entered for stage in dealt)


def entered_of(table: Table, seat: int) -> Counter[int]:
    """How many of somebody’s cards are known, stage by stage: those tapped in turn, a Worker that
    has paid for a Building among them, or else those that lie there."""
    pads = table.play.pads
    lying = Counter(laid.round for pad in TABLEAU if pad in pads for laid in pads[pad][seat])
    return lying | Counter(tap.moment.round for tap in table.play.taps if tap.seat == seat)


def effects_of(table: Table) -> list[Effect]:
    """This stage’s effects, that of the Scenario first where it is known which one that is."""
    first = table.setting("scenario_effect")
    found = list(table.fact("effects_now") or ())
    return [_EFFECTS[key](table) for key in sorted(found, key=lambda key: key != first)]


def _counted(table: Table, of: Any) -> tuple[int, ...] | None:
    if not are_known(table):
        return None
    return tuple(of(table.seat_view(seat)) for seat in range(table.players))


def captains(view: Table) -> int:
    """Captain symbols on Citizens, Boardwalk and Port Tavern."""
    return (view.pad("citizens").count(CAPTAIN) or 0) + (view.pad("shown").count(HARBOUR) or 0)


def citizens(view: Table) -> int:
    """Different Citizens: by type, or all of them where the group plays it so (5)."""
    laid = view.pad("citizens")
    every = view.setting("different-citizens") == "cards"
    return len((laid.cards if every else laid.kinds) or ())


def _buildings(view: Table) -> int:
    return len(view.pad("built").cards or ())


def _to_discard(view: Table) -> int:
    return sum(len(view.pad(pad).cards or ()) for pad in ("citizens", "workers"))


def _most_captains(table: Table) -> Effect:
    counts = _counted(table, captains)
    any_building = table.setting("harbour-discard") == "any"
    given = "a Captain or a Building" if any_building else "a Captain, Boardwalk or Port Tavern"
    then = "draw 3 Characters, keep 2 as Workers and discard 1."
    most = None if counts is None else _most(table, counts)
    need_one = table.setting("no-captains") == "need-one"
    nobody = "No one has a captain symbol. Skip this effect." if need_one and most == 0 else ""
    return Effect(
        key="most-captains",
        title="Most captain symbols",
        rule=f"If you have the most, alone or tied, you may discard {given}. If you do, {then}",
        deed=f"May discard {given}. If you do, {then}",
        unit="captain symbol",
        counts=counts,
        who=None if counts is None else () if nobody else _holders(table, counts, most),
        mark=most,
        nobody=nobody,
    )


def _most(table: Table, counts: tuple[int, ...]) -> int:
    """The most as it was when the first of those tied used the effect: their symbol may be gone."""
    for seat, count in enumerate(counts):
        for most in (count, count + 1):
            if table.did(deed_key("most-captains", most), seat):
                return most
    return max(counts)


def _holders(table: Table, counts: tuple[int, ...], most: int | None) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in table.order
        if counts[seat] == most or table.did(deed_key("most-captains", most), seat)
    )


def lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def deed_key(effect: str, mark: int | None) -> str:
    return effect if mark is None else f"{effect}-{mark}"


def _different_citizens(table: Table) -> Effect:
    needed = table.setting("citizens_needed")
    enough = "enough of them" if needed is None else f"{needed} or more"
    deed = "Draw 2 Characters, keep 1 as a Worker and discard 1."
    rule = f"If you have {enough}, {lower(deed)}"
    title = "Different Citizens" if needed is None else f"{needed} different Citizens"
    effect = Effect("different-citizens", title, rule, deed, "different Citizen")
    return _at_least(table, effect, needed, citizens)


def _enough_buildings(table: Table) -> Effect:
    needed = table.setting("buildings_needed")
    enough = "enough of them" if needed is None else f"{needed} or more"
    deed = "Draw 2 Characters, keep 1 as a Citizen and discard 1."
    rule = f"If you have {enough}, {lower(deed)}"
    title = "Buildings" if needed is None else plural(needed, "Building")
    effect = Effect("enough-buildings", title, rule, deed, "Building")
    return _at_least(table, effect, needed, _buildings)


def _discard_one(table: Table) -> Effect:
    deed = "Discard a Citizen or a Worker."
    rule = "Discard a Citizen or a Worker. If you have neither, discard nothing."
    effect = Effect("discard-one", "Everyone discards", rule, deed, "card")
    return _at_least(table, effect, 1, _to_discard)


def _at_least(table: Table, effect: Effect, needed: int | None, of: Any) -> Effect:
    counts = None if needed is None else _counted(table, of)
    if counts is None or needed is None:
        return effect
    who = tuple(
        seat
        for seat in table.order
        if counts[seat] >= needed or table.did(deed_key(effect.key, None), seat)
    )
    nobody = "" if who else "No one has enough. Skip this effect."
    return replace(effect, counts=counts, who=who, nobody=nobody)


_EFFECTS: Mapping[str, Any] = {
    "most-captains": _most_captains,
    "different-citizens": _different_citizens,
    "enough-buildings": _enough_buildings,
    "discard-one": _discard_one,
}
