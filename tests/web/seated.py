"""What every table of the web tests has: an app, a token, a state, and entries made directly."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.rules.play import Play
from companion.rules.state import State
from companion.table import tables
from companion.table.journal import Draft


class Seated:
    """A table found by its token, as the journal has it now."""

    app: Flask
    token: str

    @property
    def state(self) -> State:
        with self.app.app_context():
            found = tables.find(self.token)
        assert found is not None
        return found.state

    @property
    def play(self) -> Play:
        assert self.state.play is not None
        return self.state.play

    def do(self, kind: str, play: int | None = None, **data: Any) -> None:
        with self.app.app_context():
            found = tables.find(self.token)
            assert found is not None
            tables.append(found, [Draft(kind, data, play)])
