"""What statistics cost: 500 plays of 8 people on one page, against a bare page of its size.

Measured as it is kept between two entries, and drawn anew: after a result was corrected at one of
the tables, and with a filter that nobody asked for before. Cold, every table is folded once.
"""

from __future__ import annotations

import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

from flask import Flask

from benchmarks.bare import bare
from benchmarks.pages import spent
from benchmarks.serving import SECRET, address
from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.interchange.importing import Judged, judged, take_in
from companion.interchange.table_file import TableFile
from companion.printing.sample_tables import NAMES, least
from companion.rules.fields import Field
from companion.rules.journal.log import Entry
from companion.table import tables
from companion.table.journal import Draft, state_cache
from companion.table.store import db

TABLES, PLAYS, MOST = 5, 100, 6.0
TURNS = 30
SLUG, PAGE = "tybor", "/statistics"
BEGAN = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address(folder)})
        make_ready(app)
        client = app.test_client()
        with app.app_context():
            opened = take_in([played(number) for number in range(TABLES)], {}, "bench")
        for one in opened:
            client.get(f"/t/{one.token}/")
        with app.app_context():
            for number in range(1, TABLES + 1):
                state_cache().forget(number)
        start = time.process_time()
        page = client.get(PAGE).data
        print(f"cold, {TABLES} folds: {time.process_time() - start:.2f} s, {len(page)} bytes")
        (folder / "statistics.html").write_bytes(page)
        floor = bare(folder).test_client()
        corrected = cycle(range(1, 40))

        def after_an_entry() -> float:
            correct(app, opened[-1].token, next(corrected))
            client.get(f"/t/{opened[-1].token}/result?play={PLAYS // 2}")  # as who corrects it
            return spent(lambda: client.get(PAGE))

        # In turns, so that a busy machine makes little difference.
        turns = [
            (
                spent(lambda: floor.get("/page/statistics")),
                spent(lambda: client.get(PAGE)),
                after_an_entry(),
                spent(lambda n=n: client.get(f"{PAGE}?count={len(NAMES)}&drawn={n}")),
            )
            for n in range(TURNS)
        ]
        with app.app_context():
            db.engine.dispose()
    print(f"{TABLES * PLAYS} plays of {len(NAMES)} people at {TABLES} tables")
    least, *ours = map(min, zip(*turns, strict=True))
    named = zip(("kept", "after a corrected result", "with a new filter"), ours, strict=True)
    return 0 if all([compared(name, mine, least) for name, mine in named]) else 1


def compared(name: str, ours: float, least: float) -> bool:
    good = ours / least <= MOST
    times = f"{ours * 1e3:.2f} / {least * 1e3:.2f} ms bare"
    said = f"{name:25} {times}  ratio {ours / least:.2f} (at most {MOST})"
    print(f"{said}{'' if good else '  TOO SLOW'}", flush=True)
    return good


def correct(app: Flask, token: str, points: int) -> None:
    """One entry that changes a finished play in the middle of a table's evenings."""
    first, *_ = fields()
    with app.app_context():
        here = tables.find(token)
        assert here is not None
        data = {"seat": 0, "field": first.key, "value": points}
        tables.append(here, [Draft("fill", data, PLAYS // 2)])


def fields() -> list[Field]:
    return [f for f in games()[SLUG].sheet.fields() if f.default is None and not f.kinds]


def played(number: int) -> Judged:
    """A table of eight with so many plays, every sheet filled with the least there is."""
    first, *rest = fields()
    also = {field.key: least(field) for field in rest}
    seats = [{"name": name} for name in NAMES]
    told: list[tuple[str, dict[str, Any]]] = []
    for play in range(PLAYS):
        told.append(("start", {"chapter": "I", "seats": seats}))
        for seat in range(len(NAMES)):
            points = (7 * seat + 5 * play + number) % 40
            data = {"seat": seat, "field": first.key, "value": points, "also": also}
            told.append(("fill", data))
        told.append(("finish", {}))
    entries = tuple(
        Entry(seq, kind, data, key=f"{seq}", at=at(seq)) for seq, (kind, data) in enumerate(told, 1)
    )
    [found] = judged([TableFile(f"bench-table-{number}", SLUG, f"Club {number}", at(0), entries)])
    assert not found.flagged
    return found


def at(minute: int) -> str:
    return (BEGAN + timedelta(minutes=minute)).isoformat(timespec="seconds")


if __name__ == "__main__":
    sys.exit(main())
