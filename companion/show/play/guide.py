"""What guides and calculators say on Play, and what a tap on it books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from companion.rules.aids.calculator import Aid, Booking, Line, Result, Small
from companion.rules.aids.guide import Deed, Head, Rule, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace, Phase
from companion.rules.words import bar_width, capital, plural
from companion.show.play.pads import is_by_card


@dataclass(frozen=True, slots=True)
class StepRow:
    step: Step
    done: bool
    ticks: Mapping[str, Any]  # the entry that ticks it; {}: nobody has to

    @property
    def due(self) -> bool:
        return self.step.due and not self.done


@dataclass(frozen=True, slots=True)
class DeedRow:
    """One deed, and the entry that books it."""

    deed: Deed
    done: bool
    due: bool  # the first that is not done
    books: Mapping[str, Any]

    @property
    def is_open(self) -> bool:
        return not (self.deed.none or self.done)

    @property
    def label(self) -> str:
        return self.deed.book.label if self.deed.book else "Done"

    @property
    def id(self) -> str:
        """Its name on the page, where several people may have a deed of the same key."""
        deed = self.deed
        return deed.key if deed.seat is None else f"{deed.key}-{deed.seat}"


@dataclass(frozen=True, slots=True)
class Block:
    """What follows each other of one kind; ``kind`` is the macro that draws it."""

    kind: str
    rows: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the guide of one phase says; ``label`` names the phase where it is not the present."""

    label: str
    blocks: tuple[Block, ...]
    heading: str = ""  # of the screen, in the place of the phase's name

    def rows(self, kind: str) -> list[Any]:
        return [row for block in self.blocks if block.kind == kind for row in block.rows]

    @property
    def is_for_all(self) -> bool:
        """Whether it is one screen for all: it has headings, or rows of several people."""
        seats = {row.deed.seat for row in self.rows("deeds")} - {None}
        return len(seats) > 1 or any(block.kind == "heads" for block in self.blocks)

    @property
    def left(self) -> str:
        """``2 cards left``; empty: all is done."""
        steps = [row for row in self.rows("parts") if row.ticks and not row.done]
        deeds = [row for row in self.rows("deeds") if row.is_open]
        if not deeds and not steps:
            return ""
        names = {row.deed.one for row in deeds}
        one = names.pop() if len(names) == 1 and not steps else "thing"
        waiting = sum(row.deed.waits for row in self.rows("deeds"))
        return f"{plural(len(deeds) + len(steps) + waiting, one)} left"

    @property
    def short(self) -> str:
        """The answer of the screen in a few words, for above Next."""
        return next((line.short for line in reversed(self.rows("said")) if line.short), "")

    @property
    def has_text(self) -> bool:
        """Whether any of it is to be read here: some sentences stand only above Next."""
        is_said = any(line.text for line in self.rows("said"))
        return is_said or any(block.kind != "said" for block in self.blocks)


def guidance(play: Play, seat: int) -> tuple[Guidance, ...]:
    """What is known now, the present phase first. Where one Next carries over other phases, too,
    what is to be done and known in them follows, without their instructions."""
    if play.finished or play.moment == OVER or play.pace is Pace.ENDS:
        return ()
    clock, here = play.game.clock, play.moment
    others = clock.carried_over(here, play.situation, play.pace)
    found = [_of_phase(play, seat, clock.phase(here), is_now=True)]
    found += [_of_phase(play, seat, phase, is_now=False) for phase in others]
    return tuple(one for one in found if one.blocks)


def around_tool(
    guides: tuple[Guidance, ...], *, deck: bool, first: bool
) -> tuple[tuple[Guidance, ...], tuple[Guidance, ...]]:
    """What stands above the tool and what below it.

    The card of a ``deck`` is entered before what other phases do; a tool that belongs to the
    ``first`` part of the instruction stands before the next parts.
    """
    if deck:
        above = tuple(one for one in guides if not one.label)
        return above, guides[len(above) :]
    if not first or not guides:
        return guides, ()
    now, *others = guides
    until = next((n for n, one in enumerate(now.blocks) if one.kind == "parts"), None)
    if until is None:
        return guides, ()
    parts, rest = now.blocks[until].rows, now.blocks[until + 1 :]
    above = (replace(now, blocks=(*now.blocks[:until], Block("parts", parts[:1]))),)
    return above, (replace(now, blocks=(Block("further", parts[1:]), *rest)), *others)


def _of_phase(play: Play, seat: int, phase: Phase, *, is_now: bool) -> Guidance:
    guide = play.game.guides.get(phase.key)
    told = list(guide(Table(play, seat, phase.key))) if guide else []
    kept = [one for one in told if is_now or not isinstance(one, Step)]
    heading = kept.pop(0).text if is_now and kept and isinstance(kept[0], Head) else ""
    rows = groupby(_rows(play, phase.key, kept), key=itemgetter(0))
    blocks = tuple(Block(kind, tuple(row for _, row in group)) for kind, group in rows)
    return Guidance("" if is_now else phase.label, blocks, heading)


