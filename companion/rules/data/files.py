"""Reads a game's TOML files as one table, and what is drawn in ``static/`` for it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path as File
from typing import Any, cast

from .faults import Fault, Path, lines

ONE = {
    "categories": "category", "supplies": "supply", "card_facts": "card fact",
    "deck_plans": "deck", "tiebreaks": "tie-break", "catalogue": "card", "item": "column",
    "seat": "seat", "says": "saying",
}  # fmt: skip
"""What one row of a list is called, where it is not the list's name without its s."""
NAMED_BY = ("key", "name", "label", "field", "start", "event")
"""The keys by which people know a row."""
TYPES = {
    int: "a whole number", str: "text in quotes", bool: "true or false",
    dict: "a table in braces", list: "a list in brackets",
}  # fmt: skip
MOST_COPIES = 999

# What a game can be shown with; a test holds it to what is drawn in static/.
COLOURS = (
    "brown", "gray", "orange", "white", "slate", "ochre", "plum", "moss", "sand", "rust", "teal",
    "ink",
)  # fmt: skip
SHAPES = ("circle", "square", "diamond", "hex", "triangle", "star", "cross", "drop")
CLOTHS = ("slate", "copper", "moss", "plum")
PLATE = "plate-"  # how the symbols of plates begin

_SYMBOL = re.compile(r'<symbol id="([^"]+)"(.*?)</symbol>', re.DOTALL)


class DataError(ValueError):
    """A game's data is wrong; every line of the message starts with where."""


@dataclass(frozen=True)
class Data:
    """What the files say together, and the text of each by its name."""

    raw: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def places(self) -> Mapping[Path, tuple[str, int]]:
        """For each value the file and line it stands on; asked only where something is wrong."""
        return {
            path: (file, line)
            for file, text in self.texts.items()
            for path, line in lines(text).items()
        }

    def line_of(self, fault: Fault) -> str:
        """``sheet.toml line 31, category science: …``."""
        ways = (fault.path[:end] for end in range(len(fault.path), 0, -1))
        file, line = next((self.places[way] for way in ways if way in self.places), ("", 0))
        where = f"{file} line {line}" if file else "game.toml"
        return f"{', '.join([where, *self._names(fault)])}: {fault.message}"

    def _names(self, fault: Fault) -> list[str]:
        """The rows on the way, each by its key, and the key itself at the end."""
        rows: list[str] = []
        tail, value = "", cast(Any, self.raw)
        for above, step in zip(("", *fault.path), fault.path, strict=False):
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                value = None
            if isinstance(step, str):
                tail = step
            elif isinstance(value, dict):
                one = ONE.get(str(above)) or str(above).removesuffix("s").replace("_", " ")
                names = (value.get(name) for name in NAMED_BY)
                rows.append(f"{one} {next(filter(None, names), f'number {step + 1}')}")
                tail = ""
        return rows if (rows and fault.of_row) or not tail else [*rows, tail]


def read(folder: File) -> Data:
    """Everything the game's files say. Raises ``DataError`` where they cannot be read."""
    raw: dict[str, Any] = {"slug": folder.name}
    texts: dict[str, str] = {}
    stands: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        text, values = parsed(file)
        for key in (key for key in values if key in raw):
            also = stands.get(key)
            elsewhere = f"is in {also} too" if also else "is the folder's name"
            line = lines(text).get((key,))
            raise DataError(f"{file.name}{f' line {line}' if line else ''}, {key}: {elsewhere}")
        raw |= values
        stands |= dict.fromkeys(values, file.name)
        texts[file.name] = text
    return Data(raw, texts)


def parsed(file: File) -> tuple[str, dict[str, Any]]:
    """A TOML file's text and what it says. Raises ``DataError`` with the line that is wrong."""
    try:
        text = file.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        number = file.read_bytes().count(b"\n", 0, error.start) + 1
        raise DataError(f"{file.name} line {number}: is not written in UTF-8") from None
    except OSError as error:
        raise DataError(f"{file.name}: cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", said)
        line = f" line {at[1]}" if at and at[1] else ""
        reason = said[: at.start()] if at else said
        raise DataError(f"{file.name}{line}: {reason}") from None


class Misplaced(ValueError):
    """A value has the wrong type."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def exactly(raw: Any, kind: type) -> Any:
    """A number where words belong is a mistake in the data, not something to convert."""
    if type(raw) is not kind:
        raise ValueError(f"{raw!r} should be {TYPES[kind]}")
    return raw


def expand_copies(raw: dict[str, Any]) -> None:
    """A pool names each card once; the deck says of how many copies."""
    for i, plan in enumerate(_rows(raw, "deck_plans")):
        copies = table(plan, "copies", int, ("deck_plans", i))
        for card, n in copies.items():
            if not 1 <= n <= MOST_COPIES:
                said = f"{n!r} should be how many there are, 1 to {MOST_COPIES}"
                raise Misplaced(Fault(("deck_plans", i, "copies", card), said))
        for n, row in enumerate(_rows(raw, "segments")):
            if row.get("deck", "events") == plan.get("key"):
                pool = row.get("pool", [])
                _is(list, pool, ("segments", n, "pool"))
                row["pool"] = [c for c in pool for _ in range(copies.get(str(c), 1))]


def _rows(raw: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The raw rows of a list."""
    found: list[dict[str, Any]] = raw.get(key, [])
    _is(list, found, (key,))
    for i, row in enumerate(found):
        _is(dict, row, (key, i))
    return found


def table(raw: dict[str, Any], key: str, kind: type, above: Path = ()) -> dict[str, Any]:
    """A table beside the rows, taken out of them; all its values are of a kind."""
    found = raw.pop(key, {})
    _is(dict, found, (*above, key))
    for name, value in found.items():
        _is(kind, value, (*above, key, name))
    return dict(found)


def _is(kind: type, value: Any, path: Path) -> None:
    if type(value) is not kind:
        raise Misplaced(Fault(path, f"{value!r} should be {TYPES[kind]}"))


def choices_in(raw: dict[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """Lists of choices that fields can name: the game's own, and the cards of each catalogue."""
    found: dict[str, list[Mapping[str, Any]]] = table(raw, "choice_sets", list)
    for card in _rows(raw, "catalogue"):
        choice = {"key": card.get("key"), "label": card.get("label")}
        found.setdefault(str(card.get("catalogue")), []).append(choice)
    return found


def file_with(folder: File, key: str) -> str:
    """The file in which a key of the game stands; what is in none belongs into game.toml."""
    found = (file.name for file in sorted(folder.glob("*.toml")) if key in parsed(file)[1])
    return next(found, "game.toml")


@cache
def signs() -> Mapping[str, str]:
    """What is drawn for things of a game (figures, goods, characters, places): its symbol each."""
    return _drawn("signs.svg")


@cache
def symbols() -> set[str]:
    """Everything that is drawn, but for the plates."""
    return {name for name in _drawn("icons.svg") if not name.startswith(PLATE)} | {*signs()}


@cache
def plates() -> set[str]:
    """The plates that are drawn; another one is another symbol among the icons."""
    icons = _drawn("icons.svg")
    return {name.removeprefix(PLATE) for name in icons if name.startswith(PLATE)}


def _drawn(sprite: str) -> Mapping[str, str]:
    text = (File(__file__).parents[3] / "static" / sprite).read_text("utf-8")
    return dict(_SYMBOL.findall(text))
