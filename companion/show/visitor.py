"""The visitor of a page, as far as view models depend on them."""

from __future__ import annotations

from typing import Protocol

from companion.rules.journal.play import Play


class Visitor(Protocol):
    """A person, if it is known who, and what their link lets them do."""

    @property
    def person(self) -> int | None: ...

    @property
    def bound(self) -> int | None:
        """The one person that the link is for."""

    @property
    def watching(self) -> bool: ...

    @property
    def hosting(self) -> bool: ...

    def seat(self, play: Play) -> int | None:
        """Where they sit in a play."""

    def may(self, action: str) -> bool:
        """Whether they may take such an action, at least for themselves."""

    def may_enter(self, play: Play, seat: int | None) -> bool:
        """Whether they may enter something for a seat."""
