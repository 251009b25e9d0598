"""The progress of a play in words, and the page to go on with."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER, Pace
from companion.rules.words import capital, possessive


@dataclass(frozen=True, slots=True)
class Onward:
    """The page to go on with: ``over`` is the small line of its button, ``text`` the big one."""

    page: str
    play: int | None
    over: str
    text: str


def title(play: Play) -> str:
    """The chapter as people call it."""
    return play.game.title_of(play.chapter)


def has_begun(play: Play) -> bool:
    """Whether something was played or scored already."""
    begun = play.moment != play.game.clock.start(play.situation)
    return begun or bool(play.seen) or any(play.entries)


def being_set_up(play: Play) -> bool:
    """Whether the play is still being set up: open steps, and nothing played yet."""
    over = has_begun(play) or play.finished or play.abandoned_at
    return not over and bool(play.to_do - play.ticks)


def where(play: Play) -> str:
    """The progress of the play, as a sentence without a full stop."""
    if play.finished:
        return "finished"
    if play.abandoned_at:
        return "left unfinished"
    if play.pace is Pace.PHASE and play.moment != OVER and not being_set_up(play):
        return play.game.clock.placed(play.moment, play.rounds)
    return stands(play)


def stands(play: Play) -> str:
    """How far a running play has come, in a few words."""
    if being_set_up(play):
        return f"setup, {len(play.to_do & play.ticks)} of {len(play.to_do)} done"
    if play.moment == OVER:
        return "time to score"
    return "in progress" if play.pace is Pace.ENDS else round_of(play)


def sentence(words: str) -> str:
    """The words with a capital letter and a full stop."""
    return f"{capital(words)}."


def round_of(play: Play) -> str:
    return play.game.clock.called(play.moment.round, play.rounds)


def whose(play: Play) -> str:
    """Who is on turn, or first now; nothing where it does not matter."""
    if play.finished or play.abandoned_at or play.moment == OVER or play.situation.solo:
        return ""
    if play.acting is not None:
        return f"{possessive(play.names[play.acting])} turn"
    if not play.game.first:
        return ""
    first = play.game.clock.order_at(play.moment, play.situation)[0]
    return f"{play.names[first]} goes first"


def onward(state: State, play: Play | None) -> Onward:
    """The page to go on with, and the small line that says where the game stands."""
    if play is None:
        return Onward("next", None, "No game yet", "Start a game")
    if play.finished or play.abandoned_at:
        return _after(state, play)
    fresh = play.moment == play.game.clock.start(play.situation)
    if being_set_up(play):
        page = "setup"
    else:
        page = "score" if play.moment == OVER or (fresh and any(play.entries)) else "play"
    return Onward(page, play.number, in_chapter(play), "Continue")


def in_chapter(play: Play) -> str:
    """The same after its chapter: ``Chapter IIIb, round 3 of 7``."""
    name, far = title(play), stands(play)
    if name == play.game.title:  # which stands above all pages
        return capital(far)
    return f"{name}, {far[:1].lower()}{far[1:]}"


def tells_story(play: Play) -> bool:
    """Whether the play is a chapter of a longer story."""
    return play.story and not play.abandoned_at and play.game.tells_story


def _after(state: State, play: Play) -> Onward:
    if play.abandoned_at:
        text = "Next chapter" if play.story and play.game.tells_story else "Play again"
        return Onward("next", play.number, f"{title(play)} was left unfinished", text)
    if not tells_story(play):
        return Onward("next", play.number, "Finished", "Play again")
    ways = [play.branch] if play.branch else [way.to for way in state.ways(play)]
    if ways:
        text = "Try again" if ways == [play.chapter] else "Next chapter"
        return Onward("next", play.number, f"{title(play)} is finished", text)
    return Onward("result", play.number, "Campaign complete", "See final standings")
