"""Time zones by name, as far as this machine has them."""

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
    """All zone names; empty on a machine without time zone data."""
    return frozenset(available_timezones())


@cache
def zone(name: str) -> ZoneInfo | None:
    """The zone of that name; None if it is unknown, which means the machine's own."""
    return ZoneInfo(name) if name in known() else None


def local(moment: datetime, name: str) -> datetime:
    """The moment in a time zone, or in the machine's own if none is set."""
    return moment.astimezone(zone(name))


def called(name: str) -> str:
    """A zone's name as people write it."""
    return name.replace("_", " ")


def offered() -> dict[str, list[tuple[str, str]]]:
    """The zones to choose from, grouped by part of the world."""
    found: dict[str, list[tuple[str, str]]] = {area: [] for area in (*AREAS, OTHER)}
    for name in sorted(known()):
        area, _, place = name.partition("/")
        found[area if area in AREAS else OTHER].append((name, called(place or name)))
    return found
