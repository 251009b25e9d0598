"""Finished plays for spreadsheets and BG Stats, and the next evening for calendars."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.show.result import told_with_result, verdict_together
from companion.show.statistics.results import PlayResult, Score, results

BOM = "\ufeff"  # without it spreadsheets take UTF-8 for something else
KIND = "text/csv"
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r")  # wide ones too
ABOUT = ("table", "game", "chapter", "play", "date", "minutes", "players", "person")
OUTCOME = ("colour", "begins", "place", "won", "total")

Named = Sequence[tuple[str, State]]  # tables, each with its name
JSON = dict[str, Any]
SOURCE = "Guildbook"  # never change it: BG Stats recognises earlier imports by it
# Of BG Stats field by field as others have described it; the app itself documents none of it.
# Every boolean is sent, because some of its versions fail on a missing one.
CREATE = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8000
OURS: UUID = uuid5(NAMESPACE_URL, "guildbook")
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
NOWHERE, HERE = 0, 1  # the one location in a file

CALENDAR = "text/calendar"
LASTS = timedelta(hours=3)
LONGEST_LINE = 75  # bytes
SPECIAL = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def wide_spreadsheet(tables: Named) -> str:
    """A row for each person in each play, a column for each category of the games played."""
    found = [(name, result) for name, state in tables for result in results(state)]
    keys = list(dict.fromkeys(key for _, result in found for key in _categories(result)))
    usual = (*ABOUT, *OUTCOME)
    columns = [f"{key} points" if key in usual else key for key in keys]
    rows = (_wide(name, result, s, keys) for name, result in found for s in result.scores)
    return _csv((*usual, *columns), rows)


def long_spreadsheet(tables: Named) -> str:
    """A row for each category of each person in each play."""
    rows = (
        (*_about(name, result, score), key, points)
        for name, state in tables
        for result in results(state)
        for score in (result.scores if result.play.has_points else ())
        for key, points in zip(_categories(result), score.points, strict=True)
    )
    return _csv((*ABOUT, "category", "points"), rows)


def _wide(name: str, result: PlayResult, score: Score, keys: Sequence[str]) -> tuple[Any, ...]:
    points = zip(_categories(result), score.points, strict=True)
    mine = dict(points) if result.play.has_points else {}
    place = "" if result.together else score.place
    total = score.total if result.play.has_points else ""
    outcome = (score.colour, int(score.begins), place, int(score.won), total)
    return (*_about(name, result, score), *outcome, *(mine.get(key, "") for key in keys))


def _about(name: str, result: PlayResult, score: Score) -> tuple[Any, ...]:
    day = f"{result.ended:%Y-%m-%d}" if result.ended else ""
    play = result.play
    return (
        name, result.game.slug, play.chapter, play.number + 1, day, result.minutes or "",
        len(result.scores), score.name,
    )  # fmt: skip


def _categories(result: PlayResult) -> Iterator[str]:
    return (category.key for category in result.game.sheet.categories)


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return BOM + out.getvalue()


def harmless(cell: Any) -> Any:
    """Text that no program takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def bgstats_link(uid: str, result: PlayResult) -> str:
    """The URL that sends one play to BG Stats; comments are left out if it gets too long."""
    play = _create_play(uid, result)
    while len(address := _address(play)) >= LONGEST_LINK and play["comments"]:
        play["comments"] = play["comments"][: len(play["comments"]) * 3 // 4]
    return address


def _address(play: JSON) -> str:
    return CREATE + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _create_play(uid: str, result: PlayResult) -> JSON:
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id(uid, "play", result.play.started_at),
        "playDate": _date(result.ended),
        "durationMin": result.minutes,
        "location": result.place,
        "comments": bgstats_breakdown(result),
        "board": result.title,
        "game": {
            "name": result.game.title, "sourceGameId": result.game.slug, "highestWins": True,
            "noPoints": not result.play.has_points,
            **({"cooperative": True} if result.together else {}), **_bgg(result.game),
        },
        "players": [
            {
                "name": score.name, "sourcePlayerId": _person(uid, score),
                "startPlayer": score.begins, "winner": score.won,
                "rank": 0 if result.together else score.place,
                "score": score.total, "role": score.colour,
            }
            for score in result.scores
        ],
    }  # fmt: skip


def bgstats_breakdown(result: PlayResult) -> str:
    """The points by category as comments, because BG Stats has no field for them; of a game played
    together how it ended."""
    if result.together:
        told = [f"{label} {answer}" for label, answer in told_with_result(result.play)]
        return "\n".join([f"{result.title}: {verdict_together(result.play)}", *told])
    labels = [category.label for category in result.game.sheet.categories]
    lines = []
    for score in sorted(result.scores, key=lambda one: one.place):
        parts = [f"{label} {n}" for label, n in zip(labels, score.points, strict=True) if n]
        lines.append(f"{score.name} {score.total}: {', '.join(parts)}")
    return "\n".join(lines)


