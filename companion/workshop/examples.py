"""Worked examples of a game: found, their shape looked at, and compared with the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.config import PROJECT
from companion.games import HERE
from companion.rules.aids.calculator import as_json
from companion.rules.data.faults import lines, no_such
from companion.rules.data.files import DataError, parsed
from companion.rules.game import WON, Game
from companion.rules.issues import Issue, Level
from companion.rules.journal.outcome import Scored, known_here, score
from companion.rules.parts.campaign import Finished
from companion.rules.parts.clock import OVER, Moment
from companion.rules.situation import Situation
from companion.workshop.example_rows import ROWS, shape_faults

Compared = Iterator[tuple[str, Any, Any]]
"""What is compared, what an example wants of it, and what the rules give."""
NOTHING = "no such thing"
TABLE, SEAT = ("winners", "decided_by", "why"), ("total", "place", "lines", "detail")
LEVELS = {"issues": Level.ERROR, "warnings": Level.WARN, "advice": Level.ADVICE}
OURS = PROJECT / "tests" / "games"


class Impossible(ValueError):
    """An example that asks for something the game does not have."""


def there(what: str, known: Any, *names: str) -> None:
    """Refuse names that the game does not have; a misspelt one would hold without a word."""
    have = set(known)
    for name in names:
        if name not in have:
            raise Impossible(no_such(what, name, have))


def table_of(game: Game, row: dict[str, Any]) -> Situation:
    given = row.get("settings", {})
    there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    chapter = game.chapter(row["chapter"])
    if chapter and (few := game.players_issue(chapter, row["players"])):
        raise Impossible(few.message)
    situation, issues = game.situation(row["chapter"], row["players"], given, row.get("first", 0))
    if issues:
        raise Impossible(issues[0].message)
    return situation


def plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def check_track(game: Game, row: dict[str, Any]) -> Compared:
    """Each move ``[from, to, arrives at, words of the prompt or ""]``."""
    stands = {key: tuple(values) for key, values in row.get("tracks", {}).items()}
    situation = replace(table_of(game, row), tracks=stands, seat=row.get("seat", 0))
    situation = replace(situation, round=row.get("round"))
    there("track", (track.key for track in game.tracks), row["track"])
    track = next(track for track in game.tracks if track.key == row["track"])
    for before, wanted, arrives, words in row["moves"]:
        move = track.moves(track, situation, before, wanted)
        prompt = " ".join(map(track.sentence, move.prompts))
        said = words if words in prompt and bool(words) == bool(prompt) else prompt
        yield f"from {before} to {wanted}", [arrives, words], [move.value, said]


def check_moment(game: Game, row: dict[str, Any]) -> Compared:
    """Who is first and in which order at a moment, and which reminders are said."""
    situation = table_of(game, row)
    number = row.get("round", 0)
    phases = [phase.key for phase in game.clock.phases]
    there("phase", [*phases, "over"], row.get("phase", "over"))
    reminders = [reminder.key for reminder in game.clock.reminders]
    there("reminder", reminders, *row.get("says", []), *row.get("silent", []))
    moment = Moment(number, row["phase"]) if number else OVER
    here = known_here(game, situation, number, row.get("came", {}))
    said = [reminder.key for reminder in game.clock.reminders_at(moment, here)]
    yield "says", [], [key for key in row.get("says", []) if key not in said]
    yield "silent", [], [key for key in row.get("silent", []) if key in said]
    if "order" in row:
        yield "order", row["order"], list(game.clock.order_at(moment, situation))
    if "phases" in row:
        yield "phases", row["phases"], [p.key for p in game.clock.phases_of(situation, number)]
    for key, value in row.get("facts", {}).items():
        facts = game.facts_of(situation.at(number))
        yield key, value, plain(facts[key].value) if key in facts else None


def check_path(game: Game, row: dict[str, Any]) -> Compared:
    """Where the story can go from a chapter, and what that settles."""
    given = dict(row.get("settings", {}))
    known = {setting.key for setting in game.settings()}
    ended = {WON: given.pop(WON)} if WON in given and WON not in known else {}
    here = table_of(game, {"players": game.players[1], **row, "settings": given})
    ways = game.graph.open(replace(here, settings={**here.settings, **ended}))
    yield "next", row["next"], [way.to for way in ways]
    if "sets" in row:
        yield "sets", row["sets"], {way.to: dict(way.sets) for way in ways}


def check_change(game: Game, row: dict[str, Any]) -> Compared:
    """The change-over between two chapters: put_away, fetch, take_out, shuffle_in."""
    old = table_of(game, {**row, "chapter": row["from"]})
    new = table_of(game, {**row, "chapter": row["to"]})
    change = game.changeover(old, new)
    for kind in ("put_away", "fetch", "take_out", "shuffle_in"):
        yield kind, row.get(kind, {}), {c.label: list(c.items) for c in getattr(change, kind)}


def check_cup(game: Game, row: dict[str, Any]) -> Compared:
    """Who holds the trophy after some chapters ``{chapter, names, totals, winners}``."""
    told = [
        Finished(one["chapter"], tuple(one["names"]), tuple(one["totals"]), tuple(one["winners"]))
        for one in row["chapters"]
    ]
    situation = table_of(game, {"chapter": told[-1].chapter, "players": game.players[1], **row})
    if game.graph.cup is None:
        raise Impossible("the story has no trophy: graph.cup is not there")
    yield "holder", row["holder"], list(game.graph.cup(told, situation.settings))


def check_score(game: Game, row: dict[str, Any]) -> Compared:
    """Totals, lines, places, winners, what decided, or the issues."""
    seats = row["seat"]
    draws = [draw.key for draw in game.draws if draw.each]
    pads = [pad.key for pad in game.pads if not pad.shared]
    there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    for seat in seats:
        there("category", (c.key for c in game.sheet.categories), *seat.get("lines", {}))
        there("draw for each", draws, *seat.get("own", {}))
        there("pad of a seat", pads, *seat.get("laid", {}))
    scored = score(
        game,
        row["chapter"],
        names=[seat["name"] for seat in seats],
        entries=[seat["entry"] for seat in seats],
        settings=row.get("settings", {}),
        first=row.get("first", 0),
        held={key: tuple(seat.get("own", {}).get(key) for seat in seats) for key in draws},
        laid={key: tuple(seat.get("laid", {}).get(key, 0) for seat in seats) for key in pads},
    )
    for kind, level in LEVELS.items():
        yield kind, sorted(row.get(kind, [])), _issue_codes(seats, scored.issues, level)
    got: dict[str, Any] = {}
    if result := scored.result:
        winners = [seats[seat]["name"] for seat in result.winners]
        got = {"winners": winners, "decided_by": result.decided_by or "", "why": result.why}
    yield from ((key, row[key], got.get(key)) for key in TABLE if key in row)
    for i, seat in enumerate(seats):
        who, mine = f"{i} {seat['name']}", _seat(scored, i, seat)
        yield from ((f"{who} {key}", seat[key], mine.get(key)) for key in SEAT if key in seat)


def _seat(scored: Scored, number: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the ranking says of a seat; of lines and details only those that are asked for."""
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
    some = f"{segment.choose} of {pool}" if pool else f"{segment.choose} cards"
    return " + ".join(filter(None, [fixed, some if segment.choose else ""]))


