"""Begins a game: a small complete one that plays, scores and prints, to be changed row by row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from typing import Any

from jinja2 import Environment

from companion.games import LONGEST_SLUG, SLUG, is_slug
from companion.printing.sample_tables import names
from companion.rules.data.files import COLOURS, SHAPES
from companion.workshop.examples import folder_of

TEMPLATE = Path(__file__).parent / "template"
MOST = len(COLOURS)
JINJA = Environment(trim_blocks=True, keep_trailing_newline=True)


class CannotBegin(ValueError):
    """Why there can be no such game, as a sentence."""


def begin(folder: Path, title: str, players: str, story: bool, taken: Iterable[str]) -> list[Path]:
    """Write the game and its examples; the files that were made."""
    low, high = _players(players)
    _check(folder, title, set(taken))
    values = _values(title, low, high, ["I", "II"] if story else ["base"])
    made = []
    for file in sorted(TEMPLATE.rglob("*.*")):
        to = folder / file.relative_to(TEMPLATE)
        if file.parent.name == "examples":
            to = folder_of(folder) / file.name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(JINJA.from_string(file.read_text("utf-8")).render(values), "utf-8")
        made.append(to)
    (folder / "__init__.py").touch()
    return made


def _players(players: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", players)
    low, high = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= low <= high <= MOST or high < 2:
        raise CannotBegin(f"--players is something like 2-4, up to {MOST}, not {players!r}.")
    return low, high


def _check(folder: Path, title: str, taken: set[str]) -> None:
    slug = folder.name
    if not is_slug(slug):
        raise CannotBegin(f"{slug!r} cannot be a slug: {SLUG}, such as {_slug(title)}.")
    if slug in taken or folder.exists() or folder_of(folder).exists():
        raise CannotBegin(f"There is a game {slug!r} already.")
    if not title.strip() or "\n" in title:
        raise CannotBegin("--title needs a line of text.")


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", title.lower()).lstrip("0123456789")[:LONGEST_SLUG] or "mygame"


def _values(title: str, low: int, high: int, chapters: list[str]) -> dict[str, Any]:
    """What the template speaks of."""
    titles = [f"Chapter {key}" if len(chapters) > 1 else title for key in chapters]
    hands = [(players, 7 if players < 4 else 5) for players in range(low, high + 1)]
    return {
        "title": _quoted(title),
        "bare_title": title,
        "low": low,
        "high": high,
        "first": chapters[0],
        "colours": zip(COLOURS[:high], cycle(SHAPES), strict=False),
        "chapters": list(zip(chapters, map(_quoted, titles), strict=True)),
        "paths": zip(chapters, [*chapters[1:], "end"], strict=True),
        "hands": hands,
        "hand": ", ".join(f"{players} = {cards}" for players, cards in hands),
        "idle": names(max(low, 2))[2:],
        "crowd": names(high + 1),
    }


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
