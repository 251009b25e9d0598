"""A table's days and hours are those of its own time zone, on every page, print and export."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.games import games
from companion.interchange import exports
from companion.rules import zones
from companion.rules.journal.replay import judge
from companion.rules.journal.state import State
from companion.show import formats
from companion.show.log import log_page
from companion.show.statistics.results import results
from tests.journal import Journal, codes
from tests.web.evening import Evening
from tests.web.pressing import Page
from tests.web.test_start import form, opened

LATE = "2026-11-12T23:30:00+00:00"  # the next morning in Auckland, and in Berlin


def late(zone: str) -> State:
    """A game finished at that moment at a table in that zone."""
    journal = Journal("ohmygoods")
    journal.start(journal.game.graph.first, 2, zone=zone)
    for seat in range(2):
        for field in journal.game.sheet.fields():
            if not field.sole:
                journal.do("fill", seat=seat, field=field.key, value=field.low)
    journal.must("finish")
    state = State(games()["ohmygoods"])
    for entry in journal.entries:
        state, _ = judge(state, replace(entry, at=LATE))
    return state


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [("Pacific/Auckland", "12:30", "13"), ("America/New_York", "18:30", "12")],
)
def test_paper_log_and_spreadsheet_tell_the_same_day(zone: str, hour: str, day: str) -> None:
    state = late(zone)
    span = formats.spans(state)[0]
    assert formats.hour(span.start) == hour and str(span.start.day) == day
    assert log_page(state, "").lines[0].head.endswith(f"{day} November 2026")
    assert [one.ended.day for one in results(state) if one.ended] == [int(day)]
    assert f",2026-11-{day}," in exports.wide_spreadsheet([("Thursday", state)])


def test_the_first_device_that_says_where_it_is_sets_the_zone() -> None:
    journal = Journal("ohmygoods")
    journal.start(journal.game.graph.first, 2)
    assert journal.state.zone == ""
    journal.start(journal.game.graph.first, 2, zone="Europe/Berlin")
    journal.start(journal.game.graph.first, 2, zone="Asia/Tokyo")
    assert journal.state.zone == "Europe/Berlin"


def test_only_zones_there_are_can_be_set() -> None:
    journal = Journal()
    journal.start("I", 2)
    for wrong in ("Mars/Olympus", "../../etc/passwd", "", "Europe"):
        assert codes(journal.do("zone", value=wrong)) == ["unknown-choice"]
    assert codes(journal.do("start", chapter="I", seats=[{"name": "Ada"}], zone="x" * 65)) != []


def test_a_zone_this_machine_does_not_know_falls_back_to_its_own() -> None:
    state = late("Mars/Olympus")
    here = datetime.fromisoformat(LATE).astimezone()
    assert formats.spans(state)[0].start.utcoffset() == here.utcoffset()


@pytest.mark.parametrize(("said", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("no/where", "")])
def test_the_form_that_opens_a_table_carries_the_zone(app: Flask, said: str, kept: str) -> None:
    client = app.test_client()
    page = client.get("/new/ohmygoods").text
    assert "data-own-zone" in page
    answer = client.post("/new/ohmygoods", data=form(page, zone=said))
    assert opened(app, answer).state.zone == kept
    log = answer.location.replace("/setup", "/log")
    assert f'data-zone="{kept}"' in client.get(log).text


def test_the_host_sets_it_and_the_calendar_follows(app: Flask) -> None:
    evening = Evening(app)
    assert "Not set yet" in evening.get("settings").text
    evening.act("zone", **{"d-value": "America/New_York"})
    assert evening.state.zone == "America/New_York"
    text = evening.get("settings").text
    assert '<option value="America/New_York" selected>New York</option>' in text
    assert "Not set yet" not in text
    assert "New York" in evening.get("evening").text
    told = evening.state.log[-1].sentence(evening.state)
    assert told == "Time zone set to America/New York."
    made = evening.post("evening", start="2026-11-19T20:00", place="", fetches="").text
    assert "DTSTART:20261120T010000Z" in made and "DTEND:20261120T040000Z" in made


def test_the_list_is_short_and_holds_what_was_chosen_before(app: Flask) -> None:
    evening = Evening(app, zone="America/Argentina/Ushuaia")
    offered = Page(evening.get("settings").text).all("option")
    assert len(offered) < 60
    assert offered[0].given["value"] == "America/Argentina/Ushuaia"
    assert "selected" in offered[0].given and offered[0].text == "Ushuaia"
    for other in ("Antarctica/Troll", "Etc/GMT+5"):  # no place of the list, but a zone
        evening.act("zone", **{"d-value": other})
        assert evening.state.zone == other


@pytest.mark.parametrize("name", zones.PLACES)
def test_places_of_the_list_are_zones(name: str) -> None:
    assert name in zones.known()


def test_the_log_tells_hours_by_the_tables_clock(app: Flask) -> None:
    evening = Evening(app, zone="Asia/Kolkata")
    at = datetime.fromisoformat(evening.state.log[-1].entry.at).astimezone(UTC)
    minutes = (at.hour * 60 + at.minute + 330) % 1440
    assert f">{minutes // 60:02}:{minutes % 60:02}</time>" in evening.get("log").text
