"""Days and hours as the clock on the table's wall has them."""

from __future__ import annotations

from datetime import datetime

from companion.rules import zones


def local(moment: datetime, zone: str) -> datetime:
    """The moment in the table's time zone; in the machine's own where none is set."""
    return moment.astimezone(zones.zone(zone))
