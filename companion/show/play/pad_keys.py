"""The keys of a pad, and what a page knows of what lies there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.aids.calculator import Line
from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.decks import CatalogueCard
from companion.rules.parts.facts import filled_in
from companion.rules.parts.pads import Key, Mark, Pad
from companion.rules.words import plural
from companion.show.play.asked import ask
from companion.show.play.tools import Tool
from companion.show.score.so_far import Standing, remaining

SHORT = 5
"""Letters of a name that has room on a narrow key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadButton(Key):
    """A key as it is drawn: its face is one more, its foot one less."""

    id: str
    count: int
    left: int | None  # in the box; None: nobody knows
    lifts: Mapping[str, Any]  # the entry that takes the last one back
    adds: Mapping[str, int]  # the figures on the page that go on by this card
    takes: Mapping[str, int]  # and those that go back without it
    fits: bool = True  # what was searched for
    ahead: str = ""  # what some more of it would bring
    full: bool = False  # nothing more comes to this pad now

    @property
    def disabled(self) -> bool:
        return self.full or self.left == 0

    @property
    def price(self) -> str:
        """``4 coins`` of ``4 coins, +2 points``."""
        return self.hint.partition(", ")[0]

    @property
    def brings(self) -> str:
        """The rest of its hint, ``+2 points``; once somebody has it, ``bought · +2 points``."""
        rest = self.hint.partition(", ")[2]
        points = rest.partition(", ")[0] if rest.startswith("+") else ""
        return " · ".join(filter(None, ("bought", points))) if self.count else rest

    @property
    def high(self) -> int | None:
        """How far its figure goes; None: no end is known."""
        return None if self.left is None else self.count + self.left


def cards_of(play: Play, pad: Pad) -> dict[str, CatalogueCard]:
    """The cards of the catalogue that can lie on a pad."""
    here, game = {pad.catalogue, pad.singles} - {""}, play.game
    return play.situation.once(
        ("cards of", pad.key, game),
        lambda: {c.key: c for c in game.catalogue if c.catalogue in here},
    )


def looking_ahead(play: Play, pad: Pad, keys: Collection[Key], seat: int | None) -> dict[str, str]:
    """What some more of each would bring whoever's they are, by card."""
    if not pad.ahead or seat is None:
        return {}
    adds = play.situation.once(
        ("feeding", pad.key, play.game),
        lambda: {key.key: pad.feeding(key) for key in play.offers(pad.key).values()},
    )
    left = remaining(play, pad, keys, seat)
    return Standing(play, seat).ahead_by_card({key.key: adds[key.key] for key in keys}, left)


def foretelling(play: Play, pad: Pad, seat: int) -> dict[str, str]:
    """What an aid finds of each card, from what the table knows."""
    ahead = pad.foretold
    aid = play.game.aid(ahead.aid) if ahead else None
    if ahead is None or aid is None or not aid.when.holds(play.situation):
        return {}
    if ahead.phases and play.moment.phase not in ahead.phases:
        return {}
    said, _ = ask(play, aid, aid.known(Table(play, seat)))
    return {line.of: line.on_key for line in said if isinstance(line, Line) and line.of}


def figures(adds: Mapping[str, int], pad: Pad, seat: int | None) -> dict[str, int]:
    """By how much the counters on the page go on."""
    whose = "" if seat is None else f"-{seat}"
    return {f"to-{t}{whose}": adds[what] for t, what in pad.moves.items() if adds.get(what)}


def card_hint(play: Play, pad: Pad, card: CatalogueCard | None) -> str:
    """What Look up says of a card first."""
    kind = next((k for k in play.game.lookup if k.catalogue == pad.catalogue), None)
    if card is None or kind is None:
        return ""
    known = card.by_name(play.situation.solo)
    if pad.singles and card.catalogue == pad.singles:
        said = filled_in(kind.single, known)
        return "" if said == card.label else said
    return next((said for text in kind.says if (said := filled_in(text, known))), "")


