"""The press: prints once, never more than it can, and does not outlive its server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import PROJECT
from companion.printing.pdf import put
from companion.printing.press import EACH, Failed, Job, Missing, Press, Renderer, cores
from tests.serving import until

PAGE = '<!doctype html><html lang="en"><title>A page</title><p>Words.</p></html>'
LONG = PAGE.replace("<p>Words.</p>", "<table><tr><td>1<td>2</table>" * 20_000)


def job(folder: Path, key: str = "a") -> Job:
    return Job(key, PAGE, "p { color: #000 }", folder / f"{key}.pdf")


class Slow:
    """Stands in for printing: counts how many run at once, and waits to be let go."""

    def __init__(self) -> None:
        self.go, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = 0
        self.done: list[str] = []

    def __call__(self, renderer: Renderer, job: Job) -> None:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.go.wait(20)
        with self.lock:
            self.now -= 1
            self.done.append(job.key)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    found = Slow()
    monkeypatch.setattr(Renderer, "print", lambda self, job: found(self, job))
    yield found
    found.go.set()


def test_a_full_queue_says_no_and_orders_are_never_taken_twice(slow: Slow, tmp_path: Path) -> None:
    press = Press(renderers=1, waiting=2)
    assert press.order(job(tmp_path, "a"))
    assert until(lambda: slow.now == 1)
    assert all(press.order(job(tmp_path, key)) for key in "abbc")
    assert not press.order(job(tmp_path, "d"))
    assert [press.place(key) for key in "abcd"] == [0, 1, 2, None]
    slow.go.set()
    assert until(lambda: press.place("c") is None)
    assert slow.done == ["a", "b", "c"]


def taken(press: Press, order: str) -> str:
    """Order jobs, each a letter of its owner, guests in small ones; those that were taken in."""
    jobs = [Job(f"{n}{who}", "", "", Path(), who, who.islower()) for n, who in enumerate(order)]
    return "".join(job.owner for job in jobs if press.order(job))


def test_prints_are_made_in_the_order_they_were_asked_for(slow: Slow) -> None:
    press = Press(renderers=1)
    assert taken(press, "AABAC") == "AABAC"
    assert [press.place(key) for key in ("0A", "1A", "2B", "3A", "4C")] == [0, 1, 2, 3, 4]
    slow.go.set()
    assert until(lambda: slow.done == ["0A", "1A", "2B", "3A", "4C"])


def test_nobody_takes_all_the_places_and_guests_leave_half_for_tables(slow: Slow) -> None:
    press = Press(renderers=1, waiting=8)
    assert press.order(Job("first", "", "", Path())) and until(lambda: slow.now == 1)
    assert taken(press, "abcdefgh") == "abcd"
    assert taken(press, "A" * 20) == "A" * EACH
    slow.go.set()
    assert until(lambda: len(slow.done) == 1 + 4 + EACH)


def test_two_prints_or_one_for_each_core_are_made_at_once(slow: Slow, tmp_path: Path) -> None:
    press = Press(waiting=50)
    for key in map(str, range(press.renderers + 6)):
        press.order(replace(job(tmp_path, key), owner=key))
    assert until(lambda: slow.now == press.renderers)
    time.sleep(0.1)
    assert slow.most == press.renderers == max(2, cores())


def test_a_failure_is_told_once_and_then_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(self: Renderer, job: Job) -> None:
        raise Failed("It took too long.")

    monkeypatch.setattr(Renderer, "print", fails)
    press = Press(renderers=1)
    press.order(job(tmp_path))
    assert until(lambda: press.place("a") is None)
    assert press.failure("a") == "It took too long."
    assert press.failure("a") is None


def test_a_system_without_pango_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def lacks(self: Renderer, job: Job) -> None:
        raise Missing

    monkeypatch.setattr(Renderer, "print", lacks)
    press = Press(renderers=1)
    press.order(job(tmp_path))
    assert until(lambda: press.missing)


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    put(tmp_path / "a.pdf", b"first")
    put(tmp_path / "a.pdf", b"second")
    assert (tmp_path / "a.pdf").read_bytes() == b"second"
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_a_render_process_starts_without_the_app() -> None:
    code = "import companion.printing.pdf, sys; print({'flask', 'sqlalchemy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.slow
def test_a_print_comes_out_of_a_process_of_its_own(
    pango: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept, used = threading.Event(), []
    prints = Renderer.print

    def noted(self: Renderer, job: Job) -> None:
        prints(self, job)
        if job.target.parent == tmp_path:  # presses of other tests may still be at it
            used.append(self.process)

    monkeypatch.setattr(Renderer, "print", noted)
    press = Press(renderers=1, swept=swept.set)
    press.order(job(tmp_path))
    assert until(lambda: (tmp_path / "a.pdf").exists() and swept.is_set())
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    (process,) = used
    assert process and process.pid != os.getpid() and process.poll() is None
    press.close()
    assert process.poll() is not None


@pytest.mark.slow
def test_what_takes_too_long_is_stopped(pango: None, tmp_path: Path) -> None:
    renderer = Renderer(seconds=1)
    with pytest.raises(Failed, match="too long"):
        renderer.print(Job("long", LONG, "", tmp_path / "long.pdf"))
    assert renderer.process is None


@pytest.mark.slow
def test_only_its_own_processor_time_counts_against_a_print(pango: None, tmp_path: Path) -> None:
    renderer = Renderer(seconds=2)
    renderer.print(job(tmp_path))  # starts the process
    assert renderer.process
    stopped = threading.Timer(0.1, renderer.process.send_signal, (signal.SIGSTOP,))
    goes_on = threading.Timer(4, renderer.process.send_signal, (signal.SIGCONT,))
    stopped.start(), goes_on.start()
    time.sleep(0.3)
    renderer.print(job(tmp_path, "late"))
    assert (tmp_path / "late.pdf").exists()
    renderer.close()


@pytest.mark.slow
def test_the_render_process_ends_with_the_server_even_in_the_middle_of_a_print(
    pango: None,
) -> None:
    command = [sys.executable, "-m", "companion.printing.pdf"]
    process = subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout
    assert "ready" in process.stdout.readline()
    order = {"html": LONG, "css": "", "target": os.devnull, "seconds": 60, "folded": False}
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.close()
    assert process.wait(20) is not None
    process.stdout.close()


@pytest.mark.slow
def test_a_print_cannot_take_all_the_memory_there_is(pango: None) -> None:
    code = "from companion.printing.pdf import limit; limit(); bytearray(4 * 1024**3)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True)
    assert "MemoryError" in done.stderr
