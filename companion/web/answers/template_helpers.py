"""Functions and filters for templates: icons, players' marks, wording, form keys."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from flask import Flask, g
from jinja2 import Undefined
from markupsafe import Markup, escape

from companion.rules import words
from companion.rules.data.files import signs
from companion.rules.journal.play import Play
from companion.rules.zones import local
from companion.show.formats import crowded, pieces, wordy
from companion.web.answers.assets import asset
from companion.web.visitor.visit import visit

# For hidden inputs.
COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def attach_helpers(app: Flask) -> None:
    app.jinja_env.globals.update(
        new_key=new_key, new_seed=new_seed, may=may,
        drawn=SimpleNamespace(icon=icon, mark=mark, sign=sign, act=act, sign_sheet=sign_sheet),
    )  # fmt: skip
    app.jinja_env.filters.update(
        compact=COMPACT.encode, clock=clock, pieces=pieces, crowded=crowded, wordy=wordy,
        listed=words.listed, plural=words.plural, minus=words.minus, dashed=words.dashed,
        shortened=words.shortened, nonbreaking=words.nonbreaking, together=words.together,
        possessive=words.possessive,
    )  # fmt: skip
    app.jinja_env.undefined = MissingName
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


class MissingName(Undefined):
    """A name that a template was not given: it may be tested for, but not shown or looped over."""

    def __str__(self) -> str:
        return str(self())  # calling it fails, and says which name is missing

    def __iter__(self) -> Iterator[Any]:
        return iter(self())

    def __len__(self) -> int:
        return len(self())


@dataclass(slots=True)
class RenderContext:
    """What one rendering collects: keys for its forms, and the icons it has used."""

    key: str = field(default_factory=lambda: secrets.token_hex(12))
    forms: int = 0
    signs: set[str] = field(default_factory=set)
    sprite: str = field(default_factory=lambda: asset("icons.svg"))


def render_context() -> RenderContext:
    if "render_context" not in g:
        g.render_context = RenderContext()
    found: RenderContext = g.render_context
    return found


def may(action: str) -> bool:
    """Whether this visitor may take an action; forms for others are not shown."""
    return visit().may(action)


def new_key() -> str:
    """A key for one form: random for the page and numbered within it, to recognise repeats."""
    context = render_context()
    context.forms += 1
    return f"{context.key}-{context.forms}"


def new_seed() -> int:
    """A random seed for a form that draws, so that the draw can be replayed."""
    return secrets.randbelow(2**31)


# Drawn here and not by macros, because a page has a hundred of them and macros cost ten times more.
def icon(name: str) -> Markup:
    address = _drawn_in(name)
    return Markup(f'<svg class="icon" aria-hidden="true"><use href="{address}"/></svg>')


def mark(play: Play, seat: int) -> Markup:
    """A player's shape, colour and initial."""
    colour, initial = play.colours[seat], play.seats[seat].name[:1].upper()
    return _mark(f"{render_context().sprite}#shape-{colour.shape}", colour.key, initial, "16.5")


def sign(thing: Any) -> Markup:
    """The sign of a counter or a pad's button: a symbol in a colour, perhaps with a letter."""
    if not thing.sign or not thing.tint:
        return icon(thing.sign) if thing.sign else Markup()
    return _mark(_drawn_in(thing.sign), thing.tint, thing.letter, "22.5")


def _mark(address: str, colour: str, letter: str, low: str) -> Markup:
    """A symbol in a colour with a letter on the given baseline."""
    text = f'<text x="16" y="{low}">{escape(letter)}</text>' if letter else ""
    return Markup(
        f'<svg class="mark {colour}" viewBox="0 0 32 32" aria-hidden="true">'
        f'<use href="{address}"/>{text}</svg>'
    )


def act(
    kind: str,
    data: Mapping[str, Any] | None = None,
    play: int | None = None,
    back: str = "home",
    back_play: int | None = None,
    back_seat: int | None = None,
    back_before: int | None = None,
) -> Markup:
    """The hidden inputs of a form that takes an action. ``back`` is a page and anchor."""
    found = _hidden("csrf_token", visit().form_token) + _hidden("key", new_key())
    found += _hidden("action", kind)
    if data:
        found += _hidden("data", escape(COMPACT.encode(data)))
    if play is not None:
        found += _hidden("play", str(play))
    found += _hidden("back", escape(back))
    for name, number in (("play", back_play), ("seat", back_seat), ("before", back_before)):
        if number is not None:
            found += _hidden(f"back-{name}", str(number))
    return Markup(found)


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{value}">'


def _drawn_in(name: str) -> str:
    """The URL of a symbol; symbols that only games use are inlined in the page."""
    if name not in signs():
        return f"{render_context().sprite}#{name}"
    render_context().signs.add(name)
    return f"#sign-{name}"


def sign_sheet() -> Markup:
    """The symbols that this page has used, for the end of the page."""
    used = sorted(render_context().signs)
    each = "".join(f'<symbol id="sign-{name}"{signs()[name]}</symbol>' for name in used)
    return Markup(f"<svg hidden>{each}</svg>") if used else Markup()


def clock(moment: str, zone: str) -> str:
    """Hour and minute of a moment in the table's time zone."""
    return f"{local(datetime.fromisoformat(moment), zone):%H:%M}" if moment else ""
