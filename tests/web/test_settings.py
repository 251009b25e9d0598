"""A table's own settings: rename, archive, copy, delete."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.table import links, tables
from companion.table.store import Link, db
from tests.web.evening import Evening
from tests.web.pressing import Page


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_a_table_is_renamed(evening: Evening) -> None:
    assert evening.post("settings/name", name="  Friday \n night ").status_code == 303
    assert evening.table.name == "Friday night"


@pytest.mark.parametrize(
    ("name", "said"), [("", "Enter a name"), ("   ", "Enter a name"), ("x" * 81, "at most 80")]
)
def test_a_bad_name_says_why(evening: Evening, name: str, said: str) -> None:
    answer = evening.post("settings/name", name=name)
    assert (
        answer.status_code == 422 and said in answer.text and 'aria-invalid="true"' in answer.text
    )
    assert evening.table.name == "Thursday"


def test_a_table_is_archived_and_brought_back(evening: Evening) -> None:
    evening.post("settings/away", on="1")
    assert evening.table.archived
    assert Page(evening.get("settings").text).sent("put-away", {})["on"] == [""]
    evening.post("settings/away", on="")
    assert evening.table.archived is None


def test_the_link_to_keep_is_shown_in_full(evening: Evening) -> None:
    assert f'value="http://localhost/t/{evening.token}/"' in evening.get("settings").text


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_only_the_hosts_link_is_said_to_do_everything(
    app: Flask, evening: Evening, role: str
) -> None:
    assert "full control" in evening.get("settings").text
    with app.app_context():
        link = Link(campaign_id=evening.table.id, role=role)
        db.session.add(link)
        db.session.commit()
        evening.token = links.token_of(link)
    page = evening.get("settings").text
    assert 'id="table-link"' in page and "full control" not in page


def test_deleting_says_what_is_lost_and_asks_for_the_name(evening: Evening) -> None:
    evening.finish(30, 20, 10)
    text = evening.get("settings").text
    assert "1 finished game" in text and f"{evening.state.seq} lines" in text
    for typed in ("", "Thurs", "Thursday!"):
        answer = evening.post("settings/delete", typed=typed)
        assert answer.status_code == 422 and "Type Thursday here" in answer.text
    assert evening.table.name == "Thursday"


def test_a_deleted_table_is_gone_and_the_shelf_says_so(app: Flask, evening: Evening) -> None:
    evening.get()
    answer = evening.post("settings/delete", typed=" thursday ")
    assert answer.status_code == 303
    shelf = evening.client.get(answer.location).text
    assert "Thursday was deleted." in shelf and f"/t/{evening.token}" not in shelf
    assert "no longer opens" not in shelf
    assert "is deleted" not in evening.client.get("/").text
    assert evening.get().status_code == 404
    with app.app_context():
        assert tables.find(evening.token) is None


@pytest.mark.parametrize("page", ["name", "away", "delete"])
def test_forms_are_guarded(evening: Evening, page: str) -> None:
    where = f"/t/{evening.token}/settings/{page}"
    form = {"name": "Stolen", "typed": "Thursday", "on": "1"}
    assert evening.client.post(where, data=form).status_code == 400
    assert evening.table.name == "Thursday" and evening.table.archived is None


@pytest.mark.parametrize(
    "page", ["settings/name", "settings/away", "settings/delete", "log/rewind"]
)
def test_only_the_host_settles_what_concerns_all(app: Flask, evening: Evening, page: str) -> None:
    with app.app_context():
        link = Link(campaign_id=evening.table.id, role="player")
        db.session.add(link)
        db.session.commit()
        evening.token = links.token_of(link)
    assert evening.get("settings").status_code == 200
    assert 'id="delete-it"' not in evening.get("settings").text
    form = {"name": "Mine", "typed": "Thursday", "on": "1", "entry": "1", "seen": "1"}
    assert evening.post(page, **form).status_code == 403
    assert evening.table.name == "Thursday"


def test_a_copy_is_made_from_the_settings(evening: Evening) -> None:
    answer = evening.post("log/fork", entry=str(evening.state.seq), key="k")
    assert answer.status_code == 303 and evening.token not in answer.location
