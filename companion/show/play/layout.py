"""The Play screen as the game's data lays it out: the tool of the phase, the strip, the folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any

from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Location, Pace, Phase
from companion.rules.situation import fitting
from companion.show.formats import FactLine
from companion.show.play.deck import DeckView
from companion.show.play.moment import is_turn_by_card
from companion.show.play.pad_keys import PadView
from companion.show.play.tools import AidTool, FactTool, PointsSoFar, Tool
from companion.show.play.tracks import CounterGroup


@dataclass(frozen=True, slots=True)
class PlaceStep:
    label: str
    now: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Places(Tool):
    """Where somebody may be: a tap opens what helps there."""

    label: str
    places: tuple[Location, ...]
    here: Location | None
    aids: tuple[Tool, ...]  # of this place, where there are several
    opened: str
    heading: str = ""  # what is asked in the place that is open
    steps: tuple[PlaceStep, ...] = ()  # of what is under way
    key: str = "places"
    template: str = "table/play/_places.html"

    @property
    def ends(self) -> Location | None:
        """Where a turn ends, unless it is here."""
        return next((one for one in self.places if one.ends and one != self.here), None)


@dataclass(frozen=True, slots=True)
class Layout:
    tool: tuple[Tool, ...]
    leads: bool  # it stands before the keys that open others: what the last round is for
    strip: tuple[Tool, ...]
    editable: tuple[Tool, ...]  # what of the strip does not stand in the tool as a whole
    opens: tuple[Tool, ...]  # what keys below the tool open
    folds: tuple[Tool, ...]
    rest: tuple[Tool, ...]  # what no phase names here: all of it in one fold
    aids: tuple[Tool, ...]  # one tap away: those of this phase; Look up has all of them
    further: tuple[Tool, ...]  # the same where places stand on the screen: all of them in one fold
    apart: str  # the tool that somebody has opened in the place of the phase's own
    closes: bool  # it was opened for one tap, after which the phase's own stands there again
    endings: tuple[str, ...]  # that the game ends, as tools outside of the phase's own say
    due: tuple[Any, ...]  # what they have set off

    @property
    def also(self) -> list[Tool]:
        """What of the phase's tools is folded away, too."""
        return [tool for tool in self.tool if tool.also]

    @property
    def all_places(self) -> Places | None:
        """The places to choose from, or the one that is open."""
        return next((tool for tool in self.tool if isinstance(tool, Places)), None)

    @property
    def places(self) -> Places | None:
        """The place that is open, whose name stands among the steps of the turn."""
        found = self.all_places
        return found if found and found.here else None


def lay_out(play: Play, tools: Mapping[str, Tool], opened: str = "", seat: int = 0) -> Layout:
    """``tools`` is all there is, by name, in the order in which it follows the named ones.

    ``opened`` is the aid or pad that somebody has opened; it comes before the phase's own.
    ``seat`` is whose tools are open.
    """
    phase = _phase(play)
    if phase:
        phase = replace(phase, shows=tuple(n for n in phase.shows if not _is_idle(tools.get(n))))
    tool = tuple(_tool(play, tools, phase, opened, seat))
    strip = tuple(_named(tools, _strip(play, phase)))
    in_places = _in_places(phase) if phase else set()
    own = {*_shows(play, phase), *in_places} if phase else set()
    replaced = phase is not None or play.moment == OVER
    # What stands in the place of the phase's own, or of the end.
    apart = opened if replaced and opened in {one.key for one in tool} - own else ""
    opens = tuple(_named(tools, phase.opens if phase and not apart else ()))
    placed = {one.key for one in (*tool, *strip, *opens)}
    named = _folded(play, tools, phase, apart)
    every = [one for one in _named(tools, (*named, *tools)) if one.key not in placed]
    folds = [one for one in every if not isinstance(one, AidTool | PointsSoFar)]
    aids = [one for one in every if isinstance(one, AidTool) and one.key not in in_places]
    near = tuple(one for one in aids if one.helps(play))
    leads = any(isinstance(one, AidTool) and one.aid.calculator.last for one in tool)
    # Where a step is a whole round, or a place or the last round has its own, calculators wait
    # with the rest.
    away = bool(in_places) or (phase is not None and play.pace is Pace.ROUND) or leads
    # Keys of cards open what helps, Look up has the rest.
    by_keys = phase is not None and any(one.by_card for one in (phase, *_carried_over(play)))
    # That the game ends is said once: not where a prompt says what to do, nor in the last round,
    # which the page names by itself.
    counters = [one for one in tools.values() if isinstance(one, CounterGroup) and one not in tool]
    is_last = play.moment.round == play.last_round
    endings = (one.says_end for one in counters if one.says_end and not one.set_off)
    return Layout(
        tool=tuple(_joined(tool)),
        leads=leads,
        strip=strip,
        opens=opens,
        editable=tuple(
            one
            for one in strip
            if one not in tool or (isinstance(one, CounterGroup) and one.further)
        ),
        folds=tuple(_joined(one for one in folds if one.key in named)),
        rest=tuple(_joined(one for one in folds if one.key not in named)),
        aids=() if away or by_keys else near,
        further=near if away else (),
        apart=apart,
        closes=bool(phase and apart in phase.opens and play.pace is Pace.PHASE),
        endings=() if is_last else tuple(endings),
        due=tuple(due for one in counters for due in one.set_off),
    )


def of_phase(play: Play, tools: Mapping[str, Tool]) -> tuple[Tool, ...]:
    """The phase's own tools, be they folded away for another."""
    phase = _phase(play)
    return tuple(_named(tools, phase.shows)) if phase else ()


def in_sight(play: Play, opened: str = "") -> set[str]:
    """The names of what may stand in the tool and the strip; all else is folded."""
    phase = _phase(play)
    shown = (*_shows(play, phase), *phase.strip) if phase else ()
    return {opened, *shown, *play.game.clock.strip}


