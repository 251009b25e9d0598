"""Parts of a page that are drawn anew only when something they are drawn from has changed.

After an entry most of a page is as it was: other people's sheets, folded tools, steps already done.
A template says what a part is drawn from; who looks, and by which link, counts without being said.
Tests draw every part that was kept once more, and fail where it differs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup

from companion.table.sized_cache import SizedCache
from companion.web.answers.template_helpers import Pen, pen
from companion.web.table.page_cache import KEY

MOST_BYTES = 24 * 1024 * 1024
HEAVIER = 3  # than its HTML: what a part is drawn from weighs about twice as much, besides


NUMBERS: defaultdict[str, int] = defaultdict(count(1).__next__)
"""Parts by name, as the keys of their forms tell them apart: a name would make pages heavier."""


@dataclass(frozen=True, slots=True)
class Part:
    drawn_from: tuple[Any, ...]
    html: Markup
    signs: frozenset[str]
    by_chance: bool


def attach_parts(app: Flask) -> None:
    app.extensions["parts"] = SizedCache[Hashable, Part](MOST_BYTES)
    app.jinja_env.globals["kept"] = kept


def kept(name: str, *drawn_from: Any, caller: Callable[[], Markup]) -> Markup:
    """``{% call kept("name", a, b) %}`` and so on: drawn unless a and b are what they were."""
    held = pen()
    if not held.key.startswith(KEY):  # a page that is not kept has its own keys in its forms
        return caller()
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    shelf: SizedCache[Hashable, Part] = app.extensions["parts"]
    place = (held.look.drawn_for, name)
    part = shelf.get(place)
    if part is None or part.drawn_from != drawn_from:
        part = _drawn(held, name, drawn_from, caller)
        if not part.by_chance:
            shelf.put(place, part, HEAVIER * len(part.html))
    elif app.testing:
        again = _drawn(held, name, drawn_from, caller)
        assert again == part, f"{name} is drawn from something that it does not name"
    held.signs |= part.signs
    held.by_chance |= part.by_chance
    return part.html


def _drawn(held: Pen, name: str, drawn_from: tuple[Any, ...], caller: Callable[[], Markup]) -> Part:
    """With keys of its own in its forms, wherever on a page it comes to stand."""
    inner = Pen(f"{held.key}-{NUMBERS[name]}", sprite=held.sprite, look=held.look)
    with inner.in_hand():
        html = caller()
    return Part(drawn_from, html, frozenset(inner.signs), inner.by_chance)