def _rows(play: Play, phase: str, told: Iterable[Told]) -> Iterator[tuple[str, Any]]:
    """Everything as a row, with the macro that draws it."""
    due = True
    for one in told:
        match one:
            case Step():
                ticks = _entry(play, phase, one.key, None, one.text) if one.key else {}
                done = one.done or bool(one.key and play.did(phase, one.key))
                yield "parts", StepRow(one, done, ticks)
            case Deed():
                row = _deed(play, phase, one, due)
                due = due and not row.is_open
                yield "deeds", row
            case Said():
                yield "said", one
            case Head():
                yield "heads", one
            case Rule():
                yield "rules", one


def _deed(play: Play, phase: str, deed: Deed, due: bool) -> DeedRow:
    done = play.did(phase, deed.key, deed.seat)
    books: dict[str, Any] = {}
    if not deed.none:
        books = _entry(play, phase, deed.key, deed.seat, deed.title)
        books |= changes(play, deed.seat or 0, deed.book) if deed.book else {}
        every = [(seat, changes(play, seat, book)) for seat, book in deed.others]
        if others := [{**play.about(seat), **found} for seat, found in every if found]:
            books["others"] = others
    return DeedRow(deed, done, due and not (done or deed.none), books)


def _entry(play: Play, phase: str, key: str, seat: int | None, title: str) -> dict[str, Any]:
    about = {} if seat is None else play.about(seat)
    return {"deed": key, "round": play.moment.round, "phase": phase, "title": title, **about}


def is_asked_for(play: Play, entry: Mapping[str, Any]) -> bool:
    """Whether a guide asks for just this now: a link bound to one person books nothing else that
    touches other seats."""
    deeds = (row for one in guidance(play, 0) for row in one.rows("deeds"))
    return any(row.books == entry for row in deeds)


@dataclass(frozen=True)
class AnswerLine(Line):
    """A line as a page shows it."""

    big: bool = False
    small: bool = False
    books: Mapping[str, Any] = field(default_factory=dict)  # what a tap below it enters
    keys: tuple[tuple[Booking, Mapping[str, Any]], ...] = ()  # the same with a number more

    @property
    def width(self) -> str:
        """Of its bar; empty: none is drawn."""
        return "" if self.bar is None else bar_width(self.bar)

    @property
    def is_short(self) -> bool:
        """Whether a line of the screen holds it: so many letters stand beside a figure or a bar."""
        letters = len(self.label + self.text + self.tag)
        return not self.book and letters <= (28 if self.width else 38)


def answer_line(play: Play, aid: Aid, seat: int, line: Line) -> AnswerLine:
    own = {one.name: getattr(line, one.name) for one in fields(line)}
    own["label"] = capital(line.label)
    own["text"] = line.text.replace("….", "…")  # a name that was cut ends its sentence by itself
    return AnswerLine(
        **own,
        big=isinstance(line, Result),
        small=isinstance(line, Small),
        books=_booked(play, aid, seat, line.book) if line.book else {},
        keys=tuple((way, _booked(play, aid, seat, way)) for way in line.ways),
    )


def _booked(play: Play, aid: Aid, seat: int, found: Booking) -> dict[str, Any]:
    """The entry that books what an aid has found for somebody; {}: there is nothing to book."""
    told = changes(play, seat, found)
    if not told or play.finished:
        return {}
    entry = {"aid": aid.key, **play.about(seat), **told}
    pad = next((row["pad"] for row in found.lays if row["pad"] in play.pads), "")
    if pad and is_by_card(play, play.pad(pad)):  # the card that it lays is a whole turn
        entry["moment"] = play.moment.as_json()
    if given := {name: n for name, n in found.given.items() if name in play.tracks}:
        entry["given"] = given
    return entry


def changes(play: Play, seat: int, found: Booking) -> dict[str, Any]:
    """The cards and counters of a booking as an entry holds them; what nobody counts is not
    among them."""
    parts = {
        "lays": [row for row in found.lays if row["pad"] in play.pads],
        "lifts": list(_lying(play, seat, found.lifts)),
        "counts": dict(_counted(play, seat, found.counts)),
    }
    return {name: part for name, part in parts.items() if part}


def _lying(play: Play, seat: int, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The cards among them that somebody has laid; what was only typed is nowhere to be taken."""
    there = Counter(
        (pad, laid.card)
        for pad, hands in play.pads.items()
        for laid in hands[0 if len(hands) == 1 else seat]
    )
    for row in rows:
        card = row["pad"], row["card"]
        if there[card]:
            there[card] -= 1
            yield row


def _counted(play: Play, seat: int, moves: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Of tracks that stand for each other the one that is here; not what nobody has told yet."""
    tracks = {track.key: track for track in play.game.tracks if track.key in play.tracks}
    for names, by in moves.items():
        track = next((tracks[name] for name in names.split("|") if name in tracks), None)
        if track is None or not by:
            continue
        at = 0 if track.shared else seat
        short = play.tracks[track.key][at] + by < (track.low or 0)
        untold = track.shared and short  # pieces that nobody counts
        if not untold and play.is_told(track, at):
            yield track.key, by
