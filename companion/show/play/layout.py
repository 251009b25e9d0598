"""The Play screen as the game's data lays it out: the tool of the phase, the strip, the folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, SO_FAR, Location, Pace, Phase
from companion.rules.parts.tracks import Prompt
from companion.rules.situation import fitting
from companion.rules.words import plural
from companion.show.facts import FactLine
from companion.show.play.deck import DeckView
from companion.show.play.introduced import Pick
from companion.show.play.pad_keys import PadView
from companion.show.play.tracks import Counter, CounterGroup


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can stand on the page; ``kind`` says which template draws it."""

    kind: str
    key: str
    label: str
    it: Any
    now: str = ""  # what its summary says while it is folded


@dataclass(frozen=True, slots=True)
class Layout:
    tool: tuple[Part, ...]
    strip: tuple[Part, ...]
    editable: tuple[Part, ...]  # what of the strip does not stand in the tool already
    folds: tuple[Part, ...]
    rest: tuple[Part, ...]  # what no phase names here: all of it in one fold
    aids: tuple[Part, ...]  # one tap away: those of this phase; Look up has all of them
    apart: str  # the tool that somebody has opened in the place of the phase's own
    alerts: tuple[CounterGroup, ...]  # counters outside of the tool that have set something off

    @property
    def laid(self) -> list[Part]:
        """Pads of the tool whose keys have no foot: what they laid is seldom taken back."""
        return [p for p in self.tool if p.kind == "pad" and not p.it.feet and p.it.lying]

    @property
    def due(self) -> list[tuple[Counter, Prompt]]:
        """What counters outside of the tool have set off."""
        return [one for tally in self.alerts for one in tally.due]

    @property
    def decks(self) -> list[Part]:
        """The numbered decks of the tool, in full."""
        return [part for part in self.tool if part.kind == "pile" and part.it.numbered]


def lay_out(play: Play, parts: Mapping[str, Part], opened: str = "") -> Layout:
    """``parts`` is all there is, by name, in the order in which it follows the named ones.

    ``opened`` is the aid or pad that somebody has opened; it comes before the phase's own.
    """
    phase = _phase(play)
    tool = tuple(_tool(play, parts, phase, opened))
    strip = tuple(_named(parts, (phase and phase.strip) or play.game.clock.strip))
    placed = {part.key for part in (*tool, *strip)}
    apart = _apart(play, phase, tool, opened)
    named = _folded(play, phase, apart) if phase else _untold(play, parts)
    every = [part for part in _named(parts, (*named, *parts)) if part.key not in placed]
    folds, shown = [p for p in every if p.kind not in ("aid", "so-far")], _in_places(phase)
    aids = [part for part in every if part.kind == "aid" and part.key not in shown]
    return Layout(
        tool=tuple(_joined(tool)),
        strip=strip,
        editable=tuple(part for part in strip if part not in tool),
        folds=tuple(_joined(part for part in folds if part.key in named)),
        rest=tuple(_joined(part for part in folds if part.key not in named)),
        aids=tuple(part for part in aids if helps(part.it, play)),
        apart=apart,
        alerts=tuple(_alerts(play, (part.it for part in parts.values() if part not in tool))),
    )


def of_phase(play: Play, parts: Mapping[str, Part]) -> tuple[Part, ...]:
    """The phase's own tools, be they folded away for another."""
    phase = _phase(play)
    return tuple(_named(parts, phase.shows)) if phase else ()


def in_sight(play: Play, opened: str = "") -> set[str]:
    """The names of what may stand in the tool and the strip; all else is folded."""
    phase = _phase(play)
    shown = (*_shows(play, phase), *phase.strip) if phase else ()
    return {opened, *shown, *play.game.clock.strip}


def _phase(play: Play) -> Phase | None:
    """The phase that lays out the screen, unless only start and score are told."""
    ends = play.moment == OVER or play.pace is Pace.ENDS
    return None if ends else play.game.clock.phase(play.moment)


def _apart(play: Play, phase: Phase | None, tool: Iterable[Part], opened: str) -> str:
    """The tool that stands in the place of the phase's own, or of the end, if one does."""
    own = {*_shows(play, phase), *_in_places(phase)} if phase else set()
    replaces = own or play.moment == OVER
    return opened if replaces and opened in {part.key for part in tool} - own else ""


def _folded(play: Play, phase: Phase, apart: str) -> tuple[str, ...]:
    """What is folded by itself, also the tools of phases that the same Next carries over; while
    another tool is open, all that is the phase's own waits with the rest."""
    tools = (name for one in _carried_over(play) for name in (one.deck, *one.shows))
    return () if apart else (*phase.shows, *phase.folds, *tools)


def _carried_over(play: Play) -> list[Phase]:
    """The other phases that the next tap on Next carries over."""
    return play.game.clock.carried_over(play.moment, play.situation, play.pace)


def _shows(play: Play, phase: Phase) -> tuple[str, ...]:
    """The tool of a phase; where it is only one of those told at once, without aids that answer
    nothing before somebody taps: they are one tap away, as those of the other phases."""
    waiting = {aid.key for aid in play.game.aids if aid.waits_for} if _carried_over(play) else ()
    return tuple(name for name in phase.shows if name not in waiting)


