"""A table's own settings: name, link, archive, copy, delete, the next evening."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import (
    BooleanField,
    DateTimeLocalField,
    Form,
    SelectField,
    StringField,
    ValidationError,
)
from wtforms.validators import DataRequired, InputRequired, Length

from companion.interchange.exports import CALENDAR, Evening, ics
from companion.printing.files import owned_by
from companion.rules import zones
from companion.rules.actions.table import LONGEST_PLACE
from companion.rules.journal.people import shown_names
from companion.rules.plain import bare
from companion.rules.zones import called, zone
from companion.show.rulings import app_settings, own_words
from companion.table import care
from companion.table.links import Role
from companion.table.store import now
from companion.table.tables import LONGEST_NAME
from companion.web.answers.downloads import attachment, file_name, prints_here
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages
from companion.web.visitor import device
from companion.web.visitor.visit import join_address, visit

MOMENT = "%Y-%m-%dT%H:%M"


class NameForm(Form):
    name = StringField(
        filters=[bare],
        validators=[
            DataRequired("Enter a name."),
            Length(max=LONGEST_NAME, message=f"A name has at most {LONGEST_NAME} characters."),
        ],
    )


class AwayForm(Form):
    on = BooleanField(false_values=("", "0", "false"))


class DeleteForm(Form):
    typed = StringField(filters=[bare])

    def validate_typed(self, field: Any) -> None:
        if field.data.casefold() != bare(current_table().name).casefold():
            raise ValidationError(f"Type {current_table().name} here to delete it.")


@pages.get("/settings")
def settings() -> str:
    return _page(NameForm(name=current_table().name), DeleteForm())


def _page(name: NameForm, delete: DeleteForm) -> str:
    state = current_table().state
    play = state.plays[-1] if state.plays else None
    return render_template(
        "table/settings.html",
        name=name,
        delete=delete,
        finished=sum(play.finished for play in state.plays),
        app=app_settings(state, play) if play else (),
        words=own_words(state, play) if play else (),
        zones=zones.offered(state.zone) if zones.known() else (),
    )


@pages.post("/settings/name")
def rename() -> ResponseReturnValue:
    form = NameForm(request.form)
    if not form.validate():
        return _page(form, DeleteForm()), 422
    care.rename(current_table(), form.name.data or "")
    return redirect(url_for("table.settings", _anchor="name"), 303)


@pages.post("/settings/away")
def put_away() -> ResponseReturnValue:
    """Archive the table, or undo that."""
    care.archive(current_table(), AwayForm(request.form).on.data)
    return redirect(url_for("table.settings", _anchor="away"), 303)


@pages.post("/settings/delete")
def delete() -> ResponseReturnValue:
    form = DeleteForm(request.form)
    if not form.validate():
        return _page(NameForm(name=current_table().name), form), 422
    name = current_table().name
    care.remove(current_table().id)
    prints_here().forget(owned_by(current_table().uid))
    device.forget(current_table().link)
    flash(f"{name} was deleted.")
    return redirect(url_for("home.home"), 303)


class EveningForm(Form):
    start = DateTimeLocalField(
        format=[MOMENT, f"{MOMENT}:%S"],
        validators=[InputRequired("Choose a day and a time.")],
    )
    place = StringField(
        filters=[bare],
        validators=[
            Length(max=LONGEST_PLACE, message=f"A place has at most {LONGEST_PLACE} characters.")
        ],
    )
    fetches = SelectField(choices=[])

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        names = shown_names(current_table().state.people).values()
        self.fetches.choices = [("", "Not decided"), *((name, name) for name in names)]

    def validate_start(self, field: DateTimeLocalField) -> None:
        if field.data and not 1970 <= field.data.year < 2200:
            raise ValidationError("That day is too far away. Choose another.")


@pages.get("/evening")
def evening() -> str:
    return _evening_page(EveningForm(MultiDict({"place": current_table().state.place})))


@pages.post("/evening")
def save_evening() -> ResponseReturnValue:
    """The next evening as a calendar file; only the place is stored."""
    form = EveningForm(request.form)
    if not form.validate():
        return _evening_page(form), 422
    table, start, place = current_table(), form.start.data, form.place.data or ""
    assert isinstance(start, datetime)
    start = start.replace(tzinfo=zone(table.state.zone))
    note = f"{form.fetches.data} brings the game." if form.fetches.data else ""
    title = f"{table.name}: {table.game.title}"
    found = Evening(table.uid, title, start, place, note, _watcher())
    if place not in ("", table.state.place) and visit().may("place"):
        append_entries([new_draft("place", {"value": place})])
    return attachment(ics(found, now()), file_name(table.name, ".ics"), CALENDAR)


def _evening_page(form: EveningForm) -> str:
    typed = form.start.data.strftime(MOMENT) if form.start.data else ""
    zone_name = called(current_table().state.zone)
    return render_template("table/evening.html", form=form, start=typed, zone=zone_name)


def _watcher() -> str:
    """The URL of the watchers' link, if this visitor may hand it out."""
    if not visit().hosting:
        return ""
    care.invite(current_table(), Role.WATCHER)
    found = care.invitations(current_table())
    return next(join_address(link.token) for link in found if link.role == Role.WATCHER)