def _phase(play: Play) -> Phase | None:
    """The phase that lays out the screen, unless only start and score are told."""
    ends = play.moment == OVER or play.pace is Pace.ENDS
    return None if ends else play.game.clock.phase(play.moment)


def _is_idle(tool: Tool | None) -> bool:
    return isinstance(tool, AidTool) and tool.is_idle


def _strip(play: Play, phase: Phase | None) -> tuple[str, ...]:
    """What never leaves the screen: nothing where only start and score are entered; where a tap is
    a whole turn, captions say what is needed."""
    if play.pace is Pace.ENDS and play.moment != OVER:
        return ()
    if phase and is_turn_by_card(play, phase):
        return phase.strip
    return (phase and phase.strip) or play.game.clock.strip


def _folded(play: Play, tools: Iterable[str], phase: Phase | None, apart: str) -> tuple[str, ...]:
    """What is folded by itself, also the tools of phases that the same Next carries over, but for
    cards that nobody taps at this pace. While only start and score are told, that is all of it;
    at the end, or while another tool is open, everything waits with the rest."""
    if apart or play.moment == OVER:
        return ()
    if phase is None:
        return tuple(tools)
    others = [one for one in _carried_over(play) if not one.by_card]
    return (*phase.shows, *phase.folds, *(n for one in others for n in (one.deck, *one.shows)))


def _carried_over(play: Play) -> list[Phase]:
    """The other phases that the next tap on Next carries over."""
    return play.game.clock.carried_over(play.moment, play.situation, play.pace)


def _shows(play: Play, phase: Phase) -> tuple[str, ...]:
    """The tool of a phase; where it is only one of those told at once, without aids that answer
    nothing before somebody taps: they are one tap away, as those of the other phases."""
    aids, carried = play.game.aids, _carried_over(play)
    idle = {a.key for a in aids if (carried and a.waits_for) or not AidTool(a).helps(play)}
    return tuple(name for name in phase.shows if name not in idle)


def _tool(
    play: Play, tools: Mapping[str, Tool], phase: Phase | None, opened: str, seat: int
) -> Iterator[Tool]:
    asked = tools.get(opened)
    # A card that is due is entered first; what is kept with it waits.
    decks = {one.key for one in tools.values() if isinstance(one, DeckView) and one.waits}
    own = (phase.deck, *_shows(play, phase)) if phase else ()
    named = [one for one in _named(tools, own) if one.goes_with not in decks]
    named = [tools.get(one.gives_way, one) if isinstance(one, PadView) else one for one in named]
    named = [one for one in named if not _is_idle(one)]
    if asked in named or (asked is not None and not asked.opens):
        asked = None
    if asked is not None:  # in the place of the phase's own, but for the card that came up
        named = [one for one in named if isinstance(one, DeckView) and not one.asks]
    if phase and phase.places and not play.is_automatons:
        asked = asked or _due(play, tools, phase)
        if asked is None or asked.key in _in_places(phase):
            yield _places(tools, phase, asked, Table(play, seat))
    if asked is not None:
        yield asked
    yield from named


def _places(tools: Mapping[str, Tool], phase: Phase, asked: Tool | None, table: Table) -> Places:
    opened = asked.key if asked else ""
    here = next((p for p in phase.places if opened in (*p.aids, *p.steps)), None)
    steps = here.steps if here and opened in here.steps[1:] else ()
    several = here.aids if here and len(here.aids) > 1 and not steps else ()
    at = steps.index(opened) if steps else 0
    row = tuple(PlaceStep(tools[key].label, n == at, n < at) for n, key in enumerate(steps))
    aids = tuple(_named(tools, several))
    heading = asked.aid.calculator.headed(table) if isinstance(asked, AidTool) else ""
    return Places(phase.where, phase.places, here, aids, opened, heading, steps=row)


def _due(play: Play, tools: Mapping[str, Tool], phase: Phase) -> Tool | None:
    """The next step of what is under way in a place."""
    table, steps = Table(play, 0), [key for place in phase.places for key in place.steps]
    aids = (one for one in _named(tools, steps) if isinstance(one, AidTool))
    return next((one for one in aids if one.aid.calculator.due(table) is not None), None)


def _in_places(phase: Phase) -> set[str]:
    return {key for place in phase.places for key in (*place.aids, *place.steps)}


def _named(tools: Mapping[str, Tool], names: Iterable[str]) -> Iterator[Tool]:
    """Each once; what is not in this chapter is left out."""
    return (tools[name] for name in dict.fromkeys(names) if name in tools)


def _joined(tools: Iterable[Tool]) -> Iterator[Tool]:
    """Facts that follow each other as one tool."""
    for is_fact, group in groupby(tools, key=lambda one: isinstance(one, FactTool)):
        if is_fact:
            facts = [one for one in group if isinstance(one, FactTool)]
            yield FactTool(facts[0].key, tuple(chain.from_iterable(f.lines for f in facts)))
        else:
            yield from group


def tools_of(
    play: Play,
    given: Iterable[Tool],
    facts: Mapping[str, FactLine],
    points: int | None = None,
    seat: int = 0,
) -> dict[str, Tool]:
    """All there is to show in this play, by the name that a phase can say; ``given`` are pads,
    counters, questions and decks, ``seat`` is whose tools are open."""
    found: list[Tool] = [FactTool(key, (line,), line.label) for key, line in facts.items()]
    found += given
    found += [] if points is None else [PointsSoFar(points)]
    for aid in fitting(play.game.aids, play.situation):
        found.append(AidTool(aid, is_idle=aid.calculator.is_idle(Table(play, seat))))
    return {one.key: one for one in found}
