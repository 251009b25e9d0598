"""Pads: cards tapped one by one as they are played, and how many of each are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..situation import ALWAYS, Situation, When, fitting
from .facts import ByPlayers, at_table

if TYPE_CHECKING:
    from ..game import Game
    from ..journal.play import Play
    from .decks import CatalogueCard

CARDS = "cards"  # what every card adds: one
POINTS = "points"  # what is printed on it, which may not be known
MOST = "most"  # of a whole hand: as many as there are of the kind that is there most often


@dataclass(frozen=True, slots=True)
class Key:
    """Something that can be tapped; its name is that of a kind of card."""

    key: str
    label: str
    points: int | None = None
    copies: int | ByPlayers | None = None  # at the whole table; None: nobody knows
    copies_of: str = ""  # the card fact that says how many there are this time
    each: int | None = None  # as many as one seat can have
    kind: str = ""  # of a single card: the kind it is one of
    adds: Mapping[str, int] = field(default_factory=dict)  # to tracks and fields, by name
    group: str = ""  # what it is sorted under, such as its colour
    hint: str = ""
    sign: str = ""  # what is drawn for it
    tint: str = ""  # and in which colour
    letter: str = ""  # and the letter on it
    short: str = ""  # its label where there is no room for more than a few letters
    face: str = ""  # what stands large on it; else how many there are
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class Mark:
    """What a card may show besides, ticked before it is tapped."""

    key: str
    label: str
    adds: Mapping[str, int] = field(default_factory=dict)
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Foretold:
    """The calculator whose lines of single cards stand on their keys."""

    aid: str
    phases: tuple[str, ...] = ()  # none named: in any
    note: str = ""  # how to read it


@dataclass(frozen=True, slots=True)
class Pile:
    """The face-down pile that a pad's cards come from, and how fast it is drawn from unseen."""

    cards: int  # of which it is made
    hand: int  # that each player draws at the beginning
    each_round: int  # and in every round, or more
    told: str  # the card fact that says in which round the discards were last shuffled


