"""Whether the rules agree with a worked example: a check for each kind."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from companion.rules.aids.aid import as_json
from companion.rules.game import Game
from companion.rules.issues import Issue, Level
from companion.rules.scoring.ranking import Scored, score
from companion.workshop import example_play
from companion.workshop.example_ground import Compared, plain, table_of, there

NOTHING = "no such thing"
LEVELS = {"issues": Level.ERROR, "warnings": Level.WARN, "advice": Level.ADVICE}


def check_score(game: Game, row: dict[str, Any]) -> Compared:
    """Totals, lines, places, winners, what decided, or the issues."""
    seats = row["seat"]
    there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    for seat in seats:
        there("category", (c.key for c in game.sheet.categories), *seat.get("lines", {}))
    scored = score(
        game,
        row["chapter"],
        names=[seat["name"] for seat in seats],
        entries=[seat["entry"] for seat in seats],
        settings=row.get("settings", {}),
        first=row.get("first", 0),
        held=_held(game, seats),
        laid=_laid(game, seats),
    )
    for kind, level in LEVELS.items():
        yield kind, sorted(row.get(kind, [])), _issue_codes(seats, scored.issues, level)
    got = _table(scored, seats)
    for key in ("winners", "decided_by", "why"):
        if key in row:
            yield key, row[key], got.get(key)
    for i, seat in enumerate(seats):
        mine = _seat(scored, i, seat)
        for key in ("total", "place", "lines", "detail"):
            if key in seat:
                yield f"{i} {seat['name']} {key}", seat[key], mine.get(key)


def _table(scored: Scored, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """What the ranking says, in the words of an example; nothing while there is none."""
    if not scored.result:
        return {}
    winners = [seats[seat]["name"] for seat in scored.result.winners]
    decided = scored.result.decided_by or ""
    return {"winners": winners, "decided_by": decided, "why": scored.result.why}


def _seat(scored: Scored, number: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """The same of one seat; of lines and details only those that are asked for."""
    if not scored.result:
        return {}
    breakdown = scored.breakdowns[number]
    lines = {line.category: line.points for line in breakdown.lines}
    detail = {k: plain(v) for line in breakdown.lines for k, v in line.detail.items()}
    return {
        "total": breakdown.total,
        "place": scored.result.places[number].position,
        "lines": {k: v for k, v in lines.items() if k in wanted.get("lines", {})},
        "detail": {k: v for k, v in detail.items() if k in wanted.get("detail", {})},
    }


def _held(game: Game, seats: list[dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """What each seat was dealt, by draw."""
    draws = [draw.key for draw in game.draws if draw.each]
    for seat in seats:
        there("draw for each", draws, *seat.get("own", {}))
    return {key: tuple(seat.get("own", {}).get(key) for seat in seats) for key in draws}


def _laid(game: Game, seats: list[dict[str, Any]]) -> dict[str, tuple[int, ...]]:
    """How many cards each seat has, by pad."""
    pads = [pad.key for pad in game.pads if not pad.shared]
    for seat in seats:
        there("pad of a seat", pads, *seat.get("laid", {}))
    return {key: tuple(seat.get("laid", {}).get(key, 0) for seat in seats) for key in pads}


def _issue_codes(seats: list[dict[str, Any]], issues: list[Issue], level: Level) -> list[str]:
    """``Ada towns: too-high``; what concerns no seat is the table's."""
    mine = [issue for issue in issues if issue.level is level]
    who = [seats[i.seat]["name"] if i.seat is not None else "table" for i in mine]
    return sorted(f"{name} {i.field}: {i.code}" for name, i in zip(who, mine, strict=True))


def check_setup(game: Game, row: dict[str, Any]) -> Compared:
    """Facts, steps that are there (``has``) or not (``lacks``), counts, texts, decks, notes."""
    situation = table_of(game, row)
    steps = {step.key: step for step in game.checklist(situation)}
    facts = game.facts_of(situation)
    decks = {deck.key: deck for deck in game.decks(situation)}
    possible = {step.key for step in game.steps if not step.deck} | steps.keys()
    there("step", possible, *(k for k in row.get("lacks", []) if not _of_deck(game, k)))
    for key, value in row.get("facts", {}).items():
        yield f"fact {key}", value, plain(facts[key].value) if key in facts else NOTHING
    for key in row.get("unknown", []):
        there("fact", facts, key)
        yield f"fact {key}", None, facts[key].value
    yield "has", [], [key for key in row.get("has", []) if key not in steps]
    yield "lacks", [], [key for key in row.get("lacks", []) if key in steps]
    for key, value in row.get("counts", {}).items():
        yield f"count {key}", value, steps[key].count if key in steps else NOTHING
    for key, words in row.get("says", {}).items():
        text = steps[key].text if key in steps else NOTHING
        yield f"says {key}", words, words if words in text else text
    for key, words in row.get("notes", {}).items():
        notes = steps[key].notes if key in steps else ()
        yield f"notes {key}", words, words if any(words in note for note in notes) else notes
    for key, segments in row.get("decks", {}).items():
        found = [_segment(one) for one in decks[key].segments] if key in decks else NOTHING
        yield f"deck {key}", segments, found
    if "size" in row:
        there("deck", decks, "events")
        yield "size", row["size"], decks["events"].size


def _of_deck(game: Game, key: str) -> bool:
    """Whether a step of this name builds a segment of a deck in some chapter."""
    return any(step.deck and key.startswith(f"{step.key}-") for step in game.steps)


def _segment(segment: Any) -> str:
    """``12 + 2 of 10 x7``."""
    fixed = ",".join(str(card) for card in segment.fixed)
    copies = Counter(segment.pool)
    pool = ",".join(f"{c} x{n}" if n > 1 else str(c) for c, n in sorted(copies.items()))
    some = (
        f"{segment.choose} of {pool}" if pool else f"{segment.choose} cards" * bool(segment.choose)
    )
    return " + ".join(filter(None, [fixed, some]))


def check_aid(game: Game, row: dict[str, Any]) -> Compared:
    """What an aid answers, or the issues of the question; both as the API writes them."""
    settled = row.get("settings", {}), row.get("first", 0)
    situation, _ = game.situation(row["chapter"], game.players[0], *settled)
    there("aid", (aid.key for aid in game.aids), row["aid"])
    aid = next(aid for aid in game.aids if aid.key == row["aid"])
    answer, issues = aid.ask(game, situation, json.loads(row["ask"]))
    yield "answer", json.loads(row.get("answer", "{}")), as_json(answer)
    yield "issues", row.get("issues", []), [f"{issue.field}: {issue.code}" for issue in issues]


CHECKS = {
    "score": check_score,
    "setup": check_setup,
    "track": example_play.check_track,
    "moment": example_play.check_moment,
    "path": example_play.check_path,
    "change": example_play.check_change,
    "cup": example_play.check_cup,
    "aid": check_aid,
}
