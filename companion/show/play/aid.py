"""A calculator on a page: what it asks, filled in from the table, and its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.aids.calculator import Aid, Heading, Line, Said, ToSheet
from companion.rules.aids.inputs import Keys
from companion.rules.aids.table import Table
from companion.rules.fields import Field
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Location, Order, Pace
from companion.rules.parts.settings import CardFact
from companion.rules.situation import fitting
from companion.rules.words import listed
from companion.show.play.aid_fields import AidBox, TapKey, aid_box
from companion.show.play.asked import NO_LOOK, Args, Pairs, ask, asked, is_asked, pairs
from companion.show.play.guide import AnswerLine, answer_line

WAS = "was"
"""What stood in the form when it was drawn: what still does follows the table."""

IN_A_ROW = {"stepper": 2, "tick": 3}
"""How many small boxes of a sort stand side by side."""


@dataclass(frozen=True, slots=True)
class FactStep:
    """A card fact that goes on by one: what the tap is called, and what it enters."""

    label: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OnNext:
    """What Next books in the place that is open."""

    line: AnswerLine
    small: str
    label: str
    opens: str  # the calculator it leads to, if any


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
    askers: tuple[int, ...]  # who can ask, where that decides what is known or entered
    was: str
    gives: Mapping[str, Any]  # the entry that puts what was found on the sheet; {}: there is none
    query: Pairs  # what somebody changed, for an address
    turn: FactStep | None = None
    untold: tuple[CardFact, ...] = ()  # what the group has to tell once
    placed: bool = False  # it helps in a place of this phase, whose name and rule stand above it
    on_next: OnNext | None = None
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
        for template, group in groupby(self.boxes, key=lambda box: box.template):
            boxes, by = tuple(group), IN_A_ROW.get(template, 1)
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


def aid_form(play: Play, aid: Aid, seat: int, args: Args) -> AidForm:
    """The aid as the address asks it; what was not changed is what the table knows now."""
    table, calculator = Table(play, seat), aid.calculator
    known, sent, was = aid.known(table), asked(aid.fields, args), _was(args)
    here = [field for field in aid.fields if field.key in sent]
    changed = {f.key: sent[f.key] for f in here if _differs(f, sent[f.key], was)}
    values, prices = {**known, **changed}, _prices(aid)
    for key in prices & changed.keys():  # those that nobody has changed are still known
        values[key] = {**known.get(key, {}), **changed[key]}
    said, issues = ask(play, aid, values)
    lines = tuple(answer_line(play, aid, seat, one) for one in said if isinstance(one, Line))
    heading = next((one for one in said if isinstance(one, Heading)), None)
    if heading:
        heading = replace(heading, text=heading.text.replace("{name}", play.names[seat]))

    fields = list(fitting(aid.fields, play.situation))
    boxes = {
        f.key: aid_box(play, aid, f, values, known, issues=issues, table=table) for f in fields
    }
    settings = play.situation.settings
    facts = [fact for fact in play.game.card_facts if fact.key in aid.needs]
    untold = tuple(fact for fact in facts if settings.get(fact.key) is None)
    folds = [one.key for one in calculator.folds if one.key in boxes]
    # What has to be told stays in view until it is; no cards are as good as untold.
    needed = {f.key for f in fields if f.default is None}
    told = {key for key, value in known.items() if value != []}
    away = [key for key in folds if untold or key in told or key not in needed]
    unseen = {key for key, one in aid.inputs.items() if one.hidden}
    unseen |= {key for key, box in boxes.items() if box.lone}
    unasked = {*away, *unseen, *(key for key, box in boxes.items() if box.box.idle)}
    in_view = tuple(box for key, box in boxes.items() if key not in unasked)
    amiss = {*boxes} - (unseen - prices)  # a price stands beside its good

    places = () if play.moment == OVER else play.game.clock.phase(play.moment).places
    place = next((one for one in places if aid.key in (*one.aids, *one.steps)), None)
    is_own = table.is_personal or calculator.fills or calculator.books
    return AidForm(
        key=aid.key,
        label=aid.label,
        hint=aid.hint if len(in_view) < 2 else "",
        boxes=in_view,
        folded=tuple(boxes[key] for key in away),
        lines=lines,
        wanting="" if lines else _wanting(aid, fields, values, issues),
        faults=tuple(issue.message for issue in issues if issue.field not in amiss),
        seat=seat,
        askers=play.sitting if is_own and len(play.sitting) > 1 else (),
        was=json.dumps(known, separators=(",", ":")),
        gives=_given(play, seat, said),
        query=[pair for f in aid.fields if f.key in changed for pair in pairs(f, changed[f.key])],
        turn=_turn(play, aid),
        untold=untold,
        placed=place is not None,
        on_next=_on_next(play, aid, places, place, lines) if place else None,
        stays=place is not None and place.ends,
        by_turns=_is_by_turns(play, seat) or (place is not None and calculator.due(table) == seat),
        heading=heading,
    )


def _was(args: Args) -> Mapping[str, Any] | None:
    """What stood in the form that was sent; None: it was no form."""
    if WAS not in args:
        return None
    try:
        found = json.loads(args[WAS][-1])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _differs(field: Field, value: Any, was: Mapping[str, Any] | None) -> bool:
    """Whether somebody changed what stood there. A short address holds nothing but changes."""
    if was is None:
        return True
    before = [was[field.key]] if field.key in was else [None, field.default]
    return pairs(field, value) not in [pairs(field, one) for one in before]


def _prices(aid: Aid) -> set[str]:
    """The inputs that say what one of each is worth, asked beside another's keys."""
    widgets = (one.widget for one in aid.inputs.values())
    return {one.priced_by for one in widgets if isinstance(one, Keys) and one.priced_by}


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


def _given(play: Play, seat: int, said: Sequence[Said]) -> dict[str, Any]:
    """The entry that puts an answer on somebody's sheet."""
    values = next((one.values for one in said if isinstance(one, ToSheet)), {})
    if not values or play.finished:
        return {}
    (first, value), *others = values.items()
    more = {"also": dict(others)} if others else {}
    return {**play.about(seat), "field": first, "value": value, **more}


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


def _is_by_turns(play: Play, seat: int) -> bool:
    if play.moment == OVER or play.pace is Pace.ENDS:
        return False
    phase = play.game.clock.phase(play.moment)
    if phase.order is Order.EACH and play.pace is Pace.ROUND:  # names to tap stand above it
        return True
    has_turns = phase.order in (Order.TURNS, Order.EACH) and phase.passes
    return has_turns and seat == NO_LOOK.whose(play)


def _on_next(
    play: Play, aid: Aid, places: Sequence[Location], place: Location, lines: Sequence[AnswerLine]
) -> OnNext | None:
    """The answer of a place. Turn by turn the end of the turn follows, and what comes before the
    place's own calculator leads to that."""
    line = next((one for one in lines if one.books and one.book and one.book.short), None)
    if line is None or line.book is None:
        return None
    book, rest = line.book, next((one for one in places if one.ends), None)
    if rest and book.rests and play.pace is Pace.PHASE:
        opens, then = rest.aids[0], rest.label.lower()
    else:
        stays = place.ends or aid.key in place.aids[1:]
        opens, then = place.aids[0] if stays else "", book.then
    return OnNext(line, book.short, f"{book.label}, then {then}" if then else book.label, opens)
