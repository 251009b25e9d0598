"""WTForms forms made from fields, and the inputs that they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field as Input
from wtforms import FieldList, Form, FormField, StringField
from wtforms.validators import ValidationError

from companion.rules.fields import LONGEST_LIST, BaseField, Kind
from companion.rules.plain import BIGGEST, Unshowable
from companion.rules.words import LONGEST_SUM, number_or_text
from companion.table.journal import new_key
from companion.web.guards import gate

PREFIX = "f-"  # keeps the keys of fields clear of the form's own names
LONGEST_KEY = 64
TOO_LONG = "That is too long. Shorten it."


class Typed(Input):
    """A number, a sum or a choice; also anything else, which the field will point out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = number_or_text(valuelist[-1]) if valuelist else None

    def pre_validate(self, form: Any) -> None:
        if len(str(self.data)) > LONGEST_SUM:
            raise ValidationError(TOO_LONG)


class YesNo(Input):
    """A box to tick with a hidden ``no`` before it, or two buttons."""

    def process_formdata(self, valuelist: list[str]) -> None:
        said = valuelist[-1] if valuelist else None
        self.data = {"yes": True, "no": False}.get(said or "", said)


class Values(Input):
    """All that was sent under its name."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist


class Picked(Input):
    """Several of the choices; the empty one only says that the field was on the page."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = [value for value in valuelist if value]


class Number(Input):
    """A whole number such as an id; the default where there is none, or one beyond 64 bits."""

    def process_formdata(self, valuelist: list[str]) -> None:
        with suppress(IndexError, ValueError):
            number = int(valuelist[0])
            self.data = number if abs(number) <= BIGGEST else self.data


class Json(Input):
    """What a page wrote as JSON; None where it is none, an error where no page could show it."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = json_in(valuelist[0]) if valuelist else None


def json_in(typed: str) -> Any:
    try:
        return gate.from_json(typed)
    except Unshowable:
        raise
    except ValueError:
        return None


class Given(Input):
    """Whether it was sent at all, as the button is that was pressed."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = bool(valuelist)


def text(letters: int, name: str | None = None) -> Input:
    """Text of which so many letters are kept, so that it can be shown again; the rules judge it."""
    return StringField(name=name, filters=[lambda typed: (typed or "")[:letters]])


class KeyForm(Form):
    """The key that a form was given, or the script made for it."""

    key = text(LONGEST_KEY)

    def key_or_new(self) -> str:
        """A form without one is never a repeat."""
        return self.key.data or new_key()


class BackForm(Form):
    """The page that a form came from, and what was open there; its answer leads back to it."""

    back, back_open, back_aid = text(80), text(80, "back-open"), text(80, "back-aid")
    back_play, back_seat = Number(name="back-play"), Number(name="back-seat")
    back_before = Number(name="back-before")


def form_of(fields: Iterable[BaseField], prefix: str = PREFIX) -> type[Form]:
    """A form with an input for each field. It parses what is sent; the fields judge it."""
    return type("FieldForm", (Form,), {prefix + field.key: _input(field) for field in fields})


def _input(field: BaseField) -> Any:
    match field.kind:
        case Kind.FLAG:
            return YesNo()
        case Kind.LIST:
            return FieldList(FormField(form_of(field.item)), max_entries=LONGEST_LIST + 1)
        case Kind.CHOICE if field.picks > 1:
            return Picked()
    return Typed()


def sent(form: type[Form], posted: MultiDict[str, str]) -> tuple[Mapping[str, Any], bool]:
    """Every field that was on the page with its value, and whether all could be kept."""
    # WTForms takes any digits between two dashes for a row's number, also those it cannot read.
    ours = [item for item in posted.items(multi=True) if item[0].isascii() and len(item[0]) < 200]
    parsed = form(MultiDict(ours))
    fits = parsed.validate()
    values = {field.name: field.data for field in parsed if field.name in posted}
    return {name.removeprefix(PREFIX): _entered(value) for name, value in values.items()}, fits


def _entered(value: Any) -> Any:
    """A value without rows in which nothing was entered; None where there is nothing at all."""
    if isinstance(value, list):
        return [part for part in map(_entered, value) if part] or None
    if isinstance(value, dict):
        found = ((key.removeprefix(PREFIX), part) for key, part in value.items())
        return {key: part for key, part in found if part is not None}
    return value
