"""A full shelf: what is missed least makes room, and a host's link is never pushed off it."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table import care, tables
from companion.table.links import LinkSeed, Role
from companion.web.visitor import device
from tests.web.evening import Evening, link_for
from tests.web.pressing import guard_of

HOST, PLAYER, WATCHER = Role.HOST, Role.PLAYER, Role.WATCHER


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "MOST_TABLES", 4)


def visit(client: FlaskClient, *roles: Role) -> str:
    """Look at other tables, by a link of each role; what the last one said."""
    for role in roles:
        evening = Evening(client.application)
        token = evening.token if role is HOST else link_for(evening, role)
        page = client.get(f"/t/{token}/log")
        assert page.status_code == 200
    return page.text


def shelf(client: FlaskClient) -> list[str]:
    """The roles of the links on it, newest first."""
    with client.session_transaction() as session:
        kept = [LinkSeed(*link) for link in session["tables"]]
    with client.application.app_context():
        return [one.role if one else "gone" for one in tables.find_all(kept)]


def test_viewers_links_go_first_and_then_players(client: FlaskClient) -> None:
    visit(client, HOST, PLAYER, *[WATCHER] * 5)
    assert shelf(client) == [WATCHER, WATCHER, PLAYER, HOST]
    visit(client, PLAYER, HOST)
    assert shelf(client) == [HOST, PLAYER, PLAYER, HOST]
    visit(client, WATCHER, HOST)
    assert shelf(client) == [HOST, HOST, PLAYER, HOST]


def test_a_link_that_opens_nothing_any_more_goes_before_all_others(client: FlaskClient) -> None:
    visit(client, HOST, WATCHER)
    gone = Evening(client.application)
    client.get(f"/t/{gone.token}/log")
    with client.application.app_context():
        care.remove(gone.table.id)
    visit(client, HOST, HOST)
    assert shelf(client) == [HOST, HOST, WATCHER, HOST]


@pytest.mark.parametrize("newest", [HOST, WATCHER])
def test_among_hosts_links_alone_the_newest_is_not_added_and_that_is_said(
    client: FlaskClient, newest: Role
) -> None:
    assert "Save all" not in visit(client, *[HOST] * 4) + client.get("/about").text
    with client.session_transaction() as session:
        before = session["tables"]
    said = visit(client, newest)
    assert "on your home page" in said and "Save all games" in said
    with client.session_transaction() as session:
        assert session["tables"] == before
        unshelved = session[device.UNSHELVED]
    page = client.get("/").text
    notice = page[page.index("A game you opened isn’t here") :]
    assert 'href="/tables.guildbook.json"' in notice[:300] and unshelved


def test_it_is_said_once_and_no_more_when_there_is_room(app: Flask, client: FlaskClient) -> None:
    visit(client, *[HOST] * 4)
    other = Evening(app)
    address = f"/t/{other.token}/log"
    pages = [client.get(address).text for _ in range(2)]
    assert ["on your home page" in page for page in pages] == [True, False]
    with client.session_transaction() as session:
        session["tables"] = session["tables"][1:]
    client.get(address)
    assert shelf(client) == [HOST] * 4 and "A game you opened" not in client.get("/").text


def test_a_shelf_that_comes_along_pushes_no_hosts_link_off(client: FlaskClient) -> None:
    visit(client, HOST, HOST, HOST, WATCHER)
    other = client.application.test_client()
    visit(other, HOST, HOST)
    code = other.post("/move", data={"csrf_token": guard_of(other, "/move")}).text
    address = "/move/" + code.split("/move/")[1].split('"')[0].split("<")[0]
    client.post(address, data={"csrf_token": guard_of(client, address)})
    assert shelf(client) == [HOST] * 4
    said = client.get("/").text
    assert "1 game added" in said and "the other games stay on the other phone" in said
