"""Roles by link: what each may do, when a link dies, and what is told to nobody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion import create_app
from companion.database import make_ready
from companion.rules.actions import ACTIONS
from companion.rules.actions.base import Who
from companion.table import care, links
from companion.table.care import Invitation
from companion.table.links import Role
from companion.web.answers.assets import attach_assets, version
from tests.conftest import STRONG
from tests.web.evening import Evening, guard
from tests.web.pressing import Element, Page, guard_of

SECRET = 7531  # a number that stands nowhere else
# Where chance may put any number: keys, seeds, and the fingerprints of files.
KEYS = re.compile(r"[\w-]{20,}|(?<=seed&#34;:)\d+|\.[0-9a-f]{12}\.")


def tells(page: str) -> bool:
    """Whether the secret can be read there."""
    return str(SECRET) in KEYS.sub("", page)


class Guest:
    """A device that came by an invitation."""

    def __init__(self, evening: Evening, role: Role, seat: int | None = None) -> None:
        self.app, self.client = evening.app, evening.app.test_client()
        person = None if seat is None else evening.play.seats[seat].person
        with self.app.app_context():
            care.invite(evening.table, role, person)
        with self.app.app_context():
            found = care.invitations(evening.table)
        self.link: Invitation = next(i for i in found if (i.role, i.person) == (role, person))
        self.base = f"/t/{self.link.token}/"
        self.guard = guard(self.app, self.link.token)

    def get(self, page: str = "", **how: Any) -> TestResponse:
        return self.client.get(self.base + page, **how)

    def post(self, page: str, **form: Any) -> TestResponse:
        return self.client.post(self.base + page, data={"csrf_token": self.guard, **form})

    def act(self, kind: str, **data: Any) -> TestResponse:
        return self.post("do", action=kind, data=json.dumps(data), play=0)

    def sit(self, seat: int) -> Guest:
        assert self.post("who", person=seat + 1).status_code == 303
        return self


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app, players=3)


def whole(evening: Evening) -> tuple[Any, ...]:
    """Everything about a table that a request could change."""
    found = evening.table
    with evening.app.app_context():
        given = tuple(care.invitations(found))
    return found.state.seq, found.name, found.archived, given


def rules(app: Flask) -> Iterator[Rule]:
    return (rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/t/<token>/"))


def addressed(rule: Rule, link: int) -> str:
    filled = rule.rule.removeprefix("/t/<token>/").replace("<int:link>", str(link))
    return filled.replace("<document>", "log")


# What a player may send by a link for one seat: their device's, a table of their own, actions.
OWN = tuple(f"table.{name}" for name in ("who", "fork", "link_kept", "do"))
METHODS = ("POST", "PUT", "PATCH", "DELETE")


def test_a_watcher_changes_nothing_by_any_route_or_method(evening: Evening, app: Flask) -> None:
    watcher = Guest(evening, Role.WATCHER)
    before = whole(evening)
    host = links.link_id(evening.token) or 0
    for rule in rules(app):
        for method in METHODS:
            form = {
                "csrf_token": watcher.guard,
                "role": "host",
                "name": "Mine",
                "typed": "Thursday",
            }
            form |= {"action": "note", "data": '{"text": "hello"}', "seat": "0", "entry": "1"}
            address = watcher.base + addressed(rule, host)
            answer = watcher.client.open(address, method=method, data=form)
            assert answer.status_code in (403, 405), (method, rule)
    assert whole(evening) == before


def test_a_watcher_sees_every_page_without_a_control_that_enters(evening: Evening) -> None:
    watcher = Guest(evening, Role.WATCHER)
    assert watcher.get().location.endswith("/watch")
    for page in ("watch", "setup", "play", "score", "log", "rulings", "?story=1"):
        text = watcher.get(page).text
        assert '<fieldset disabled class="bare-set">' in text, page
        before, *rest = text.split('<fieldset disabled class="bare-set">')
        between, _, sheet = rest[0].split("</main>")[1].partition("<dialog")
        between += sheet.partition("</dialog>")[2]
        assert "<button" not in before and "<button" not in between, page


def test_a_player_of_one_seat_enters_nothing_of_others(evening: Evening, app: Flask) -> None:
    ben = Guest(evening, Role.PLAYER, 1)
    before = whole(evening)
    for kind, action in ACTIONS.items():
        if action.who is Who.TABLE:
            assert ben.act(kind, seat=1).status_code == 403, kind
    assert ben.act("fill", seat=0, field="towns", value=3).status_code == 403
    assert ben.act("count", track="points", seat=2, by=1).status_code == 403
    assert ben.act("ready", seat=0).status_code == 403
    assert ben.act("claim", group="board", seat=2).status_code == 403
    assert ben.act("undo", entry=1).status_code == 403
    sheet = {"play": 0, "seat": 0, "was": "{}", "f-towns": "3"}
    assert ben.post("score", **sheet).status_code == 403
    host = links.link_id(evening.token) or 0
    for rule in rules(app):
        if rule.endpoint in OWN:
            continue
        for method in METHODS:
            form = {"csrf_token": ben.guard, "role": "host", "name": "Mine", "typed": "Thursday"}
            form |= {"entry": "1", "play": "0", "seat": "0", "f-towns": "3", "was": "{}"}
            address = ben.base + addressed(rule, host)
            answer = ben.client.open(address, method=method, data=form)
            assert answer.status_code >= 400, (method, rule)
    assert whole(evening) == before


def test_a_player_of_one_seat_enters_the_own_column(evening: Evening) -> None:
    ben = Guest(evening, Role.PLAYER, 1)
    sheet = {"play": 0, "seat": 1, "was": "{}", "f-towns": "3"}
    assert ben.post("score", **sheet).status_code == 303
    assert evening.play.entries[1] == {"towns": 3}
    assert ben.act("tick", step="board").status_code == 303
    page = ben.get("score").text
    assert "aria-current=" in page.split('id="tab-1"')[1][:30]
    typed = {one[:2] for one in Page(page).ids if re.match(r"s\d-", one)}
    assert typed == {"s1"}


def test_a_player_of_one_seat_is_offered_only_the_own_counter(evening: Evening) -> None:
    page = Guest(evening, Role.PLAYER, 1).get("play").text
    assert 'id="to-points-1"' in page
    assert 'id="to-points-0"' not in page and 'id="to-points-2"' not in page
    assert 'value="advance"' not in page and 'value="reveal"' not in page
    assert 'value="reveal"' in evening.client.get(f"/t/{evening.token}/play").text


def test_a_bound_player_cannot_become_somebody_else(evening: Evening) -> None:
    evening.must("mask", play=0)
    evening.must("fill", play=0, seat=0, field="coins", value=SECRET)
    ben = Guest(evening, Role.PLAYER, 1)
    ben.post("who", seat=0)
    assert not tells(ben.get("score?seat=0").text)


@pytest.mark.parametrize("end", ["renew", "off"])
def test_an_old_link_stops_at_once_and_says_so(evening: Evening, end: str) -> None:
    ben = Guest(evening, Role.PLAYER, 1)
    assert ben.get("seq").status_code == 200
    assert evening.post(f"people/{ben.link.id}/{end}").status_code == 303
    assert ben.get("seq").status_code == 410
    answer = ben.get("play")
    assert answer.status_code == 410 and "Error 410" in answer.text
    assert 'id="waiting"' in answer.text  # what the phone has kept can be seen there
    before = evening.state.seq
    assert ben.act("tick", step="board").status_code == 410
    assert evening.state.seq == before


def test_the_own_host_link_cannot_be_switched_off(evening: Evening) -> None:
    own = links.link_id(evening.token)
    assert evening.post(f"people/{own}/off").status_code == 403
    assert evening.get().status_code == 200


def test_a_forged_cookie_is_nobody(evening: Evening) -> None:
    evening.must("mask", play=0)
    guest = Guest(evening, Role.PLAYER)
    other = create_app({"SECRET_KEY": "another", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    signer = other.session_interface.get_signing_serializer(other)  # type: ignore[attr-defined]
    guest.sit(0)
    assert guest.act("fill", seat=0, field="coins", value=SECRET).status_code == 303
    with guest.client.session_transaction() as session:
        said = {"people": dict(session["people"])}
    assert tells(guest.get("score?seat=0").text)
    guest.client.set_cookie("session", signer.dumps(said))
    assert not tells(guest.get("score?seat=0").text)


@pytest.mark.parametrize("token", ["", "wrong", "of another link"])
def test_a_foreign_page_cannot_send_a_form(evening: Evening, token: str) -> None:
    before = evening.state.seq
    if token == "of another link":
        token = Guest(evening, Role.WATCHER).guard
    form = {"csrf_token": token, "action": "tick", "data": '{"step": "board"}'}
    headers = {"Origin": "https://elsewhere.example"}
    answer = evening.client.post(f"/t/{evening.token}/do", data=form, headers=headers)
    assert answer.status_code == 400 and evening.state.seq == before


def test_too_many_entries_are_asked_to_wait(evening: Evening, app: Flask) -> None:
    app.config["ENTRIES_A_MINUTE"] = 2
    steps = [evening.act("note", {"text": str(number)}) for number in range(3)]
    assert [answer.status_code for answer in steps] == [303, 303, 429]
    assert 0 < int(steps[-1].headers["Retry-After"]) <= 60
    assert "At most 2 things can be entered in one game within a minute" in steps[-1].text
    assert evening.post("log/rewind", entry=1, seen=3).status_code == 429
    assert evening.get("play").status_code == 200  # reading goes on


def test_guessing_links_is_asked_to_wait(evening: Evening, client: FlaskClient) -> None:
    evening.app.config["PUBLIC_URL"] = "http://book.example"
    codes = [client.get(f"/t/1-{number:024}/").status_code for number in range(61)]
    assert codes[:60] == [404] * 60 and codes[60] == 429
    assert evening.client.get(f"/t/{evening.token}/").status_code == 200  # from the same address


def test_an_old_link_is_no_guess(evening: Evening) -> None:
    evening.app.config["PUBLIC_URL"] = "http://book.example"
    ben = Guest(evening, Role.PLAYER, 1)
    evening.post(f"people/{ben.link.id}/off")
    assert {ben.get("seq").status_code for _ in range(61)} == {410}


PAGES = ("", "setup", "play", "score", "score?seat=0", "result", "log", "rulings", "next", "print",
         "settings", "people", "players", "watch", "?story=1")  # fmt: skip


@pytest.mark.parametrize("role", [Role.PLAYER, Role.WATCHER])
def test_a_secret_number_is_on_no_page_of_others(evening: Evening, role: Role) -> None:
    evening.must("mask", play=0)
    ada, other = Guest(evening, Role.PLAYER).sit(0), Guest(evening, role)
    sheet = {"play": 0, "seat": 0, "was": "{}", "f-coins": str(SECRET)}
    assert ada.post("score", **sheet).status_code == 303
    entry = evening.state.seq
    assert ada.act("undo", entry=entry).status_code == 303
    assert ada.act("undo", entry=entry + 1).status_code == 303
    assert tells(ada.get("score").text)
    for page in PAGES:
        assert not tells(other.get(page).text), page
    assert ">hidden<" in other.get("score").text


def test_a_refusal_tells_no_secret(evening: Evening) -> None:
    evening.must("mask", play=0)
    evening.must("fill", play=0, seat=0, field="coins", value=SECRET)
    ben = Guest(evening, Role.PLAYER).sit(1)
    for answer in (
        ben.act("fill", seat=0, field="coins", value=1, after=0),
        ben.act("finish"),
        ben.act("ready", seat=0),
    ):
        assert answer.status_code == 422 and not tells(answer.text)
    assert ben.act("mask", on=False).status_code == 403
    assert ben.act("undo", entry=2).status_code == 403
    copy = ben.post("log/fork", entry=evening.state.seq)
    assert copy.status_code == 403  # its host could reveal it there
    assert evening.play.secret


def test_no_play_named_beside_it_lets_a_guest_undo_a_secret(evening: Evening) -> None:
    evening.finish(5, 3, 1)
    evening.start("II")
    evening.must("mask", play=1)
    masked = evening.state.seq
    for guest in (Guest(evening, Role.PLAYER), Guest(evening, Role.PLAYER, 1)):
        assert guest.act("undo", entry=masked).status_code == 403  # named beside it: play 0
    assert evening.play.secret


def test_all_done_shows_every_number(evening: Evening) -> None:
    evening.must("mask", play=0)
    evening.must("fill", play=0, seat=0, field="coins", value=SECRET)
    guest = Guest(evening, Role.PLAYER)
    for seat in range(3):
        assert not tells(guest.sit(1).get("score?seat=0").text)
        assert guest.sit(seat).act("ready", seat=seat).status_code == 303
    assert tells(guest.sit(1).get("score?seat=0").text)


def test_the_host_reveals_early(evening: Evening) -> None:
    evening.must("mask", play=0)
    evening.must("fill", play=0, seat=0, field="coins", value=SECRET)
    assert "Reveal scores" in evening.get("score").text
    assert "Reveal scores" not in Guest(evening, Role.PLAYER).get("score").text
    assert evening.act("mask", {"on": False}, play=0).status_code == 303
    assert str(SECRET) in Guest(evening, Role.WATCHER).get("score?seat=0").text


def test_a_player_link_asks_once_who_it_is(evening: Evening) -> None:
    guest = Guest(evening, Role.PLAYER)
    assert guest.get().location.endswith("/who-are-you")
    page = Page(guest.get("who-are-you").text)
    assert {"who-are-you", "i-am-0", "i-am-1", "i-am-2", "i-am-nobody"} <= page.ids
    assert "who-are-you" not in Page(guest.get("setup").text).ids
    guest.sit(2)
    assert guest.get().status_code == 200 and guest.get("who-are-you").location.endswith("/")
    nobody = Guest(evening, Role.PLAYER)
    nobody.post("who")
    assert nobody.get().status_code == 200
    assert Guest(evening, Role.PLAYER, 1).get().status_code == 200
    assert evening.get().status_code == 200 and evening.get("who-are-you").status_code == 302


def test_whoever_has_said_who_they_are_goes_on_with_the_game(evening: Evening) -> None:
    guest = Guest(evening, Role.PLAYER)
    answer = guest.post("who", person=2, back="onward")
    assert answer.location.endswith("/setup?play=0")
    evening.must("advance", moment=evening.play.moment.as_json())
    nobody = Guest(evening, Role.PLAYER)
    assert nobody.post("who", back="onward").location.endswith("/play?play=0")


def test_a_part_of_the_set_up_is_taken_on(evening: Evening) -> None:
    cleo = Guest(evening, Role.PLAYER).sit(2)
    assert 'id="claim-board"' in cleo.get("setup").text
    assert cleo.act("claim", group="board", seat=2).status_code == 303
    part = set_up_part(cleo, "board")
    assert heading(part) == ["Cleo"] and part.texts("form", ".claim") == ["Hand these back"]
    assert 'id="part-board"' in cleo.get("setup?seat=2").text
    assert 'id="part-board"' not in cleo.get("setup?seat=0").text
    assert 'id="claim-' not in Guest(evening, Role.WATCHER).get("setup").text


def set_up_part(guest: Guest, key: str, of: str = "") -> Element:
    groups = Page(guest.get(f"setup{of}").text).all("details", ".group")
    return next(one for one in groups if one.given["id"] == f"part-{key}")


def heading(part: Element) -> list[str]:
    """Who stands in the heading of a group, because all of it is theirs."""
    return part.all("summary")[0].texts("span", ".name")


def test_what_was_taken_on_can_be_handed_back_though_the_game_gives_a_step_to_another(
    evening: Evening,
) -> None:
    cleo = Guest(evening, Role.PLAYER).sit(2)
    assert cleo.act("claim", group="start", seat=2).status_code == 303
    part = set_up_part(cleo, "start")
    taken = [step.texts("span", ".who", ".small") for step in part.all("li", ".step")]
    assert ["CCleo"] in taken and ["AAda"] in taken, "who begins takes the bag"
    assert part.texts("form", ".claim") == ["Hand these back"]
    assert heading(set_up_part(cleo, "start", "?seat=0")) == ["Ada"]


@pytest.mark.parametrize(("slug", "chapter"), [("ohmygoods", "base"), ("tybor", "I")])
def test_what_the_game_gives_to_one_seat_is_not_there_to_be_taken(
    app: Flask, slug: str, chapter: str
) -> None:
    table = Evening(app, slug, chapter=chapter, story=False)
    table.must("claim", group="start", seat=2)  # as it could be once
    part = set_up_part(Guest(table, Role.PLAYER).sit(1), "start")
    assert heading(part) == ["Ada"] and not part.all("form", ".claim")


def test_what_waited_is_answered_in_json(evening: Evening) -> None:
    guest = Guest(evening, Role.PLAYER)
    asks = {"Accept": "application/json"}

    def send(page: str, **form: Any) -> TestResponse:
        data = {"csrf_token": guest.guard, "play": 0, **form}
        return guest.client.post(guest.base + page, data=data, headers=asks)

    answer = send("do", action="tick", data='{"step": "board"}', key="a")
    assert answer.json == {"seq": 2}
    assert send("do", action="tick", data='{"step": "board"}', key="a").json == {"seq": 2}
    evening.must("fill", play=0, seat=0, field="towns", value=3)
    sheet = {"seat": 0, "was": "{}", "f-towns": "5"}
    late = send("score", after=2, key="b", **sheet)
    assert late.status_code == 422 and late.json is not None
    assert late.json["issues"][0]["code"] == "newer" and "3" in late.json["issues"][0]["message"]
    assert send("score", replace="yes", key="b", **sheet).json == {"seq": 4}
    # The phone's own earlier entry is nothing newer than what it knew.
    again = send("score", after=2, key="c", seat=0, was="{}", **{"f-towns": "6"})
    assert again.json == {"seq": 5} and evening.play.entries[0] == {"towns": 6}


def test_only_the_players_code_is_large(evening: Evening) -> None:
    page = Page(evening.get("people").text)
    [panel] = page.all("section", ".code")
    assert panel.all("div", ".qr") and panel.all("span", ".spell")
    link = Guest(evening, Role.PLAYER).base
    assert [str(one.given["value"])[-len(link) :] for one in panel.all("input")] == [link]
    assert len(page.all("div", ".qr")) == 2, "the other one is the host's"


def test_the_join_code_leads_to_the_players_link(evening: Evening) -> None:
    [shown] = Page(evening.get("people").text).texts("span", ".spell")
    client = evening.app.test_client()
    form = {"csrf_token": guard_of(client, "/join"), "code": shown.lower()}
    answer = client.post("/join", data=form)
    assert answer.location.endswith(Guest(evening, Role.PLAYER).base)


def test_the_hosts_link_is_behind_two_taps_and_says_what_it_can_do(evening: Evening) -> None:
    page = evening.get("people").text
    before, _, after = page.partition('<details class="shut" id="host-link">')
    said, _, inside = after.partition('<details id="host-code">')
    address = f'/t/{evening.token}/" aria-label="Link'
    assert address not in before + said and address in inside
    assert "delete the game" in said and "<input" not in said


def test_every_link_can_be_replaced_and_turned_off(evening: Evening) -> None:
    guests = [
        Guest(evening, Role.WATCHER),
        Guest(evening, Role.PLAYER),
        Guest(evening, Role.PLAYER, 1),
    ]
    page = Page(evening.get("people").text)
    host = links.link_id(evening.token)
    for link in [guest.link.id for guest in guests]:
        assert {f"replace-{link}", f"off-{link}"} <= page.ids
    assert f"replace-{host}" in page.ids and f"off-{host}" not in page.ids
    assert {"make-player-1", "make-player-3"} <= page.ids and "make-player-2" not in page.ids
    evening.post(f"people/{guests[1].link.id}/off")
    page = Page(evening.get("people").text)
    assert "make-player" in page.ids and not page.all("span", ".spell")


def test_invite_says_who_is_in(evening: Evening) -> None:
    evening.post("who", person=1)
    Guest(evening, Role.PLAYER).sit(1)
    [people] = Page(evening.get("people").text).all("ul", ".joined")
    said = [row.texts("span", ".hint")[0] for row in people.all("li")]
    assert said[0] == "this phone" and said[1].startswith("joined ") and said[2] == "not yet"
    assert len(people.all("span", ".is-on")) == 2


def test_links_are_shown_to_the_host_alone(evening: Evening) -> None:
    for guest in (Guest(evening, Role.PLAYER), Guest(evening, Role.PLAYER, 0)):
        page = guest.get("people").text
        assert 'class="qr"' not in page and evening.token not in page
        assert not Page(page).all("span", ".spell") and not Page(page).all("input", "readonly")


def test_codes_carry_the_public_address(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'public.sqlite3'}"
    app = create_app({"TESTING": True, "SECRET_KEY": STRONG, "SQLALCHEMY_DATABASE_URI": url,
                      "PUBLIC_URL": "https://book.example"})  # fmt: skip
    make_ready(app)
    evening = Evening(app)
    address = f"https://book.example/t/{evening.token}/"
    assert f'value="{address}"' in evening.get("people").text


def test_the_worker_and_the_manifest_are_asked_for_each_time(client: FlaskClient) -> None:
    worker, manifest = client.get("/worker.js"), client.get("/manifest.webmanifest")
    for answer in (worker, manifest):
        assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-cache"
    assert worker.mimetype == "text/javascript" and "version" in worker.text.splitlines()[0]
    for icon in manifest.get_json()["icons"]:
        assert client.get(icon["src"]).status_code == 200


def test_a_page_renewed_by_the_worker_leaves_the_cookie_alone(evening: Evening) -> None:
    evening.get("play")
    other = Evening(evening.app)
    path = f"/t/{other.token}/play"
    renewed = evening.client.get(path, headers={"X-Unseen": "yes"})
    assert renewed.status_code == 200 and "Set-Cookie" not in renewed.headers
    assert "Set-Cookie" in evening.client.get(path).headers
    assert "X-Unseen" in evening.client.get("/worker.js").text


@pytest.mark.parametrize("page", ["setup", "play", "sheet", "score", "look-up", "log", "watch"])
def test_the_worker_keeps_what_a_page_needs(evening: Evening, page: str) -> None:
    worker, shown = evening.client.get("/worker.js").text, evening.get(page)
    files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', shown.text)
    assert files and [file for file in files if file not in worker] == []


def test_a_changed_file_is_another_version(tmp_path: Path) -> None:
    def version_with(name: str, style: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.css").write_text(style)
        app = Flask(__name__, static_folder=folder)
        attach_assets(app)
        with app.app_context():
            return version()

    first = version_with("first", "p{margin:0}")
    assert version_with("same", "p{margin:0}") == first != version_with("other", "p{margin:1px}")


def test_a_page_names_the_worker_of_its_own_version(client: FlaskClient) -> None:
    told = json.loads(
        client.get("/worker.js").text.splitlines()[0].removeprefix("const APP = ")[:-1]
    )
    assert f'data-worker="/worker.js?v={told["version"]}"' in client.get("/").text


def test_a_link_or_device_is_for_nobody_or_for_somebody_here(app: Flask) -> None:
    evening = Evening(app)
    here = evening.play.seats[0].person
    told = (("", 303), (str(here), 303), ("99", 400), ("abc", 400), ("9" * 30, 400))
    for person, status in told:
        assert evening.post("people/invite", role="player", person=person).status_code == status
        assert evening.post("who", person=person).status_code == status
    assert evening.post("people/invite", role="king").status_code == 400
    assert evening.post("people/invite").status_code == 400
