"""What other apps are given: BG Stats field by field, CSV cell by cell, a calendar's lines."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import UUID

import pytest

from companion.games import games
from companion.interchange import exports
from companion.interchange.exports import Evening, ics
from companion.printing.sample_tables import Sample
from companion.rules.journal.state import State
from companion.show.statistics.results import PlayResult, results

UID = "a-table-id"
DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def played(slug: str, names: tuple[str, ...] = ("Ada", "Ben", "Cleo"), plays: int = 2) -> State:
    sample = Sample(games()[slug])
    for _ in range(plays):
        sample.chapter(sample.state.game.graph.first, names, story=False, notes=0)
    return sample.state


def sent(slug: str) -> dict[str, Any]:
    return told(next(results(played(slug))))


def told(result: PlayResult) -> dict[str, Any]:
    link = exports.bgstats_link(UID, result)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    found: dict[str, Any] = json.loads(unquote(link.partition("data=")[2]))
    return found


@pytest.mark.parametrize("slug", games())
def test_a_play_is_sent_field_by_field(slug: str) -> None:
    play = sent(slug)
    assert {name: type(value) for name, value in play.items()} == {
        "sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int,
        "location": str, "comments": str, "board": str, "game": dict, "players": list,
    }  # fmt: skip
    assert play["sourceName"] == "Guildbook" and DATE.fullmatch(play["playDate"])
    game = play["game"]
    assert (game["highestWins"], game["noPoints"], game["sourceGameId"]) == (True, False, slug)
    assert type(game.get("bggId", 0)) is int
    for player in play["players"]:
        assert {name: type(value) for name, value in player.items()} == {
            "name": str, "sourcePlayerId": str, "startPlayer": bool, "winner": bool, "rank": int,
            "score": int, "role": str,
        }  # fmt: skip
    assert sum(player["startPlayer"] for player in play["players"]) == 1


@pytest.mark.parametrize(
    ("slug", "number"),
    [("ohmygoods", 183840), ("merchants", 300217), ("newdale", None), ("tybor", None)],
)
def test_only_known_ids_are_sent(slug: str, number: int | None) -> None:
    assert sent(slug)["game"].get("bggId") == number


def test_a_play_sent_again_is_the_same_and_another_is_not() -> None:
    state = played("newdale")
    ids = [told(one)["sourcePlayId"] for one in results(state)]
    assert ids == [told(one)["sourcePlayId"] for one in results(state)]
    assert len(set(ids)) == 2


def test_a_link_never_gets_too_long() -> None:
    names = tuple(f"{n}" + "ß" * 30 for n in range(8))
    link = exports.bgstats_link(UID, next(results(played("tybor", names, 1))))
    assert len(link) < 8000 and len(json.loads(unquote(link.partition("data=")[2]))["players"]) == 8


PARTS = {
    "players": "uuid id name isAnonymous modificationDate bggUsername",
    "games": "uuid id name modificationDate cooperative highestWins noPoints usesTeams bggName"
    " bggYear",
    "locations": "uuid id name modificationDate",
    "plays": "uuid modificationDate entryDate playDate usesTeams durationMin ignored manualWinner"
    " rounds rating scoringSetting locationRefId gameRefId board comments playImages"
    " expansionPlays playerScores",
}
SCORES = "playerRefId score winner newPlayer startPlayer rank seatOrder role"


def test_the_file_has_every_part_and_field() -> None:
    state = played("newdale").but(place="At Ada's")
    file = json.loads(exports.bgstats_file(UID, state))
    assert set(file) == {"about", "players", "locations", "games", "plays", "userInfo"}
    assert file["userInfo"] == {"meRefId": 0}
    for part, fields in PARTS.items():
        for row in file[part]:
            assert set(row) == set(fields.split()) and UUID(row["uuid"]).version == 5
    known = {player["id"] for player in file["players"]}
    for play in file["plays"]:
        assert play["playImages"] == "[]" and play["gameRefId"] == file["games"][0]["id"]
        assert play["locationRefId"] == file["locations"][0]["id"]
        for score in play["playerScores"]:
            assert set(score) == set(SCORES.split()) and score["playerRefId"] in known
            assert type(score["score"]) is str and type(score["winner"]) is bool


def test_a_file_may_hold_one_play_alone() -> None:
    state = played("newdale")
    both, one = (
        json.loads(exports.bgstats_file(UID, state, play)) for play in (None, state.plays[1])
    )
    assert one["plays"] == both["plays"][1:] and one["players"] == both["players"]


def test_without_a_place_there_is_no_location() -> None:
    file = json.loads(exports.bgstats_file(UID, played("newdale")))
    assert file["locations"] == [] and {play["locationRefId"] for play in file["plays"]} == {0}


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff") and "\r\n" in text
    [head, *_] = csv.reader(io.StringIO(text[1:], newline=""))
    assert len(set(head)) == len(head)
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_wide_has_a_row_per_person_and_long_one_per_category() -> None:
    state = played("newdale")
    wide, long = (
        read(exports.wide_spreadsheet([("T", state)])),
        read(exports.long_spreadsheet([("T", state)])),
    )
    assert len(wide) == 6 and len(long) == 6 * 7
    keys = [category.key for category in state.game.sheet.categories]
    columns = [f"{key} points" if key == "chapter" else key for key in keys]
    for row in wide:
        assert sum(int(row[column]) for column in columns) == int(row["total"])
        assert row["chapter"] == state.plays[0].chapter
        mine = [one for one in long if (one["play"], one["person"]) == (row["play"], row["person"])]
        assert [one["category"] for one in mine] == keys
        assert sum(int(one["points"]) for one in mine) == int(row["total"])


def test_several_games_share_one_sheet() -> None:
    rows = read(exports.wide_spreadsheet([("A", played("newdale")), ("B", played("tybor"))]))
    assert {row["game"] for row in rows} == {"newdale", "tybor"}
    assert {row["track"] for row in rows if row["game"] == "tybor"} == {""}


def test_no_cell_is_a_formula_and_numbers_stay_numbers() -> None:
    for cell in ("=1+1", "+1", "-1", "@x", "\t=x", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20x"):
        assert exports.harmless(cell) == f"'{cell}"
    assert (exports.harmless("Ada"), exports.harmless(-3)) == ("Ada", -3)
    state = played("newdale", ("=cmd()", "Ben"))
    assert {row["person"] for row in read(exports.wide_spreadsheet([("-x", state)]))} == {
        "'=cmd()",
        "Ben",
    }


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_reads_every_cell_as_it_was_meant(tmp_path: Path) -> None:
    """Opened as a spreadsheet and told again: names as typed, no formula carried out."""
    state = played("newdale", ("=1+1", "Zoë, called “Zö”", "-Ben"))
    text = exports.wide_spreadsheet([("@Thursday; round", state)])
    (tmp_path / "scores.csv").write_text(text, "utf-8", newline="")
    converted(tmp_path, "scores.csv", "ods")
    converted(tmp_path, "scores.ods", "csv:Text - txt - csv (StarCalc):44,34,76")
    again = (tmp_path / "scores.csv").read_text("utf-8")
    found = list(csv.DictReader(io.StringIO(again.removeprefix("\ufeff"), newline="")))
    assert found == read(text) and {row["person"][0] for row in found} == {"'", "Z"}


def converted(folder: Path, file: str, kind: str) -> None:
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    as_chosen = "--infilter=CSV:44,34,76,1"  # what its dialog offers: commas, quotes, UTF-8
    command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(folder)]
    command += [as_chosen] if file.endswith(".csv") else []
    subprocess.run([*command, str(folder / file)], check=True, timeout=120, capture_output=True)


def test_a_calendar_gets_the_evening() -> None:
    start = datetime(2026, 11, 19, 20, 0)
    note = "Ben brings the game, " + "ö" * 80
    text = ics(Evening("id", "Thursday; at Ada's", start, "Ada, Mill Lane", note, "https://x/t/1"),
               datetime(2026, 11, 16, tzinfo=UTC))  # fmt: skip
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2] == "END:VCALENDAR"
    assert "DTSTART:20261119T200000" in lines and "SUMMARY:Thursday\\; at Ada's" in lines
    assert "LOCATION:Ada\\, Mill Lane" in lines and "URL:https://x/t/1" in lines
    assert f"DESCRIPTION:Ben brings the game\\, {'ö' * 80}\\nhttps://x/t/1" in lines
