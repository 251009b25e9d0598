"""Letters of every script, icons and QR codes, made ready for printed pages."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from functools import cache, lru_cache
from unicodedata import bidirectional, category, decomposition

import segno
from markupsafe import Markup

from companion.config import PROJECT

PACKAGES = "fonts-droid-fallback fonts-symbola"
"""The Debian packages with fonts for letters that DejaVu lacks."""
INSTEAD = "?"
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
LEFTWARD = re.compile(f"[{_LEFTWARD}]+(?:[ '’.-]+[{_LEFTWARD}]+)*")
# A left-to-right mark around it, because a line takes the direction of its first letter.
ISOLATED = "\u200e\u2068\\g<0>\u2069\u200e"
TEXT = re.compile(r"(<text[^>]*>)([^<&]*[\u0590-\u08ff][^<&]*)(</text>)")
JOINED = range(0xFE70, 0xFEFD)  # the Unicode block of Arabic letters in their joined forms
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


def isolated(html: str) -> str:
    """The page with right-to-left words isolated, so that sums beside them stay in order."""
    return LEFTWARD.sub(ISOLATED, html)


def printable(html: str) -> str:
    """The page without letters that no font has."""
    return html.translate(dict.fromkeys(map(ord, missing(html)), INSTEAD))


def missing(text: str) -> str:
    """The letters that no font of this system has, each once; empty if that is unknown."""
    fonts = font_ranges()
    return "".join(sorted(letter for letter in set(text) if fonts and not _has(fonts, letter)))


def _has(fonts: tuple[tuple[int, ...], tuple[int, ...]], letter: str) -> bool:
    starts, ends = fonts
    found = bisect_right(starts, ord(letter)) - 1
    known = found >= 0 and ord(letter) <= ends[found]
    return known or category(letter) in ("Cc", "Cf", "Mn", "Zs")  # these show nothing by themselves


@cache
def font_ranges() -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Starts and ends of the code point ranges that fonts cover, by fontconfig, asked once."""
    command = ["fc-list", "--format", "%{charset} "]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    runs = {tuple(int(end, 16) for end in run.split("-")) for run in done.stdout.split()}
    joined: list[list[int]] = []
    for run in sorted(runs):
        if joined and run[0] <= joined[-1][1] + 1:
            joined[-1][1] = max(joined[-1][1], run[-1])
        else:
            joined.append([run[0], run[-1]])
    return tuple(start for start, _ in joined), tuple(end for _, end in joined)


def in_drawings(html: str) -> str:
    """The page with right-to-left words in its drawings reversed and joined."""
    return TEXT.sub(lambda found: found[1] + seen(found[2]) + found[3], html)


def seen(text: str) -> str:
    """The letters in visual order; text of mixed direction stays as it is."""
    ways = {bidirectional(letter) for letter in text} & {"L", "R", "AL"}
    if "L" in ways:
        return text
    backwards = _joined(text)[::-1]
    return re.sub(r"\d+", lambda number: number[0][::-1], backwards)


def _joined(text: str) -> str:
    """Arabic text with every letter in the form that its neighbours require."""
    shapes, found, before = _shapes(), [], False
    for here, after in zip(text, [*text[1:], ""], strict=True):
        known = shapes.get(here, {})
        joins = "initial" in known and "final" in shapes.get(after, {})
        form = {(0, 0): "isolated", (0, 1): "initial", (1, 1): "medial", (1, 0): "final"}
        wanted = form[before and "final" in known, joins]
        found.append(known.get(wanted, here))
        before = joins
    return "".join(found)


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """The forms of each letter: isolated, initial, medial and final."""
    found: dict[str, dict[str, str]] = {}
    for number in JOINED:
        form, *letters = decomposition(chr(number)).split() or [""]
        if len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {})[form.strip("<>")] = chr(number)
    return found


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
    text = _part("paper")
    if usual == "letter":
        text += f"\n{_part('paper-letter')}"
    if kind == "booklet":
        text += f"\n{_part('paper-booklet')}{HALVES[usual]}"
    if large:  # at least 12 pt, with headlines larger than the text
        text = TYPE.sub(lambda found: f"{found[1]}{max(12.0, float(found[2]) * 1.2):g}pt", text)
        text = f"{text}\n{_part('paper-large')}"
    if not size:
        return text
    larger = LENGTH.sub(lambda found: f"{float(found[1]) * scale:.4g}{found[2]}", text)
    return f"{larger}\n@page {{ size: {size} }}{TALLER.get(paper, '')}"


def _part(name: str) -> str:
    return (PROJECT / f"static/style/{name}.css").read_text("utf-8")


@lru_cache(256)
def qr(address: str, title: str | None = None) -> Markup:
    """The address as a QR code, with a text alternative."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, title=title))
