"""What a group enters about a card of a deck is kept, and filled in when the card comes again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..parts.pads import Laid, Pad
from ..parts.tracks import Track

if TYPE_CHECKING:
    from .play import Play
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
