"""The score sheet while it is filled in: every seat, points so far, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.fields import Field
from companion.rules.issues import Issue, Level, errors
from companion.rules.journal.play import Play
from companion.rules.journal.plays import Plays
from companion.rules.scoring.origin import has_told_cards, unconfirmed
from companion.rules.situation import fitting
from companion.show.rulings import Question
from companion.show.score.boxes import Box
from companion.show.score.groups import CategoryGroup, Filling, groups_of
from companion.show.score.questions import (
    TieQuestion,
    answered,
    asked,
    in_short,
    tie_fields,
    tie_lines,
    tie_questions,
)
from companion.show.score.so_far import Points, points_so_far, standing, thresholds


@dataclass(frozen=True, slots=True)
class Asking:
    """How a page was asked for: a seat as one sole field or in full, a list with a new row."""

    seat: int
    sole: str | None = None  # "" asks for the full sheet
    open: str = ""  # the list that has a new row, the catalogue that is open
    during: bool = False  # while the game is being played, so nothing has to be told yet


@dataclass(frozen=True, slots=True)
class SeatSheet:
    seat: int
    name: str
    groups: tuple[CategoryGroup, ...]
    subtotal: int
    open: tuple[str, ...]  # fields that are missing or wrong
    begun: bool
    waits: bool  # some points depend on what is still open
    sole: Field | None  # the one field of this seat
    soles: tuple[Field, ...]  # that it could have instead of the full sheet
    ties: frozenset[str] = frozenset()  # the open fields that only break a tie
    suggested: tuple[str, ...] = ()  # lines from play that nobody has confirmed

    @property
    def tie_boxes(self) -> tuple[Box, ...]:
        """What it has to tell as it is tied."""
        return tuple(box for group in self.groups for box in group.boxes if box.breaks)

    @property
    def so_far(self) -> bool:
        """Whether its points can still change."""
        return self.waits or not self.ties.issuperset(self.open)


@dataclass(frozen=True, slots=True)
class Sheet:
    play: Play
    seats: tuple[SeatSheet, ...]
    asked: tuple[Question, ...]  # of the cards, once for the group
    told: tuple[Question, ...]  # the same once they are answered
    told_in_short: str
    later: tuple[str, ...]  # what is added at the end
    errors: tuple[str, ...]  # that belong to no field
    remarks: tuple[Issue, ...]
    ties: tuple[TieQuestion, ...]
    untouched: Mapping[str, Field]  # lines to agree on, as nobody has touched them
    filled: bool  # nothing is missing but answers to those two

    @property
    def complete(self) -> bool:
        return self.filled and not (self.ties or self.untouched)

    @property
    def needed(self) -> tuple[Question, ...]:
        """What the cards have to tell now, and what the sheet asks the group."""
        return tuple(one for one in self.asked if one.issue or self._is_asked_of_all(one))

    @property
    def to_check(self) -> tuple[Question, ...]:
        """What the cards may tell; a value is used meanwhile."""
        return tuple(one for one in self.asked if not (one.issue or self._is_asked_of_all(one)))

    def _is_asked_of_all(self, question: Question) -> bool:
        return question.key in self.play.game.sheet.asks

    @property
    def asks_of(self) -> str:
        """What its open questions are about."""
        return "The result" if any(map(self._is_asked_of_all, self.needed)) else "Card details"

    def in_short(self, told: Sequence[Question]) -> str:
        """One line for what is folded: how much is to check, and what was answered."""
        parts = [f"{len(self.to_check)} to check" if self.to_check else ""]
        return " · ".join(filter(None, [*parts, self.told_in_short] if told else parts))

    def missing(self) -> Question | None:
        """A needed card fact without which the play cannot be finished."""
        return next((a for a in self.asked if a.issue and errors([a.issue])), None)


def first_open(play: Play) -> int:
    """The seat to show when none is asked for."""
    wrong = [issue.seat for issue in errors(play.checked_sheet[1]) if issue.seat is not None]
    return min(wrong or tie_fields(play).keys(), default=0)


def sheet_of(
    play: Play, asking: Asking, ruled: Collection[str] = (), plays: Plays | None = None
) -> Sheet:
    """Everything the page shows; ``ruled`` are the rulings that the group has made, ``plays`` all
    that it has played."""
    (context, found), wrong = play.so_far, errors(play.checked_sheet[1])
    facts = {fact.key for fact in play.game.card_facts}
    questions = tuple(asked(play, found, ruled, plays))
    waits = {q.key for q in questions if q.issue and errors([q.issue])}
    points = _as_it_stands(play) if asking.during else points_so_far(play, context, found, waits)
    ties = {} if asking.during else tie_fields(play)
    more = thresholds(play, asking.seat) if asking.during else None
    loose = [issue for issue in found if issue.seat is None and issue.field not in facts]
    seats = tuple(
        _seat(
            play,
            n,
            found=found,
            wrong=wrong,
            points=points,
            asking=asking,
            more=more,
            ties=ties.get(n, frozenset()),
        )
        for n in range(len(play.seats))
    )
    filled = not wrong and not waits
    return Sheet(
        play=play,
        seats=seats,
        asked=() if asking.during else questions,
        told=() if asking.during else tuple(answered(play)),
        told_in_short=", ".join(in_short(play)),
        later=tuple(_added_later(play)) if asking.during else (),
        errors=tuple(issue.message for issue in errors(loose)),
        remarks=tuple(issue for issue in loose if issue.level is not Level.ERROR),
        ties=() if asking.during else tuple(tie_questions(play)),
        untouched=play.untouched if filled and not asking.during else {},
        filled=filled,
    )


def _seat(
    play: Play, seat: int, found: Sequence[Issue], wrong: Sequence[Issue],
    points: Mapping[str, Points], asking: Asking, more: Mapping[str, str] | None,
    ties: frozenset[str],
) -> SeatSheet:  # fmt: skip
    mine: dict[str, list[Issue]] = {}
    for issue in found:
        if issue.seat == seat:
            mine.setdefault(issue.field or "", []).append(issue)
    still_open = [issue for issue in wrong if issue.seat == seat]
    soles = _soles(play, seat)
    wanted = asking.sole if asking.seat == seat else None
    nobody = play.seats[seat].person is None
    if wanted is None and soles and nobody:
        wanted = soles[0].key
    entry = play.entries[seat]
    sole = next((f for f in soles if (f.key in entry if wanted is None else f.key == wanted)), None)
    is_front = asking.seat == seat
    filling = Filling(
        seat,
        mine,
        asking.open if is_front else "",
        more if more is None or is_front else {},
        has_told_cards(play, seat),
        ties,
    )
    keys = {sole.key} if sole else play.lines[seat].keys() | tie_lines(play, seat)
    if asking.during:
        keys &= known_while_playing(play)
    asked_for = {
        category.key: [field for field in category.fields if field.key in keys]
        for category in play.game.sheet.sections
    }
    there = {key: column[seat] for key, column in points.items()}
    # What is missing or wrong; of a seat with one field, that one.
    missing = dict.fromkeys(issue.field for issue in still_open if issue.field)
    return SeatSheet(
        seat, play.names[seat], groups_of(play, filling, asked_for, there),
        subtotal=sum(number or 0 for number in there.values()),
        open=(*([sole.key] if sole and missing else missing), *ties),
        begun=bool(play.filled_in[seat]),
        waits=None in there.values(),
        sole=sole, soles=() if nobody else soles, ties=ties,
        suggested=() if sole else tuple(unconfirmed(play, seat)),
    )  # fmt: skip


def _as_it_stands(play: Play) -> dict[str, Points]:
    """Everybody's points if the game ended now; None where nothing is told of a category."""
    each = [standing(play, seat).by_category for seat in range(len(play.seats))]
    return {
        category.key: [
            there.get(category.key) if any(f.key in told for f in category.fields) else None
            for there, told in zip(each, play.filled_in, strict=True)
        ]
        for category in play.game.sheet.categories
    }


def known_while_playing(play: Play) -> set[str]:
    """The lines that somebody has entered, or that counters and cards fill in as one plays."""
    tracks = {track.feeds for track in play.game.tracks if track.key in play.tracks}
    pads = {key for pad in play.game.pads if pad.key in play.pads for key in pad.feeds}
    return tracks | pads | {key for there in play.filled_in for key in there}


def _added_later(play: Play) -> Iterator[str]:
    """The other lines; a category of which nothing is known yet, by its own name."""
    known = known_while_playing(play)
    asked = {key for seat in play.sitting for key in play.lines[seat]}
    for category in play.game.sheet.categories:
        later = [field for field in category.fields if field.key in asked - known]
        whole = not any(field.key in known for field in category.fields)
        yield from [category.label] if later and whole else [field.label for field in later]


def _soles(play: Play, seat: int) -> tuple[Field, ...]:
    """One number instead of a sheet: for the seat nobody sits in, where there is one."""
    empty = [one.person is None for one in play.seats]
    if any(empty) and not empty[seat]:
        return ()
    return tuple(fitting(play.game.sheet.soles, play.situation))
