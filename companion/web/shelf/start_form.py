"""The form that starts a game, for a new table and for the next chapter: read and drawn."""

from __future__ import annotations

import secrets
from itertools import islice, zip_longest
from typing import Any

from flask import request
from wtforms import Form, StringField

from companion.rules import zones
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.people import BY_NAME
from companion.rules.journal.state import State
from companion.rules.plain import bare
from companion.rules.words import whole
from companion.show.start.draft import Objections, control
from companion.show.start.form import sheet
from companion.show.start.plan import STORY, Plan, PlanRow
from companion.web.forms import Values
from companion.web.table.actions import LONGEST_KEY
from companion.web.visitor import device

OPEN = "open"  # the button that starts; every other one changes the form
MOST_ROWS = 40
MOST_LETTERS = 80  # of a name


def pressed_button() -> str:
    return request.form.get("do", OPEN)


def form_key() -> str:
    """The key the form was given or the script made; a form without one is never a repeat."""
    return request.form.get("key", "")[:LONGEST_KEY] or secrets.token_hex(16)


def _text(letters: int) -> StringField:
    """So much is kept of a text that it can be shown again; the rules judge it."""
    return StringField(filters=[lambda typed: (typed or "")[:letters]])


class StartForm(Form):
    """What was typed; of what stands in rows a list."""

    name, colour, person, here = Values(), Values(), Values(), Values()
    kind, first, zone = _text(8), _text(8), _text(80)
    chapter, single = _text(40), _text(40)  # single only while the story was chosen
    title = StringField(filters=[bare])


def read(game: Game, everyone: bool) -> Plan:
    """What was typed. ``everyone``: each row plays, because the form has no ticks."""
    asked = {option.key: f"o-{option.key}" for option in game.options}
    options = {name: _text(80) for name in asked.values()}
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


def shown(plan: Plan, state: State, faults: Objections, said: str = "") -> dict[str, Any]:
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


def refused(found: list[Issue], plan: Plan) -> Objections:
    """What the rules said no to at the last moment."""
    faults: dict[str, tuple[str, ...]] = {}
    for issue in found:
        where = control(issue, plan)
        faults[where] = (*faults.get(where, ()), issue.message)
    return faults
