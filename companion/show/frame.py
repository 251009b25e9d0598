"""The frame around a game's pages: its book, the tabs with their counts, and the visitor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Protocol

from companion.rules.actions.playing import Tick
from companion.rules.actions.table import Undo
from companion.rules.data.files import CLOTHS
from companion.rules.game import Game
from companion.rules.issues import errors
from companion.rules.journal.log import Logged, target
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.words import shortened
from companion.show.standing import being_set_up

# The open tab, by page; every other page lies under More.
OPEN = {
    "setup": "setup", "change": "setup", "play": "play", "aid": "play", "watch": "play",
    "score": "score", "sheet": "score", "save_score": "score", "result": "score",
    "home": "story", "next": "story",
}  # fmt: skip


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
    left = [key for key in game.graph.after.get(played[-1], []) if key not in played]
    return max((_longest(game, (*played, key)) for key in left), default=len(played))


class Visitor(Protocol):
    """A person, if it is known who, and what their link lets them do."""

    @property
    def person(self) -> int | None: ...

    @property
    def bound(self) -> int | None:
        """The one person that the link is for."""

    @property
    def watching(self) -> bool: ...

    @property
    def hosting(self) -> bool: ...

    def seat(self, play: Play) -> int | None:
        """Where they sit in a play."""

    def may(self, action: str) -> bool:
        """Whether they may take such an action, at least for themselves."""

    def may_enter(self, play: Play, seat: int | None) -> bool:
        """Whether they may enter something for a seat."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the five; ``badge`` counts what is left to do there, ``counts`` says of what."""

    key: str
    name: str
    icon: str
    page: str
    query: Mapping[str, int]
    badge: int = 0
    counts: str = ""


Way = tuple[str, str, str, Mapping[str, int]]
"""A line of More: the page, its name, its icon, and what the address asks for."""


@dataclass(frozen=True, slots=True)
class Frame:
    book: GameBook
    tab: str
    tabs: tuple[Tab, ...]
    more: tuple[tuple[Way, ...], ...]
    play: int | None  # the number of an earlier play that the page is about


def frame(
    state: State, games: Iterable[Game], page: str, play: Play | None, watching: bool = False
) -> Frame:
    """The frame of a page about ``play``; an earlier play keeps its tabs.

    Without a question a viewer's link opens the big screen, so their story has one.
    """
    known = (book for book in books(games) if book.game.slug == state.game.slug)
    book = next(known, None) or books([state.game])[0]
    story = {"story": 1} if watching else {}
    query = {"play": play.number} if play and not state.is_newest(play) else {}
    finished = bool(play and play.finished)
    return Frame(book, OPEN.get(page, "more"), (
        Tab("setup", "Setup", "tasks", "setup", query, badge=_unticked(play), counts="steps left"),
        Tab("play", "Play", "pawn", "play", query),
        Tab("score", "Score", "sheet", "result" if finished else "sheet", query,
            badge=_needed(play), counts="lines needed"),
        Tab("story", "Story" if state.told else "Games", "book", "home", story),
        Tab("more", "More", "more", "more", query),
    ), _more(query, watching), query.get("play"))  # fmt: skip


def _more(query: Mapping[str, int], watching: bool) -> tuple[tuple[Way, ...], ...]:
    """What is not needed every minute, in three groups; a viewer is offered what they may see."""
    groups: tuple[tuple[Way, ...], ...] = (
        (("people", "Invite players", "people", {}),
         ("look_up", "Look up a rule or card", "search", query),
         ("rulings", "House rules and card details", "ruling", query)),
        (("log", "Log", "log", {}),
         ("prints", "Print", "print", {}),
         ("statistics", "Statistics", "chart", {}),
         ("evening", "Schedule game night", "calendar", {})),
        (("players", "Edit players", "pencil", query),
         ("settings", "Settings", "gear", {})),
    )  # fmt: skip
    hidden = ("evening", "players", "people") if watching else ()
    return tuple(tuple(way for way in group if way[0] not in hidden) for group in groups)


def _unticked(play: Play | None) -> int:
    """Steps of the set-up that nobody ticked, once play has begun."""
    if play is None or play.finished or play.abandoned_at or being_set_up(play):
        return 0
    return len(play.to_do - play.ticks)


def _needed(play: Play | None) -> int:
    """Lines of the sheets without which there is no result, once the game is over."""
    if play is None or play.finished or play.abandoned_at or play.secret or play.moment != OVER:
        return 0
    return len({(one.seat, one.field) for one in errors(play.checked_sheet[1]) if one.field})


@dataclass(frozen=True, slots=True)
class Toast:
    """What this device has just entered, in a few words, and how to undo or redo it."""

    seq: int
    words: str
    offer: str


def undo_offer(state: State, seq: int | None) -> Toast | None:
    """The offer to undo entry ``seq``, with its sentence."""
    row = state.log.find(seq or 0)
    return Toast(row.entry.seq, _sentence(state, row, 80), "Undo") if row else None


def toast(state: State, undo: int | None, redo: int | None) -> Toast | None:
    """The toast of the newest entry, if this device may undo it or go on redoing."""
    if not len(state.log) or state.log[-1].refused:
        return None
    newest = state.log[-1]
    if newest.entry.seq == undo:
        return Toast(undo, _few(state, newest), "Undo")
    undone = state.log.find(redo) if redo and isinstance(newest.action, Undo) else None
    if undone is None:
        return None
    taken = state.log.find(target(undone.entry) or 0)
    words = f"Undone: {_few(state, taken)}" if taken else "Undone"
    return Toast(undone.entry.seq, words, "Redo")


def _few(state: State, row: Logged) -> str:
    """Two or three words where that is enough to know it by, else the log's sentence, cut short."""
    if isinstance(row.action, Tick):
        return "Ticked" if row.action.on else "Unticked"
    return _sentence(state, row, 48)


def _sentence(state: State, row: Logged, letters: int) -> str:
    return shortened(row.sentence(state).removesuffix("."), letters)
