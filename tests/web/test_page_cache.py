"""Pages kept while nothing changes: never another's, never an old one, never too many."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from jinja2 import UndefinedError

from companion.table import care, links
from companion.table.links import Role
from companion.table.states import SizedCache
from companion.web.table.blueprint import KEPT, KEY, MOST_PAGES
from tests.web.evening import Evening
from tests.web.pressing import Page

PATHS = {
    "look_up": "look-up",
    "my_sheet": "sheet",
    "aid": "aid/production",
}  # where an address is no endpoint's name
ENDPOINTS = sorted(endpoint.removeprefix("table.") for endpoint in KEPT)
PAGES = [PATHS.get(name, name) for name in ENDPOINTS]


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The names of the pages that had to be drawn."""
    names: list[Any] = []
    put = SizedCache.put

    def noted(cache: SizedCache[Any, Any], name: Any, page: Any, size: int = 1) -> None:
        if isinstance(page, bytes):  # folded states are kept so, too
            names.append(name)
        put(cache, name, page, size)

    monkeypatch.setattr(SizedCache, "put", noted)
    return names


def keys(html: str) -> set[str]:
    return {key.partition("-")[0] for key in Page(html).named("key")}


def without_keys(html: str) -> str:
    for key in keys(html):
        html = html.replace(key, "")
    return html


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_drawn_once_and_is_the_same_the_next_time(
    evening: Evening, drawn: list[Any], page: str
) -> None:
    evening.finish(9, 7, 5)
    first, second = evening.get(page), evening.get(page)
    assert len(drawn) == 1 and first.status_code == second.status_code == 200
    assert without_keys(first.text) == without_keys(second.text)
    assert {**first.headers, "Set-Cookie": ""} == {**second.headers, "Set-Cookie": ""}


def test_every_visit_has_keys_of_its_own(evening: Evening, drawn: list[Any]) -> None:
    other = evening.app.test_client()
    visits = [evening.get("play").text for _ in range(2)]
    visits += [other.get(f"/t/{evening.token}/play").text for _ in range(2)]
    assert len(drawn) == 1  # neither has entered anything, so both see the same
    found = [keys(html) for html in visits]
    assert all(len(mine) == 1 for mine in found) and len(set.union(*found)) == 4
    assert all(KEY not in html for html in visits)


def test_an_entry_changes_the_page(evening: Evening, drawn: list[Any]) -> None:
    before = evening.get("setup").text
    evening.must("tick", step="board")
    after = evening.get("setup").text
    assert len(drawn) == 2 and 'data-seq="1"' in before and 'data-seq="2"' in after


def test_undo_is_offered_to_the_device_that_can(evening: Evening) -> None:
    evening.act("tick", {"step": "board"}, play=0)
    other = evening.app.test_client()
    assert 'id="undo"' in evening.get("play").text
    assert 'id="undo"' not in other.get(f"/t/{evening.token}/play").text


def test_each_devices_settings_hold_for_itself(evening: Evening) -> None:
    other = evening.app.test_client()
    evening.get("play")
    with evening.client.session_transaction() as session:
        session["settings"] = {"theme": "dark", "text": "large"}
    assert 'data-theme="dark"' in evening.get("play").text
    assert "data-theme" not in other.get(f"/t/{evening.token}/play").text


def test_the_name_of_the_table_and_the_host_it_was_asked_by_count(
    evening: Evening, drawn: list[Any]
) -> None:
    evening.get("play")
    evening.client.get(f"/t/{evening.token}/play", base_url="http://book.example")
    evening.client.get(f"/t/{evening.token}/play", base_url="https://localhost")
    assert len(drawn) == 3
    evening.post("settings/name", name="Friday")
    assert evening.table.name == "Friday"
    evening.get("play")
    assert len(drawn) == 4


def invited(evening: Evening, role: Role, seat: int | None = None) -> str:
    with evening.app.app_context():
        person = None if seat is None else seat + 1
        care.invite(evening.table, role, person)
    with evening.app.app_context():  # another request, which sees the new link
        found = care.invitations(evening.table)
        return next(link.token for link in found if (link.role, link.person) == (role, person))


def test_each_role_and_seat_has_its_own_page(evening: Evening, drawn: list[Any]) -> None:
    doors = [evening.token, invited(evening, Role.WATCHER), invited(evening, Role.PLAYER, 1)]
    texts = [evening.client.get(f"/t/{token}/score").text for token in doors]
    assert len(drawn) == 3
    for token, text in zip(doors, texts, strict=True):
        assert all(other not in text for other in doors if other != token)


