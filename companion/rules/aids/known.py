"""What a table knows already of what a calculator asks, and where it is found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ..fields import Field, Kind
from ..journal.drawn import card_of
from ..parts.pads import Laid, Pad, Stock, added

if TYPE_CHECKING:
    from ..game import Game
    from ..journal.play import Play

MOMENT: Mapping[str, Callable[[Play, int], int]] = {
    "round": lambda play, _: play.moment.round,
    "players": lambda play, _: play.situation.players,
    "seat": lambda _, seat: seat,
}
"""What has a name of its own."""
OR, AND, THEN = "|", "+", ","
"""Between sources: the first that is known counts, they add up, they stand below each other."""


def of_track(play: Play, seat: int, key: str) -> int | None:
    """One's own where everybody has one."""
    values = play.tracks.get(key)
    return values[seat if len(values) > 1 else 0] if values else None


def _everybody(play: Play, _: int, key: str) -> list[int] | None:
    """A track of all seats, clockwise."""
    values = play.tracks.get(key)
    return list(values) if values else None


def _fact(play: Play, _: int, key: str) -> Any:
    facts = play.game.facts_of(play.situation.at(play.moment.round or 1))
    return facts[key].value if key in facts else None


def _hand(play: Play, seat: int, key: str) -> tuple[Laid, ...] | None:
    hands = play.pads.get(key)
    return hands[0 if play.pad(key).shared else seat] if hands is not None else None


COLUMNS: Mapping[str, Callable[[Laid, int], Any]] = {
    "card": lambda laid, _: laid.card,
    "marked": lambda laid, _: "yes" if laid.mark else "no",
    "count": lambda _, n: n,
}
"""What a row of a list can say of cards that lie there, alike ones together."""


def _pad(play: Play, seat: int, key: str, column: str = "") -> list[Any] | None:
    """The cards of a pad one by one, or a column of what is told of them."""
    hand = _hand(play, seat, key)
    if hand is None:
        return None
    cards = [replace(laid, card=_single(play, seat, key, laid.card)) for laid in hand]
    return _column(cards, column) if column else [c.card for c in cards]


def _column(cards: Iterable[Laid], column: str) -> list[Any]:
    alike = Counter(Laid(laid.card, mark=laid.mark) for laid in cards)
    return [COLUMNS[column](*one) for one in alike.items()]


def _since(play: Play, seat: int, key: str, column: str) -> list[Any] | None:
    """A column of the cards that came to a pad since its pile was shuffled, earlier rounds too."""
    hand = _hand(play, seat, key)
    if hand is None:
        return None
    every, since = (*play.earlier.get(key, ()), *hand), _shuffled_in(play, key)
    return _column((laid for laid in every if laid.round >= since), column)


def _shuffled_in(play: Play, key: str) -> int:
    """The round in which a pad's pile was last shuffled: as told, or as it must have been, since
    more cards would have been drawn than there are. 0: it was not."""
    pile, players, since = play.pad(key).pile, play.situation.players, 0
    if pile is None:
        return 0
    told, drawn = play.situation.settings.get(pile.told), pile.hand * players
    every = (*play.earlier.get(key, ()), *(laid for hand in play.pads[key] for laid in hand))
    market = Counter(laid.round for laid in every)
    for number in range(1, play.moment.round + 1):
        drawn += pile.each_round * players + market[number]
        if number == told or drawn > pile.cards:
            since, drawn = number, market[number]
    return since


def _single(play: Play, seat: int, key: str, card: str) -> str:
    """The very card that lay there from the beginning, where a draw has told which one it is."""
    pad, held = play.pad(key), play.held.get(play.pad(key).start_of, ())
    drawn = card_of(play, held[seat]) if card in pad.start and seat < len(held) else None
    return drawn.key if drawn else card


def _kinds(play: Play, seat: int, key: str) -> list[str] | None:
    """The kinds of the cards of a pad, each once."""
    hand, offers = _hand(play, seat, key), play.offers(key) if key in play.pads else {}
    if hand is None:
        return None
    return list(dict.fromkeys(offers[c.card].kind or c.card for c in hand if c.card in offers))


def _added(play: Play, seat: int, key: str, name: str) -> int | None:
    """What the cards of a pad add up to of something."""
    hand = _hand(play, seat, key)
    return None if hand is None else added(play.pad(key), play.offers(key), hand, name)


def _tapped(play: Play, seat: int, key: str, card: str = "") -> Any:
    """How many of a card lie there, or of every card."""
    hand = _hand(play, seat, key)
    if hand is None:
        return None
    cards = Counter(laid.card for laid in hand)
    return cards[card] if card else {name: cards[name] for name in play.offers(key)}


def _left(play: Play, _: int, key: str, card: str = "") -> Any:
    """How many copies of a card do not lie there yet, or of every card."""
    hands = play.pads.get(key)
    if hands is None:
        return None
    rest = dict(_remaining(play, key))
    return rest.get(card, 0) if card else rest


def _remaining(play: Play, key: str) -> Iterator[tuple[str, int]]:
    stock = Stock(play, key)
    for name, offer in play.offers(key).items():
        told = not offer.copies_of or play.situation.settings.get(offer.copies_of) is not None
        if told and (rest := stock.left(offer)) is not None:
            yield name, rest


def _card(play: Play, _: int, key: str, detail: str) -> Any:
    """What is known of a card of the catalogue."""
    return next((c.details.get(detail) for c in play.game.catalogue if c.key == key), None)


def _held(play: Play, seat: int, draw: str, thing: str, used: str = "") -> bool | None:
    """Whether somebody drew something and has not told on a pad that it is used."""
    held = play.held.get(draw, ())
    if seat >= len(held):
        return None
    card = card_of(play, held[seat])
    mine = thing in (held[seat], card.key if card else None)
    return mine and thing not in ((_pad(play, seat, used) or ()) if used else ())


