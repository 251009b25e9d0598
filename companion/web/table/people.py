"""The people of a table: links and QR codes for each role, and whose device this is."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.printing.typesetting import qr
from companion.rules.journal.people import shown_names
from companion.rules.journal.secrecy import waiting
from companion.show.play.screen import board
from companion.table import care as links
from companion.table.links import Role
from companion.web.table.actions import way_back
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device, roles
from companion.web.visitor.addresses import choices, join_address
from companion.web.visitor.visit import visit


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
        networks=choices(),
        taken=taken,
        network=request.args.get("network"),
    )


@pages.post("/people/invite")
def invite() -> ResponseReturnValue:
    """Make a link for a role, bound to a person if one is named."""
    role, person = request.form.get("role", ""), asked_person()
    if role not in list(Role):
        abort(400)
    links.invite(current_table(), Role(role), person if role == Role.PLAYER else None)
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
    person = asked_person()
    if person is not None and person != visit().person:
        append_entries([replace(new_draft("sit", {"person": person}), person=person)])
    device.belong(current_table(), person)
    return redirect(url_for("table.people") if request.form.get("stay") else way_back(), 303)


def asked_person() -> int | None:
    """The person named in the form, or None."""
    person = request.form.get("person", type=int)
    if person is not None and person not in {one.id for one in current_table().state.people}:
        abort(400)
    return person


@pages.get("/watch")
def watch() -> str:
    """The table in large type for a shared screen."""
    play = the_play()
    return render_template("table/watch.html", play=play, board=board(play))
