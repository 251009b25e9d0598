"""The shelf: every game a book, every table of this device with where it stands."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.games import games
from companion.show.frame import books
from companion.show.story import day, line
from companion.table import care
from companion.table.journal import state_cache
from companion.table.store import db
from tests.journal import Journal
from tests.web.evening import Evening, few
from tests.web.pressing import Page

NOW = datetime(2026, 11, 16, 21, 4, tzinfo=UTC)


def shelf(client: FlaskClient) -> str:
    return unescape(client.get("/").text)


def test_every_game_is_a_book_to_open(client: FlaskClient) -> None:
    page = shelf(client)
    for game in games().values():
        assert f'href="/new/{game.slug}"' in page and game.title in page
        assert f"{game.minutes} min" in page
    assert page.count('class="book cloth-') == len(games())
    assert 'class="latest"' not in page and 'id="h-mine"' in page
    assert page.index('id="h-new"') < page.index('id="sample"') < page.index('id="code"')


def test_a_book_says_what_is_in_its_box() -> None:
    assert {book.game.slug: book.kind for book in books(games().values())} == {
        "newdale": "8-chapter campaign", "merchants": "Single games",
        "ohmygoods": "Single or campaign", "tybor": "8-chapter campaign",
    }  # fmt: skip


def test_a_sample_and_a_code_are_offered_to_everybody(app: Flask) -> None:
    evening = Evening(app)
    evening.get()
    for page in (shelf(app.test_client()), shelf(evening.client)):
        sent = Page(page)
        assert "/sample/newdale/" in sent.hrefs
        [form] = [one for one in sent.all("form", ".join")]
        assert form.given["action"] == "/join" and form.given["method"] == "post"


def test_data_and_settings_stand_at_the_foot(app: Flask) -> None:
    evening = Evening(app)
    always = {"/open", "/print/", "/settings", "/about"}
    data = {"/tables.guildbook.json", "/tables.csv", "/tables-long.csv", "/move"}
    for client, there in ((app.test_client(), always), (evening.client, always | data)):
        client.get(f"/t/{evening.token}/" if there != always else "/about")
        [foot] = Page(shelf(client)).all("footer", ".colophon")
        assert {link.given["href"] for link in foot.all("a")} == there


def test_a_device_without_tables_asks_nothing_of_the_database(app: Flask) -> None:
    assert statements(app, app.test_client(), "/") == 0


def statements(app: Flask, client: FlaskClient, address: str) -> int:
    seen: list[str] = []
    note = lambda *a: seen.append(a[2])  # noqa: E731
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    assert client.get(address).status_code == 200
    event.remove(engine, "before_cursor_execute", note)
    return len([one for one in seen if not one.startswith("BEGIN")])


def test_tables_stand_newest_first_and_cost_one_statement_while_nothing_is_new(app: Flask) -> None:
    evenings = [Evening(app, name=f"Table {n}") for n in range(5)]
    client = app.test_client()
    for evening in evenings:
        client.get(f"/t/{evening.token}/")
    page = shelf(client)
    assert Page(page).texts("strong") == [f"Table {n}" for n in (4, 3, 2, 1, 0)]
    assert "Ada, Ben and Cleo" in page and page.index('id="h-mine"') < page.index('id="h-new"')
    [latest] = Page(page).all("li", ".latest")
    assert [link.given["href"] for link in latest.all("a")] == [f"/t/{evenings[4].token}/"]
    assert len(latest.all("span", ".primary")) == len(Page(page).all("", ".primary")) == 1
    assert statements(app, client, "/") == 1
    with app.app_context():
        for evening in evenings[:2]:
            state_cache().forget(evening.table.id)
    assert statements(app, client, "/") == 3  # what they would weigh, and their entries


def test_archived_tables_are_folded_away(app: Flask) -> None:
    evening = Evening(app, name="Thursday")
    evening.get()
    with app.app_context():
        care.archive(evening.table, True)
    page = shelf(evening.client)
    assert 'class="latest"' not in page
    [fold] = [one for one in Page(page).all("details") if one.given.get("id") == "archived"]
    assert fold.texts("strong") == ["Thursday"] and "open" not in fold.given


def test_a_table_that_is_gone_leaves_a_line_that_can_be_forgotten(app: Flask) -> None:
    evening = Evening(app)
    evening.get()
    with app.app_context():
        care.remove(evening.table.id)
    page = shelf(evening.client)
    assert "no longer opens" in page
    sent = Page(page)
    form = {name: sent.named(name)[0] for name in ("csrf_token", "link")}
    assert evening.client.post("/forget", data=form).status_code == 303
    assert "no longer opens" not in shelf(evening.client)


def test_forgetting_needs_a_form_of_ours(app: Flask) -> None:
    evening = Evening(app)
    evening.get()
    assert evening.client.post("/forget", data={"link": "1"}).status_code == 400
    assert "Thursday" in shelf(evening.client)


def test_a_lost_cookie_loses_the_list_and_nothing_else(app: Flask) -> None:
    evening = Evening(app)
    evening.get()
    evening.client.delete_cookie("session")
    assert "Thursday" not in shelf(evening.client)
    assert evening.get().status_code == 200 and "Thursday" in shelf(evening.client)


def test_a_line_says_where_a_table_stands() -> None:
    journal = Journal()
    assert line(journal.state) == "Not started"
    journal.start("I", story=True)
    assert line(journal.state) == f"Chapter I, setup, 0 of {len(journal.play.steps)} done"
    step = sorted(journal.play.steps)[0]
    journal.must("tick", step=step)
    assert line(journal.state) == f"Chapter I, setup, 1 of {len(journal.play.steps)} done"
    journal.must("advance", moment=journal.play.moment.as_json())
    assert line(journal.state) == "Chapter I, round 1 of 7"


@pytest.mark.parametrize("story", [False, True])
def test_a_finished_game_names_its_winner(app: Flask, story: bool) -> None:
    evening = Evening(app, "newdale", story=story)
    evening.finish(5, 30, 1)
    finished = "Chapter I finished" if story else "Finished"
    assert re.fullmatch(rf"{finished}\. Ben won by \d+", line(evening.state))


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_a_line(app: Flask, slug: str) -> None:
    game = games()[slug]
    evening = Evening(app, slug, chapter=game.graph.first, players=few(game))
    evening.get()
    [row] = Page(shelf(evening.client)).all("li", ".latest")
    assert game.title in row.text and line(evening.state) in row.text


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-11-16T09:30:00+00:00", "Today 09:30"),
        ("2026-11-15T23:59:00+00:00", "Yesterday"),
        ("2026-11-11T12:00:00+00:00", "Wednesday"),
        ("2026-11-02T12:00:00+00:00", "2 November"),
        ("2025-11-02T12:00:00+00:00", "2 November 2025"),
    ],
)
def test_days_are_called_as_people_call_them(at: str, words: str) -> None:
    assert day(datetime.fromisoformat(at), NOW) == words


def test_settings_of_the_device_are_kept_and_shown(client: FlaskClient) -> None:
    token = Page(client.get("/settings").text).named("csrf_token")[0]
    chosen = {"csrf_token": token, "theme": "dark", "text": "huge", "wake": "off"}
    answer = client.post("/settings", data=chosen, follow_redirects=True)
    assert 'data-theme="dark"' in answer.text and "data-text" not in answer.text
    assert 'value="off" checked' in answer.text
    assert 'data-theme="dark"' in client.get("/").text


def test_about_says_whose_it_is_and_where_data_lives(client: FlaskClient) -> None:
    page = unescape(client.get("/about").text)
    for word in ("unofficial", "physical game", "MIT licence", "/api/v1", "no account"):
        assert word in page


def test_the_screen_is_kept_awake_only_while_playing(app: Flask) -> None:
    evening = Evening(app)
    assert " data-wake" in evening.get("play").text
    assert " data-wake" not in evening.get("setup").text
