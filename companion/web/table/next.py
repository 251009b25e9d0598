"""Starting a table's next chapter or game."""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.show.standing import title
from companion.show.start.draft import Objections, early_objections, objections, start
from companion.show.start.plan import Plan, following, pressed
from companion.table.journal import Refused, StalePage
from companion.web.shelf.start_form import OPEN, form_key, pressed_button, read, refused, shown
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages
from companion.web.visitor import device

UNFINISHED = "{} is not finished. To leave it and start another game, press the button again."
OLDER = "Somebody has started a game since you opened this page. Look at the table first."
SENT_BEFORE = "This page was sent before with something else in it. Send it again if you mean it."


@pages.get("/next")
def next() -> str:
    state = current_table().state
    return _page(following(state), {})


@pages.post("/next")
def start_next() -> ResponseReturnValue:
    """Change the form or start the play."""
    state = current_table().state
    plan = read(state.game, everyone=False)
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
    """Stop advising to keep the link, as the group obviously has it."""
    session.pop("keep", None)
    return _to_setup()


def _started(plan: Plan, key: str) -> ResponseReturnValue:
    data = start(plan, current_table().state, key)
    try:
        append_entries([new_draft("start", data, key=key)])
    except Refused as no:
        return _page(plan, refused(no.issues, plan)), 422
    except StalePage:
        return _page(plan, {}, SENT_BEFORE), 409
    device.remember_names(plan.names)
    return _to_setup()


def _to_setup() -> ResponseReturnValue:
    return redirect(url_for("table.setup"), 303)


def _page(plan: Plan, found: Objections, said: str = "", another: bool = False) -> str:
    page = shown(plan, current_table().state, found, said)
    return render_template("table/next.html", **page, another=another)
