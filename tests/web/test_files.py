"""Files over the web: saved by the host, opened on another shelf, merged where they belong."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from companion.interchange import importing
from companion.table import store
from companion.table.journal import StalePage
from companion.table.links import Role, add_link
from companion.table.store import StoredEntry, StoredTable, db, writing
from companion.table.tables import Table, find
from tests.web.evening import Evening, guard, link_for
from tests.web.pressing import guard_of

CHECK = "/api/v1/files/check"


@pytest.fixture
def evening(app: Flask) -> Evening:
    """A finished chapter, and the next one begun."""
    found = Evening(app)
    found.finish(12, 9, 4)
    found.start("II")
    return found


def saved(evening: Evening, client: FlaskClient | None = None) -> str:
    answer = (client or evening.client).get(f"/t/{evening.token}/file")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def send(client: FlaskClient, *texts: str, **form: Any) -> TestResponse:
    token = guard_of(client, "/open")
    files = [(io.BytesIO(text.encode()), f"{n}.json") for n, text in enumerate(texts)]
    return client.post("/open", data={"csrf_token": token, "key": "k", "file": files, **form})


def came_to(app: Flask, answer: TestResponse) -> Table:
    assert answer.status_code == 303, answer.get_data(as_text=True)
    token = answer.location.split("/t/")[1].strip("/")
    with app.app_context():
        found = find(token)
    assert found is not None
    return found


@pytest.mark.parametrize("data", [{}, {"entry": "x"}, {"entry": [1]}, {"entry": None}])
def test_going_back_passes_an_undo_of_nothing(
    app: Flask, evening: Evening, data: dict[str, Any]
) -> None:
    file = json.loads(saved(evening))
    last = file["entries"][-1]
    odd = {**last, "seq": last["seq"] + 1, "action": "undo", "data": data}
    note = {**last, "seq": last["seq"] + 2, "action": "note", "data": {"text": "Rain."}}
    file |= {"id": "f" * 32, "entries": [*file["entries"], odd, note]}
    client = app.test_client()
    table = came_to(app, send(client, json.dumps(file)))
    form = {"csrf_token": guard(app, table.token), "entry": "2", "key": "k1"}
    form["seen"] = str(table.state.seq)
    assert client.post(f"/t/{table.token}/log/rewind", data=form).status_code == 303


def count(app: Flask, model: Any) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count(model.id))) or 0


def test_the_host_saves_one_file(evening: Evening) -> None:
    answer = evening.get("file")
    assert answer.mimetype == "application/json"
    named = answer.headers["Content-Disposition"]
    assert named == "attachment; filename=Thursday.guildbook.json"
    file = answer.get_json()
    assert {k: file[k] for k in ("format", "version", "game", "name")} == {
        "format": "guildbook-table", "version": 1, "game": "newdale", "name": "Thursday"
    }  # fmt: skip
    assert [person["name"] for person in file["people"]] == ["Ada", "Ben", "Cleo"]
    assert list(file["entries"][0]) == ["seq", "action", "data", "play", "person", "at"]
    assert file["id"] == evening.table.uid


def test_it_holds_no_tokens_keys_or_devices(evening: Evening) -> None:
    evening.act("note", {"text": "by a device"})
    text = saved(evening)
    row = evening.state.log[-1].entry
    assert (
        row.device and row.device not in text and row.key not in text and evening.token not in text
    )


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_nobody_else_saves_it(evening: Evening, role: str) -> None:
    evening.post("people/invite", role=role)
    page = evening.get("people").get_data(as_text=True)
    links = {part.split("/")[0] for part in page.split("/t/")[1:]} - {evening.token}
    other = evening.app.test_client()
    codes = {other.get(f"/t/{link.split(chr(34))[0]}/file").status_code for link in links}
    assert codes == {403}


def test_where_the_table_is_not_it_is_the_same_again(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    evening.post("settings/delete", typed="Thursday")
    client = app.test_client()
    table = came_to(app, send(client, text))
    assert table.role == "host"
    assert client.get(f"/t/{table.token}/file").get_data(as_text=True) == text


def test_without_the_link_it_is_a_table_of_its_own(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    client = app.test_client()
    table = came_to(app, send(client, text))
    assert table.id != evening.table.id and table.uid != evening.table.uid
    said = client.get("/").get_data(as_text=True)  # nothing about a table that is not theirs
    assert " is open." in said
    again = client.get(f"/t/{table.token}/file").get_json()
    assert {**again, "id": ""} == {**json.loads(text), "id": ""}


def test_with_the_link_a_shorter_file_changes_nothing(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    evening.must("note", text="later")
    table = came_to(app, send(evening.client, text))
    assert table.id == evening.table.id and table.state.play.notes == ("later",)
    assert count(app, StoredTable) == 1


def test_with_the_link_a_longer_file_goes_on(app: Flask, evening: Evening) -> None:
    file = json.loads(saved(evening))
    last = file["entries"][-1]
    more = {
        **last,
        "seq": last["seq"] + 1,
        "action": "note",
        "data": {"text": "elsewhere"},
        "play": 1,
    }
    file["entries"].append(more)
    table = came_to(app, send(evening.client, json.dumps(file)))
    assert table.id == evening.table.id and table.state.play.notes == ("elsewhere",)
    assert evening.state.play.notes == ("elsewhere",)


def test_with_the_link_two_that_went_on_become_two_tables(app: Flask, evening: Evening) -> None:
    file = json.loads(saved(evening))
    last = file["entries"][-1]
    more = {**last, "seq": last["seq"] + 1, "action": "note", "data": {"text": "there"}, "play": 1}
    file["entries"].append(more)
    evening.must("note", text="here")
    table = came_to(app, send(evening.client, json.dumps(file)))
    assert table.id != evening.table.id and table.state.play.notes == ("there",)
    assert "as a second game" in evening.client.get("/").get_data(as_text=True)
    assert evening.state.play.notes == ("here",)


def test_the_same_form_sent_twice_opens_one_table(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    client = app.test_client()
    with client.session_transaction() as session:
        session["device"] = "d1"
    one, other = send(client, text), send(client, text)
    assert came_to(app, one).id == came_to(app, other).id and count(app, StoredTable) == 2


def test_a_shelf_is_saved_and_opened_whole(app: Flask, evening: Evening) -> None:
    evening.get()
    other = Evening(app, "tybor", "Sunday", chapter="I")
    evening.client.get(f"/t/{other.token}/")
    answer = evening.client.get("/tables.guildbook.json")
    file = answer.get_json()
    assert file["format"] == "guildbook-shelf"
    assert {table["name"] for table in file["tables"]} == {"Thursday", "Sunday"}
    client = app.test_client()
    assert send(client, answer.get_data(as_text=True)).location == "/"
    shelf = client.get("/").get_data(as_text=True)
    assert "Thursday" in shelf and "Sunday" in shelf


def test_nothing_is_half_imported(app: Flask, evening: Evening) -> None:
    good, bad = saved(evening), saved(evening).replace('"newdale"', '"chess"')
    before = count(app, StoredTable), count(app, StoredEntry)
    answer = send(app.test_client(), good, bad)
    assert answer.status_code == 422
    assert "1.json: game: there is no game" in answer.get_data(as_text=True)
    assert (count(app, StoredTable), count(app, StoredEntry)) == before


def shelf_of(evening: Evening, number: int) -> str:
    one = json.loads(saved(evening))
    every = [{**one, "id": f"table-number-{n}", "name": f"Table {n}"} for n in range(number)]
    return json.dumps({"format": "guildbook-shelf", "version": 1, "tables": every})


def test_others_write_between_the_tables_of_a_file(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def rest(seconds: float) -> None:
        assert seconds <= importing.LONGEST_REST
        with writing():
            written.append(count(app, StoredTable) - 1)

    monkeypatch.setattr(importing, "sleep", rest, raising=False)
    send(app.test_client(), shelf_of(evening, 3))
    assert written == [0, 1, 2]


def test_a_file_is_written_in_the_place_where_it_was_read(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: Any) -> None:
        with pytest.raises(store.Busy), store.FILES.taken():
            pass
        raise StalePage

    monkeypatch.setattr(importing, "take_in", taken)
    assert send(evening.client, saved(evening)).status_code == 409


@pytest.mark.parametrize("reason", [store.Busy(), OperationalError("x", {}, Exception("locked"))])
def test_what_was_opened_before_no_more_could_be_is_said_and_not_opened_twice(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch, reason: Exception
) -> None:
    insert, client, text = importing.inserted, app.test_client(), shelf_of(evening, 3)
    send(evening.client, text)  # so that their ids are taken

    def fails(connection: Any, model: Any, **row: Any) -> int:
        if row["name"] == "Table 2":
            raise reason
        return insert(connection, model, **row)

    with monkeypatch.context() as broken:
        broken.setattr(importing, "inserted", fails)
        answer = send(client, text)
    assert answer.status_code == 503 and answer.headers["Retry-After"]
    assert "Table 0 and Table 1 are open" in answer.text and "Send the same files" in answer.text
    assert 'id="wrong"' in answer.text and 'name="key" value="k"' in answer.text
    assert client.get("/").text.count('<a class="row"') == 2 and count(app, StoredTable) == 6
    assert send(client, text).status_code == 303
    assert client.get("/").text.count('<a class="row"') == 3 and count(app, StoredTable) == 7


def test_markup_in_a_file_stays_text(app: Flask, evening: Evening) -> None:
    file = json.loads(saved(evening))
    file["name"] = "<script>alert(1)</script>"
    file["entries"][0]["data"]["seats"][0]["name"] = "<b>Ada</b>"
    client = app.test_client()
    table = came_to(app, send(client, json.dumps(file)))
    pages = [
        client.get(f"/t/{table.token}/{page}") for page in ("", "log", "setup", "result?play=0")
    ]
    for page in (*pages, client.get("/")):
        text = page.get_data(as_text=True)
        assert page.status_code == 200 and "<script>alert" not in text and "<b>Ada" not in text


def test_a_form_without_a_file_asks_for_one(client: FlaskClient) -> None:
    for parts in range(3):  # browsers send one without a name where no file was chosen
        answer = send(client, file=[(io.BytesIO(), "") for _ in range(parts)])
        assert answer.status_code == 422
        assert "Choose a file first." in answer.text


@pytest.mark.parametrize(("text", "status"), [("", 422), ("hello", 400), ("{}", 400)])
def test_a_bad_file_is_told_on_the_page(client: FlaskClient, text: str, status: int) -> None:
    answer = send(client, *([text] if text else []))
    assert answer.status_code == status and 'id="wrong"' in answer.text


def test_a_check_stores_nothing(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    before = count(app, StoredTable), count(app, StoredEntry)
    answer = app.test_client().post(CHECK, data=text)
    assert answer.get_json() == {
        "game": "newdale", "name": "Thursday", "entries": evening.state.seq, "flagged": 0
    }  # fmt: skip
    assert (count(app, StoredTable), count(app, StoredEntry)) == before


def test_a_check_answers_as_the_contract_says(client: FlaskClient, evening: Evening) -> None:
    file = json.loads(saved(evening))
    assert client.post(CHECK, data="hello").status_code == 400
    answer = client.post(CHECK, data=json.dumps({**file, "game": "chess"}))
    assert answer.status_code == 422
    assert answer.get_json()["issues"][0]["field"] == "game"
    file["entries"][0]["data"]["chapter"] = "none"
    assert client.post(CHECK, data=json.dumps(file)).get_json()["flagged"] > 0
    assert client.post(CHECK, data=b" " * (11 * 1024 * 1024)).status_code == 413


def test_a_file_may_be_larger_than_other_forms(app: Flask, evening: Evening) -> None:
    file = json.loads(saved(evening))
    last = file["entries"][-1]
    for n in range(200):
        note = {"action": "note", "data": {"text": "x" * 1500}, "play": 1}
        file["entries"].append({**last, **note, "seq": last["seq"] + 1 + n})
    text = json.dumps(file)
    assert len(text) > 256 * 1024
    assert len(came_to(app, send(app.test_client(), text)).state.play.notes) == 200


def test_the_schema_is_served(client: FlaskClient) -> None:
    assert "$defs" in client.get("/api/v1/files/schema.json").get_json()


def test_a_table_that_was_here_keeps_its_name_and_its_link(app: Flask, evening: Evening) -> None:
    text = saved(evening)
    evening.post("settings/name", name="Friday")
    with app.app_context(), writing() as connection:
        second = add_link(connection, evening.table.id)
    client = app.test_client()
    client.get(f"/t/{second}/")
    assert came_to(app, send(client, text)).token == second
    shelf = client.get("/").get_data(as_text=True)
    assert "Friday already has all" in shelf and shelf.count('<a class="row"') == 1


def test_many_tables_are_told_in_one_sentence(app: Flask, evening: Evening) -> None:
    one = json.loads(saved(evening))
    tables = [{**one, "id": f"table-number-{n}", "name": f"{n}{'ä' * 78}"} for n in range(40)]
    client = app.test_client()
    send(client, json.dumps({"format": "guildbook-shelf", "version": 1, "tables": tables}))
    cookie = client.get_cookie("session")
    assert cookie and len(cookie.value) < 4000
    text = client.get("/").get_data(as_text=True)
    assert "40 games are open" in text and text.count('<a class="row"') == 40


def test_only_a_host_is_offered_to_save_all(app: Flask, evening: Evening) -> None:
    client = app.test_client()
    client.get(f"/t/{link_for(evening, Role.PLAYER)}/")
    assert "Save all games" not in client.get("/").get_data(as_text=True)
    assert client.get("/tables.guildbook.json").status_code == 404
    evening.get()
    assert "Save all games" in evening.client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("at", ["1970-01-01T00:00:00+00:00", "2199-12-31T23:59:59+00:00"])
def test_what_was_opened_at_the_ends_of_time_is_saved_and_opened_again(
    app: Flask, evening: Evening, at: str
) -> None:
    file = json.loads(saved(evening))
    moved = [{**row, "at": at} for row in file["entries"]]
    client = app.test_client()
    came_to(app, send(client, json.dumps({**file, "created": at, "entries": moved})))
    every = client.get("/tables.guildbook.json").get_data(as_text=True)
    assert json.loads(every)["tables"][0]["created"] == at
    assert send(app.test_client(), every).status_code == 303


def test_a_table_too_large_for_a_file_is_not_saved_as_one(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.interchange.table_file.LARGEST_FILE", 100)
    answer = evening.client.get(f"/t/{evening.token}/file", follow_redirects=True)
    assert answer.request.path.endswith("/settings") and "too large for one file" in answer.text
