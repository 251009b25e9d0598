"""The smallest tools: facts, the points so far, calculators, and places to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.aids.aid import Aid
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, SO_FAR, Location, Pace
from companion.show.facts import FactLine
from companion.show.play.tool import Place, Tool


@dataclass(frozen=True, slots=True)
class FactTool(Tool):
    key: str
    line: FactLine
    template: str = "table/play/_fact.html"

    @property
    def label(self) -> str:
        return self.line.label

    @property
    def now(self) -> str:
        return self.line.said

    def joined(self, others: Sequence[Tool]) -> Tool | None:
        return FactsTool((self, *(other for other in others if isinstance(other, FactTool))))


@dataclass(frozen=True, slots=True)
class FactsTool(Tool):
    """Facts that follow each other stand together."""

    facts: tuple[FactTool, ...]
    label: str = ""
    template: str = "table/play/_fact.html"

    @property
    def key(self) -> str:
        return self.facts[0].key

    @property
    def now(self) -> str:
        return ", ".join(f"{fact.label} {fact.now}" for fact in self.facts)


@dataclass(frozen=True, slots=True)
class PointsSoFar(Tool):
    points: int
    key: str = SO_FAR
    label: str = "Points so far"
    template: str = "table/play/_so_far.html"
    place: Place = Place.STRIP


@dataclass(frozen=True, slots=True)
class AidTool(Tool):
    aid: Aid
    template: str = "table/play/_aid_part.html"
    place: Place = Place.LINK
    opens: bool = True
    is_idle: bool = False

    @property
    def key(self) -> str:
        return self.aid.key

    @property
    def label(self) -> str:
        return self.aid.label

    def helps(self, play: Play) -> bool:
        aid = self.aid
        if play.is_automatons:  # nobody asks
            return False
        follows = play.moment.round and play.pace is not Pace.ENDS
        if aid.calculator.last and follows and play.moment.round != play.rounds:
            return False
        if not aid.phases or (play.pace is Pace.ENDS and play.moment != OVER):
            return True
        return not play.game.clock.told(play.moment, play.pace).isdisjoint(aid.phases)


@dataclass(frozen=True, slots=True)
class PlaceStep:
    label: str
    now: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Places(Tool):
    """Where somebody may be: a tap opens what helps there."""

    label: str
    places: tuple[Location, ...]
    here: Location | None
    aids: tuple[Tool, ...]  # of this place, where there are several
    opened: str
    steps: tuple[PlaceStep, ...] = ()  # of what is under way
    key: str = "places"
    template: str = "table/play/_places.html"

    @property
    def ends(self) -> Location | None:
        """Where a turn ends, unless it is here."""
        return next((one for one in self.places if one.ends and one != self.here), None)
