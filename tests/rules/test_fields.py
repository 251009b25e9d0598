"""Fields: what is said of an empty one, and what of a row counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.fields import NO_LIMITS, Choice, Field, Kind, Limits, Reading
from companion.rules.issues import Issue, Level
from companion.rules.scoring.sheet import Category, ScoreSheet, add_up
from companion.rules.situation import Situation

COLOURS = tuple(Choice(key, key.title()) for key in ("red", "green", "blue"))


def test_an_empty_number_asks_for_a_number() -> None:
    (issue,) = Field("cows", "Cows", "test").read(None)[1]
    assert (issue.code, issue.message) == ("missing", "Cows: enter a number, 0 if none.")


def test_an_empty_choice_names_what_to_choose_from() -> None:
    field = Field("secret", "Secret", "test", Kind.CHOICE, choices=COLOURS, picks=2)
    (issue,) = field.read(None)[1]
    assert (issue.code, issue.message) == ("missing", "Secret: choose 2 of red, green or blue.")


def test_one_of_several_is_a_word_and_no_list() -> None:
    field = Field("colour", "Colour", "test", Kind.CHOICE, choices=COLOURS)
    assert field.read("red") == ("red", [])
    assert [issue.code for issue in field.read(["red"])[1]] == ["unknown-choice"]


KIND = Field("kind", "Kind", "test", Kind.CHOICE, choices=COLOURS)
AMOUNT = Field("amount", "Amount", "test", high=5, default=0, kinds=("red", "green"))
ROWS = Field("cards", "Cards", "test", Kind.LIST, default=(), item=(KIND, AMOUNT))


def test_a_column_is_read_only_for_the_kinds_it_counts_for() -> None:
    rows = [{"kind": "red", "amount": 3}, {"kind": "blue", "amount": "many"}]
    assert ROWS.read(rows) == (
        ({"kind": "red", "amount": 3}, {"kind": "blue", "amount": 0}),
        [],
    )


def test_what_is_wrong_in_a_row_names_the_row() -> None:
    _, found = ROWS.read([{"kind": "red"}, {"kind": "green", "amount": 6}, {"amount": 9}])
    assert [(issue.code, issue.message) for issue in found] == [
        ("too-high", "Cards, row 2: Amount: at most 5."),
        ("missing", "Cards, row 3: Kind: choose red, green or blue."),
    ]


def test_what_was_entered_is_told_in_words() -> None:
    two = Field("secret", "Secret", "test", Kind.CHOICE, choices=COLOURS, picks=2)
    assert two.words("red+blue") == two.words(["red", "blue"]) == "Red and Blue"
    flag = Field("flag", "Flag", "test", Kind.FLAG)
    assert (flag.words(True), flag.words(False), flag.words(None)) == ("yes", "no", "nothing")
    assert ROWS.words([{"kind": "red", "amount": 3}, {"kind": "blue"}]) == "Amount 3; Blue"
    assert ROWS.words([]) == "none" and ROWS.words([{}, 7]) == "an empty row; 7"
    assert Field("cows", "Cows", "test").words("3+5") == "3+5"


@dataclass(frozen=True, slots=True)
class Doubtful(Field):
    """A field that is possible but odd, whatever stands in it."""

    def read(self, raw: Any, limits: Limits = NO_LIMITS) -> Reading:
        return raw, [Issue("supply", "That is a lot.", self.key, level=Level.WARN)]


def test_a_sheet_keeps_a_warning_a_warning() -> None:
    cows = Doubtful("cows", "Cows", "test")
    herd = Field("herd", "Herd", "test", Kind.LIST, item=(cows,))
    sheet = ScoreSheet((Category("farm", "Farm", "test", add_up, (cows, herd)),))
    entry = {"cows": 90, "herd": [{"cows": 90}]}
    _, found = sheet.read(Situation("I", 1), ["Ada"], [entry])
    assert [(issue.field, issue.seat, issue.level) for issue in found] == [
        ("cows", 0, Level.WARN),
        ("herd", 0, Level.WARN),
    ]
