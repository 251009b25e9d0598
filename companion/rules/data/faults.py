"""What is wrong with a game's data, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from .toml_lines import Path

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to put right; ``path`` is the way to it in the data."""

    path: Path
    message: str
    of_row: bool = False  # it says by itself which key of its row is meant


def no_such(what: str, name: object, known: Iterable[object]) -> str:
    """``no verb 'militry'; there are military and science. Did you mean military?``"""
    return "; ".join(filter(None, [f"no {what} {name!r}", there_are(name, known)]))


def there_are(name: object, known: Iterable[object]) -> str:
    """``there are military and science. Did you mean military?``"""
    names = sorted({str(one) for one in known if one not in ("", None)}, key=_counting)
    close = get_close_matches(str(name), names, 1)
    listed = ", ".join(names[:MOST_NAMED]) + " …" * (len(names) > MOST_NAMED)
    there = f"there are {listed}" if len(names) > 1 else f"there is only {listed}"
    meant = f". Did you mean {close[0]}?" if close else ""
    return f"{there}{meant}" if names else ""


def _counting(name: str) -> tuple[bool, int, str]:
    """Numbers in their own order, before words."""
    return not name.isdecimal(), int(name) if name.isdecimal() else 0, name


def missing(path: Path, what: str, known: Iterable[object], *names: object) -> Iterator[Fault]:
    """A fault for each of ``names`` that nothing in the game is called."""
    there = set(known)
    yield from (Fault(path, no_such(what, name, there)) for name in names if name not in there)
