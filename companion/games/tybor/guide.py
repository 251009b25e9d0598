"""What the table knows in each phase of a stage: what to deal, who is first, who gets an effect."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids.guide import Deed, Guides, Head, Rule, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.parts.clock import Pace
from companion.rules.words import plural, together

from .effects import (
    SEARCHED_WITH,
    STAGES,
    Effect,
    deed_key,
    direction,
    effects_of,
    hand,
    lower,
)

FIVE = 5  # players with whom the First Player card moves one seat more (Playing with 5-8)
TURNED_OVER = 2  # the stage after which the Scenario's back is used (Course of Play)


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


GUIDES: Guides = {
    "deal": deal,
    **{f"pick-{number}": pick for number in range(1, 8)},
    "end": end,
}
