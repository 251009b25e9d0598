"""What a game shows under Look up: names that nothing has, cards that nobody would find."""

from __future__ import annotations

from collections.abc import Iterator

from ..aids.lookup import LookupKind
from ..data.faults import Fault, missing
from ..data.toml_lines import Path
from ..game import Game
from .sentences import named


def lookup_faults(game: Game) -> Iterator[Fault]:
    catalogues = {card.catalogue for card in game.catalogue}
    topics = {topic.key for topic in game.topics}
    for i, kind in enumerate(game.lookup):
        here: Path = ("lookup", i)
        draws = {draw.key for draw in game.draws} | {""}
        yield from missing((*here, "draw"), "draw", draws, kind.draw)
        yield from missing((*here, "topics"), "topic", topics, *kind.topics)
        used = {"catalogue": kind.catalogue, "singles": kind.singles}
        for name, catalogue in used.items():
            yield from missing((*here, name), "catalogue", catalogues | {""}, catalogue)
        yield from _kind_faults(game, here, kind)
    for i, card in enumerate(game.catalogue):
        yield from missing(("catalogue", i, "among"), "topic", topics | {""}, card.among)
    shown = {name for kind in game.lookup for name in (kind.catalogue, kind.singles)}
    for name in sorted(catalogues - shown):
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
