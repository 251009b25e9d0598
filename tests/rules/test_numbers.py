"""Numbers as people type them: sums everywhere, and never 35 for 3 and 5."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.fields import Field, Kind
from companion.rules.parts.settings import CardFact
from companion.rules.words import no_number, readings, summed


@pytest.mark.parametrize("kind", [Kind.COUNT, Kind.POINTS, Kind.SIGNED, Kind.NUMBER])
@pytest.mark.parametrize(("typed", "number"), [("10+28", 38), ("12 + 20", 32), ("7", 7), (7, 7)])
def test_every_number_field_takes_a_sum(kind: Kind, typed: Any, number: int) -> None:
    assert Field("cows", "Cows", "test", kind).read(typed) == (number, [])


@pytest.mark.parametrize("kind", [Kind.COUNT, Kind.POINTS, Kind.SIGNED, Kind.NUMBER])
@pytest.mark.parametrize("typed", ["3 5", "3,5", "3 , 5", "3+", "2.5", "x", True, 2.5, []])
def test_what_is_no_number_is_none_anywhere(kind: Kind, typed: Any) -> None:
    value, found = Field("cows", "Cows", "test", kind).read(typed)
    assert (value, [issue.code for issue in found]) == (None, ["not-a-number"])


def test_terms_are_below_0_only_where_the_field_may_be() -> None:
    assert summed("5-2") == 3
    assert Field("cows", "Cows", "test").read("5-2")[1][0].code == "not-a-number"
    assert Field("cows", "Cows", "test").read("-2")[1][0].code == "too-low"
    assert Field("debt", "Debt", "test", Kind.SIGNED).read("-5 + 2") == (-3, [])


def test_numbers_side_by_side_can_be_read_in_two_ways() -> None:
    assert readings("3 5") == readings(" 3 , 5 ") == ("3+5", "35")
    assert no_number("Coins", " 3 5") == "Coins: “3\u00a05” is not clear. Is it 3+5 or 35?"
    assert readings("10 28 3") == ("10+28+3",)
    assert readings("3+5") == readings("35") == readings("x y") == readings(35) == ()
    (issue,) = Field("cows", "Cows", "test").read("3 5")[1]
    assert "3+5 or 35" in issue.message


def test_a_card_fact_takes_a_sum_and_only_a_row_of_numbers_takes_them_side_by_side() -> None:
    one = CardFact("target", "Target", Kind.NUMBER, "test")
    row = CardFact("table", "Table", Kind.NUMBERS, "test", length=5)
    assert (one.read("10 + 28"), row.read("1 2 4 7 11")) == ((38, []), ((1, 2, 4, 7, 11), []))
    assert row.read("1, 2 / 4, 7 ,11") == ((1, 2, 4, 7, 11), [])
    assert [issue.code for issue in one.read("3 5")[1]] == ["not-a-number"]
