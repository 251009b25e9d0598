"""What a link opens: its own table and no other, after a restore and on another server too."""

from __future__ import annotations

import hmac
import shutil
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from companion import create_app
from companion.database import attach_migrations, make_ready
from companion.table import care, links
from companion.table.store import Link, db
from companion.web.guards.log_lines import HIDDEN, without_tokens
from tests.web.evening import Evening, guard


def another(migrated: Path, folder: Path) -> Flask:
    """A server with the same secret and a database in which no table was opened yet."""
    folder.mkdir()
    url = f"sqlite:///{shutil.copy(migrated, folder / 'other.sqlite3')}"
    return create_app({"TESTING": True, "SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": url})


def old_token(link: int, purpose: str = "link") -> str:
    """A first token as it was computed before links had a random value."""
    digest = hmac.new(b"test", f"{purpose}:{link}:1".encode(), sha256).digest()
    return f"{link}-{urlsafe_b64encode(digest[:18]).decode()}"


def made_old(evening: Evening) -> None:
    """Turn the table's link into one from before links had a random value."""
    with evening.app.app_context(), db.engine.begin() as connection:
        connection.execute(update(Link).values(nonces=""))
    evening.token = old_token(1)


def cookie(client: FlaskClient) -> str:
    found = client.get_cookie("session")
    assert found is not None
    return found.value


def test_a_link_opens_no_table_of_a_restored_database(
    app: Flask, migrated: Path, tmp_path: Path
) -> None:
    mine, theirs = Evening(app, name="Mine"), Evening(another(migrated, tmp_path / "b"))
    assert links.link_id(mine.token) == links.link_id(theirs.token)
    stranger = theirs.app.test_client()
    for page in ("", "play", "seq"):
        assert stranger.get(f"/t/{mine.token}/{page}").status_code == 404
    assert guard(app, mine.token) != guard(theirs.app, theirs.token)


def test_a_device_finds_no_strangers_table_on_its_shelf(
    app: Flask, migrated: Path, tmp_path: Path
) -> None:
    mine, theirs = Evening(app, name="Mine"), Evening(another(migrated, tmp_path / "b"))
    mine.post("who", person=2)
    theirs.client.set_cookie("session", cookie(mine.client))
    page = theirs.client.get("/").text
    assert theirs.token not in page and "no longer opens" in page
    theirs.get()
    with theirs.client.session_transaction() as session:
        assert len(session["tables"]) == 1  # the number it knew is another's now
    nobody = 'id="nobody" aria-pressed="true"'
    assert nobody not in mine.get("change").text and nobody in theirs.get("change").text


def test_a_link_from_before_keeps_its_token_and_its_place_on_the_shelf(app: Flask) -> None:
    evening = Evening(app)
    made_old(evening)
    assert evening.get("play").status_code == 200
    assert evening.act("tick", {"step": "board"}).status_code == 303
    with evening.client.session_transaction() as session:
        session["tables"] = [[1, 1]]  # as cookies were then
    assert evening.token in evening.client.get("/").text


def test_a_cookie_from_before_opens_no_link_made_since(app: Flask) -> None:
    evening = Evening(app)
    with evening.client.session_transaction() as session:
        session["tables"], session["seats"] = [[1, 1]], {"1": 2}
    page = evening.client.get("/").text
    assert evening.token not in page and "no longer opens" in page
    assert evening.client.get(f"/t/{old_token(1)}/").status_code == 404


@pytest.mark.parametrize("old", [True, False])
def test_a_renewed_link_has_a_fresh_value_and_the_earlier_ones_say_so(
    app: Flask, old: bool
) -> None:
    evening = Evening(app)
    if old:
        made_old(evening)
    values, earlier = set(), []
    for _ in range(3):
        earlier.append(evening.token)
        evening.token = evening.post("people/1/renew").location.split("/")[2]
        values.add(evening.table.seed.nonce)
    assert len(values - {""}) == 3 and evening.get().status_code == 200
    assert [evening.client.get(f"/t/{token}/").status_code for token in earlier] == [410] * 3


def test_a_link_renewed_very_often_still_opens(app: Flask) -> None:
    evening = Evening(app)
    with app.app_context():
        table = evening.table
        for _ in range(50):
            care.renew(table, 1)
        evening.token = care.invitations(table)[0].token
    assert evening.get().status_code == 200


def test_tokens_are_known_by_their_shape_in_every_log(app: Flask) -> None:
    assert without_tokens(f"GET /t/{Evening(app).token}/play") == f"GET /t/{HIDDEN}/play"


def test_links_stay_valid_when_their_database_is_migrated(tmp_path: Path) -> None:
    import flask_migrate

    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    app = create_app({"TESTING": True, "SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": url})
    attach_migrations(app)
    with app.app_context():
        flask_migrate.upgrade(revision="0002")
        with db.engine.begin() as connection:
            for row in (
                "campaign (id, game, name, created) VALUES (1, 'newdale', 'Old', '2026-01-01')",
                "entry (campaign_id, seq, action, data, key, at) VALUES (1, 1, 'start', "
                """'{"chapter": "I", "seats": [{"name": "Ada"}]}', 'k', '2026-01-01')""",
                "link (id, campaign_id, role, generation, created)"
                " VALUES (1, 1, 'host', 1, '2026-01-01')",
            ):
                connection.exec_driver_sql(f"INSERT INTO {row}")
    make_ready(app)
    assert app.test_client().get(f"/t/{old_token(1)}/log").status_code == 200
    with app.app_context():
        db.engine.dispose()
