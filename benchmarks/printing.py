"""What a print costs, each time against a floor measured in the same run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

from flask import Flask, Response, send_from_directory
from pypdf import PdfReader

from benchmarks.timing import best
from companion import create_app
from companion.config import PROJECT
from companion.database import make_ready
from companion.games import games
from companion.printing import documents
from companion.printing.press import SECONDS, STUCK, Job, Renderer, cores
from companion.printing.sample_tables import Sample, sample_state
from companion.printing.samples import CODES
from companion.printing.typesetting import stylesheet
from companion.table import tables
from companion.table.journal import Draft
from tools import chromium

CHAPTERS, PAGES = 7, 10
ENTRIES = 1600
BURST = 8
REQUESTS, ROUNDS = 150, 4
TURNS = 3
PATIENCE = 120


def an_app(folder: Path) -> Flask:
    """The app on a database in ``folder``, with a plain way to send a file beside it."""
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    given = {"SQLALCHEMY_DATABASE_URI": url, "PRINTS": folder / "prints"}
    app = create_app({"SECRET_KEY": "bench", **given})

    def floor() -> Response:
        return send_from_directory(folder, "floor.pdf")

    app.add_url_rule("/floor.pdf", view_func=floor)
    return app


def opened(app: Flask) -> str:
    """A table with a few chapters told; its token."""
    state = sample_state(games()["newdale"], 4, CHAPTERS)
    start, *rest = [Draft(row.entry.action, row.entry.data) for row in state.log]
    with app.app_context():
        token = tables.open_table(state.game, "Thursday", start)
        found = tables.find(token)
        assert found is not None
        tables.append(found, rest)
    return token


@contextmanager
def served(folder: Path) -> Iterator[tuple[HTTPConnection, int]]:
    """A real server in a process of its own, and a connection to it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.printing", str(folder), str(port)]
    server = subprocess.Popen(command, cwd=PROJECT)
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        for _ in range(200):
            with suppress(OSError):
                connection.connect()
                break
            time.sleep(0.1)
        yield connection, server.pid
    finally:
        server.terminate()
        server.wait(20)


def serve(folder: Path, port: int) -> None:
    from waitress import serve as serving

    serving(an_app(folder), host="127.0.0.1", port=port, threads=4, _quiet=True)


COOKIES: dict[str, str] = {}
"""What a phone sends back once it has been here."""


def get(connection: HTTPConnection, path: str) -> int:
    connection.request("GET", path, headers=COOKIES)
    answer = connection.getresponse()
    answer.read()
    if cookie := answer.headers.get("Set-Cookie"):
        COOKIES["Cookie"] = cookie.partition(";")[0]
    return answer.status


def asked(
    connection: HTTPConnection, paths: list[str], until: Callable[[int], bool]
) -> list[float]:
    """What each of many requests took, asked one after the other for each page in turn."""
    found: list[float] = []
    while not until(len(found)):
        path = paths[len(found) % len(paths)]
        start = time.perf_counter()
        get(connection, path)
        found.append(time.perf_counter() - start)
        time.sleep(0.01)
    return found


def p95(found: list[float]) -> float:
    """The time within which 95 of 100 requests were answered."""
    return sorted(found)[int(len(found) * 0.95)]


def resident(process: int) -> float:
    """What a process holds in memory, in MB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def row(what: str, found: str, ratio: float, most: float) -> bool:
    good = ratio <= most
    print(f"{what:<52} {found:<34} {ratio:5.2f} (at most {most}) {'' if good else 'TOO SLOW'}")
    return good


def worked(renderer: Renderer, job: Job) -> float:
    """The processor time that a render process takes for a print, in seconds."""
    before = spent(renderer)
    renderer.print(job)
    return spent(renderer) - before


def spent(renderer: Renderer) -> float:
    if renderer.process is None:
        return 0.0
    fields = Path(f"/proc/{renderer.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rendering(folder: Path) -> bool:
    """A render against a browser that prints the same page from a cold start.

    In turns and at the same priority, so that what else the machine does bears on both.
    """
    state = sample_state(games()["newdale"], 4, CHAPTERS)
    with an_app(folder).app_context():
        html = documents.log("Thursday", state, journal=False).html("a4")
    job = Job("log", html, stylesheet("a4"), folder / "log.pdf")
    page = folder / "log.html"
    page.write_text(html.replace("</head>", f"<style>{stylesheet('a4')}</style></head>"), "utf-8")
    browser = chromium.found()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={folder}/chromium.pdf"]
    cold, warm, floor = list[float](), list[float](), list[float]()
    for _ in range(TURNS):
        renderer = Renderer()
        cold.append(best(partial(renderer.print, job), 1))
        warm.append(best(partial(renderer.print, job), 1))
        renderer.close()
        if browser:
            command = ["nice", "-n", "19", browser, *flags, page.as_uri()]
            run = partial(subprocess.run, command, check=True, capture_output=True)
            floor.append(best(run, 1))
    pages = len(PdfReader(job.target).pages)
    assert pages >= PAGES, pages
    if not browser:
        print(f"log of {pages} pages: {min(cold):.2f} s cold, {min(warm):.2f} s warm")
        print("SKIPPED: there is no Chromium here to compare it with")
        return True
    good = [
        row(
            f"log of {pages} pages, {what} / {Path(browser).name}",
            f"{min(found):.2f} s / {min(floor):.2f} s", min(found) / min(floor), most,
        )
        for what, found, most in (("warm", warm, 3.5), ("cold", cold, 6))
    ]  # fmt: skip
    return all(good)


def new_documents(folder: Path) -> bool:
    """Each of the others, warm, by the processor's time."""
    game = games()["newdale"]
    told, whole = sample_state(game, 4, CHAPTERS), sample_state(game, 4)
    situation = told.plays[-1].situation
    made = {
        "booklet": documents.booklet("Thursday", told),
        "poster": documents.wall_poster("Thursday", whole),
        "closing page": documents.closing_page("Thursday", whole),
        "player aid": documents.aid(game, situation),
        "score pad": documents.score_pad(game, 4, 4),
        "next time": documents.next_evening("Thursday", told),
        "join card": documents.join("Thursday", game, CODES, tent=True),
    }
    renderer, good = Renderer(), []
    app = an_app(folder)
    for name, document in made.items():
        assert document is not None, name
        with app.app_context():
            html = document.html("a4")
        css = stylesheet("a4", kind=document.kind)
        job = Job(name, html, css, folder / "new.pdf", folded=document.folded)
        renderer.print(job)
        first = job.target.read_bytes()
        taken = min(worked(renderer, job) for _ in range(2))
        assert job.target.read_bytes() == first, f"{name}: the same input, other bytes"
        good.append(row(f"{name}, warm, s / 3", f"{taken:.2f} s", taken / 3, 1))
    renderer.close()
    return all(good)


