"""Whether the tools of every phase fit a phone, measured where there is a browser to do it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from companion.printing import sample_tables
from companion.printing.sample_tables import Sample
from companion.rules.data.files import file_with
from companion.rules.game import Chapter, Game
from companion.rules.parts.clock import OVER, Pace
from companion.table import tables
from companion.table.journal import Draft
from companion.workshop.check import checking_app, stands_for_all

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTH, HEIGHT = 390, 844
ROUNDS = 30  # nobody measures for longer; a phase that begins later is seldom
# How far the tool reaches below the top of the dock, and how much wider the page is than the phone.
MEASURED = """() => {
  const low = Math.max(0, ...[...document.querySelectorAll(".stack > .tool")]
    .map(one => one.getBoundingClientRect().bottom + scrollY));
  const room = innerHeight - document.querySelector(".foot").offsetHeight;
  return [low - room, document.documentElement.scrollWidth - innerWidth];
}"""


def fit_faults(game: Game, folder: Path) -> Iterator[str]:
    """What does not fit; nothing is said where no browser is there."""
    with _phone() as page, checking_app() as app:
        if page is None:
            return
        with _served(app) as address:
            for chapter in (one for one in game.chapters if stands_for_all(game, one)):
                for said in _phases(app, address, page, game, chapter):
                    yield f"{file_with(folder, 'clock')}: {said}"


@contextmanager
def _phone() -> Iterator[Page | None]:
    """A phone's browser; None where there is none to drive."""
    try:
        from playwright.sync_api import sync_playwright

        from tools import chromium
    except ImportError:
        yield None
        return
    if (file := chromium.found()) is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=file, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        browser.close()


class Quiet(WSGIRequestHandler):
    """Says nothing of what it is asked for."""

    def log_request(self, *_: object) -> None:
        pass


@contextmanager
def _served(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _phases(app: Flask, address: str, page: Page, game: Game, chapter: Chapter) -> Iterator[str]:
    """Every phase of a chapter at its largest table, as it begins."""
    sample, players = Sample(game), (chapter.players or game.players)[1]
    sample.open(chapter.key, sample_tables.names(players), story=False)
    sample.do("pace", value=Pace.PHASE.value)
    token, known, seen = "", 0, set[str]()
    while (moment := sample.play.moment) != OVER and moment.round <= ROUNDS:
        if moment.phase not in seen:
            seen.add(moment.phase)
            token = _told(app, sample, token, known)
            known = len(sample.state.log)
            page.goto(f"{address}/t/{token}/play")
            tool, wide = page.evaluate(MEASURED)
            at = f"phase {moment.phase}: on a phone of {WIDTH} × {HEIGHT}"
            where = f"({chapter.key} with {players})"
            if tool > 1:
                yield f"{at} its tool reaches {tool:.0f} px below the dock {where}"
            if wide > 0:
                yield f"{at} the page is {wide} px too wide {where}"
        sample.do("advance", moment=moment.as_json())


def _told(app: Flask, sample: Sample, token: str, known: int) -> str:
    """The table of a sample as far as it has come; its link."""
    entries = [row.entry for row in sample.state.log][known:]
    drafts = [Draft(entry.action, entry.data, entry.play) for entry in entries]
    with app.app_context():
        if not token:
            token, drafts = tables.open_table(sample.state.game, "Check", drafts[0]), drafts[1:]
        found = tables.find(token)
        assert found is not None
        if drafts:
            tables.append(found, drafts)
    return token
