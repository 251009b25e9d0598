"""What can be asked of every aid: nothing, what a full table gives, and as much as is plausible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from companion.printing.sample_tables import Sample
from companion.rules.aids.calculator import Aid
from companion.rules.aids.table import Table
from companion.rules.fields import Field, Kind
from companion.rules.journal.play import Play
from companion.rules.situation import fitting
from companion.show.play.aid import aid_form
from companion.show.play.aid_fields import open_to
from companion.show.play.asked import Pairs, pairs

KINDS = 10  # of goods, cards or rows that one person has at once
OF_EACH = 3
CARDS = 12  # that lie before one person

SAID: Mapping[str, Mapping[str, Any]] = {
    "production": {"needs": {"yellow": 2, "green": 1, "red": 2, "blue": 2}},
    "bazaar": {"bought": {"weapon": 1, "book": 1, "staff": 1}},
    "die": {"from": "weapon", "to": "armor"},
    "roll": {"rolled": {}},
    "inn": {"goods": []},
    "caravan": {"leader": 0, "joined": [1, 2, 3]},
    "commissions": {"commissions": [{"goods": 3, "upgraded": 3}] * 3},
    "towns": {"commissions": {"1-1": 1, "2-2": 1, "3-3": 1}},
    "fortune": {"taken": {"die": 1}},
    "payment": {"costs": [27, 14]},
    "cost": {"printed": 20},
    "objective": {"goods": [{"value": n, "count": OF_EACH} for n in range(1, 7)]},
}
"""What has to go together, by aid; all else is made up field by field."""

TOLD: Mapping[str, Mapping[str, Any]] = {
    "merchants": {
        "wheel_order": ["weapon", "book", "instrument", "potion", "staff", "armor"],
        "five": "weapon",
    }
}
"""What is no use at random, by game."""

DEEDS = [
    {"kind": "choice", "coins": 3, "prestige": 2, "times": 2},
    {"kind": "coins", "coins": 4, "times": 1},
    {"kind": "vp", "vp": 2, "times": 1},
]


def tell_all(sample: Sample) -> None:
    """A table that has told all it can, and has left undone what its counters have set off."""
    for fact, value in TOLD.get(sample.state.game.slug, {}).items():
        sample.do("record", fact=fact, value=value)
    sample.tell()
    lay_all(sample)
    for seat in range(len(sample.play.seats)):
        sample.do("fill", seat=seat, field="deeds", value=DEEDS)
        for _ in range(5):
            sample.do("count", track="points", seat=seat, by=5)


def lay_all(sample: Sample) -> None:
    """Cards before everybody: of as many kinds as there are, but never all of them."""
    game, situation = sample.state.game, sample.play.situation
    for pad in fitting(game.pads, situation):
        offers = pad.offers(game, situation).values()
        singles = {key.kind: key.key for key in offers if key.kind}
        cards = list(singles.values()) or [key.key for key in offers]
        for seat in [None] if pad.shared else range(len(sample.play.seats)):
            for card in cards[: min(CARDS, (len(cards) + 1) // 2)]:
                sample.do("lay", pad=pad.key, card=card, seat=seat)


def asked(play: Play, aid: Aid, seat: int) -> Iterator[str]:
    """Addresses: as it opens, and with all of it told."""
    yield urlencode({"aid": aid.key})
    yield urlencode([("aid", aid.key), *_full(play, aid, seat)])


def is_answered(play: Play, aid: Aid, seat: int) -> bool:
    args: dict[str, list[str]] = {}
    for name, value in _full(play, aid, seat):
        args.setdefault(name, []).append(value)
    return bool(aid_form(play, aid, seat, args).lines)


def _full(play: Play, aid: Aid, seat: int) -> Pairs:
    known, said = aid.known(Table(play, seat)), SAID.get(aid.key, {})
    here = list(fitting(aid.fields, play.situation))
    inputs = aid.inputs
    hidden = {key for key, one in inputs.items() if one.hidden}
    prices = {getattr(one.widget, "priced_by", "") for one in inputs.values()}
    loose = [f for f in here if f.key not in hidden and known.get(f.key) in (None, [], {})]
    told = [f for f in here if f in loose or f.key in {*said, *prices}]
    return [pair for f in told for pair in pairs(f, said.get(f.key, _plausible(play, f)))]


def _plausible(play: Play, field: Field) -> Any:
    high = min(OF_EACH, field.high or OF_EACH)
    keys = [choice.key for choice in open_to(play, field.choices)]
    match field.kind:
        case Kind.COUNTS | Kind.RECORD:
            return dict.fromkeys(keys[:KINDS], high)
        case Kind.CHOICES:
            return keys[:KINDS]
        case Kind.CHOICE:
            return keys[0]
        case Kind.NUMBERS:
            return [int(key) for key in keys] * high if keys else [high] * field.most
        case Kind.FLAG:
            return True
        case Kind.LIST:
            row = {one.key: _plausible(play, one) for one in field.item}
            return [row] * min(field.most, OF_EACH)
    return max(field.low, high)
