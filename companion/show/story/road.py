"""The story as a road: chapters done, the present one, the next, and covered ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import END, CampaignGraph, Path
from companion.rules.words import listed, ordinal, plural
from companion.show.standing import sentence, title, where, whose


@dataclass(frozen=True, slots=True)
class Stop:
    """One chapter on the road. ``look`` is done, now, next or covered."""

    key: str
    title: str
    look: str
    play: int | None = None
    text: str = ""
    start: bool = False
    end: bool = False
    forks: ClassVar = False


@dataclass(frozen=True, slots=True)
class Fork:
    """Chapters between which the story goes one way: the group's road and the other."""

    road: tuple[Stop, ...]
    other: tuple[Stop, ...]
    taken: bool
    joins: bool
    hint: str
    forks: ClassVar = True


@dataclass(frozen=True, slots=True)
class Road:
    """The stops of the story, as far as they may be shown."""

    parts: tuple[Stop | Fork, ...]
    played: int
    length: int
    ahead: int  # chapters that stay covered


def road(state: State, told: Sequence[Play], covered: bool) -> Road:
    """The road of a group that has played ``told``, the last of them perhaps still going on."""
    game = state.game
    levels = _levels(game.graph)
    ways = _ways(state, told)
    ended = bool(told) and not ways
    stages = len(dict.fromkeys(play.chapter for play in told))  # attempts at one are one stop
    length = stages if ended else max(len(levels), stages)
    seen = min(length, stages + 1) if covered else length
    last = [
        play
        for play, after in zip(told, [*told[1:], None], strict=True)
        if after is None or after.chapter != play.chapter
    ]
    stops = [_played(play) for play in last]
    if not ended and stops and ways[0].to == stops[-1].key:
        tried = plural(told[-1].situation.attempt, "attempt")
        text = f"{tried} so far. {ways[0].note}".strip()
        name = f"{game.title_of(ways[0].to)} again"
        stops[-1] = replace(stops[-1], title=name, look="next", text=text)
    elif not ended:
        first, *others = (way.to for way in ways)
        called = listed([game.title_of(first), *others], "or")
        stops.append(Stop(first, f"{called} is next", "next", text=ways[0].note))
    while len(stops) < seen:
        key = next(iter(game.graph.after(stops[-1].key)), END)
        stops.append(Stop(key, game.title_of(key), "covered"))
    stops = stops[:seen]
    stops[0] = replace(stops[0], start=True)
    stops[-1] = replace(stops[-1], end=seen == length)
    parts = _parts(stops, levels, length > seen)
    done = len({play.chapter for play in told if play.finished})
    return Road(tuple(parts), done, length, length - seen)


def _levels(graph: CampaignGraph) -> list[list[str]]:
    """Chapters by how far they lie from the first."""
    levels, known = [[graph.first]], {graph.first}
    while True:
        ahead = dict.fromkeys(to for key in levels[-1] for to in graph.after(key))
        fresh = [key for key in ahead if key not in known]
        if not fresh:
            return levels
        known |= set(fresh)
        levels.append(fresh)


def _ways(state: State, told: Sequence[Play]) -> list[Path]:
    """The possible next chapters; only one if the group has chosen."""
    if not told:
        return [Path(END, state.game.graph.first, "")]
    last = told[-1]
    ways = state.ways(last)
    if not last.finished:  # as long as its result is open, anywhere
        onwards = [path for path in ways if path.to != last.chapter]
        paths = (path for path in state.game.graph.paths if path.start == last.chapter)
        ways = onwards or [path for path in paths if path.to not in (END, last.chapter)]
    chosen = [way for way in ways if way.to == last.branch]
    return chosen or [way for way in ways if way.sure is ways[0].sure]


def _played(play: Play) -> Stop:
    name = title(play)
    if play.finished:
        return Stop(play.chapter, name, "done", play.number)
    if play.situation.attempt > 1:
        name = f"{name}, {ordinal(play.situation.attempt)} attempt"
    said = " ".join(sentence(words) for words in (where(play), whose(play)) if words)
    return Stop(play.chapter, name, "now", play.number, said)


def _parts(stops: Sequence[Stop], levels: Sequence[Sequence[str]], more: bool) -> list[Stop | Fork]:
    """Chapters that stand alone as stops, those with others beside them gathered into forks."""
    parts: list[Stop | Fork] = []
    beside: list[tuple[Stop, list[str]]] = []
    for stop, level in zip(stops, levels, strict=False):
        others = [key for key in level if key != stop.key]
        if beside and not others:
            parts.append(_fork(beside, joins=True))
            beside = []
        if others:
            beside.append((stop, others))
        else:
            parts.append(stop)
    return [*parts, _fork(beside, joins=more)] if beside else parts


def _fork(beside: Sequence[tuple[Stop, Sequence[str]]], joins: bool) -> Fork:
    mine = tuple(stop for stop, _ in beside)
    other = [Stop(key, key, "covered") for _, keys in beside for key in keys]
    other[-1] = replace(other[-1], end=not joins)
    taken = mine[0].look in ("done", "now")
    return Fork(mine, tuple(other), taken, joins, "not taken" if taken else "or")
