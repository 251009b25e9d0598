"""A table in short for the home page, and its first page: the road, who leads, where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice, pairwise
from typing import ClassVar

from companion.rules.actions.table import Undo
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import END, CampaignGraph, Finished, Path
from companion.rules.parts.settings import Due
from companion.rules.words import capital, listed, minus, ordinal, plural
from companion.show import formats
from companion.show.charts import PersonRecord, against, ranked, standings, won_together
from companion.show.result import ended, in_words, lead, told_with_result, verdict_together
from companion.show.standing import Onward, in_chapter, onward, sentence, title, where, whose


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
    attempts = groupby(told, key=lambda play: play.chapter)
    stops = [_played([*plays][-1]) for _, plays in attempts]
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
        key = next(iter(game.graph.after.get(stops[-1].key, [])), END)
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
    while levels[-1]:
        ahead = dict.fromkeys(to for key in levels[-1] for to in graph.after.get(key, []))
        levels.append([key for key in ahead if key not in known])
        known.update(levels[-1])
    return levels[:-1]


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


@dataclass(frozen=True, slots=True)
class PlayEnding:
    """How a finished play came out, in the words of the path and of the list of games."""

    headline: str  # of its chapter on the path: ``Ben won Chapter I``
    line: str  # in the list of games: ``Ben won by 4``
    points: str  # ``49 points, 4 ahead``
    day: str  # ``5 November``
    told: tuple[tuple[str, str], ...]  # such as the town that the winner named


@dataclass(frozen=True, slots=True)
class Story:
    """What the page shows."""

    onward: Onward
    road: Road | None
    outcomes: dict[int, PlayEnding]  # by the number of the play
    games: tuple[tuple[Play, str, str], ...]  # outside the story: how it came out, and when
    cup: tuple[str, ...]  # who holds it
    ranked: tuple[PersonRecord, ...]
    unsettled: tuple[tuple[Play, int, bool], ...]  # see ``_unsettled``
    latest: tuple[tuple[str, str], ...]  # the last lines of the log, with day and time
    together: str  # how the chapters ended that all win or lose


def story(state: State, covered: bool) -> Story:
    """Everything the page shows. The table has at least one play."""
    told = state.told
    scored = [(play, done) for play in state.plays if (done := play.outcome)]
    chapters = [pair for pair in scored if pair[0] in told] if told else scored
    outcomes = {play.number: _ending(state, play, done) for play, done in scored}
    return Story(
        onward=onward(state, state.plays[-1]),
        road=road(state, told, covered) if told else None,
        outcomes=outcomes,
        games=tuple(_game(state, play, outcomes) for play in state.plays if play not in told),
        cup=state.cup(),
        ranked=tuple(ranked(standings(against(chapters)))),
        unsettled=tuple(_unsettled(state, told)),
        latest=tuple(islice(_latest(state), 3)),
        together=won_together(state, chapters),
    )


def _game(state: State, play: Play, outcomes: Mapping[int, PlayEnding]) -> tuple[Play, str, str]:
    name = "" if len(state.game.chapters) == 1 else title(play)
    if not play.finished:
        return play, capital(where(play)), name
    done = outcomes.get(play.number)
    hint = " · ".join(filter(None, (_finished_on(state, play), name)))
    return play, done.line if done else "The scores need another look", hint


def _latest(state: State) -> Iterator[tuple[str, str]]:
    """The newest entries that stand, as the log says them."""
    for row in state.log.standing():
        if row.entry.action != Undo.kind:
            at = formats.moment(row.entry.at, state.zone)
            yield row.sentence(state), f"{at.day} {at:%B}, {at:%H:%M}" if at else ""


def _unsettled(state: State, told: Sequence[Play]) -> Iterator[tuple[Play, int, bool]]:
    """The chapters that another seat should have begun by corrected results, that seat, and
    whether nothing has been played yet, so that it still can."""
    for before, play in pairwise(told):
        done = before.outcome
        begins = state.game.graph.starter(done, play.names) if done else None
        # The model is asked only where the answer is in doubt: it scores the chapter again.
        if begins in (None, play.situation.first):
            continue
        seat = state.corrected_first(play)
        if seat is not None:
            fresh = play.moment == play.game.clock.start(play.situation) and not play.finished
            yield play, seat, fresh


def _ending(state: State, play: Play, done: Finished) -> PlayEnding:
    day = _finished_on(state, play)
    facts = [f for f in play.game.card_facts if f.due is Due.AFTERWARDS]
    told = tuple((f.label, str(play.facts[f.key])) for f in facts if play.facts.get(f.key))
    if done.together:
        said = f"{title(play)}: {verdict_together(play)}"
        return PlayEnding(said, said, "", day, (*told_with_result(play), *told))
    points = minus(plural(max(done.totals), "point"))
    if ahead := lead(done):
        points += f", {ahead} ahead"
    if done.lost:
        points += f": {done.lost}"
    return PlayEnding(*in_words(play, done), points, day, told)


def _finished_on(state: State, play: Play) -> str:
    """The day of a result: ``5 November``, with its year unless that is the last entry's."""
    at = formats.entered(state, play.finished_at)
    if at is None:
        return ""
    last = formats.entered(state, state.seq)
    return f"{at.day} {at:%B}" if last and last.year == at.year else formats.short_day(at)


def line(state: State) -> str:
    """Where a table stands, in a few words."""
    play = state.play
    if play is None:
        return "Not started"
    if not play.finished:
        return in_chapter(play)
    goes_on = play.story and state.ways(play)
    finished = f"{title(play)} finished" if goes_on else "Finished"
    return f"{finished}. {capital(ended(play))}"


def day(at: datetime, now: datetime) -> str:
    """``Today 21:04``, ``Yesterday``, ``Tuesday``, ``2 November``; both in the same zone."""
    days = (now.date() - at.date()).days
    if days < 1:
        return f"Today {at:%H:%M}"
    if days == 1:
        return "Yesterday"
    if days < 7:
        return f"{at:%A}"
    return f"{at.day} {at:%B}" + ("" if at.year == now.year else f" {at.year}")
