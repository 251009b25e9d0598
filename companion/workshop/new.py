"""Begins a game: a small complete one that plays, scores and prints, to be changed row by row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from string import Template

from companion.games import LONGEST_SLUG, SLUG, is_slug
from companion.printing.sample_tables import names
from companion.rules.data.files import COLOURS, SHAPES
from companion.workshop.examples import folder_of

HERE = Path(__file__).parent
TEMPLATE, ROWS = HERE / "template", HERE / "template_rows"
MOST = len(COLOURS)


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
        to.write_text(Template(file.read_text("utf-8")).safe_substitute(values), "utf-8")
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


def _values(title: str, low: int, high: int, chapters: list[str]) -> dict[str, str]:
    """What stands in the place of the template's names."""
    named = {key: f"Chapter {key}" if len(chapters) > 1 else title for key in chapters}
    ways = zip(chapters, [*chapters[1:], "end"], strict=True)
    shapes = [SHAPES[n % len(SHAPES)] for n in range(high)]
    colours = zip(COLOURS, shapes, strict=False)
    counts = range(low, high + 1)
    idle = _seats(names(max(low, 2))[2:])
    crowd = names(high + 1)
    src = 'src = "rulebook, setting up"'
    return {
        "title": json.dumps(title, ensure_ascii=False),
        "bare_title": title,
        "low": str(low),
        "high": str(high),
        "first": chapters[0],
        "colours": _rows(
            f'{{ key = "{c}", label = "{c.title()}", shape = "{s}" }}' for c, s in colours
        ),
        "chapters": _rows(
            f'{{ key = "{k}", title = {json.dumps(t, ensure_ascii=False)}, {src} }}'
            for k, t in named.items()
        ),
        "paths": _rows(f'{{ start = "{a}", to = "{b}", {src} }}' for a, b in ways),
        "hand": ", ".join(f"{n} = {_hand(n)}" for n in counts),
        "idle": idle,
        "crowd": _seats(crowd).rstrip("\n"),
        "scores": "\n".join(_row("score", chapter=key, idle=idle) for key in chapters),
        "setups": "\n".join(
            _row("setup", chapter=key, players=n, hand=_hand(n)) for key in chapters for n in counts
        ),
    }


def _rows(rows: Iterable[str]) -> str:
    return "\n".join(f"  {row}," for row in rows)


def _seats(people: Iterable[str]) -> str:
    entry = "{ cards = 0, coins = 0, guests = 0 }"
    return "".join(f'  {{ name = "{name}", entry = {entry} }},\n' for name in people)


def _row(kind: str, **values: object) -> str:
    """An example that stands there once for each chapter, or for each table."""
    return Template((ROWS / f"{kind}.toml").read_text("utf-8")).substitute(values)


def _hand(players: int) -> int:
    return 7 if players < 4 else 5
