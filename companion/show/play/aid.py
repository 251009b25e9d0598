"""A calculator on a page: what it asks, filled in from the table, and its answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import cos, pi, sin
from typing import Any

from companion.rules.aids.calculator import Aid, Heading, Line, Said, ToSheet
from companion.rules.aids.calculator import Ring as Giving
from companion.rules.aids.inputs import Keys
from companion.rules.aids.table import Table
from companion.rules.fields import Field
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Location, Order, Pace
from companion.rules.parts.settings import CardFact
from companion.rules.situation import fitting
from companion.rules.words import abbreviated, listed
from companion.show.play.aid_fields import AidBox, TapKey, aid_box
from companion.show.play.asked import NO_LOOK, Args, Pairs, ask, asked, is_asked, pairs
from companion.show.play.guide import AnswerLine, answer_line

WIDE, ACROSS = 340, 52  # ``ACROSS`` is half of the table's width
FEW, LOW, DEEP = 3, 38, 56  # half of its height for so few, and for more
ROOM = 70  # for marks and names above and below, with their tails
MARK = 14  # half of a mark's side
CLEAR = 0.3  # of a turn's radians: what an arrow leaves free around a mark
LETTERS = 11
"""So many letters of a name have room beside the table."""
COMPACT = json.JSONEncoder(separators=(",", ":"))
WAS = "was"
"""What stood in the form when it was drawn: what still does follows the table."""


IN_A_ROW = {"stepper": 2, "tick": 3}
"""How many small boxes of a sort stand side by side."""


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """Where somebody sits: corner of the mark, and where the name begins, ends or is centred."""

    seat: int
    name: str
    x: str
    y: str
    text_x: str
    text_y: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Ring:
    wide: int
    high: int
    places: tuple[SeatPosition, ...]
    arrows: tuple[str, ...]  # paths
    said: tuple[str, ...]  # the same in words: ``Ada to Ben``


def ring(play: Play, to: Sequence[int], first: int) -> Ring:
    """Everybody clockwise from ``first`` at the top; ``to`` says to whom each one gives."""
    seats = len(play.seats)
    down = LOW if seats <= FEW else DEEP
    high = 2 * down + ROOM
    turns = [((seat - first) % seats) * 2 * pi / seats - pi / 2 for seat in range(seats)]
    return Ring(
        WIDE, high,
        tuple(_place(seat, play.names[seat], turns[seat], down) for seat in range(seats)),
        tuple(_arrows(turns, to, down)),
        tuple(f"{play.names[seat]} to {play.names[other]}" for seat, other in enumerate(to)),
    )  # fmt: skip


def _place(seat: int, name: str, turn: float, down: int) -> SeatPosition:
    x, y = _at(turn, down)
    side = round(cos(turn), 6)
    anchor = "start" if side > 0 else "end" if side < 0 else "middle"
    beside = x + (MARK + 5) * ((side > 0) - (side < 0))
    below = y + 5 if side else y + (MARK + 15 if sin(turn) > 0 else -MARK - 6)
    return SeatPosition(
        seat=seat,
        name=abbreviated(name, LETTERS),
        x=_svg_number(x - MARK),
        y=_svg_number(y - MARK),
        text_x=_svg_number(beside),
        text_y=_svg_number(below),
        anchor=anchor,
    )


def _arrows(turns: Sequence[float], to: Sequence[int], down: int) -> Iterator[str]:
    """Along the edge of the table, the short way round; with two, each on their own side."""
    for seat, other in enumerate(to):
        ahead = (turns[other] - turns[seat]) % (2 * pi)
        way = 1 if ahead <= pi else -1
        x, y = _at(turns[seat] + way * CLEAR, down)
        to_x, to_y = _at(turns[other] - way * CLEAR, down)
        arc = f"A{ACROSS} {down} 0 0 {int(way > 0)}"
        yield f"M{_svg_number(x)} {_svg_number(y)}{arc} {_svg_number(to_x)} {_svg_number(to_y)}"


def _at(turn: float, down: int) -> tuple[float, float]:
    return WIDE / 2 + ACROSS * cos(turn), down + ROOM / 2 + down * sin(turn)


def _svg_number(length: float) -> str:
    return f"{length:.1f}"


@dataclass(frozen=True, slots=True)
class FactStep:
    """A card fact that goes on by one: what the tap is called, and what it enters."""

    label: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AidForm:
    """One aid as it is asked by somebody."""

    key: str
    label: str
    hint: str  # where no more than one box needs a name
    boxes: tuple[AidBox, ...]
    folded: tuple[AidBox, ...]
    lines: tuple[AnswerLine, ...]
    wanting: str  # what is still to be told, while there is no answer
    faults: tuple[str, ...]  # what is wrong with the question as a whole
    seat: int
    askers: tuple[int, ...]  # who can ask, where it matters which of several people does
    was: str
    gives: Mapping[str, Any]  # the entry that puts what was found on the sheet; {}: there is none
    query: Pairs  # what somebody changed, for an address
    turn: FactStep | None = None
    untold: tuple[CardFact, ...] = ()  # what the group has to tell once
    ring: Ring | None = None  # the table from above
    placed: bool = False  # it helps in a place of this phase, whose name and rule stand above it
    stays: bool = False  # it is open still after something was booked by it
    by_turns: bool = False  # the order of turns above it says whose it is
    picked: bool = False  # somebody's it would not be by itself: whoever looks has chosen them
    heading: Heading | None = None  # in the place of its name, where a card's key has opened it

    @property
    def under_heading(self) -> AidForm:
        """The same on a screen of its own, without what its heading says already."""
        if self.heading is None:
            return self
        settled = tuple(box for box in self.boxes if box.box.key in self.heading.settles)
        left = tuple(box for box in self.boxes if box not in settled)
        return replace(self, boxes=left, folded=(*self.folded, *settled))

    @property
    def rows(self) -> tuple[tuple[AidBox, ...], ...]:
        """Its boxes as they stand: small numbers two by two, flags three by three."""
        found: list[tuple[AidBox, ...]] = []
        for small, group in groupby(self.boxes, key=_is_small):
            boxes = tuple(group)
            by = IN_A_ROW.get(small, 1) if len(boxes) > 1 else 1
            found += [boxes[at : at + by] for at in range(0, len(boxes), by)]
        return tuple(found)

    @property
    def taken(self) -> list[TapKey]:
        """What keys without a foot have been tapped for."""
        return [key for box in (*self.boxes, *self.folded) for key in box.taken]

    @property
    def assumed(self) -> str:
        """What the folded fields say, in a line, and what the table knows of the others."""
        known = [f"{box.priced}: {box.worth}" for box in self.boxes if box.worth]
        return " · ".join([*known, *(f"{box.box.label}: {box.said}" for box in self.folded)])

    @property
    def listed(self) -> list[AnswerLine]:
        """What of the answer stands in a list."""
        return [line for line in self.lines if not (line.big or line.small)]

    @property
    def is_short(self) -> bool:
        return all(line.is_short for line in self.listed)

    @property
    def passes(self) -> bool:
        """Whether a tap below it is a whole turn, after which somebody else's keys stand there."""
        return any("moment" in line.books for line in self.lines)

    @property
    def is_wrong(self) -> bool:
        """Whether something folded away has to be put right."""
        return any(box.box.errors for box in self.folded)


