"""What statistics cost: 500 plays of 8 people on one page, against a bare page of its size."""

from __future__ import annotations

import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.bare import bare
from benchmarks.pages import spent
from benchmarks.serving import SECRET, address
from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.interchange.importing import open_files
from companion.interchange.judging import Judged, judged
from companion.interchange.table_file import TableFile
from companion.printing.sample_tables import NAMES, least
from companion.rules.log import Entry
from companion.table.journal import folds
from companion.table.store import db

TABLES, PLAYS, MOST = 5, 100, 4.0
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
            opened = open_files([played(number) for number in range(TABLES)], {}, "bench")
        for one in opened:
            client.get(f"/t/{one.token}/")
        with app.app_context():
            for number in range(1, TABLES + 1):
                folds().forget(number)
        start = time.perf_counter()
        page = client.get(PAGE).data
        print(f"cold, {TABLES} folds: {time.perf_counter() - start:.2f} s, {len(page)} bytes")
        (folder / "statistics.html").write_bytes(page)
        floor = bare(folder).test_client()
        turns = [
            (spent(lambda: client.get(PAGE)), spent(lambda: floor.get("/page/statistics")))
            for _ in range(TURNS)
        ]
        anew = min(spent(lambda n=n: client.get(f"{PAGE}?drawn={n}")) for n in range(5))
        print(f"drawn anew, as after a result or with another filter: {anew * 1e3:.0f} ms")
        with app.app_context():
            db.engine.dispose()
    ours, floor_time = min(t[0] for t in turns), min(t[1] for t in turns)
    good = ours / floor_time <= MOST
    ratio = f"{ours * 1e3:.2f} / {floor_time * 1e3:.2f} ms bare  ratio {ours / floor_time:.2f}"
    said = f"{TABLES * PLAYS} plays of {len(NAMES)}: {ratio} (at most {MOST})"
    print(f"{said}{'' if good else '  TOO SLOW'}", flush=True)
    return 0 if good else 1


def played(number: int) -> Judged:
    """A table of eight with so many plays, every sheet filled with the least there is."""
    fields = [f for f in games()[SLUG].sheet.fields() if f.default is None and not f.kinds]
    first, *rest = fields
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
