"""An aid on a page: what it asks, filled in from the table, and its answer once it has one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.aids import Aid, Answer
from companion.rules.card_facts import CardFact
from companion.rules.clock import OVER
from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue
from companion.rules.pads import Key
from companion.rules.palette import symbols
from companion.rules.play import Play
from companion.rules.rulings import Choice
from companion.rules.situation import Situation
from companion.rules.words import listed
from companion.show.lookup.cards import in_play
from companion.show.play.answer import AnswerLine, speaker, told, worded
from companion.show.play.asked import Args, Pairs, asked, is_tapped, pairs, tapped
from companion.show.score.boxes import Box, plain_box, row_boxes, with_issues

FEW_KEYS = 6
"""More choices than these are picked from a list; keys for all of them would fill the screen."""

ONE_ROW = 30
"""So many letters all names of keys in one row may have, were each as long as the longest."""

FEW_TAPS, LARGE = 99, 999
"""Numbers up to so many may be tapped as well as typed."""

WAS = "was"
"""What stood in the form when it was drawn: what still does follows the table."""


@dataclass(frozen=True, slots=True)
class TapKey:
    """Something to tap: one more, or one less."""

    name: str
    label: str
    count: int
    most: int | None
    sign: Key | None  # how it is drawn on a pad
    cap: str = ""  # what holds of it: a price, a chance
    called: str = ""  # what so many of it are called

    @property
    def is_full(self) -> bool:
        return self.most is not None and self.count >= self.most


@dataclass(frozen=True, slots=True)
class AidBox:
    """One field of an aid: an input as on the score sheet, or keys to tap."""

    box: Box
    keys: tuple[TapKey, ...] = ()
    others: tuple[TapKey, ...] = ()  # to be picked from a list
    tapped: bool = False
    wide: bool = False  # keys whose names need room
    low: bool = False  # keys without a foot
    stepped: bool = False  # a small number, so it is tapped as well as typed
    said: str = ""  # what stands there, in words


@dataclass(frozen=True, slots=True)
class Step:
    """A card fact that goes on by one: what the tap is called, and what it enters."""

    label: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AidForm:
    """One aid as it is asked by somebody."""

    key: str
    label: str
    hint: str
    boxes: tuple[AidBox, ...]
    folded: tuple[AidBox, ...]
    lines: tuple[AnswerLine, ...]
    wanting: str  # what is still to be told, while there is no answer
    faults: tuple[str, ...]  # what is wrong with the question as a whole
    seat: int
    of_seat: bool  # whether the table knows something else for everybody
    was: str
    gives: Mapping[str, Any]  # the entry that puts what was found on the sheet; {}: there is none
    query: Pairs  # what somebody changed, for an address
    turn: Step | None = None
    untold: tuple[CardFact, ...] = ()  # what the group has to tell once
    placed: bool = False  # it helps in a place of this phase, whose name and rule stand above it

    @property
    def assumed(self) -> str:
        """What the folded fields say, in a line."""
        return " · ".join(f"{box.box.label}: {box.said}" for box in self.folded)

    @property
    def is_wrong(self) -> bool:
        """Whether something folded away has to be put right."""
        return any(box.box.errors for box in self.folded)


def aid_form(play: Play, aid: Aid, seat: int, args: Args) -> AidForm:
    """The aid as the address asks it; what was not changed is what the table knows now."""
    known, sent, was = aid.known(play, seat), asked(aid.fields, args), _was(args)
    here = [field for field in aid.fields if field.key in sent]
    changed = {f.key: sent[f.key] for f in here if _differs(f, sent[f.key], was)}
    values = {**known, **changed}
    situation = _now(play)
    lines, issues, found = _answer(play, aid, situation, values)
    boxes = {f.key: _box(play, aid, f, values, issues) for f in aid.fields}
    told = play.situation.settings
    untold = tuple(
        f for f in play.game.card_facts if f.key in aid.needs and told.get(f.key) is None
    )
    away = [key for key in aid.folds if untold or key in values or not _is_needed(aid, key)]
    open_ = [box for key, box in boxes.items() if key not in (*away, *aid.silent)]
    folded = [boxes[key] for key in away]
    return AidForm(
        aid.key, aid.label, aid.hint, tuple(open_), tuple(folded), lines,
        "" if lines else _wanting(aid, values, issues),
        tuple(issue.message for issue in issues if issue.field not in boxes),
        seat, aid.is_own(play.game) or bool(aid.gives), json.dumps(known, separators=(",", ":")),
        _given(play, aid, seat, found),
        [pair for f in aid.fields if f.key in changed for pair in pairs(f, changed[f.key])],
        _turn(play, aid), untold, _is_placed(play, aid),
    )  # fmt: skip


def _turn(play: Play, aid: Aid) -> Step | None:
    """One step of the card fact that this aid goes by, once it is known where it stands."""
    fact = next((fact for fact in play.game.card_facts if fact.key == aid.turns), None)
    known = play.known().get(fact.next) if fact else None
    if fact is None or known is None or known.value is None or play.finished:
        return None
    return Step(fact.step, {"fact": fact.key, "value": known.value})


def _is_placed(play: Play, aid: Aid) -> bool:
    phase = None if play.moment == OVER else play.game.clock.phase(play.moment)
    return any(aid.key in place.aids for place in (phase.places if phase else ()))


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


def _now(play: Play) -> Situation:
    moment = play.moment
    return play.situation.at(moment.round, moment.phase) if moment.round else play.situation


def _answer(
    play: Play, aid: Aid, situation: Situation, values: Mapping[str, Any]
) -> tuple[tuple[AnswerLine, ...], list[Issue], Answer]:
    """The answer in words, or all that is wrong; nothing while nothing was asked yet."""
    raw = {f.key: values.get(f.key, _nothing(f)) for f in aid.fields}
    question, issues = aid.read(play.game, situation, raw)
    if issues or not _is_asked(aid, values):
        return (), issues, {}
    speaks, found = speaker(play.game, aid.fields, play.names), aid.answer(question)
    return told(aid.says, question, found, speaks), [], found


def _given(play: Play, aid: Aid, seat: int, found: Answer) -> dict[str, Any]:
    """The entry that puts an answer on somebody's sheet."""
    values = {name: found[what] for name, what in aid.gives.items() if what in found}
    if not values or play.finished:
        return {}
    (first, value), *others = values.items()
    more = {"also": dict(others)} if others else {}
    return {**play.about(seat), "field": first, "value": value, **more}


