"""The Play screen as the game's data lays it out: the tool of the phase, the strip, the folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Location, Pace, Phase
from companion.rules.situation import fitting
from companion.show.formats import FactLine
from companion.show.play.moment import is_turn_by_card
from companion.show.play.tools import AidTool, FactTool, Place, PointsSoFar, Tool


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
    strip: tuple[Tool, ...]
    editable: tuple[Tool, ...]  # what of the strip does not stand in the tool already
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
    def leads(self) -> bool:
        """Whether the tool stands before the keys that open others: what the last round is for."""
        return _leads(self.tool)

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
    phase = _at_work(_phase(play), tools)
    tool = tuple(_tool(play, tools, phase, opened, seat))
    strip = tuple(_named(tools, _strip(play, phase)))
    apart = _apart(play, phase, tool, opened)
    opens = tuple(_named(tools, phase.opens if phase and not apart else ()))
    placed = {one.key for one in (*tool, *strip, *opens)}
    named = _folded(play, phase, apart) if phase else _untold(play, tools)
    every = [one for one in _named(tools, (*named, *tools)) if one.key not in placed]
    folds, shown = [one for one in every if one.place is Place.FOLD], _in_places(phase)
    links = [one for one in every if one.place is Place.LINK and one.key not in shown]
    near = tuple(one for one in links if one.helps(play))
    # Where a step is a whole round, or a place or the last round has its own, calculators wait
    # with the rest.
    away = bool(shown) or (phase is not None and play.pace is Pace.ROUND) or _leads(tool)
    others = [one for one in tools.values() if one not in tool]
    return Layout(
        tool=tuple(_joined(tool)),
        strip=strip,
        opens=opens,
        editable=tuple(one for one in strip if one not in tool or one.is_partly_shown),
        folds=tuple(_joined(one for one in folds if one.key in named)),
        rest=tuple(_joined(one for one in folds if one.key not in named)),
        aids=() if away or _has_keys(play, phase) else near,
        further=near if away else (),
        apart=apart,
        closes=bool(phase and apart in phase.opens and play.pace is Pace.PHASE),
        endings=tuple(_endings(play, others)),
        due=tuple(due for one in others for due in one.set_off),
    )


def _leads(tool: Iterable[Tool]) -> bool:
    return any(isinstance(one, AidTool) and one.aid.calculator.last for one in tool)


def _strip(play: Play, phase: Phase | None) -> tuple[str, ...]:
    """What never leaves the screen: nothing where only start and score are entered; where a tap is
    a whole turn, captions say what is needed."""
    if play.pace is Pace.ENDS and play.moment != OVER:
        return ()
    if phase and is_turn_by_card(play, phase):
        return phase.strip
    return (phase and phase.strip) or play.game.clock.strip


def _has_keys(play: Play, phase: Phase | None) -> bool:
    """Whether cards are used in this step: their keys open what helps, Look up has the rest."""
    return phase is not None and any(one.by_card for one in (phase, *_carried_over(play)))


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


def _at_work(phase: Phase | None, tools: Mapping[str, Tool]) -> Phase | None:
    """The phase without tools that have nothing to say yet."""
    idle = {key for key, tool in tools.items() if tool.is_idle}
    return phase and replace(phase, shows=tuple(n for n in phase.shows if n not in idle))


def _apart(play: Play, phase: Phase | None, tool: Iterable[Tool], opened: str) -> str:
    """The tool that stands in the place of the phase's own, or of the end, if one does."""
    own = {*_shows(play, phase), *_in_places(phase)} if phase else set()
    replaces = phase is not None or play.moment == OVER
    return opened if replaces and opened in {one.key for one in tool} - own else ""


def _folded(play: Play, phase: Phase, apart: str) -> tuple[str, ...]:
    """What is folded by itself, also the tools of phases that the same Next carries over, but for
    cards that nobody taps at this pace; while another tool is open, all that is the phase's own
    waits with the rest."""
    others = [one for one in _carried_over(play) if not one.by_card]
    tools = (name for one in others for name in (one.deck, *one.shows))
    return () if apart else (*phase.shows, *phase.folds, *tools)


def _carried_over(play: Play) -> list[Phase]:
    """The other phases that the next tap on Next carries over."""
    return play.game.clock.carried_over(play.moment, play.situation, play.pace)


def _shows(play: Play, phase: Phase) -> tuple[str, ...]:
    """The tool of a phase; where it is only one of those told at once, without aids that answer
    nothing before somebody taps: they are one tap away, as those of the other phases."""
    aids, carried = play.game.aids, _carried_over(play)
    idle = {a.key for a in aids if (carried and a.waits_for) or not AidTool(a).helps(play)}
    return tuple(name for name in phase.shows if name not in idle)


def _untold(play: Play, tools: Iterable[str]) -> tuple[str, ...]:
    """What is folded by itself where no phase says so: all of it while only start and score are
    told; at the end, when it is time to score, it waits with the rest."""
    return () if play.moment == OVER else tuple(tools)


def _tool(
    play: Play, tools: Mapping[str, Tool], phase: Phase | None, opened: str, seat: int
) -> Iterator[Tool]:
    asked = tools.get(opened)
    asking = {key for key, one in tools.items() if one.comes_first}
    own = (phase.deck, *_shows(play, phase)) if phase else ()
    named = [one for one in _named(tools, own) if one.goes_with not in asking]
    named = [tools.get(one.gives_way, one) for one in named]
    named = [one for one in named if not one.is_idle]
    if asked in named or (asked is not None and not asked.opens):
        asked = None
    if asked is not None:  # in the place of the phase's own tools, which are folded away
        named = [one for one in named if one.stays]
    if phase and phase.places and not play.is_automatons:
        asked = asked or _due(play, tools, phase)
    placed = asked is None or asked.key in _in_places(phase)
    if phase and phase.places and placed and not play.is_automatons:
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
    for one in _named(tools, steps):
        if isinstance(one, AidTool) and one.aid.calculator.due(table) is not None:
            return one
    return None


def _in_places(phase: Phase | None) -> set[str]:
    places = phase.places if phase else ()
    return {key for place in places for key in (*place.aids, *place.steps)}


def _endings(play: Play, others: Iterable[Tool]) -> Iterator[str]:
    """That the game ends, once: where a prompt says what to do it need not be said, nor in the
    last round, which the page names by itself."""
    is_last = play.moment.round == play.last_round
    return (one.says_end for one in others if one.says_end and not one.set_off and not is_last)


def _named(tools: Mapping[str, Tool], names: Iterable[str]) -> Iterator[Tool]:
    """Each once; what is not in this chapter is left out."""
    return (tools[name] for name in dict.fromkeys(names) if name in tools)


def _joined(tools: Iterable[Tool]) -> Iterator[Tool]:
    """Those of a kind that follow each other, as one where they stand together."""
    for _, group in groupby(tools, key=type):
        alike = list(group)
        one = alike[0].joined(alike[1:])
        yield from [one] if one else alike


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
