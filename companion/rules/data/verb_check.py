"""Whether a game's functions are what its data takes them for: functions, given so many things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

GIVEN: Mapping[str, tuple[str, ...]] = {
    "rules": ("category", "context", "seat"),
    "checks": ("context",),
    "merits": ("context", "scored", "seat"),
    "facts": ("situation",),
    "orders": ("situation", "round"),
    "tracks": ("track", "situation", "before", "wanted"),
    "starters": ("before", "seats"),
    "cups": ("chapters", "settings"),
    "aids": ("question",),
    "aid_checks": ("question",),
}
"""What a verb of each kind is given."""


def verb_faults(verbs: Any) -> Iterator[str]:
    """``scoring.py line 11: most takes (context), but is given (category, context, seat)``."""
    for kind in fields(verbs):
        offered = getattr(verbs, kind.name)
        if not isinstance(offered, Mapping):
            said = 'should be names with functions, as {"most": most}'
            yield f"scoring.py: VERBS, {kind.name} {said}"
            continue
        for name, verb in offered.items():
            yield from _verb(kind.name, name, verb)


def _verb(kind: str, name: str, verb: Any) -> Iterator[str]:
    if not callable(verb):
        yield f"scoring.py: VERBS, {kind}: {name!r} is {verb!r}, not a function"
        return
    try:
        takes = signature(verb)
        takes.bind(*GIVEN[kind])
    except (TypeError, ValueError):
        given = ", ".join(GIVEN[kind])
        names = ", ".join(takes.parameters)
        yield f"{begins_at(verb)}: {name} takes ({names}), but is given ({given})"


def begins_at(verb: Callable[..., Any]) -> str:
    """The file and line a function begins on."""
    code = getattr(verb, "__code__", None)
    return f"{Path(code.co_filename).name} line {code.co_firstlineno}" if code else "scoring.py"
