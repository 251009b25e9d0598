"""Dates and times of entries, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from companion.rules.journal.state import State
from companion.rules.zones import local


@dataclass(frozen=True, slots=True)
class Span:
    """When something began and ended, by the table's own clock."""

    start: datetime
    end: datetime


def moment(text: str, zone: str) -> datetime | None:
    """An entry's time; entries of memory-only tables have none."""
    try:
        return local(datetime.fromisoformat(text), zone)
    except ValueError:
        return None


def spans(state: State) -> dict[int, Span]:
    """From its start to its result, for every play of the table."""
    found: dict[int, Span] = {}
    over = set()
    for row in state.log:
        entry, play = row.entry, row.play
        if row.refused or entry.seq in state.log.revoked or entry.action == "undo":
            continue
        at = moment(entry.at, state.zone)
        if at is None or play in over:
            continue
        found[play] = Span(found[play].start if play in found else at, at)
        if entry.action == "finish":
            over.add(play)
    return found


def day(when: date) -> str:
    """``Thursday 12 November 2026``."""
    return f"{when:%A} {short_day(when)}"


def short_day(when: date) -> str:
    return f"{when.day} {when:%B %Y}"


def hour(when: datetime) -> str:
    return f"{when:%H:%M}"


def said(span: Span) -> str:
    """``on Thursday 12 November 2026, 19:40 to 22:05``."""
    if span.start.date() == span.end.date():
        return f"on {day(span.start)}, {hour(span.start)} to {hour(span.end)}"
    if (span.end - span.start).total_seconds() < 12 * 3600:
        return f"on {day(span.start)}, {hour(span.start)} until {hour(span.end)} the next day"
    return f"from {day(span.start)} to {day(span.end)}"


def period(state: State) -> str:
    """The first and the last day of the whole table."""
    known = spans(state).values()
    if not known:
        return ""
    first, last = min(s.start for s in known), max(s.end for s in known)
    if first.date() == last.date():
        return day(first)
    return f"{short_day(first)} to {short_day(last)}"
