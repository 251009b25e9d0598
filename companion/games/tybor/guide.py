"""The course of a stage, and what the table knows in each phase of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.aids.guide import Deed, Guides, Head, Rule, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.parts.clock import Pace
from companion.rules.situation import Situation
from companion.rules.words import capital, plural, together

STAGES = (1, 2, 3, 4)
HAND, LARGE_HAND = 5, 7  # 1. Deal Cards
SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)
FIVE = 5  # players with whom the First Player card moves one seat more (Playing with 5-8)
TABLEAU = ("citizens", "workers", "built")
"""Where a card that somebody has used is found."""
CAPTAIN, HARBOUR = "captain", "harbour"  # the Character, and Boardwalk or Port Tavern
TURNED_OVER = 2  # the stage after which the Scenario's back is used (Course of Play)


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


def printed_costs(situation: Situation) -> tuple[tuple[int, int], ...]:
    """Little and Great by stage, as the group copied them from its Scenario (14)."""
    return tuple(zip(situation["little_costs"], situation["great_costs"], strict=True))


def little_now(situation: Situation) -> int:
    return int(situation["little_costs"][(situation.round or 1) - 1])


def great_now(situation: Situation) -> int:
    return int(situation["great_costs"][(situation.round or 1) - 1])


def deal(table: Table) -> Iterator[Told]:
    dealt = f"Deal {table.fact('hand_now')} Characters to each player."
    lay = f"Set out {table.fact('display')} Buildings from the bottom of the pile, Little side up."
    if table.play.pace is Pace.ROUND:
        yield from _whole_stage(table, dealt, lay)
        return
    yield Step(dealt)
    yield Step(f"{lay} Sort them by colour.")
    if table.players in SEARCHED_WITH:
        search = "If a colour is missing, search the pile from the top for one Building of it."
        yield Step(f"{search} Add it and shuffle the pile.")
    against = "Play goes anticlockwise." if _way(table) == "anticlockwise" else ""
    yield _goes_first(table, table.first, table.round, against)


def pick(table: Table) -> Iterator[Told]:
    """One card: only what changes hands before it, until somebody has used theirs."""
    number, cards = int(table.phase.partition("-")[2]), hand(table.play.situation, table.round)
    play = table.play
    if play.pace is Pace.ROUND or any(tap.moment == play.moment for tap in play.taps):
        return
    first = table.names[table.first]
    if number == 1:
        text = f"Pick a card in secret. Reveal them in turn order, {first} first."
    elif number == cards:
        text = f"Pass the last card {_way(table)} and the First Player card to {first}."
    else:
        text = f"Pass hands {_way(table)} and the First Player card to {first}."
    yield Said(text, kind="quiet", seat=table.first)


def _whole_stage(table: Table, dealt: str, lay: str) -> Iterator[Told]:
    """A stage on one screen; what its end brings follows from the guide of that phase."""
    cards, first = hand(table.play.situation, table.round), table.names[table.first]
    yield Head(f"Play stage {table.play.game.clock.number(table.round)}")
    yield Step(f"{dealt} {lay}")
    if table.players in SEARCHED_WITH:
        yield Step("If a colour is missing, search the pile for one. Add it and shuffle.")
    passed = f"After each, pass hands and the First Player card {_way(table)}."
    last = " After the last, pass that card 2 seats." if table.players == FIVE else ""
    yield Step(f"Play {cards} cards, {first} first. {passed}{last}")
    turned = "" if table.round == STAGES[-1] else f" {_turned(table)}"
    yield Step(f"{_effects_due(table)}Remove the unbuilt Buildings.{turned}")


def _effects_due(table: Table) -> str:
    if effects_of(table):
        return "Do the effects below. "
    return "Do any effects on the Scenario and the Chapter. " if _may_have_effects(table) else ""


def _may_have_effects(table: Table) -> bool:
    """Whether the cards may show an effect that was not entered; by ruling not after stage IV."""
    skipped = table.round == STAGES[-1] and table.setting("last-effects") == "skip"
    return table.setting("effects") is None and not skipped


def end(table: Table) -> Iterator[Told]:
    """Scenario, then Chapter, each with the people it concerns; then what all do together."""
    by_stage, effects = table.play.pace is Pace.ROUND, effects_of(table)
    if not by_stage:
        yield Step(_last_pass(table))
    for effect in effects:
        yield from _effect(effect, table, several=len(effects) > 1)
    if _may_have_effects(table) and not by_stage:
        yield Said("Do what the Scenario and the Chapter show for the end of this stage.")
    if not by_stage:
        yield Head("Then, all together")
        yield Step("Remove the unbuilt Buildings from the game.", key="remove")
        if table.round != STAGES[-1]:
            yield Step(_turned(table), key="turn")
    if table.next_first is not None:
        handover = _goes_first(table, table.next_first, table.round + 1)
        yield Said("", short=handover.short) if by_stage else handover


def _last_pass(table: Table) -> str:
    """The First Player card moves on after the last card, with five players by two seats."""
    seats = plural(2 if table.players == FIVE else 1, "seat")
    return f"Pass the First Player card {seats}, to {table.names[table.first]}."


def _effect(effect: Effect, table: Table, several: bool) -> Iterator[Told]:
    of = table.setting("scenario_effect") if several else None
    card = "" if of is None else "Scenario: " if of == effect.key else "Chapter: "
    title = f"{card}{lower(effect.title)}" if card else effect.title
    if effect.who is None or effect.counts is None:
        yield Rule(title, effect.rule)
        return
    yield Head(title)
    if effect.nobody:
        yield Deed(key=effect.key, seat=None, title=effect.nobody, text="", none=True, figure="–")
        return
    for seat in effect.who:
        yield Deed(
            key=deed_key(effect.key, effect.mark), seat=seat,
            title=_has(effect, seat), why=f"with {effect.counts[seat]}", text=effect.deed,
            one="thing",
        )  # fmt: skip
    others = [seat for seat in table.order if seat not in effect.who]
    if others:
        names = [f"{table.names[seat]} ({effect.counts[seat]})" for seat in others]
        said = f"Not {together(names, 'or')}"
        yield Deed(key=effect.key, seat=None, title=said, text="", none=True, figure="–")


def _has(effect: Effect, seat: int) -> str:
    """``2 captain symbols``: why somebody may use it."""
    return plural(effect.counts[seat], effect.unit) if effect.counts else effect.unit


def _turned(table: Table) -> str:
    onto = table.play.game.clock.number(table.round + 1)
    how = "Turn the Scenario over" if table.round == TURNED_OVER else "Turn the Scenario"
    return f"{how} to stage {onto}. Put the Chapter back over its lower half."


def _goes_first(table: Table, seat: int, stage: int, more: str = "") -> Said:
    said = f"{table.names[seat]} goes first in stage {table.play.game.clock.number(stage)}"
    return Said(f"{said}.", kind="handover", short=said, seat=seat, more=more)


def _way(table: Table) -> str:
    clockwise = direction(table.play.situation, table.round) > 0
    return "clockwise" if clockwise else "anticlockwise"


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
    alone = {"most-captains": _most_captains, "discard-one": _discard_one}
    ordered = sorted(found, key=lambda key: key != first)
    return [alone[key](table) if key in alone else _draws(table, key) for key in ordered]


def _counted(table: Table, of: Callable[[Table], int]) -> tuple[int, ...] | None:
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


def _draws(table: Table, key: str) -> Effect:
    """One by which those draw who have enough of something."""
    setting, of, unit, deed = DRAWS[key]
    needed = table.setting(setting)
    enough = "enough of them" if needed is None else f"{needed} or more"
    title = capital(f"{unit}s") if needed is None else plural(needed, unit)
    effect = Effect(key, title, f"If you have {enough}, {lower(deed)}", deed, unit)
    return _at_least(table, effect, needed, of)


def _discard_one(table: Table) -> Effect:
    deed = "Discard a Citizen or a Worker."
    rule = "Discard a Citizen or a Worker. If you have neither, discard nothing."
    effect = Effect("discard-one", "Everyone discards", rule, deed, "card")
    return _at_least(table, effect, 1, _to_discard)


def _at_least(
    table: Table, effect: Effect, needed: int | None, of: Callable[[Table], int]
) -> Effect:
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


DRAWS: Mapping[str, tuple[str, Callable[[Table], int], str, str]] = {
    "different-citizens": (
        "citizens_needed", citizens, "different Citizen",
        "Draw 2 Characters, keep 1 as a Worker and discard 1.",
    ),
    "enough-buildings": (
        "buildings_needed", _buildings, "Building",
        "Draw 2 Characters, keep 1 as a Citizen and discard 1.",
    ),
}  # fmt: skip
"""The setting that says how many it takes, what counts, what that is called, and what one does."""

GUIDES: Guides = {
    "deal": deal,
    **{f"pick-{number}": pick for number in range(1, 8)},
    "end": end,
}
