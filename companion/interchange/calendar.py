"""The next evening as a calendar entry (RFC 5545)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

KIND = "text/calendar"
LASTS = timedelta(hours=3)
LONGEST_LINE = 75  # bytes
SPECIAL = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True, slots=True)
class Evening:
    """When and where a group meets; the time is that of wherever they are."""

    id: str
    title: str
    start: datetime
    place: str = ""
    note: str = ""
    link: str = ""


def ics(evening: Evening, now: datetime) -> str:
    """One event without a time zone: eight o'clock is eight o'clock at the table."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Guildbook//Guildbook//EN", "BEGIN:VEVENT",
        f"UID:{evening.id}-{evening.start:%Y%m%dT%H%M}@guildbook",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{evening.start:%Y%m%dT%H%M%S}", f"DTEND:{evening.start + LASTS:%Y%m%dT%H%M%S}",
        f"SUMMARY:{_text(evening.title)}",
    ]  # fmt: skip
    told = (("LOCATION", _text(evening.place)), ("DESCRIPTION", _text(evening.note)),
            ("URL", evening.link))  # fmt: skip
    lines += [f"{name}:{value}" for name, value in told if value]
    lines += ["END:VEVENT", "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _text(text: str) -> str:
    return text.translate(SPECIAL)


def _folded(line: str) -> str:
    """Lines of at most 75 bytes, never cut within a letter."""
    parts, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > LONGEST_LINE:
            parts.append(" ")
            size = 1 + len(letter.encode())
        parts[-1] += letter
    return "\r\n".join(parts)
