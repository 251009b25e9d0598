"""The server itself: a club's phones keep their connections open, and all are answered."""

from __future__ import annotations

import logging
import socket
from contextlib import ExitStack
from threading import Thread

import pytest
from flask import Flask

from companion.commands.server import greeting, listening
from companion.web.visitor import visit
from tests.web.evening import Evening

PHONES = 150  # waitress by itself stops at a hundred
ASKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_many_open_connections_are_all_answered(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    server = listening(app, "127.0.0.1", 0)
    port = server.socket.getsockname()[1]
    thread = Thread(target=server.run)
    thread.start()
    try:
        with ExitStack() as stack, caplog.at_level(logging.WARNING):
            phones = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
                for _ in range(PHONES)
            ]
            for phone in phones:
                phone.sendall(ASKED)
            assert all(phone.recv(12) == b"HTTP/1.1 200" for phone in phones)
        assert "queue depth" not in caplog.text and "limit" not in caplog.text
    finally:
        server.trigger.pull_trigger(server.close)  # by the thread that polls what is closed
        thread.join(10)
    assert not thread.is_alive()


def test_people_shows_only_addresses_the_server_listens_on(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "outward_address", lambda: "192.0.2.7")
    evening = Evening(app)
    for host, shown in (("0.0.0.0", True), ("127.0.0.1", False), ("::1", False)):
        listening(app, host, 0).close()
        assert ("192.0.2.7" in evening.get("people").text) is shown
        assert any("192.0.2.7" in line for line in greeting(host, 8000)) is shown
