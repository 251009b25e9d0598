"""Links, devices and old journals: whose they are does not change with the seating."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, select, update

from companion.table import tables
from companion.table.care import invitations, invite
from companion.table.links import Role
from companion.table.store import Link, StoredEntry, db
from tests.web.evening import Evening, guard
from tests.web.pressing import Page

FOUR = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dan")]


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app, "tybor", players=4, seats=FOUR, story=False)


def without_ben(evening: Evening) -> None:
    three = [who for who in FOUR if who["name"] != "Ben"]
    evening.must("start", chapter="I", seats=three)


def link_of(evening: Evening, name: str) -> str:
    person = next(one.id for one in evening.state.people if one.name == name)
    with evening.app.app_context():
        invite(evening.table, Role.PLAYER, person)
    with evening.app.app_context():
        return next(i.token for i in invitations(evening.table) if i.person == person)


def test_a_link_stays_somebodys_own_when_others_stay_away(evening: Evening) -> None:
    token = link_of(evening, "Cleo")
    without_ben(evening)
    client = evening.app.test_client()
    page = client.get(f"/t/{token}/score").text
    assert "Final scoring: Cleo" in page
    assert "Hand over to" not in page, "the others fill theirs in elsewhere"
    form = {"csrf_token": guard(evening.app, token), "play": 1, "action": "fill"}
    own = {**form, "data": '{"person": 3, "field": "red", "value": 2}'}
    others = {**form, "data": '{"person": 4, "field": "red", "value": 2}'}
    assert client.post(f"/t/{token}/do", data=own).status_code == 303
    assert client.post(f"/t/{token}/do", data=others).status_code == 403
    assert dict(evening.play.entries[1]) == {"red": 2}


def test_a_phone_stays_somebodys_own_when_others_stay_away(evening: Evening) -> None:
    assert evening.post("who", person=3).status_code == 303
    without_ben(evening)
    assert "Final scoring: Cleo" in evening.get("score").text
    evening.act("note", {"text": "here"}, play=1)
    assert evening.state.log[-1].entry.person == 3
    assert "Cleo" in evening.get("log").text


def test_whoever_is_away_looks_at_the_table_like_anybody(evening: Evening) -> None:
    token = link_of(evening, "Ben")
    without_ben(evening)
    client = evening.app.test_client()
    for page in ("", "setup", "play", "score", "log", "rulings", "people", "players"):
        answer = client.get(f"/t/{token}/{page}", follow_redirects=True)
        assert answer.status_code == 200, page


def test_an_old_link_is_for_whoever_sat_there_when_it_was_made(evening: Evening) -> None:
    with evening.app.app_context(), db.engine.begin() as connection:
        row = {"campaign_id": evening.table.id, "role": "player", "seat": 2}
        connection.execute(insert(Link).values(**row))
        born = connection.scalar(select(StoredEntry.at).where(StoredEntry.seq == 1))
        assert born is not None
        connection.execute(update(StoredEntry).values(at=born - timedelta(days=9)))
    without_ben(evening)
    with evening.app.app_context(), db.engine.begin() as connection:
        later = born + timedelta(days=1)
        connection.execute(update(StoredEntry).where(StoredEntry.seq == 2).values(at=later))
        connection.execute(
            insert(Link).values(**row, created=born + timedelta(days=2), nonces="second")
        )
    evening.app.extensions.pop("state_cache")  # as after a restart
    with evening.app.app_context():
        links = [link for link in invitations(evening.table) if link.role == Role.PLAYER]
        found = [link.person for link in links if link.person]
    assert found == [3, 4]  # Cleo in seat 2 of four, Dan in seat 2 of three


def test_an_old_cookie_is_that_seat_in_the_newest_play(evening: Evening) -> None:
    without_ben(evening)
    evening.get()
    with evening.client.session_transaction() as session:
        session["seats"] = {evening.table.seed.nonce: 1}
    assert "Final scoring: Cleo" in evening.get("score").text


def test_an_old_entry_was_told_by_whoever_sat_there(evening: Evening) -> None:
    evening.must("note", text="said long ago")
    with evening.app.app_context(), db.engine.begin() as connection:
        connection.execute(
            update(StoredEntry).where(StoredEntry.seq == 2).values(seat=2, device="x")
        )
    without_ben(evening)
    evening.app.extensions.pop("state_cache")
    row = evening.state.log[1]
    assert row.teller == 3


def test_somebody_can_be_renamed_once_the_game_is_over(evening: Evening) -> None:
    evening.finish(4, 3, 2, 1)
    assert "rename-2" in Page(evening.get("players").text).ids
    answer = evening.act("rename", {"person": 2}, **{"d-name": "Benjamin", "back": "players"})
    assert answer.location.endswith("/players")
    assert evening.play.names == ("Ada", "Benjamin", "Cleo", "Dan")
    assert "Benjamin" in evening.get("players").text


def test_players_of_a_running_game_are_edited_with_their_seats(evening: Evening) -> None:
    assert evening.get("players").location.endswith("/change")
    page = Page(evening.get("change").text)
    assert {"this-phone", "name-3"} <= page.ids
    evening.finish(4, 3, 2, 1)
    page = Page(evening.get("players").text)
    assert {"reopen", "this-phone"} <= page.ids


def test_who_stays_away_can_be_renamed_beside_the_seats(evening: Evening) -> None:
    without_ben(evening)
    page = Page(evening.get("change").text)
    assert "rename-2" in page.ids and "rename-1" not in page.ids


def test_whoever_has_a_link_of_their_own_edits_their_own_name(evening: Evening) -> None:
    client = evening.app.test_client()
    page = Page(client.get(f"/t/{link_of(evening, 'Ben')}/players").text)
    assert "rename-2" in page.ids and "rename-1" not in page.ids
    assert "reopen" not in page.ids and "this-phone" not in page.ids
    with evening.app.app_context():
        assert tables.find(evening.token)


def sheet_of_ben(evening: Evening) -> dict[str, Any]:
    """His score sheet with something typed, as his phone would send it."""
    return {**Page(evening.get("score", seat=1).text).held("sheet-1"), "f-red": "2"}


def test_a_sheet_is_sent_for_its_person_wherever_they_sit_by_now(evening: Evening) -> None:
    sheet = sheet_of_ben(evening)
    evening.must("reseat", chapter="I", seats=[FOUR[0], FOUR[2], FOUR[1], FOUR[3]], story=False)
    assert evening.client.post(f"/t/{evening.token}/score", data=sheet).status_code == 303
    assert [dict(entry) for entry in evening.play.entries] == [{}, {}, {"red": 2}, {}]


def test_the_sheet_of_somebody_who_plays_no_more_is_nobodys(evening: Evening) -> None:
    sheet = sheet_of_ben(evening)
    evening.must("reseat", chapter="I", seats=[FOUR[0], *FOUR[2:]], story=False)
    answer = evening.client.post(f"/t/{evening.token}/score", data=sheet)
    assert answer.status_code == 409
    assert "Ben isn’t playing any more, so nothing was entered." in answer.text
    assert not any(evening.play.entries)
