"""What templates may call: icons, players' marks, words for values, the keys of forms."""

from __future__ import annotations

import json
import secrets
from typing import Any

from flask import Flask, g

from companion.rules.game import Colour
from companion.rules.state import Play
from companion.rules.words import listed, plural, said, signed
from companion.web import device
from companion.web.tables import form_token


def attach_looks(app: Flask) -> None:
    """Give the templates their words."""
    app.jinja_env.globals.update(
        device=device, form_token=form_token, new_key=new_key, colour_of=colour_of
    )
    app.jinja_env.filters.update(
        said=said, signed=signed, listed=listed, plural=plural, compact=compact, clock=clock
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def new_key() -> str:
    """A key for one form: random for the page, counted within it, so a repeat is recognised."""
    if "page_key" not in g:
        g.page_key, g.page_forms = secrets.token_hex(12), 0
    g.page_forms += 1
    return f"{g.page_key}-{g.page_forms}"


def compact(value: Any) -> str:
    """JSON for a hidden input."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def colour_of(play: Play, seat: int) -> Colour:
    """The colour and shape a seat is shown with; seats without one take those left over."""
    colours = {colour.key: colour for colour in play.game.colours}
    chosen = play.seats[seat].colour
    if chosen in colours:
        return colours[chosen]
    taken = {s.colour for s in play.seats}
    free = [colour for colour in play.game.colours if colour.key not in taken]
    bare = [i for i, s in enumerate(play.seats) if s.colour not in colours]
    return free[bare.index(seat) % len(free)] if free else play.game.colours[0]


def clock(moment: str) -> str:
    """The hour and minute of an ISO time."""
    return moment[11:16]