def test_what_a_seat_keeps_secret_is_on_no_other_page(evening: Evening) -> None:
    evening.must("mask")
    doors = [invited(evening, Role.PLAYER, seat) for seat in (0, 1)]
    doors += [invited(evening, Role.WATCHER), evening.token]
    evening.must("fill", 0, seat=0, field="towns", value=4321)
    clients: list[FlaskClient] = [evening.app.test_client() for _ in doors]
    for _ in range(2):
        shows = [
            "4321" in client.get(f"/t/{token}/score?seat=0").text
            for client, token in zip(clients, doors, strict=True)
        ]
        assert shows == [True, False, False, False]
    # One device with every link still sees only what each of them may see.
    mine = [evening.client.get(f"/t/{token}/score?seat=0").text for token in doors]
    assert ["4321" in text for text in mine] == [True, False, False, False]


def test_a_message_is_shown_once_and_never_kept(evening: Evening, drawn: list[Any]) -> None:
    with evening.client.session_transaction() as session:
        session["_flashes"] = [("message", "Tuesday is deleted.")]
    assert "Tuesday is deleted." in evening.get("play").text and drawn == []
    assert "Tuesday is deleted." not in evening.get("play").text and len(drawn) == 1


def test_a_withdrawn_link_opens_no_kept_page(evening: Evening) -> None:
    token = invited(evening, Role.WATCHER)
    address = f"/t/{token}/play"
    assert evening.client.get(address).status_code == 200
    with evening.app.app_context():
        link = links.link_id(token)
        assert link is not None
        care.switch_off(evening.table, link)
    assert evening.client.get(address).status_code == 410


def test_a_mishap_and_an_endless_address_are_not_kept(evening: Evening, drawn: list[Any]) -> None:
    assert evening.get("play", play=9).status_code == 404
    assert evening.get("play", x="y" * 300).status_code == 200
    assert drawn == []


def test_a_cache_drops_the_least_used_and_keeps_the_newest_however_large() -> None:
    cache = SizedCache[int, str](1000)
    for n in range(50):
        cache.put(n, "before", 200)
        cache.put(n, "after", 300)
        cache.get(0)
    assert [n for n in range(50) if cache.get(n)] == [0, 48, 49] and cache.get(49) == "after"
    cache.put(50, "large", 2000)
    assert [n for n in range(51) if cache.get(n)] == [50]
    cache.drop(50)
    assert cache.get(50) is None


def test_pages_are_counted_and_one_that_is_huge_is_not_kept(
    evening: Evening, drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.app.extensions["page_cache"] = SizedCache(2)
    for page in ("play", "setup", "score", "score", "play"):
        assert evening.get(page).status_code == 200
    assert len(drawn) == 4  # the second look at the score needs no drawing, that at Play does
    monkeypatch.setattr("companion.web.table.blueprint.LARGEST_PAGE", 1000)
    assert evening.get("setup").status_code == 200 and len(drawn) == 4


ODDITIES: dict[str, Any] = {
    "headers": {
        "User-Agent": "Oddity/1.0", "Accept-Language": "fi", "Referer": "http://localhost/about",
        "Accept": "text/html;q=0.3", "X-Requested-With": "oddity", "X-Live": "1",
    },
    "environ_overrides": {"REMOTE_ADDR": "203.0.113.77", "REMOTE_PORT": "1234"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("page", "finished"), [*((page, True) for page in PAGES), ("play", False), ("score", False)]
)
def test_a_page_depends_on_the_state_and_the_visit_alone(
    evening: Evening, drawn: list[Any], page: str, finished: bool
) -> None:
    """The same phone asks twice, in all else differently; so do two phones of watchers."""
    if finished:
        evening.finish(9, 7, 5)
    app = evening.app
    watcher = invited(evening, Role.WATCHER)
    phones = [(evening.client, evening.token)] * 2
    phones += [(app.test_client(), watcher), (app.test_client(), watcher)]
    for client, token in phones:  # a first visit brings the cookies
        client.get(f"/t/{token}/{page}")
    drawn.clear()
    texts = []
    for (client, token), odd in zip(phones, ({}, ODDITIES) * 2, strict=True):
        app.extensions["page_cache"] = SizedCache(MOST_PAGES)
        if odd:
            client.set_cookie("odd", "1")
            with client.session_transaction() as session:
                session["odd"] = 1
        found = client.get(f"/t/{token}/{page}", **odd)
        assert found.status_code == 200
        texts.append(re.sub(r"(?<=seed&#34;:)\d+", "", without_keys(found.text)))
    assert len(drawn) == 4 and drawn[0] == drawn[1] and drawn[2] == drawn[3]
    assert texts[0] == texts[1] and texts[2] == texts[3]


def test_a_template_that_names_what_is_not_there_fails(app: Flask) -> None:
    row = object()
    with app.test_request_context("/"):
        for text in ("{{ row.nmae }}", "{{ rwo }}", "{% for one in rows %}{% endfor %}"):
            with pytest.raises(UndefinedError, match=r"nmae|rwo|rows"):
                render_template_string(text, row=row)
        text = "{% if rwo is defined or rwo %}yes{% else %}no{% endif %}"
        assert render_template_string(text, row=row) == "no"
