"""What a play knows of one seat and its table: all that a calculator can be filled in from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..data.faults import no_such
from ..journal.outcome import card_of
from ..parts.pads import Laid, Pad, Stock, added

if TYPE_CHECKING:
    from ..journal.play import Play


def total(*numbers: int | None) -> int | None:
    """The sum of those that are known; None: none of them is."""
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


class Table:
    """A play as one seat sees it. What nobody has told, or this chapter has not, is None."""

    def __init__(self, play: Play, seat: int, phase: str = "") -> None:
        self.play, self.seat = play, seat
        self.phase = phase or play.moment.phase  # the one that is spoken of
        self.round, self.players = play.moment.round, play.situation.players
        self.names = play.names
        self.acting = play.acting  # the seat whose turn it is, where somebody's is
        self.is_personal = False  # whether something was asked that differs from seat to seat

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn order of this phase, the first player first."""
        number = max(self.round, 1)
        return self.play.game.clock.order(self.play.situation.at(number, self.phase), number)

    @property
    def first(self) -> int:
        return self.order[0]

    @property
    def next_first(self) -> int | None:
        """Who begins the next round; None: this one is the last."""
        if self.play.rounds is not None and self.round >= self.play.rounds:
            return None
        return self.play.game.clock.first(self.play.situation, self.round + 1)

    def seat_view(self, seat: int) -> Table:
        """The same table as another seat sees it."""
        return Table(self.play, seat, self.phase)

    def did(self, key: str, seat: int | None = None) -> bool:
        """Whether a seat’s deed, or a step, was done: in this round, by turns in this turn."""
        return self.play.did(self.phase, key, seat)

    def last_counted(self, track: str, seat: int) -> int | None:
        """The round in which a track was last moved for a seat; None: never."""
        return self.play.moved.get((_named("track", track, self.play.game.tracks).key, seat))

    def track(self, key: str) -> int | None:
        """The value of a track: the seat's own where each seat has one."""
        self.is_personal |= not _named("track", key, self.play.game.tracks).shared
        values = self.play.tracks.get(key)
        return values[self.seat if len(values) > 1 else 0] if values else None

    def everybody(self, key: str) -> list[int] | None:
        """The values of a track for all seats, clockwise."""
        values = self.play.tracks.get(_named("track", key, self.play.game.tracks).key)
        return list(values) if values else None

    def sheet(self, key: str) -> Any:
        """What stands on the seat's own score sheet."""
        self.is_personal = True
        field = _named("field", key, self.play.game.sheet.fields())
        return self.play.filled_in[self.seat].get(field.key)

    def fact(self, key: str) -> Any:
        """A fact of the game in this round."""
        facts = self.play.game.facts_of(self.play.situation.at(self.round or 1))
        return facts[key].value if key in facts else None

    def setting(self, key: str) -> Any:
        """An option, a ruling or a card fact."""
        setting = _named("setting", key, self.play.game.settings())
        return self.play.situation.settings.get(setting.key)

    def held(self, draw: str, thing: str) -> bool | None:
        """Whether the seat was dealt this thing by a draw for each."""
        self.is_personal = True
        held = self.play.held.get(_named("draw", draw, self.play.game.draws).key, ())
        if self.seat >= len(held):
            return None
        card = card_of(self.play, held[self.seat])
        return thing in (held[self.seat], card.key if card else None)

    def pad(self, *keys: str) -> LaidCards:
        """The cards of a pad, the first of these in play: the seat's own, or those of all."""
        pad = self._pad(keys)
        self.is_personal |= not pad.shared
        return LaidCards(self.play, pad, self.seat)

    def laid(self, *keys: str) -> list[str] | None:
        """The cards of a pad, the first of these in play, that lie anywhere at the table."""
        hands = self.play.pads.get(self._pad(keys).key)
        return None if hands is None else [laid.card for hand in hands for laid in hand]

    def _pad(self, keys: Iterable[str]) -> Pad:
        pads: list[Pad] = [_named("pad", key, self.play.game.pads) for key in keys]
        return next((pad for pad in pads if pad.key in self.play.pads), pads[0])


