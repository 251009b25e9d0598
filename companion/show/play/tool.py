"""What a tool is: something that can stand on Play. The layout knows nothing else of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from companion.rules.journal.play import Play


class Place(StrEnum):
    """Where a tool stands that no phase names."""

    FOLD = "fold"  # folded away
    LINK = "link"  # one tap away, in the row of calculators
    STRIP = "strip"  # nowhere else than in the strip


class Tool(Protocol):
    """A pad, a counter, a deck, a question, a calculator, a fact.

    ``template`` draws it, told by ``mode`` how: as the ``tool`` of the phase, in a ``fold``, as
    ``figures`` of the strip, to ``edit`` below the strip, or ``also`` folded while it is the tool.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # at run time a property would be the default of a dataclass's field

        @property
        def key(self) -> str: ...

        @property
        def label(self) -> str: ...

        @property
        def template(self) -> str: ...

    @property
    def now(self) -> str:
        """What its fold says."""
        return ""

    @property
    def waits(self) -> str:
        """What Next waits for: ``1 more``."""
        return ""

    @property
    def is_needed(self) -> bool:
        """Whether one cannot go on without what it waits for."""
        return False

    @property
    def comes_first(self) -> bool:
        """Whether it is to be answered first; what is kept with it waits."""
        return False

    @property
    def goes_with(self) -> str:
        """The deck without whose card there is nothing to tell."""
        return ""

    @property
    def gives_way(self) -> str:
        """The tool that stands in its place now, once it is done with."""
        return ""

    @property
    def is_idle(self) -> bool:
        """Whether it has nothing to say yet: a phase that names it does without."""
        return False

    @property
    def opens(self) -> bool:
        """Whether somebody can open it in the place of the phase's own."""
        return False

    @property
    def stays(self) -> bool:
        """Whether it stays while another tool is open in the place of the phase's own."""
        return False

    @property
    def also(self) -> bool:
        """Whether it is folded away, too, while it is the tool: what is seldom needed of it."""
        return False

    @property
    def place(self) -> Place:
        return Place.FOLD

    @property
    def says_end(self) -> str:
        """That the game ends by it, and when."""
        return ""

    @property
    def set_off(self) -> Sequence[Any]:
        """What it has set off and nobody has done yet."""
        return ()

    def helps(self, play: Play) -> bool:
        """Whether it is of this phase and round."""
        return True

    def joined(self, others: Sequence[Tool]) -> Tool | None:
        """One tool for this and those of its kind that follow; None: each stands by itself."""
        return None
