"""Every screen and document of a game, opened with the smallest and the largest table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from companion.games import python_fault
from companion.printing import documents, sample_tables
from companion.printing.documents import Document
from companion.printing.sample_tables import Sample
from companion.rules.data.files import file_with
from companion.rules.game import Chapter, Game
from companion.rules.issues import errors
from companion.rules.journal.log import Entry
from companion.rules.situation import fitting
from companion.table import tables
from companion.table.journal import Draft
from companion.table.store import db

FINE = (200, 302, 303)


def screen_faults(game: Game, folder: Path) -> Iterator[str]:
    """What cannot be shown or printed; empty when all of it can."""
    with _app() as app:
        for chapter in game.chapters:
            low, high = chapter.players or game.players
            for players in sorted({low, high}):
                yield from _evening(app, game, folder, chapter, players)


@contextmanager
def _app() -> Iterator[Flask]:
    """An app on an empty database of its own, which is gone afterwards."""
    from companion import create_app
    from companion.database import make_ready

    with TemporaryDirectory() as place:
        url = f"sqlite:///{place}/check.sqlite3"
        app = create_app(
            {"SQLALCHEMY_DATABASE_URI": url, "SECRET_KEY": "check", "PRINTS": Path(place)}
        )
        app.config["PROPAGATE_EXCEPTIONS"] = True  # so that a fault is told by its line
        make_ready(app)
        yield app
        with app.app_context():
            db.engine.dispose()


def _evening(app: Flask, game: Game, folder: Path, chapter: Chapter, players: int) -> Iterator[str]:
    """One evening, looked at before it is played, in its midst and when it is scored."""
    where = f"{chapter.key} with {players}"
    sample = Sample(game)
    story = chapter.story and chapter.key == game.graph.first
    try:
        sample.open(chapter.key, sample_tables.names(players), story)
        if sample.state.play is None:
            yield f"game.toml: no table of {where} can be opened"
            return
        started = len(sample.state.log)
        sample.set_up()
        sample.moment()
        for aid in fitting(game.aids, sample.play.situation):
            aid.known(sample.play, 0)
        midst = len(sample.state.log)
        sample.play_on()
        sample.tell()
        sample.score()
        sample.finish()
        if not sample.play.finished:
            wrong = errors(sample.play.checked_sheet[1])
            said = wrong[0].message if wrong else "nothing says why"
            file = file_with(folder, "sheet")
            yield f"{file}: no likely score of {where} can be finished: {said}"
        if story or not chapter.story:  # the chapters of a story are shown alike
            marks = (started, midst, len(sample.state.log))
            yield from _looked_at(app, game, [row.entry for row in sample.state.log], marks, where)
        with app.test_request_context():
            for document in _documents(game, chapter, sample, players):
                document.html("a4")
    except Exception as error:  # a game's own Python and sentences can go wrong in any way
        yield f"{python_fault(folder, error)} ({where})"


def _looked_at(
    app: Flask, game: Game, entries: list[Entry], marks: tuple[int, ...], where: str
) -> Iterator[str]:
    start, *rest = [Draft(entry.action, entry.data, entry.play) for entry in entries]
    with app.app_context():
        token = tables.open_table(game, "Check", start)
    done = 1
    for mark in marks:
        with app.app_context():
            found = tables.find(token)
            assert found is not None
            if rest[done - 1 : mark - 1]:
                tables.append(found, rest[done - 1 : mark - 1])
        done = mark
        for page in _pages(app, game, token):
            status = app.test_client().get(page).status_code
            if status not in FINE:
                short = page.replace(token, "…")
                yield f"game.toml: the page {short} cannot be shown ({where}, status {status})"


def _pages(app: Flask, game: Game, token: str) -> list[str]:
    rules = app.url_map.iter_rules()
    mine = (rule for rule in rules if rule.arguments == {"token"} and "GET" in (rule.methods or ()))
    own = (r.rule.replace("<token>", token) for r in mine if r.rule.startswith("/t/"))
    return [
        *sorted(p for p in own if "pdf" not in p),
        f"/new/{game.slug}",
        f"/api/v1/games/{game.slug}",
        "/",
    ]


def _documents(game: Game, chapter: Chapter, sample: Sample, players: int) -> Iterator[Document]:
    here: Any = game.situation(chapter.key, players, {})[0]
    yield documents.setup("", game, here)
    yield documents.score_blank("", game, here, None)
    yield documents.log("Check", sample.state, journal=True)
    yield documents.score_of("Check", sample.state, sample.play)
    yield documents.blank_book(game, players, {chapter.key}, shown=True)
    for key in game.graph.after(chapter.key):
        yield documents.changeover("", game, here, game.situation(key, players, {})[0])
