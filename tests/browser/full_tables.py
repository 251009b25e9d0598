"""Tables as full as they get, with long names, told in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.full_asks import TOLD as TOLD_FACTS

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
TOLD = ("setup", "play", "score?seat=1", "watch", "look-up?kind=all", "rulings", "sheet", "change")
DONE = ("", "result", "log", "next", "score?seat=1", "statistics", "people", "settings")
# Made of what other screens have, or looked at by axe at other tables.
PLAIN = ("sheet", "change", "statistics", "people", "settings")


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

    @property
    def plain(self) -> Sequence[str]:
        """Those that axe need not see here."""
        return (*PLAIN, "score?seat=1") if self.done else PLAIN

    def told(self) -> Sample:
        sample = Sample(games()[self.slug])
        sample.open(self.chapter, LONG[: self.players], self.story)
        sample.set_up()
        for _ in range(2):
            sample.moment()
        sample.tell()
        for fact, value in TOLD_FACTS.get(self.slug, {}).items():
            sample.do("record", fact=fact, value=value)
        if self.done:
            sample.score()
            sample.finish()
        return sample


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