def check_aid(game: Game, row: dict[str, Any]) -> Compared:
    """What an aid answers, or the issues of the question; both as the API writes them."""
    settled = row.get("settings", {}), row.get("first", 0)
    situation, _ = game.situation(row["chapter"], game.players[0], *settled)
    there("aid", (aid.key for aid in game.aids), row["aid"])
    aid = next(aid for aid in game.aids if aid.key == row["aid"])
    question, issues = aid.read(game, situation, json.loads(row["ask"]))
    answer = {} if issues else question.answer()
    yield "lines", True, bool(issues or [*question.lines(answer)])
    yield "answer", json.loads(row.get("answer", "{}")), as_json(answer)
    yield "issues", row.get("issues", []), [f"{issue.field}: {issue.code}" for issue in issues]


CHECKS = {
    "score": check_score, "setup": check_setup, "track": check_track, "moment": check_moment,
    "path": check_path, "change": check_change, "cup": check_cup, "aid": check_aid,
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    game: Game
    kind: str
    row: dict[str, Any]
    place: str = ""  # ``scores.toml line 12``

    @property
    def name(self) -> str:
        return f"{self.game.slug} {self.kind}: {self.row['name']}"

    @property
    def settings(self) -> dict[str, Any]:
        return dict(self.row.get("settings", {}))

    def without(self, key: str) -> Example:
        """The same with a setting left as it usually is."""
        settings = {name: value for name, value in self.settings.items() if name != key}
        return replace(self, row={**self.row, "settings": settings})

    def mismatches(self) -> list[str]:
        """What the rules say otherwise; empty when the example holds."""
        if unreadable := list(shape_faults(ROWS[self.kind], self.row)):
            return unreadable
        try:
            compared = list(CHECKS[self.kind](self.game, self.row))
        except Impossible as reason:
            return [str(reason)]
        different = (row for row in compared if row[1] != row[2])
        return [f"{what}: wanted {wanted!r}, got {got!r}" for what, wanted, got in different]


def folder_of(game_folder: Path) -> Path:
    """Where a game's examples lie: ours with the tests, others in the game's own folder."""
    return OURS / game_folder.name if game_folder.parent == HERE else game_folder / "examples"


def examples(game: Game, folder: Path | None = None) -> Iterator[Example]:
    """Every example of a game. Raises ``DataError`` where a file cannot be read."""
    for path in sorted((folder or OURS / game.slug).glob("*.toml")):
        text, kinds = parsed(path)
        stands = lines(text)
        for kind, rows in kinds.items():
            if kind not in ROWS:
                said = no_such("kind of example", kind, ROWS)
                raise DataError(f"{path.name} line {stands[(kind,)]}: {said}")
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                said = f"examples are rows in braces, or [[{kind}]] above each"
                raise DataError(f"{path.name} line {stands[(kind,)]}, {kind}: {said}")
            for number, row in enumerate(rows):
                yield Example(game, kind, row, f"{path.name} line {stands[(kind, number)]}")
