"""Pads as they are drawn, and somebody's tableau that is only looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

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
from companion.show.lookup import in_play
from companion.show.play.asked import NO_LOOK, Look
from companion.show.play.moment import is_turn_by_card, on_turn
from companion.show.play.pad_keys import (
    Filled,
    Lying,
    PadButton,
    PadView,
    back,
    card_hint,
    cards_of,
    figures,
    foretelling,
    looking_ahead,
    taking,
)
from companion.show.play.tracks import by_hand, tallies
from companion.show.score.so_far import Standing

MOST_KEYS = 12
"""More than these stand in a list that can be searched, not as keys."""


def pads(
    play: Play, seat: int, look: Look, drawn: Container[str] | None = None
) -> dict[str, PadView]:
    """Every pad of this table; ``seat`` is whose are looked at where everybody has one.

    Only those ``drawn`` need the cards of a long list; others are a link to it.
    """
    found = {}
    for pad in play.game.pads:
        seats = holders_of(play, pad) if pad.key in play.pads else ()
        if seats:
            at = None if pad.shared else seat if seat in seats else seats[0]
            found[pad.key] = _view(play, pad, at, look, drawn is None or pad.key in drawn)
    return found


def _view(play: Play, pad: Pad, seat: int | None, look: Look, drawn: bool) -> PadView:
    """A pad as somebody looks at it."""
    hands, by_card = play.pads[pad.key], is_by_card(play, pad)
    keys, offered = _keys(play, pad, seat)
    many = len(offered) > MOST_KEYS
    is_listed = many or bool(pad.offered_on)
    filled = _filled(play, pad, seat or 0)
    full = (filled is not None and not filled.more) or (by_card and seat in play.had_turn)
    every = _faces(play, pad, seat, keys if drawn or not is_listed else [], look, full)
    faces = [face for face in every if face.key in offered]
    by_group: dict[str, list[PadButton]] = {}
    for face in faces:
        by_group.setdefault(face.group, []).append(face)
    face_of = {face.key: face for face in every}
    counts_points = POINTS in pad.feeds.values()
    adds = {f"n-{pad.key}": 1, **figures({CARDS: 1}, pad, seat)}
    tells: dict[str, Any] = {"pad": pad.key, **play.about(seat)}
    if by_card:
        tells["moment"] = play.moment.as_json()
    aid, _, name = pad.opens.partition(".")
    along: list[PadButton] = []
    if by_card and pad.along:
        other = play.pad(pad.along)
        along = _faces(play, other, seat, _keys(play, other, seat)[0], NO_LOOK)
    return PadView(
        key=pad.key,
        label=pad.label,
        note="" if pad.caption else pad.note,
        seat=seat,
        tells=tells,
        faces=tuple((group, tuple(some)) for group, some in by_group.items()),
        listed=is_listed,
        lying=tuple(
            _lying(pad, face_of[laid.card], laid, position, seat)
            for position, laid in enumerate(hands[seat or 0])
            if laid.card in face_of
        ),
        mark=pad.mark,
        adds=adds,
        takes=back(adds),
        mark_adds=figures(pad.mark.adds, pad, seat) if pad.mark else {},
        filled=filled,
        # Where points count that are only on the printed cards, or differ from card to card.
        asks_points=pad.asks_points or (counts_points and any(f.points is None for f in faces)),
        counts=tuple(len(hand) for hand in hands),
        seats=holders_of(play, pad),
        goes_with=pad.kept_with,
        now=_standing(play, pad),
        feet=pad.feet,
        once=pad.feet and not pad.catalogue and all(key.each == 1 for key in pad.keys),
        prints=counts_points or bool(cards_of(play, pad)),
        foretold=pad.foretold.note if pad.foretold and any(face.ahead for face in faces) else "",
        then=pad.then,
        verb=pad.verb or pad.label,
        many=many,
        offered_on="" if play.pads.get(pad.offered_on, ("",))[0] else pad.offered_on,
        asks=pad.asks.replace("{name}", "" if seat is None else play.names[seat]),
        by_hand=by_hand(play, pad),
        caption=pad.caption if by_card else "",
        hint=_hint(play, pad) if by_card else "",
        along=tuple(along),
        calculator=(aid, name) if by_card else ("", ""),
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


def _keys(play: Play, pad: Pad, seat: int | None) -> tuple[list[Key], set[str]]:
    """What can lie there or does, without cards that the story still covers; and the names of
    those that can be tapped."""
    cards, offers = cards_of(play, pad), play.offers(pad.key)
    mine = {name: cards.get(key.kind or key.key) for name, key in offers.items()}
    out = {name for name, card in mine.items() if card is None or in_play(play, card)}
    lying = {laid.card for hand in play.pads[pad.key] for laid in hand} - out
    known = [key for name, key in offers.items() if name in out]
    known += [key for name, key in offers.items() if name in lying]
    return known, tappable(play, pad, seat) & out


def _faces(
    play: Play, pad: Pad, seat: int | None, keys: Sequence[Key], look: Look, full: bool = False
) -> list[PadButton]:
    ahead: dict[str, str] = {}
    if keys and not play.finished:  # what some more of each would bring
        ahead = looking_ahead(play, pad, keys, seat) | foretelling(play, pad, seat or 0)
    hand = play.pads[pad.key][seat or 0]
    mine = Counter(laid.card for laid in hand)
    all_marked = mine.keys() - {laid.card for laid in hand if not laid.mark}
    stock, cards, words = Stock(play, pad.key), cards_of(play, pad), plain(look.find).split()
    found = []
    for key in keys:
        once = {w: pad.adds(key, Laid(key.key), w) or 0 for w in pad.moves.values() if w != CARDS}
        adds = figures(once, pad, seat)
        hint = key.hint or card_hint(play, pad, cards.get(key.key))
        text = plain(f"{key.label} {hint}") if words else ""  # a word looks in all groups
        own = {one.name: getattr(key, one.name) for one in fields(key)}
        own |= {"short": key.short or key.label, "hint": hint, "adds": adds}
        face = PadButton(
            **own,
            id=f"{pad.key}-{key.key}",
            count=mine[key.key],
            left=stock.more(key, mine[key.key]),
            lifts={"pad": pad.key, **play.about(seat), "card": key.key},
            takes=taking(pad, key.key, adds, key.key in all_marked, seat),
            fits=all(w in text for w in words) if words else look.group in ("", key.group),
            ahead=ahead.get(key.key, ""),
            full=full,
        )
        found.append(face)
    return found


def _lying(pad: Pad, face: PadButton, laid: Laid, position: int, seat: int | None) -> Lying:
    points = face.points if laid.points is None else laid.points
    lifts = {**face.lifts, "position": position, "like": {n: getattr(laid, n) for n in TOLD}}
    takes = taking(pad, laid.card, face.adds, bool(laid.mark), seat)
    return Lying(face, points, bool(laid.mark), lifts, takes)


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
    text: str = ""  # ``Farmer 2, Soldier``
    pad: str = ""  # what Edit opens
    sheet: bool = False  # How opens the sheet


@dataclass(frozen=True, slots=True)
class LookedAt:
    seat: int
    stays: int | None  # whose turn it stays
    rows: tuple[LookRow, ...]


def looked_at(play: Play, seat: int) -> LookedAt:
    stays = None
    if play.moment != OVER:
        phase = play.game.clock.phase(play.moment)
        if phase.order in (Order.TURNS, Order.EACH) and phase.passes:
            stays = on_turn(play, phase)
    return LookedAt(seat, stays, tuple(_rows(play, seat)))


def _rows(play: Play, seat: int) -> Iterator[LookRow]:
    for view in pads(play, seat, Look(seat=seat)).values():
        if view.seat is not None:
            alike = Counter(card.face.label for card in view.lying)
            cards = ", ".join(f"{label} {n}" if n > 1 else label for label, n in alike.items())
            yield LookRow(str(len(view.lying)), view.label, cards, view.key)
    for tally in tallies(play).values():
        if not tally.shared:
            counter = tally.counters[seat]
            if not counter.by_cards:
                yield LookRow(counter.shown, tally.label, counter.since)
    points = Standing(play, seat).points
    if points is not None:
        yield LookRow(str(points), "Points so far", sheet=True)
