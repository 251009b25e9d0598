"""What templates may call: icons, players' marks, words for values, the keys of forms."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Protocol

from flask import Flask, g
from jinja2 import Undefined
from markupsafe import Markup, escape

from companion.rules.data.palette import signs
from companion.rules.journal.play import Play
from companion.rules.words import (
    abbreviated,
    listed,
    minus,
    nonbreaking,
    plural,
    said,
    shortened,
    signed,
    together,
)
from companion.rules.zones import local
from companion.show.names import crowded, pieces, wordy
from companion.web.answers.assets import asset
from companion.web.visitor.visit import visit

LARGEST_SEED = 2**31
COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
NOTHING = Markup()


class Signed(Protocol):
    """What is drawn by a symbol of its own."""

    @property
    def sign(self) -> str: ...
    @property
    def tint(self) -> str: ...
    @property
    def letter(self) -> str: ...


def attach_helpers(app: Flask) -> None:
    """Give the templates their words."""
    app.jinja_env.globals.update(
        new_key=new_key, new_seed=new_seed, may=may,
        drawn=SimpleNamespace(icon=icon, mark=mark, sign=sign, act=act, sign_sheet=sign_sheet),
    )  # fmt: skip
    app.jinja_env.filters.update(
        said=said, signed=signed, listed=listed, plural=plural, compact=compact, clock=clock,
        minus=minus, abbreviated=abbreviated, shortened=shortened, pieces=pieces,
        nonbreaking=nonbreaking, together=together, crowded=crowded, wordy=wordy,
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

    def new_key(self) -> str:
        self.forms += 1
        return f"{self.key}-{self.forms}"


def render_context() -> RenderContext:
    """The render context of this request."""
    if "render_context" not in g:
        g.render_context = RenderContext()
    found: RenderContext = g.render_context
    return found


def may(action: str) -> bool:
    """Whether whoever looks may take such an action; what they may not is not offered."""
    return visit().may(action)


def new_key() -> str:
    """A key for one form: random for the page, counted within it, so a repeat is recognised."""
    return render_context().new_key()


def new_seed() -> int:
    """A seed for one form, so that the draw it asks for can be told again."""
    return secrets.randbelow(LARGEST_SEED)


# Drawn here and not by macros, because a page has a hundred of them and macros cost ten times more.
def icon(name: str) -> Markup:
    address = _drawn_in(name)
    return Markup(f'<svg class="icon" aria-hidden="true"><use href="{address}"/></svg>')


def mark(play: Play, seat: int) -> Markup:
    """A player's shape, colour and initial."""
    colour, initial = play.colour(seat), play.seats[seat].name[:1].upper()
    return _mark(f"{render_context().sprite}#shape-{colour.shape}", colour.key, initial, "16.5")


def sign(thing: Signed) -> Markup:
    """What is drawn for a counter or a key: a symbol in a colour, perhaps with a letter."""
    if not thing.sign or not thing.tint:
        return icon(thing.sign) if thing.sign else NOTHING
    return _mark(_drawn_in(thing.sign), thing.tint, thing.letter, "22.5")


def _mark(address: str, colour: str, letter: str, low: str) -> Markup:
    """A symbol in a colour, with a letter whose foot is so low."""
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
    """The hidden part of a form that takes an action. ``back`` is a page and place on it."""
    found = _hidden("csrf_token", visit().form_token) + _hidden("key", new_key())
    found += _hidden("action", kind)
    if data:
        found += _hidden("data", escape(compact(data)))
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
    """Where a symbol is drawn. What only games use comes with the page that shows it."""
    if name not in signs():
        return f"{render_context().sprite}#{name}"
    render_context().signs.add(name)
    return f"#sign-{name}"


def sign_sheet() -> Markup:
    """The signs that this page has used so far; goes to its end."""
    used = sorted(render_context().signs)
    each = "".join(f'<symbol id="sign-{name}"{signs()[name]}</symbol>' for name in used)
    return Markup(f"<svg hidden>{each}</svg>") if used else NOTHING


def compact(value: Any) -> str:
    """JSON for a hidden input."""
    return COMPACT.encode(value)


def clock(moment: str, zone: str) -> str:
    """Hour and minute of a moment by the table's clock."""
    return f"{local(datetime.fromisoformat(moment), zone):%H:%M}" if moment else ""
