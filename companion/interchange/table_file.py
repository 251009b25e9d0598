"""Our own file: a table as its journal, a shelf as several of them; docs/files.md tells more."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.rules.journal.log import Entry, Logged
from companion.rules.journal.state import State
from companion.rules.plain import cleaned

TABLE, SHELF = "guildbook-table", "guildbook-shelf"
VERSION = 1
SUFFIX = ".guildbook.json"

JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableFile:
    """What a file says about one table."""

    id: str
    game: str
    name: str
    created: str
    entries: tuple[Entry, ...]
    people: tuple[JSON, ...] = ()  # for readers; the journal itself says who they are


def people_of(state: State) -> tuple[JSON, ...]:
    return tuple({"id": p.id, "name": p.name, "colour": p.colour} for p in state.people)


def lasting(state: State, created: str) -> tuple[Entry, ...]:
    """The journal as a file has it: nothing of links and devices, every entry with its moment."""
    return tuple(_lasting(row, created) for row in state.log)


def _lasting(row: Logged, created: str) -> Entry:
    told, who = row.entry, row.teller
    return Entry(told.seq, told.action, told.data, told.play, person=who, at=told.at or created)


def table_json(file: TableFile) -> str:
    """One table, a line for each of its entries, so that people can read it too."""
    head = {"format": TABLE, "version": VERSION, "id": file.id, "game": file.game,
            "name": cleaned(file.name), "created": file.created}  # fmt: skip
    lines = [f"{_text(name)}: {_text(value)}" for name, value in head.items()]
    lists = (("people", file.people), ("entries", [_entry(entry) for entry in file.entries]))
    for name, rows in lists:
        inside = ",\n".join(f" {_text(row)}" for row in rows)
        lines.append(f"{_text(name)}: [\n{inside}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def shelf_json(files: Iterable[TableFile], most: int) -> str | None:
    """Several tables in one file; None once they are more than ``most`` letters."""
    found: list[str] = []
    for file in files:
        found.append(table_json(file).rstrip())
        most -= len(found[-1])
        if most < 0:
            return None
    tables = ",\n".join(found)
    return f'{{\n"format": "{SHELF}",\n"version": {VERSION},\n"tables": [\n{tables}\n]\n}}\n'


def _entry(entry: Entry) -> JSON:
    return {"seq": entry.seq, "action": entry.action, "data": entry.data, "play": entry.play,
            "person": entry.person, "at": entry.at}  # fmt: skip


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
