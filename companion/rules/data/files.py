"""A game's TOML files as one table, and where in them everything stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as File
from typing import Any

from .faults import Fault
from .toml_lines import Path, lines

ONE = {
    "categories": "category", "supplies": "supply", "card_facts": "card fact",
    "deck_plans": "deck", "tiebreaks": "tie-break", "catalogue": "card", "item": "column",
    "seat": "seat", "says": "saying",
}  # fmt: skip
"""What one row of a list is called, where it is not the list's name without its s."""


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
        file, line = self._place(fault.path)
        where = f"{file} line {line}" if line else file
        return f"{', '.join([where, *self._names(fault)])}: {fault.message}"

    def _place(self, path: Path) -> tuple[str, int]:
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return "game.toml", 0

    def _names(self, fault: Fault) -> list[str]:
        """The rows on the way, each by its key, and the key itself at the end."""
        rows: list[str] = []
        tail, value = "", self.raw
        for above, step in zip(("", *fault.path), fault.path, strict=False):
            value = _inside(value, step)
            if isinstance(step, str):
                tail = step
            elif isinstance(value, dict):
                rows.append(f"{_one(str(above))} {_called(value, step)}")
                tail = ""
        return rows if (rows and fault.of_row) or not tail else [*rows, tail]


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def _one(many: str) -> str:
    return ONE.get(many) or many.removesuffix("s").replace("_", " ")


def _called(row: Mapping[str, Any], number: int) -> str:
    names = (row.get(name) for name in ("key", "name", "label", "field", "start", "event"))
    return str(next((name for name in names if name), f"number {number + 1}"))


def read(folder: File) -> Data:
    """Everything the game's files say. Raises ``DataError`` where they cannot be read."""
    raw: dict[str, Any] = {"slug": folder.name}
    texts: dict[str, str] = {}
    stands: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        text, values = parsed(file)
        for key in (key for key in values if key in raw):
            also = stands.get(key)
            elsewhere = f"stands in {also} too" if also else "is the folder's name"
            raise DataError(f"{file.name} line {lines(text)[(key,)]}, {key}: {elsewhere}")
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
