"""No second request hides in one: tried at the served app, behind nginx and behind Caddy."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlencode

import pytest

from tests.serving import Server, served
from tests.web.test_proxy import CADDY, NGINX, caddy, nginx

pytestmark = pytest.mark.slow
CHUNKED = "Transfer-Encoding: chunked\r\n"
SECONDS = 2.0  # until a connection that says nothing has no more to say


def length(said: str) -> Callable[[bytes], bytes]:
    """A request that hides another in its body, its length told in an odd way."""

    def made(hidden: bytes) -> bytes:
        body = b"0\r\n\r\n" + hidden if "{m}" in said else hidden
        return _post(said.format(n=len(hidden), m=len(hidden) + 5), body)

    return made


def _post(headers: str, body: bytes) -> bytes:
    head = f"POST /api/v1/files/check HTTP/1.1\r\nHost: book.example\r\n{headers}\r\n"
    return head.encode("latin-1") + body


def _chunked(size: str, end: str = "\r\n") -> Callable[[bytes], bytes]:
    def made(hidden: bytes) -> bytes:
        first = size.format(n=len(hidden)).encode()
        return _post(
            "Transfer-Encoding: chunked\r\n", first + hidden + f"{end}0{end}{end}".encode()
        )

    return made


ODD: dict[str, Callable[[bytes], bytes]] = {
    "both": length(f"Content-Length: {{m}}\r\n{CHUNKED}"),
    "both, the other way round": length(f"{CHUNKED}Content-Length: {{m}}\r\n"),
    "a tab": length("Transfer-Encoding:\tchunked\r\nContent-Length: {m}\r\n"),
    "a space": length("Transfer-Encoding : chunked\r\nContent-Length: {m}\r\n"),
    "a vertical tab": length("Transfer-Encoding: \x0bchunked\r\nContent-Length: {m}\r\n"),
    "an unknown one": length("Transfer-Encoding: xchunked\r\nContent-Length: {m}\r\n"),
    "two of them": length(f"{CHUNKED}Transfer-Encoding: x\r\nContent-Length: {{m}}\r\n"),
    "a list": length("Transfer-Encoding: chunked, identity\r\nContent-Length: {m}\r\n"),
    "a bare line feed": length(f"X: y\n{CHUNKED}Content-Length: {{m}}\r\n"),
    "a folded line": length(f"X: y\r\n {CHUNKED}Content-Length: {{m}}\r\n"),
    "an underscore": length("Transfer_Encoding: chunked\r\nContent-Length: {m}\r\n"),
    "two lengths": length("Content-Length: 0\r\nContent-Length: {n}\r\n"),
    "two lengths in one": length("Content-Length: 0, {n}\r\n"),
    "a length with a sign": length("Content-Length: +{n}\r\n"),
    "a negative length": length("Content-Length: -1\r\n"),
    "a length in hex": length("Content-Length: 0x0\r\n"),
    "a length with a space": length("Content-Length : {n}\r\n"),
    "a second name for the length": length("Content_Length: 0\r\nContent-Length: {n}\r\n"),
    "a length for the next hop only": length(
        "Connection: Content-Length\r\nContent-Length: {n}\r\n"
    ),
    "a null": length("X: a\0b\r\nContent-Length: {n}\r\n"),
    "a bare return": length("X: a\rContent-Length: 0\r\nContent-Length: {n}\r\n"),
    "a chunk with a sign": _chunked("+{n:x}\r\n"),
    "a chunk with a prefix": _chunked("0x{n:x}\r\n"),
    "a chunk by line feeds": _chunked("{n:x}\n", "\n"),
    "an extension with a line feed": _chunked("{n:x};\nx\r\n"),
    "a body that is too large": lambda hidden: _post("Content-Length: 99999999\r\n", hidden),
}


# Waitress reads the chunks and leaves the other length aside; proxies pass on neither. No setting
# refuses them, and the app cannot: what it gets has neither of the two headers as they were sent.
TWO_REQUESTS = {"both", "both, the other way round", "a tab"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served"), TRUST_PROXY="1") as found:
        yield found


@pytest.fixture(scope="module", params=["served", "nginx", "caddy"])
def port(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("front")
    if request.param == "served":
        yield server.port
    elif not {"nginx": NGINX, "caddy": CADDY}[request.param]:
        pytest.skip(f"{request.param} is not installed")
    else:
        with {"nginx": nginx, "caddy": caddy}[request.param](server.port, folder) as found:
            yield found


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    return server.opened()


def note(server: Server, token: str) -> bytes:
    """A whole request that would be carried out."""
    body = urlencode({"csrf_token": server.guard(token), "action": "note", "d-text": "hidden"})
    return (
        f"POST /t/{token}/do HTTP/1.1\r\nHost: book.example\r\nContent-Length: {len(body)}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}"
    ).encode()


def answers(port: int, sent: bytes) -> list[int]:
    """The status of every answer on one connection, until nothing more comes."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(sent)
        connection.settimeout(30)
        try:
            while part := connection.recv(65536):
                got += part
                connection.settimeout(SECONDS)
        except (TimeoutError, ConnectionResetError):
            pass
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3}) ", got, re.M)]


def test_the_hidden_request_would_be_carried_out(server: Server, token: str, port: int) -> None:
    before = server.table(token).state.seq
    assert answers(port, note(server, token)) == [303]
    assert server.table(token).state.seq == before + 1


def test_nothing_is_carried_out_that_its_sender_is_not_answered(
    server: Server, token: str, port: int
) -> None:
    before, hidden = server.table(token).state.seq, note(server, token)
    with ThreadPoolExecutor(8) as senders:
        sent = senders.map(partial(answers, port), [hide(hidden) for hide in ODD.values()])
        found = dict(zip(ODD, sent, strict=True))
    carried_out = server.table(token).state.seq - before
    assert carried_out == sum(statuses.count(303) for statuses in found.values())
    assert answers(port, b"GET /healthz HTTP/1.1\r\nHost: book.example\r\n\r\n") == [200]
    if port == server.port:
        several = {odd: seen for odd, seen in found.items() if len(seen) > 1 or seen < [400]}
        assert several.keys() <= TWO_REQUESTS  # of which both are answered
