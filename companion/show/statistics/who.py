"""What a device was told about who is who, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.people import plain_name
from companion.show.statistics.identity import AT, Identity, Source
from companion.show.statistics.numbers import Counted


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was told, and what takes it back."""

    said: str
    name: str
    table: str = ""


def told(who: Identity, plays: Sequence[Counted], tables: Sequence[Source]) -> list[Told]:
    """Everything, in the spelling that people use themselves."""
    scores = (score for play in plays for score in play.scores.values())
    names = {plain_name(score.name): score.name for score in scores}
    at = {one.uid: one.name for one in tables}

    def called(key: str) -> str:
        name, _, table = key.partition(AT)
        where = f" at {at.get(table, 'another table')}" if table else ""
        return f"{names.get(name, name)}{where}"

    same = [Told(f"{called(k)} is {called(other)}", k) for k, other in who.same.items()]
    apart = [
        Told(f"{called(name + AT + table)} is somebody else", name, table)
        for table, name in sorted(who.apart)
    ]
    return same + apart
