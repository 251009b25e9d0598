"""A made-up campaign, on no shelf, that all win or all lose: it meets every demand all the same."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion import games as shelf
from companion.games import games
from companion.interchange.exports import bgstats_file, wide_spreadsheet
from companion.printing import documents
from companion.printing.documents import log, wall_poster
from companion.rules.journal.outcome import score
from companion.rules.journal.state import State
from companion.rules.parts.facts import Ladder
from companion.rules.scoring.sheet import ScoreLine
from companion.show.formats import source
from companion.show.lookup import Find
from companion.show.paper.handouts import aid_line
from companion.show.paper.log import summary
from companion.show.paper.sheet import ties, worth
from companion.show.play.screen import board
from companion.show.statistics.page import Filters, statistics
from companion.show.statistics.tally import Identity, Source
from companion.show.story import Stop, road, story
from companion.web.table.exports import usual_players
from companion.workshop.check import faults
from tests.journal import Journal
from tests.web.evening import Evening

PLACE = Path(__file__).parent

pytestmark = pytest.mark.usefixtures("fair")


def mission(journal: Journal, chapter: str, won: bool, worn: int = 0) -> None:
    journal.start(chapter, 3, story=True)
    journal.must("record", fact="won", value=won)
    journal.must("record", fact="worn", value=worn)
    journal.must("finish", zeros=[])


@pytest.fixture
def campaign() -> Journal:
    """Mission 1 won at once, mission 2 lost, lost, and won."""
    journal = Journal("rescue")
    for chapter, won in (("M1", True), ("M2", False), ("M2", False), ("M2", True)):
        mission(journal, chapter, won)
    return journal


@pytest.mark.slow
def test_it_meets_every_demand() -> None:
    opened = next(one for one in shelf.everything() if one.slug == "rescue")
    assert list(faults(opened)) == []


def test_a_sheet_without_categories_means_no_points(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "rescue", tmp_path / "rescue")
    (folder / "sheet.toml").unlink()
    game = folder / "game.toml"
    game.write_text(game.read_text("utf-8").replace("together = false, ", ""), "utf-8")
    opened = shelf.opened(folder)
    assert opened.faults == () and opened.game is not None
    scored = score(opened.game, "M1", ["Ada", "Ben"], [{}, {}], {"won": True})
    assert [one.lines for one in scored.breakdowns] == [(), ()]


def test_without_points_somebody_alone_cannot_win(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "rescue", tmp_path / "rescue")
    (folder / "sheet.toml").unlink()
    assert shelf.opened(folder).faults == (
        "game.toml, categories: no categories, so no one has points; write together = true if all "
        "win or lose (chapter regatta)",
    )


def test_a_target_is_a_fact_by_chapter_and_players_that_a_card_overrides() -> None:
    game = games()["rescue"]
    targets = [
        game.target(game.situation(chapter, players, given)[0])
        for chapter, players, given in (
            ("M1", 3, {}), ("M3", 3, {}), ("M4", 3, {}), ("M4", 4, {}), ("M4", 4, {"target": 5}),
        )
    ]  # fmt: skip
    assert targets == [None, 9, 12, 14, 5]


def test_nobody_is_ranked_and_the_result_is_one_sentence(campaign: Journal) -> None:
    whys = [play.scored[1].why for play in campaign.state.plays if play.scored]
    assert whys == [
        "Mission 1: won.",
        "Mission 2: failed.",
        "Mission 2: failed, second attempt.",
        "Mission 2: won, third attempt.",
    ]
    assert story(campaign.state, covered=True).ranked == ()
    assert story(campaign.state, covered=True).together == "2 of 2 chapters won"


def test_attempts_are_one_stop_on_the_road() -> None:
    journal = Journal("rescue")
    mission(journal, "M1", True)
    for tried in range(2):
        mission(journal, "M2", False)
        stops = list(road(journal.state, journal.state.told, covered=True).parts)
        assert [stop.key for stop in stops[:2] if isinstance(stop, Stop)] == ["M1", "M2"]
        assert stops[1].title == "Mission 2 again"
        assert stops[1].text == f"{['1 attempt', '2 attempts'][tried]} so far."


def test_a_third_attempt_that_is_lost_leads_elsewhere(campaign: Journal) -> None:
    journal = Journal("rescue")
    for chapter, won in (("M1", True), ("M2", False), ("M2", False), ("M2", False)):
        mission(journal, chapter, won)
    assert [way.to for way in journal.state.ways(journal.play)] == ["M4"]
    assert [way.to for way in campaign.state.ways(campaign.play)] == ["M3"]


def test_an_undone_attempt_is_none(campaign: Journal) -> None:
    campaign.must("undo", entry=campaign.play.finished_at)
    assert [way.to for way in campaign.state.ways(campaign.state.story[-2])] == ["M2"]
    assert campaign.play.situation.attempt == 3
    campaign.must("restart", play=campaign.play.number)
    assert campaign.play.situation.attempt == 3
    campaign.must("abandon", play=campaign.play.number)
    mission(campaign, "M2", True)
    assert campaign.play.situation.attempt == 3


def test_what_a_chapter_leaves_is_carried_into_the_next() -> None:
    journal = Journal("rescue")
    mission(journal, "M1", True, worn=4)
    journal.start("M2", 3, story=True)
    assert journal.play.situation["ropes"] == "few"


def test_texts_know_the_attempt(app: Flask) -> None:
    evening = Evening(app, "rescue", chapter="M1", players=3)
    for phase in ("wave", "helm"):
        evening.must("advance", moment=[1, phase, None])
    assert "This is attempt 1." in evening.get("play").text


def closing(state: State) -> list[str]:
    found = summary(state)
    assert found is not None
    return [f"{one.title}: {found.outcome(one)}" for one in found.chapters]


def test_paper_says_it_too(app: Flask, campaign: Journal) -> None:
    assert closing(campaign.state) == ["Mission 1: won", "Mission 2: won, third attempt"]
    with app.test_request_context():
        book = log("The crew", campaign.state, journal=False).html("a4")
        found = wall_poster("The crew", campaign.state)
        poster = found.html("a4") if found else ""
    assert "Mission 2: failed, second attempt." in book and "Ranking" not in book
    needed = [ties(campaign.game, campaign.game.situation(key, 3, {})[0]) for key in ("M1", "M4")]
    assert needed == ["", "Together you need 12 points."]
    assert "Won, third attempt" in poster and "Points" not in poster


def test_other_programs_hear_that_it_is_cooperative(campaign: Journal) -> None:
    sent = json.loads(bgstats_file("t", campaign.state))
    assert sent["games"][0]["cooperative"] and sent["games"][0]["noPoints"]
    assert [[one["winner"] for one in play["playerScores"]] for play in sent["plays"]] == [
        [True] * 3, [False] * 3, [False] * 3, [True] * 3,
    ]  # fmt: skip
    assert {one["rank"] for play in sent["plays"] for one in play["playerScores"]} == {0}
    rows = list(csv.DictReader(io.StringIO(wide_spreadsheet([("The crew", campaign.state)])[1:])))
    assert {(row["place"], row["total"]) for row in rows} == {("", "")}
    assert [row["won"] for row in rows] == [*"111", *"000", *"000", *"111"]


def test_programs_score_it_as_the_contract_says(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/api/v1/games/rescue").get_json()["together"] is True
    at = "/api/v1/games/rescue/chapters/{}/score"
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    lost = client.post(
        at.format("M1"), json={"seats": seats, "won": False, "signal": True}
    ).get_json()
    assert (lost["together"], lost["won"], lost["winners"]) == (True, False, [])
    assert lost["seats"][0] == {"name": "Ada", "total": None, "place": None, "lines": []}
    won = client.post(at.format("M1"), json={"seats": seats, "won": True}).get_json()
    assert won["won"] and won["winners"] == ["Ada", "Ben"] and won["decided_by"] is None
    open_yet = client.post(at.format("M1"), json={"seats": seats})
    assert open_yet.status_code == 422
    assert [i["field"] for i in open_yet.get_json()["issues"]] == ["won"]
    counted = [{"name": n, "entry": {"crates": 5}} for n in ("Ada", "Ben")]
    sums = client.post(at.format("M3"), json={"seats": counted}).get_json()
    assert sums["won"] and [one["total"] for one in sums["seats"]] == [5, 5]
    assert [one["place"] for one in sums["seats"]] == [None, None]


@pytest.mark.parametrize(
    ("src", "said"),
    [
        ("rulebook, p. 7", "rulebook p. 7"),
        ("rules p. 7; the card", "rulebook p. 7 and the card"),
        ("p. 7", "rulebook p. 7"),
        ("Setup, step 3", "rulebook, Setup, step 3"),
        ("A3", ""),
    ],
)
def test_a_source_names_the_rulebook_once(src: str, said: str) -> None:
    assert source(src) == said


def test_a_source_that_is_no_place_is_a_fault(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "rescue", tmp_path / "rescue")
    text = (folder / "sheet.toml").read_text("utf-8")
    (folder / "sheet.toml").write_text(text.replace('"made up"', '"page 7;"'), "utf-8")
    assert {fault.split(": ", 1)[1] for fault in shelf.opened(folder).faults} == {
        "a place is empty; separate places by '; '",
        "'page 7' should be as in 'p. 7' or 'pp. 7, 8'",
    }


def test_blank_sheets_begin_with_as_many_as_the_chapter_takes(app: Flask) -> None:
    client = app.test_client()
    game = games()["rescue"]
    assert client.get("/print/rescue?chapter=M4").status_code == 200
    alone = replace(game.chapters[0], players=(1, 1))
    issue = game.players_issue(alone, 2)
    assert usual_players(replace(game, chapters=(alone,)), "M1") == 1
    assert issue and issue.message == "The Winter Rescue needs 1 player here."


def test_what_paper_says_of_a_figure_and_a_line(app: Flask) -> None:
    oven = Find("oven", "Oven", says=("Bake 1 vegetable.",), figure="1 vegetable")
    assert aid_line(oven, "points").figure == "1 vegetable"
    assert ScoreLine(2, "5 - 3").written == "5 − 3"
    with app.test_request_context():
        aid = documents.aid(games()["rescue"], games()["rescue"].situation("M3", 3, {})[0])
        assert "Crates Crates" not in " ".join(re.sub("<[^>]*>", " ", aid.html("a4")).split())


def test_a_new_game_stays_in_its_folder(app: Flask) -> None:
    made = app.test_cli_runner().invoke(
        args=["games", "new", "../x", "--title", "X", "--players", "2-4"]
    )
    assert made.exit_code == 1 and "cannot be a slug" in made.output


def test_a_ladder_goes_on_and_paper_says_its_ranges() -> None:
    field = games()["rescue"].sheet.by_key["flags"]
    assert [field.points(n) for n in range(6)] == [0, 0, 1, 3, 5, 7]
    assert worth(field) == "0 to 1: 0; 2: 1; 3: 3; each further one: 2 more"
    capped = replace(field, ladder=Ladder((0, 1, 4), more=0))
    assert worth(capped) == "0: 0; 1: 1; 2 and more: 4" and capped.points(9) == 4


def test_a_round_that_never_comes_is_a_fault(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "rescue", tmp_path / "rescue")
    text = (folder / "play.toml").read_text("utf-8")
    (folder / "play.toml").write_text(text.replace("attempt = [2, 3]", "round = 4"), "utf-8")
    assert [fault.split(": ", 1)[1] for fault in shelf.opened(folder).faults] == [
        "round is never 4: there are 3"
    ]


def test_a_mission_that_is_not_over_is_no_attempt_yet() -> None:
    journal = Journal("rescue")
    journal.start("M1", 3, story=True)
    for told in (None, False):
        if told is not None:
            journal.must("record", fact="won", value=told)
        found = road(journal.state, journal.state.told, covered=True)
        assert next(stop.title for stop in found.parts if isinstance(stop, Stop)) == "Mission 1"
        assert (found.played, found.length) == (0, 3)


def test_statistics_count_wins_and_attempts_and_compare_nobody(campaign: Journal) -> None:
    campaign.start("M3", 3, story=True)
    for seat in range(3):
        campaign.fill(seat, crates=2)
    campaign.must("finish")
    told = statistics([Source("id", "The crew", "1-token", campaign.state)], Identity(), Filters())
    assert [row.said for row in told.rows] == ["Won 2 of 3 games."] * 3
    assert told.categories is None and not told.history
    assert [(title, won, attempts) for title, _, won, attempts in told.together] == [
        ("Mission 1", 1, 1), ("Mission 2", 1, 3), ("Mission 3", 0, 1),
    ]  # fmt: skip


def test_a_play_that_all_lost_hides_nobodys_points_in_others(campaign: Journal) -> None:
    campaign.start("regatta", 3, story=False)
    for seat, crates in enumerate((4, 2, 6)):
        campaign.fill(seat, crates=crates)
    campaign.must("finish")
    told = statistics([Source("id", "The crew", "1-token", campaign.state)], Identity(), Filters())
    ada = next(row for row in told.rows if row.name == "Ada")
    assert (ada.together, ada.best, ada.worst, ada.place) == (False, ada.average, ada.average, 2)
    assert "On average" in ada.said


def test_the_big_screen_ranks_nobody_who_won_or_lost_with_all(campaign: Journal) -> None:
    shown = board(campaign.play).columns
    assert [(one.seat, one.figure, one.hint) for one in shown] == [(n, "", "") for n in range(3)]
    campaign.start("M3", 3, story=True)
    for seat in range(3):
        campaign.fill(seat, crates=seat)
    campaign.must("finish")
    assert [(one.figure, one.hint) for one in board(campaign.play).columns] == [
        ("0", ""), ("1", ""), ("2", ""),
    ]  # fmt: skip


def test_a_sum_short_of_the_target_leads_back_to_the_mission(campaign: Journal) -> None:
    for crates in (2, 3):
        campaign.start("M3", 3, story=True)
        for seat in range(3):
            campaign.fill(seat, crates=crates)
        campaign.must("finish")
        ways = [way.to for way in campaign.state.ways(campaign.play)]
        assert ways == (["M3"] if crates == 2 else [])
