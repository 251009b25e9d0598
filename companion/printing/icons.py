"""The drawings of the icon file, to be set into printed pages, which load nothing."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from companion.config import PROJECT

SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)

TYPE = re.compile(r"(font(?:-size)?: (?:italic )?)([\d.]+)pt")


@cache
def _symbols() -> dict[str, Markup]:
    text = (PROJECT / "static/icons.svg").read_text("utf-8")
    return {name: Markup(drawing) for name, drawing in SYMBOL.findall(text)}


def symbol(name: str) -> Markup:
    """What is inside a symbol; a circle where there is none of that name."""
    return _symbols().get(name) or _symbols()["shape-circle"]


@cache
def stylesheet(paper: str, large: bool = False) -> str:
    """The print stylesheet for A4 or Letter; large for those who read large text."""
    names = ["print.css", *(["letter.css"] if paper == "letter" else [])]
    text = "\n".join((PROJECT / "static" / name).read_text("utf-8") for name in names)
    return TYPE.sub(_larger, text) if large else text


def _larger(found: re.Match[str]) -> str:
    """At least 12 pt, and headlines still larger than the rest."""
    return f"{found[1]}{max(12.0, float(found[2]) * 1.2):g}pt"
