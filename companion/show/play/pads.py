"""Pads as they are drawn: keys to tap, what lies there, and how much is still to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.clock import OVER
from companion.rules.game import CatalogueCard
from companion.rules.known import full_at
from companion.rules.lookup import told
from companion.rules.pads import CARDS, POINTS, Key, Laid, Mark, Pad, count
from companion.rules.play import Play
from companion.rules.supply import more, tappable
from companion.rules.words import plural
from companion.show.lookup.cards import in_play
from companion.show.lookup.finds import plain
from companion.show.play.look import Look
from companion.show.score.thresholds import ahead_of

MOST_KEYS = 12
"""More than these stand in a list that can be searched, not as keys."""


@dataclass(frozen=True, slots=True)
class Face:
    """A key: its face is one more, its foot one less."""

    id: str
    card: str
    label: str
    hint: str
    group: str
    points: int | None
    count: int
    left: int | None  # in the box; None: nobody knows
    lifts: Mapping[str, Any] | None  # the entry that takes the last one back
    adds: Mapping[str, int]  # the figures on the page that go on by this card
    fits: bool  # what was searched for
    sign: str
    tint: str
    letter: str
    ahead: str = ""  # what some more of it would bring

    @property
    def rests(self) -> bool:
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies there."""

    face: Face
    points: int | None
    marked: bool
    lifts: Mapping[str, Any]


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
class PadView:
    key: str
    label: str
    note: str
    seat: int | None  # whose it is; None: that of all
    tells: Mapping[str, Any]  # the fixed part of every tap
    faces: tuple[tuple[str, tuple[Face, ...]], ...]  # by group
    listed: bool
    lying: tuple[Lying, ...]
    mark: Mark | None
    adds: Mapping[str, int]  # the figures that go on by any card
    mark_adds: Mapping[str, int]
    filled: Filled | None
    asks_points: bool
    counts: tuple[int, ...]  # how many cards each seat has
    kept_with: str  # the deck without whose card there is nothing to tell
    standing: str  # what its fold says
    feet: bool = True  # keys take the last one back themselves
    prints: bool = True  # its cards have points

    @property
    def groups(self) -> list[str]:
        """What its cards are sorted under."""
        return [name for name, _ in self.faces if name]

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
        """What Next waits for: a pad that was begun and is not full."""
        if not self.filled or not self.filled.more or not self.lying:
            return ""
        return f"After {self.filled.more} more"


def pads(play: Play, seat: int, look: Look) -> dict[str, PadView]:
    """Every pad of this table; ``seat`` is whose are looked at where everybody has one."""
    return {
        pad.key: _view(play, pad, None if pad.shared else seat, look)
        for pad in play.game.pads
        if pad.key in play.pads
    }


def _view(play: Play, pad: Pad, seat: int | None, look: Look) -> PadView:
    hands, at = play.pads[pad.key], seat or 0
    tells = _tells(play, pad, seat)
    words = frozenset(plain(look.find).split())
    here = {pad.catalogue, pad.singles} - {""}
    cards = {c.key: c for c in play.game.catalogue if c.catalogue in here}
    offers = play.offers(pad.key)
    known = [key for key in offers.values() if _is_open(play, cards.get(key.kind or key.key))]
    every = [_face(play, pad, key, seat, cards.get(key.key)) for key in known]
    every = _looking_ahead(play, pad, known, every, seat) if pad.ahead else every
    by_card = {face.card: face for face in every}
    meant = tappable(play, pad, seat)
    faces = [face for face in every if face.card in meant]
    faces = [_narrowed(face, look.group, words) for face in faces] if look.narrows else faces
    lying = tuple(
        Lying(by_card[laid.card], _points(by_card[laid.card], laid), bool(laid.mark),
              _lift(tells, laid.card, position))
        for position, laid in enumerate(hands[at])
        if laid.card in by_card
    )  # fmt: skip
    marked = _figures(pad.mark.adds, pad, seat) if pad.mark else {}
    return PadView(
        pad.key, pad.label, pad.note, seat, tells,
        tuple((name, tuple(g)) for name, g in groupby(_sorted(faces), key=lambda f: f.group)),
        len(faces) > MOST_KEYS, lying, pad.mark,
        {f"n-{pad.key}": 1, **_figures({CARDS: 1}, pad, seat)}, marked, _filled(play, pad, at),
        _asks_points(pad, faces), tuple(len(hand) for hand in hands), pad.kept_with,
        _standing(play, pad),
        pad.feet, POINTS in pad.feeds.values() or bool(cards),
    )  # fmt: skip


