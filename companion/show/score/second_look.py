"""Numbers to look at again: larger than expected, or told otherwise before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.issues import Issue, Level
from companion.rules.journal.play import Play
from companion.rules.numbers import summed, unusual
from companion.rules.scoring.fields import Field


def second_look(play: Play, seat: int, field: Field, value: Any) -> Iterator[Issue]:
    """Warnings about ``value``; it stands all the same."""
    number = summed(value)
    if number is None:
        return
    if field.high is None and number > field.usual:
        yield _warning("unusual", unusual(field.label, number), field)
    feed = play.fed.get(field.key)
    there = feed.values[seat] if feed else None
    if feed and there is not None and number != there:
        said = f"{feed.label}: the {feed.source} says {there}, here stands {value}."
        yield _warning("differs", said, field)


def _warning(code: str, said: str, field: Field) -> Issue:
    return Issue(code, said, field.key, level=Level.WARN)
