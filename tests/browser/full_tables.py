"""Tables as full as they get, with long names, written straight into a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.printing.sample_tables import Sample
from companion.rules.log import Entry
from companion.table import tables
from companion.table.journal import Draft
from companion.table.store import db

# Twenty-four letters each, without a place to break.
LONG = (
    "Maximilianefriederikeann",
    "Dominiquebartholomaeusel",
    "Wilhelminachristophoruss",
    "Konstantinalexandrowitsc",
    "Annemariemargaretheelisa",
    "Ferdinandmaximilianjosef",
    "Guinevereclementinamaude",
    "Hieronymusbenediktustheo",
)
TOLD = ("setup", "score?seat=1", "watch", "look-up", "change", "rulings")
DONE = ("", "result", "score?seat=1", "log", "next", "statistics", "people", "settings")


@dataclass(frozen=True, slots=True)
class FullTable:
    """A table to look at, and which of its screens."""

    name: str
    slug: str
    chapter: str
    players: int
    done: bool
    story: bool = False

    @property
    def screens(self) -> Sequence[str]:
        return DONE if self.done else TOLD

    def told(self) -> list[Entry]:
        sample = Sample(games()[self.slug])
        sample.open(self.chapter, LONG[: self.players], self.story)
        sample.set_up()
        for _ in range(2):
            sample.moment()
        sample.tell()
        if self.done:
            sample.score()
            sample.do("finish")
        return [row.entry for row in sample.state.log]


FULL = (
    FullTable("newdale-begun", "newdale", "VIII", 4, done=False),
    FullTable("newdale-done", "newdale", "I", 4, done=True, story=True),
    FullTable("ohmygoods-begun", "ohmygoods", "base", 4, done=False),
    FullTable("ohmygoods-done", "ohmygoods", "I", 4, done=True, story=True),
    FullTable("tybor-begun", "tybor", "I", 8, done=False, story=True),
    FullTable("tybor-done", "tybor", "I", 8, done=True, story=True),
    FullTable("merchants-begun", "merchants", "base", 4, done=False),
    FullTable("merchants-done", "merchants", "base", 4, done=True),
)


def laid(folder: Path) -> dict[str, str]:
    """The tokens of all of these tables, in a database that a server can open afterwards."""
    url = f"sqlite:///{folder / 'browser.sqlite3'}"
    app = create_app({"SECRET_KEY": "browser", "SQLALCHEMY_DATABASE_URI": url})
    make_ready(app)
    with app.app_context():
        tokens = {table.name: _opened(table) for table in FULL}
        db.engine.dispose()
    return tokens


def _opened(table: FullTable) -> str:
    start, *rest = [Draft(entry.action, entry.data, entry.play) for entry in table.told()]
    token = tables.open_table(games()[table.slug], "An evening among old friends", start)
    found = tables.find(token)
    assert found is not None
    tables.append(found, rest)
    return token
