"""The home page: the games, and the tables of this device with their progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.rules.data.palette import CLOTHS
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.words import listed, minus, together
from companion.show.score.questions import won_with
from companion.show.standing import being_set_up, title

LONGEST_FIGURE = 4


@dataclass(frozen=True, slots=True)
class GameBook:
    slug: str
    title: str
    players: str
    minutes: int
    plate: str
    sprite: str  # the file that the plate is drawn in
    cloth: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a few words; without a ``figure`` its ``icon`` stands there."""

    figure: str
    icon: str
    words: str
    at: str


def books(games: Iterable[Game]) -> list[GameBook]:
    """The games in their order; one that names no cloth is bound in the next."""
    return [_book(game, CLOTHS[i % len(CLOTHS)]) for i, game in enumerate(games)]


def _book(game: Game, cloth: str) -> GameBook:
    low, high = game.people
    plate = (f"plate-{game.plate}", "plates.svg") if game.plate else ("seal", "icons.svg")
    return GameBook(
        game.slug, game.title, f"{low}–{high} players", game.minutes, *plate, game.cloth or cloth
    )


def line(state: State) -> TableLine:
    """The progress of a table in a line."""
    play, at = state.play, state.log[-1].entry.at if len(state.log) else ""
    if play is None:
        return TableLine("", "quill", f"{state.game.title}, not started", at)
    parts = [state.game.title, chapter_name(play), stands(play)]
    figure = play.chapter if is_chapter(play) and not _is_over(state, play) else ""
    if len(figure) > LONGEST_FIGURE:
        figure = ""
    icon = "check" if play.finished else "lantern"
    return TableLine(figure, icon, ", ".join(filter(None, parts)), at)


def unread(game: Game) -> TableLine:
    """The line of a table whose journal was not read."""
    return TableLine("", "quill", f"{game.title}, too large to tell more from here", "")


def is_chapter(play: Play) -> bool:
    """Whether it is one of several chapters, and not a whole game by itself."""
    chapter = play.game.chapter(play.chapter)
    return len(play.game.chapters) > 1 and bool(chapter and chapter.story)


def chapter_name(play: Play) -> str:
    """``chapter IIIa``, or the way the game is played; nothing where there is but one."""
    if is_chapter(play):
        return f"chapter {play.chapter}"
    name = title(play)
    return "" if name == play.game.title else name


def stands(play: Play) -> str:
    """How far a play has come, as the end of a sentence."""
    if play.finished:
        return won(play)
    if being_set_up(play):
        done = len(play.to_do & play.ticks)
        return f"{done} of {len(play.to_do)} set up" if done else "ready to set up"
    if play.moment == OVER or any(play.entries):
        return "time to score"
    return play.game.clock.within(play.moment.round, play.rounds)


def won(play: Play) -> str:
    """``Gus won with 43``, ``Gus and Hal are level on 43``."""
    done = play.outcome
    if done is None:
        return "finished"
    if done.level:
        return f"{together(done.level)} are level on {minus(max(done.totals))}"
    if not done.winners:
        return f"finished with {listed([minus(total) for total in done.totals])}"
    points = done.totals[done.names.index(done.winners[0])]
    return f"{together(done.winners)} {won_with(play)} {minus(points)}"


def _is_over(state: State, play: Play) -> bool:
    """Whether nothing follows: the play is finished and no story goes on."""
    return play.finished and not (play.story and state.ways(play))


def day(at: datetime, now: datetime) -> str:
    """``today 21:04``, ``yesterday``, ``Tuesday``, ``2 November``; both in the same zone."""
    days = (now.date() - at.date()).days
    if days < 1:
        return f"today {at:%H:%M}"
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"{at:%A}"
    return f"{at.day} {at:%B}" + ("" if at.year == now.year else f" {at.year}")
