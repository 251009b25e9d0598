"""What a group can settle for itself: options, and rules that are unclear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from ..issues import Issue
from ..situation import ALWAYS, When
from ..words import counting, listed


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    label: str
    open: bool = False  # no answer yet, so nothing to suggest
    when: When = ALWAYS  # of a field's choice: where it can be made
    says: str = ""  # what it comes to, once the card facts in its braces are told

    @property
    def needs(self) -> tuple[str, ...]:
        """The card facts it speaks of."""
        return tuple(name for _, name, _, _ in Formatter().parse(self.says) if name)

    def label_with(self, settings: Mapping[str, Any]) -> str:
        """Its label, with what it comes to as far as that is known."""
        if not self.says or any(settings.get(name) is None for name in self.needs):
            return self.label
        return f"{self.label}: {counting(self.says, settings)}"


@dataclass(frozen=True, slots=True)
class Option:
    """A way to play that the group picks when it opens a table; no default: open until asked."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    src: str
    default: str | None = None
    note: str = ""
    when: When = ALWAYS
    anew: bool = False  # open again in every game: nothing of the last one is suggested

    def read(self, value: Any) -> Any:
        return chosen(self.key, self.label, self.choices, value)

    def words(self, value: Any) -> str:
        """``value`` as people say it."""
        return named(self.choices, value)

    def is_picked(self, value: Any) -> bool:
        """Whether that is a way to play, and not only that none is told yet."""
        return any(choice.key == value and not choice.open for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule that is unclear: our default, what else it may mean, and why we think so."""

    key: str
    question: str
    options: tuple[Choice, ...]
    default: str
    source: str  # its number in the fact sheet
    src: str
    note: str = ""
    when: When = ALWAYS  # where the question comes up
    reason: str = ""  # why we think so, for those who keep the data: no page shows it

    @property
    def label(self) -> str:
        return self.question

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.options

    def read(self, value: Any) -> Any:
        return chosen(self.key, self.question, self.options, value)

    def words(self, value: Any) -> str:
        """``value`` as people say it."""
        return named(self.options, value)


class Unreadable(ValueError):
    """A value that cannot be what it is given for; carries the issue to show."""

    def __init__(self, key: str, code: str, message: str) -> None:
        super().__init__(message)
        self.issue = Issue(code, message, field=key)


def named(choices: tuple[Choice, ...], value: Any) -> str:
    """What the choice with the key ``value`` is called."""
    found = (choice.label for choice in choices if choice.key == value)
    return next(found, "not told" if value is None else str(value)[:60])


def chosen(key: str, label: str, choices: tuple[Choice, ...], value: Any) -> str:
    """The key of the choice that is meant; raises ``Unreadable`` if there is none."""
    said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    keys = [choice.key for choice in choices]
    if said in keys:
        return str(said)
    known = listed(keys, "or")
    raise Unreadable(key, "unknown-choice", f"{label.rstrip('?')}: choose {known}.")
