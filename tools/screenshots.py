"""The README's pictures: a sample evening on a phone, photographed in a real browser."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.serving import make_server

from companion import create_app
from companion.config import PROJECT
from companion.database import make_ready
from companion.games import games
from companion.printing.sample_tables import NAMES, Sample
from companion.rules.game import Game
from companion.table import tables
from companion.table.journal import Draft
from tools import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = PROJECT / "docs" / "pictures"
SCREEN = {"width": 390, "height": 780}
SHARPNESS = 1.5  # pixels of the picture for one of the phone
QUALITY = 72
SEED = 8  # an evening with nothing odd in it
OURS, *OTHERS = ("Thursday evening", "At Fay’s", "The long story", "Quick round")


class Evening:
    """A table that follows a sample: what the sample plays is entered at the table."""

    def __init__(self, app: Flask, game: Game, name: str) -> None:
        self.app, self.sample, self.entered = app, Sample(game, SEED), 1
        self.sample.open(game.graph.first, NAMES[:4], story=True)
        with app.app_context():
            first = self.sample.state.log[0].entry
            self.token = tables.open_table(game, name, Draft("start", first.data))

    @property
    def address(self) -> str:
        return f"/t/{self.token}/"

    def enter(self) -> None:
        """Bring the table up to where the sample is."""
        rows = [row.entry for row in self.sample.state.log][self.entered :]
        with self.app.app_context():
            here = tables.find(self.token)
            assert here is not None
            tables.append(here, [Draft(entry.action, entry.data) for entry in rows])
        self.entered += len(rows)


def photograph(app: Flask, page: Page, folder: Path) -> Iterator[Path]:
    """Play, and take a picture wherever there is something to see."""
    shown, *others = games().values()
    for game, name in zip(others, OTHERS, strict=False):
        beside = Evening(app, game, name)
        beside.sample.set_up()
        beside.sample.moment()
        beside.enter()
        page.goto(beside.address)
    ours = Evening(app, shown, OURS)
    sample = ours.sample
    sample.play_on()
    sample.tell()
    sample.score()
    sample.do("finish")
    sample.open(sample.go_on() or "", NAMES[:4])
    begins = sample.state.corrected_first(sample.play)
    if begins is not None:
        sample.do("begin", seat=begins)
    for key in sorted(sample.play.texts, key=lambda key: key in sample.play.steps)[:7]:
        sample.do("tick", step=key)
    page.goto(ours.address)  # the first visit tells to keep the link
    yield from _pictures(ours, page, folder, {"setup": "setup"})
    sample.set_up()
    for _ in range(18):
        sample.moment()
    yield from _pictures(ours, page, folder, {"table": "", "play": "play", "shelf": "/"})
    sample.play_on()
    sample.tell()
    yield from _pictures(ours, page, folder, {"score": "score?seat=1"})  # what play has counted
    sample.score()
    sample.do("finish")
    yield from _pictures(ours, page, folder, {"result": "result"})


def _pictures(ours: Evening, page: Page, folder: Path, screens: dict[str, str]) -> Iterator[Path]:
    from PIL import Image

    ours.enter()
    for name, screen in screens.items():
        page.goto(screen if screen.startswith("/") else ours.address + screen)
        picture = folder / f"{name}.webp"
        Image.open(BytesIO(page.screenshot())).save(picture, quality=QUALITY, method=6)
        yield picture


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The app on a port of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def main(folder: Path = FOLDER) -> int:
    from playwright.sync_api import sync_playwright

    browser_file = chromium.found()
    if browser_file is None:
        print("Pictures need a browser; to add it: apt-get install chromium", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        url = f"sqlite:///{room}/evening.sqlite3"
        app = create_app({"SECRET_KEY": "pictures", "SQLALCHEMY_DATABASE_URI": url})
        make_ready(app)
        with served(app) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=browser_file, args=["--no-sandbox"]
            )
            page = browser.new_page(
                base_url=address,
                viewport=SCREEN,  # type: ignore[arg-type]
                device_scale_factor=SHARPNESS,
                color_scheme="light",
            )
            for picture in photograph(app, page, folder):
                print(f"{picture} ({picture.stat().st_size // 1024} kB)")
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