def _untold(play: Play, parts: Iterable[str]) -> tuple[str, ...]:
    """What is folded by itself where no phase says so: all of it while only start and score are
    told; at the end, when it is time to score, it waits with the rest."""
    return () if play.moment == OVER else tuple(parts)


@dataclass(frozen=True, slots=True)
class Places:
    """Where somebody may be: a tap opens what helps there."""

    places: tuple[Location, ...]
    here: Location | None
    aids: tuple[Part, ...]  # of this place, where there are several
    opened: str


def _tool(
    play: Play, parts: Mapping[str, Part], phase: Phase | None, opened: str
) -> Iterator[Part]:
    asked = parts.get(opened)
    asking = {key for key, part in parts.items() if part.kind == "pile" and part.it.asks}
    named = [
        part
        for part in _named(parts, (phase.deck, *_shows(play, phase)) if phase else ())
        if getattr(part.it, "kept_with", "") not in asking
    ]
    if asked in named or (asked is not None and asked.kind not in ("aid", "pad")):
        asked = None
    if asked is not None:  # in the place of the phase's own tools, which are folded away
        named = [part for part in named if part.kind == "pile" and not part.it.asks]
    if phase and phase.places and not play.is_automatons:
        asked = asked or parts.get(phase.places[0].aids[0])
    placed = asked is None or asked.key in _in_places(phase)
    if phase and phase.places and placed and not play.is_automatons:
        yield Part("places", "places", phase.where, _places(parts, phase, asked))
    if asked is not None:
        yield asked
    yield from named


def _places(parts: Mapping[str, Part], phase: Phase, asked: Part | None) -> Places:
    opened = asked.key if asked else ""
    here = next((place for place in phase.places if opened in place.aids), None)
    several = here.aids if here and len(here.aids) > 1 else ()
    return Places(phase.places, here, tuple(_named(parts, several)), opened)


def _in_places(phase: Phase | None) -> set[str]:
    return {key for place in (phase.places if phase else ()) for key in place.aids}


def helps(aid: Aid, play: Play) -> bool:
    """Whether it is of this phase and round, as far as a table tells them."""
    if play.is_automatons:  # nobody asks
        return False
    if aid.calculator.last and play.moment.round and play.moment.round != play.rounds:
        return False
    if not aid.phases or (play.pace is Pace.ENDS and play.moment != OVER):
        return True
    told = play.game.clock.told(play.moment, play.pace)
    return not told.isdisjoint(aid.phases)


def _alerts(play: Play, found: Iterable[object]) -> Iterator[CounterGroup]:
    """What counters have set off, each thing once: where a prompt says what to do, it need not be
    said that the game ends, nor in the last round, which the page names by itself."""
    is_last = play.moment.round == play.last_round
    for it in found:
        if isinstance(it, CounterGroup) and (it.due or (it.ending and not is_last)):
            yield replace(it, ending="" if it.due else it.ending)


def _named(parts: Mapping[str, Part], names: Iterable[str]) -> Iterator[Part]:
    """Each once; what is not in this chapter is left out."""
    return (parts[name] for name in dict.fromkeys(names) if name in parts)


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Facts that follow each other stand together."""
    for kind, group in groupby(parts, key=lambda part: part.kind):
        if kind != "fact":
            yield from group
            continue
        facts = list(group)
        said = ", ".join(f"{fact.label} {fact.now}" for fact in facts)
        yield Part("facts", facts[0].key, "", tuple(fact.it for fact in facts), said)


def parts_of(
    play: Play, tallies: Mapping[str, CounterGroup], views: Mapping[str, PadView],
    piles: Iterable[DeckView], picks: Iterable[Pick],
    facts: Mapping[str, FactLine], points: int | None = None,
) -> dict[str, Part]:  # fmt: skip
    """All there is to show in this play, by the name that a phase can say."""
    found = [Part("fact", key, line.label, line, line.said) for key, line in facts.items()]
    found += [Part("pad", key, view.label, view, view.standing) for key, view in views.items()]
    found += [Part("tally", t.key, t.label, t, _standing(t)) for t in tallies.values()]
    found += [_question(pick) for pick in picks]
    found += [Part("pile", p.key, p.label, p, _came(p)) for p in piles]
    found += [] if points is None else [Part("so-far", SO_FAR, "Points so far", points)]
    found += [Part("aid", a.key, a.label, a) for a in fitting(play.game.aids, play.situation)]
    return {part.key: part for part in found}


def _standing(tally: CounterGroup) -> str:
    if len(tally.counters) == 1 and tally.counters[0].label == tally.label:
        return tally.counters[0].shown
    return ", ".join(f"{c.label} {c.shown}" for c in tally.counters)


def _question(pick: Pick) -> Part:
    return Part("pick", pick.question.key, pick.label, pick, pick.now)


def _came(pile: DeckView) -> str:
    return f"{len(pile.seen)} of {plural(pile.size, 'card')}"
