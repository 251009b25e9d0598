"""How large a table may grow, how often something may be done, and how much memory it all takes."""

from __future__ import annotations

import gc
import json
import secrets
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from companion.config import CannotStart, number
from companion.games import games
from companion.table import states, tables
from companion.table.journal import Draft, Refused
from companion.table.store import StoredEntry as Stored
from companion.table.store import db, now
from companion.web.guards.limits import network
from tests.web.evening import Evening
from tests.web.test_start import form

pytestmark = pytest.mark.slow

START = {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}], "story": False}
PUBLIC = "https://book.example"


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def note(text: str) -> Draft:
    return Draft("note", {"text": text})


def refusal(evening: Evening, *drafts: Draft) -> str:
    before = evening.state.seq
    with pytest.raises(Refused) as refused:
        evening.append(list(drafts))
    assert evening.state.seq == before
    return refused.value.issues[0].message


def test_a_full_journal_says_what_it_holds(evening: Evening) -> None:
    evening.app.config["TABLE_ENTRIES"] = 3
    evening.append([note("one")])
    assert "room for 3 changes" in refusal(evening, note("two"), note("three"))
    evening.append([note("two")])
    answer = evening.act("note", {"text": "three"})
    assert answer.status_code == 422 and "room for 3 changes" in answer.text
    assert evening.get("play").status_code == 200


def test_a_repeated_entry_needs_no_more_room(evening: Evening) -> None:
    evening.app.config["TABLE_ENTRIES"] = 2
    one = note("one")
    evening.append([one])
    evening.append([one])


def test_a_journal_is_measured_in_bytes_too(evening: Evening) -> None:
    evening.app.config["TABLE_MIB"] = 1
    heavy = [note(f"{n}" + "\U0001f3b2" * 1990) for n in range(43)]  # 12 bytes a die, as stored
    evening.append(heavy)
    assert "room for 1 MiB" in refusal(evening, *(note("\U0001f3b2" * 1990 + str(n)) for n in "ab"))


def test_no_entry_is_too_large_for_a_file(app: Flask) -> None:
    evening = Evening(app, "tybor", "Sunday", chapter="I")
    huge = Draft("record", {"fact": "objectives", "drop": [f"n{n}" for n in range(9000)]})
    assert refusal(evening, huge) == "That is too long. At most 64 KiB fit."
    evening.append([replace(huge, data={**huge.data, "drop": huge.data["drop"][:6000]})])
    answer = evening.client.post("/api/v1/files/check", data=evening.get("file").data)
    assert answer.status_code == 200


def test_the_measure_is_the_same_after_a_restart(evening: Evening) -> None:
    evening.append([note("Café"), note("x" * 500)])
    with evening.app.app_context():
        folds, table = evening.app.extensions.pop("state_cache"), evening.table
        known = folds.size(table.id, table.state)
        assert known == evening.app.extensions["state_cache"].size(table.id, table.state)
        stored = db.session.scalars(db.select(Stored.data).where(Stored.campaign_id == table.id))
        assert known == sum(len(json.dumps(data)) for data in stored)


def test_a_table_has_room_for_so_many_games(evening: Evening) -> None:
    evening.app.config["TABLE_GAMES"] = 2
    evening.append([Draft("start", START)])
    assert "room for 2 games" in refusal(evening, Draft("start", START))


def test_going_back_needs_room_as_well(evening: Evening) -> None:
    evening.append([note("one"), note("two")])
    evening.app.config["TABLE_ENTRIES"] = 4
    answer = evening.post("log/rewind", entry=1, seen=evening.state.seq)
    assert answer.status_code == 422 and "room for 4 changes" in answer.text


def test_a_table_that_is_too_large_is_not_copied(evening: Evening) -> None:
    evening.append([note("one"), note("two")])
    evening.app.config["TABLE_ENTRIES"] = 2
    answer = evening.post("log/fork", entry=1, key="k")
    assert answer.status_code == 422 and "room for 2 changes" in answer.text


