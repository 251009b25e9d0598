"""What many phones cost that follow their tables, against a bare app under the same load.

`python3 app.py bench live 60` lets the crowd poll for a minute; without a number it is shorter.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from flask import Flask

from benchmarks.crowd import Crowd, Seen
from benchmarks.serving import (
    PHONES,
    SECRET,
    Phone,
    Server,
    address,
    both,
    compared,
)
from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.printing.sample_tables import NAMES
from companion.table import links, tables
from companion.table.journal import Draft

TABLES = 100
SECONDS = 15.0
LEAST_POLL, MOST_P95, MOST_LATE, MOST_MB = 0.7, 4.0, 1.5, 30.0
BURSTS = 15


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address(folder)})
        make_ready(app)
        doors = [opened(app) for _ in range(TABLES)]
        guards = {token: guard(app, token) for token in doors}
        with both(folder) as (ours, floor):
            good = [poll(ours, floor, doors[0]), crowd(ours, floor, guards, seconds)]
    return 0 if all(good) else 1


def opened(app: Flask) -> str:
    seats = [{"name": name} for name in NAMES[:4]]
    start = Draft("start", {"chapter": "I", "seats": seats, "story": True})
    with app.app_context():
        return tables.open_table(games()["newdale"], "Thursday", start)


def guard(app: Flask, token: str) -> str:
    """What the forms of this table carry."""
    with app.app_context():
        found = tables.find(token)
        assert found is not None
        return links.form_tokens(found.seed)[0]


def poll(ours: Server, floor: Server, token: str) -> bool:
    """Nothing new, asked as often as the server can answer, with a device's cookie."""
    phones = [Phone(ours, f"/t/{token}/play") for _ in range(PHONES)]
    for phone in phones:
        phone.ask()
        phone.path = f"/t/{token}/seq"
    others = [Phone(floor, "/seq") for _ in range(PHONES)]
    for other, phone in zip(others, phones, strict=True):
        other.cookie = phone.cookie
    mine, bare, ratio = compared(phones, others, 200, BURSTS)
    found = f"{mine:.0f} / {bare:.0f} bare a second"
    return row("poll that finds nothing new", found, ratio, ratio >= LEAST_POLL, "at least 0.7")


def crowd(ours: Server, floor: Server, guards: dict[str, str], seconds: float) -> bool:
    """Four phones at each table, in use: a poll every second, an entry every minute each.

    The bare app bears the same load before and after ours, so that a machine that gets faster or
    slower meanwhile bears on both.
    """
    print(f"{4 * TABLES} phones at {TABLES} tables for {seconds:.0f} s ({os.cpu_count()} cores)")
    nothing = dict.fromkeys(guards, "")
    bare = Crowd(floor.port, nothing, seconds).run()
    before = ours.resident()
    seen = Crowd(ours.port, guards, seconds).run()
    grown = ours.resident() - before
    bare.took += Crowd(floor.port, nothing, seconds).run().took
    return all(judged(seen, bare, grown))


def judged(seen: Seen, bare: Seen, grown: float) -> list[bool]:
    mine, floor = seen.polls(0.95), bare.polls(0.95)
    late, usual = seen.late(0.99), seen.late(0.5)
    entries = f"{seen.entered} entries, {len(seen.lags)} of {3 * seen.entered} seen"
    return [
        row("p95 of a poll", f"{mine * 1e3:.1f} / {floor * 1e3:.1f} ms bare", mine / floor,
            mine <= MOST_P95 * floor, "at most 4"),
        row("errors", f"{seen.errors} / {bare.errors} bare", seen.errors, not seen.errors, "none"),
        row("seen by the others, p99", f"{late:.2f} s, median {usual:.2f} s; {entries}", late,
            late < MOST_LATE and len(seen.lags) == 3 * seen.entered, "under 1.5 s"),
        row("memory grew by", f"{grown:.1f} MB", grown / MOST_MB, grown < MOST_MB,
            "below 30 MB"),
    ]  # fmt: skip


def row(what: str, found: str, ratio: float, good: bool, bound: str) -> bool:
    print(f"{what:30}{found:48}{ratio:6.2f} ({bound}){'' if good else '  TOO SLOW'}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
