"""The games. A game is a folder in here or where GAMES_PATH says; no other file lists them."""

from __future__ import annotations

import keyword
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from typing import TypeVar

from companion.rules.data.faults import Fault
from companion.rules.data.files import Data, DataError, read
from companion.rules.data.load import (
    Verbs,
    begins_at,
    calculator_faults,
    guide_faults,
    structured,
    verb_faults,
)  # fmt: skip
from companion.rules.game import Game
from companion.rules.scoring.sheet import WrongLine
from companion.rules.soundness import faults

T = TypeVar("T")
HERE = Path(__file__).parent
LONGEST_SLUG = 40
SLUG = f"small letters, digits and _, as a name in Python, up to {LONGEST_SLUG}"
OUTSIDE = "guildbook_games"
"""The package in which the Python of games from elsewhere is imported."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game's folder as it was found; one with faults is on no table."""

    folder: Path
    game: Game | None
    faults: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        return self.folder.name

    @property
    def title(self) -> str:
        return self.game.title if self.game else self.slug


@cache
def games() -> dict[str, Game]:
    """Every sound game by slug, in the order of their titles."""
    found = [one.game for one in everything() if one.game and not one.faults]
    return {game.slug: game for game in sorted(found, key=lambda game: game.title)}


def broken() -> list[OpenedGame]:
    """The games that cannot be played as they are, each with its faults."""
    return [one for one in everything() if one.faults]


@cache
def everything() -> tuple[OpenedGame, ...]:
    return tuple(found_in(_further()))


def home() -> Path:
    """Where a new game goes: into the first folder of GAMES_PATH, else among ours."""
    return next(iter(_further()), HERE)


def _further() -> list[Path]:
    named = os.environ.get("GAMES_PATH") or ""
    return [Path(name) for name in named.split(os.pathsep) if name]


@cache
def _ours() -> tuple[OpenedGame, ...]:
    """The games that come with the app; while it runs they stay as they are."""
    return tuple(opened(folder) for folder in _folders(HERE))


def _folders(place: Path) -> list[Path]:
    return sorted(path.parent for path in place.glob("*/game.toml"))


def found_in(further: Iterable[Path]) -> Iterable[OpenedGame]:
    """Our games, then those in further folders; a slug belongs to whoever had it first."""
    yield from _ours()
    taken = {one.slug for one in _ours()}
    for place in further:
        for folder in _folders(place):
            if folder.name in taken:
                said = f"game.toml: there is another game {folder.name!r}; rename this folder"
                yield OpenedGame(folder, None, (said,))
            else:
                taken.add(folder.name)
                yield opened(folder)
        if not place.is_dir():
            yield OpenedGame(place, None, (f"GAMES_PATH: there is no folder {place.name!r}",))


def is_slug(name: str) -> bool:
    """Whether a folder's name can be a game's: in addresses, in Python and in the database."""
    plain = name.isidentifier() and name.isascii() and name.islower()
    return plain and not keyword.iskeyword(name) and len(name) <= LONGEST_SLUG


def opened(folder: Path) -> OpenedGame:
    """The game in a folder, or every reason why it cannot be played. Never raises."""
    if not is_slug(folder.name):
        said = f"game.toml: the folder's name {folder.name!r} cannot be a game's: {SLUG}"
        return OpenedGame(folder, None, (said,))
    try:
        data = read(folder)
        package = f"{__name__ if folder.parent == HERE else _outside(folder)}.{folder.name}"
        verbs = _offered(folder, package, "VERBS", Verbs, verb_faults)
        calculators = _offered(folder, package, "CALCULATORS", tuple, calculator_faults)
        guides = _offered(folder, package, "GUIDES", dict, guide_faults)
        game = structured(data, verbs, calculators, guides)
    except DataError as error:
        return OpenedGame(folder, None, tuple(str(error).splitlines()))
    try:
        return OpenedGame(folder, game, tuple(_said(data, game, fault) for fault in faults(game)))
    except Exception as error:  # a verb that cannot cope with its own game can raise anything
        return OpenedGame(folder, game, (python_fault(folder, error),))


def _said(data: Data, game: Game, fault: Fault) -> str:
    """A fault by the line of its file; one of a calculator by its class."""
    if fault.path[:1] != ("aids",):
        return data.line_of(fault)
    where = [step for step in fault.path if isinstance(step, str)][-1]
    calculator = game.aids[int(fault.path[1])].calculator
    return f"{begins_at(calculator)}, {calculator.__name__}, {where}: {fault.message}"


# What the modules of a game end with, by what they offer.
LAST_LINES = {
    "VERBS": ("scoring", "VERBS = Verbs(rules={…}, …)"),
    "CALCULATORS": ("calculators", "CALCULATORS = (Share,)"),
    "GUIDES": ("guide", 'GUIDES = {"sunrise": sunrise}'),
}


def _offered(
    folder: Path, package: str, name: str, kind: type[T], faults: Callable[[T], Iterable[str]]
) -> T:
    """What a module of a game offers under a name; nothing without that module."""
    module, last_lines = LAST_LINES[name]
    if not (folder / f"{module}.py").exists():
        return kind()
    try:
        found = getattr(import_module(f"{package}.{module}"), name, 0)
    except (Exception, SystemExit) as error:  # whatever goes wrong while it is read
        raise DataError(python_fault(folder, error)) from None
    if not isinstance(found, kind):
        raise DataError(f"{module}.py: no {name}; the last lines are {last_lines}")
    if wrong := list(faults(found)):
        raise DataError("\n".join(wrong))
    return found


def _outside(folder: Path) -> str:
    """Make a game from elsewhere importable under its slug, read afresh."""
    for name in [name for name in sys.modules if name.startswith(f"{OUTSIDE}.{folder.name}.")]:
        del sys.modules[name]
    for name, place in ((OUTSIDE, folder.parent), (f"{OUTSIDE}.{folder.name}", folder)):
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(place)]
        sys.modules[name] = module_from_spec(spec)
    return OUTSIDE


def python_fault(folder: Path, error: BaseException) -> str:
    """``scoring.py line 12: …``: the last line of the game's own Python that took part."""
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name} line {error.lineno}: {error.msg}"
    if isinstance(error, WrongLine):
        return f"{begins_at(error.verb)}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    mine = [frame for frame in frames if Path(frame.filename).parent == folder]
    if not mine:
        there = frames and (folder / "scoring.py").exists()
        return f"{'scoring.py' if there else 'game.toml'}: {said}"
    return f"{Path(mine[-1].filename).name} line {mine[-1].lineno}: {said}"
