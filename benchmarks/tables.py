"""What a long journal costs: opening its table, adding to it, taking back, the first fold.

And what it costs others: how long they wait to write at their own tables meanwhile.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

from flask import Flask
from sqlalchemy import insert

from benchmarks.rules import journal
from benchmarks.serving import SECRET, address
from companion import create_app
from companion.commands.server import SWITCH_INTERVAL
from companion.database import make_ready
from companion.games import games
from companion.table import tables
from companion.table.care import rewind
from companion.table.journal import Draft, state_cache
from companion.table.store import StoredEntry, db, now
from companion.table.tables import Table

MOST, COLD = 1.3, 0.5
RECENT, OLD, OTHERS = 0.15, 2.0, 3.0
LONG = 30_000
TURNS = 40


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        url = address(Path(name))
        # Going back to the start of a very long journal needs room for an undo of each entry.
        settings = {"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": url, "TABLE_ENTRIES": 3 * LONG}
        app = create_app(settings)
        make_ready(app)
        with app.app_context():
            tokens = {length: opened(length) for length in (10, 50, 5_000, 10_000)}
            good = [
                *(opening(app, tokens[5_000], tokens[50], page) for page in ("", "play")),
                cold(tokens[5_000]),
                adding("adding an entry", tokens[10_000], tokens[10], tick),
                adding("an entry and its undo", tokens[10_000], tokens[10], undo),
                *going_back(app, opened(LONG), tokens[10]),
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
        connection.execute(insert(StoredEntry), rows)
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
        app.extensions.pop("page_cache", None)
        assert client.get(f"/t/{token}/{page}").status_code == 200

    found = in_turn(lambda: get(long), lambda: get(short))
    return row(f"opening {page or 'the table'}, 5,000 / 50 entries", *found)


def cold(token: str) -> bool:
    """The first visit after a start: read from the database and folded."""

    def fold() -> None:
        state_cache().forget(at(token).id)
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


def going_back(app: Flask, token: str, other: str) -> Iterator[bool]:
    """Taking back in a very long journal, while somebody writes at another table."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    usual = p95([written(other) for _ in range(200)])
    here = at(token)
    for back in (500, 990):
        undo_it = partial(take_back, here, LONG - back)
        yield within(f"undo {back} entries back", RECENT, took(undo_it))
    for what, work in (
        ("an undo near the start", lambda: take_back(here, 50)),
        ("going back to the start", lambda: go_back(token)),
    ):
        spent, waits = meanwhile(app, work, other)
        yield within(what, OLD, spent)
        ratio = p95(waits) / usual
        said = f"others meanwhile, {len(waits)} writes"
        print(f"{said:40}{p95(waits) * 1e3:8.2f} / {usual * 1e3:.2f} ms p95  ratio {ratio:.2f} "
              f"(at most {OTHERS}){_said(ratio <= OTHERS)}", flush=True)  # fmt: skip
        yield ratio <= OTHERS


def take_back(here: Table, near: int) -> None:
    """Undo the next entry from ``near`` on that stands."""
    log = at(here.token).state.log
    rows = (row for row in log.since(near) if row.entry.action == "tick" and not row.refused)
    tables.append(here, [Draft("undo", {"entry": next(rows).entry.seq})])


def go_back(token: str) -> None:
    here = at(token)
    rewind(here, 1, here.state.seq, Draft("undo", {}))


def meanwhile(app: Flask, work: Callable[[], None], other: str) -> tuple[float, list[float]]:
    """How long the work takes, and each write at the other table until it is done."""
    spent: list[float] = []

    def run() -> None:
        with app.app_context():
            spent.append(took(work))

    worker = Thread(target=run)
    worker.start()
    waits = []
    while worker.is_alive():
        waits.append(written(other))
    return spent[0], waits


def written(token: str) -> float:
    """How long one write takes, after a pause as people make them."""
    time.sleep(0.01)
    return took(tick(at(token)))


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def within(what: str, most: float, spent: float) -> bool:
    what = f"{what} of {LONG:,}"
    print(
        f"{what:40}{spent * 1e3:8.1f} ms (at most {most * 1e3:.0f}){_said(spent <= most)}",
        flush=True,
    )
    return spent <= most


def row(what: str, long: float, short: float, ratio: float) -> bool:
    good = ratio <= MOST
    print(f"{what:40}{long * 1e3:8.2f} / {short * 1e3:.2f} ms  ratio {ratio:.2f} "
          f"(at most {MOST}){_said(good)}", flush=True)  # fmt: skip
    return good


def _said(good: bool) -> str:
    return "" if good else "  TOO SLOW"


if __name__ == "__main__":
    sys.exit(main())
