"""Behind a real nginx, set up as docs/hosting.md says: everybody is somebody of their own."""

from __future__ import annotations

import http.client
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.config import PROJECT
from tests.serving import Server, asked, free_port, running, served

NGINX = shutil.which("nginx")
STRANGER, GUEST = "127.0.0.2", "127.0.0.3"  # Linux lets a client come from any of these
missing = not NGINX or sys.platform != "linux"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(missing, reason="nginx is not installed: apt-get install nginx-light"),
]


@contextmanager
def proxied(server: Server, folder: Path) -> Iterator[int]:
    """The port of an nginx before the server."""
    documented = re.search(r"```nginx\n(.+?)```", (PROJECT / "docs/hosting.md").read_text(), re.S)
    assert documented and NGINX
    port = free_port()
    inside = documented[1].replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    temporary = "".join(
        f"{kind}_temp_path {folder / kind}; "
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder / 'pid'}; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port}; {inside} }} }}\n"
    )
    with running([NGINX, "-p", str(folder), "-c", str(config)], port):
        yield port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served"), TRUST_PROXY="1") as found:
        yield found


@pytest.fixture(scope="module")
def front(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with proxied(server, tmp_path_factory.mktemp("nginx")) as port:
        yield port


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    return server.opened()


def guesses(port: int, page: str, number: int, source: str, **headers: str) -> list[int]:
    return [
        asked(port, f"/t/1-{guess:024}/{page}", source, **headers).status for guess in range(number)
    ]


@pytest.mark.parametrize(("page", "stranger"), [("", STRANGER), ("seq", "127.0.0.4")])
def test_a_strangers_guesses_shut_out_nobody_else(
    token: str, front: int, page: str, stranger: str
) -> None:
    assert guesses(front, page, 61, stranger) == [404] * 60 + [429]
    assert guesses(front, page, 1, GUEST) == [404]
    assert asked(front, f"/t/{token}/seq", GUEST).status == 200


def test_a_valid_link_opens_from_an_address_that_has_to_wait(token: str, front: int) -> None:
    assert guesses(front, "", 61, "127.0.0.5")[-1] == 429
    for page in ("", "seq", "play"):
        assert asked(front, f"/t/{token}/{page}", "127.0.0.5").status == 200


def test_nobody_can_guess_in_anothers_name(front: int) -> None:
    assert guesses(front, "", 61, "127.0.0.6", X_Forwarded_For=GUEST)[-1] == 429
    assert guesses(front, "", 1, GUEST) == [404]


def test_links_to_hand_on_name_the_proxy_and_no_strangers_choice(token: str, front: int) -> None:
    lies = {"X_Forwarded_Host": "evil.example", "X_Forwarded_Prefix": "/evil"}
    page = asked(front, f"/t/{token}/people", **lies)
    assert "evil" not in page.text
    assert f":{front}/t/" in page.text


def test_without_a_trusted_proxy_nobody_is_believed(tmp_path: Path) -> None:
    with served(tmp_path, PUBLIC_URL="http://book.example") as server:
        codes = [
            asked(server.port, f"/t/1-{guess:024}/", X_Forwarded_For=f"192.0.2.{guess}").status
            for guess in range(61)
        ]
    assert codes == [404] * 60 + [429]


def test_a_file_of_some_mebibytes_gets_through(front: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", front, timeout=20)
    phone.request("POST", "/api/v1/files/check", b" " * 2_000_000)
    answer = phone.getresponse()
    assert answer.status == 400 and b"no file of Guildbook" in answer.read()
    phone.close()