def taking(
    pad: Pad, card: str, adds: Mapping[str, int], marked: bool, seat: int | None
) -> dict[str, int]:
    """By how much its key and the counters go back when a card is taken away."""
    mark = figures(pad.mark.adds, pad, seat) if pad.mark and marked else {}
    return back({f"lay-{pad.key}-{card}": 1, **adds, **mark})


def back(adds: Mapping[str, int]) -> dict[str, int]:
    return {figure: -n for figure, n in adds.items()}


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies there."""

    face: PadButton
    points: int | None
    marked: bool
    lifts: Mapping[str, Any]
    takes: Mapping[str, int]  # the figures on the page that go back without it


@dataclass(frozen=True, slots=True)
class Filled:
    """How far a pad is: ``3 of 4``."""

    now: int
    most: int
    word: str
    of: str  # the figure on the page that says so

    @property
    def more(self) -> int:
        return max(self.most - self.now, 0)


@dataclass(frozen=True, slots=True)
class PadView(Tool):
    key: str
    label: str
    note: str
    seat: int | None  # whose it is; None: that of all
    tells: Mapping[str, Any]  # the fixed part of every tap
    faces: tuple[tuple[str, tuple[PadButton, ...]], ...]  # by group
    listed: bool
    lying: tuple[Lying, ...]
    mark: Mark | None
    adds: Mapping[str, int]  # the figures that go on by any card
    takes: Mapping[str, int]  # and back by any that is taken away
    mark_adds: Mapping[str, int]
    filled: Filled | None
    asks_points: bool
    counts: tuple[int, ...]  # how many cards each seat has
    seats: tuple[int, ...]  # those who may have some
    goes_with: str = ""
    now: str = ""
    feet: bool = True  # keys take the last one back themselves
    once: bool = False  # everybody has each at most once: keys are on or off
    prints: bool = True  # its cards have points
    foretold: str = ""  # how to read what its keys foretell
    verb: str = ""  # on the key that opens it
    asks: str = ""  # above its cards then
    many: bool = False  # so many cards that a word finds one sooner
    offered_on: str = ""  # the pad on which people enter what lies out, until they have
    then: str = ""  # the calculator that takes its place once it is full
    by_hand: str = ""  # counters that say something else than what lies here
    caption: str = ""  # what one of its cards is called where a tap is a whole turn, else empty
    hint: str = ""  # what stands beside that
    along: tuple[PadButton, ...] = ()  # what is ticked before a tap and goes with the card
    calculator: tuple[str, str] = ("", "")  # that a key opens, and the input it fills
    template: str = "table/play/_pad.html"
    opens: bool = True

    @property
    def amount(self) -> str:
        """``3 cards``: how many the seat has, or all share."""
        return plural(self.counts[self.seat or 0], "card")

    @property
    def gives_way(self) -> str:
        """The tool that stands in its place now."""
        return self.then if self.filled and not self.filled.more else ""

    @property
    def also(self) -> bool:
        """Keys without a foot: what they laid is seldom taken back."""
        return not self.feet and bool(self.lying)

    @property
    def groups(self) -> list[str]:
        """What its cards are sorted under."""
        return [name for name, _ in self.faces if name]

    @property
    def is_found(self) -> bool:
        return any(face.fits for _, faces in self.faces for face in faces)

    @property
    def wide(self) -> bool:
        """Whether the names of its keys need room, so that six do not stand in one row."""
        return any(len(face.short) > SHORT for _, faces in self.faces for face in faces)

    @property
    def worth(self) -> str:
        """``5 cards, 9 points``, as far as points are known."""
        if not self.prints:
            return plural(len(self.lying), "card")
        known = [card.points for card in self.lying if card.points is not None]
        unknown = len(self.lying) - len(known)
        more = f", {unknown} not known" if unknown else ""
        return f"{plural(len(self.lying), 'card')}, {plural(sum(known), 'point')}{more}"

    @property
    def waits(self) -> str:
        """What Next waits for: a pad that is not full in its phase."""
        if not self.filled or not self.filled.more:
            return ""
        more = self.filled.more
        return plural(more, f"more {self.mark.label}") if self.mark else f"{more} more"
