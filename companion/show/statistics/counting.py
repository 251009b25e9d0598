"""The plays of a table, counted; and those of them that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.journal.people import plain_name
from companion.show.statistics.identity import Identity, Source
from companion.show.statistics.results import PlayResult, Score, results
from companion.show.statistics.tally import Tally, tally

NOBODY_TOLD = Identity()


@dataclass(frozen=True, slots=True)
class Part:
    """A table, and what those of its plays that are asked for come to."""

    table: Source
    tally: Tally


def of_table(table: Source, who: Identity) -> Tally:
    """All finished plays of a table, with everybody under the one word for them."""
    state = table.state
    found = state.once("tally", lambda: counted(results(state)))
    if not (who.same or who.apart):
        return found
    names = {name: who.of(table.uid, name) for name in found.people}
    if all(name == word for name, word in names.items()):
        return found
    if len(set(names.values())) == len(names):
        return found.called(names)
    return counted(found.results, who, table.uid)  # two names here are one person


def counted(plays: Iterable[PlayResult], who: Identity = NOBODY_TOLD, uid: str = "") -> Tally:
    """Some plays of one table."""
    return tally([(play, _keyed(play, who, uid)) for play in plays])


def _keyed(play: PlayResult, who: Identity, uid: str) -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for score in play.scores:
        if score.person is not None:
            key = who.of(uid, score.name)
            # Nobody sits in two places, whatever was told.
            scores[plain_name(score.name) if key in scores else key] = score
    return scores


def narrowed(parts: Sequence[Part], game: str, people: Sequence[str], count: int) -> list[Part]:
    """The plays of one game, of all these people, of so many seats; whatever is asked for."""
    mine = [part for part in parts if game in ("", part.table.state.game.slug)]
    if not (people or count):
        return mine
    found = [_fitting(part, people, count) for part in mine]
    return [part for part in found if part.tally.results]


def _fitting(part: Part, people: Sequence[str], count: int) -> Part:
    known = part.tally
    if not all(who in known.people for who in people):
        return Part(part.table, tally([]))
    theirs = [known.people[who].scores for who in people]
    fits = [
        number
        for number, play in enumerate(known.results)
        if count in (0, len(play.scores)) and all(scores[number] for scores in theirs)
    ]
    return part if len(fits) == len(known.results) else Part(part.table, known.only(fits))
