"""What strangers send costs little: files have one place, and end when their sender hangs up."""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.interchange import table_file
from companion.interchange.table_file import NoFile, Unopenable, excess, read
from companion.table import store, tables
from companion.table.journal import Draft, state_cache
from companion.table.store import StoredTable, db
from tests.serving import START, Server, asked, served, until
from tests.web.evening import Evening
from tests.web.pressing import guard_of

CHECK = "/api/v1/files/check"
AT = "2026-11-16T20:00:00+00:00"
MIB = 1024 * 1024


def keys(number: int) -> bytes:
    """An object of so many keys, of which the last stands twice."""
    return b"{" + b",".join(b'"%d":1' % n for n in (*range(number), number - 1)) + b"}"


def notes(number: int) -> bytes:
    """A whole table's file, with so many notes to go through."""
    note = {"action": "note", "data": {"text": "x" * 50}, "play": 0, "person": 1, "at": AT}
    start = {"seq": 1, "action": "start", "data": START, "play": None, "person": None, "at": AT}
    entries = [start, *({**note, "seq": n} for n in range(2, number + 1))]
    head = {"format": "guildbook-table", "version": 1, "id": "a-table-id", "game": "newdale"}
    return json.dumps({**head, "name": "x", "created": AT, "entries": entries}).encode()


def checked(port: int, body: bytes) -> tuple[int, float]:
    """The status of a check, and the seconds it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", CHECK, body)
    status = connection.getresponse().status
    connection.close()
    return status, time.monotonic() - began


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("strangers")) as found:
        yield found


@pytest.mark.slow
def test_a_file_of_many_keys_is_answered_at_once(server: Server) -> None:
    body = keys(38_000)
    assert len(body) > 356 * 1024
    status, seconds = checked(server.port, body)
    assert status == 422 and seconds < 5


def memory(server: Server) -> float:
    """The most MiB the server has had so far, where the system says so."""
    about = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", about.read_text()) if about.exists() else None
    return int(found[1]) / 1024 if found else 0.0


@pytest.mark.slow
def test_two_large_files_hold_up_no_page(server: Server) -> None:
    page = f"/t/{server.opened()}/play"
    assert asked(server.port, page).status == 200
    body, before = keys(916_000), memory(server)
    assert len(body) > 9.45 * MIB
    with ThreadPoolExecutor(2) as senders:
        sent = [senders.submit(checked, server.port, body) for _ in range(2)]
        longest = 0.0
        while not all(one.done() for one in sent):
            began = time.monotonic()
            assert asked(server.port, page).status == 200
            longest = max(longest, time.monotonic() - began)
    assert {one.result()[0] for one in sent} <= {422, 503}
    assert memory(server) - before < 350
    assert longest < 3 and max(one.result()[1] for one in sent) < 30


@pytest.mark.slow
def test_the_work_ends_when_its_sender_hangs_up(server: Server) -> None:
    body = notes(30_000)
    head = f"POST {CHECK} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port)) as hasty:
        hasty.sendall(head + body)
        assert until(lambda: checked(server.port, b"{}")[0] == 503)  # it has the place
    began = time.monotonic()
    assert until(lambda: checked(server.port, b"{}")[0] == 400)
    alone = checked(server.port, body)[1]
    assert time.monotonic() - began - alone < alone / 2


def test_no_more_values_are_read_than_files_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_file, "MOST_VALUES", 10)
    assert excess(b'["' + b',"' * 5 + b'"]') is None  # commas within a string are none
    assert excess(rb'["\\", ",,,,,,,,,,,,\",,,,,"]') is None
    for many in (b"[1,1,1,1,1,1,1,1,1,1,1]", b"{" * 11, b'"' * 41, b'{"a":[{},{},{},{},{},{}]}'):
        with pytest.raises(NoFile, match="at most"):
            read(many)


@pytest.mark.parametrize("text", [b'"' + rb"\"" * 500_000, b'"' * 2_000_000, b"\\" * 2_000_000])
def test_no_text_is_slow_to_measure(text: bytes) -> None:
    began = time.thread_time()
    excess(text)
    assert time.thread_time() - began < 3


def test_a_file_whose_sender_has_left_is_given_up() -> None:
    with pytest.raises(Unopenable):
        read(notes(3), table_file.Budget(lambda: True))


def sent(client: FlaskClient, content: bytes) -> int:
    token = guard_of(client, "/open")
    form: dict[str, Any] = {"csrf_token": token, "file": (io.BytesIO(content), "a.json")}
    return client.post("/open", data=form).status_code


def test_opening_files_never_takes_a_place_of_those_at_their_tables(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, stranger = Evening(app), app.test_client()
    content = evening.get("file").data
    with store.FILES.taken():
        assert stranger.post(CHECK, data=content).status_code == 503
        assert {sent(one, content) for one in (stranger, evening.client)} == {503}
        with store.heavy_work_slot():
            assert evening.get("play").status_code == 200
    monkeypatch.setattr(tables, "LONG", 0)  # every journal is a long one
    with store.HEAVY_SLOTS.taken(), store.HEAVY_SLOTS.taken():
        assert stranger.post(CHECK, data=content).status_code == 200
        assert {sent(one, content) for one in (stranger, evening.client)} == {303}


def test_an_opened_table_is_known_as_it_will_be_read_again(app: Flask) -> None:
    evening, stranger = Evening(app), app.test_client()
    evening.finish(3, 2, 1)
    assert sent(stranger, evening.get("file").data) == 303
    with app.app_context(), db.engine.connect() as connection:
        newest = connection.scalar(select(func.max(StoredTable.id)))
        known = app.extensions.pop("state_cache").at(newest, evening.state.seq)
        assert known and known == state_cache().current(connection, newest, evening.state.game)


def test_in_public_an_address_opens_and_copies_so_many_bytes(app: Flask) -> None:
    evening = Evening(app)
    content = evening.get("file").data
    app.config |= {"PUBLIC_URL": "https://book.example", "MIB_AN_HOUR": 1}
    padded = content.rstrip().ljust(MIB * 2 // 5)
    assert [sent(evening.client, padded) for _ in range(4)] == [303, 303, 303, 429]
    refused = evening.client.post(CHECK, data=content)
    assert refused.status_code == 429 and refused.headers["Retry-After"]
    assert evening.act("note", {"text": "go on"}).status_code == 303
    assert evening.post("log/fork", entry=1).status_code == 429


def test_what_is_kept_of_a_file_counts_where_it_is_more_than_what_was_sent(app: Flask) -> None:
    short = {"action": "x", "data": {}, "at": "2026-11-16T20:00Z"}
    file = json.loads(notes(1))
    file["entries"] += [{"seq": n, **short} for n in range(2, 4001)]
    content = json.dumps(file, separators=(",", ":")).encode()
    app.config |= {"PUBLIC_URL": "https://book.example", "MIB_AN_HOUR": 1}
    assert len(content) < MIB / 4
    assert [sent(app.test_client(), content) for _ in range(3)] == [303, 303, 429]


def test_the_copies_of_a_table_count_by_their_bytes(app: Flask) -> None:
    evening = Evening(app)
    evening.append([Draft("note", {"text": f"{n}" + "x" * 1900}) for n in range(280)])
    app.config |= {"PUBLIC_URL": "https://book.example", "MIB_AN_HOUR": 1}
    codes = [evening.post("log/fork", entry=seq).status_code for seq in (281, 280, 279)]
    assert codes == [303, 303, 429]
