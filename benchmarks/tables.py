"""What a long journal costs: opening its table, adding to it, taking back, the first fold."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from flask import Flask
from sqlalchemy import insert

from benchmarks.rules import journal
from benchmarks.serving import SECRET, address
from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.table import tables
from companion.table.journal import Draft, folds
from companion.table.store import Entry, db, now
from companion.table.tables import Table

MOST, COLD = 1.3, 0.5
TURNS = 40


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        url = address(Path(name))
        app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": url})
        make_ready(app)
        with app.app_context():
            tokens = {length: opened(length) for length in (10, 50, 5_000, 10_000)}
            good = [
                *(opening(app, tokens[5_000], tokens[50], page) for page in ("", "play")),
                cold(tokens[5_000]),
                adding("adding an entry", tokens[10_000], tokens[10], tick),
                adding("an entry and its undo", tokens[10_000], tokens[10], undo),
            ]
            db.engine.dispose()
    return 0 if all(good) else 1


def opened(length: int) -> str:
    """A table with a journal that long; its rows are put in at once."""
    start, *rest = (row for row in journal(length) if row["action"] != "note")
    token = tables.open_table(games()["newdale"], "Thursday", Draft("start", start["data"]))
    here = at(token)
    rest = [row for row in rest if row["action"] != "undo"]  # their numbers would no longer fit
    rest = (rest * 2)[: length - 1]
    rows = [
        {"campaign_id": here.id, "seq": n, "play": 0, "action": row["action"], "at": now(),
         "data": row["data"], "key": f"{n}", "device": "bench"}
        for n, row in enumerate(rest, 2)
    ]  # fmt: skip
    with db.engine.begin() as connection:
        connection.execute(insert(Entry), rows)
    return token


def at(token: str) -> Table:
    found = tables.find(token)
    assert found is not None
    return found


def in_turn(long: Callable[[], object], short: Callable[[], object]) -> tuple[float, float, float]:
    """Seconds of both and their ratio: asked in turn, so that the machine's noise meets both."""
    for _ in range(3):
        took(long), took(short)
    turns = [(took(long), took(short)) for _ in range(TURNS)]
    longer, shorter = median(t[0] for t in turns), median(t[1] for t in turns)
    return longer, shorter, longer / shorter


def took(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def opening(app: Flask, long: str, short: str, page: str) -> bool:
    """A page that has to be drawn, for a journal the server has folded before."""
    client = app.test_client()

    def get(token: str) -> None:
        app.extensions.pop("shelf", None)
        assert client.get(f"/t/{token}/{page}").status_code == 200

    found = in_turn(lambda: get(long), lambda: get(short))
    return row(f"opening {page or 'the table'}, 5,000 / 50 entries", *found)


def cold(token: str) -> bool:
    """The first visit after a start: read from the database and folded."""

    def fold() -> None:
        folds().forget(at(token).id)
        at(token)

    at(token)
    spent = min(took(fold) for _ in range(5))
    good = spent < COLD
    print(f"{'cold fold of 5,000 entries':40}{spent * 1e3:8.1f} ms (below 500){_said(good)}")
    return good


def tick(here: Table) -> Callable[[], object]:
    return lambda: tables.append(here, [Draft("tick", {"step": "board"}, 0)])


def undo(here: Table) -> Callable[[], object]:
    def enter_and_take_back() -> None:
        newest = tables.append(here, [Draft("tick", {"step": "board"}, 0)]).state.seq
        tables.append(here, [Draft("undo", {"entry": newest})])

    return enter_and_take_back


def adding(what: str, long: str, short: str, work: Callable[[Table], Callable[[], object]]) -> bool:
    found = in_turn(work(at(long)), work(at(short)))
    return row(f"{what} at 10,000 / 10", *found)


def row(what: str, long: float, short: float, ratio: float) -> bool:
    good = ratio <= MOST
    print(f"{what:40}{long * 1e3:8.2f} / {short * 1e3:.2f} ms  ratio {ratio:.2f} "
          f"(at most {MOST}){_said(good)}", flush=True)  # fmt: skip
    return good


def _said(good: bool) -> str:
    return "" if good else "  TOO SLOW"


if __name__ == "__main__":
    sys.exit(main())
