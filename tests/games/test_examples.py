"""Every worked example of every game, replayed through the rules."""

from __future__ import annotations

import pytest

from tests.examples import Example, all_examples


@pytest.mark.parametrize("example", all_examples(), ids=lambda example: example.name)
def test_the_rules_agree_with_the_example(example: Example) -> None:
    assert example.mismatches() == []


def test_an_example_can_fail() -> None:
    example = next(e for e in all_examples() if e.kind == "score" and "winners" in e.row)
    wrong = Example(example.game, "score", {**example.row, "winners": ["Nobody"]})
    assert wrong.mismatches()
