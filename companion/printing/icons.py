"""The drawings of the icon file, to be set into printed pages, which load nothing."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from companion.config import PROJECT

SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


@cache
def _symbols() -> dict[str, Markup]:
    text = (PROJECT / "static/icons.svg").read_text("utf-8")
    return {name: Markup(drawing) for name, drawing in SYMBOL.findall(text)}


def symbol(name: str) -> Markup:
    """What is inside a symbol; a circle where there is none of that name."""
    return _symbols().get(name) or _symbols()["shape-circle"]


@cache
def stylesheet(paper: str) -> str:
    """The print stylesheet for A4 or Letter."""
    names = ["print.css", *(["letter.css"] if paper == "letter" else [])]
    return "\n".join((PROJECT / "static" / name).read_text("utf-8") for name in names)
