"""Opening a new table, and the form that starts a game."""

from __future__ import annotations

import secrets
from itertools import islice, zip_longest
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form, StringField

from companion.games import games
from companion.rules import zones
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.people import BY_NAME
from companion.rules.journal.state import State
from companion.rules.plain import bare
from companion.rules.words import listed_within, whole
from companion.show.start.draft import Objections, control, early_objections, objections, start
from companion.show.start.form import sheet
from companion.show.start.plan import CHAPTER, STORY, Plan, PlanRow, fresh, pressed
from companion.table import links, tables
from companion.table.journal import Draft, Refused, StalePage
from companion.table.tables import LONGEST_NAME, Table
from companion.web.forms import Values, text
from companion.web.guards import limits
from companion.web.guards.limits import TooOften
from companion.web.table.actions import LONGEST_KEY
from companion.web.visitor import device
from companion.web.visitor.visit import has_played, is_genuine, own_tables

OPEN = "open"  # the button that starts; every other one changes the form
CHANCES = 840  # as many for each of 2 to 8 chapters
MOST_ROWS = 40
MOST_LETTERS = 80  # of a name
pages = Blueprint("start", __name__, url_prefix="/new")

EXPIRED = "This page was open too long. What you typed is still here. Tap Start setup again."
SENT_BEFORE = "A game was already started from this page. Tap again to start another."


def pressed_button() -> str:
    """The button; to that which draws a chapter chance adds its number."""
    button = request.form.get("do", OPEN)
    return f"{CHAPTER}-{secrets.randbelow(CHANCES)}" if button == CHAPTER else button


def form_key() -> str:
    """The key the form was given or the script made; a form without one is never a repeat."""
    return request.form.get("key", "")[:LONGEST_KEY] or secrets.token_hex(16)


class StartForm(Form):
    """What was typed; of what stands in rows a list."""

    name, colour, person, here = Values(), Values(), Values(), Values()
    kind, first, zone = text(8), text(8), text(80)
    chapter, single = text(40), text(40)  # single only while the story was chosen
    title = StringField(filters=[bare])


def read_plan(game: Game, everyone: bool) -> Plan:
    """What was typed. ``everyone``: each row plays, because the form has no ticks."""
    asked = {option.key: f"o-{option.key}" for option in game.options}
    options = {name: text(80) for name in asked.values()}
    form = type("GameForm", (StartForm,), options)(request.form)
    rows = zip_longest(form.name.data, form.colour.data, form.person.data)
    people = tuple(
        PlanRow((name or "")[:MOST_LETTERS], (colour or "")[:40],
                everyone or str(row) in form.here.data, whole(known or "") or BY_NAME)
        for row, (name, colour, known) in enumerate(islice(rows, MOST_ROWS))
    )  # fmt: skip
    story, chapter = form.kind.data == STORY, form.chapter.data
    single = form.single.data or chapter
    return Plan(
        people=people,
        chapter=chapter if story else single,
        story=story,
        first=form.first.data,
        options={key: form[name].data for key, name in asked.items() if name in request.form},
        title=form.title.data,
        zone=form.zone.data if form.zone.data in zones.known() else "",
        single=single,
    )


def shown_plan(plan: Plan, state: State, faults: Objections, said: str = "") -> dict[str, Any]:
    """What the form's template needs."""
    covered = device.setting("cover", "on") != "off"
    used = [name for play in state.plays for name in play.names]
    names = list(dict.fromkeys([*device.names(), *used]))
    return {
        "sheet": sheet(plan, state, covered),
        "game": state.game,
        "faults": faults,
        "said": said,
        "known_names": names,
    }


def refused_plan(found: list[Issue], plan: Plan) -> Objections:
    """What the rules said no to at the last moment."""
    faults: dict[str, tuple[str, ...]] = {}
    for issue in found:
        where = control(issue, plan)
        faults[where] = (*faults.get(where, ()), issue.message)
    return faults


@pages.get("/<slug>")
def new(slug: str) -> str:
    state = _state(slug)
    device.name()  # known before the form is sent, so that a repeat comes from the same device
    return render_template("new.html", **shown_plan(fresh(state.game), state, {}))


@pages.post("/<slug>")
def open_new(slug: str) -> ResponseReturnValue:
    """Change the form or open the table; nothing typed is ever lost."""
    state = _state(slug)
    plan = read_plan(state.game, everyone=True)
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
    data = start(plan, state, key, newcomers=not has_played(state.game.slug))
    draft = Draft("start", data, key=key, device=device.name())
    name = (plan.title or listed_within(LONGEST_NAME, plan.names))[:LONGEST_NAME]
    if "another" not in request.form and (twin := _twin(name, state.game, draft)):
        return _again(plan, state, {}, twin=twin), 409
    try:
        limits.take_by_address("TABLES_AN_HOUR")
        token = tables.open_table(state.game, name, draft)
    except TooOften as wait:
        return _again(plan, state, {}, wait.description or ""), 429, wait.get_headers()
    except Refused as no:
        return _again(plan, state, refused_plan(no.issues, plan)), 422
    except StalePage:
        return _again(plan, state, {}, SENT_BEFORE), 409
    device.remember_names(plan.names)
    session["keep"] = links.link_id(token)
    return redirect(url_for("table.setup", token=token), 303)


def _twin(name: str, game: Game, draft: Draft) -> Table | None:
    """A table that this device opened in the same way and has not finished.

    Somebody who comes back to this page by the browser's button and sends it again rarely wants
    a second one. The very same form is no twin: it leads to the table it opened.
    """
    mine = own_tables()
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
    return render_template("new.html", **shown_plan(plan, state, found, said), twin=twin)


def _state(slug: str) -> State:
    game = games().get(slug)
    return State(game) if game else abort(404)
