"""The people of a table: links, QR codes and the join card, and whose device this is."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form, SelectField, ValidationError

from companion.printing import documents
from companion.printing.documents import Code, Document
from companion.printing.typesetting import qr
from companion.rules.journal.people import shown_names
from companion.rules.journal.secrecy import waiting
from companion.show.play.screen import board
from companion.table import care as links
from companion.table.care import Invitation, invitations
from companion.table.links import Role
from companion.web.forms import Number, text
from companion.web.table.actions import way_back
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device, roles
from companion.web.visitor.visit import join_address, network_choices, visit

SAID = {
    Role.PLAYER: ("Play along", "Scan it, then say who you are.", "Code to play along"),
    Role.WATCHER: ("Watch", "Shows the table and enters nothing.", "Code to watch"),
}


def join_card() -> Document | None:
    """The join card in the shape asked for; for the host only."""
    codes, table = [_code(link) for link in open_links()], current_table()
    tent = request.args.get("as") != "cards"
    return documents.join(table.name, table.game, codes, tent) if codes else None


def open_links() -> list[Invitation]:
    """The links for a join card: those that are not for one person."""
    table = current_table()
    if not roles.may_invite(table):
        return []
    return [link for link in invitations(table) if link.role in SAID and link.person is None]


def _code(link: Invitation) -> Code:
    label, lets, picture = SAID[link.role]
    address = join_address(link.token)
    return Code(label, lets, address, qr(address, picture))


@pages.get("/people")
def people() -> str:
    """Every link with its QR code for the host; names and whose device this is for all."""
    host = roles.may_invite(current_table())
    found = links.invitations(current_table()) if host else []
    shown = [(link, join_address(link.token)) for link in found]
    taken = {(link.role, link.person) for link in found}
    return render_template(
        "table/people.html",
        play=the_play(),
        names=shown_names(current_table().state.people),
        waiting=waiting(current_table().state) if host else [],
        links=shown,
        qr=qr,
        networks=network_choices(),
        taken=taken,
        network=request.args.get("network"),
    )


class PersonForm(Form):
    person = Number()

    def validate_person(self, field: Number) -> None:
        if field.data not in {None, *(one.id for one in current_table().state.people)}:
            raise ValidationError("There is no such person at this table.")


class InviteForm(PersonForm):
    role = SelectField(choices=list(Role), coerce=Role)


class DeviceForm(PersonForm):
    stay = text(1)  # whether to go back to the people page


@pages.post("/people/invite")
def invite() -> ResponseReturnValue:
    """Make a link for a role, bound to a person if one is named."""
    form = InviteForm(request.form)
    if not form.validate():
        abort(400)
    role, person = form.role.data, form.person.data
    links.invite(current_table(), role, person if role == Role.PLAYER else None)
    return redirect(url_for("table.people"), 303)


@pages.post("/people/<int:link>/renew")
def renew(link: int) -> ResponseReturnValue:
    links.renew(current_table(), link)
    return _after(link)


@pages.post("/people/<int:link>/off")
def switch_off(link: int) -> ResponseReturnValue:
    roles.check_switch_off(current_table(), link)
    links.switch_off(current_table(), link)
    return _after(link)


def _after(link: int) -> ResponseReturnValue:
    """Redirect to the people page, by the new token if the visitor's own link was renewed."""
    table = current_table()
    if link != table.link:
        return redirect(url_for("table.people"), 303)
    mine = next((i for i in links.invitations(table) if i.id == link), None)
    return redirect(url_for("table.people", token=mine.token if mine else table.token), 303)


@pages.post("/who")
def who() -> ResponseReturnValue:
    """Set whose device this is, by an entry that all can see."""
    form = DeviceForm(request.form)
    if not form.validate():
        abort(400)
    person = form.person.data
    if person is not None and person != visit().person:
        append_entries([replace(new_draft("sit", {"person": person}), person=person)])
    device.belong(current_table(), person)
    return redirect(url_for("table.people") if form.stay.data else way_back(), 303)


@pages.get("/watch")
def watch() -> str:
    """The table in large type for a shared screen."""
    play = the_play()
    return render_template("table/watch.html", play=play, board=board(play))
