"""What a table's pages hand to other apps, and what programs may ask."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.table import care
from companion.table.links import Role
from tests.web.evening import Evening, link_for


@pytest.fixture
def evening(app: Flask) -> Evening:
    found = Evening(app)
    found.finish(12, 9, 4)
    return found


def watched(evening: Evening, link: str) -> tuple[int, Any]:
    answer = evening.app.test_client().get(f"/api/v1/tables/{link}")
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("scores.csv", "text/csv"),
        ("scores-long.csv", "text/csv"),
        ("plays.bgsplay", "application/json"),
        ("plays.bgsplay?play=0", "application/json"),
    ],
)
def test_a_table_hands_out_its_plays(evening: Evening, page: str, kind: str) -> None:
    answer = evening.get(page)
    assert answer.mimetype == kind and "attachment" in answer.headers["Content-Disposition"]
    assert "Ada" in answer.get_data(as_text=True)


def test_a_result_can_be_sent_to_another_app(evening: Evening) -> None:
    text = evening.get("result").get_data(as_text=True)
    assert 'href="https://app.bgstatsapp.com/createPlay.html?data=' in text
    assert "/plays.bgsplay?play=0" in text


def test_all_tables_in_one_spreadsheet(evening: Evening) -> None:
    evening.get()
    assert evening.client.get("/tables.csv").get_data(as_text=True).count("Thursday,newdale") == 3
    assert "category,points" in evening.client.get("/tables-long.csv").get_data(as_text=True)


def test_the_next_evening_goes_into_a_calendar(evening: Evening) -> None:
    answer = evening.post("evening", start="2026-11-19T20:00", place="At Ada's", fetches="Ben")
    text = answer.get_data(as_text=True).replace("\r\n ", "")
    assert answer.mimetype == "text/calendar" and "DTSTART:20261119T200000" in text
    assert "Ben brings the game." in text and "LOCATION:At Ada's" in text
    assert f"/t/{link_for(evening, Role.WATCHER)}/" in text and evening.token not in text


def test_the_place_is_remembered_for_the_next_time_and_for_other_apps(evening: Evening) -> None:
    for _ in range(2):
        evening.post("evening", start="2026-11-19T20:00", place="At Ada's", fetches="")
    assert evening.state.place == "At Ada's"
    assert [row.entry.action for row in evening.state.log].count("place") == 1
    assert 'value="At Ada&#39;s"' in evening.get("evening").get_data(as_text=True)
    assert "%22location%22%3A%22At%20Ada%27s%22" in evening.get("result").get_data(as_text=True)
    answer = evening.post("evening", start="2026-11-19T20:00", place="x" * 81, fetches="")
    assert answer.status_code == 422 and "at most 80 characters" in answer.get_data(as_text=True)


def test_without_a_day_it_asks_for_one(evening: Evening) -> None:
    answer = evening.post("evening", start="", place="", fetches="")
    assert answer.status_code == 422 and "Choose a day and a time." in answer.get_data(as_text=True)


def test_a_program_follows_a_table_by_the_watchers_link(evening: Evening) -> None:
    status, told = watched(evening, link_for(evening, Role.WATCHER))
    assert status == 200 and told["finished"] is True
    assert (told["seats"][0]["name"], told["seats"][0]["place"]) == ("Ada", 1)
    assert set(told["seats"][0]["lines"][0]) == {"category", "points", "working"}
    evening.start("II")
    _, told = watched(evening, link_for(evening, Role.WATCHER))
    assert told["seats"] is None and told["chapter"] == "II" and told["phase"]["round"] == 1
    assert [set(player) for player in told["players"]] == [{"name", "colour"}] * 3
    assert set(told) == {"game", "name", "chapter", "players", "phase", "finished", "seats"}


def test_no_other_link_is_taken(evening: Evening) -> None:
    assert watched(evening, evening.token)[0] == 403
    assert watched(evening, link_for(evening, Role.PLAYER))[0] == 403
    assert watched(evening, "1-nothing")[0] == 404
    link = link_for(evening, Role.WATCHER)
    with evening.app.app_context():
        number = next(i.id for i in care.invitations(evening.table) if i.token == link)
        care.switch_off(evening.table, number)
    assert watched(evening, link)[0] == 410


@pytest.mark.parametrize("start", ["0001-01-01T00:00", "9999-12-31T23:30"])
def test_no_calendar_goes_to_the_ends_of_time(evening: Evening, start: str) -> None:
    evening.must("zone", value="Asia/Tokyo")
    answer = evening.post("evening", start=start, place="", fetches="")
    assert answer.status_code == 422 and "too far away" in answer.get_data(as_text=True)
