"""Whether the rules agree with a worked example: a check for each kind."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

from companion.rules.aids import as_json
from companion.rules.campaign import Finished
from companion.rules.clock import OVER, Moment
from companion.rules.come_about import known_here
from companion.rules.faults import no_such
from companion.rules.game import Game
from companion.rules.issues import Issue, Level
from companion.rules.score import score
from companion.rules.situation import Situation


class Impossible(ValueError):
    """An example that asks for something the game does not have."""


def _there(what: str, known: Any, *names: str) -> None:
    """Refuse names that the game does not have; a misspelt one would hold without a word."""
    there = set(known)
    for name in names:
        if name not in there:
            raise Impossible(no_such(what, name, there))


Pair = tuple[dict[str, Any], dict[str, Any]]


def _situation(game: Game, row: dict[str, Any]) -> Situation:
    given = row.get("settings", {})
    _there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    chapter = game.chapter(row["chapter"])
    if chapter and (few := game.players_issue(chapter, row["players"])):
        raise Impossible(few.message)
    situation, issues = game.situation(row["chapter"], row["players"], given, row.get("first", 0))
    if issues:
        raise Impossible(issues[0].message)
    return situation


def check_score(game: Game, row: dict[str, Any]) -> Pair:
    """Totals, lines, places, winners, what decided, or the issues."""
    seats = row["seat"]
    _there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    for seat in seats:
        _there("category", (c.key for c in game.sheet.categories), *seat.get("lines", {}))
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
                k: _plain(v) for k, v in detail.items() if k in seat.get("detail", {})
            }
    return wanted, got


def _held(game: Game, seats: list[dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """What each seat was dealt, by draw."""
    draws = [draw.key for draw in game.draws if draw.each]
    for seat in seats:
        _there("draw for each", draws, *seat.get("own", {}))
    return {key: tuple(seat.get("own", {}).get(key) for seat in seats) for key in draws}


def _said(seats: list[dict[str, Any]], issues: list[Issue], level: Level) -> list[str]:
    """``Ada towns: too-high``; what concerns no seat is the table's."""
    mine = [issue for issue in issues if issue.level is level]
    who = [seats[i.seat]["name"] if i.seat is not None else "table" for i in mine]
    return sorted(f"{name} {i.field}: {i.code}" for name, i in zip(who, mine, strict=True))


def check_setup(game: Game, row: dict[str, Any]) -> Pair:
    """Facts, steps that are there (``has``) or not (``lacks``), counts, texts, decks, notes."""
    situation = _situation(game, row)
    steps = {step.key: step for step in game.checklist(situation)}
    facts = game.facts_of(situation)
    decks = {deck.key: deck for deck in game.decks(situation)}
    wanted: dict[str, Any] = {}
    got: dict[str, Any] = {}
    possible = {step.key for step in game.steps if not step.deck} | steps.keys()
    _there("step", possible, *(k for k in row.get("lacks", []) if not _of_deck(game, k)))
    for key, value in row.get("facts", {}).items():
        wanted[f"fact {key}"] = value
        got[f"fact {key}"] = _plain(facts[key].value) if key in facts else "not a fact here"
    for key in row.get("unknown", []):
        _there("fact", facts, key)
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
        _there("deck", decks, "events")
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
    _there("aid", (aid.key for aid in game.aids), row["aid"])
    aid = next(aid for aid in game.aids if aid.key == row["aid"])
    answer, issues = aid.ask(game, situation, json.loads(row["ask"]))
    wanted = {"answer": json.loads(row.get("answer", "{}")), "issues": row.get("issues", [])}
    said = [f"{issue.field}: {issue.code}" for issue in issues]
    return wanted, {"answer": as_json(answer), "issues": said}


def check_track(game: Game, row: dict[str, Any]) -> Pair:
    """Each move ``[from, to, arrives at, words of the prompt or ""]``."""
    stands = {key: tuple(values) for key, values in row.get("tracks", {}).items()}
    situation = replace(_situation(game, row), tracks=stands, seat=row.get("seat", 0))
    situation = replace(situation, round=row["round"]) if "round" in row else situation
    _there("track", (track.key for track in game.tracks), row["track"])
    track = next(track for track in game.tracks if track.key == row["track"])
    got = []
    for before, wanted, _, words in row["moves"]:
        move = track.moves(track, situation, before, wanted)
        prompt = " ".join(move.prompts)
        got.append(
            [
                before,
                wanted,
                move.value,
                words if words in prompt and bool(words) == bool(prompt) else prompt,
            ]
        )
    return {"moves": row["moves"]}, {"moves": got}


def check_moment(game: Game, row: dict[str, Any]) -> Pair:
    """Who is first and in which order at a moment, and which reminders are said."""
    situation = _situation(game, row)
    number = row.get("round", 0)
    phases = [phase.key for phase in game.clock.phases]
    _there("phase", [*phases, "over"], row.get("phase", "over"))
    reminders = [reminder.key for reminder in game.clock.reminders]
    _there("reminder", reminders, *row.get("says", []), *row.get("silent", []))
    moment = Moment(number, row["phase"]) if number else OVER
    here = known_here(game, situation, number, row.get("came", {}))
    said = [reminder.key for reminder in game.clock.reminders_at(moment, here)]
    wanted: dict[str, Any] = {"says": row.get("says", []), "silent": []}
    got: dict[str, Any] = {
        "says": [key for key in row.get("says", []) if key in said],
        "silent": [key for key in row.get("silent", []) if key in said],
    }
    if "order" in row:
        wanted["order"], got["order"] = row["order"], list(game.clock.order_at(moment, situation))
    if "phases" in row:
        wanted["phases"] = row["phases"]
        got["phases"] = [phase.key for phase in game.clock.phases_of(situation, number)]
    for key, value in row.get("facts", {}).items():
        facts = game.facts_of(situation.at(number))
        wanted[key], got[key] = value, _plain(facts[key].value) if key in facts else None
    return wanted, got


def check_path(game: Game, row: dict[str, Any]) -> Pair:
    """Where the story can go from a chapter, and what that settles."""
    ways = game.graph.open(_situation(game, {"players": game.players[1], **row}))
    wanted: dict[str, Any] = {"next": row["next"]}
    got: dict[str, Any] = {"next": [way.to for way in ways]}
    if "sets" in row:
        wanted["sets"], got["sets"] = row["sets"], {way.to: dict(way.sets) for way in ways}
    return wanted, got


def check_change(game: Game, row: dict[str, Any]) -> Pair:
    """The change-over between two chapters: put_away, fetch, take_out, shuffle_in."""
    old = _situation(game, {**row, "chapter": row["from"]})
    new = _situation(game, {**row, "chapter": row["to"]})
    change = game.changeover(old, new)
    kinds = ("put_away", "fetch", "take_out", "shuffle_in")
    got = {k: {c.label: list(c.items) for c in getattr(change, k)} for k in kinds}
    return {k: row.get(k, {}) for k in kinds}, got


def check_cup(game: Game, row: dict[str, Any]) -> Pair:
    """Who holds the trophy after some chapters ``{chapter, names, totals, winners}``."""
    told = [Finished(c["chapter"], *(tuple(c[k]) for k in PARTS)) for c in row["chapters"]]
    situation = _situation(game, {"chapter": told[-1].chapter, "players": game.players[1], **row})
    if game.graph.cup is None:
        raise Impossible("the story has no trophy: graph.cup is not there")
    return {"holder": row["holder"]}, {"holder": list(game.graph.cup(told, situation.settings))}


PARTS = ("names", "totals", "winners")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


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
