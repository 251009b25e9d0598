"""The plays of a table, and what was entered about cards that come up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from ..parts.pads import Laid, Pad, added_up
from ..parts.settings import CardFact
from ..parts.tracks import Track
from .play import Play

if TYPE_CHECKING:
    from .state import State

Points = list[tuple[int, bool]]
"""What each seat has, and whether it won with that."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """One thing that the group has settled for the plays of a chapter, and what was before it."""

    chapter: str
    key: str  # of the ruling or card fact
    table: State  # the plays as they were, and what holds from then on
    before: Settled | None
    _points: dict[FinishedPlay, Points] = field(default_factory=dict, repr=False)

    def rescored(self) -> Iterator[int]:
        """The plays that come out otherwise by it, by number."""
        for one in self.table.plays.each:
            if isinstance(one, FinishedPlay) and one.waits_for(self):
                known = None if self.before is one.since else self.before
                was = known.points_of(one) if known else points(one.play)
                if was != self.points_of(one):
                    yield one.play.number

    def points_of(self, one: FinishedPlay) -> Points:
        if one not in self._points:
            self._points[one] = points(one.by(self))
        return self._points[one]


class FinishedPlay:
    """A finished play outside of the story, by what holds now.

    What that makes of it is worked out once somebody asks: a group may settle a hundred things
    before anybody looks at an old result again.
    """

    __slots__ = ("_known", "chapter", "given", "is_open", "play", "since")

    def __init__(self, play: Play, since: Settled | None) -> None:
        self.play = play
        self.since = since  # the last thing settled for its chapter that the play knows of
        self.chapter, self.given, self.is_open = play.chapter, play.given, play.is_open
        self._known = since, play

    def waits_for(self, settled: Settled) -> bool:
        """Whether it is concerned, but can wait for somebody to ask."""
        mine = settled.chapter == self.chapter
        return mine and not self.is_open and settled.key not in self.given

    def now(self, last: Settled | None) -> Play:
        """The play once all is settled that was up to ``last``; the newest is remembered."""
        if last is None or last is self.since:  # a state from before that may ask, too
            return self.play
        known, play = self._known
        if known is not last:
            play = self.by(last)
            self._known = last, play
        return play

    def by(self, last: Settled) -> Play:
        """The play by what holds after ``last``, or by the latest with which its sheet adds up."""
        wanted = last.table.resettled(self.play)
        if wanted.situation == self.play.situation and last.before is self.since:
            return self.play
        settled: Settled | None = last
        while settled and settled is not self.since:
            found = wanted if settled is last else settled.table.resettled(self.play)
            if adds_up(found):
                behind = found.situation != wanted.situation
                return found.but(rulings_not_applied=True) if behind else found
            settled = settled.before
        behind = self.play.situation != wanted.situation
        return self.play.but(rulings_not_applied=True) if behind else self.play


def adds_up(play: Play) -> bool:
    return bool(play.scored) and not play.untouched


def points(play: Play) -> Points:
    if not play.scored:
        return []
    breakdowns, result = play.scored
    return [(one.total, result.won(seat)) for seat, one in enumerate(breakdowns)]


class Plays(Sequence[Play]):
    """All plays in order, each by what holds now."""

    __slots__ = ("_settled", "each")

    def __init__(
        self,
        each: Iterable[Play | FinishedPlay] = (),
        settled: Mapping[str, Settled] | None = None,
    ) -> None:
        self.each = tuple(each)
        self._settled = settled or {}  # the last thing by chapter

    def __len__(self) -> int:
        return len(self.each)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    def __getitem__(self, index: int | slice) -> Play | Plays:
        if isinstance(index, slice):
            return Plays(self.each[index], self._settled)
        return self._now(self.each[index])

    def __iter__(self) -> Iterator[Play]:
        return map(self._now, self.each)

    def _now(self, one: Play | FinishedPlay) -> Play:
        return one if isinstance(one, Play) else one.now(self._settled.get(one.chapter))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plays) and tuple(self) == tuple(other)

    @property
    def as_told(self) -> Iterator[Play]:
        """The same, cheaply, for whoever asks only what settling something does not change.

        That is all but its game, situation, orders, moment, steps and score.
        """
        return (one if isinstance(one, Play) else one.play for one in self.each)

    def with_one(self, play: Play) -> Plays:
        """The same with ``play`` in the place of the one of its number, or at the end."""
        one: Play | FinishedPlay = play
        if play.finished and not play.story:
            one = FinishedPlay(play, self._settled.get(play.chapter))
        return Plays((*self.each[: play.number], one, *self.each[play.number + 1 :]), self._settled)

    def at_once(self, key: str) -> list[int]:
        """The numbers of those that cannot wait if something is settled."""
        each = enumerate(self.each)
        return [number for number, one in each if one.is_open or key in one.given]

    def settled_for(self, chapters: Iterable[str], key: str, table: State) -> Plays:
        """The same once something is settled for ``chapters``."""
        last = self._settled
        new = {one: Settled(one, key, table, last.get(one)) for one in chapters}
        return Plays(self.each, {**last, **new})

    def settled_since(self, before: Plays) -> list[Settled]:
        """What was settled after ``before``."""
        return [one for key, one in self._settled.items() if before._settled.get(key) is not one]


def _came_now(play: Play, deck: str) -> int | None:
    """The card of this round, if no other card of the deck has the same number."""
    seen, number = play.seen.get(deck, ()), play.moment.round
    card = seen[number - 1] if 0 < number <= len(seen) else None
    whole = play.deck(deck)
    return card if card and whole and whole.cards()[card] == 1 else None


def remembered(state: State, number: int) -> State:
    """The table, having stored the pads and tracks that belong to the current card."""
    play = state.plays[number]
    found = {}
    for row in _with_decks(play):
        if (card := _came_now(play, row.kept_with)) is not None:
            found[row.kept_with, card, row.key] = _now(play, row)
    return state.but(kept={**state.kept, **found}) if found else state


def recalled(state: State, number: int, deck: str) -> State:
    """The table with pads and tracks filled in from what is known of the card that just came up."""
    play = state.plays[number]
    card = _came_now(play, deck)
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
    return {
        track: (play.tracks[track][0] + added_up(pad, offers, cards, what)[0],)
        for track, what in pad.moves.items()
        if track in play.tracks
    }


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
