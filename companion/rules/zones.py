"""Time zones by their names, as far as this machine knows them."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

LONGEST = 64
AREAS = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip
OTHER = "Other"


@cache
def known() -> frozenset[str]:
    """Every name there is; none on a machine without the time zones' own files."""
    return frozenset(available_timezones())


@cache
def zone(name: str) -> ZoneInfo | None:
    """The zone of that name; None where nobody knows it, which means the machine's own."""
    return ZoneInfo(name) if name in known() else None


def local(moment: datetime, name: str) -> datetime:
    """The moment as the clock on a table's wall has it; by the machine's own where none is set."""
    return moment.astimezone(zone(name))


def called(name: str) -> str:
    """A zone's name as people write it."""
    return name.replace("_", " ")


def offered() -> dict[str, list[tuple[str, str]]]:
    """The zones to choose from, by the part of the world they lie in: each name, and its place."""
    found: dict[str, list[tuple[str, str]]] = {area: [] for area in (*AREAS, OTHER)}
    for name in sorted(known()):
        area, _, place = name.partition("/")
        found[area if area in AREAS else OTHER].append((name, called(place or name)))
    return found
