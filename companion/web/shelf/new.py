"""Opening a new table."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.games import games
from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.rules.words import listed_within
from companion.show.start.draft import Objections, early_objections, objections, start
from companion.show.start.plan import Plan, fresh, pressed
from companion.table import tables, tokens
from companion.table.journal import Draft, Refused, StalePage
from companion.table.tables import LONGEST_NAME, Table
from companion.web.forms import is_genuine
from companion.web.guards import limits
from companion.web.guards.limits import TooOften
from companion.web.shelf.start_form import OPEN, form_key, pressed_button, read, refused, shown
from companion.web.visitor import device, sight

pages = Blueprint("start", __name__, url_prefix="/new")

EXPIRED = "This page had been open too long. Everything you typed is still here: send it again."
SENT_BEFORE = "A table was opened from this page before. To open another, send it again."


@pages.get("/<slug>")
def new(slug: str) -> str:
    state = _state(slug)
    device.name()  # known before the form is sent, so that a repeat comes from the same device
    return render_template("new.html", **shown(fresh(state.game), state, {}))


@pages.post("/<slug>")
def open_new(slug: str) -> ResponseReturnValue:
    """Change the form or open the table; nothing typed is ever lost."""
    state = _state(slug)
    plan = read(state.game, everyone=True)
    if not is_genuine():
        return _again(plan, state, {}, EXPIRED), 400
    if (button := pressed_button()) != OPEN:
        plan = pressed(plan, button, state.game)
        return _again(plan, state, early_objections(plan, state))
    if found := objections(plan, state):
        return _again(plan, state, found), 422
    return _opened(plan, state)


def _opened(plan: Plan, state: State) -> ResponseReturnValue:
    key = form_key()
    draft = Draft("start", start(plan, state, key), key=key, device=device.name())
    name = (plan.title or listed_within(LONGEST_NAME, plan.names))[:LONGEST_NAME]
    if "another" not in request.form and (twin := _twin(name, state.game, draft)):
        return _again(plan, state, {}, twin=twin), 409
    try:
        limits.take_by_address("TABLES_AN_HOUR")
        token = tables.open_table(state.game, name, draft)
    except TooOften as wait:
        return _again(plan, state, {}, wait.description or ""), 429, wait.get_headers()
    except Refused as no:
        return _again(plan, state, refused(no.issues, plan)), 422
    except StalePage:
        return _again(plan, state, {}, SENT_BEFORE), 409
    device.remember_names(plan.names)
    session["keep"] = tokens.link_id(token)
    return redirect(url_for("table.setup", token=token), 303)


def _twin(name: str, game: Game, draft: Draft) -> Table | None:
    """A table that this device opened in the same way and has not finished.

    Somebody who comes back to this page by the browser's button and sends it again rarely wants
    a second one. The very same form is no twin: it leads to the table it opened.
    """
    mine = sight.own_tables()
    alike = (one for one in mine if one.game is game and one.name == name and not one.archived)
    return next((one for one in alike if _begun(one.state, draft)), None)


def _begun(state: State, draft: Draft) -> bool:
    """Whether the table was started by the same form, whoever was drawn to begin."""
    if not state.plays:
        return False
    began = state.log[0].entry
    same = {**began.data, "first": None} == {**draft.data, "first": None}
    return same and began.key != draft.key and len(state.plays) == 1 and not state.plays[0].finished


def _again(
    plan: Plan, state: State, found: Objections, said: str = "", twin: Table | None = None
) -> str:
    return render_template("new.html", **shown(plan, state, found, said), twin=twin)


def _state(slug: str) -> State:
    game = games().get(slug)
    return State(game) if game else abort(404)
