"""Tables under stress: several processes, a killed one, a locked database."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.config import PROJECT
from companion.games import games
from companion.rules.actions import ACTIONS
from companion.rules.journal.play import Play
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.table import care, tables
from companion.table.journal import Draft, Refused, Removed, StalePage, state_cache
from companion.table.states import PLAY
from companion.table.tables import Table
from tests.conftest import database_of

SEATS = [{"name": "Ada"}, {"name": "Ben"}]
START = {"chapter": "I", "seats": SEATS, "story": True}
A_NEW_TABLE = PLAY + 1

WRITER = """
import sys
from companion import create_app
from companion.table import tables
from companion.table.journal import Draft
url, token, who, times = sys.argv[1:]
app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": url})
with app.app_context():
    here = tables.find(token)
    print("ready", flush=True)
    for n in range(int(times)):
        draft = Draft("note", {"text": f"{who} {n}"}, 0, key=f"{who}-{n}")
        here = tables.append(here, [draft])
        print(f"{who}-{n}", flush=True)
"""


def opened(app: Flask, slug: str = "newdale") -> str:
    with app.app_context():
        return tables.open_table(games()[slug], "Thursday", Draft("start", START))


def found(app: Flask, token: str) -> Table:
    with app.app_context():
        here = tables.find(token)
        assert here is not None
        return here


def writer(app: Flask, token: str, who: str, times: int) -> subprocess.Popen[str]:
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    command = [sys.executable, "-c", WRITER, url, token, who, str(times)]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def notes(app: Flask, token: str) -> set[str]:
    app.extensions.pop("state_cache", None)
    return {row.entry.key for row in found(app, token).state.log if row.entry.action == "note"}


def test_an_entry_is_there_for_everyone(app: Flask) -> None:
    token = opened(app)
    with app.app_context():
        here = tables.append(found(app, token), [Draft("tick", {"step": "board"}, 0)])
    assert here.state.seq == 2 and found(app, token).state.plays[0].ticks == {"board"}


def test_drafts_land_all_or_none(app: Flask) -> None:
    token = opened(app)
    drafts = [Draft("tick", {"step": "board"}, 0), Draft("tick", {"step": "volcano"}, 0)]
    with app.app_context(), pytest.raises(Refused, match="volcano"):
        tables.append(found(app, token), drafts)
    assert found(app, token).state.seq == 1


def test_the_same_key_is_the_same_entry_or_a_stale_page(app: Flask) -> None:
    token = opened(app)
    with app.app_context():
        here = tables.append(found(app, token), [Draft("tick", {"step": "board"}, 0, key="k")])
        here = tables.append(here, [Draft("tick", {"step": "board"}, 0, key="k")])
        assert here.state.seq == 2
        with pytest.raises(StalePage):
            tables.append(here, [Draft("tick", {"step": "goods"}, 0, key="k")])


def test_a_fork_has_the_past_and_its_own_future(app: Flask) -> None:
    token = opened(app)
    with app.app_context():
        here = tables.append(found(app, token), [Draft("tick", {"step": "board"}, 0)])
        here = tables.append(here, [Draft("tick", {"step": "goods"}, 0)])
        other = care.fork(here, 2, "What if")
        fork = found(app, other)
        assert (fork.name, fork.state.seq) == ("What if", 2)
        assert fork.state.plays[0].ticks == {"board"} and fork.id != here.id
        tables.append(fork, [Draft("tick", {"step": "hand"}, 0)])
    assert found(app, token).state.plays[0].ticks == {"board", "goods"}


def test_a_removed_table_is_gone_with_its_link(app: Flask) -> None:
    token = opened(app)
    with app.app_context():
        care.remove(found(app, token).id)
        assert tables.find(token) is None


def test_entering_at_a_removed_table_says_so(app: Flask) -> None:
    here = found(app, opened(app))
    with app.app_context():
        care.remove(here.id)
        with pytest.raises(Removed):
            tables.append(here, [Draft("tick", {"step": "board"}, 0)])


@pytest.mark.slow
def test_two_processes_lose_nothing(app: Flask) -> None:
    token = opened(app)
    writers = [writer(app, token, who, 150) for who in ("ada", "ben")]
    for process in writers:
        process.communicate(timeout=120)
        assert process.returncode == 0
    expected = {f"{who}-{n}" for who in ("ada", "ben") for n in range(150)}
    assert notes(app, token) == expected
    rows = list(found(app, token).state.log)
    assert [row.entry.seq for row in rows] == list(range(1, 302))
    assert not any(row.refused for row in rows)


@pytest.mark.slow
def test_what_was_acknowledged_survives_a_kill(app: Flask) -> None:
    token = opened(app)
    process = writer(app, token, "ada", 100_000)
    assert process.stdout is not None
    acknowledged = []
    for line in process.stdout:
        if line.strip() != "ready":
            acknowledged.append(line.strip())
        if len(acknowledged) == 150:
            process.send_signal(signal.SIGKILL)
            break
    process.wait(timeout=10)
    process.stdout.close()
    assert set(acknowledged) <= notes(app, token)


@pytest.mark.slow
def test_a_locked_database_is_waited_for(app: Flask, tmp_path: Path) -> None:
    token = opened(app)
    file = database_of(app)
    locked = threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            locked.set()
            time.sleep(3)
            connection.execute("COMMIT")

    holder = threading.Thread(target=hold)
    holder.start()
    locked.wait(5)
    with app.app_context():
        here = tables.append(found(app, token), [Draft("tick", {"step": "board"}, 0)])
    holder.join()
    assert here.state.seq == 2


def test_threads_of_one_process_lose_nothing(app: Flask) -> None:
    token = opened(app)

    def write(who: str) -> None:
        with app.app_context():
            here = tables.find(token)
            assert here is not None
            for n in range(40):
                draft = Draft("note", {"text": f"{who} {n}"}, 0, key=f"{who}-{n}")
                here = tables.append(here, [draft])

    threads = [threading.Thread(target=write, args=(who,)) for who in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = list(found(app, token).state.log)
    assert [row.entry.seq for row in rows] == list(range(1, 162))
    assert len(notes(app, token)) == 160


def test_the_memory_of_folded_journals_is_bounded(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.states.MOST_ENTRIES", 3.5 * A_NEW_TABLE)
    tokens = [opened(app) for _ in range(6)]
    with app.app_context():
        assert [bool(state_cache().at(number, 1)) for number in range(1, 7)] == 3 * [False] + 3 * [
            True
        ]
    assert [found(app, token).state.seq for token in tokens] == [1] * 6


def test_a_table_that_is_looked_at_stays_in_memory(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.states.MOST_ENTRIES", 2.5 * A_NEW_TABLE)
    watched = found(app, opened(app))
    for _ in range(2):
        found(app, watched.token)
        opened(app)
    with app.app_context():
        assert state_cache().at(watched.id, 1) is not None


def interrupted(monkeypatch: pytest.MonkeyPatch, *, once: Callable[[], None]) -> list[int]:
    """Have ``once`` happen in the middle of the first fold; one number for each fold."""
    folded: list[int] = []
    start = ACTIONS["start"]

    def apply(act: Any, state: State, play: Play | None, real: Any = start.apply) -> State:
        folded.append(state.seq)
        if len(folded) == 1:
            once()
        return real(act, state, play)

    monkeypatch.setattr(start, "apply", apply)
    return folded


def test_nobody_waits_while_an_undo_is_folded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = database_of(app)
    here = found(app, opened(app))

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("COMMIT")

    with app.app_context():
        here = tables.append(here, [Draft("tick", {"step": "board"}, 0)])
        folded = interrupted(monkeypatch, once=write)
        here = tables.append(here, [Draft("undo", {"entry": 2})])
    assert folded and not here.state.plays[0].ticks


def test_an_undo_that_was_overtaken_comes_after_what_overtook_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = found(app, opened(app))

    def meanwhile() -> None:
        tables.append(here, [Draft("tick", {"step": "goods"}, 0)])

    with app.app_context():
        here = tables.append(here, [Draft("tick", {"step": "board"}, 0)])
        folded = interrupted(monkeypatch, once=meanwhile)
        here = tables.append(here, [Draft("undo", {"entry": 2})])
    assert len(folded) == 2  # from the start each time, for so few have no marks
    assert [row.entry.action for row in here.state.log] == ["start", "tick", "tick", "undo"]
    assert here.state.plays[0].ticks == {"goods"}
    assert replay(here.game, [row.entry for row in here.state.log]) == here.state
    app.extensions.pop("state_cache")
    assert found(app, here.token).state == here.state
