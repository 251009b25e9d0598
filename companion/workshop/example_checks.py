"""Whether the rules agree with a worked example: a check for each kind."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from companion.rules.aids.aid import as_json
from companion.rules.game import Game
from companion.rules.issues import Issue, Level
from companion.rules.scoring.score import score
from companion.workshop.example_ground import Pair, plain, table_of, there
from companion.workshop.example_play import (
    check_change,
    check_cup,
    check_moment,
    check_path,
    check_track,
)


def check_score(game: Game, row: dict[str, Any]) -> Pair:
    """Totals, lines, places, winners, what decided, or the issues."""
    seats = row["seat"]
    there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    for seat in seats:
        there("category", (c.key for c in game.sheet.categories), *seat.get("lines", {}))
    scored = score(
        game, row["chapter"], [seat["name"] for seat in seats], [seat["entry"] for seat in seats],
        row.get("settings", {}), row.get("first", 0), _held(game, seats),
    )  # fmt: skip
    kinds = {"issues": Level.ERROR, "warnings": Level.WARN, "advice": Level.ADVICE}
    wanted: dict[str, Any] = {kind: sorted(row.get(kind, [])) for kind in kinds}
    got: dict[str, Any] = {k: _said(seats, scored.issues, level) for k, level in kinds.items()}
    for key in ("winners", "decided_by", "why"):
        if key in row:
            wanted[key] = row[key]
    if scored.result:
        result = scored.result
        got["winners"] = [seats[seat]["name"] for seat in result.winners]
        got["decided_by"] = result.decided_by or ""
        got["why"] = result.why
    for i, seat in enumerate(seats):
        who = f"{i} {seat['name']}"
        for key in ("total", "place", "lines", "detail"):
            if key in seat:
                wanted[f"{who} {key}"] = seat[key]
        if scored.result:
            lines = {line.category: line.points for line in scored.breakdowns[i].lines}
            detail = {k: v for line in scored.breakdowns[i].lines for k, v in line.detail.items()}
            got[f"{who} total"] = scored.breakdowns[i].total
            got[f"{who} place"] = scored.result.places[i].position
            got[f"{who} lines"] = {k: v for k, v in lines.items() if k in seat.get("lines", {})}
            got[f"{who} detail"] = {
                k: plain(v) for k, v in detail.items() if k in seat.get("detail", {})
            }
    return wanted, got


def _held(game: Game, seats: list[dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """What each seat was dealt, by draw."""
    draws = [draw.key for draw in game.draws if draw.each]
    for seat in seats:
        there("draw for each", draws, *seat.get("own", {}))
    return {key: tuple(seat.get("own", {}).get(key) for seat in seats) for key in draws}


def _said(seats: list[dict[str, Any]], issues: list[Issue], level: Level) -> list[str]:
    """``Ada towns: too-high``; what concerns no seat is the table's."""
    mine = [issue for issue in issues if issue.level is level]
    who = [seats[i.seat]["name"] if i.seat is not None else "table" for i in mine]
    return sorted(f"{name} {i.field}: {i.code}" for name, i in zip(who, mine, strict=True))


def check_setup(game: Game, row: dict[str, Any]) -> Pair:
    """Facts, steps that are there (``has``) or not (``lacks``), counts, texts, decks, notes."""
    situation = table_of(game, row)
    steps = {step.key: step for step in game.checklist(situation)}
    facts = game.facts_of(situation)
    decks = {deck.key: deck for deck in game.decks(situation)}
    wanted: dict[str, Any] = {}
    got: dict[str, Any] = {}
    possible = {step.key for step in game.steps if not step.deck} | steps.keys()
    there("step", possible, *(k for k in row.get("lacks", []) if not _of_deck(game, k)))
    for key, value in row.get("facts", {}).items():
        wanted[f"fact {key}"] = value
        got[f"fact {key}"] = plain(facts[key].value) if key in facts else "not a fact here"
    for key in row.get("unknown", []):
        there("fact", facts, key)
        wanted[f"fact {key}"], got[f"fact {key}"] = None, facts[key].value
    wanted["has"], got["has"] = row.get("has", []), [k for k in row.get("has", []) if k in steps]
    wanted["lacks"], got["lacks"] = [], [k for k in row.get("lacks", []) if k in steps]
    for key, value in row.get("counts", {}).items():
        wanted[f"count {key}"] = value
        got[f"count {key}"] = steps[key].count if key in steps else "no such step"
    for key, words in row.get("says", {}).items():
        wanted[f"says {key}"] = True
        got[f"says {key}"] = words in steps[key].text if key in steps else "no such step"
    for key, words in row.get("notes", {}).items():
        wanted[f"notes {key}"] = True
        got[f"notes {key}"] = key in steps and any(words in note for note in steps[key].notes)
    for key, segments in row.get("decks", {}).items():
        wanted[f"deck {key}"] = segments
        deck = decks.get(key)
        got[f"deck {key}"] = [_segment(s) for s in deck.segments] if deck else "no such deck"
    if "size" in row:
        there("deck", decks, "events")
        wanted["size"], got["size"] = row["size"], decks["events"].size
    return wanted, got


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


def check_aid(game: Game, row: dict[str, Any]) -> Pair:
    """What an aid answers, or the issues of the question; both as the API writes them."""
    situation, _ = game.situation(row["chapter"], game.players[0], row.get("settings", {}))
    there("aid", (aid.key for aid in game.aids), row["aid"])
    aid = next(aid for aid in game.aids if aid.key == row["aid"])
    answer, issues = aid.ask(game, situation, json.loads(row["ask"]))
    wanted = {"answer": json.loads(row.get("answer", "{}")), "issues": row.get("issues", [])}
    said = [f"{issue.field}: {issue.code}" for issue in issues]
    return wanted, {"answer": as_json(answer), "issues": said}


CHECKS = {
    "score": check_score,
    "setup": check_setup,
    "track": check_track,
    "moment": check_moment,
    "path": check_path,
    "change": check_change,
    "cup": check_cup,
    "aid": check_aid,
}