class LaidCards:
    """What lies on a pad; all of it is None where this play has no such pad."""

    def __init__(self, play: Play, pad: Pad, seat: int) -> None:
        self.play, self.pad, self.seat = play, pad, seat
        hands = play.pads.get(pad.key)
        self._hand = None if hands is None else hands[0 if pad.shared else seat]
        self._offers = play.offers(pad.key)
        self._keys = [self._offers[c.card] for c in self._hand or () if c.card in self._offers]

    @property
    def cards(self) -> list[str] | None:
        """Every card, one by one."""
        return None if self._hand is None else [laid.card for laid in self._exactly(self._hand)]

    @property
    def rows(self) -> list[Mapping[str, Any]] | None:
        """Alike cards together: ``card``, ``marked`` (yes or no) and ``count``."""
        return None if self._hand is None else _rows(self._exactly(self._hand))

    def _exactly(self, hand: Iterable[Laid]) -> list[Laid]:
        """With the very card that lay there from the start where a draw has told which one."""
        held = self.play.held.get(self.pad.start_of, ())
        drawn = card_of(self.play, held[self.seat]) if self.seat < len(held) else None
        start = self.pad.start if drawn else ()
        return [replace(c, card=drawn.key) if drawn and c.card in start else c for c in hand]

    def count(self, card: str) -> int | None:
        return None if self._hand is None else [laid.card for laid in self._hand].count(card)

    def added(self, name: str) -> int | None:
        """What the cards add up to of something."""
        return None if self._hand is None else added(self.pad, self._offers, self._hand, name)

    @property
    def kinds(self) -> list[str] | None:
        """The kinds of the cards, each once."""
        each = [key.kind or key.key for key in self._keys]
        return None if self._hand is None else list(dict.fromkeys(each))

    def in_group(self, group: str) -> int | None:
        """How many cards are sorted under something, such as a colour."""
        return None if self._hand is None else [key.group for key in self._keys].count(group)

    @property
    def left(self) -> dict[str, int] | None:
        """How many copies of each card do not lie there yet, as far as it is known."""
        if self._hand is None:
            return None
        stock, known = Stock(self.play, self.pad.key), self.play.situation.settings
        keys = self._offers.values()
        told = (k for k in keys if not k.copies_of or known.get(k.copies_of) is not None)
        return {key.key: n for key in told if (n := stock.left(key)) is not None}

    @property
    def coming(self) -> int | None:
        """How many more cards it takes until it is complete: in this phase, else in the next."""
        if self._hand is None or not self.pad.full:
            return None
        clock, moment = self.play.game.clock, self.play.moment
        phases = [phase.key for phase in clock.phases_of(self.play.situation, moment.round)]
        ahead = phases[phases.index(moment.phase) :] if moment.phase in phases else []
        filled = Table(self.play, self.seat).track(self.pad.fills) if self.pad.fills else None
        there = (filled or 0) if self.pad.fills else len(self._hand)
        missing = (full_at(self.play, self.pad, p) - there for p in ahead if p in self.pad.full)
        return next((n for n in missing if n > 0), 0)

    @property
    def since_shuffled(self) -> list[Mapping[str, Any]] | None:
        """The rows of all cards since the pile was shuffled, those of earlier rounds, too."""
        if self._hand is None:
            return None
        every, since = (*self.play.earlier.get(self.pad.key, ()), *self._hand), self._shuffled_in()
        return _rows(laid for laid in every if laid.round >= since)

    def _shuffled_in(self) -> int:
        """The round in which the pile was last shuffled: as told, or as it must have been, since
        more cards would have been drawn than there are. 0: it was not."""
        pile, since = self.pad.pile, 0
        if pile is None:
            return 0
        play, players, key = self.play, self.play.situation.players, self.pad.key
        told, drawn = play.situation.settings.get(pile.told), pile.hand * players
        every = (*play.earlier.get(key, ()), *(laid for hand in play.pads[key] for laid in hand))
        market = Counter(laid.round for laid in every)
        for number in range(1, play.moment.round + 1):
            drawn += pile.each_round * players + market[number]
            if number == told or drawn > pile.cards:
                since, drawn = number, market[number]
        return since


def _rows(cards: Iterable[Laid]) -> list[Mapping[str, Any]]:
    alike = Counter(Laid(laid.card, mark=laid.mark) for laid in cards)
    return [
        {"card": laid.card, "marked": "yes" if laid.mark else "no", "count": n}
        for laid, n in alike.items()
    ]


def full_at(play: Play, pad: Pad, phase: str) -> int:
    """At how many a pad is complete in a phase that fills it."""
    told = play.tracks.get(pad.full_of, ()) if pad.full_of else ()
    return told[0] if told else pad.full[phase]


def _named(what: str, key: str, rows: Iterable[Any]) -> Any:
    """The row with this key. A name that the game does not have is a slip in its Python."""
    known = {row.key: row for row in rows}
    if key not in known:
        raise LookupError(no_such(what, key, known))
    return known[key]