def long_story(folder: Path) -> bool:
    """Eleven chapters with everything that was entered, while both cores have other work."""
    state = sample_state(games()["ohmygoods"], 4)
    sample = Sample(state.game)
    sample.state = state
    while sample.state.seq < ENTRIES:
        sample.do("note", text="The evening goes on.")
    with an_app(folder).app_context():
        html = documents.log("Thursday", sample.state, journal=True).html("a4")
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores())]
    renderer = Renderer()
    try:
        start = time.perf_counter()
        renderer.print(Job("long", html, stylesheet("a4"), folder / "long.pdf"))
        taken = time.perf_counter() - start
    finally:
        renderer.close()
        for process in busy:
            process.kill()
    what = f"{len(state.plays)} chapters, {sample.state.seq} entries, busy cores: s / limit"
    return row(what, f"{taken:.1f} s", taken / (SECONDS * STUCK), 1)


def serving_it(folder: Path) -> bool:
    """Cached prints against plain files, and other pages while the press works."""
    app = an_app(folder)
    make_ready(app)
    token = opened(app)
    log = f"/t/{token}/print/log.pdf?journal=1"
    others = ["log.pdf", "booklet.pdf", "poster.pdf", "aid.pdf"]
    blank = ["aid.pdf", "score.pdf", "setup.pdf", "blank-log.pdf"]
    burst = [f"/t/{token}/print/{name}" for name in others]
    burst += [f"/print/newdale/{name}" for name in blank]
    assert len(burst) == BURST
    pages = [f"/t/{token}/{page}" for page in ("", "setup", "play", "score")]
    with served(folder) as (connection, server):
        asked(connection, pages, lambda count: count >= 20)
        before = resident(server)
        alone, busy = list[float](), list[float]()
        for turn in range(ROUNDS):  # in turns, so that a noisy machine bears on both
            alone += asked(connection, pages, lambda count: count >= REQUESTS)
            done = until_printed(connection, app, token, log, turn)
            for path in burst:
                get(connection, path)
            busy += asked(connection, pages, done)
        grown = resident(server) - before
        file = max((folder / "prints").rglob("*.pdf"), key=lambda path: path.stat().st_size)
        shutil.copy(file, folder / "floor.pdf")
        cached = best(lambda: get(connection, log), 60)
        plain = best(lambda: get(connection, "/floor.pdf"), 60)
    with app.app_context():
        table = tables.find(token)
        assert table is not None
        state = table.state
        drawn = best(lambda: documents.log("Thursday", state, journal=True).html("a4"), 10)
    size = file.stat().st_size // 1024
    good = [
        row(
            f"cached print / drawing it and a plain file ({size} kB)",
            f"{cached * 1000:.2f} ms / {(drawn + plain) * 1000:.2f} ms",
            cached / (drawn + plain),
            2,
        ),
        row(
            "other pages, p95, in a burst of prints / without",
            f"{p95(busy) * 1000:.1f} ms / {p95(alone) * 1000:.1f} ms",
            p95(busy) / p95(alone),
            2,
        ),
        row("memory the web process grew by, MB / 20", f"{grown:.1f} MB", grown / 20, 1),
    ]
    return all(good)


def until_printed(
    connection: HTTPConnection, app: Flask, token: str, path: str, turn: int
) -> Callable[[int], bool]:
    """Something new to print at ``path``, asked after now and then; true when it is there."""
    with app.app_context():
        found = tables.find(token)
        assert found is not None
        tables.append(found, [Draft("note", {"text": f"Round {turn}."})])
    end = time.monotonic() + PATIENCE

    def printed(count: int) -> bool:
        done = count % 25 == 0 and get(connection, path) == 200
        return done or time.monotonic() > end

    return printed


def main() -> int:
    if len(sys.argv) == 3:
        serve(Path(sys.argv[1]), int(sys.argv[2]))
        return 0
    print(f"{os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = [part(folder) for part in (rendering, new_documents, long_story, serving_it)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
