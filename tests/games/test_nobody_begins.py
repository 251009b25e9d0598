"""A game with ``first = false``: nobody begins, nowhere, and its data may not say otherwise."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask

from companion import games as shelf
from companion.games import games
from companion.interchange import exports
from companion.printing import documents
from companion.printing.sample_tables import NAMES, Sample, names
from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Path as Way
from companion.show.consequences import follows
from companion.show.paper.log import next_time
from companion.show.plan import fresh
from companion.show.standing import whose
from companion.show.start import start
from companion.show.statistics.results import results
from tests.journal import Journal, codes
from tests.web.evening import Evening

pytestmark = pytest.mark.usefixtures("fair")

FAIR = Path(__file__).parent / "fair"


def played() -> State:
    sample = Sample(games()["fair"])
    sample.chapter("base", names(4), story=False)
    assert sample.play.finished
    return sample.state


def test_statistics_know_nobody_who_began() -> None:
    [result] = results(played())
    assert [score.begins for score in result.scores] == [False] * 4


def test_other_apps_are_told_of_no_start_player() -> None:
    state = played()
    file = json.loads(exports.bgstats_file("uid", state))
    [play] = file["plays"]
    assert [score["startPlayer"] for score in play["playerScores"]] == [False] * 4
    sent = json.loads(
        unquote(exports.bgstats_link("uid", next(results(state))).partition("data=")[2])
    )
    assert [player["startPlayer"] for player in sent["players"]] == [False] * 4


def test_a_spreadsheet_says_of_nobody_that_they_began() -> None:
    text = exports.wide_spreadsheet([("Thursday", played())]).removeprefix("\ufeff")
    assert {row["begins"] for row in csv.DictReader(io.StringIO(text))} == {"0"}


def test_no_page_paper_or_program_says_who_begins(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    seats = [{"name": name} for name in ("Dov", "Ada", "Ben")]
    evening.must("reseat", chapter="base", seats=seats)
    pages = ["", "setup", "play", "watch", "log", "look-up", "print", "score"]
    said = "".join(evening.get(page).text for page in pages)
    for seat, stall in enumerate(("fish", "tin", "toys")):
        for field, value in {"lanterns": seat, "stall": stall, "coins": 1}.items():
            evening.must("fill", seat=seat, field=field, value=value)
    evening.must("finish")
    said += "".join(evening.get(page).text for page in ("", "result", "log", "watch", "statistics"))
    said += app.test_client().get("/").text
    said += app.test_client().get(f"/api/v1/tables/{evening.token}").text
    with app.test_request_context():
        state, play = evening.state, evening.play
        said += documents.log("Thursday", state, journal=True).html("a4")
        said += documents.booklet("Thursday", state).html("a4")
        said += documents.setup("Thursday", play.game, play.situation).html("a4")
        said += documents.aid(play.game, play.situation).html("a4")
    said = said.replace("The Lantern Fair started: ", "")  # the game does, nobody in it
    told = ("begins", "began", "starts", " is first", "goes first", "irst player")
    assert [words for words in told if words in said] == []


def story() -> Game:
    """The same with a second chapter, so that an evening follows."""
    game = games()["fair"]
    more = replace(game.chapters[0], key="two", title="Two")
    ways = (Way("base", "two", "made up"), Way("two", "end", "made up"))
    graph = replace(game.graph, paths=ways)
    return replace(game, chapters=(*game.chapters, more), graph=graph)


def test_the_next_evening_is_told_without_a_word_on_who_starts() -> None:
    sample = Sample(story())
    sample.chapter("base", NAMES[:3])
    lines = [line.text for line in follows(sample.state, sample.play).lines]
    assert lines and not [line for line in lines if "start" in line.lower()]
    page = next_time(sample.state)
    assert page is not None and page.title == "Two"


def test_an_evening_left_in_its_midst_says_nobody_is_first() -> None:
    sample = Sample(story())
    sample.open("base", NAMES[:3])
    sample.moment()
    assert whose(sample.play) == ""
    page = next_time(sample.state)
    assert page is not None and "first" not in f"{page.lines}"


def test_nobody_can_be_told_to_begin() -> None:
    journal = Journal("fair")
    journal.start("base", 3)
    assert codes(journal.do("begin", seat=1)) == ["conflict"]


def test_a_new_game_draws_nobody_to_begin() -> None:
    game = games()["fair"]
    starts = [start(fresh(game), State(game), key) for key in "abcdefgh"]
    assert {one["first"] for one in starts} == {0}


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        (
            "game.toml",
            'starter = "nobody"',
            'starter = "last"',
            'starter: with first = false no one goes first; say starter = "nobody"',
        ),
        (
            "setup.toml",
            "each = true, src",
            "each = true, begins = true, src",
            "draw guest, begins: with first = false no one goes first, so no draw says who does",
        ),
        (
            "play.toml",
            'shows = ["lanterns"]',
            'order = "turns", shows = ["lanterns"]',
            "phase light, order: with first = false no one goes first, so a phase "
            'is order = "together", not "turns"',
        ),
    ],
)
def test_data_that_says_who_begins_all_the_same_is_a_fault(
    tmp_path: Path, file: str, right: str, wrong: str, said: str
) -> None:
    folder = shutil.copytree(FAIR, tmp_path / "fayre")
    text = (folder / file).read_text("utf-8")
    line = text[: text.index(right)].count("\n") + 1
    (folder / file).write_text(text.replace(right, wrong, 1), "utf-8")
    verbs = (folder / "scoring.py").read_text("utf-8")
    more = 'tracks={"beside": beside}, starters={"last": lambda before, seats: 0})'
    (folder / "scoring.py").write_text(verbs.replace('tracks={"beside": beside})', more), "utf-8")
    assert f"{file} line {line}, {said}" in shelf.opened(folder).faults
