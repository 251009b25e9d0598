"""Starting: a new table, the next chapter or game of one; and correcting a running one."""

from __future__ import annotations

import secrets
from itertools import islice, zip_longest
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from companion.games import games
from companion.rules import zones
from companion.rules.actions.starting import Reseat
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.people import BY_NAME, shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.plain import bare
from companion.rules.words import listed_within, whole
from companion.show.plan import (
    STORY,
    Plan,
    PlanRow,
    following,
    fresh,
    losses,
    pressed,
    renames,
    running,
    with_new_names,
)
from companion.show.standing import title
from companion.show.start import Objections, control, early_objections, objections, sheet, start
from companion.table import links, tables
from companion.table.journal import Draft, Refused, StalePage
from companion.table.tables import LONGEST_NAME, Table
from companion.web.forms import Given, KeyForm, Number, Values, text
from companion.web.guards import limits
from companion.web.guards.limits import TooOften
from companion.web.table.blueprint import append_entries, current_table, new_draft, pages, the_play
from companion.web.visitor import device, roles
from companion.web.visitor.visit import has_played, is_genuine, own_tables

OPEN = "open"  # the button that starts; every other one changes the form
new_pages = Blueprint("start", __name__, url_prefix="/new")

EXPIRED = "This page was open too long. What you typed is still here. Tap Start setup again."
OPENED_BEFORE = "A game was already started from this page. Tap again to start another."
UNFINISHED = "{} isn’t finished. To start a new game anyway, tap the button again."
OLDER = "Someone has started a game since you opened this page. Look at it first."
SENT_BEFORE = (
    "This page was already sent with other entries. To send it anyway, tap the button again."
)
CHANGED_SINCE = (
    "Someone has changed the players since you opened this page. This is how they are now."
)


class StartForm(KeyForm):
    """What was typed; of what stands in rows a list. ``was`` and ``plays`` say what it showed."""

    do, another, was, plays = text(40), Given(), text(400), Number()
    name, colour, person, here = Values(), Values(), Values(), Values()
    kind, first, zone = text(8), text(8), text(80)
    chapter, single = text(40), text(40)  # single only while the story was chosen
    title = StringField(filters=[bare])


def start_form(game: Game) -> StartForm:
    """The form that was sent, with the options of the game."""
    options = {f"o-{option.key}": text(80) for option in game.options}
    found: StartForm = type("GameForm", (StartForm,), options)(request.form)
    return found


def pressed_button(form: StartForm) -> str:
    """The button; to that which draws a chapter chance adds its number."""
    button: str = form.do.data or OPEN
    # 840 has as many for each of 2 to 8 chapters.
    return f"chapter-{secrets.randbelow(840)}" if button == "chapter" else button


def read_plan(form: StartForm, game: Game, everyone: bool) -> Plan:
    """What was typed. ``everyone``: each row plays, because the form has no ticks."""
    asked = {option.key: form[f"o-{option.key}"] for option in game.options}
    rows = zip_longest(form.name.data, form.colour.data, form.person.data)
    people = tuple(
        PlanRow((name or "")[:80], (colour or "")[:40],
                everyone or str(row) in form.here.data, whole(known or "") or BY_NAME)
        for row, (name, colour, known) in enumerate(islice(rows, 40))
    )  # fmt: skip
    story, chapter = form.kind.data == STORY, form.chapter.data
    single = form.single.data or chapter
    return Plan(
        people=people,
        chapter=chapter if story else single,
        story=story,
        first=form.first.data,
        options={key: typed.data for key, typed in asked.items() if typed.raw_data},
        title=form.title.data or "",
        zone=form.zone.data if form.zone.data in zones.known() else "",
        single=single,
    )


def form_page(
    template: str, plan: Plan, state: State, faults: Objections, said: str = "", **more: Any
) -> str:
    """The form as it was filled in, with what is wrong with it."""
    covered = device.setting("cover", "on") != "off"
    used = [name for play in state.plays for name in play.names]
    return render_template(
        template, sheet=sheet(plan, state, covered), game=state.game, faults=faults, said=said,
        known_names=list(dict.fromkeys([*device.names(), *used])), **more,
    )  # fmt: skip


def refused_plan(found: list[Issue], plan: Plan) -> Objections:
    """What the rules said no to at the last moment."""
    faults: dict[str, tuple[str, ...]] = {}
    for issue in found:
        where = control(issue, plan)
        faults[where] = (*faults.get(where, ()), issue.message)
    return faults


@new_pages.get("/<slug>")
def new(slug: str) -> str:
    state = _state(slug)
    device.name()  # known before the form is sent, so that a repeat comes from the same device
    return _again(fresh(state.game), state, {})


