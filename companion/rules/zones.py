"""Time zones by name, as far as this machine has them."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

LONGEST = 64
PLACES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Chicago", "America/Mexico_City", "America/New_York", "America/Toronto",
    "America/Bogota", "America/Halifax", "America/Santiago", "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires", "Atlantic/Reykjavik", "Europe/Lisbon", "Europe/Dublin",
    "Europe/London", "Africa/Lagos", "Europe/Madrid", "Europe/Paris", "Europe/Berlin",
    "Europe/Vienna", "Europe/Zurich", "Europe/Rome", "Europe/Warsaw", "Europe/Stockholm",
    "Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Africa/Cairo", "Africa/Johannesburg",
    "Asia/Jerusalem", "Europe/Istanbul", "Africa/Nairobi", "Asia/Dubai", "Asia/Karachi",
    "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta", "Asia/Singapore",
    "Asia/Hong_Kong", "Asia/Shanghai", "Asia/Manila", "Australia/Perth", "Asia/Tokyo",
    "Asia/Seoul", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney",
    "Pacific/Auckland",
)  # fmt: skip
"""Places to choose from, from west to east; every other zone of the machine is accepted too."""


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


def place(name: str) -> str:
    """The place that a zone is named after: ``New York``."""
    return called(name.rpartition("/")[2])


def offered(chosen: str = "") -> list[tuple[str, str]]:
    """The zones to choose from and their places; what was chosen before is among them."""
    there = [name for name in PLACES if name in known()]
    if chosen and chosen not in there:
        there.insert(0, chosen)
    return [(name, place(name)) for name in there]
