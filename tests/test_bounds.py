"""Benchmarks with bounds fail where one is exceeded, so that nobody has to read the figures."""

from __future__ import annotations

import pytest

from benchmarks import aids, rules
from companion.games import games


@pytest.fixture(autouse=True)
def _all_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work takes as long as its floor, without being done."""
    for benchmark in (aids, rules):
        monkeypatch.setattr(benchmark, "best", lambda *_: 1.0)


@pytest.mark.parametrize(("bound", "code"), [(0.5, 1), (1, 0)])
def test_the_aids_fail_beyond_their_bound(
    monkeypatch: pytest.MonkeyPatch, bound: float, code: int
) -> None:
    question = next(aids.questions())
    monkeypatch.setattr(aids, "questions", lambda: [question])
    monkeypatch.setattr(aids, "BOUND", bound)
    assert aids.main() == code


@pytest.mark.parametrize(("replay", "growth", "code"), [(0.5, 1, 1), (1, 0.5, 1), (1, 1, 0)])
def test_the_rules_fail_beyond_either_bound(
    monkeypatch: pytest.MonkeyPatch, replay: float, growth: float, code: int
) -> None:
    evening = rules.evenings(games()["newdale"], 1)
    monkeypatch.setattr(rules, "evenings", lambda game, number: evening)
    monkeypatch.setattr(rules, "REPLAY", replay)
    monkeypatch.setattr(rules, "GROWTH", growth)
    assert rules.main() == code