def _asks_points(pad: Pad, faces: list[Face]) -> bool:
    """Where points count that are only on the printed cards, or differ from card to card."""
    count = POINTS in pad.feeds.values()
    return pad.asks_points or (count and any(face.points is None for face in faces))


def _sorted(faces: list[Face]) -> list[Face]:
    """Group by group, in the order in which the data name them first."""
    groups = list(dict.fromkeys(face.group for face in faces))
    return sorted(faces, key=lambda face: groups.index(face.group))


def _is_open(play: Play, card: CatalogueCard | None) -> bool:
    """Not a card that the story still covers."""
    return card is None or in_play(play, card)


def _face(play: Play, pad: Pad, key: Key, seat: int | None, card: CatalogueCard | None) -> Face:
    hands, at = play.pads[pad.key], seat or 0
    tells = _tells(play, pad, seat)
    mine = [n for n, laid in enumerate(hands[at]) if laid.card == key.key]
    name = f"{pad.key}-{key.key}"
    once = {w: pad.adds(key, Laid(key.key), w) or 0 for w in pad.moves.values() if w != CARDS}
    return Face(
        name, key.key, key.label, key.hint or _said(play, pad, card), key.group, key.points,
        len(mine), more(play, pad, key, len(mine)),
        _lift(tells, key.key, mine[-1]) if mine else None,
        _figures(once, pad, seat), True, key.sign, key.tint, key.letter,
    )  # fmt: skip


def _looking_ahead(
    play: Play, pad: Pad, keys: list[Key], faces: list[Face], seat: int | None
) -> list[Face]:
    """With what some more of each would bring whoever's they are."""
    if seat is None or play.finished:
        return faces
    fields = [(field, what) for field, what in pad.feeds.items() if what != POINTS]
    adds = {
        key.key: {field: n for field, what in fields if (n := pad.adds(key, Laid(key.key), what))}
        for key in keys
    }
    found = ahead_of(play, seat, adds)
    return [replace(face, ahead=found.get(face.card, "")) for face in faces]


def _figures(adds: Mapping[str, int], pad: Pad, seat: int | None) -> dict[str, int]:
    """By how much the counters on the page go on."""
    whose = "" if seat is None else f"-{seat}"
    return {f"to-{t}{whose}": adds[what] for t, what in pad.moves.items() if adds.get(what)}


def _said(play: Play, pad: Pad, card: CatalogueCard | None) -> str:
    """What Look up says of a card first."""
    kind = next((k for k in play.game.lookup if k.catalogue == pad.catalogue), None)
    if card is None or kind is None:
        return ""
    if pad.singles and card.catalogue == pad.singles:
        return told(kind.single, card.told())
    return next((said for text in kind.says if (said := told(text, card.told()))), "")


def _tells(play: Play, pad: Pad, seat: int | None) -> dict[str, Any]:
    return {"pad": pad.key, **play.about(seat)}


def _lift(tells: Mapping[str, Any], card: str, position: int) -> dict[str, Any]:
    return {**tells, "card": card, "position": position}


def _points(face: Face, laid: Laid) -> int | None:
    return face.points if laid.points is None else laid.points


def _narrowed(face: Face, group: str, words: frozenset[str]) -> Face:
    text = plain(f"{face.label} {face.hint}")
    fits = (not group or face.group == group) and all(word in text for word in words)
    return face if fits else replace(face, fits=False)


def _filled(play: Play, pad: Pad, at: int) -> Filled | None:
    if play.moment == OVER or play.moment.phase not in pad.full:
        return None
    most = full_at(play, pad, play.moment.phase)
    if not pad.fills:
        return Filled(len(play.pads[pad.key][at]), most, pad.note or pad.label, f"n-{pad.key}")
    track = next(track for track in play.game.tracks if track.key == pad.fills)
    return Filled(play.tracks[track.key][0], most, track.label, f"to-{track.key}")


def _standing(play: Play, pad: Pad) -> str:
    """``wood 2, ore 1``, or how much everybody has."""
    offers, hands = play.offers(pad.key), play.pads[pad.key]
    if pad.shared:
        there = {key.label: count(hands, key.key) for key in offers.values()}
        return ", ".join(f"{label} {n}" for label, n in there.items() if n) or "nothing yet"
    if len(hands) == 1:
        return plural(len(hands[0]), "card")
    each = zip(play.names, hands, strict=True)
    return ", ".join(f"{name} {len(hand)}" for name, hand in each if hand) or "nothing yet"
