"""Our own file: a table as its journal, a shelf as several of them; docs/files.md tells more.

It is written here and read, with every fault reported with its place; and its JSON Schema.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from time import thread_time
from typing import Any, NamedTuple, NoReturn

from companion.config import LARGEST_FILE
from companion.games import games
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry
from companion.rules.journal.state import State
from companion.rules.plain import BIGGEST, Unshowable, bare, cleaned, one_line, plain
from companion.rules.words import capital
from companion.table.journal import HUGE, Refused
from companion.table.store import LARGEST_ENTRY, data_size

TABLE, SHELF = "guildbook-table", "guildbook-shelf"
VERSION = 1
SUFFIX = ".guildbook.json"
MOST_ENTRIES = 50_000
MOST_VALUES = 1_000_000  # twice what 50,000 entries have; a value takes far more memory than text
LONGEST = 20.0  # seconds of work: several times what the longest evening takes
MOST_TABLES = 40
MOST_FAULTS = 20
LONGEST_NAME, LONGEST_ACTION = 80, 40
MOST = 2**31 - 1  # what every database holds
MOST_DIGITS = len(str(BIGGEST)) + 1
YEARS = range(1970, 2200)
ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
STRING = re.compile(rb'"(?:[^"\\]++|\\.?)*+"?', re.DOTALL)  # never looks at a byte twice

NO_JSON = "This isn’t a Guildbook file, or part of it is missing. It can’t be read as JSON."
NO_FILE = "This isn’t a Guildbook file."
TOO_LARGE = "A file can be 10 MiB at most. Save fewer games in one file."
TOO_MANY = f"A file can have at most {MOST_VALUES:,} values."
TOO_LONG = "This file takes too long to open. Save fewer games in one file."
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
    return tuple(
        Entry(told.seq, told.action, told.data, told.play, person=who, at=told.at or created)
        for told, who in ((row.entry, row.teller) for row in state.log)
    )


def table_json(file: TableFile) -> str:
    """One table, a line for each of its entries, so that people can read it too."""
    head = {"format": TABLE, "version": VERSION, "id": file.id, "game": file.game,
            "name": cleaned(file.name), "created": file.created}  # fmt: skip
    entries = [
        {"seq": one.seq, "action": one.action, "data": one.data, "play": one.play,
         "person": one.person, "at": one.at}
        for one in file.entries
    ]  # fmt: skip
    lines = [f"{_text(name)}: {_text(value)}" for name, value in head.items()]
    for name, rows in (("people", file.people), ("entries", entries)):
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


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class NoFile(ValueError):
    """The upload is not a file of ours."""


class Unopenable(Refused):
    """A file of ours that cannot be opened."""


class Budget:
    """The CPU time that uploaded files may use together; it ends when the client disconnects."""

    def __init__(self, has_left: Callable[[], bool] = lambda: False) -> None:
        self._until, self._has_left = thread_time() + LONGEST, has_left

    def check(self) -> None:
        """Called after reading and for every entry; raises ``Unopenable`` if it is used up."""
        if thread_time() > self._until or self._has_left():
            raise Unopenable([Issue("full", TOO_LONG, "entries")])


class Spot(NamedTuple):
    """The place of a table in a file, for programs and for sentences."""

    path: str = ""
    words: str = ""


def read(text: bytes, budget: Budget | None = None) -> list[TableFile]:
    """The tables in a file; raises ``NoFile`` or ``Unopenable``."""
    budget = budget or Budget()
    if wrong := excess(text):
        raise NoFile(wrong)
    try:
        raw = json.loads(
            text.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_object,
            # A number of any length: cut where it is beyond 64 bits in any case.
            parse_int=lambda digits: int(digits[:MOST_DIGITS]),
        )  # fmt: skip
    except (ValueError, RecursionError):
        raise NoFile(NO_JSON) from None
    budget.check()
    if not isinstance(raw, dict) or raw.get("format") not in (TABLE, SHELF):
        raise NoFile(NO_FILE)
    _check_version(raw)
    return [_table(raw, Spot(), budget)] if raw["format"] == TABLE else _shelf(raw, budget)


def excess(text: bytes) -> str | None:
    """The limit that a file exceeds, checked before it is parsed."""
    if len(text) > LARGEST_FILE:
        return TOO_LARGE
    quotes = text.count(b'"') - text.count(b'\\"')
    if quotes > 4 * MOST_VALUES:  # each may have a name, and a string has two
        return TOO_MANY
    bare = STRING.sub(b"", text)
    return TOO_MANY if sum(map(bare.count, (b",", b"[", b"{"))) > MOST_VALUES else None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; refused if it has the same key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, times in names.items() if times > 1)
        said = f"{twice[:LONGEST_ACTION]!r} is in one object twice."
        raise Unopenable([Issue("malformed", said, twice[:LONGEST_ACTION])])
    return found


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _check_version(raw: dict[str, Any]) -> None:
    if type(raw.get("version")) is not int or raw["version"] != VERSION:
        said = f"This Guildbook opens files of version {VERSION}. This file has another version."
        raise Unopenable([Issue("version", said, "version")])


def _shelf(raw: dict[str, Any], budget: Budget) -> list[TableFile]:
    tables = raw.get("tables")
    if not isinstance(tables, list) or not 0 < len(tables) <= MOST_TABLES:
        said = f"A file of several games holds 1 to {MOST_TABLES} of them."
        raise Unopenable([Issue("missing", said, "tables")])
    for number, table in enumerate(tables):
        if not isinstance(table, dict) or table.get("format") != TABLE:
            said = f"Game {number + 1} in this file isn’t a saved game."
            raise Unopenable([Issue("missing", said, f"tables[{number}]")])
        _check_version(table)
    spots = (Spot(f"tables[{n}].", f"Game {n + 1}, ") for n in range(len(tables)))
    return [_table(table, spot, budget) for table, spot in zip(tables, spots, strict=True)]


def _table(raw: dict[str, Any], where: Spot, budget: Budget) -> TableFile:
    found: list[Issue] = []
    head: dict[str, Any] = {}
    for name, check in HEAD.items():
        try:
            head[name] = check(raw.get(name))
        except (_Wrong, Unshowable) as wrong:
            said = f"{where.words}{name}: {wrong}"
            found.append(Issue("malformed", said, f"{where.path}{name}"))
    entries = tuple(_entries(raw.get("entries"), where, budget, found))
    if found:
        raise Unopenable(found)
    return TableFile(entries=entries, **head)


class _Wrong(ValueError):
    """What a value should have been."""


def _id(value: Any) -> str:
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise _Wrong("8 to 64 letters, digits, dashes and underscores.")
    return value


def _game(value: Any) -> str:
    if not isinstance(value, str) or value not in games():
        raise _Wrong(f"there is no game {str(value)[:40]!r} here.")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(name := bare(one_line(value))) <= LONGEST_NAME:
        raise _Wrong(f"1 to {LONGEST_NAME} letters.")
    return name


def _moment(value: Any) -> str:
    """A moment in UTC, and so far from the ends of time that every clock can show it."""
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is None or (there := at.astimezone(UTC)).year not in YEARS:
            raise ValueError
        return there.isoformat(timespec="seconds")
    except (ValueError, TypeError, OverflowError):
        raise _Wrong("a moment with its zone, as in 2026-11-16T20:00:00+00:00.") from None


HEAD = {
    "id": _id,
    "game": _game,
    "name": _name,
    "created": _moment,
}


def _entries(raw: Any, where: Spot, budget: Budget, found: list[Issue]) -> Iterator[Entry]:
    if not isinstance(raw, list) or not 0 < len(raw) <= MOST_ENTRIES:
        said = capital(f"{where.words}a game has 1 to {MOST_ENTRIES:,} changes.")
        found.append(Issue("missing", said, f"{where.path}entries"))
        return
    stem = token_hex(16)  # keys are for one journal only
    for index, one in enumerate(raw):
        if len(found) >= MOST_FAULTS:
            return
        budget.check()
        try:
            yield _entry(one, index + 1, stem)
        except (_Wrong, Unshowable) as wrong:
            said = capital(f"{where.words}change {index + 1}: {wrong}")
            found.append(Issue("malformed", said, f"{where.path}entries[{index}]"))


def _entry(raw: Any, seq: int, stem: str) -> Entry:
    if not isinstance(raw, dict):
        raise _Wrong("it isn’t an object.")
    if type(raw.get("seq")) is not int or raw["seq"] != seq:
        raise _Wrong(f"its number is {seq}, but changes count up from 1 without gaps.")
    action, data = raw.get("action"), raw.get("data")
    if not isinstance(action, str) or not 0 < len(action) <= LONGEST_ACTION:
        raise _Wrong(f"action is a word of 1 to {LONGEST_ACTION} letters.")
    if not isinstance(data, dict):
        raise _Wrong("data is an object.")
    if data_size(data := plain(data)) > LARGEST_ENTRY:
        raise _Wrong(HUGE.message)
    return Entry(
        seq, one_line(action), data, _number(raw, "play", 0), f"{stem}-{seq}",
        person=_number(raw, "person", 1), at=_moment(raw.get("at")),
    )  # fmt: skip


def _number(raw: dict[str, Any], name: str, low: int) -> int | None:
    value = raw.get(name)
    if value is not None and (type(value) is not int or not low <= value <= MOST):
        raise _Wrong(f"{name} is a number from {low}, or null.")
    return value


def schema() -> JSON:
    """Both kinds of file; further keys are left aside by whoever reads one."""
    text, moment = {"type": "string"}, {"type": "string", "format": "date-time"}

    def word(most: int) -> JSON:
        return {"type": "string", "minLength": 1, "maxLength": most}

    def number(low: int) -> JSON:
        return {"type": ["integer", "null"], "minimum": low, "maximum": MOST}

    def several(kind: str, **limits: int) -> JSON:
        return {"type": "array", "items": {"$ref": f"#/$defs/{kind}"}, **limits}

    table = {
        "format": {"const": TABLE},
        "version": {"const": VERSION},
        "id": {"type": "string", "pattern": f"^{ID.pattern}$"},
        "game": text,
        "name": word(LONGEST_NAME),
        "created": moment,
        "people": several("person"),
        "entries": several("entry", minItems=1, maxItems=MOST_ENTRIES),
    }
    shelf = {
        "format": {"const": SHELF},
        "version": {"const": VERSION},
        "tables": several("table", minItems=1, maxItems=MOST_TABLES),
    }
    person = {"id": {"type": "integer", "minimum": 1}, "name": text, "colour": text}
    entry = {
        "seq": {"type": "integer", "minimum": 1},
        "action": word(LONGEST_ACTION),
        "data": {"type": "object"},
        "play": number(0),
        "person": number(1),
        "at": moment,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of Guildbook with one game, or with several",
        "oneOf": [{"$ref": "#/$defs/table"}, _object_schema(shelf)],
        "$defs": {
            "table": _object_schema(table, "people"),
            "person": _object_schema(person),
            "entry": _object_schema(entry, "play", "person"),
        },
    }


def _object_schema(properties: JSON, *optional: str) -> JSON:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "required": required, "properties": properties}