def _nothing(field: Field) -> Any:
    """What an empty input means where it need not be filled in."""
    if field.default is not None:
        return None
    return {} if field.kind in (Kind.COUNTS, Kind.RECORD) else [] if _is_several(field) else None


def _is_several(field: Field) -> bool:
    return is_tapped(field) or field.kind in (Kind.LIST, Kind.NUMBERS)


def _is_asked(aid: Aid, values: Mapping[str, Any]) -> bool:
    return not aid.waits_for or any(_is_filled(values.get(key)) for key in aid.waits_for)


def _is_filled(value: Any) -> bool:
    return any(value.values()) if isinstance(value, Mapping) else value not in (None, [], 0)


def _wanting(aid: Aid, values: Mapping[str, Any], issues: Sequence[Issue]) -> str:
    """What is still needed, by name."""
    missing = {issue.field for issue in issues if issue.code == "missing"}
    if not issues and not _is_asked(aid, values):
        missing = set(aid.waits_for)
    return listed([field.label for field in aid.fields if field.key in missing], "or")


def _box(
    play: Play, aid: Aid, field: Field, values: Mapping[str, Any], issues: Sequence[Issue]
) -> AidBox:
    value = values.get(field.key)
    choices = tuple(choice for choice in field.choices if _is_here(play, choice))
    if field.key in aid.rings:
        choices = _round(choices, values.get(aid.rings[field.key]))
    plain = plain_box(field, field.key, f"{aid.key}-{field.key}", value)
    plain = replace(plain, choices=choices)
    if field.key in aid.people or (field.kind is Kind.NUMBER and choices):
        plain = _named(plain, choices or _seats(play))
    elif field.kind is Kind.NUMBERS:
        plain = replace(plain, text=" ".join(map(str, value or ())))
    if field.kind is Kind.LIST:
        plain = replace(plain, rows=row_boxes(plain, value or [], len(value or ()) < field.most))
    said = [issue for issue in issues if issue.field == field.key]
    shown = with_issues(plain, said) if said else plain
    if not is_tapped(field):
        few = (field.high or LARGE) <= FEW_TAPS or field.key in aid.steps
        small = field.kind is Kind.NUMBER and field.low >= 0 and few
        return AidBox(
            shown, stepped=small and not shown.choices, said=_said(shown.field, shown.value)
        )
    keys = tuple(_keys(play, aid, field, choices, values))
    few = len(keys) <= FEW_KEYS
    return AidBox(
        shown,
        keys if few else tuple(key for key in keys if key.count),
        () if few else tuple(key for key in keys if not key.is_full),
        tapped=True,
        low=field.key in aid.cycles,
        wide=len(keys) * max((len(key.label) for key in keys), default=0) > ONE_ROW,
        said=listed([f"{key.count} {key.label}" for key in keys if key.count]) or "none",
    )


