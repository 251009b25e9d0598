"""A tool is a class and a template: the layout, Next and the page take a new one as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.rules.journal.play import Play
from companion.show.play import screen
from companion.show.play.layout import lay_out, tools_of
from companion.show.play.screen import NextLook, play_page
from companion.show.play.tools import Tool
from tests.journal import Journal
from tests.web.test_play import opened, shown

TEMPLATE = """
{% if mode == "tool" %}<section id="timer"><h2>{{ tool.label }}</h2></section>
{% elif mode == "figures" %}<b>{{ tool.minutes }}</b>
{% else %}<p>{{ tool.label }}: {{ tool.now }}</p>{% endif %}
"""


@dataclass(frozen=True, slots=True)
class Timer(Tool):
    """An hourglass for the phase."""

    minutes: int
    key: str = "timer"
    label: str = "Hourglass"
    template: str = "table/play/_timer.html"

    @property
    def now(self) -> str:
        return f"{self.minutes} minutes"

    @property
    def waits(self) -> str:
        return "the hourglass still runs"


def with_timer(play: Play, given: Iterable[Tool], *more: Any) -> Mapping[str, Tool]:
    return tools_of(play, [*given, Timer(3)], *more)


def test_a_phase_that_names_it_has_it_for_a_tool_and_others_fold_it_away() -> None:
    table = Journal("newdale")
    clock = table.game.clock
    first = replace(clock.phases[0], shows=("timer",), deck="")
    table.game = replace(table.game, clock=replace(clock, phases=(first, *clock.phases[1:])))
    table.state = table.state.but(game=table.game)
    table.start("I", players=2)
    layout = lay_out(table.play, with_timer(table.play, [], {}))
    assert [tool.key for tool in layout.tool] == ["timer"]
    table.must("advance", moment=[1, "event", None])
    layout = lay_out(table.play, with_timer(table.play, [], {}))
    assert "timer" in [tool.key for tool in layout.rest]


@pytest.fixture
def timed(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr(screen, "tools_of", with_timer)
    own = DictLoader({"table/play/_timer.html": TEMPLATE})
    own_app.jinja_env.loader = ChoiceLoader([own, own_app.jinja_env.loader or own])
    return own_app


def test_the_page_draws_it_where_the_layout_puts_it(timed: Flask) -> None:
    evening = opened(timed, "newdale", "IIIa")
    assert "Hourglass" in shown(evening) and "Hourglass: 3 minutes" in shown(evening)


def test_next_says_what_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "tools_of", with_timer)
    monkeypatch.setattr(screen, "of_phase", lambda play, tools: (tools["timer"],))
    table = Journal("tybor")
    table.start("I", players=3)
    found = play_page(table.state, table.play).next
    assert (found.look, found.small) == (NextLook.OPEN, "The hourglass still runs, then")