def _is_small(box: AidBox) -> str:
    """What sort of small box it is; none: it needs a row."""
    return box.template if box.template in IN_A_ROW else ""


def aid_form(play: Play, aid: Aid, seat: int, args: Args) -> AidForm:
    """The aid as the address asks it; what was not changed is what the table knows now."""
    table = Table(play, seat)
    known, sent, was = aid.known_to(table), asked(aid.fields, args), _was(args)
    here = [field for field in aid.fields if field.key in sent]
    changed = {f.key: sent[f.key] for f in here if _differs(f, sent[f.key], was)}
    prices = _prices(aid)
    worth = {key: {**known.get(key, {}), **changed[key]} for key in prices if key in changed}
    values = {**known, **changed, **worth}
    said, issues = ask(play, aid, values)
    fields = list(fitting(aid.fields, play.situation))
    offered = {key: one.offered(table) for key, one in aid.inputs.items() if one.offered}
    names = {key: one.names(table) for key, one in aid.inputs.items() if one.names}
    boxes = {
        f.key: aid_box(
            play, aid, f, values, known, issues,
            offered=offered.get(f.key), names=names.get(f.key),
        )
        for f in fields
    }  # fmt: skip
    unseen = {key for key, one in aid.inputs.items() if one.hidden}
    unseen |= {key for key, keys in offered.items() if boxes[key].held and len(keys or ()) == 1}
    untold = _untold(play, aid)
    folds = [one.key for one in aid.calculator.folds]
    away = [key for key in folds if untold or _is_told(known, key) or not _is_needed(aid, key)]
    unasked = {*away, *unseen, *(key for key, box in boxes.items() if box.box.idle)}
    open_ = [box for key, box in boxes.items() if key not in unasked]
    lines = tuple(answer_line(play, aid, seat, one) for one in said if isinstance(one, Line))
    amiss = {*boxes} - (unseen - prices)  # a price stands beside its good
    place, due = _place_of(play, aid), aid.calculator.due(table)
    return AidForm(
        key=aid.key,
        label=aid.label,
        hint=aid.hint if len(open_) < 2 else "",
        boxes=tuple(open_),
        folded=tuple(boxes[key] for key in away if key in boxes),
        lines=lines,
        wanting="" if lines else _wanting(aid, fields, values, issues),
        faults=tuple(issue.message for issue in issues if issue.field not in amiss),
        seat=seat,
        askers=_askers(play, aid, table.is_personal),
        was=COMPACT.encode(known),
        gives=_given(play, seat, said),
        query=[pair for f in aid.fields if f.key in changed for pair in pairs(f, changed[f.key])],
        turn=_turn(play, aid),
        untold=untold,
        ring=_circle(play, said),
        placed=place is not None,
        stays=place is not None and place.ends,
        by_turns=_is_by_turns(play, seat) or (place is not None and due == seat),
        heading=_heading(play, seat, said),
    )


