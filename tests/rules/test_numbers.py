"""Numbers as people type them: sums everywhere, and never 35 for 3 and 5."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.numbers import no_number, readings, summed
from companion.rules.parts.card_facts import CardFact, FactKind
from companion.rules.parts.rulings import Unreadable
from companion.rules.scoring.fields import Field, Kind
from companion.rules.scoring.reading import read


@pytest.mark.parametrize("kind", [Kind.COUNT, Kind.POINTS, Kind.SIGNED, Kind.NUMBER])
@pytest.mark.parametrize(("typed", "number"), [("10+28", 38), ("12 + 20", 32), ("7", 7), (7, 7)])
def test_every_number_field_takes_a_sum(kind: Kind, typed: Any, number: int) -> None:
    assert read(Field("cows", "Cows", "test", kind), typed, {}) == (number, [])


@pytest.mark.parametrize("kind", [Kind.COUNT, Kind.POINTS, Kind.SIGNED, Kind.NUMBER])
@pytest.mark.parametrize("typed", ["3 5", "3,5", "3 , 5", "3+", "2.5", "x", True, 2.5, []])
def test_what_is_no_number_is_none_anywhere(kind: Kind, typed: Any) -> None:
    value, found = read(Field("cows", "Cows", "test", kind), typed, {})
    assert (value, [issue.code for issue in found]) == (None, ["not-a-number"])


def test_terms_are_below_0_only_where_the_field_may_be() -> None:
    assert summed("5-2") == 3
    assert read(Field("cows", "Cows", "test"), "5-2", {})[1][0].code == "not-a-number"
    assert read(Field("cows", "Cows", "test"), "-2", {})[1][0].code == "too-low"
    assert read(Field("debt", "Debt", "test", Kind.SIGNED), "-5 + 2", {}) == (-3, [])


def test_numbers_side_by_side_can_be_read_in_two_ways() -> None:
    assert readings("3 5") == readings(" 3 , 5 ") == ("3+5", "35")
    assert no_number("Coins", " 3 5") == "Coins: “3\u00a05” is not clear. Is it 3+5 or 35?"
    assert readings("10 28 3") == ("10+28+3",)
    assert readings("3+5") == readings("35") == readings("x y") == readings(35) == ()
    (issue,) = read(Field("cows", "Cows", "test"), "3 5", {})[1]
    assert "3+5 or 35" in issue.message


def test_a_card_fact_takes_a_sum_and_only_a_row_of_numbers_takes_them_side_by_side() -> None:
    one = CardFact("target", "Target", FactKind.NUMBER, "test")
    row = CardFact("table", "Table", FactKind.NUMBERS, "test", length=5)
    assert (one.read("10 + 28"), row.read("1 2 4 7 11")) == (38, (1, 2, 4, 7, 11))
    assert row.read("1, 2 / 4, 7 ,11") == (1, 2, 4, 7, 11)
    with pytest.raises(Unreadable):
        one.read("3 5")
