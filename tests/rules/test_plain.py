"""What may be kept, and what nobody could show."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from companion.rules.plain import BIGGEST, Unshowable, cleaned, one_line, plain


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Ada", "Ada"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("one\r\ntwo\rthree\nfour\tfive", "one\ntwo\nthree\nfour\tfive"),
        ("A\0d\x1b\x7f\x85a", "Ada"),
        ("\ud83d\ude00 \ud800", " "),
        ("👩‍👧 שלום", "👩‍👧 שלום"),
        ("A\u202ed\u2066a\u2069\u2028", "Ada"),
    ],
)
def test_typed_text_is_cleaned_to_what_was_meant(typed: str, meant: str) -> None:
    assert cleaned(typed) == meant


@pytest.mark.parametrize(
    "odd",
    [nan, inf, -inf, BIGGEST + 1, -BIGGEST - 1, 10**400, "\ud800", "a\0", "\x9f", {"\udfff": 1},
     [[{"a": ["\x01"]}]], b"bytes", {1, 2}],
)  # fmt: skip
def test_what_nobody_could_show_or_keep_is_refused(odd: Any) -> None:
    with pytest.raises(Unshowable):
        plain({"value": odd})


def test_nesting_has_an_end() -> None:
    deep: Any = 0
    for _ in range(100):
        deep = [deep]
    with pytest.raises(Unshowable):
        plain(deep)


def test_all_else_stays_as_it_is() -> None:
    value = {"text": "a\tb\nc", "list": [1, 2.5, None, True, BIGGEST, (1, 2)], "é": "👩‍👧"}
    assert plain(value) == value
    assert plain({"e\u0301": "o\u0308\r\n"}) == {"é": "ö\n"}


def test_what_turns_the_text_around_it_is_taken_out_and_never_refused() -> None:
    turning = [*map(chr, range(0x2028, 0x202F)), *map(chr, range(0x2066, 0x206A))]
    assert [plain(f"A{one}da") for one in turning] == ["Ada"] * len(turning)
    assert plain("\u202e") == "\ufffd" and plain("") == ""  # a name does not become none


@pytest.mark.parametrize("odd", ["a\tb", "a\nb", "a\rb"])
def test_only_notes_have_lines(odd: str) -> None:
    with pytest.raises(Unshowable):
        plain([odd], one_line)
