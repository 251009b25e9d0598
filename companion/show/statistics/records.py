"""What a group tells each other again; each with the play it happened in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.words import plural
from companion.show.statistics.counting import Part
from companion.show.statistics.people import name_of, ranked, table_of
from companion.show.statistics.results import PlayResult
from companion.show.statistics.tally import Tally

LONG = 10  # hours whose minutes no longer matter


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
    for label, figure, text, play in _records(found, parts):
        table = table_of(play, parts)
        about = [text, play.title, table.name if several else ""]
        said = ", ".join(dict.fromkeys(part for part in about if part))
        yield PlayRecord(label, str(figure), said, table.token, play.play.number)


Found = tuple[str, object, str, PlayResult]


def _records(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    records = found.records
    if not records:
        return
    play, best = records.highest
    yield "Most points", best.total, best.name, play
    close, clear = records.closest, records.clearest
    if close and clear and records.against > 1:
        yield "Closest result", close.margin, _won(close), close
        yield "Clearest result", clear.margin, _won(clear), clear
    if time := told_time(records.longest.minutes):
        yield "Longest play", time, "", records.longest
    yield from _run(found, parts)


def _won(play: PlayResult) -> str:
    names = " and ".join(score.name for score in play.winners)
    return f"{names} won" if names else ""


def _run(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    """The most wins in a row, leading to the last of them."""
    lucky = max(ranked(found), key=found.runs.__getitem__)
    one, length = found.people[lucky], found.runs[lucky]
    if length < 2:
        return
    in_a_row = 0
    for number in found.order:
        if score := one.scores[number]:
            in_a_row = in_a_row + 1 if score.won else 0
        if in_a_row == length:
            said = f"{name_of(lucky, one, parts)}, {plural(length, 'win')} in a row"
            yield "Longest run", length, said, found.results[number]
            return
