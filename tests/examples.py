"""The worked examples of every game on the shelf."""

from __future__ import annotations

from companion.games import games
from companion.workshop.examples import Example, examples

__all__ = ["Example", "all_examples", "examples"]


def all_examples() -> list[Example]:
    return [example for game in games().values() for example in examples(game)]