def test_a_table_and_its_copies_are_copied_only_so_often(evening: Evening) -> None:
    other = Evening(evening.app)
    for n in range(6):
        answer = evening.post("log/fork", entry=1, key=f"k{n}")
        assert answer.status_code == 303
        evening.token = answer.location.split("/")[2]
        evening.append([note(f"played on {n}")])
    answer = evening.post("log/fork", entry=1, key="one more")
    assert answer.status_code == 429 and "At most 6 copies" in answer.text
    assert other.post("log/fork", entry=1, key="k").status_code == 303


def new_tables(app: Flask, number: int, address: str = "192.0.2.1") -> list[Any]:
    client = app.test_client()
    page = client.get("/new/newdale").text
    return [
        client.post(
            "/new/newdale",
            data=form(page, title=f"Table {n}", key=secrets.token_hex(8)),
            environ_base={"REMOTE_ADDR": address},
        )
        for n in range(number)
    ]


def test_a_public_server_opens_only_so_many_tables_for_one_address(app: Flask) -> None:
    app.config.update(PUBLIC_URL=PUBLIC, TABLES_AN_HOUR=2)
    *good, last = new_tables(app, 3)
    assert [answer.status_code for answer in good] == [303, 303]
    assert last.status_code == 429 and "At most 2 games" in last.text
    assert 'value="Table 2"' in last.text and int(last.headers["Retry-After"]) > 0
    assert new_tables(app, 1, "192.0.2.2")[0].status_code == 303


def test_at_home_addresses_are_not_counted(app: Flask, client: FlaskClient) -> None:
    app.config.update(TABLES_AN_HOUR=1, WRONG_LINKS_A_MINUTE=1)
    assert {answer.status_code for answer in new_tables(app, 3)} == {303}
    assert {client.get(f"/t/1-{n:024}/").status_code for n in range(3)} == {404}


def test_four_phones_at_one_address_may_ask_for_news_every_second(evening: Evening) -> None:
    evening.app.config["PUBLIC_URL"] = PUBLIC
    client = evening.app.test_client()
    codes = {client.get(f"/t/{evening.token}/seq").status_code for _ in range(4 * 60 + 4)}
    assert codes == {200}


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_household_is_one_address(address: str, who: str) -> None:
    assert network(address) == who


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "1.5"])
def test_a_limit_is_a_number(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("TABLE_MIB", wrong)
    with pytest.raises(CannotStart, match="TABLE_MIB"):
        number("TABLE_MIB", 10)


def big_table(app: Flask, entries: int) -> str:
    with app.app_context():
        token = tables.open_table(games()["newdale"], "Big", Draft("start", START))
        campaign = tables.find(token)
        assert campaign
        rows = [
            {"campaign_id": campaign.id, "seq": seq, "action": "note", "at": now(),
             "data": {"text": f"note {seq}"}, "key": secrets.token_hex(12)}
            for seq in range(2, entries + 1)
        ]  # fmt: skip
        with db.engine.begin() as connection:
            connection.execute(insert(Stored), rows)
    return token


def test_opening_many_big_tables_stays_within_the_bound(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "MOST_ENTRIES", 2000)
    links = [big_table(app, 800) for _ in range(12)]
    with app.app_context():
        tables.find(links[0])
        gc.collect()
        tracemalloc.start()
        for token in links:
            found = tables.find(token)
            assert found and found.state.seq == 800
        del found
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert 500_000 < taken < 2_500_000


def test_usual_tables_are_all_remembered(app: Flask) -> None:
    for _ in range(30):
        Evening(app)
    assert all(app.extensions["state_cache"].at(campaign, 1) for campaign in range(1, 31))


def test_one_table_is_remembered_however_large(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "MOST_ENTRIES", 1)
    Evening(app), Evening(app)
    folds = app.extensions["state_cache"]
    assert folds.at(2, 1) and not folds.at(1, 1)