@dataclass(frozen=True, slots=True)
class Pad:
    """Cards of each seat, or of all: a tap adds one."""

    key: str
    label: str
    src: str
    verb: str = ""  # on the key that opens it: ``Build``
    asks: str = ""  # above its cards where that key has opened it: ``Which does {name} build?``
    did: str = "has"  # for the log: ``Ada built Tannery.``
    keys: tuple[Key, ...] = ()
    catalogue: str = ""  # or the cards of a catalogue
    singles: str = ""  # the catalogue of its single cards: those are tapped where there are some
    shared: bool = False
    each_round: bool = False  # empty again when a round begins
    pile: Pile | None = None  # by which those of earlier rounds are remembered until it is shuffled
    start: tuple[str, ...] = ()  # what lies there from the beginning
    start_of: str = ""  # the draw for each that says which single card that is
    own_of: str = ""  # the draw for each to which it is confined: nobody taps what others have
    belongs_to: Mapping[str, str] = field(default_factory=dict)  # a draw: whoever has this of it
    out_of: str = ""  # the pad out of whose copies these come, too
    kept_with: str = ""  # the deck with whose card it is remembered, for when that comes up again
    mark: Mark | None = None
    along: str = ""  # the pad whose cards go with one of these: ticked before it, laid with it
    opens: str = ""  # a calculator's input, ``aid.input``: a key opens it with its card
    caption: str = ""  # what one of its cards is called where a tap on it is somebody's turn
    asks_points: bool = False  # printed points differ from card to card
    feet: bool = True  # a key's foot takes the last one back; else a fold does, and keys are low
    ahead: bool = False  # a key says what some more of it would bring on the score sheet
    foretold: Foretold | None = None
    moves: Mapping[str, str] = field(default_factory=dict)  # a track by what the cards add
    feeds: Mapping[str, str] = field(default_factory=dict)  # a field likewise
    a_round: int | None = None  # as many as somebody plays in a round; one more is asked about
    needs: Mapping[str, str] = field(default_factory=dict)  # a track, by the detail that says it
    fills: str = ""  # the track that says when no more cards come
    full: Mapping[str, int] = field(default_factory=dict)  # and at how many, by phase
    full_of: str = ""  # or the track that says at how many in those phases
    then: str = ""  # the calculator that stands in its place once it is full
    offered_on: str = ""  # the shared pad of what lies out: only that is tapped, once there is some
    note: str = ""
    when: When = ALWAYS

    def offers(self, game: Game, situation: Situation) -> Mapping[str, Key]:
        """What can be tapped here, by name."""
        return situation.once(("pad", self.key, game), lambda: self._offers(game, situation))

    def _offers(self, game: Game, situation: Situation) -> dict[str, Key]:
        cards = [card for card in game.catalogue if card.catalogue == self.catalogue]
        known = {card.key: card for card in fitting(cards, situation)} if self.catalogue else {}
        keys = [*map(_of_card, known.values()), *fitting(self.keys, situation)]
        for card in game.catalogue:
            kind = known.get(card.details.get("kind", "")) if self.singles else None
            if kind and card.catalogue == self.singles:  # with what is known of its kind
                whole = replace(card, details={**kind.details, **card.details})
                keys.append(replace(_of_card(whole), kind=kind.key))
        return {key.key: key for key in keys}

    def adds(self, key: Key, laid: Laid, name: str) -> int | None:
        """What a card adds to whatever is called ``name``; None: nobody has told its points."""
        if name == CARDS:
            return 1
        if name == POINTS:
            return key.points if laid.points is None else laid.points
        marked = self.mark.adds.get(name, 0) if self.mark and laid.mark else 0
        return key.adds.get(name, 0) + marked

    def feeding(self, key: Key) -> dict[str, int]:
        """By field what one more card of a kind adds to the sheet, its points aside."""
        fields = [(name, what) for name, what in self.feeds.items() if what != POINTS]
        return {name: n for name, what in fields if (n := self.adds(key, Laid(key.key), what))}


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies there."""

    card: str
    points: int | None = None  # as printed, where somebody has told them
    mark: str = ""
    round: int = 0  # in which it was laid; 0: it lay there from the beginning


Hands = tuple[tuple[Laid, ...], ...]
"""The cards of a pad, seat by seat; of a shared one those of all."""


def laid_out(pads: Iterable[Pad], situation: Situation) -> dict[str, Hands]:
    """Every pad of a table as it lies at the beginning."""
    return {pad.key: beginning(pad, situation.players) for pad in fitting(pads, situation)}


def beginning(pad: Pad, players: int) -> Hands:
    return (tuple(Laid(card) for card in pad.start),) * (1 if pad.shared else players)


def added(pad: Pad, offers: Mapping[str, Key], hand: Iterable[Laid], name: str) -> int | None:
    """What the cards of a hand add up to; None while the points of one are not told."""
    known, untold = added_up(pad, offers, hand, name)
    return None if untold else known


def added_up(
    pad: Pad, offers: Mapping[str, Key], hand: Iterable[Laid], name: str
) -> tuple[int, int]:
    """What the cards of a hand add up to as far as it is told, and of how many it is not."""
    if name == MOST:
        return max(Counter(laid.card for laid in hand).values(), default=0), 0
    here = [pad.adds(offers[laid.card], laid, name) for laid in hand if laid.card in offers]
    return sum(n for n in here if n is not None), here.count(None)


def copies(key: Key, situation: Situation) -> int | None:
    told = situation.settings.get(key.copies_of) if key.copies_of else None
    number = key.copies if told is None else told
    return None if number is None else at_table(number, situation.players)


def count(hands: Hands, card: str) -> int:
    return sum(laid.card == card for hand in hands for laid in hand)


def _of_card(card: CatalogueCard) -> Key:
    return Key(
        card.key, card.label, card.points, card.copies, when=card.when,
        adds={name: value for name, value in card.details.items() if type(value) is int},
        group=card.details.get("colour", ""),
    )  # fmt: skip


class Stock:
    """The cards on a pad and on those that share its copies, and how many are left."""

    def __init__(self, play: Play, pad: str) -> None:
        self._situation, self._offers = play.situation, play.offers(pad)
        source = play.pad(pad).out_of or pad
        alike = (one.key for one in play.game.pads if source in (one.key, one.out_of))
        hands = (hand for key in alike for hand in play.pads.get(key, ()))
        self._cards = Counter(laid.card for hand in hands for laid in hand)
        here = [laid.card for hand in play.pads[pad] for laid in hand]
        kinds = (key.kind for card in here if (key := self._offers.get(card)))
        self._kinds = Counter(here) + Counter(kinds)

    def _counts(self, key: Key) -> tuple[tuple[int | None, int], tuple[int | None, int]]:
        """Of a card, and of its kind where it is one of several: how many there are and how many
        of them lie there."""
        kind = self._offers.get(key.kind, key)
        cards = copies(key, self._situation), self._cards[key.key]
        return cards, (copies(kind, self._situation), self._kinds[kind.key])

    def left(self, key: Key) -> int | None:
        """How many more of a card can be laid; None: nobody knows how many there are."""
        rest = [there - laid for there, laid in self._counts(key) if there is not None]
        return max(0, min(rest)) if rest else None

    def more(self, key: Key, mine: int) -> int | None:
        """How many more somebody with ``mine`` can lay: what is left, or what a seat can have."""
        rest = self.left(key)
        if key.each is None:
            return rest
        room = max(key.each - mine, 0)
        return room if rest is None else min(rest, room)

    def in_all(self, key: Key) -> int | None:
        """How many there are of a card, or of its kind where those have run out first."""
        (cards, laid), (kinds, _) = self._counts(key)
        return cards if cards is not None and cards <= laid else kinds


def tappable(play: Play, pad: Pad, seat: int | None) -> set[str]:
    """What is offered: single cards, kinds where none are known; or only what one has."""
    offers = play.offers(pad.key)
    told = {key.kind for key in offers.values() if key.kind}
    kinds = {k: key.kind for k, key in offers.items() if k not in told}
    found = {k for k, kind in kinds.items() if not kind or kind not in pad.start}
    if out := play.pads.get(pad.offered_on, ((),))[0]:
        found &= {laid.card for laid in out}
    return found & _may_have(play, pad.own_of, seat, found) if pad.own_of else found


def _may_have(play: Play, draw: str, seat: int | None, every: set[str]) -> set[str]:
    """What a seat has of a draw; as long as that is not told, what lies out and nobody else has."""
    out, held = play.drawn.get(draw), play.held.get(draw, ())
    own = held[seat] if seat is not None and seat < len(held) else None
    if own is not None:
        return {str(own)}
    return (every if out is None else set(map(str, out))) - set(map(str, held))


def holders_of(play: Play, pad: Pad) -> tuple[int, ...]:
    """Who may lay something there: whoever has the card a pad belongs to; as long as nobody has
    told so, all who may still have it."""
    seats = tuple(range(len(play.seats)))
    for draw, card in pad.belongs_to.items():
        out, held = play.drawn.get(draw), play.held.get(draw, (None,) * len(play.seats))
        mine = tuple(seat for seat in seats if held[seat] == card)
        may_have = out is None or card in out
        seats = mine or tuple(seat for seat in seats if held[seat] is None and may_have)
    return seats
