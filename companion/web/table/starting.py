"""Starting a table's next chapter or game, and correcting a running one."""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.rules.actions.starting import Reseat
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.show.standing import title
from companion.show.start.draft import Objections, early_objections, objections, start
from companion.show.start.plan import (
    Plan,
    following,
    losses,
    pressed,
    renames,
    running,
    with_new_names,
)
from companion.table.journal import Refused, StalePage
from companion.web.shelf.new import (
    OPEN,
    form_key,
    pressed_button,
    read_plan,
    refused_plan,
    shown_plan,
)
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device, roles
from companion.web.visitor.visit import has_played

UNFINISHED = "{} isn’t finished. To start a new game anyway, tap the button again."
OLDER = "Someone has started a game since you opened this page. Look at it first."
SENT_BEFORE = (
    "This page was already sent with other entries. To send it anyway, tap the button again."
)
CHANGED_SINCE = (
    "Someone has changed the players since you opened this page. This is how they are now."
)
PRESS_AGAIN = "You can undo this. To do it, tap the button again."


@pages.get("/next")
def next() -> str:
    state = current_table().state
    return _page(following(state), {})


@pages.post("/next")
def start_next() -> ResponseReturnValue:
    """Change the form or start the play."""
    state = current_table().state
    plan = read_plan(state.game, everyone=False)
    if (button := pressed_button()) != OPEN:
        plan = pressed(plan, button, state.game)
        return _page(plan, early_objections(plan, state))
    key = form_key()
    if any(row.entry.key == key for row in state.log):
        return _to_setup()
    if request.form.get("plays", type=int) != len(state.plays):
        return _page(plan, {}, OLDER), 409
    if found := objections(plan, state):
        return _page(plan, found), 422
    last = state.play
    if last and not last.finished and "another" not in request.form:
        return _page(plan, {}, UNFINISHED.format(title(last)), another=True), 409
    return _started(plan, key)


@pages.post("/kept")
def link_kept() -> ResponseReturnValue:
    """Show the link to keep, and offer it no more."""
    session.pop("keep", None)
    return redirect(url_for("table.settings", _anchor="link"), 303)


def _started(plan: Plan, key: str) -> ResponseReturnValue:
    state = current_table().state
    data = start(plan, state, key, newcomers=not has_played(state.game.slug))
    try:
        append_entries([new_draft("start", data, key=key)])
    except Refused as no:
        return _page(plan, refused_plan(no.issues, plan)), 422
    except StalePage:
        return _page(plan, {}, SENT_BEFORE), 409
    device.remember_names(plan.names)
    return _to_setup()


def _to_setup() -> ResponseReturnValue:
    return redirect(url_for("table.setup"), 303)


def _page(plan: Plan, found: Objections, said: str = "", another: bool = False) -> str:
    page = shown_plan(plan, current_table().state, found, said)
    return render_template("table/next.html", **page, another=another)


@pages.get("/change")
def change() -> ResponseReturnValue:
    play = the_play()
    if play.finished:
        return redirect(url_for("table.result", play=play.number))
    return _change_page(play, running(current_table().state, play), {})


@pages.post("/change")
def put_right() -> ResponseReturnValue:
    """Change the form, or the play after its consequences were confirmed."""
    state, play = current_table().state, the_play()
    plan = read_plan(state.game, everyone=False)
    if (button := pressed_button()) != OPEN:
        plan = pressed(plan, button, state.game)
        return _change_page(play, plan, early_objections(plan, state.before(play)))
    if request.form.get("was") != seating(play):
        return _change_page(play, running(state, play), {}, CHANGED_SINCE), 409
    names = renames(plan, state)
    state = with_new_names(state, names)
    if found := objections(plan, state.before(play)):
        return _change_page(play, plan, found), 422
    data = start(plan, state.before(play), key := form_key())
    data.pop("pace", None)  # it goes on as closely followed as before
    now = state.plays[play.number]
    after = Reseat.from_json(data).apply(state, now).plays[play.number]
    said = losses(play, after)
    if said and "another" not in request.form:
        return _change_page(play, plan, {}, " ".join([*said, PRESS_AGAIN]), another=True), 409
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
        return _change_page(play, plan, refused_plan(no.issues, plan)), 422
    except StalePage:
        return _change_page(play, running(current_table().state, play), {}, CHANGED_SINCE), 409
    device.remember_names(plan.names)
    return redirect(url_for("table.setup", play=play.number), 303)


def seating(play: Play) -> str:
    """A fingerprint of what the page showed, so that a stale page changes nothing unseen."""
    people = " ".join(f"{who.person}{who.colour}" for who in play.seats)
    return f"{play.chapter} {play.situation.first} {people}"


def _change_page(
    play: Play, plan: Plan, found: Objections, said: str = "", another: bool = False
) -> str:
    page = shown_plan(plan, current_table().state.before(play), found, said)
    names = shown_names(current_table().state.people)
    away = {one: name for one, name in names.items() if play.seat_of(one) is None}
    return render_template(
        "table/change.html", **page, another=another, play=play, was=seating(play),
        names=names, away=away,
        may_end=roles.may_end(current_table(), play.number), ask_host=roles.ASK_HOST,
    )  # fmt: skip