def _seats(play: Play) -> tuple[Choice, ...]:
    return tuple(Choice(str(seat), name) for seat, name in enumerate(play.names))


def _named(plain: Box, names: tuple[Choice, ...]) -> Box:
    """A number, or several, as choices with names."""
    several, value = plain.field.kind is Kind.NUMBERS, plain.value
    picks = len(names) if several else 1
    field = replace(plain.field, kind=Kind.CHOICE, choices=names, picks=picks)
    told = [str(one) for one in value or ()] if several else None if value is None else str(value)
    return replace(plain, field=field, kind=str(Kind.CHOICE), choices=names, value=told)


def _said(field: Field, value: Any) -> str:
    there = field.default if value is None else value
    if field.kind is Kind.NUMBERS:
        return listed([str(one) for one in there or ()]) or "none"
    if field.kind is Kind.LIST:
        return "none" if not there else field.told(list(there))
    return "?" if there is None else field.told(there)


def _is_here(play: Play, choice: Choice) -> bool:
    """Whether a choice can be made at this table; a card that the story covers cannot."""
    cards = [card for card in play.game.catalogue if card.key == choice.key]
    return choice.when.holds(play.situation) and all(in_play(play, card) for card in cards)


def _keys(
    play: Play, aid: Aid, field: Field, choices: Sequence[Choice], values: Mapping[str, Any]
) -> Iterator[TapKey]:
    signs = {key.key: key for pad in play.game.pads for key in pad.keys if key.sign in symbols()}
    counts = tapped(field, values.get(field.key))
    several = field.kind in (Kind.CHOICES, Kind.NUMBERS)
    speaks, words = speaker(play.game, aid.fields, play.names), aid.called.get(field.key, ())
    there = {
        key: one for key, one in values.items() if isinstance(one, Mapping) and _is_filled(one)
    }
    for choice in choices:
        name, n = f"{field.key}.{choice.key}", counts.get(choice.key, 0)
        most = field.most if several else field.high
        if (other := aid.limits.get(field.key)) in there:
            most = min(most or LARGE, there[other].get(choice.key, 0))
        own = {key: one.get(choice.key) for key, one in there.items()}
        yield TapKey(
            name, choice.label, n, most, signs.get(choice.key) or _drawn(choice),
            worded(aid.caps.get(field.key, ""), own, speaks), words[n] if n < len(words) else "",
        )  # fmt: skip


def _drawn(choice: Choice) -> Key | None:
    """What has a symbol of its own name."""
    known = choice.key in symbols()
    return Key(choice.key, choice.label, sign=choice.key) if known else None


def _round(choices: tuple[Choice, ...], by: Any) -> tuple[Choice, ...]:
    """As on a wheel in two rows: from the highest on to the right, then back below."""
    if not isinstance(by, Mapping) or not _is_filled(by):
        return choices
    there = sorted(choices, key=lambda one: (-by.get(one.key, 0), [*by, one.key].index(one.key)))
    half = (len(there) + 1) // 2
    return (*there[:half], *reversed(there[half:]))