def _prices(aid: Aid) -> set[str]:
    """The inputs that say what one of each is worth, asked beside another's keys."""
    widgets = (one.widget for one in aid.inputs.values())
    return {one.priced_by for one in widgets if isinstance(one, Keys) and one.priced_by}


def _untold(play: Play, aid: Aid) -> tuple[CardFact, ...]:
    told = play.situation.settings
    return tuple(f for f in play.game.card_facts if f.key in aid.needs and told.get(f.key) is None)


def _circle(play: Play, said: Sequence[Said]) -> Ring | None:
    to = next((one.to for one in said if isinstance(one, Giving)), ())
    if len(to) != len(play.seats) or len(to) < 2:
        return None
    return ring(play, to, play.game.clock.order_at(play.moment, play.situation)[0])


def _heading(play: Play, seat: int, said: Sequence[Said]) -> Heading | None:
    found = next((one for one in said if isinstance(one, Heading)), None)
    if found is None:
        return None
    return replace(found, text=found.text.replace("{name}", play.names[seat]))


def _turn(play: Play, aid: Aid) -> FactStep | None:
    """One step of the card fact that this aid goes by, once it is known where it stands."""
    turned = {one.turned_by for one in aid.inputs.values()}
    fact = next((fact for fact in play.card_facts if fact.key in turned), None)
    if fact is None or play.finished:
        return None
    value = play.moment.round if fact.next == "round" else Table(play, 0).fact(fact.next)
    if value in (None, play.situation[fact.key]):
        return None
    return FactStep(fact.step, {"fact": fact.key, "value": value})


def _askers(play: Play, aid: Aid, personal: bool) -> tuple[int, ...]:
    """It matters who asks for what is known, and for what a tap below enters."""
    own = personal or aid.calculator.fills or aid.calculator.books
    return play.sitting if own and len(play.sitting) > 1 else ()


def _is_by_turns(play: Play, seat: int) -> bool:
    if play.moment == OVER or play.pace is Pace.ENDS:
        return False
    phase = play.game.clock.phase(play.moment)
    if phase.order is Order.EACH and play.pace is Pace.ROUND:  # names to tap stand above it
        return True
    has_turns = phase.order in (Order.TURNS, Order.EACH) and phase.passes
    return has_turns and seat == NO_LOOK.whose(play)


def _place_of(play: Play, aid: Aid) -> Location | None:
    """The place of this phase where it helps."""
    phase = None if play.moment == OVER else play.game.clock.phase(play.moment)
    places = phase.places if phase else ()
    return next((place for place in places if aid.key in (*place.aids, *place.steps)), None)


def _is_told(known: Mapping[str, Any], key: str) -> bool:
    """Whether the table knows it; cards that nobody has laid yet are asked for."""
    return key in known and known[key] != []


def _is_needed(aid: Aid, key: str) -> bool:
    return any(field.key == key and field.default is None for field in aid.fields)


def _was(args: Args) -> Mapping[str, Any] | None:
    """What stood in the form that was sent; None: it was no form."""
    if WAS not in args:
        return None
    try:
        found = json.loads(args[WAS][-1])
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _differs(field: Field, value: Any, was: Mapping[str, Any] | None) -> bool:
    """Whether somebody changed what stood there. A short address holds nothing but changes."""
    if was is None:
        return True
    before = [was[field.key]] if field.key in was else [None, field.default]
    return pairs(field, value) not in [pairs(field, one) for one in before]


def _given(play: Play, seat: int, said: Sequence[Said]) -> dict[str, Any]:
    """The entry that puts an answer on somebody's sheet."""
    values = next((one.values for one in said if isinstance(one, ToSheet)), {})
    if not values or play.finished:
        return {}
    (first, value), *others = values.items()
    more = {"also": dict(others)} if others else {}
    return {**play.about(seat), "field": first, "value": value, **more}


def _wanting(
    aid: Aid, fields: Sequence[Field], values: Mapping[str, Any], issues: Sequence[Issue]
) -> str:
    """What is still needed, by name: all of it, or one of what it waits for and is in view."""
    missing = {issue.field for issue in issues if issue.code == "missing"}
    labels = {field.key: field.label for field in fields}
    hidden = {key for key, one in aid.inputs.items() if one.hidden}
    if issues or is_asked(aid, values):
        unseen = hidden - _prices(aid)
        return " · ".join(labels[key] for key in labels if key in missing - unseen)
    away = {*hidden, *(one.key for one in aid.calculator.folds)}
    seen = [key for key in aid.waits_for if key not in away]
    return listed([labels[key] for key in seen or aid.waits_for if key in labels], "or")
