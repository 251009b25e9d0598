"""All checks of a game, as faults that begin with the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.games import OpenedGame, python_fault
from companion.rules.data.files import DataError, read
from companion.rules.game import Game
from companion.rules.soundness import situations
from companion.workshop.aid_names import unanswered
from companion.workshop.coverage import uncovered
from companion.workshop.examples import Example, examples, folder_of
from companion.workshop.screens import screen_faults


def faults(opened: OpenedGame) -> Iterator[str]:
    """Each on a line of its own. Screens are opened once nothing else is wrong."""
    if opened.faults or opened.game is None:
        yield from opened.faults
        return
    game, folder = opened.game, opened.folder
    found = [*file_faults(game, folder), *_examples(game, folder)]
    yield from found or screen_faults(game, folder)


def file_faults(game: Game, folder: Path) -> Iterator[str]:
    """A README, rows on one line each so that a fact is a line, as many events as rounds."""
    readme = folder / "README.md"
    if not readme.exists():
        yield "README.md: is missing; it names the edition and says what is not modelled"
    elif "not modelled" not in readme.read_text("utf-8", errors="replace").lower():
        yield "README.md: does not say what is not modelled"
    for path in sorted(folder.glob("*.toml")):
        for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
            if re.match(r"\s*\{[^}]*[^\[}]$", line):
                yield f"{path.name} line {number}: a row stands on one line"
    for situation in situations(game):
        rounds = game.rounds(situation)
        for deck in game.decks(situation):
            if deck.key == "events" and deck.numbered and rounds not in (None, deck.size):
                where = f"{situation.chapter} with {situation.players}"
                yield f"decks.toml: {deck.size} events for {rounds} rounds ({where})"


def _examples(game: Game, folder: Path) -> Iterator[str]:
    place = folder_of(folder)
    name = "examples" if place.parent == folder else f"tests/games/{folder.name}"
    try:
        found = list(examples(game, place))
    except (DataError, KeyError, TypeError) as error:
        yield f"{name}/{error}"
        return
    wrong = [f"{name}/{said}" for example in found for said in _mismatches(example, folder)]
    yield from wrong
    if not wrong:
        yield from (f"{name}: {said}" for said in uncovered(game, found))
        yield from map(read(folder).line_of, unanswered(game, found))


def _mismatches(example: Example, folder: Path) -> Iterator[str]:
    try:
        for said in example.mismatches():
            yield f"{example.place}, {example.kind} {example.row.get('name', '')!r}: {said}"
    except Exception as error:  # a game's own Python can go wrong in any way
        at = f"{example.place}, {example.kind} {example.row.get('name', '')!r}"
        yield f"{at}: {python_fault(folder, error)}"
