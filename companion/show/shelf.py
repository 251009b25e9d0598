"""The home page: the games, and the tables of this device with their progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle

from companion.rules.data.files import CLOTHS
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.words import capital, listed, minus, together
from companion.show.score.questions import won_with
from companion.show.standing import being_set_up, title


@dataclass(frozen=True, slots=True)
class GameBook:
    """A game as a book: single games, a campaign, or both, and the cloth it is bound in."""

    game: Game
    kind: str
    cloth: str


def books(games: Iterable[Game]) -> list[GameBook]:
    """The games in their order; one that names no cloth is bound in the next."""
    cloths = zip(games, cycle(CLOTHS), strict=False)
    return [GameBook(game, _kind(game), game.cloth or cloth) for game, cloth in cloths]


def _kind(game: Game) -> str:
    if not game.tells_story:
        return "Single games"
    if len(game.story_chapters) < len(game.chapters):
        return "Single or campaign"
    return f"{_longest(game, (game.graph.first,))}-chapter campaign"


def _longest(game: Game, played: tuple[str, ...]) -> int:
    """How many chapters a group plays at most that has come by these."""
    left = [key for key in game.graph.after(played[-1]) if key not in played]
    return max((_longest(game, (*played, key)) for key in left), default=len(played))


def line(state: State) -> str:
    """Where a table stands, in a few words."""
    play = state.play
    if play is None:
        return "Not started"
    name = chapter_name(play)
    if not play.finished:
        return capital(", ".join(filter(None, [name, stands(play)])))
    goes_on = name and play.story and state.ways(play)
    finished = f"{capital(name)} finished" if goes_on else "Finished"
    return f"{finished}. {won(play)}"


def chapter_name(play: Play) -> str:
    """``chapter IIIa``, ``Mission 2``, or the way a game is played; nothing if there is but one."""
    name, chapter = title(play), play.game.chapter(play.chapter)
    if len(play.game.chapters) > 1 and chapter and chapter.story:
        return f"c{name[1:]}" if name.startswith("Chapter ") else name
    return "" if name == play.game.title else name


def stands(play: Play) -> str:
    """How far a play has come, as the end of a sentence."""
    if play.finished:
        return won(play)
    if being_set_up(play):
        done = len(play.to_do & play.ticks)
        return f"setup, {done} of {len(play.to_do)} done" if done else "setup"
    if play.moment == OVER or any(play.entries):
        return "final scoring"
    return play.game.clock.within(play.moment.round, play.rounds)


def won(play: Play) -> str:
    """``Gus won by 3``, ``Gus and Hal are tied on 43``, ``Gus scored 43``."""
    done = play.outcome
    if done is None:
        return "No result"
    if done.level:
        return f"{together(done.level)} are tied on {minus(max(done.totals))}"
    if not done.winners:
        return listed([minus(total) for total in done.totals])
    points = done.totals[done.names.index(done.winners[0])]
    behind = [total for total in done.totals if total < points]
    if len(done.winners) == 1 and len(behind) == len(done.totals) - 1 > 0:
        return f"{done.winners[0]} won by {points - max(behind)}"
    return f"{together(done.winners)} {won_with(play)} {minus(points)}"


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
