"""A calculator's answer as a page shows it, and what a tap below it enters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.aids.calculator import Booking, Line, Result, Small
from companion.rules.journal.play import Play
from companion.rules.words import bar_width, capital
from companion.show.play.pads import is_by_card

A_LINE, A_BAR = 38, 10
"""So many letters stand beside a figure on a phone; as many fewer before a bar."""


@dataclass(frozen=True)
class AnswerLine(Line):
    """A line as a page shows it."""

    big: bool = False
    small: bool = False
    books: Mapping[str, Any] = field(default_factory=dict)  # what a tap below it enters

    @property
    def width(self) -> str:
        """Of its bar; empty: none is drawn."""
        return "" if self.bar is None else bar_width(self.bar)

    @property
    def is_short(self) -> bool:
        """Whether a line of the screen holds it."""
        letters = len(self.label + self.text + self.tag)
        return not self.book and letters <= (A_LINE - A_BAR if self.width else A_LINE)


def answer_line(play: Play, aid: Aid, seat: int, line: Line) -> AnswerLine:
    own = {one.name: getattr(line, one.name) for one in fields(line)}
    own["label"] = capital(line.label)
    own["text"] = line.text.replace("….", "…")  # a name that was cut ends its sentence by itself
    big, small = isinstance(line, Result), isinstance(line, Small)
    return AnswerLine(**own, big=big, small=small, books=booked(play, aid, seat, line.book))


def booked(play: Play, aid: Aid, seat: int, found: Booking | None) -> dict[str, Any]:
    """The entry that books what an aid has found for somebody; {}: there is nothing to book."""
    told = changes(play, seat, found) if found else {}
    turn = {"moment": play.moment.as_json()} if found and _is_turn(play, found) else {}
    if not told or play.finished:
        return {}
    return {"aid": aid.key, **play.about(seat), **told, **turn}


def _is_turn(play: Play, found: Booking) -> bool:
    """Whether the card that it lays is a whole turn now."""
    first = next((row["pad"] for row in found.lays if row["pad"] in play.pads), "")
    return bool(first) and is_by_card(play, play.pad(first))


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
