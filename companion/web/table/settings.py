"""A table's own settings: name, link, archive, copy, delete."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, Form, StringField, ValidationError
from wtforms.validators import DataRequired, Length

from companion.printing.files import owned_by
from companion.rules import zones
from companion.rules.plain import bare
from companion.show.standing import onward
from companion.table import care
from companion.table.tables import LONGEST_NAME
from companion.web.answers.printer import prints_here
from companion.web.table.blueprint import current_table, pages
from companion.web.visitor import device


class NameForm(Form):
    name = StringField(
        filters=[bare],
        validators=[
            DataRequired("A table needs a name."),
            Length(max=LONGEST_NAME, message=f"A name has at most {LONGEST_NAME} letters."),
        ],
    )


class AwayForm(Form):
    on = BooleanField(false_values=("", "0", "false"))


class DeleteForm(Form):
    typed = StringField(filters=[bare])

    def validate_typed(self, field: Any) -> None:
        if field.data.casefold() != bare(current_table().name).casefold():
            raise ValidationError(f"Type {current_table().name} here, then it is deleted.")


@pages.get("/settings")
def settings() -> str:
    return _page(NameForm(name=current_table().name), DeleteForm())


def _page(name: NameForm, delete: DeleteForm) -> str:
    state = current_table().state
    return render_template(
        "table/settings.html",
        name=name,
        delete=delete,
        finished=sum(play.finished for play in state.plays),
        onward=onward(state, state.play),
        zones=zones.offered() if zones.known() else {},
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
    care.remove(current_table())
    prints_here().forget(owned_by(current_table().uid))
    device.forget(current_table())
    flash(f"{name} is deleted.")
    return redirect(url_for("home.home"), 303)
