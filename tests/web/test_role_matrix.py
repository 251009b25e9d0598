"""Every role at every route by every method; a new route fails until it is said whose it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.table.links import Role
from tests.printing.test_prints import fake
from tests.web.evening import Evening
from tests.web.test_people import Guest

pytestmark = pytest.mark.slow

ROLES = {"host": (Role.HOST, None), "player": (Role.PLAYER, None), "bound": (Role.PLAYER, 1),
         "watcher": (Role.WATCHER, None)}  # fmt: skip
EVERYBODY = frozenset(ROLES)
ENTERING = EVERYBODY - {"watcher"}
WHOSE = {
    **dict.fromkeys(("home", "log", "more", "next", "change", "people", "play", "result", "rulings",
                     "score", "settings", "setup", "sheet", "watch", "evening", "prints", "printed",
                     "scores", "scores_long", "plays", "statistics", "look_up", "aid", "ask_who",
                     "players"), EVERYBODY),
    **dict.fromkeys(("do", "link_kept", "who", "save_score", "save_evening", "fork"), ENTERING),
    **dict.fromkeys(("start_next", "put_right"), ENTERING - {"bound"}),
    **dict.fromkeys(("invite", "renew", "switch_off", "rename", "put_away", "delete", "go_back",
                     "file"), frozenset({"host"})),
}  # fmt: skip
RULES = {f"table.{name}": whose for name, whose in WHOSE.items()} | {
    "live.seq": EVERYBODY,
    "api.watched_table": frozenset({"watcher"}),
}
# Without a link: what anybody may ask for, and what a page of ours has to be sent from.
OPEN = {
    "home.home", "home.about", "home.settings", "health.healthz", "health.readyz", "static",
    "home.manifest", "home.worker", "start.new", "files.choose", "files.save_all",
    "files.scores", "files.scores_long", "files.shared", "moving.offer", "moving.arrive",
    "statistics.page", "statistics.people", "sheets.progress", "home.ask_code",
    "samples",
    "sheets.shelf", "sheets.sheets", "sheets.sheet", "api.every_game", "api.one_game", "api.setup",
    "api.score", "api.aid", "api.openapi", "api.check_file", "api.file_schema",
}  # fmt: skip
GUARDED = {"home.forget", "home.set_settings", "start.open_new", "files.open_files",
           "moving.make_code", "moving.take", "statistics.tell", "home.join"}  # fmt: skip
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
NO_SUCH = (404, 405)


def rules(app: Flask, at_table: bool) -> Iterator[Rule]:
    known = (rule for rule in app.url_map.iter_rules() if "sample" not in rule.arguments)
    return (rule for rule in known if ("token" in rule.arguments) is at_table)


def address(rule: Rule, token: str = "", link: int = 0) -> str:
    parts = {"<token>": token, "<int:link>": str(link), "<document>": "log", "<slug>": "newdale",
             "<key>": "I", "<code>": "x", "<path:filename>": "icons.svg"}  # fmt: skip
    path = rule.rule
    for name, value in parts.items():
        path = path.replace(name, value)
    assert "<" not in path.replace("<sample>", ""), f"say what stands in {rule}"
    return path


def methods(app: Flask, rule: Rule) -> set[str]:
    """What the address answers to, by this rule or another."""
    same = (other for other in app.url_map.iter_rules() if other.rule == rule.rule)
    return {method for other in same for method in other.methods or ()}


def test_every_route_is_somebodys(app: Flask) -> None:
    assert {rule.endpoint for rule in rules(app, True)} == RULES.keys()
    assert {rule.endpoint for rule in rules(app, False)} == OPEN | GUARDED


def test_a_sample_has_every_page_and_takes_nothing(app: Flask) -> None:
    fake(app)
    every = [rule for rule in app.url_map.iter_rules() if "sample" in rule.arguments]
    assert {rule.endpoint for rule in every} | {"live.seq", "api.watched_table"} == RULES.keys()
    client = app.test_client()
    for rule in every:
        where = address(rule, link=1).replace("<sample>", "newdale")
        for method in METHODS:
            status = client.open(where, method=method).status_code
            if method not in methods(app, rule):
                assert status in (404, 405), (method, where)
            elif method in ("GET", "HEAD"):
                assert status < 500, (method, where)
            else:
                assert status == 403, (method, where)


@pytest.mark.parametrize("name", ROLES)
def test_a_role_may_do_what_is_its_own_and_nothing_else(app: Flask, name: str) -> None:
    fake(app)
    evening = Evening(app)
    evening.finish(3, 2, 1)
    role, seat = ROLES[name]
    guest, spare = Guest(evening, role, seat), Guest(evening, Role.PLAYER, 2)
    form = {"csrf_token": guest.guard, "play": "0", "seat": "1", "was": "{}", "action": "note",
            "data": '{"text": "Hello"}', "entry": "1", "role": "watcher", "do": "open"}  # fmt: skip
    for rule in rules(app, True):
        for method in METHODS:
            where = address(rule, guest.link.token, spare.link.id)
            status = guest.client.open(where, method=method, data=form).status_code
            about = (name, method, rule.rule, status)
            if method not in methods(app, rule):
                assert status == 405, about
            elif method in (rule.methods or ()) and name not in RULES[rule.endpoint]:
                assert status == 403, about
            elif method in (rule.methods or ()):
                assert status not in (403, 405) and status < 500, about


def test_no_form_of_a_table_is_taken_from_another_page(app: Flask) -> None:
    evening = Evening(app)
    before = evening.state.seq
    for rule in rules(app, True):
        if "POST" in (rule.methods or ()):
            answer = evening.client.post(address(rule, evening.token, 1), data={"action": "note"})
            assert answer.status_code == 400, rule
    assert evening.state.seq == before


def test_a_stranger_without_a_link_finds_no_table(app: Flask, client: FlaskClient) -> None:
    Evening(app)
    for rule in rules(app, True):
        for method in METHODS:
            status = client.open(address(rule, f"1-{'x' * 24}"), method=method).status_code
            assert status in NO_SUCH, (method, rule.rule, status)


def test_without_a_link_only_pages_of_ours_can_send_anything(
    app: Flask, client: FlaskClient
) -> None:
    fake(app)
    for rule in rules(app, False):
        for method in METHODS:
            status = client.open(address(rule), method=method, data={}).status_code
            about = (method, rule.rule, status)
            if method not in methods(app, rule):
                assert status == 405, about
            elif method in (rule.methods or ()) and rule.endpoint in GUARDED:
                assert status == 400, about
            else:
                assert status != 403 and status < 500, about
