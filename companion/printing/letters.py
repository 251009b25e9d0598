"""Text of every script on paper: in the right order, and never as empty boxes."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from functools import cache
from unicodedata import category

PACKAGES = "fonts-droid-fallback fonts-symbola"
"""The Debian packages with fonts for letters that DejaVu lacks."""
INSTEAD = "?"
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
LEFTWARD = re.compile(f"[{_LEFTWARD}]+(?:[ '’.-]+[{_LEFTWARD}]+)*")
# A left-to-right mark around it, because a line takes the direction of its first letter.
ISOLATED = "\u200e\u2068\\g<0>\u2069\u200e"


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
