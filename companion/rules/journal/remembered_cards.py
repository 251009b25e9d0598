"""What was entered about cards and holds when they come up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..parts.pads import Laid, Pad
from ..parts.settings import CardFact
from ..parts.tracks import Track
from .play import Play
from .plays import Plays

if TYPE_CHECKING:
    from .state import State

Kept = dict[tuple[str, int, str], Any]
"""The cards of a pad or the value of a track, by deck, card and name of the pad or track."""


def came_now(play: Play, deck: str) -> int | None:
    """The card of this round, if no other card of the deck has the same number."""
    seen, number = play.seen.get(deck, ()), play.moment.round
    card = seen[number - 1] if 0 < number <= len(seen) else None
    whole = play.deck(deck)
    return card if card and whole and whole.cards()[card] == 1 else None


def remembered(state: State, number: int) -> State:
    """The table, having stored the pads and tracks that belong to the current card."""
    play = state.plays[number]
    found: Kept = {}
    for row in _with_decks(play):
        if (card := came_now(play, row.kept_with)) is not None:
            found[row.kept_with, card, row.key] = _now(play, row)
    return state.but(kept={**state.kept, **found}) if found else state


def recalled(state: State, number: int, deck: str) -> State:
    """The table with pads and tracks filled in from what is known of the card that just came up."""
    play = state.plays[number]
    card = came_now(play, deck)
    for row in _with_decks(play):
        there = state.kept.get((deck, card or 0, row.key)) if row.kept_with == deck else None
        if not there or _now(play, row) != row.start:
            continue
        if isinstance(row, Pad):
            cards = tuple(Laid(name, round=play.moment.round) for name in there)
            play = play.but(pads={**play.pads, row.key: (cards,)})
            play = play.but(tracks={**play.tracks, **_moved(play, row, cards)})
        else:
            play = play.but(tracks={**play.tracks, row.key: (there,)})
    return remembered(state.with_play(play), number)


def _with_decks(play: Play) -> Iterator[Pad | Track]:
    """The shared pads or tracks that belong to a card."""
    yield from (p for p in play.game.pads if p.kept_with and p.shared and p.key in play.pads)
    yield from (t for t in play.game.tracks if t.kept_with and t.shared and t.key in play.tracks)


def _now(play: Play, row: Pad | Track) -> Any:
    if isinstance(row, Track):
        return play.tracks[row.key][0]
    return tuple(laid.card for laid in play.pads[row.key][0])


def _moved(play: Play, pad: Pad, cards: tuple[Laid, ...]) -> dict[str, tuple[int, ...]]:
    offers = play.offers(pad.key)
    more = {
        track: sum(pad.adds(offers[c.card], c, what) or 0 for c in cards if c.card in offers)
        for track, what in pad.moves.items()
        if track in play.tracks
    }
    return {track: (play.tracks[track][0] + n,) for track, n in more.items()}


def held_over(plays: Plays, play: Play) -> dict[str, Any]:
    """The card facts known from other ``plays`` with the same cards and not set in ``play``."""
    facts = (f for f in play.game.card_facts if f.under and f.key not in play.facts)
    told = {fact.key: _told(_answered(plays, play, fact), play, fact) for fact in facts}
    return {key: value for key, value in told.items() if value is not None}


def told_before(plays: Plays, play: Play, fact: CardFact) -> Any:
    """The value from the last play of this chapter, even with another option; None: no value."""
    others = _answered(plays, play, fact) if fact.under else []
    return others[-1].facts[fact.key] if others else None


def _answered(plays: Plays, play: Play, fact: CardFact) -> list[Play]:
    told = (one for one in plays.as_told if one.facts.get(fact.key) is not None)
    return [one for one in told if one.chapter == play.chapter and one.number != play.number]


def _told(others: Sequence[Play], play: Play, fact: CardFact) -> Any:
    same = [one for one in others if _choice(one, fact) == _choice(play, fact)]
    # Plays finished when such an answer held for the whole chapter keep their result.
    before = [one for one in others if one.number < play.number]
    found = same or (before if play.finished and fact.needed else [])
    return found[-1].facts[fact.key] if found else None


def _choice(play: Play, fact: CardFact) -> Any:
    """The value of the option that a card fact depends on; None if nobody has chosen one."""
    now = play.given.get(fact.under)
    options = (option for option in play.game.options if option.key == fact.under)
    return now if any(option.is_picked(now) for option in options) else None
