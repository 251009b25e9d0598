"""Behind a real nginx or Caddy, set up as docs/hosting.md says."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from companion.config import PROJECT
from tests.serving import Server, asked, free_port, running, served

NGINX, CADDY = shutil.which("nginx"), shutil.which("caddy")
DOCUMENTED = (PROJECT / "docs/hosting.md").read_text("utf-8")
STRANGER, GUEST = "127.0.0.2", "127.0.0.3"  # Linux lets a client come from any of these
LINK = "1-AnyTokenOfThirtyLetters0000"
Proxied = Callable[[int, Path], AbstractContextManager[int]]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="clients come from several addresses"),
]
NO_NGINX = "nginx is not installed: apt-get install nginx-light"
needs_nginx = pytest.mark.skipif(not NGINX, reason=NO_NGINX)
needs_caddy = pytest.mark.skipif(not CADDY, reason="Caddy is not installed: apt-get install caddy")


def example(language: str) -> str:
    """The configuration as docs/hosting.md shows it."""
    found = re.search(rf"```{language}\n(.+?)```", DOCUMENTED, re.S)
    assert found
    return found[1]


@contextmanager
def nginx(app: int, folder: Path) -> Iterator[int]:
    """The port of an nginx before the app's; what it logs is in ``folder / "log"``."""
    assert NGINX
    port = free_port()
    inside = example("nginx").replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    temporary = "".join(
        f"{kind}_temp_path {folder / kind}; "
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder / 'pid'}; error_log stderr; events {{}}\n"
        f"http {{ access_log {folder / 'access'}; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port}; {inside} }} }}\n"
    )
    with running([NGINX, "-p", str(folder), "-c", str(config)], port, folder / "log"):
        yield port


@contextmanager
def caddy(app: int, folder: Path) -> Iterator[int]:
    """The same with Caddy, but for the certificate, which nobody would give it here."""
    assert CADDY
    port = free_port()
    inside = example("caddyfile").replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    inside = inside.replace("{\n", "{\n    admin off\n    auto_https off\n", 1)
    config = folder / "Caddyfile"
    config.write_text(inside.replace("book.example", f"http://:{port}"))
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(config)]
    with running(command, port, folder / "log"):
        yield port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served"), TRUST_PROXY="1") as found:
        yield found


@pytest.fixture(scope="module")
def front(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if not NGINX:
        pytest.skip(NO_NGINX)
    with nginx(server.port, tmp_path_factory.mktemp("nginx")) as port:
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
    log = tmp_path / "log"
    with served(tmp_path, log=log, PUBLIC_URL="http://book.example") as server:
        codes = [
            asked(server.port, f"/t/1-{guess:024}/", X_Forwarded_For=f"192.0.2.{guess}").status
            for guess in range(61)
        ]
    assert codes == [404] * 60 + [429]
    assert log.read_text().count("set TRUST_PROXY=1") == 1


def test_who_is_asked_directly_is_not_warned(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with served(tmp_path, log=log, PUBLIC_URL="http://book.example") as server:
        asked(server.port, "/")
    assert "Guildbook is open" in log.read_text()
    assert "TRUST_PROXY" not in log.read_text()


@pytest.mark.parametrize(
    "proxy",
    [pytest.param(nginx, marks=needs_nginx), pytest.param(caddy, marks=needs_caddy)],
)
def test_no_link_is_logged_while_the_app_is_down(proxy: Proxied, tmp_path: Path) -> None:
    with proxy(free_port(), tmp_path) as port:
        for page in (f"/t/{LINK}/play", f"/api/v1/tables/{LINK}", f"/move/{LINK}"):
            assert asked(port, page).status == 502
    logs = [file for name in ("log", "access") if (file := tmp_path / name).exists()]
    assert logs and not any(LINK in file.read_text() for file in logs)


@needs_caddy
def test_caddy_says_who_asks(server: Server, tmp_path: Path) -> None:
    with caddy(server.port, tmp_path) as port:
        assert guesses(port, "", 61, "127.0.0.7") == [404] * 60 + [429]
        assert guesses(port, "", 1, "127.0.0.8") == [404]


def test_a_file_of_some_mebibytes_gets_through(front: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", front, timeout=20)
    phone.request("POST", "/api/v1/files/check", b" " * 2_000_000)
    answer = phone.getresponse()
    assert (
        answer.status == 400
        and "isn’t a Guildbook file" in json.loads(answer.read())["error"]["message"]
    )
    phone.close()
