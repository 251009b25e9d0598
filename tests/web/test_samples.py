"""Sample tables: every page of a table to look at, and nothing of them anywhere else."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.commands.tables import tables_group
from companion.games import games
from companion.printing.press import Job, Press
from companion.rules.parts.clock import OVER
from companion.table.store import StoredEntry, StoredTable, db
from companion.web.shelf.samples import sample_table, story_game
from tests.web.pressing import Page

SLUGS = ("newdale", "merchants", "ohmygoods", "tybor")
SHOWN = ("", "setup", "play", "score", "result", "log", "print", "statistics", "rulings", "people",
         "look-up", "settings", "watch")  # fmt: skip


def test_newdale_is_a_finished_story_and_the_others_are_half_played(app: Flask) -> None:
    assert story_game() == "newdale" and set(SLUGS) == set(games())
    with app.app_context():
        found = {slug: sample_table(slug) for slug in SLUGS}
    for slug, table in found.items():
        assert table is not None
        *before, last = table.state.plays
        assert before and all(play.finished for play in before)
        assert last.finished is (slug == "newdale")
        assert last.finished or last.moment != OVER
    whole = found["newdale"]
    assert whole is not None and len(whole.state.plays) == 8


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_is_shown(client: FlaskClient, slug: str) -> None:
    for page in SHOWN:
        answer = client.get(f"/sample/{slug}/{page}", follow_redirects=True)
        assert answer.status_code == 200, page
        assert answer.request.path.startswith(f"/sample/{slug}/")
        inside = [href for href in Page(answer.text).hrefs if href.startswith("/t/")]
        assert inside == []


def test_what_is_linked_is_there(client: FlaskClient) -> None:
    seen, todo = set[str](), ["/sample/newdale/"]
    while todo:
        at = todo.pop()
        if at in seen or ".pdf" in at:
            continue
        seen.add(at)
        answer = client.get(at, follow_redirects=True)
        assert answer.status_code == 200, at
        if answer.mimetype == "text/html":
            hrefs = (href.partition("#")[0] for href in Page(answer.text).hrefs)
            todo += [href for href in hrefs if href.startswith("/sample/") and len(seen) < 150]
    assert len(seen) > 10


def test_nothing_can_be_entered(client: FlaskClient) -> None:
    for page in ("do", "settings/name", "settings/delete", "people/invite", "who", "log/fork"):
        answer = client.post(f"/sample/newdale/{page}", data={})
        assert answer.status_code == 403, page
        assert "This is a sample" in answer.text
    said = client.post("/sample/newdale/do", json={}).get_json()["error"]["message"]
    assert "nothing can be entered" in said


def test_it_is_nowhere_else(app: Flask, client: FlaskClient) -> None:
    for page in SHOWN:
        client.get(f"/sample/newdale/{page}")
    with client.session_transaction() as session:
        assert not session.get("tables") and not session.get("told")
    home = Page(client.get("/").text)
    assert not any(href.startswith("/sample/newdale/setup") for href in home.hrefs)
    assert client.get("/tables.guildbook.json").status_code == 404
    with app.app_context():
        for model in (StoredTable, StoredEntry):
            assert db.session.scalar(select(func.count()).select_from(model)) == 0
    assert "ample" not in app.test_cli_runner().invoke(tables_group, ["list"]).output


def test_it_is_folded_once(app: Flask) -> None:
    with app.app_context():
        assert sample_table("newdale") is sample_table("newdale")
        assert sample_table("nobody") is None


def test_there_is_no_sample_of_what_is_no_game(client: FlaskClient) -> None:
    assert client.get("/sample/nothing/").status_code == 404
    assert client.get("/sample/").status_code == 200


def test_strangers_print_it_as_strangers(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[Job] = []
    monkeypatch.setattr(Press, "order", lambda _press, job: ordered.append(job) or True)
    assert client.get("/sample/newdale/print/log.pdf").status_code == 202
    assert [job.guest for job in ordered] == [True]


def test_the_log_is_made_while_somebody_looks_at_what_can_be_printed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[Job] = []
    monkeypatch.setattr(Press, "order", lambda _press, job: ordered.append(job) or True)
    for _ in range(2):
        assert client.get("/sample/newdale/print").status_code == 200
    assert len(ordered) == 1


def test_every_page_says_that_it_is_a_sample(client: FlaskClient) -> None:
    for page in ("", "play", "score?play=0", "log"):
        answer = client.get(f"/sample/tybor/{page}", follow_redirects=True)
        [note] = [one for one in Page(answer.text).all("p") if one.given.get("id") == "sample-note"]
        assert {link.given["href"] for link in note.all("a")} == {"/new/tybor", "/sample/"}


@pytest.mark.usefixtures("fair")
def test_a_game_from_elsewhere_has_a_sample(app: Flask, client: FlaskClient) -> None:
    for slug in games().keys() - set(SLUGS):
        for page in ("", "setup", "play", "score"):
            assert client.get(f"/sample/{slug}/{page}", follow_redirects=True).status_code == 200
