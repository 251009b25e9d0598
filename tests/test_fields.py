"""Fields: what is said of an empty one."""

from __future__ import annotations

from companion.rules.fields import Field, Kind
from companion.rules.rulings import Choice

COLOURS = tuple(Choice(key, key.title()) for key in ("red", "green", "blue"))


def test_an_empty_number_asks_for_a_number() -> None:
    (issue,) = Field("cows", "Cows", "test").read(None, {})[1]
    assert (issue.code, issue.message) == ("missing", "Cows: enter a number, 0 if none.")


def test_an_empty_choice_names_what_to_choose_from() -> None:
    field = Field("secret", "Secret", "test", Kind.CHOICE, choices=COLOURS, picks=2)
    (issue,) = field.read(None, {})[1]
    assert (issue.code, issue.message) == ("missing", "Secret: choose 2 of red, green or blue.")
