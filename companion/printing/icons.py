"""Icons and style sheets for printed pages, which cannot load files."""

from __future__ import annotations

import re
from functools import cache, partial

from markupsafe import Markup

from companion.config import PROJECT

SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)

PAPERS = {
    "a4": ("a4", "", 1.0),
    "letter": ("letter", "", 1.0),
    "a3": ("a4", "A3", 2**0.5),
    "tabloid": ("letter", "11in 17in", 11 / 8.5),
}
"""Each paper with the one whose layout it uses, its size, and the scale."""
TALLER = {"tabloid": " .frame { height: 406mm }"}
"""Tabloid is taller than Letter scaled up, so what fills a page needs its own height."""
HALVES = {"a4": "\n@page { size: A5 }", "letter": "\n@page { size: 5.5in 8.5in }"}
LENGTH = re.compile(r"([\d.]+)(mm|pt)\b")
TYPE = re.compile(r"(font(?:-size)?: (?:italic )?)([\d.]+)pt")


@cache
def _symbols() -> dict[str, Markup]:
    text = (PROJECT / "static/icons.svg").read_text("utf-8")
    return {name: Markup(drawing) for name, drawing in SYMBOL.findall(text)}


def symbol(name: str) -> Markup:
    """The content of a symbol; a circle if there is none of that name."""
    return _symbols().get(name) or _symbols()["shape-circle"]


@cache
def stylesheet(paper: str, large: bool = False, kind: str = "") -> str:
    """The print style sheet for a paper, with larger type if asked for."""
    usual, size, scale = PAPERS[paper]
    names = ["print.css", *(["letter.css"] if usual == "letter" else [])]
    if kind == "booklet":
        names.append("booklet.css")
    text = "\n".join((PROJECT / "static" / name).read_text("utf-8") for name in names)
    if kind == "booklet":
        text += HALVES[usual]
    if large:
        roomy = (PROJECT / "static/large.css").read_text("utf-8")
        text = f"{TYPE.sub(_larger, text)}\n{roomy}"
    if not size:
        return text
    larger = LENGTH.sub(partial(_scaled, scale), text)
    return f"{larger}\n@page {{ size: {size} }}{TALLER.get(paper, '')}"


def _larger(found: re.Match[str]) -> str:
    """A font size of at least 12 pt that keeps headlines larger than the text."""
    return f"{found[1]}{max(12.0, float(found[2]) * 1.2):g}pt"


def _scaled(scale: float, found: re.Match[str]) -> str:
    return f"{float(found[1]) * scale:.4g}{found[2]}"
