"""Conditions of rows: which circumstances they are for."""

from __future__ import annotations

from companion.rules.situation import Situation, When


def test_a_single_value_must_be_listed() -> None:
    when = When({"players": (2, 3)})
    assert when.holds(Situation("I", 3))
    assert not when.holds(Situation("I", 4))


def test_a_list_must_hold_one_of_the_listed() -> None:
    when = When({"tasks": ("red", "blue")})
    assert when.holds(Situation("I", 2, {"tasks": ("green", "blue")}))
    assert not when.holds(Situation("I", 2, {"tasks": ("green",)}))
    assert not when.holds(Situation("I", 2, {"tasks": ()}))


def test_what_nobody_has_told_meets_no_condition() -> None:
    assert not When({"tasks": ("red",)}).holds(Situation("I", 2))


def test_a_list_can_be_asked_whether_there_is_anything_in_it() -> None:
    when, not_any = When({"tasks": (True,)}), When({"tasks": (False,)})
    some, none = Situation("I", 2, {"tasks": ("red",)}), Situation("I", 2, {"tasks": ()})
    assert when.holds(some) and not when.holds(none)
    assert not_any.holds(none) and not not_any.holds(some)
    assert not When({"tracks": (1,)}).holds(Situation("I", 2, {"tracks": (0, 0)}))
