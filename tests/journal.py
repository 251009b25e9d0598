"""Journals for tests: entries numbered as they come, checked as the app would check them."""

from __future__ import annotations

from typing import Any

from companion.games import games
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry
from companion.rules.journal.play import Play
from companion.rules.journal.replay import judge
from companion.rules.journal.state import State
from companion.rules.scoring.origin import unconfirmed

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hal")


class Journal:
    """A table in memory."""

    def __init__(self, slug: str = "newdale") -> None:
        self.game: Game = games()[slug]
        self.state = State(self.game)
        self.entries: list[Entry] = []

    def do(self, kind: str, play: int | None = None, **data: Any) -> list[Issue]:
        """Add an entry if the rules allow it; what they say if not."""
        entry = Entry(len(self.entries) + 1, kind, data, play)
        self.state, found = judge(self.state, entry)
        if not found:
            self.entries.append(self.state.log[-1].entry)
        return found

    def confirm(self, *seats: int) -> None:
        """Everything from play is right, for these seats or all of them."""
        for seat in seats or self.play.sitting:
            for key in unconfirmed(self.play, seat):
                self.fill(seat, **{key: self.play.filled_in[seat][key]})

    def must(self, kind: str, play: int | None = None, **data: Any) -> None:
        """Add an entry; a finish says as people do that what nobody has touched is 0."""
        if kind == "finish" and not data:
            data = {"zeros": [*self.state.plays[-1 if play is None else play].untouched]}
        assert self.do(kind, play, **data) == [], (kind, data)

    def start(self, chapter: str, players: int = 3, **more: Any) -> None:
        seats = [{"name": name} for name in NAMES[:players]]
        self.must("start", chapter=chapter, seats=seats, **more)

    def fill(self, seat: int, **values: Any) -> None:
        for field, value in values.items():
            self.must("fill", seat=seat, field=field, value=value)

    @property
    def play(self) -> Play:
        assert self.state.play is not None
        return self.state.play


class Host:
    """Somebody with the host's link, on a phone of nobody's."""

    person = bound = None
    watching, hosting = False, True

    def seat(self, play: Play) -> int | None:
        return None

    def may(self, action: str) -> bool:
        return True

    def may_enter(self, play: Play, seat: int | None) -> bool:
        return True


HOST = Host()


def codes(found: list[Issue]) -> list[str]:
    return [issue.code for issue in found]
