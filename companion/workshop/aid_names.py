"""Finds names in a calculator's sentences that no example answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from companion.rules.aids.aid import PARTS, Aid, Question, Saying
from companion.rules.data.faults import Fault, missing
from companion.rules.game import Game
from companion.workshop.examples import Example


def unanswered(game: Game, examples: list[Example]) -> Iterator[Fault]:
    for i, aid in enumerate(game.aids):
        answered = list(_answered(game, aid, examples))
        for n, saying in enumerate(aid.says):
            known = {name for pair in answered for name in _known(saying, *pair)}
            for part in PARTS if known else ():
                names = _names(getattr(saying, part))
                yield from missing(("aids", i, "says", n, part), "answer or field", known, *names)


def _answered(
    game: Game, aid: Aid, examples: list[Example]
) -> Iterator[tuple[Question, dict[str, Any]]]:
    mine = (e for e in examples if e.kind == "aid" and e.row["aid"] == aid.key)
    for example in mine:
        if "answer" in example.row:
            given = example.row["chapter"], game.players[0], example.settings
            asked = json.loads(example.row["ask"])
            question, wrong = aid.read(game, game.situation(*given)[0], asked)
            if not wrong:
                yield question, dict(aid.answer(question))


def _known(saying: Saying, question: Question, answer: dict[str, Any]) -> Iterator[str]:
    """What a saying can name; one for each of several also the parts of each, if there are any."""
    every = {**question.values, **answer, "asked": question.values}
    if not saying.each:
        yield from every
        return
    found: Any = every
    for name in saying.each.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    for one in found.values() if isinstance(found, Mapping) else found or ():
        yield from (*every, "n", "key", "row", "it")
        yield from one if isinstance(one, Mapping) else ()


def _names(text: str) -> Iterator[str]:
    """What the braces name, without what is inside of it."""
    found = (name for _, name, _, _ in Formatter().parse(text) if name is not None)
    return (name.partition(".")[0] for name in found)