def _laid(play: Play, _: int, key: str) -> list[str] | None:
    """The cards of a pad that lie anywhere at the table."""
    hands = play.pads.get(key)
    return None if hands is None else [laid.card for hand in hands for laid in hand]


def _sorted(play: Play, seat: int, key: str, group: str) -> int | None:
    """How many cards of a pad are sorted under something, such as a colour."""
    hand, offers = _hand(play, seat, key), play.offers(key) if key in play.pads else {}
    if hand is None:
        return None
    return sum(offers[laid.card].group == group for laid in hand if laid.card in offers)


def _coming(play: Play, seat: int, key: str) -> int | None:
    """How many more cards a pad takes until it is complete: in this phase, else in the next."""
    hand, pad = _hand(play, seat, key), play.pad(key)
    if hand is None or not pad.full:
        return None
    phases = [phase.key for phase in play.game.clock.phases_of(play.situation, play.moment.round)]
    ahead = phases[phases.index(play.moment.phase) :] if play.moment.phase in phases else []
    there = (of_track(play, seat, pad.fills) if pad.fills else len(hand)) or 0
    missing = (full_at(play, pad, phase) - there for phase in ahead if phase in pad.full)
    return next((n for n in missing if n > 0), 0)


def full_at(play: Play, pad: Pad, phase: str) -> int:
    """At how many a pad is complete in a phase that fills it."""
    told = play.tracks.get(pad.full_of, ()) if pad.full_of else ()
    return told[0] if told else pad.full[phase]


PLACES: Mapping[str, Callable[..., Any]] = {
    "all": _everybody,
    "sheet": lambda play, seat, key: play.filled_in[seat].get(key),
    "fact": _fact,
    "setting": lambda play, _, key: play.situation.settings.get(key),
    "pad": _pad,
    "since": _since,
    "kinds": _kinds,
    "added": _added,
    "laid": _laid,
    "card": _card,
    "held": _held,
    "sorted": _sorted,
    "tapped": _tapped,
    "left": _left,
    "coming": _coming,
}
"""Where a source with a dot in its name is looked for: ``sheet.coins``, ``tapped.drawn.red``."""


def known(
    fields: Iterable[Field], takes: Mapping[str, str], play: Play, seat: int
) -> dict[str, Any]:
    """What the table has told of these fields, in the shape of a question."""
    by_key = {field.key: field for field in fields}
    found: dict[str, Any] = {}
    columns: dict[str, dict[str, list[Any]]] = {}
    for path, name in takes.items():
        value, (key, _, part) = source(play, name, seat), path.partition(".")
        if value is None:
            continue
        if part and by_key[key].kind is Kind.LIST:
            columns.setdefault(key, {})[part] = value
        elif part:
            found.setdefault(key, {})[part] = value
        else:
            found[key] = _fitting(by_key[key], value)
    return found | {key: _rows(by_key[key], parts) for key, parts in columns.items()}


def _fitting(field: Field, value: Any) -> Any:
    """Only what the field has a choice or room for: a bag of this chapter may hold more or less."""
    if type(value) is int and field.high is not None:
        return min(value, field.high)
    keys = {choice.key for choice in field.choices}
    if isinstance(value, Mapping):
        return {key: n for key, n in value.items() if key in keys}
    if field.kind is Kind.NUMBERS and isinstance(value, list):
        return [int(one) for one in value]
    return [one for one in value if one in keys] if field.kind is Kind.CHOICES else value


def _rows(field: Field, columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Row by row up to one of which not all is known, without those there is no choice for."""
    picks = {column.key: {c.key for c in column.choices} for column in field.item if column.choices}
    every = takewhile(lambda row: None not in row, zip(*columns.values(), strict=True))
    rows = (dict(zip(columns, row, strict=True)) for row in every)
    return [row for row in rows if all(row[k] in picks[k] for k in picks.keys() & row.keys())]


def source(play: Play, name: str, seat: int) -> Any:
    """What a source says of a seat; None: nobody has told."""
    if THEN in name:
        return [source(play, one, seat) for one in name.split(THEN)]
    return next((v for one in name.split(OR) if (v := _sum(play, one, seat)) is not None), None)


def _sum(play: Play, name: str, seat: int) -> Any:
    """What several say together; what one of them does not know adds nothing."""
    if AND not in name:
        return _one(play, name, seat)
    told = [value for one in name.split(AND) if (value := _one(play, one, seat)) is not None]
    return sum(told) if told else None


def _one(play: Play, name: str, seat: int) -> Any:
    place, _, rest = name.partition(".")
    if name.isdecimal():
        return int(name)
    if rest:
        return PLACES[place](play, seat, *rest.split("."))
    return MOMENT[name](play, seat) if name in MOMENT else of_track(play, seat, name)


@lru_cache(1024)
def is_own(game: Game, name: str) -> bool:
    """Whether a source says something else of each seat."""
    return any(_is_own(game, one) for one in each_source(name))


def each_source(name: str) -> list[str]:
    """Every single source that a name is put together of."""
    return re.split(r"[|+,]", name)


def _is_own(game: Game, name: str) -> bool:
    place, _, rest = name.partition(".")
    shared = {track.key for track in game.tracks if track.shared}
    shared |= {pad.key for pad in game.pads if pad.shared}
    if place == "held":
        return True
    if place in ("sheet", "pad", "tapped", "kinds", "added", "sorted"):
        return place == "sheet" or rest.split(".")[0] not in shared
    return not rest and not name.isdecimal() and name not in (*MOMENT, *shared)
