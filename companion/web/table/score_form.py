"""A score sheet as a WTForms form. It parses and guards what is sent; the sheet judges it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field as Input
from wtforms import FieldList, Form, FormField, StringField
from wtforms.validators import ValidationError

from companion.games import games
from companion.rules.fields import LONGEST_LIST, Field, Kind
from companion.rules.numbers import LONGEST_SUM, whole

PREFIX = "f-"  # keeps a sheet's keys clear of the form's own names
TOO_LONG = "That is too long to keep."


def typed(text: str) -> Any:
    """Text as it was typed; a number where it is one, None where there is nothing."""
    text = text.replace("\0", "").strip()
    number = whole(text)
    return (text or None) if number is None else number


class Typed(StringField):
    """A number, a sum or a choice; also anything else, which the sheet will point out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = typed(valuelist[-1]) if valuelist else None

    def pre_validate(self, form: Any) -> None:
        if len(str(self.data)) > LONGEST_SUM:
            raise ValidationError(TOO_LONG)


class YesNo(Input):
    """A box to tick with a hidden ``no`` before it, or two buttons."""

    def process_formdata(self, valuelist: list[str]) -> None:
        said = valuelist[-1] if valuelist else None
        self.data = {"yes": True, "no": False}.get(said or "", said)


class Picked(Input):
    """Several of the choices; the empty one only says that the field was on the page."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = [value for value in valuelist if value]


class Rows(FieldList):
    """Rows of a list; one in which nothing was entered is none."""

    @property
    def data(self) -> list[dict[str, Any]]:
        rows = ([(k.removeprefix(PREFIX), v) for k, v in row.items()] for row in super().data)
        full = ({key: value for key, value in row if value is not None} for row in rows)
        return [row for row in full if row]


def _input(field: Field) -> Any:
    match field.kind:
        case Kind.FLAG:
            return YesNo()
        case Kind.LIST:
            row = type(f"{field.key.title()}Row", (Form,), _inputs(field.item))
            return Rows(FormField(row), max_entries=LONGEST_LIST + 1)
        case Kind.CHOICE if field.picks > 1:
            return Picked()
    return Typed()


def _inputs(fields: Iterable[Field]) -> dict[str, Any]:
    return {PREFIX + field.key: _input(field) for field in fields}


@cache
def score_form(slug: str) -> type[Form]:
    """The form of a game's sheet; built once, because building its fields is slow."""
    return type("ScoreForm", (Form,), _inputs(games()[slug].sheet.fields()))


def sent(slug: str, form: MultiDict[str, str]) -> tuple[dict[str, Any], bool]:
    """Every field that was on the page with its value, and whether all could be kept."""
    parsed = score_form(slug)(form)
    whole_form = parsed.validate()
    values = {name: field.data for name, field in parsed._fields.items() if name in form}
    kept = {k.removeprefix(PREFIX): None if v == [] else v for k, v in values.items()}
    return kept, whole_form


def with_reading(form: MultiDict[str, str]) -> MultiDict[str, str]:
    """What was sent, a cell of a list read as it was tapped: ``deeds-0-f-coins:3+5``."""
    key, _, meant = form.get("take", "").partition(":")
    cell = PREFIX + key if f"-{PREFIX}" in key else ""
    kept = [(name, meant if name == cell else value) for name, value in form.items(multi=True)]
    return MultiDict(kept)


def without_row(form: MultiDict[str, str], row: str) -> MultiDict[str, str]:
    """What was sent, less one row of a list: ``deeds:2``."""
    key, _, number = row.partition(":")
    gone = f"{PREFIX}{key}-{number}-"
    kept = [(name, value) for name, value in form.items(multi=True) if not name.startswith(gone)]
    return MultiDict(kept)
