"""Records, each with the play it happened in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.words import minus, plural, together
from companion.show.statistics.counting import Part
from companion.show.statistics.people import name_of, ranked, table_of
from companion.show.statistics.tally import Standout, Tally

LONG = 10  # hours whose minutes no longer matter
MOST_POINTS = "Most points"
MOST_NAMES = 3  # as many are named of those who share a record


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """Something worth telling, with the play it comes from."""

    label: str
    figure: str
    text: str
    token: str
    play: int


def told_time(minutes: int) -> str:
    """``45 min``, ``3:20 h``, ``26 h``: as exact as anybody cares; nothing where nobody knows."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return ""
    if not hours:
        return f"{rest} min"
    return f"{hours}:{rest:02} h" if hours < LONG else f"{round(minutes / 60)} h"


def facts(found: Tally, parts: Sequence[Part], several: bool) -> Iterator[PlayRecord]:
    """``several``: the plays may be of more than one table, so a record names its own."""
    for label, figure, text, record in _records(found, parts):
        play = record.play
        table = table_of(play, parts)
        alike = len(record.titles) == 1 and not (several and record.plays > 1)
        where = play.title if alike else f"first in {play.title}"
        about = [text, where, table.name if several else ""]
        said = ", ".join(dict.fromkeys(part for part in about if part))
        yield PlayRecord(label, str(figure), said, table.token, play.play.number)


Found = tuple[str, object, str, Standout]


def _records(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    records = found.records
    if not records:
        return
    if most := records.highest:
        yield MOST_POINTS, minus(most.number), together(few(most.names)), most
    close, clear = records.closest, records.clearest
    if close and clear and records.against > 1:
        yield "Closest result", close.number, _won(close), close
        yield "Clearest result", clear.number, _won(clear), clear
    longest = records.longest
    if longest and longest.number:
        yield "Longest game", told_time(longest.number), "", longest
    yield from _run(found, parts)


def _won(record: Standout) -> str:
    return f"{together(few(record.names))} won" if record.since else ""


def few(names: Sequence[str]) -> Sequence[str]:
    """All of them, or two of more than three."""
    return names if len(names) <= MOST_NAMES else [*names[:2], f"{len(names) - 2} more"]


def _run(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    """The most wins in a row, leading to the last of them."""
    length = max(found.runs.values())
    if length < 2 or all(play.together for play in found.results):
        return
    lucky = [who for who in ranked(found) if found.runs[who] == length]
    names = [name_of(who, found.people[who], parts) for who in lucky]
    numbers = [_end_of_run(found, who, length) for who in lucky[:MOST_NAMES]]
    ends = [found.results[number] for number in sorted(numbers, key=found.order.index)]
    record = Standout(length, ends[0], {}, frozenset(end.title for end in ends), len(ends))
    each = " each" if len(lucky) > 1 else ""
    told = f"{together(few(names))}, {plural(length, 'win')} in a row{each}"
    yield "Longest run", length, told, record


def _end_of_run(found: Tally, who: str, length: int) -> int:
    """The play in which somebody had won as often in a row as they ever did."""
    in_a_row = 0
    for number in found.order:
        if score := found.people[who].scores[number]:
            in_a_row = in_a_row + 1 if score.won else 0
        if in_a_row == length:
            return number
    raise AssertionError(who)
