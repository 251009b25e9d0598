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
    """When and where a group meets; a start without a zone is meant where they are."""

    id: str
    title: str
    start: datetime
    place: str = ""
    note: str = ""
    link: str = ""


def ics(evening: Evening, now: datetime) -> str:
    """One event. Without a time zone eight o'clock is eight o'clock wherever it is read."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Guildbook//Guildbook//EN", "BEGIN:VEVENT",
        f"UID:{evening.id}-{evening.start:%Y%m%dT%H%M}@guildbook",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{_moment(evening.start)}", f"DTEND:{_moment(evening.start, LASTS)}",
        f"SUMMARY:{_text(evening.title)}",
    ]  # fmt: skip
    about = "\n".join(filter(None, (evening.note, evening.link)))  # not every app shows a URL
    told = (("LOCATION", _text(evening.place)), ("DESCRIPTION", _text(about)),
            ("URL", evening.link))  # fmt: skip
    lines += [f"{name}:{value}" for name, value in told if value]
    lines += ["END:VEVENT", "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _moment(at: datetime, later: timedelta = timedelta()) -> str:
    if at.tzinfo is None:
        return f"{at + later:%Y%m%dT%H%M%S}"
    return f"{at.astimezone(UTC) + later:%Y%m%dT%H%M%SZ}"


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
