"""Invite and Edit players: links, QR codes and the join card, names, and whose device this is."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form, SelectField, ValidationError

from companion.printing.documents import Code
from companion.printing.typesetting import qr
from companion.rules.actions.starting import Reseat
from companion.rules.journal.people import shown_names
from companion.rules.journal.secrecy import waiting
from companion.show.log import joined
from companion.show.play.screen import board
from companion.show.standing import onward
from companion.table import care as links
from companion.table.care import Invitation, invitations
from companion.table.joining import LASTS, join_code_for
from companion.table.links import Role
from companion.web.forms import Number, text
from companion.web.table.actions import way_back
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device
from companion.web.visitor.visit import join_address, network_choices, visit

SAID = {
    Role.PLAYER: ("Join", "Scan it, then choose your name.", "Code for players"),
    Role.WATCHER: ("View", "Can view only.", "Code for viewers"),
}


def open_links() -> list[Invitation]:
    """The links for a join card: those that are not for one person; for the host only."""
    found = invitations(current_table()) if visit().hosting else []
    return [link for link in found if link.role in SAID and link.person is None]


def join_codes() -> list[Code]:
    """What a join card shows."""
    return [
        Code(label, lets, address := join_address(link.token), qr(address, picture))
        for link in open_links()
        for label, lets, picture in [SAID[link.role]]
    ]


@pages.get("/people")
def people() -> str:
    """Invite: the players' QR code and join code, who is in, and the other links for the host."""
    table, play = current_table(), the_play()
    host, state = visit().hosting, table.state
    shown = links.invitations(table) if host else []
    names = shown_names(state.people)
    own = [link for link in shown if link.role == Role.PLAYER and link.person]
    code = join_code_for(table) if host else None
    return render_template(
        "table/invite.html",
        play=play,
        names=names,
        joined=joined(state, play, visit().person),
        waiting=waiting(state) if host else [],
        links=shown,
        players=next((o for o in shown if o.role == Role.PLAYER and o.person is None), None),
        viewer=next((one for one in shown if one.role == Role.WATCHER), None),
        host=next((one for one in shown if one.id == table.link), None),
        own=own,
        without=[one for one in names.items() if one[0] not in {link.person for link in own}],
        code=code or "",
        renew=int(LASTS.total_seconds() // 3),
        qr=qr,
        join_address=join_address,
        networks=network_choices(),
        network=request.args.get("network"),
    )


@pages.get("/players")
def players() -> ResponseReturnValue:
    """Edit players: the form of the running game, else names and whose phone this is."""
    play = the_play()
    if not play.finished and not play.abandoned_at and visit().may(Reseat.kind):
        return redirect(url_for("table.change", play=request.args.get("play", type=int)))
    names = shown_names(current_table().state.people)
    return render_template("table/players.html", play=play, names=names)


@pages.get("/who-are-you")
def ask_who() -> ResponseReturnValue:
    """Who are you? Asked once, of whoever comes by the players' link."""
    if not is_asked_who():
        return redirect(url_for("table.home"))
    return render_template("table/who.html", play=the_play())


def is_asked_who() -> bool:
    """Whether this device came by the link of all players and has not said whose it is."""
    here = visit()
    open_link = here.role == Role.PLAYER and here.bound is None and not here.asked_who
    return open_link and bool(current_table().state.plays)


class PersonForm(Form):
    person, back = Number(), text(80)

    def validate_person(self, field: Number) -> None:
        sent = field.raw_data and field.raw_data[0]
        known = {None, *(one.id for one in current_table().state.people)}
        if field.data not in known or (sent and field.data is None):
            raise ValidationError("There is no such player in this game.")


class InviteForm(PersonForm):
    role = SelectField(choices=list(Role), coerce=Role)


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
    if link == current_table().link:  # the one that the visitor came by
        abort(403)
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
    """Set whose device this is, by an entry that all can see; then on with the game, or back."""
    form = PersonForm(request.form)
    if not form.validate():
        abort(400)
    person = form.person.data
    if person is not None and person != visit().person:
        append_entries([replace(new_draft("sit", {"person": person}), person=person)])
    device.belong(current_table(), person)
    if form.back.data != "onward":
        return redirect(way_back(), 303)
    state = current_table().state
    there = onward(state, state.play)
    return redirect(url_for(f"table.{there.page}", play=there.play), 303)


@pages.get("/watch")
def watch() -> str:
    """The table in large type for a shared screen."""
    play = the_play()
    return render_template("table/watch.html", play=play, board=board(play))
