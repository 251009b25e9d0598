"""The door from outside: a copy of the project is started as a person would start it.

Their folder has spaces and letters beyond ASCII, their machine another clock and language.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.config import PROJECT

pytestmark = pytest.mark.slow

PARTS = ("app.py", "bootstrap.py", "companion", "migrations", "templates", "static")
PATIENCE = 120  # seconds; on a busy machine a start takes its time
ELSEWHERE = {"TZ": "America/St_Johns", "LC_ALL": "C"}
SETTINGS = ("HOST", "PORT", "DATABASE_URL", "SECRET_KEY")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project without an environment or an instance folder."""
    folder = tmp_path / "Würfel und Karten"
    folder.mkdir()
    for part in [PROJECT / name for name in PARTS] + list(PROJECT.glob("requirements*.txt")):
        if part.is_dir():
            shutil.copytree(part, folder / part.name)
        else:
            shutil.copy(part, folder)
    return folder


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(**settings: object) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | ELSEWHERE | {name: str(value) for name, value in settings.items()}


def door(clone: Path, *args: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Start the door and wait until it ends by itself."""
    return subprocess.run(
        [sys.executable, "app.py", *args],
        cwd=clone,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def refusal(clone: Path, **settings: object) -> str:
    """The one sentence with which the door refuses to serve."""
    ended = door(clone, **settings)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stdout + ended.stderr
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def heeding_ctrl_c() -> None:
    """A shell that runs the tests in the background lets nothing hear of it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def server(clone: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "app.py"],
        cwd=clone,
        env=environment(PORT=port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=heeding_ctrl_c,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def first_words(server: subprocess.Popen[str]) -> list[str]:
    """What the server says until it is open."""
    assert server.stdout is not None
    lines = []
    for line in server.stdout:
        lines.append(line.rstrip())
        if "Ctrl-C" in line:
            break
    return lines


def test_start_migration_requests_and_stop_are_told_as_lines(clone: Path, port: int) -> None:
    with subprocess.Popen(
        [sys.executable, "app.py"],
        cwd=clone,
        env=environment(PORT=port, LOG_LEVEL="info"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        first_words(process)
        with urlopen(f"http://localhost:{port}/about", timeout=PATIENCE) as page:
            page.read()
        process.terminate()
        told = [json.loads(line) for line in process.communicate(timeout=PATIENCE)[1].splitlines()]
    said = [line.get("said") or line["route"] for line in told]
    assert said[0].startswith("The database went from version None to ")
    assert said[1:] == [
        f"Guildbook serves on 0.0.0.0 port {port}", "/about", "Guildbook has stopped",
    ]  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_says_where_and_ends_cleanly(
    server: subprocess.Popen[str], clone: Path, port: int, number: signal.Signals
) -> None:
    assert f"Guildbook is open at http://localhost:{port}" in first_words(server)
    with urlopen(f"http://localhost:{port}/", timeout=PATIENCE) as page:
        assert b"Guildbook" in page.read()
    server.send_signal(number)
    assert server.wait(timeout=PATIENCE) == 0
    assert server.stdout is not None
    assert "Traceback" not in server.stdout.read()
    assert (clone / "instance/guildbook.sqlite3").exists()
    assert not (clone / ".venv").exists()


def test_a_taken_port_is_a_sentence(clone: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is in use" in refusal(clone, PORT=port)


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "80.5", "٣٣"])
def test_a_port_that_is_none_is_a_sentence(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands.server import wanted_port
    from companion.config import CannotStart

    monkeypatch.setenv("PORT", port)
    with pytest.raises(CannotStart, match=f"not {re.escape(repr(port))}"):
        wanted_port()


def test_a_file_in_the_way_of_the_folder_is_a_sentence(clone: Path) -> None:
    (clone / "instance").write_text("in the way")
    assert "instance" in refusal(clone)
    assert "instance" in refusal(clone, SECRET_KEY="given")


def test_a_newer_database_is_a_sentence(clone: Path) -> None:
    (clone / "instance").mkdir()
    file = clone / "instance/guildbook.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    assert "newer version (9999)" in refusal(clone)


def test_a_file_that_is_no_database_is_a_sentence(clone: Path) -> None:
    (clone / "book.db").write_text("Dear diary, " * 100)
    assert "not a database" in refusal(clone, DATABASE_URL=f"sqlite:///{clone}/book.db")


def test_a_senseless_database_address_is_a_sentence(clone: Path) -> None:
    assert "DATABASE_URL" in refusal(clone, DATABASE_URL="somewhere")


def test_importing_the_app_is_quiet_and_light(clone: Path) -> None:
    script = "import sys, app; print(app.app.name, *{'bootstrap', 'alembic'} & set(sys.modules))"
    command = [sys.executable, "-c", script]
    for modules in (["companion", "alembic"], ["companion"]):
        done = subprocess.run(
            command, cwd=clone, env=environment(), capture_output=True, text=True, check=True
        )
        assert (done.stdout.split(), done.stderr) == (modules, "")


def test_several_workers_may_start_at_once_on_nothing(clone: Path) -> None:
    command = [sys.executable, "-c", "import app; print(app.app.secret_key)"]
    workers = [
        subprocess.Popen(command, cwd=clone, env=environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    try:
        secrets = {worker.communicate(timeout=PATIENCE)[0] for worker in workers}
    finally:
        for worker in workers:
            worker.kill()
    assert [worker.returncode for worker in workers] == [0, 0, 0, 0]
    assert len(secrets) == 1


def test_help_lists_every_command(clone: Path) -> None:
    ended = door(clone, "--help")
    assert ended.returncode == 0
    for command in ("serve", "test", "check", "bench", "games", "score", "db"):
        assert f"\n  {command}" in ended.stdout


def test_an_unknown_command_is_answered_with_the_help(clone: Path) -> None:
    ended = door(clone, "sevre")
    assert ended.returncode == 2
    assert "There is no command 'sevre'" in ended.stderr


def test_database_commands_reach_flask(clone: Path) -> None:
    assert door(clone, "db", "upgrade").returncode == 0
    assert "(head)" in door(clone, "db", "current").stdout
