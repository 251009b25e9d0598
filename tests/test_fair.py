"""A made-up game, on no shelf, that says what ours do not: it meets every demand all the same."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion import games as shelf
from companion.games import games
from companion.printing.documents import blank_book, log
from companion.printing.sample_tables import sample_state
from companion.show.score.boxes import box
from companion.show.score.partial import points_so_far
from companion.workshop.check import faults
from tests.journal import NAMES, Journal
from tests.web.evening import Evening

PLACE = Path(__file__).parent / "games"


pytestmark = pytest.mark.usefixtures("fair")


def begun(players: int = 3) -> Journal:
    journal = Journal("fair")
    journal.start("base", players)
    return journal


def test_it_meets_every_demand() -> None:
    opened = next(one for one in shelf.everything() if one.slug == "fair")
    assert list(faults(opened)) == []


def test_nobody_begins_on_any_page_or_paper(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    pages = "".join(evening.get(page).text for page in ("setup", "play", "watch", "log"))
    pages += app.test_client().get("/new/fair").text
    with app.test_request_context():
        pages += log("Thursday", sample_state(games()["fair"], 3, 1), journal=True).html("a4")
    pages = pages.replace("The Lantern Fair begins: ", "")  # the game does, nobody in it
    assert [said for said in ("begins", "began", "starts", "Ada first") if said in pages] == []


def test_a_sentence_says_how_many_play_and_which_round_it_is(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=4)
    page = evening.get("play").text
    assert "All 4 of you light lanterns at once." in page
    assert "Round 1: compare with your 2 neighbours." in page


def test_a_choice_is_offered_only_where_it_can_be_made(app: Flask) -> None:
    short = Evening(app, "fair", chapter="base", players=3)
    long = Evening(app, "fair", chapter="base", players=3, settings={"length": "long"})
    assert "Bread" in short.get("score").text and "Wine" not in short.get("score").text
    assert "Wine" in long.get("score").text


def test_a_track_fills_the_sheet_and_sees_its_neighbours() -> None:
    journal = begun(4)
    for _ in range(2):
        journal.must("advance", moment=list(journal.play.moment.as_json()))
    journal.must("count", track="lanterns", seat=1, by=2)
    assert journal.play.moment.round == 3 and journal.play.prompts[0].text == "take a coin"
    journal.must("count", track="lanterns", seat=0, by=2)
    assert len(journal.play.prompts) == 1
    assert journal.play.reckoned[0].values("lanterns") == [2, 2, 0, 0]


def certain(journal: Journal) -> list[int | None]:
    return points_so_far(journal.play, *journal.play.reckoned)["stall"]


def test_points_are_certain_only_if_no_open_choice_changes_them() -> None:
    """The first and the last stall are worth nothing here, one between them is not."""
    journal = begun()
    for seat in range(3):
        journal.fill(seat, lanterns=1, coins=0)
    assert certain(journal) == [None, None, None]
    for seat, stall in enumerate(("fish", "bread", "tin")):
        journal.fill(seat, stall=stall)
    assert certain(journal) == [0, 2, 0]


def test_with_too_many_open_choices_nothing_is_called_certain() -> None:
    journal = begun(5)
    for seat in range(len(NAMES[:5])):
        journal.fill(seat, lanterns=1, coins=0)
    so_far = points_so_far(journal.play, *journal.play.reckoned)
    assert so_far == {"lanterns": [None] * 5, "stall": [None] * 5, "guest": [None] * 5}
    for seat, stall in enumerate(("fish", "bread")):
        journal.fill(seat, stall=stall)
    so_far = points_so_far(journal.play, *journal.play.reckoned)
    assert so_far["lanterns"] == [1] * 5 and so_far["stall"] == [0, 4, None, None, None]


def test_a_table_by_players_with_a_gap_is_a_fault(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "fair", tmp_path / "fair")
    sheet = (folder / "sheet.toml").read_text("utf-8")
    (folder / "sheet.toml").write_text(sheet.replace(", 5 = 40", ""), "utf-8")
    assert shelf.opened(folder).faults == (
        "sheet.toml line 12, supply number 1, most: no number for 5 players (base with 5)",
    )


def test_a_row_of_a_list_keeps_its_names_in_the_log() -> None:
    journal = begun()
    journal.fill(0, goods=[{"kind": "bakers", "cards": 4}])
    told = journal.state.log[-1].sentence(journal.state)
    assert told == "Ada, Guilds: Bakers, 4 cards."


def test_a_log_without_a_story_is_no_campaign_log(app: Flask) -> None:
    with app.test_request_context():
        state = sample_state(games()["fair"], 3, 1)
        assert state.plays[0].finished  # the sample keeps to limits, choices and what is unique
        papers = [log("Thursday", state, journal=True), blank_book(state.game, 3, {"base"}, True)]
        assert [paper.name for paper in papers] == ["Log", "Blank log"]
        assert not any("ampaign" in paper.html("a4") for paper in papers)


def test_fifteen_choices_are_a_list_and_six_are_buttons() -> None:
    field = games()["fair"].sheet.by_key["stall"]
    many = tuple(replace(field.choices[0], key=f"s{n}") for n in range(15))
    play = begun().play
    assert not box(play, 0, field, []).is_long
    assert replace(box(play, 0, field, []), choices=many).is_long
