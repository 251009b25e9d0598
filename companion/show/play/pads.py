"""Pads as they are drawn, and somebody's tableau that is only looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import groupby

from companion.rules.actions.laying import TOLD
from companion.rules.aids.table import full_at
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Order
from companion.rules.parts.pads import (
    CARDS,
    POINTS,
    Key,
    Laid,
    Pad,
    Stock,
    count,
    holders_of,
    tappable,
)
from companion.rules.words import listed, names_in, plural
from companion.show.formats import plain
from companion.show.play.asked import Look
from companion.show.play.moment import is_turn_by_card, on_turn
from companion.show.play.pad_keys import (
    Filled,
    Lying,
    PadButton,
    PadView,
    back,
    by_group,
    cards_of,
    face_of,
    figures,
    foretelling,
    looking_ahead,
    narrowed,
    taking,
    tells_of,
    uncovered,
)
from companion.show.play.tracks import by_hand, tallies
from companion.show.score.so_far import standing_points

MOST_KEYS = 12
"""More than these stand in a list that can be searched, not as keys."""


def pads(
    play: Play, seat: int, look: Look, drawn: Container[str] | None = None
) -> dict[str, PadView]:
    """Every pad of this table; ``seat`` is whose are looked at where everybody has one.

    Only those ``drawn`` need the cards of a long list; others are a link to it.
    """
    here = ((pad, holders_of(play, pad)) for pad in play.game.pads if pad.key in play.pads)
    return {
        pad.key: _view(play, pad, _at(pad, seat, seats), look, drawn is None or pad.key in drawn)
        for pad, seats in here
        if seats
    }


def _at(pad: Pad, seat: int, seats: tuple[int, ...]) -> int | None:
    """Whose cards are looked at; None: those of all."""
    return None if pad.shared else seat if seat in seats else seats[0]


@dataclass(frozen=True, slots=True)
class _Keys:
    """What can be tapped on a pad, and what each key says of more of its cards."""

    known: tuple[Key, ...]  # also those that only lie there
    meant: Set[str]
    is_listed: bool
    ahead: Mapping[str, str]


def _view(play: Play, pad: Pad, seat: int | None, look: Look, drawn: bool) -> PadView:
    """A pad as somebody looks at it."""
    keys = _keys(play, pad, seat, drawn)
    hands, at = play.pads[pad.key], seat or 0
    by_card = is_by_card(play, pad)
    tells = tells_of(play, pad, seat)
    if by_card:
        tells |= {"moment": play.moment.as_json()}
    words, cards = frozenset(plain(look.find).split()), cards_of(play, pad)
    every = _faces(play, pad, seat, keys)
    face_of = {face.key: face for face in every}
    faces = [face for face in every if face.key in keys.meant]
    faces = [narrowed(face, look.group, words) for face in faces] if look.narrows else faces
    filled = _filled(play, pad, at)
    if (filled and not filled.more) or (by_card and seat in play.had_turn):
        faces = [replace(face, full=True) for face in faces]
    lying = tuple(
        _lying(pad, face_of[laid.card], laid, position, seat)
        for position, laid in enumerate(hands[at])
        if laid.card in face_of
    )
    adds = {f"n-{pad.key}": 1, **figures({CARDS: 1}, pad, seat)}
    marked = figures(pad.mark.adds, pad, seat) if pad.mark else {}
    return PadView(
        key=pad.key,
        label=pad.label,
        note="" if pad.caption else pad.note,
        seat=seat,
        tells=tells,
        faces=tuple(
            (name, tuple(g)) for name, g in groupby(by_group(faces), key=lambda f: f.group)
        ),
        listed=keys.is_listed,
        lying=lying,
        mark=pad.mark,
        adds=adds,
        takes=back(adds),
        mark_adds=marked,
        filled=filled,
        asks_points=_asks_points(pad, faces),
        counts=tuple(len(hand) for hand in hands),
        seats=holders_of(play, pad),
        goes_with=pad.kept_with,
        now=_standing(play, pad),
        feet=pad.feet,
        once=pad.feet and not pad.catalogue and all(key.each == 1 for key in pad.keys),
        prints=POINTS in pad.feeds.values() or bool(cards),
        foretold=pad.foretold.note if pad.foretold and any(face.ahead for face in faces) else "",
        then=pad.then,
        verb=pad.verb or pad.label,
        many=sum(key.key in keys.meant for key in keys.known) > MOST_KEYS,
        offered_on="" if play.pads.get(pad.offered_on, ("",))[0] else pad.offered_on,
        asks=pad.asks.replace("{name}", "" if seat is None else play.names[seat]),
        by_hand=by_hand(play, pad),
        caption=pad.caption if by_card else "",
        hint=_hint(play, pad) if by_card else "",
        along=tuple(_along(play, pad, seat)) if by_card and pad.along else (),
        calculator=_opens(pad) if by_card else ("", ""),
    )


def is_by_card(play: Play, pad: Pad) -> bool:
    """Whether a tap on it is a whole turn now."""
    if play.moment == OVER or play.finished:
        return False
    phase = play.game.clock.phase(play.moment)
    return is_turn_by_card(play, phase) and pad.key in phase.shows


def _hint(play: Play, pad: Pad) -> str:
    known = play.words(play.situation.at(play.moment.round))
    return pad.note.format_map(known) if names_in(pad.note) <= known.keys() else ""


def _along(play: Play, pad: Pad, seat: int | None) -> list[PadButton]:
    """The keys of the pad whose cards go with those of this one."""
    other = play.pad(pad.along)
    return _faces(play, other, seat, _keys(play, other, seat, drawn=True))


def _opens(pad: Pad) -> tuple[str, str]:
    aid, _, name = pad.opens.partition(".")
    return aid, name


def _keys(play: Play, pad: Pad, seat: int | None, drawn: bool) -> _Keys:
    known = uncovered(play, pad)
    out, lying = {key.key for key in known}, {c.card for hand in play.pads[pad.key] for c in hand}
    meant = tappable(play, pad, seat) & out
    known += tuple(key for name, key in play.offers(pad.key).items() if name in lying - out)
    many = len([key for key in known if key.key in meant]) > MOST_KEYS
    is_listed = many or bool(pad.offered_on)
    if is_listed and not drawn:
        known = ()
    ahead = {} if play.finished or not known else {
        **looking_ahead(play, pad, known, seat), **foretelling(play, pad, seat or 0)
    }  # fmt: skip
    return _Keys(known, meant, is_listed, ahead)


def _faces(play: Play, pad: Pad, seat: int | None, keys: _Keys) -> list[PadButton]:
    hand = play.pads[pad.key][seat or 0]
    mine = Counter(laid.card for laid in hand)
    marked = mine.keys() - {laid.card for laid in hand if not laid.mark}
    stock, found = Stock(play, pad.key), []
    for key in keys.known:
        count, ahead = mine.get(key.key, 0), keys.ahead.get(key.key, "")
        left = stock.more(key, count)
        found.append(
            face_of(
                play,
                pad,
                key=key,
                seat=seat,
                mine=count,
                marked=key.key in marked,
                left=left,
                ahead=ahead,
            )
        )
    return found


def _asks_points(pad: Pad, faces: list[PadButton]) -> bool:
    """Where points count that are only on the printed cards, or differ from card to card."""
    count = POINTS in pad.feeds.values()
    return pad.asks_points or (count and any(face.points is None for face in faces))


def _lying(pad: Pad, face: PadButton, laid: Laid, position: int, seat: int | None) -> Lying:
    lifts = {**face.lifts, "position": position, "like": {n: getattr(laid, n) for n in TOLD}}
    takes = taking(pad, laid.card, face.adds, bool(laid.mark), seat)
    return Lying(face, _points(face, laid), bool(laid.mark), lifts, takes)


def _points(face: PadButton, laid: Laid) -> int | None:
    return face.points if laid.points is None else laid.points


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
    each = list(zip(play.names, hands, strict=True))
    if pad.own_of:
        told = [(name, [offers[laid.card].label for laid in hand]) for name, hand in each if hand]
        return ", ".join(f"{name}: {listed(labels)}" for name, labels in told) or "nothing yet"
    return ", ".join(f"{name} {len(hand)}" for name, hand in each if hand) or "nothing yet"


@dataclass(frozen=True, slots=True)
class LookRow:
    figure: str
    label: str
    text: str = ""
    pad: str = ""  # what Edit opens
    sheet: bool = False  # How opens the sheet


@dataclass(frozen=True, slots=True)
class LookedAt:
    seat: int
    stays: int | None  # whose turn it stays
    rows: tuple[LookRow, ...]


def looked_at(play: Play, seat: int) -> LookedAt:
    return LookedAt(seat, _on_turn(play), tuple(_rows(play, seat)))


def _on_turn(play: Play) -> int | None:
    if play.moment == OVER:
        return None
    phase = play.game.clock.phase(play.moment)
    has_turns = phase.order in (Order.TURNS, Order.EACH) and phase.passes
    return on_turn(play, phase) if has_turns else None


def _rows(play: Play, seat: int) -> Iterator[LookRow]:
    for view in pads(play, seat, Look(seat=seat)).values():
        if view.seat is not None:
            yield LookRow(str(len(view.lying)), view.label, _cards(view), view.key)
    for tally in tallies(play).values():
        if not tally.shared:
            counter = tally.counters[seat]
            if not counter.by_cards:
                yield LookRow(counter.shown, tally.label, counter.since)
    points = standing_points(play, seat)
    if points is not None:
        yield LookRow(str(points), "Points so far", sheet=True)


def _cards(view: PadView) -> str:
    """``Farmer 2, Soldier``."""
    alike = Counter(card.face.label for card in view.lying)
    return ", ".join(f"{label} {n}" if n > 1 else label for label, n in alike.items())
