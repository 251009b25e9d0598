"""All there is to tick before a game begins: what the chapter before leaves, then the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..game import Game
from ..situation import STORY, Settings, Situation
from .campaign import Changeover
from .setup import step_keys


@dataclass(frozen=True)
class ToTick:
    """The steps of one play: their keys when one is ticked, their sentences when they are said."""

    game: Game
    situation: Situation
    before: Situation | None = None  # of the story's chapter before, whose things leave the table
    shuffled: frozenset[str] = frozenset()  # decks that nobody has to build

    @cached_property
    def steps(self) -> frozenset[str]:
        """The keys of the set-up."""
        decks = [d for d in self.game.decks(self.situation) if d.key not in self.shuffled]
        return frozenset(step_keys(self.game.steps, self.situation, decks))

    @cached_property
    def keys(self) -> frozenset[str]:
        cleared = self._changeover.cleared() if self._changeover else ()
        return self.steps.union(self._between, (change.key for change in cleared))

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Every step in the words of the game."""
        steps = self.game.checklist(self.situation)
        cleared = self._changeover.sentences() if self._changeover else {}
        return {s.key: s.text for s in steps if s.key in self.steps} | self._between | cleared

    @cached_property
    def then(self) -> Then:
        """What a log has to keep of it, should the play have other steps later."""
        usual = _usual(self.game)
        before = _told(self.before, usual) if self.before else None
        return Then(_told(self.situation, usual), before)

    @property
    def _between(self) -> dict[str, str]:
        rows = self.game.graph.between if self.before else ()
        return {f"over-{row.key}": row.said(self.situation) for row in rows}

    @cached_property
    def _changeover(self) -> Changeover | None:
        return self.game.changeover(self.before, self.situation) if self.before else None


Told = tuple[str, int, int, tuple[tuple[str, Any], ...]]
"""A situation in few bytes: chapter, players, who begins, and what is settled in another way than
usual. A long log keeps hundreds of them."""


@dataclass(frozen=True, slots=True)
class Then:
    """The circumstances in which a step was ticked."""

    situation: Told
    before: Told | None

    @property
    def chapter(self) -> str:
        return self.situation[0]

    def texts(self, game: Game) -> Mapping[str, str]:
        """The steps there were, in the words of ``game``."""
        usual = _usual(game)
        before = _situation(self.before, usual) if self.before else None
        return ToTick(game, _situation(self.situation, usual), before).texts


def _usual(game: Game) -> Settings:
    return {setting.key: setting.default for setting in game.settings()} | {STORY: False}


def _told(situation: Situation, usual: Settings) -> Told:
    settled = situation.settings.items()
    own = tuple((key, value) for key, value in settled if key not in usual or value != usual[key])
    return situation.chapter, situation.players, situation.first, own


def _situation(told: Told, usual: Settings) -> Situation:
    chapter, players, first, own = told
    return Situation(chapter, players, {**usual, **dict(own)}, first)
