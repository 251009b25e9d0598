"""What the files say in short, written out before rows are read: copies, sets, lists of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..aids.lookup import filled_in
from .faults import Fault
from .toml_lines import Path

TYPES = {
    int: "a whole number",
    str: "text in quotes",
    bool: "true or false",
    dict: "a table in braces",
    list: "a list in brackets",
}


MOST_COPIES = 999


class Misplaced(ValueError):
    """A value of another kind than what belongs there."""

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
        copies = table(plan, "copies", _copies, ("deck_plans", i))
        for n, row in enumerate(_rows(raw, "segments")):
            if row.get("deck", "events") == plan.get("key"):
                pool = row.get("pool", [])
                _is(list, pool, ("segments", n, "pool"))
                row["pool"] = [c for c in pool for _ in range(copies.get(str(c), 1))]


def _rows(raw: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The rows of a list, before anything is known of them."""
    found = raw.get(key, [])
    _is(list, found, (key,))
    for i, row in enumerate(found):
        _is(dict, row, (key, i))
    return list(found)


def table(
    raw: dict[str, Any], key: str, read: Callable[[Any, type], Any], above: Path = ()
) -> dict[str, Any]:
    """A table beside the rows, taken out of them; each of its values is read."""
    found = raw.pop(key, {})
    _is(dict, found, (*above, key))
    for name, value in found.items():
        try:
            read(value, list)
        except ValueError as error:
            raise Misplaced(Fault((*above, key, name), str(error))) from None
    return dict(found)


def _copies(raw: Any, _: type) -> None:
    if type(raw) is not int or not 1 <= raw <= MOST_COPIES:
        raise ValueError(f"{raw!r} should be how many there are, 1 to {MOST_COPIES}")


def _is(kind: type, value: Any, path: Path) -> None:
    if type(value) is not kind:
        raise Misplaced(Fault(path, f"{value!r} should be {TYPES[kind]}"))


def choices_in(raw: dict[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """Lists of choices that fields can name: the game's own, and the cards of each catalogue."""
    found: dict[str, list[Mapping[str, Any]]] = table(raw, "choice_sets", exactly)
    labels = table(raw, "choice_labels", lambda said, _: exactly(said, str))
    for i, card in enumerate(_rows(raw, "catalogue")):
        details = card.get("details", {})
        _is(dict, details, ("catalogue", i, "details"))
        known = {"label": card.get("label"), **details}
        name = str(card.get("catalogue"))
        label = filled_in(labels.get(name, "{label}"), known)
        choice = {"key": card.get("key"), "label": label or card.get("label")}
        found.setdefault(name, []).append(choice)
    return found
