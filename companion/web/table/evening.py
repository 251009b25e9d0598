"""A table's next evening, for everybody's calendar."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import DateTimeLocalField, Form, SelectField, StringField
from wtforms.validators import InputRequired, Length, ValidationError

from companion.interchange.calendar import KIND, Evening, ics
from companion.rules.actions.table import LONGEST_PLACE
from companion.rules.journal.people import shown_names
from companion.rules.plain import bare
from companion.rules.zones import called, zone
from companion.table import care
from companion.table.links import Role
from companion.table.store import now
from companion.web.answers.attachments import attachment, file_name
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages
from companion.web.visitor import roles
from companion.web.visitor.addresses import join_address
from companion.web.visitor.visit import visit

MOMENT = "%Y-%m-%dT%H:%M"
YEARS = range(1970, 2200)


class EveningForm(Form):
    start = DateTimeLocalField(
        format=[MOMENT, f"{MOMENT}:%S"],
        validators=[InputRequired("When do you meet? A day and an hour.")],
    )
    place = StringField(
        filters=[bare],
        validators=[
            Length(max=LONGEST_PLACE, message=f"A place has at most {LONGEST_PLACE} letters.")
        ],
    )
    fetches = SelectField(choices=[])

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        names = shown_names(current_table().state.people).values()
        self.fetches.choices = [("", "Nobody yet"), *((name, name) for name in names)]

    def validate_start(self, field: DateTimeLocalField) -> None:
        if field.data and field.data.year not in YEARS:
            raise ValidationError("No calendar goes that far. Choose another day.")


@pages.get("/evening")
def evening() -> str:
    return _page(EveningForm(MultiDict({"place": current_table().state.place})))


@pages.post("/evening")
def save_evening() -> ResponseReturnValue:
    """The next evening as a calendar file; only the place is stored."""
    form = EveningForm(request.form)
    if not form.validate():
        return _page(form), 422
    found = _evening(form)
    if found.place not in ("", current_table().state.place) and visit().may("place"):
        append_entries([new_draft("place", {"value": found.place})])
    return attachment(ics(found, now()), file_name(current_table().name, ".ics"), KIND)


def _page(form: EveningForm) -> str:
    typed = form.start.data.strftime(MOMENT) if form.start.data else ""
    zone_name = called(current_table().state.zone)
    return render_template("table/evening.html", form=form, start=typed, zone=zone_name)


def _evening(form: EveningForm) -> Evening:
    start, box = form.start.data, form.fetches.data
    assert isinstance(start, datetime)
    start = start.replace(tzinfo=zone(current_table().state.zone))
    note = f"{box} fetches the box." if box else ""
    title = f"{current_table().name}: {current_table().game.title}"
    return Evening(current_table().uid, title, start, form.place.data or "", note, _watcher())


def _watcher() -> str:
    """The URL of the watchers' link, if this visitor may hand it out."""
    if not roles.may_invite(current_table()):
        return ""
    care.invite(current_table(), Role.WATCHER)
    found = care.invitations(current_table())
    return next(join_address(link.token) for link in found if link.role == Role.WATCHER)