def bgstats_file(uid: str, state: State, play: Play | None = None) -> str:
    """Every finished play of a table, or one of them; sent again, it updates what was there."""
    found = [one for one in results(state) if play is None or one.play is play]
    scores = [score for result in found for score in result.scores]
    people = {_person(uid, score): score for score in scores}
    numbers = {who: number for number, who in enumerate(people, 1)}
    return json.dumps(
        {
            "about": {"source": SOURCE, "version": 1},
            "players": [_player(who, people[who].name, n) for who, n in numbers.items()],
            "locations": [_location(uid, state.place)] if state.place else [],
            "games": [_game(state)],
            "plays": [_play(uid, result, numbers) for result in found],
            "userInfo": {"meRefId": 0},
        },
        ensure_ascii=False,
        indent=1,
    )


def _player(who: str, name: str, number: int) -> JSON:
    return {
        "uuid": who, "id": number, "name": name, "isAnonymous": False,
        "modificationDate": _date(NEVER), "bggUsername": "",
    }  # fmt: skip


def _location(uid: str, name: str) -> JSON:
    where = {"uuid": _id(uid, "place", name), "id": HERE, "name": name}
    return {**where, "modificationDate": _date(NEVER)}


def _game(state: State) -> JSON:
    game, plays = state.game, state.plays
    points = not plays or any(play.has_points for play in plays)
    together = all(game.is_together(chapter.key) for chapter in game.chapters)
    return {
        "uuid": _id("game", game.slug), "id": 1, "name": game.title, "bggName": game.title,
        "modificationDate": _date(NEVER), "cooperative": game.together or together,
        "highestWins": True, "noPoints": not points, "usesTeams": False, "bggYear": 0, **_bgg(game),
    }  # fmt: skip


def _play(uid: str, result: PlayResult, numbers: dict[str, int]) -> JSON:
    date = _date(result.ended)
    return {
        "uuid": _id(uid, "play", result.play.started_at),
        "modificationDate": date, "entryDate": date, "playDate": date, "usesTeams": False,
        "durationMin": result.minutes, "ignored": False, "manualWinner": True, "rounds": 0,
        "rating": 0, "scoringSetting": 0, "gameRefId": 1,
        "locationRefId": HERE if result.place else NOWHERE,
        "board": result.title, "comments": bgstats_breakdown(result), "playImages": "[]",
        "expansionPlays": [],
        "playerScores": [_score(uid, result, s, numbers) for s in result.scores],
    }  # fmt: skip


def _score(uid: str, result: PlayResult, score: Score, numbers: dict[str, int]) -> JSON:
    return {
        "playerRefId": numbers[_person(uid, score)],
        "score": str(score.total) if result.play.has_points else "",
        "winner": score.won, "newPlayer": False, "startPlayer": score.begins,
        "rank": 0 if result.together else score.place,
        "seatOrder": score.seat + 1, "role": score.colour,
    }  # fmt: skip


def _person(uid: str, score: Score) -> str:
    """Somebody's lasting id; a seat that nobody sits in has one by its name."""
    return _id(uid, "person", score.person or score.name)


def _id(*parts: Sequence[str] | int) -> str:
    return str(uuid5(OURS, "/".join(map(str, parts))))


def _bgg(game: Game) -> JSON:
    return {"bggId": game.bgg} if game.bgg else {}


def _date(when: datetime | None) -> str:
    return f"{(when or NEVER).astimezone(UTC):%Y-%m-%d %H:%M:%S}"


@dataclass(frozen=True, slots=True)
class Evening:
    """When and where a group meets; a start without a zone is meant where they are."""

    id: str
    title: str
    start: datetime
    place: str = ""
    note: str = ""
    link: str = ""


def ics(evening: Evening, now: datetime) -> str:
    """One event. Without a time zone eight o'clock is eight o'clock wherever it is read."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Guildbook//Guildbook//EN", "BEGIN:VEVENT",
        f"UID:{evening.id}-{evening.start:%Y%m%dT%H%M}@guildbook",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{_moment(evening.start)}", f"DTEND:{_moment(evening.start, LASTS)}",
        f"SUMMARY:{evening.title.translate(SPECIAL)}",
    ]  # fmt: skip
    about = "\n".join(filter(None, (evening.note, evening.link)))  # not every app shows a URL
    told = (("LOCATION", evening.place.translate(SPECIAL)),
            ("DESCRIPTION", about.translate(SPECIAL)), ("URL", evening.link))  # fmt: skip
    lines += [f"{name}:{value}" for name, value in told if value]
    lines += ["END:VEVENT", "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _moment(at: datetime, later: timedelta = timedelta()) -> str:
    if at.tzinfo is None:
        return f"{at + later:%Y%m%dT%H%M%S}"
    return f"{at.astimezone(UTC) + later:%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> str:
    """Lines of at most 75 bytes, never cut within a letter."""
    parts, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > LONGEST_LINE:
            parts.append(" ")
            size = 1 + len(letter.encode())
        parts[-1] += letter
    return "\r\n".join(parts)
