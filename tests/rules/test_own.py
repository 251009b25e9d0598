"""What is drawn for each is their own: on their sheet, beside their name, and secret if it is."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import games as shelf
from companion.interchange.table_file import lasting
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay
from companion.rules.journal.secrecy import NOBODY, Viewer, hiding, redacted_for
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.draws import drawings
from companion.table import care
from companion.table.links import Role
from tests.journal import HOST, Journal, codes
from tests.web.evening import Evening, guard
from tests.web.test_people import Guest

STALLS = ("Bread", "Cloth", "Tin", "Toys", "Fish")


pytestmark = pytest.mark.usefixtures("fair")


@pytest.fixture
def journal() -> Journal:
    journal = Journal("fair")
    journal.start("base", 3)
    return journal


def said(journal: Journal) -> str:
    return journal.state.log[-1].sentence(journal.state)


def test_a_draw_for_each_names_everybody_and_stays_beside_their_name(journal: Journal) -> None:
    journal.must("draw", draw="guest", seed=1)
    guests = journal.play.held["guest"]
    assert said(journal) == (f"Guest drawn. Ada: {guests[0]}. Ben: {guests[1]}. Cleo: {guests[2]}.")
    assert list(journal.play.seat_captions) == list(guests)


def test_what_was_dealt_by_hand_is_told_of_one_person(journal: Journal) -> None:
    journal.must("hold", draw="guest", person=2, thing="Cook")
    assert said(journal) == "Ben, Guest: Cook."
    assert journal.play.held["guest"] == (None, "Cook", None)
    assert codes(journal.do("hold", draw="guest", seat=0, thing="Bear")) == ["unknown-choice"]
    assert codes(journal.do("hold", draw="wind", seat=0, thing="Cook")) == ["unknown-field"]
    journal.must("hold", draw="guest", seat=0, thing="Cook")
    assert codes(journal.do("hold", draw="guest", seat=2, thing="Cook")) == ["conflict"]
    journal.must("hold", draw="guest", seat=1)
    assert journal.play.held["guest"] == ("Cook", None, None)


def test_it_stays_with_the_person_at_another_seating(journal: Journal) -> None:
    journal.must("hold", draw="guest", seat=0, thing="Cook")
    seats = [{"name": name} for name in ("Dov", "Cleo", "Ada")]
    journal.must("reseat", chapter="base", seats=seats)
    assert journal.play.held["guest"] == (None, None, "Cook")


def test_the_sheet_depends_on_it_for_that_person_alone(journal: Journal) -> None:
    journal.must("hold", draw="guest", seat=0, thing="Juggler")
    journal.must("hold", draw="guest", seat=1, thing="Cook")
    sheet = sheet_of(journal.play, Asking(0))
    asked = [[box.key for group in s.groups for box in group.boxes] for s in sheet.seats]
    assert ["balls" in keys for keys in asked] == [True, False, False]
    assert "balls" in sheet.seats[0].open and "balls" not in sheet.seats[1].open
    boxes = {box.key: box for group in sheet.seats[1].groups for box in group.boxes}
    assert boxes["coins"].hint == "A cook spends what is over 5"


def test_a_reminder_is_said_once_somebody_has_it(journal: Journal) -> None:
    from companion.rules.journal.outcome import reminder_conditions

    def reminders() -> list[str]:
        here = reminder_conditions(journal.play)
        return [r.key for r in journal.game.clock.reminders_at(journal.play.moment, here)]

    assert "cook" not in reminders()
    journal.must("hold", draw="guest", seat=1, thing="Cook")
    assert "cook" in reminders()


def test_a_draw_fills_in_a_line_of_the_sheet_until_something_else_is_typed(
    journal: Journal,
) -> None:
    journal.must("hold", draw="stalls", seat=0, thing="tin")
    assert journal.play.filled_in[0]["stall"] == "tin"
    journal.fill(0, stall="toys")
    assert journal.play.filled_in[0]["stall"] == "toys" and journal.play.seat_captions[0] == "Toys"


def test_a_secret_draw_is_seen_by_whom_it_is_for(journal: Journal) -> None:
    journal.must("draw", draw="stalls", seed=3)
    stalls = journal.play.held["stalls"]
    for seat in range(3):
        view = redacted_for(journal.state, Viewer(seat + 1))
        own = [stalls[n] if n == seat else None for n in range(3)]
        assert list(view.plays[0].held["stalls"]) == own
        assert view.log[-1].sentence(view) == "Stall drawn. Everyone sees only their own."
        assert "3" not in json.dumps(dict(view.log[-1].entry.data))
        shown = drawings(view, view.plays[0], HOST)["stalls"]
        assert [thing.seat for thing in shown.things] == [seat]
    nobody = redacted_for(journal.state, NOBODY).plays[0]
    assert nobody.held["stalls"] == (None, None, None) and "stalls" not in nobody.drawn


def test_the_phone_that_draws_sees_no_more_than_others() -> None:
    game = shelf.games()["fair"]
    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
    told = [
        ("start", {"chapter": "base", "seats": seats}, "a"), ("sit", {"person": 1}, "a"),
        ("sit", {"person": 2}, "b"), ("draw", {"draw": "stalls", "seed": 3}, "a"),
        ("sit", {"person": 2}, "c"),
    ]  # fmt: skip
    state = replay(game, [Entry(n, k, d, device=by) for n, (k, d, by) in enumerate(told, 1)])
    seen = {device: redacted_for(state, Viewer(None, device)).plays[0] for device in "abcd"}
    known = {
        device: [seat for seat, thing in enumerate(play.held["stalls"]) if thing]
        for device, play in seen.items()
    }
    assert known == {"a": [0], "b": [1], "c": [], "d": []}


def test_what_was_drawn_for_somebody_with_their_own_link_shows_on_no_other_phone(
    app: Flask,
) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    Guest(evening, Role.PLAYER, seat=1)
    evening.must("draw", draw="stalls", seed=5)
    for seat, shown in ((0, True), (1, False)):
        page = Guest(evening, Role.PLAYER).sit(seat).get("setup").text
        assert ("Drawn: Stall" in page) is shown, seat


def test_a_phone_that_becomes_somebody_elses_shows_theirs_alone() -> None:
    game = shelf.games()["fair"]
    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
    told = [
        ("start", {"chapter": "base", "seats": seats}), ("draw", {"draw": "stalls", "seed": 3}),
        ("sit", {"person": 1}), ("sit", {"person": 3}),
    ]  # fmt: skip
    state = replay(game, [Entry(n, k, d, device="a") for n, (k, d) in enumerate(told, 1)])
    held = redacted_for(state, Viewer(None, "a")).plays[0].held["stalls"]
    assert [bool(thing) for thing in held] == [False, False, True]


def test_scores_wait_until_what_was_drawn_in_secret_is_shown(journal: Journal) -> None:
    journal.must("draw", draw="stalls", seed=3)
    for seat in range(3):
        journal.fill(seat, lanterns=1, coins=0)
    assert codes(journal.do("finish")) == ["secret"]
    journal.must("unveil", draw="stalls")
    assert said(journal).startswith("Stall revealed. Ada: ")
    assert redacted_for(journal.state, NOBODY) is journal.state
    assert codes(journal.do("unveil", draw="stalls")) == ["stale"]
    journal.confirm()
    journal.must("finish")
    assert journal.play.scored


def test_drawn_again_it_is_a_secret_again(journal: Journal) -> None:
    journal.must("draw", draw="stalls", seed=3)
    journal.must("unveil", draw="stalls")
    journal.must("draw", draw="stalls", seed=4)
    assert journal.play.concealed_draws == {"stalls"}


def test_a_file_holds_no_secret_draw_and_opens_without_it(journal: Journal) -> None:
    journal.must("draw", draw="stalls", seed=424242)
    journal.must("hold", draw="stalls", seat=0, thing=journal.play.held["stalls"][0])
    kept = hiding(lasting(journal.state, "2026-01-01T00:00:00+00:00"), journal.state)
    written = json.dumps([dict(entry.data) for entry in kept])
    assert "424242" not in written and not re.search("bread|cloth|tin|toys|fish", written)
    opened = replay(journal.game, kept)
    assert not any(row.refused or row.damaged for row in opened.log)
    assert not any(opened.plays[0].held.get("stalls", ()))
    assert opened.log[1].sentence(opened) == "Stall drawn. Everyone sees only their own."


def phone(app: Flask, evening: Evening, person: int | None, role: Role = Role.PLAYER) -> str:
    with app.app_context():
        care.invite(evening.table, role, person)
        found = care.invitations(evening.table)
        return next(link.token for link in found if (link.role, link.person) == (role, person))


def everything_shown(client: FlaskClient, token: str) -> str:
    pages = ("", "setup", "play", "score", "log", "people", "rulings", "watch", "look-up")
    shown = [client.get(f"/t/{token}/{page}", follow_redirects=True).text for page in pages]
    return "\n".join(shown)


def test_on_another_phone_nothing_tells_what_was_drawn(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    ada, ben = phone(app, evening, 1), phone(app, evening, 2)
    evening.get("setup")
    assert evening.act("draw", {"draw": "stalls", "seed": 5}).status_code == 303
    held = evening.play.held["stalls"]
    hers = dict(zip(("bread", "cloth", "tin", "toys", "fish"), STALLS, strict=True))[held[0]]
    assert evening.state.log[-1].entry.data["seed"] != 5
    mark = f'own">{hers}<'
    assert mark in everything_shown(app.test_client(), ada)
    others = app.test_client()
    for client, token in ((others, ben), (evening.client, evening.token)):
        page = everything_shown(client, token)
        assert mark not in page and "Stall drawn. Everyone sees only their own." in page
        assert str(evening.state.log[-1].entry.data["seed"]) not in page
    assert others.post(
        f"/t/{ben}/do",
        data={"csrf_token": guard(app, ben), "action": "unveil",
              "data": json.dumps({"draw": "stalls"})},
    ).status_code == 403  # fmt: skip
    watcher = phone(app, evening, None, Role.WATCHER)
    assert hers not in app.test_client().get(f"/api/v1/tables/{watcher}").text
    file = evening.get("file").text
    assert held[0] not in file and '"seed": "hidden"' in file


def test_what_a_secret_draw_gives_cannot_be_tried_out_beforehand(app: Flask) -> None:
    """Neither at another table nor in another play; a form sent twice is still one draw."""
    sent = {"draw": "stalls", "seed": 5}
    tables = [Evening(app, "fair", chapter="base", players=3, story=False) for _ in range(2)]
    for evening in tables:
        for _ in range(2):
            assert evening.act("draw", sent, play=0, key="k").status_code == 303
        assert evening.state.seq == 2
        evening.start("base", story=False)
        assert evening.act("draw", sent, play=1, key="k1").status_code == 303
    draws = [row.entry.data for one in tables for row in one.state.log if row.action]
    seeds = [data["seed"] for data in draws if "seed" in data]
    assert len(seeds) == len(set(seeds)) == 4 and 5 not in seeds


def test_nobody_chooses_what_a_secret_draw_gives(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    dictated = {"draw": "stalls", "seed": 5, "kept": ["bread", "cloth", "tin"]}
    for kept in (dictated["kept"], ["fish"], "hidden"):
        answer = evening.act("draw", {**dictated, "kept": kept}, play=0, sure="yes")
        assert answer.status_code == 422 and "Keep none of it" in answer.text
    assert not evening.play.held
    assert evening.act("draw", {**dictated, "kept": []}, play=0).status_code == 303
    evening.must("unveil", draw="stalls")
    assert 'id="draw-stalls"' in evening.get("setup").text
    assert 'id="keep-stalls-1"' not in evening.get("setup").text


def test_a_secret_draw_that_kept_something_is_read_as_it_was(journal: Journal) -> None:
    kept = ["bread", "cloth", "tin"]
    journal.must("draw", draw="stalls", seed=5, kept=kept)
    held = replay(journal.game, journal.entries).plays[0].held["stalls"]
    assert list(held) == kept


def test_a_secret_draw_is_read_again_as_it_was_made(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    assert evening.act("draw", {"draw": "stalls", "seed": 5}).status_code == 303
    held = evening.play.held
    app.extensions.pop("state_cache")
    assert evening.play.held == held


def test_the_host_shows_it_before_the_scores(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    evening.must("draw", draw="stalls", seed=5)
    for seat in range(3):
        for field in ("lanterns", "coins"):
            evening.must("fill", seat=seat, field=field, value=1)
    assert 'id="unveil"' in evening.get("score").text
    evening.act("unveil", {"draw": "stalls"})
    for seat, stall in enumerate(evening.play.held["stalls"]):
        assert f'id="confirm-{seat}"' in evening.get("score", seat=seat).text
        evening.must("fill", seat=seat, field="stall", value=stall)
    assert 'id="finish"' in evening.get("score").text


def test_a_hand_told_by_another_phone_is_refused(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    told = {"draw": "stalls", "person": 1, "thing": "tin"}
    assert evening.act("hold", told).status_code == 422
    ada = phone(app, evening, 1)
    sent = {"csrf_token": guard(app, ada), "action": "hold", "data": json.dumps(told)}
    assert app.test_client().post(f"/t/{ada}/do", data=sent).status_code == 303
    assert evening.play.held["stalls"][0] == "tin"


def test_however_the_log_is_read_a_secret_draw_stays_one(journal: Journal) -> None:
    journal.must("draw", draw="stalls", seed=7)
    seen = redacted_for(journal.state, NOBODY)
    latest = seen.log.latest(seen.plays[0], "draw", {"draw": "stalls"})
    found = [seen.log[-1].entry, next(seen.log.standing()).entry, next(seen.log.newest()).entry]
    assert [entry.data["seed"] for entry in (*found, latest) if entry] == ["hidden"] * 4
