"""Numbers to look at again: larger than expected, or told otherwise before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.issues import Issue, Level
from companion.rules.journal.play import Play
from companion.rules.numbers import summed, unusual, written
from companion.rules.scoring.fields import Field
from companion.rules.words import plural


def second_look(
    play: Play, seat: int, field: Field, value: Any, asked: bool = False
) -> Iterator[Issue]:
    """Warnings about ``value``; it stands all the same. What the game has ``asked`` or refused is
    not asked again."""
    feed, number = play.fed.get(field.key), summed(value)
    untold = feed.untold[seat] if feed and feed.untold else 0
    if feed and untold and field.key not in play.entries[seat]:
        said = f"{feed.label}: the points of {plural(untold, 'card')} are not told. Add them here."
        yield _warning("untold", said, field)
    if number is None:
        return
    if field.high is None and number > field.usual and not asked:
        yield _warning("unusual", unusual(field.label, number), field)
    there = feed.values[seat] if feed and not untold else None
    if feed and there is not None and number != there:
        said = f"{feed.label}: {feed.says(seat)}, here stands {written(value)}."
        yield _warning("differs", said, field)


def _warning(code: str, said: str, field: Field) -> Issue:
    return Issue(code, said, field.key, level=Level.WARN)
