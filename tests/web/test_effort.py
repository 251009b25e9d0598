"""What is costly holds up nobody else: few threads for it, and never more memory than there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from time import thread_time

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import games
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay
from companion.table import states, store, tables
from companion.table.links import Role
from companion.web.guards.limits import MUCH, WITHIN, RateLimit
from companion.web.shelf import files
from tests.web.evening import Evening
from tests.web.pressing import guard_of
from tests.web.test_people import Guest
from tests.web.test_start import form


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@contextmanager
def all_at_work() -> Iterator[None]:
    """Others have every place there is for what takes long."""
    with ExitStack() as stack:
        for _ in range(store.HEAVY_THREADS):
            stack.enter_context(store.HEAVY_SLOTS.taken())
        yield


def effort(evening: Evening, more: float = 0) -> float:
    """The seconds that a table has cost, before more are added."""
    found: RateLimit = evening.app.extensions.setdefault("effort", RateLimit(MUCH, WITHIN))
    return found.count(str(evening.table.id), more)[0]


def test_every_request_counts_for_its_table(evening: Evening) -> None:
    other = Evening(evening.app)
    evening.get("play")
    first = effort(evening)
    evening.get("score")
    assert effort(evening) > first > 0
    assert effort(other) == 0


def test_a_costly_table_waits_for_its_like_and_for_nobody_else(evening: Evening) -> None:
    other, guest = Evening(evening.app), Guest(evening, Role.WATCHER)
    effort(evening, MUCH + 1)
    with all_at_work():
        answer = evening.get("play")
        assert answer.status_code == 503 and answer.headers["Retry-After"] == "2"
        program = evening.client.get(f"/api/v1/tables/{guest.link.token}")
        assert program.status_code == 503 and program.json and program.json["error"]
        assert other.get("play").status_code == 200
    assert evening.get("play").status_code == 200
    assert evening.get("play").status_code == 200  # the place was given back


def test_long_journals_are_folded_few_at_a_time(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LONG", 3)
    for n in range(4):
        evening.must("note", text=f"{n}")
    evening.get("play")
    with all_at_work():
        assert evening.get("play").status_code == 200  # it is known
        evening.app.extensions.pop("state_cache")
        assert evening.get("play").status_code == 503 and evening.client.get("/").status_code == 503
    assert evening.get("play").status_code == 200


def test_a_shelf_looks_into_no_more_tables_than_fit_into_memory(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.finish(3, 2, 1)
    other = Evening(evening.app, name="Sunday")
    for path in (evening.get("play"), evening.client.get(f"/t/{other.token}/")):
        assert path.status_code == 200
    assert "too large" not in evening.client.get("/").text
    for cold in (False, True):
        if cold:
            evening.app.extensions.pop("state_cache")
        monkeypatch.setattr(states, "MOST_ENTRIES", 2 * states.PLAY)  # room for one
        shelf = evening.client.get("/").text
        assert "Sunday" in shelf and "Thursday" in shelf and evening.token in shelf
        assert shelf.count("Too large to show more") == 1
        for page in ("/statistics", "/statistics/people", "/tables.csv", "/move", "/new/newdale"):
            assert evening.client.get(page).status_code == 200
        page = evening.client.get("/new/newdale").text
        sent = form(page, title="Thursday", key=f"new {cold}", another="1")
        assert evening.client.post("/new/newdale", data=sent).status_code == 303
        monkeypatch.undo()


def saved(evening: Evening, number: int) -> bytes:
    """A shelf of so many tables like this one."""
    table = json.loads(evening.get("file").text)
    many = [{**table, "id": f"another-table-{n}"} for n in range(number)]
    return json.dumps({"format": "guildbook-shelf", "version": 1, "tables": many}).encode()


def opened(evening: Evening, content: bytes) -> TestResponse:
    token = guard_of(evening.client, "/open")
    sent = {"csrf_token": token, "file": (BytesIO(content), "tables.guildbook.json")}
    return evening.client.post("/open", data=sent, content_type="multipart/form-data")


def test_every_table_in_a_file_counts_for_its_address(evening: Evening) -> None:
    evening.app.config |= {"PUBLIC_URL": "https://book.example", "TABLES_AN_HOUR": 5}
    content = saved(evening, 6)
    assert opened(evening, content).status_code == 303
    assert opened(evening, content).status_code == 429


def test_files_are_opened_one_at_a_time(evening: Evening) -> None:
    content = saved(evening, 1)
    with store.FILES.taken():
        assert opened(evening, content).status_code == 503
        assert evening.get("play").status_code == 200
    assert opened(evening, content).status_code == 303


def test_a_shelf_is_saved_only_as_a_file_that_can_be_opened(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.get()
    assert evening.client.get("/tables.guildbook.json").status_code == 200
    monkeypatch.setattr(files, "LARGEST_FILE", 100)
    answer = evening.client.get("/tables.guildbook.json", follow_redirects=True)
    assert answer.request.path == "/" and "too large for one file" in answer.text


def test_a_table_has_room_for_so_many_people(evening: Evening) -> None:
    evening.app.config["TABLE_PEOPLE"] = 3
    answer = evening.act(
        "start", {"chapter": "I", "seats": [{"name": "Zoe"}, {"name": "Yan"}], "story": False}
    )
    assert answer.status_code == 422 and "room for 3 people" in answer.text


def test_hundreds_of_games_of_ever_other_people_are_folded_in_seconds() -> None:
    def start(n: int) -> Entry:
        seats = [{"name": f"Guest {n} {k}"} for k in range(4)]
        data = {"chapter": "I", "seats": seats, "story": False}
        return Entry(n + 1, "start", data, None, f"k{n}")

    journal = [start(n) for n in range(120)]
    began = thread_time()
    state = replay(games()["newdale"], journal)
    assert thread_time() - began < 2 and len(state.people) == 480
