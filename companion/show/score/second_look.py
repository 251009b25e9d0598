"""Warnings about numbers that are unusually large or differ from what play says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.fields import Field
from companion.rules.issues import Issue, Level
from companion.rules.journal.play import Play
from companion.rules.scoring.origin import CARDS, Feed, Recount
from companion.rules.words import plural, summed, unusual, written


def second_look(
    play: Play, seat: int, field: Field, value: Any, asked: bool = False
) -> Iterator[Issue]:
    """Warnings about ``value``; it stands all the same. What the game has ``asked`` or refused is
    not asked again."""
    feed, number = play.fed.get(field.key), summed(value)
    typed = field.key in play.entries[seat]
    if feed and not typed and (untold := _untold(feed, seat)):
        yield _warning("untold", _missing(feed, seat, untold), field)
    if number is None:
        return
    if field.high is None and number > field.usual and not asked:
        yield _warning("unusual", unusual(field.label, number), field)
    if feed and not typed and (recount := _recount(feed, seat)):
        yield _warning("recount", _counted_otherwise(recount), field)
    if feed and _differs(feed, seat, number):
        of = field.label if feed.source == CARDS else feed.label  # one pad fills in several lines
        said = f"{of}: {feed.says(seat)}, the sheet has {written(value)}."
        yield _warning("differs", said, field)


def _untold(feed: Feed, seat: int) -> int:
    return feed.untold[seat] if feed.untold else 0


def _missing(feed: Feed, seat: int, untold: int) -> str:
    """Whether to add to what stands there, or to enter all of it where nothing does."""
    said = f"{feed.label}: the points of {plural(untold, 'card')} are not known."
    if feed.values[seat] is not None:
        return f"{said} Add them here."
    known = feed.known[seat]
    return f"{said} Enter them here" + (f", with the {known} of the others." if known else ".")


def _recount(feed: Feed, seat: int) -> Recount | None:
    return feed.recounts[seat] if feed.recounts else None


def _differs(feed: Feed, seat: int, number: int) -> bool:
    """Whether the source says another number; cards that do not say all say none."""
    recount = _recount(feed, seat)
    if _untold(feed, seat) or (recount and recount.cards < recount.track):
        return False
    return feed.values[seat] not in (None, number)


def _counted_otherwise(recount: Recount) -> str:
    said = f"{recount.label}: {recount.track} counted, {recount.cards} tapped."
    more = recount.track > recount.cards
    return f"{said} Add the points of the others here." if more else said


def _warning(code: str, said: str, field: Field) -> Issue:
    return Issue(code, said, field.key, level=Level.WARN)
