"""What every action can do: be read from JSON, be judged, be carried out, be named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType
from typing import Any, ClassVar, Self

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.state import State

_TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "bool": (bool,),
    "int | None": (int, NoneType),
    "Any": (object,),
    "tuple[Any, ...]": (list, tuple),
    "Mapping[str, Any]": (dict,),
}


class Malformed(ValueError):
    """JSON that is no action at all."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a group tells the app. ``play`` is the play it is meant for."""

    kind: ClassVar[str]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        shape = _shape(cls)
        for name, value in data.items():
            if name not in shape:
                raise Malformed(f"{cls.kind}: there is no {name[:40]!r} in it.")
            if type(value) not in shape[name][0] and object not in shape[name][0]:
                raise Malformed(f"{cls.kind}: {name} is not what it should be.")
        for name, (_, needed) in shape.items():
            if needed and name not in data:
                raise Malformed(f"{cls.kind}: {name} is missing.")
        return cls(**data)

    def as_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        """Why it cannot be done now; empty when it can."""
        raise NotImplementedError

    def apply(self, state: State, play: Play | None) -> State:
        """The table after it. Call only when :meth:`issues` is empty."""
        raise NotImplementedError

    def label(self, state: State, play: Play | None) -> str:
        """What it does, in a few words: ``event 105``."""
        raise NotImplementedError


_SHAPES: dict[type, dict[str, tuple[tuple[type, ...], bool]]] = {}


def _shape(cls: type[Action]) -> dict[str, tuple[tuple[type, ...], bool]]:
    """The types each value may have and whether it is needed, worked out once per action."""
    if cls not in _SHAPES:
        _SHAPES[cls] = {
            field.name: (
                _TYPES[str(field.type)],
                field.default is MISSING and field.default_factory is MISSING,
            )
            for field in fields(cls)
        }
    return _SHAPES[cls]


class PlayAction(Action):
    """An action within a play; refused where there is none."""

    __slots__ = ()

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if play is None:
            return [no("conflict", "Start a play first.")]
        return self.faults(state, play)

    def apply(self, state: State, play: Play | None) -> State:
        assert play is not None
        return self.done(state, play)

    def label(self, state: State, play: Play | None) -> str:
        return self.said(play) if play else self.kind

    def faults(self, state: State, play: Play) -> list[Issue]:
        raise NotImplementedError

    def done(self, state: State, play: Play) -> State:
        raise NotImplementedError

    def said(self, play: Play) -> str:
        raise NotImplementedError


def no(code: str, message: str, field: str | None = None, seat: int | None = None) -> Issue:
    return Issue(code, message, field, seat)


def seat_fault(play: Play, seat: int | None) -> list[Issue]:
    if seat is None or 0 <= seat < len(play.seats):
        return []
    return [no("players", f"There are {len(play.seats)} seats.", seat=seat)]