@new_pages.post("/<slug>")
def open_new(slug: str) -> ResponseReturnValue:
    """Change the form or open the table; nothing typed is ever lost."""
    state = _state(slug)
    form = start_form(state.game)
    plan = read_plan(form, state.game, everyone=True)
    if not is_genuine():
        return _again(plan, state, {}, EXPIRED), 400
    if (button := pressed_button(form)) != OPEN:
        plan = pressed(plan, button, state.game)
        return _again(plan, state, early_objections(plan, state))
    if found := objections(plan, state):
        return _again(plan, state, found), 422
    return _opened(form, plan, state)


def _opened(form: StartForm, plan: Plan, state: State) -> ResponseReturnValue:
    key = form.key_or_new()
    data = start(plan, state, key, newcomers=not has_played(state.game.slug))
    draft = Draft("start", data, key=key, device=device.name())
    name = (plan.title or listed_within(LONGEST_NAME, plan.names))[:LONGEST_NAME]
    if not form.another.data and (twin := _twin(name, state.game, draft)):
        return _again(plan, state, {}, twin=twin), 409
    try:
        limits.take_by_address("TABLES_AN_HOUR")
        token = tables.open_table(state.game, name, draft)
    except TooOften as wait:
        return _again(plan, state, {}, wait.description or ""), 429, wait.get_headers()
    except Refused as no:
        return _again(plan, state, refused_plan(no.issues, plan)), 422
    except StalePage:
        return _again(plan, state, {}, OPENED_BEFORE), 409
    device.remember_names(plan.names)
    session["keep"] = links.link_id(token)
    return redirect(url_for("table.setup", token=token), 303)


def _twin(name: str, game: Game, draft: Draft) -> Table | None:
    """A table that this device opened in the same way and has not finished.

    Somebody who comes back to this page by the browser's button and sends it again rarely wants
    a second one. The very same form is no twin: it leads to the table it opened.
    """
    for one in own_tables():
        plays = one.state.plays
        alike = one.game is game and one.name == name and not one.archived
        if alike and len(plays) == 1 and not plays[0].finished:
            began = one.state.log[0].entry
            same = {**began.data, "first": None} == {**draft.data, "first": None}
            if same and began.key != draft.key:  # whoever was drawn to begin
                return one
    return None


def _again(
    plan: Plan, state: State, found: Objections, said: str = "", twin: Table | None = None
) -> str:
    return form_page("new.html", plan, state, found, said, twin=twin)


def _state(slug: str) -> State:
    game = games().get(slug)
    return State(game) if game else abort(404)


@pages.get("/next", endpoint="next")
def next_game() -> str:
    state = current_table().state
    return _page(following(state), {})


@pages.post("/next")
def start_next() -> ResponseReturnValue:
    """Change the form or start the play."""
    state = current_table().state
    form = start_form(state.game)
    plan = read_plan(form, state.game, everyone=False)
    if (button := pressed_button(form)) != OPEN:
        plan = pressed(plan, button, state.game)
        return _page(plan, early_objections(plan, state))
    key = form.key_or_new()
    if any(row.entry.key == key for row in state.log):
        return redirect(url_for("table.setup"), 303)
    if form.plays.data != len(state.plays):
        return _page(plan, {}, OLDER), 409
    if found := objections(plan, state):
        return _page(plan, found), 422
    last = state.play
    if last and not last.finished and not form.another.data:
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
    return redirect(url_for("table.setup"), 303)


def _page(plan: Plan, found: Objections, said: str = "", another: bool = False) -> str:
    return form_page("table/next.html", plan, current_table().state, found, said, another=another)


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
    form = start_form(state.game)
    plan = read_plan(form, state.game, everyone=False)
    if (button := pressed_button(form)) != OPEN:
        plan = pressed(plan, button, state.game)
        return _change_page(play, plan, early_objections(plan, state.before(play)))
    if form.was.data != seating(play):
        return _change_page(play, running(state, play), {}, CHANGED_SINCE), 409
    names = renames(plan, state)
    state = with_new_names(state, names)
    if found := objections(plan, state.before(play)):
        return _change_page(play, plan, found), 422
    data = start(plan, state.before(play), key := form.key_or_new())
    data.pop("pace", None)  # it goes on as closely followed as before
    now = state.plays[play.number]
    after = Reseat.from_json(data).apply(state, now).plays[play.number]
    if not form.another.data and (said := losses(play, after)):
        said.append("You can undo this. To do it, tap the button again.")
        return _change_page(play, plan, {}, " ".join(said), another=True), 409
    told = [("rename", name.as_json()) for name in names]
    told += [("reseat", data)] if after != now else []
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
    table = current_table()
    names = shown_names(table.state.people)
    away = {one: name for one, name in names.items() if play.seat_of(one) is None}
    return form_page(
        "table/change.html", plan, table.state.before(play), found, said, another=another,
        play=play, was=seating(play), names=names, away=away,
        may_end=roles.may_end(table, play.number), ask_host=roles.ASK_HOST,
    )  # fmt: skip
