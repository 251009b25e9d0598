"""Forms: one CSRF token for every post, and WTForms forms made from fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from flask import Flask, g, request
from werkzeug.datastructures import MultiDict
from wtforms import Field as Input
from wtforms import FieldList, Form, FormField, StringField
from wtforms.validators import ValidationError

from companion.rules.fields import LONGEST_LIST, BaseField, Kind
from companion.rules.plain import BIGGEST
from companion.rules.words import LONGEST_SUM, number_or_text
from companion.table import links
from companion.web.guards.errors import StaleForm
from companion.web.visitor import device

PREFIX = "f-"  # keeps the keys of fields clear of the form's own names
TOO_LONG = "That is too long. Shorten it."
SAFE = ("GET", "HEAD", "OPTIONS")
NEW_TABLE = "start.open_new"  # checks by itself, to show again what was typed with an old token
SHARED = "files.shared"  # keeps nothing of what another app shares


def attach_forms(app: Flask) -> None:
    """Refuse every post without its token; templates get theirs by ``csrf_token()``."""
    app.before_request(check_token)
    app.jinja_env.globals["csrf_token"] = csrf_token


def check_token() -> None:
    """Programs need no token: the API keeps no session that a foreign page could misuse."""
    known = request.endpoint is None or request.blueprint == "api"
    if request.method in SAFE or known or request.endpoint == SHARED:
        return
    # A foreign page's post comes without our cookie; no answer to it may set a new one.
    is_foreign = request.headers.get("Sec-Fetch-Site") == "cross-site"
    if is_foreign or (request.endpoint != NEW_TABLE and not is_genuine()):
        raise StaleForm


def is_genuine() -> bool:
    """Whether the form comes from a page of ours that this link or device was given."""
    sent = request.form.get("csrf_token", "") or request.headers.get("X-CSRF-Token", "")
    is_known = "table" in g or device.is_known()  # else there is no token, and none is made now
    return is_known and any(links.is_same(sent, good) for good in _tokens())


def csrf_token() -> str:
    """The token for a new form."""
    return _tokens()[0]


def _tokens() -> list[str]:
    """At a table they live as long as its link, so that phones share drawn pages; else as long
    as the device remembers its name."""
    return links.form_tokens(g.table.seed if "table" in g else ("device", device.name()))


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


def text(letters: int) -> Input:
    """Text of which so many letters are kept, so that it can be shown again; the rules judge it."""
    return StringField(filters=[lambda typed: (typed or "")[:letters]])


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
