"""What the made-up campaign shows on Play: named waves, a captain, whoever has the lamp."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from flask import Flask

from companion.games import games, opened
from companion.rules.issues import errors
from companion.rules.journal.outcome import score
from companion.rules.parts.clock import Moment
from companion.show.lookup import look_up
from companion.show.paper.chapter import came
from companion.show.play.moment import now
from companion.show.play.screen import play_page
from companion.show.score.questions import tie_fields
from companion.table import care, tables
from tests.journal import Journal
from tests.web.evening import Evening

pytestmark = pytest.mark.usefixtures("fair")


def at(journal: Journal | Evening, number: int, phase: str) -> None:
    """Tap Next until a phase of a round is reached."""
    while journal.play.moment != Moment(number, phase):
        journal.must("advance", moment=journal.play.moment.as_json())


@pytest.fixture
def mission() -> Journal:
    journal = Journal("rescue")
    journal.start("M1", 3, story=True)
    return journal


def words(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_a_phase_has_a_short_name_on_its_tab(mission: Journal) -> None:
    tabs = [(tab.label, tab.short) for tab in now(mission.play, 3).phases]
    assert tabs == [
        ("A wave comes", "Wave"), ("At the helm", "Helm"), ("Row", "Row"), ("The lamp", "Lamp"),
    ]  # fmt: skip


def test_cards_of_a_deck_are_called_by_their_names(app: Flask) -> None:
    evening = Evening(app, "rescue", chapter="M1", players=3)
    assert "cards 1 Calm sea, 2 Long swell and 3 Breaker" in words(evening.get("setup").text)
    assert "3 Breaker 33%" in words(evening.get("play").text)
    evening.must("reveal", deck="waves", card=3, position=0)
    assert "Waves: 3 Breaker revealed." in evening.get("log").text
    assert "3 Breaker" in words(evening.get("play").text)
    deck = evening.play.deck("waves")
    assert deck and [card for _, card, _ in came(evening.play, deck).cards] == ["3 Breaker"]
    kinds = {kind.label: kind.finds for kind in look_up(evening.play, "", "").kinds}
    assert [(find.figure, find.label) for find in kinds["Waves"]] == [
        ("1", "Calm sea"), ("2", "Long swell"), ("3", "Breaker"),
    ]  # fmt: skip
    refused = deck.refusal((3,), 3)
    assert refused == (
        "Card 3 Breaker has been revealed already. It can only be 1 Calm sea or 2 Long swell."
    )


def test_somebody_is_chosen_in_a_phase_and_known_to_texts(app: Flask) -> None:
    evening = Evening(app, "rescue", chapter="M1", players=3)
    at(evening, 1, "helm")
    page = words(evening.get("play").text)
    assert "Who is the captain? Ada Ben Cleo" in page
    evening.must("record", fact="captain", value="2")
    assert "Who is the captain? Ben." in evening.get("log").text
    at(evening, 1, "row")
    assert "Ben says where to row." in evening.get("play").text
    assert evening.get("log").status_code == evening.get("rulings").status_code == 200


def test_somebody_who_does_not_play_is_not_chosen(mission: Journal) -> None:
    assert [issue.code for issue in mission.do("record", fact="captain", value="9")] == [
        "unknown-choice"
    ]


def test_whoever_has_the_lamp_goes_first_in_the_next_round(mission: Journal) -> None:
    clock = mission.game.clock
    at(mission, 1, "lamp")
    page = play_page(mission.state, mission.play)
    assert page.next.small == "Choose who goes first, then"
    mission.must("record", fact="lamp", value="3")
    assert play_page(mission.state, mission.play).next.small != page.next.small
    at(mission, 2, "row")
    assert clock.order_at(mission.play.moment, mission.play.situation) == (2, 0, 1)
    at(mission, 2, "lamp")
    assert play_page(mission.state, mission.play).next.small == page.next.small
    mission.must("record", fact="lamp", value="2")
    told = mission.play.situation
    assert [clock.first(told, number) for number in (1, 2, 3)] == [0, 2, 1]
    mission.must("undo", entry=mission.state.seq)
    assert clock.first(mission.play.situation, 3) == 2


def test_who_goes_first_follows_people_to_other_seats(mission: Journal) -> None:
    at(mission, 1, "lamp")
    mission.must("record", fact="lamp", value="3")
    seats = [{"name": "Cleo", "person": 3}, {"name": "Ada", "person": 1}]
    mission.must("reseat", chapter="M1", seats=seats, story=True)
    assert mission.game.clock.first(mission.play.situation, 2) == 0


def test_a_draw_takes_its_number_from_a_fact() -> None:
    for players, tools in ((2, 1), (3, 2)):
        journal = Journal("rescue")
        journal.start("M1", players, story=True)
        journal.must("draw", draw="tools", seed=7)
        assert len(journal.play.drawn["tools"]) == tools


def test_a_calculator_knows_the_facts_of_the_chapter(app: Flask) -> None:
    asked = app.test_client().post("/api/v1/games/rescue/aids/load", json={"each": 4})
    assert asked.get_json() == {"crates": 8}


def test_a_field_outside_the_categories_only_breaks_ties(app: Flask) -> None:
    game = games()["rescue"]
    level = [{"crates": 2, "flags": 0, "wind": 1}, {"crates": 2, "flags": 0, "wind": 3}]
    scored = score(game, "regatta", ["Ada", "Ben"], level, {})
    assert not errors(scored.issues) and [one.total for one in scored.breakdowns] == [2, 2]
    assert [line.category for line in scored.breakdowns[0].lines] == ["crates", "flags"]
    journal = Journal("rescue")
    journal.start("regatta", 2, story=False)
    for seat in (0, 1):
        journal.fill(seat, crates=2, flags=0)
    assert tie_fields(journal.play) == {0: {"wind"}, 1: {"wind"}}
    sheet = app.test_client().get("/api/v1/games/rescue").get_json()["sheet"]
    assert [field["key"] for field in sheet["ties"]] == ["wind"]
    assert "ties" not in app.test_client().get("/api/v1/games/newdale").get_json()["sheet"]


def test_the_score_page_asks_those_who_are_tied(app: Flask) -> None:
    evening = Evening(app, "rescue", chapter="regatta", players=2, story=False)
    for seat in (0, 1):
        evening.must("fill", seat=seat, field="crates", value=seat)
        evening.must("fill", seat=seat, field="flags", value=0)
    assert 'id="s0-wind"' not in evening.get("score").text
    evening.must("fill", seat=0, field="crates", value=1)
    assert 'id="s0-wind"' in evening.get("score").text


def test_a_copy_from_the_log_knows_its_attempts(app: Flask) -> None:
    evening = Evening(app, "rescue", chapter="M1", players=3)
    for won in (False, True):
        evening.must("record", fact="won", value=won)
        evening.must("finish", zeros=[])
        if not won:
            lost = evening.state.seq
            evening.start("M1", 3)
    with app.app_context():
        found = tables.find(care.fork(evening.table, lost, "The other night"))
    assert found is not None
    assert [way.to for way in found.state.ways(found.state.plays[-1])] == ["M1"]
    assert [way.to for way in evening.state.ways(evening.play)] == ["M2"]
    assert evening.play.situation.attempt == 2


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("game.toml", "people = true, begins", "begins", "only a player can go first"),
        ("game.toml", 'scope = "play", people', "people", 'is kind = "choice" with scope = "play"'),
        ("play.toml", '"chosen"', '"clockwise"', "the order of turns does not ask for it"),
        ("play.toml", "3 = \"Breaker\"", "9 = \"Breaker\"", "no segment has a card 9"),
        ("play.toml", "3 = \"Breaker\"", "x = \"Breaker\"", "'x' should be the number of a card"),
        ("setup.toml", 'count_of = "tools", src', 'count_of = "oars", src', "its number 'oars' is"),
        ("sheet.toml", 'asks = ["signal"', 'asks = ["captain"', "only a phase can ask"),
        ("sheet.toml", 'label = "wind", field = "wind"', 'label = "wind", field = "flags"',
         "no tie-break asks for this field"),
    ],
)  # fmt: skip
def test_each_slip_is_one_fault(
    tmp_path: Path, file: str, right: str, wrong: str, said: str
) -> None:
    folder = shutil.copytree(Path(__file__).parent / "rescue", tmp_path / "rescue")
    text = (folder / file).read_text("utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong, 1), "utf-8")
    [fault] = opened(folder).faults
    assert said in fault
