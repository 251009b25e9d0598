"""What a game's examples have to show: each rule with the row that would fail without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.game import Game
from companion.rules.soundness import seats
from companion.workshop.examples import Example

CODES = (
    "missing", "not-a-number", "too-low", "too-high", "supply", "conflict", "unknown-field",
    "unknown-choice", "players",
)  # fmt: skip


def uncovered(game: Game, examples: list[Example]) -> Iterator[str]:
    """A sentence for everything that no example shows."""
    scores = [example for example in examples if example.kind == "score"]
    yield from _sheet(game, scores)
    yield from _tables(game, examples, scores)
    yield from _rulings(game, examples)
    shown = {e.row.get("aid") for e in examples if e.kind == "aid" and "answer" in e.row}
    yield from (f"aid {aid.key}: no example" for aid in game.aids if aid.key not in shown)


def _sheet(game: Game, scores: list[Example]) -> Iterator[str]:
    used, paid = set(), set()
    for seat in (seat for example in scores for seat in example.row["seat"]):
        paid |= {key for key, points in seat.get("lines", {}).items() if points}
        if "total" in seat:
            used |= {key for key, value in seat["entry"].items() if value}
    for key in game.sheet.by_key:
        if key not in used:
            yield f"field {key}: no example fills it and gives a total"
    for category in game.sheet.categories:
        if category.key not in paid:
            yield f"category {category.key}: no example has points for it in its lines"
    decided = {example.row.get("decided_by") for example in scores}
    for tie in game.tiebreaks:
        if tie.label not in decided:
            yield f"tie-break {tie.label}: decides no example"
    said = {
        issue.rsplit(": ", 1)[-1]
        for example in scores
        for issue in (*example.row.get("issues", []), *example.row.get("warnings", []))
    }
    field = next(iter(game.sheet.by_key), "field")
    for code in (code for code in _codes(game) if code not in said):
        shown = "table None: players" if code == "players" else f"Ada {field}: {code}"
        yield f"issue {code}: no example; one says issues = [{shown!r}]".replace("'", '"')


def _codes(game: Game) -> Iterator[str]:
    """The codes that this game's sheet can give at all."""
    fields = list(game.sheet.fields())
    for code in CODES:
        if code == "supply" and not (game.sheet.supplies or game.sheet.checks):
            continue
        if code == "conflict" and not (game.sheet.checks or any(f.sole for f in fields)):
            continue
        if code == "unknown-choice" and not any(f.choices or f.kind == "flag" for f in fields):
            continue
        yield code


def _tables(game: Game, examples: list[Example], scores: list[Example]) -> Iterator[str]:
    set_up = {(e.row["chapter"], e.row["players"]) for e in examples if e.kind == "setup"}
    scored = {e.row["chapter"] for e in scores if any("total" in s for s in e.row["seat"])}
    for chapter in game.chapters:
        missing = [str(n) for n in seats(game, chapter) if (chapter.key, n) not in set_up]
        if missing:
            yield f"chapter {chapter.key}: no example of its set-up with {', '.join(missing)}"
        if chapter.key not in scored:
            yield f"chapter {chapter.key}: no example that is scored"


def _rulings(game: Game, examples: list[Example]) -> Iterator[str]:
    """An alternative counts as exercised only if some example fails without it."""
    for ruling in game.rulings:
        for option in ruling.options:
            if option.key != ruling.default and not _matters(examples, ruling.key, option.key):
                yield f"ruling {ruling.key} = {option.key}: changes no example"


def _matters(examples: list[Example], ruling: str, option: Any) -> bool:
    told = [e for e in examples if e.settings.get(ruling) == option]
    return any(
        e.with_settings({k: v for k, v in e.settings.items() if k != ruling}).mismatches()
        for e in told
    )
