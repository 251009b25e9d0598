"""The draws of a set-up: what was drawn, what is kept, who begins; which decks the app shuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.journal.outcome import card_of, drawn_hand, drawn_thing
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.rules.parts.setup import Draw
from companion.rules.situation import fitting
from companion.show.frame import Visitor
from companion.show.rulings import Question, ask_draw


@dataclass(frozen=True, slots=True)
class Thing:
    """One kind of thing that was drawn, with all its copies; ``place`` is where it came up."""

    place: int
    label: str
    copies: tuple[Any, ...]
    locked: bool
    does: str = ""  # what the card does, where that is known
    seat: int | None = None  # whose it is


@dataclass(frozen=True, slots=True)
class Dealing:
    """The input for what a seat got, dealt or chosen by hand instead of drawn by the app."""

    seat: int
    told: dict[str, Any]  # the fixed part of what is told: whose it is
    things: tuple[tuple[str, str], ...]  # all that it can be, in words
    now: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw as it stands: nothing drawn yet, or these things in this order."""

    key: str
    label: str
    things: tuple[Thing, ...]
    begins: bool
    offered: bool  # whether whoever looks may draw, now or again
    dealings: tuple[Dealing, ...]
    picked: bool = False  # they take it one after the other, in the order of ``dealings``
    secret: bool = False  # all see only their own until it is shown
    veiled: bool = False  # drawn, and not shown yet
    shows: bool = False  # whether whoever looks may show it to all
    asked: Question | None = None  # which one was drawn by hand, where all hangs on that

    @property
    def made(self) -> bool:
        """Whether anything was drawn, be it hidden from whoever looks."""
        return bool(self.things) or self.veiled

    @property
    def lockable(self) -> bool:
        """Whether single things can be kept: not if there is only one."""
        return sum(len(thing.copies) for thing in self.things) > 1

    @property
    def keeps(self) -> bool:
        """Whether some of it can be kept while the rest is drawn again."""
        return self.lockable and self.offered and not self.secret


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who begins, and who should have begun by a corrected result."""

    seat: int
    draw: str  # the draw that can decide it; "": none
    instead: int | None
    offered: bool  # whether whoever looks may say who begins


def drawings(state: State, play: Play, visitor: Visitor) -> dict[str, Drawing]:
    """Every draw that is for this play, by key."""
    fits = fitting(play.game.draws, play.situation)
    return {draw.key: _drawing(state, play, draw, visitor) for draw in fits}


def beginning(
    state: State, play: Play, visitor: Visitor, draws: Mapping[str, Drawing]
) -> Beginning | None:
    """Who begins; nobody needs to be told so alone."""
    if len(play.seats) < 2 or not play.game.first:
        return None
    draw = next((d.key for d in draws.values() if d.begins), "")
    instead = None if play.finished else state.corrected_first(play)
    offered = not play.finished and visitor.may("begin")
    return Beginning(play.situation.first, draw, instead, offered)


def _drawing(state: State, play: Play, draw: Draw, visitor: Visitor) -> Drawing:
    hand = drawn_hand(play, draw)
    offered, asked = not play.finished and visitor.may("draw"), None
    dealt = draw.deals(play.situation) and len(play.seats) > 1
    if not dealt and offered:
        asked = ask_draw(draw, play)
        offered = not (asked and asked.now and not hand)  # what was told is not drawn over
    veiled = draw.key in play.concealed_draws
    return Drawing(
        key=draw.key,
        label=draw.label,
        things=tuple(_things(state, play, draw, dealt)),
        begins=draw.begins and not dealt,
        offered=offered,
        dealings=tuple(_dealings(play, draw, visitor)) if draw.each and not play.finished else (),
        picked=draw.picked,
        secret=draw.secret,
        veiled=veiled,
        shows=veiled and visitor.hosting,
        asked=asked,
    )


def _things(state: State, play: Play, draw: Draw, dealt: bool) -> Iterator[Thing]:
    """What was drawn; of what is ``dealt`` what each seat has, in turn order, without what is
    hidden from this visitor."""
    hand, seats, first = drawn_hand(play, draw), len(play.seats), play.situation.first
    last = state.log.latest(play, "draw", {"draw": draw.key}) if hand else None
    kept = last.data.get("kept", ()) if last else ()
    copies = Counter(hand)
    for place, thing in enumerate(hand if dealt else copies):
        if thing is not None:
            yield Thing(
                place=place + 1,
                label=drawn_thing(play, draw, thing),
                copies=(thing,) * (1 if dealt else copies[thing]),
                locked=thing in kept,
                does=_does(play, thing),
                seat=(first + place) % seats if dealt else None,
            )


def _dealings(play: Play, draw: Draw, visitor: Visitor) -> Iterator[Dealing]:
    """An input for what each seat got; for a secret one only the visitor's own."""
    own = [seat for seat in play.sitting if not draw.secret or seat == visitor.seat(play)]
    seats = [seat for seat in own if visitor.may_enter(play, seat)]
    if draw.picked:
        seats.sort(key=lambda seat: (play.situation.first - 1 - seat) % len(play.seats))
    lies = draw.on_offer(play.situation, play.known(), play.drawn.get(draw.key, ()))
    words = tuple((str(thing), drawn_thing(play, draw, thing)) for thing in dict.fromkeys(lies))
    for seat in seats:
        now = play.held.get(draw.key, (None,) * len(play.seats))[seat]
        told = {"draw": draw.key, **play.about(seat)}
        yield Dealing(seat, told, words, "" if now is None else str(now))


def _does(play: Play, thing: Any) -> str:
    card = card_of(play, thing)
    if card is None:
        return ""
    told = card.told(play.situation.solo)
    cost, gives = (told.get(key, "") for key in ("cost", "gives"))
    does = str(told.get("effect", gives))
    return f"{cost}: {does}" if cost and does else does


@dataclass(frozen=True, slots=True)
class Shuffling:
    """A deck that the app can shuffle, and what whoever looks can do about it."""

    key: str
    label: str
    said: str  # after its label; empty while nothing has happened
    hint: str
    entry: int | None  # what to take back to build it by hand after all
    offered: bool


def shufflings(
    state: State, play: Play, visitor: Visitor, decks: Iterable[Deck]
) -> Iterator[Shuffling]:
    """The decks with numbered cards that the app can shuffle or has shuffled."""
    may = visitor.may("shuffle")
    for deck in decks:
        if not all(segment.numbered for segment in deck.segments):
            continue
        begun = bool(play.seen.get(deck.key))
        entry = None if begun else state.log.latest(play, "shuffle", {"deck": deck.key})
        if not (may or entry or begun):
            continue
        if play.orders.get(deck.key):
            said = "shuffled in the app."
            hint = "Keep the cards in number order. Play names the one to take."
        elif begun:
            said, hint = "shuffled by hand.", "Its first card is already revealed."
        elif entry:
            said = "out of date."
            hint = "A house rule has changed its cards. Shuffle again, in the app or by hand."
        else:
            said, hint = "", "Play then names the card to take."
        offered = may and not begun and not play.finished
        yield Shuffling(deck.key, deck.label, said, hint, entry.seq if entry else None, offered)
