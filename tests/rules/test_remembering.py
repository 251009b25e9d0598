"""What is worked out once and remembered: sheets by their play, judgements by their entry."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from flask import Flask

from companion.games import games
from companion.printing.sample_tables import sample_state
from companion.rules.actions.playing import Tick
from companion.rules.game import Game
from companion.rules.journal.replay import replay
from companion.rules.scoring.sheet import ScoreSheet
from companion.show.paper.log import campaign_log
from companion.show.result import outcome
from companion.table import tables
from companion.table.journal import Draft
from tests.journal import Journal

EMPTY = {"track": 0, "fists": 0, "coins": 0, "towns": 0, "buildings": 0}


def counted(patch: pytest.MonkeyPatch, owner: type, name: str) -> Counter[str]:
    """How often a method is called from now on."""
    calls, real = Counter[str](), getattr(owner, name)

    def call(*args: Any, **named: Any) -> Any:
        calls[name] += 1
        return real(*args, **named)

    patch.setattr(owner, name, call)
    return calls


def played(chapters: int) -> Journal:
    journal = Journal()
    for n in range(chapters):
        journal.start("I", 2)
        for seat in range(2):
            journal.fill(seat, **{**EMPTY, "track": n + seat})
        journal.must("finish")
    return journal


def test_a_copy_works_out_its_own_score() -> None:
    play = played(1).play
    assert play.outcome is not None and play.outcome.totals == (0, 1)
    better = play.but(entries=({**EMPTY, "track": 30}, EMPTY))
    assert better.outcome is not None and better.outcome.totals == (30, 0)
    assert better.scored is not play.scored and better.names == play.names
    assert play.but() == play and "checked_sheet" not in vars(play.but())


def test_a_copy_has_no_other_fields() -> None:
    with pytest.raises(AssertionError, match="checked_sheet"):
        played(1).play.but(checked_sheet=None)


def test_each_sheet_of_a_campaign_log_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(8).state
    reads = counted(monkeypatch, ScoreSheet, "read")
    assert len(campaign_log(state).chapters) == 8
    assert outcome(state.plays[0]) is not None
    assert reads.total() <= 8


def test_an_entry_is_judged_once_on_its_way_in(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    start = {"chapter": "I", "seats": [{"name": "Ada"}]}
    with app.app_context():
        here = tables.find(tables.open_table(games()["newdale"], "x", Draft("start", start)))
        assert here is not None
        judged = counted(monkeypatch, Tick, "issues")
        here = tables.append(here, [Draft("tick", {"step": "board"})])
        assert here.state.log[-1].entry.play == 0 and judged.total() == 1


@pytest.mark.parametrize("slug", ["newdale", "tybor"])
def test_a_journal_is_folded_without_a_sentence_of_its_set_up(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = sample_state(games()[slug], 3, chapters=3)
    assert sum(row.entry.action == "tick" for row in state.log) > 30
    spoken = counted(monkeypatch, Game, "checklist")
    again = replay(state.game, [row.entry for row in state.log])
    assert again == state and not spoken.total()
    assert all(play.texts.keys() == play.to_tick.keys for play in again.plays)
