"""The course of a stage, and what the table knows in each phase of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.aids.guide import Deed, Guides, Head, Rule, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.parts.clock import Pace
from companion.rules.parts.facts import FactRule
from companion.rules.situation import Situation
from companion.rules.words import capital, plural, together

STAGES = (1, 2, 3, 4)
HAND, LARGE_HAND = 5, 7  # 1. Deal Cards
SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)
FIVE = 5  # players with whom the First Player card moves one seat more (Playing with 5-8)


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
    return hand(situation, stage) + (situation.players == FIVE)


def stage_first(situation: Situation, stage: int) -> int:
    """The seat that holds the First Player card when a stage begins."""
    before = range(1, stage)
    moved = sum(direction(situation, s) * passes(situation, s) for s in before)
    return (situation.first + moved) % situation.players


def first_seats(situation: Situation) -> tuple[int, ...]:
    return tuple(stage_first(situation, stage) for stage in STAGES)


def play_order(situation: Situation, stage: int) -> tuple[int, ...]:
    """The seats in turn; the First Player card moves on after every card played."""
    kind, _, number = situation.phase.partition("-")
    moved = passes(situation, stage) if kind == "end" else 0
    if kind == "pick":
        moved = int(number) - 1
    way = direction(situation, stage)
    first = stage_first(situation, stage) + way * moved
    return tuple((first + way * step) % situation.players for step in range(situation.players))


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


def cost_now(costs: str) -> FactRule:
    """The cost of this stage, Little or Great."""
    return lambda situation: situation[costs][(situation.round or 1) - 1]


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
    effects = "Do any effects on the Scenario and the Chapter. " if _may_have_effects(table) else ""
    if effects_of(table):
        effects = "Do the effects below. "
    yield Step(f"{effects}Remove the unbuilt Buildings.{turned}")


def _may_have_effects(table: Table) -> bool:
    """Whether the cards may show an effect that was not entered; by ruling not after stage IV."""
    skipped = table.round == STAGES[-1] and table.setting("last-effects") == "skip"
    return table.setting("effects") is None and not skipped


def end(table: Table) -> Iterator[Told]:
    """Scenario, then Chapter, each with the people it concerns; then what all do together."""
    by_stage, effects = table.play.pace is Pace.ROUND, effects_of(table)
    if not by_stage:
        seats = "2 seats" if table.players == FIVE else "1 seat"
        yield Step(f"Pass the First Player card {seats}, to {table.names[table.first]}.")
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
        count = effect.counts[seat]
        yield Deed(
            key=effect.done or effect.key, seat=seat, title=plural(count, effect.unit),
            why=f"with {count}", text=effect.deed, one="thing",
        )  # fmt: skip
    others = [seat for seat in table.order if seat not in effect.who]
    if others:
        names = [f"{table.names[seat]} ({effect.counts[seat]})" for seat in others]
        said = f"Not {together(names, 'or')}"
        yield Deed(key=effect.key, seat=None, title=said, text="", none=True, figure="–")


def _turned(table: Table) -> str:
    onto = table.play.game.clock.number(table.round + 1)
    how = "Turn the Scenario over" if table.round == 2 else "Turn the Scenario"  # Course of Play
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
    done: str = ""  # the key of its deeds, if not its own
    nobody: str = ""  # why it is for no one


def entered_of(table: Table, seat: int) -> Counter[int]:
    """How many of somebody’s cards are known, stage by stage: those tapped in turn, a Worker that
    has paid for a Building among them, or else those that lie there."""
    pads = [table.play.pads.get(pad) for pad in ("citizens", "workers", "built")]
    lying = Counter(laid.round for hands in pads if hands for laid in hands[seat])
    return lying | Counter(tap.moment.round for tap in table.play.taps if tap.seat == seat)


def effects_of(table: Table) -> list[Effect]:
    """This stage’s effects, that of the Scenario first where it is known which one that is."""
    first, found = table.setting("scenario_effect"), table.fact("effects_now") or ()
    ordered = sorted(found, key=lambda key: key != first)
    return [
        _most_captains(table) if key == "most-captains" else _at_least(table, key)
        for key in ordered
    ]


def _counted(table: Table, of: Callable[[Table], int]) -> tuple[int, ...] | None:
    """What everyone has, once as many cards as were dealt so far were entered for all of them."""
    entered = [entered_of(table, seat) for seat in range(table.players)]
    for stage in range(1, table.round + 1):
        if min(mine[stage] for mine in entered) < hand(table.play.situation, stage):
            return None
    return tuple(of(table.seat_view(seat)) for seat in range(table.players))


def captains(view: Table) -> int:
    """Captain symbols on Citizens, and on Boardwalk and Port Tavern."""
    return (view.pad("citizens").count("captain") or 0) + (view.pad("shown").count("harbour") or 0)


def citizens(view: Table) -> int:
    """Different Citizens: by type, or all of them where the group plays it so (5)."""
    laid = view.pad("citizens")
    every = view.setting("different-citizens") == "cards"
    return len((laid.cards if every else laid.kinds) or ())


def _to_discard(view: Table) -> int:
    return sum(len(view.pad(pad).cards or ()) for pad in ("citizens", "workers"))


def _most_captains(table: Table) -> Effect:
    any_building = table.setting("harbour-discard") == "any"
    given = "a Captain or a Building" if any_building else "a Captain, Boardwalk or Port Tavern"
    then = "draw 3 Characters, keep 2 as Workers and discard 1."
    effect = Effect(
        key="most-captains",
        title="Most captain symbols",
        rule=f"If you have the most, alone or tied, you may discard {given}. If you do, {then}",
        deed=f"May discard {given}. If you do, {then}",
        unit="captain symbol",
    )
    if (counts := _counted(table, captains)) is None:
        return effect
    most = _most(table, counts)
    if most == 0 and table.setting("no-captains") == "need-one":
        nobody = "No one has a captain symbol. Skip this effect."
        return replace(effect, counts=counts, who=(), nobody=nobody)
    done = f"{effect.key}-{most}"
    who = tuple(s for s in table.order if counts[s] == most or table.did(done, s))
    return replace(effect, counts=counts, who=who, done=done)


def _most(table: Table, counts: tuple[int, ...]) -> int:
    """The most as it was when the first of those tied used the effect: their symbol may be gone."""
    for seat, count in enumerate(counts):
        for most in (count, count + 1):
            if table.did(f"most-captains-{most}", seat):
                return most
    return max(counts)


def lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _at_least(table: Table, key: str) -> Effect:
    """One for those who have enough of something."""
    if key in DRAWS:
        setting, of, unit, deed = DRAWS[key]
        needed = table.setting(setting)
        enough = "enough of them" if needed is None else f"{needed} or more"
        title = capital(f"{unit}s") if needed is None else plural(needed, unit)
        effect = Effect(key, title, f"If you have {enough}, {lower(deed)}", deed, unit)
    else:
        needed, of, deed = 1, _to_discard, "Discard a Citizen or a Worker."
        rule = f"{deed} If you have neither, discard nothing."
        effect = Effect(key, "Everyone discards", rule, deed, "card")
    if needed is None or (counts := _counted(table, of)) is None:
        return effect
    who = tuple(s for s in table.order if counts[s] >= needed or table.did(effect.key, s))
    nobody = "" if who else "No one has enough. Skip this effect."
    return replace(effect, counts=counts, who=who, nobody=nobody)


DRAWS: Mapping[str, tuple[str, Callable[[Table], int], str, str]] = {
    "different-citizens": (
        "citizens_needed", citizens, "different Citizen",
        "Draw 2 Characters, keep 1 as a Worker and discard 1.",
    ),
    "enough-buildings": (
        "buildings_needed", lambda view: len(view.pad("built").cards or ()), "Building",
        "Draw 2 Characters, keep 1 as a Citizen and discard 1.",
    ),
}  # fmt: skip
"""The setting that says how many it takes, what counts, what that is called, and what one does."""

GUIDES: Guides = {"deal": deal, **{f"pick-{n}": pick for n in range(1, 8)}, "end": end}
