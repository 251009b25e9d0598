"""Correcting a running play: people, seats, colours, who begins, chapter, options."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.actions.starting import Reseat
from companion.rules.journal.play import Play
from companion.show.start.draft import Objections, early_objections, objections, start
from companion.show.start.plan import Plan, losses, pressed, renames, running, with_new_names
from companion.table.journal import Refused, StalePage
from companion.web.shelf.start_form import OPEN, form_key, pressed_button, read, refused, shown
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device, roles

OLDER = "Somebody has changed the table since you opened this page. This is how it is now."
PRESS_AGAIN = "Undo brings it back. If you mean it, press the button again."


@pages.get("/change")
def change() -> ResponseReturnValue:
    play = the_play()
    if play.finished:
        return redirect(url_for("table.result", play=play.number))
    return _page(play, running(current_table().state, play), {})


@pages.post("/change")
def put_right() -> ResponseReturnValue:
    """Change the form, or the play after its consequences were confirmed."""
    state, play = current_table().state, the_play()
    plan = read(state.game, everyone=False)
    if (button := pressed_button()) != OPEN:
        plan = pressed(plan, button, state.game)
        return _page(play, plan, early_objections(plan, state.before(play)))
    if request.form.get("was") != seating(play):
        return _page(play, running(state, play), {}, OLDER), 409
    names = renames(plan, state)
    state = with_new_names(state, names)
    if found := objections(plan, state.before(play)):
        return _page(play, plan, found), 422
    data = start(plan, state.before(play), key := form_key())
    now = state.plays[play.number]
    after = Reseat.from_json(data).apply(state, now).plays[play.number]
    said = losses(play, after)
    if said and "another" not in request.form:
        return _page(play, plan, {}, " ".join([*said, PRESS_AGAIN]), another=True), 409
    told = [("rename", name.as_json()) for name in names]
    return _changed(play, plan, key, told + ([("reseat", data)] if after != now else []))


def _changed(
    play: Play, plan: Plan, key: str, told: list[tuple[str, dict[str, object]]]
) -> ResponseReturnValue:
    drafts = [
        new_draft(kind, data, play.number, f"{key[:56]}-{at}")
        for at, (kind, data) in enumerate(told)
    ]
    try:
        if drafts:
            append_entries(drafts)
    except Refused as no:
        return _page(play, plan, refused(no.issues, plan)), 422
    except StalePage:
        return _page(play, running(current_table().state, play), {}, OLDER), 409
    device.remember_names(plan.names)
    return redirect(url_for("table.setup", play=play.number), 303)


def seating(play: Play) -> str:
    """A fingerprint of what the page showed, so that a stale page changes nothing unseen."""
    people = " ".join(f"{who.person}{who.colour}" for who in play.seats)
    return f"{play.chapter} {play.situation.first} {people}"


def _page(play: Play, plan: Plan, found: Objections, said: str = "", another: bool = False) -> str:
    page = shown(plan, current_table().state.before(play), found, said)
    return render_template(
        "table/change.html", **page, another=another, play=play, was=seating(play),
        may_end=roles.may_end(current_table(), play.number), ask_host=roles.ASK_HOST,
    )  # fmt: skip
