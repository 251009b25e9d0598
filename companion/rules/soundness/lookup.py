"""What a game shows under Look up: details that no card has, cards that nobody would find."""

from __future__ import annotations

from collections.abc import Iterator

from ..aids.lookup import LookupKind
from ..data.faults import Fault
from ..data.toml_lines import Path
from ..game import Game
from .sentences import named


def lookup_faults(game: Game) -> Iterator[Fault]:
    for i, kind in enumerate(game.lookup):
        yield from _kind_faults(game, ("lookup", i), kind)
    shown = {name for kind in game.lookup for name in (kind.catalogue, kind.singles)}
    for name in sorted({card.catalogue for card in game.catalogue} - shown):
        yield Fault(("lookup",), f"nobody finds the catalogue {name!r}: no kind shows it")


def _kind_faults(game: Game, here: Path, kind: LookupKind) -> Iterator[Fault]:
    """What is told of a kind's cards has to be known of at least one of them."""
    own = {"figure": (kind.figure,), "says": kind.says, "tag": (kind.tag,)}
    for name, texts in own.items():
        yield from _braces(game, (*here, name), kind.catalogue, texts)
    yield from _braces(game, (*here, "single"), kind.singles, (kind.single,))


def _braces(game: Game, path: Path, catalogue: str, texts: tuple[str, ...]) -> Iterator[Fault]:
    known = {
        key for card in game.catalogue if card.catalogue == catalogue for key in card.by_name()
    }
    for text in texts:
        yield from named(path, text, known, "detail", counts=True)
