"""Whether the rules agree with an example of play: tracks, moments, and the way of a story."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.rules.game import Game
from companion.rules.journal.outcome import known_here
from companion.rules.parts.campaign import Finished
from companion.rules.parts.clock import OVER, Moment
from companion.workshop.example_ground import Compared, Impossible, plain, table_of, there


def check_track(game: Game, row: dict[str, Any]) -> Compared:
    """Each move ``[from, to, arrives at, words of the prompt or ""]``."""
    stands = {key: tuple(values) for key, values in row.get("tracks", {}).items()}
    situation = replace(table_of(game, row), tracks=stands, seat=row.get("seat", 0))
    situation = replace(situation, round=row["round"]) if "round" in row else situation
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
    ways = game.graph.open(table_of(game, {"players": game.players[1], **row}))
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


def _finished(told: dict[str, Any]) -> Finished:
    names, totals, winners = (tuple(told[part]) for part in ("names", "totals", "winners"))
    return Finished(told["chapter"], names, totals, winners)


def check_cup(game: Game, row: dict[str, Any]) -> Compared:
    """Who holds the trophy after some chapters ``{chapter, names, totals, winners}``."""
    told = [_finished(chapter) for chapter in row["chapters"]]
    situation = table_of(game, {"chapter": told[-1].chapter, "players": game.players[1], **row})
    if game.graph.cup is None:
        raise Impossible("the story has no trophy: graph.cup is not there")
    yield "holder", row["holder"], list(game.graph.cup(told, situation.settings))
