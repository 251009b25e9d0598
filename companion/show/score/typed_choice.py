"""Finding the choice that a typed name means, or similar ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from companion.rules.fields import Choice, Field, Kind
from companion.rules.situation import Situation, fitting
from companion.show.lookup.finds import plain

MOST_NEAR = 6


def offered(choices: Sequence[Choice], here: Situation) -> tuple[Choice, ...]:
    """The choices that can be made here, with what the cards of this play say of them."""
    fits = fitting(choices, here)
    return tuple(replace(choice, label=choice.label_with(here.settings)) for choice in fits)


def meant(choices: Sequence[Choice], typed: str) -> Choice | None:
    """The choice with that key or name, else the only one that contains every word."""
    named = (choice for choice in choices if choice.key == typed)
    text = plain(typed).strip()
    exact = (choice for choice in choices if plain(choice.label) == text)
    found = next(named, None) or next(exact, None)
    fits = [choice for choice in choices if all(w in plain(choice.label) for w in text.split())]
    return found or (fits[0] if text and len(fits) == 1 else None)


def near(choices: Sequence[Choice], typed: str) -> tuple[Choice, ...]:
    """Those in which as many of the words stand as in any, else those written much like it."""
    text = plain(typed)
    labels = {choice.key: plain(choice.label) for choice in choices}
    has = {key: sum(word in label for word in text.split()) for key, label in labels.items()}
    most = max(has.values(), default=0)
    fits = [choice for choice in choices if most and has[choice.key] == most]
    if not fits:
        close = get_close_matches(text, labels.values(), MOST_NEAR)
        fits = [choice for choice in choices if labels[choice.key] in close]
    return tuple(fits[:MOST_NEAR])


def read(field: Field, value: Any, here: Situation) -> Any:
    """What was sent for a field, by its key where it was typed by its name; else as it was."""
    if field.kind is Kind.LIST and isinstance(value, list):
        return [_row(field, row, here) for row in value]
    if field.kind is not Kind.CHOICE or field.picks > 1 or value is None:
        return value
    found = meant(offered(field.choices, here), str(value))
    return found.key if found else value


def _row(field: Field, row: Any, here: Situation) -> Any:
    columns = {column.key: column for column in field.item}
    return {key: read(columns[key], value, here) for key, value in row.items()}
