"""All actions: everything that people can enter at a table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..journal.play import Play
from .base import Action, Malformed

# Every action class in the modules of this package.
ACTIONS: Mapping[str, type[Action[Any]]] = {
    cls.kind: cls
    for module in iter_modules(__path__, f"{__name__}.")
    for cls in vars(import_module(module.name)).values()
    if isinstance(cls, type) and issubclass(cls, Action) and "kind" in vars(cls)
}


def action(kind: str, data: Mapping[str, Any], play: Play | None = None) -> Action[Any]:
    """The action that an entry's kind and data stand for; raises ``Malformed`` if there is none.

    What is about somebody names the person, whose seat is the one in ``play``.
    """
    cls = ACTIONS.get(kind)
    if cls is None:
        raise Malformed(f"There is no action {kind[:40]!r}.")
    if play and "person" in data and "seat" in cls.__dataclass_fields__:
        data = dict(data)
        data["seat"] = play.seat_of(person := data.pop("person"))
        if person is not None and data["seat"] is None:
            raise Malformed("That person isn’t playing in this game.")
    return cls.from_json(data)


__all__ = ["ACTIONS", "Action", "Malformed", "action"]
