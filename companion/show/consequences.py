"""What follows from a result in the story: the cup, who starts, the next chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Path
from companion.rules.parts.facts import Certainty
from companion.rules.words import capital, together
from companion.show.rulings import Question
from companion.show.score.questions import named_after
from companion.show.standing import tells_story


@dataclass(frozen=True, slots=True)
class Consequence:
    icon: str
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A chapter that can come next."""

    to: str
    title: str
    card: str  # that names it
    note: str  # what is said of the way there
    likely: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class Follows:
    lines: tuple[Consequence, ...]
    ways: tuple[Way, ...]  # to choose from; empty where there is no choice
    names: tuple[Question, ...]
    next: str | None  # the chapter to go on with
    told: bool  # the story ends here
    later: bool  # something has been played since

    @property
    def undecided(self) -> bool:
        return bool(self.ways) and self.next is None

    @property
    def asks(self) -> str:
        """What is said of every way alike, and so once."""
        notes = {way.note for way in self.ways}
        return notes.pop() if len(notes) == 1 else ""


def follows(state: State, play: Play) -> Follows:
    """What comes after ``play``; nothing of the story for a game on its own."""
    later = not state.is_newest(play)
    # Somebody alone who has not won names nothing.
    lost = play.situation.solo and play.scored is not None and not play.scored[1].winners
    names = tuple(name for name in named_after(play) if name.now or not lost)
    if not (play.story and state.game.tells_story):
        return Follows((), (), names, None, False, later)
    paths = state.ways(play)
    after = [one.chapter for one in state.story if one.number > play.number]
    to = next(iter(after), play.branch) or (paths[0].to if len(paths) == 1 else None)
    last = state.story[-1] is play
    if any(one.outcome for one in state.story if one.number > play.number):
        went = cup_went(state, play)
        lines = [Consequence("cup", went)] if went else []
    else:
        lines = cup(state)
    lines += _road(state, play, paths, to, last)
    ways = _ways(state, play, paths, to) if last and len(paths) > 1 else ()
    return Follows(tuple(lines), ways, names, to, not paths, later)


def cup(state: State) -> list[Consequence]:
    """Who holds the story's trophy, if it has one and somebody does."""
    holders = state.cup()
    if not holders:
        return []
    verb = "holds" if len(holders) == 1 else "share"
    return [Consequence("cup", f"{together(holders)} {verb} the cup")]


def cup_went(state: State, play: Play) -> str:
    """To whom the trophy went by ``play``, whatever came later."""
    several = tells_story(play) and len(play.seats) > 1
    holders = state.cup(play) if several else ()
    return f"The cup went to {together(holders)}" if holders else ""


def _road(
    state: State, play: Play, paths: Sequence[Path], to: str | None, last: bool
) -> list[Consequence]:
    if not paths:
        return [Consequence("seal", "Campaign complete")]
    found = [_start(state, play)] if last and len(play.seats) > 1 and play.game.first else []
    way = next((path for path in paths if path.to == to), None)
    if way:
        # How to tell the ways apart is no news once one of them is taken.
        hint = way.note if len(paths) == 1 else ""
        found.append(Consequence("fork", f"{state.game.title_of(way.to)} is next", hint))
        # What the way sets and means something in the chapter it leads to.
        for option in state.game.options:
            if option.key in way.sets and way.to in option.when.needs.get("chapter", ()):
                words = option.words(way.sets[option.key])
                found.append(Consequence("ruling", words, option.label))
    return found


def _start(state: State, play: Play) -> Consequence:
    first = state.next_first(play.names)
    if first is None:
        return Consequence("bag", "First player not decided", "Draw or agree at setup.")
    won = state.outcomes()[-1].winners
    before = play.names[first - 1]
    why = f"{before} won and goes last." if won == (before,) else f"{before} goes last."
    return Consequence("bag", f"{play.names[first]} goes first", why)


def _ways(state: State, play: Play, paths: Sequence[Path], to: str | None) -> tuple[Way, ...]:
    sure = {path.sure for path in paths}
    return tuple(
        Way(
            path.to, state.game.title_of(path.to),
            capital(state.game.told_by(path.to, len(play.seats)) or ""), path.note,
            likely=len(sure) > 1 and path.sure is not Certainty.ASSUMED, taken=path.to == to,
        )
        for path in paths
    )  # fmt: skip
