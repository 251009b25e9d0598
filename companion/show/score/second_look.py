"""Numbers to look at again: larger than expected, or told otherwise before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.issues import Issue, Level
from companion.rules.journal.play import Play
from companion.rules.numbers import summed, unusual, written
from companion.rules.scoring.fields import Field
from companion.rules.scoring.told_once import Recount
from companion.rules.words import plural


def second_look(
    play: Play, seat: int, field: Field, value: Any, asked: bool = False
) -> Iterator[Issue]:
    """Warnings about ``value``; it stands all the same. What the game has ``asked`` or refused is
    not asked again."""
    feed, number = play.fed.get(field.key), summed(value)
    untold = feed.untold[seat] if feed and feed.untold else 0
    recount = feed.recounts[seat] if feed and feed.recounts else None
    typed = field.key in play.entries[seat]
    if feed and untold and not typed:
        said = f"{feed.label}: the points of {plural(untold, 'card')} are not told. Add them here."
        yield _warning("untold", said, field)
    if number is None:
        return
    if field.high is None and number > field.usual and not asked:
        yield _warning("unusual", unusual(field.label, number), field)
    if recount and not typed:
        yield _warning("recount", _counted_otherwise(recount), field)
    some = untold or (recount and recount.cards < recount.track)  # so the cards do not say all
    there = feed.values[seat] if feed and not some else None
    if feed and there is not None and number != there:
        said = f"{feed.label}: {feed.says(seat)}, here stands {written(value)}."
        yield _warning("differs", said, field)


def _counted_otherwise(recount: Recount) -> str:
    said = f"{recount.label}: {recount.track} on the track, {recount.cards} among the cards."
    more = recount.track > recount.cards
    return f"{said} Add the points of the others here." if more else said


def _warning(code: str, said: str, field: Field) -> Issue:
    return Issue(code, said, field.key, level=Level.WARN)
