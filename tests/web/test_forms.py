"""What WTForms reads from a post."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wtforms import Form

from companion.games import games
from companion.rules.plain import BIGGEST
from companion.web.forms import Number, form_of, sent, text
from companion.web.guards.gate import Sent


class SomeForm(Form):
    number, page, word = Number(), Number(default=0), text(4)


@given(st.one_of(st.integers().map(str), st.text()))
@example("")
@example(str(BIGGEST + 1))
@example("9" * 5000)
def test_a_number_in_a_form_is_read_like_one_in_a_query(typed: str) -> None:
    posted = Sent({"number": typed, "page": typed})
    form = SomeForm(posted)
    assert form.number.data == posted.get("number", type=int)
    assert form.page.data == posted.get("page", 0, type=int)


@pytest.mark.parametrize(("typed", "kept"), [("", ""), ("Ada", "Ada"), ("Adalbert", "Adal")])
def test_a_text_is_kept_as_far_as_there_is_room(typed: str, kept: str) -> None:
    assert SomeForm(Sent({"word": typed})).word.data == kept


def test_what_was_not_sent_is_the_default() -> None:
    form = SomeForm(Sent())
    assert (form.number.data, form.page.data, form.word.data) == (None, 0, "")


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000])
def test_a_row_with_an_unreadable_number_is_none(number: str) -> None:
    form = form_of(games()["merchants"].sheet.fields())
    assert sent(form, Sent({f"f-deeds-{number}-f-coins": "4"})) == ({}, True)
