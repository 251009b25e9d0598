"""Which cards a seat can still get, and what one more of a field brings along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.rules.journal.play import Play
from companion.rules.parts.pads import Key, Pad, Stock
from companion.rules.situation import fitting


def by_card(play: Play) -> dict[str, Mapping[str, int]]:
    """What comes with one more of a field where cards are played for it: a Merchant is a Citizen,
    too, and counts as one on the sheet as on its key."""
    found: dict[str, Mapping[str, int]] = {}
    for pad in fitting(play.game.pads, play.situation):
        for key in play.offers(pad.key).values() if pad.ahead else ():
            adds = pad.feeding(key)
            found = {**{field: adds for field, n in adds.items() if n == 1}, **found}
    return found


def left(play: Play, seat: int) -> dict[str, int | None]:
    """How many more cards that add to a field can come to a seat; None: nobody knows."""
    found: dict[str, int | None] = {}
    for pad in play.game.pads:
        if not pad.ahead or pad.shared or pad.key not in play.pads:
            continue
        offers = play.offers(pad.key)
        for card, left in remaining(play, pad, offers.values(), seat).items():
            for name in pad.feeding(offers[card]):
                there = found.get(name, 0)
                found[name] = None if there is None or left is None else there + left
    return found


def remaining(play: Play, pad: Pad, keys: Iterable[Key], seat: int) -> dict[str, int | None]:
    """How many more of each card a seat can get; None: nobody knows."""
    stock, mine = Stock(play, pad.key), Counter(laid.card for laid in play.pads[pad.key][seat])
    return {key.key: stock.more(key, mine[key.key]) for key in keys}
