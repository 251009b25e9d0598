"""Mistakes at the start put right on a page: it says what goes, and there is always a way on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.table.links import Role
from tests.web.evening import Evening, link_for
from tests.web.pressing import Page
from tests.web.test_people import Guest

THREE = [{"name": name} for name in ("Ada", "Ben", "Cleo")]


@pytest.fixture
def evening(app: Flask) -> Evening:
    evening = Evening(app, "newdale", seats=THREE)
    for seat in range(3):
        evening.must("fill", seat=seat, field="towns", value=seat + 1)
    return evening


def send(evening: Evening, button: str = "open", page: str = "change", **typed: Any) -> Any:
    form = Page(evening.get(page).text).sent(button, typed)
    return evening.client.post(f"/t/{evening.token}/{page}", data=form)


def towns(evening: Evening) -> dict[str, Any]:
    rows = zip(evening.play.names, evening.play.entries, strict=True)
    return {name: entry.get("towns") for name, entry in rows}


def test_a_corrected_name_stays_the_same_person(evening: Evening) -> None:
    assert send(evening, name=["Ada", "Benjamin", "Cleo"], first="0").status_code == 303
    assert towns(evening) == {"Ada": 1, "Benjamin": 2, "Cleo": 3}
    assert [row.entry.action for row in evening.state.log][-1] == "rename"


@pytest.mark.parametrize("drawn", [True, False])
def test_a_scenario_stays_when_something_else_is_put_right(app: Flask, drawn: bool) -> None:
    """Drawn anew for the next game only, be it by the app or told when the table was opened."""
    settings = {} if drawn else {"scenario": "escape"}
    evening = Evening(app, "tybor", seats=THREE, chapter="I", settings=settings)
    if drawn:
        evening.must("draw", draw="scenario", seed=0, kept=["escape"])
    evening.must("record", fact="effects", value=["discard-one"])
    assert send(evening, name=["Ada", "Benjamin", "Cleo"], first="0").status_code == 303
    assert [row.entry.action for row in evening.state.log][-1] == "rename"
    assert send(evening, name=["Ada", "Benjamin", "Cleo"], first="1").status_code == 303
    assert evening.play.situation.first == 1
    assert evening.play.situation["scenario"] == "escape"
    assert evening.play.situation["effects"] == ("discard-one",)
    assert 'id="o-scenario-open" value="open" checked' not in evening.get("change").text


def test_what_somebody_who_leaves_had_is_said_first(evening: Evening) -> None:
    asked = send(evening, here=["0", "2"], first="0")
    assert asked.status_code == 409
    assert "What was entered for Ben is cleared." in asked.text
    assert towns(evening) == {"Ada": 1, "Ben": 2, "Cleo": 3}
    assert send(evening, here=["0", "2"], first="0", another="1").status_code == 303
    assert towns(evening) == {"Ada": 1, "Cleo": 3}


def test_somebody_else_on_a_seat_is_somebody_else(evening: Evening) -> None:
    joined = send(evening, "join", first="0")
    form = Page(joined.text).sent("open", {"name": ["Ada", "Ben", "Cleo", "Dov"], "first": "3"})
    assert evening.client.post(f"/t/{evening.token}/change", data=form).status_code == 303
    assert towns(evening) == {"Ada": 1, "Ben": 2, "Cleo": 3, "Dov": None}
    assert evening.play.situation.first == 3


def test_nothing_changed_is_no_entry(evening: Evening) -> None:
    before = evening.state.seq
    assert send(evening, first="0").status_code == 303
    assert evening.state.seq == before


def test_an_older_page_changes_nothing(evening: Evening) -> None:
    form = Page(evening.get("change").text).sent("open", {"first": "1"})
    evening.must("begin", seat=2)
    answer = evening.client.post(f"/t/{evening.token}/change", data=form)
    assert answer.status_code == 409 and evening.play.situation.first == 2


def test_what_is_wrong_stands_beside_its_control(evening: Evening) -> None:
    answer = send(evening, name=["Ada", "", "Cleo"], first="0")
    assert answer.status_code == 422 and "Enter a name of up to 40 characters." in answer.text


def test_a_chapter_left_is_on_the_tables_page_and_can_be_taken_up_again(evening: Evening) -> None:
    leave = Page(evening.get("change").text).sent("abandon", {}) | {"sure": "yes"}
    assert evening.client.post(f"/t/{evening.token}/do", data=leave).status_code == 303
    home = evening.get().text
    assert Page(home).texts("a", ".primary") == ["Chapter I was left unfinished Next chapter"]
    assert "Start Chapter I" in evening.get("next").text
    assert (
        evening.client.post(
            f"/t/{evening.token}/do", data=Page(home).sent("take-up-0", {})
        ).status_code
        == 303
    )
    assert not evening.play.abandoned_at


def test_taking_back_the_start_leads_to_a_new_one_as_it_was(evening: Evening) -> None:
    for entry in (4, 3, 2, 1):
        evening.must("undo", entry=entry)
    for page in ("", "setup", "play", "score", "people", "rulings"):
        assert evening.get(page).location.endswith("/next"), page
    assert evening.get("log").status_code == evening.get("settings").status_code == 200
    again = evening.get("next").text
    assert 'value="Ada"' in again and 'value="Cleo"' in again
    assert send(evening, page="next", first="0").status_code == 303
    assert evening.play.names == ("Ada", "Ben", "Cleo")


def test_a_finished_play_is_opened_again_to_edit_its_players(evening: Evening) -> None:
    evening.finish(3, 4, 5)
    for page in ("setup", "players"):
        form = Page(evening.get(page).text).sent("reopen", {})
    answer = evening.client.post(f"/t/{evening.token}/do", data=form)
    assert answer.location.endswith("/change") and not evening.play.finished
    assert send(evening, here=["0", "2"], first="0", another="1").status_code == 303
    assert towns(evening).keys() == {"Ada", "Cleo"}
    evening.must("finish")
    assert "Cleo wins" in evening.get("result").text


def test_who_played_stays_once_the_story_has_gone_on(evening: Evening) -> None:
    evening.finish(3, 4, 5)
    evening.start("II")
    for page in ("players", "setup"):
        assert 'id="reopen"' not in evening.get(page, play=0).text
    assert "A later chapter has been played" in evening.get("players", play=0).text
    assert 'id="reopen"' not in evening.get("setup").text


@pytest.mark.parametrize(("role", "seat"), [(Role.PLAYER, 0), (Role.WATCHER, None)])
def test_a_phone_for_one_person_is_not_offered_to_open_it_again(
    evening: Evening, role: Role, seat: int | None
) -> None:
    evening.finish(3, 4, 5)
    assert 'id="reopen"' in evening.get("players").text
    guest = Page(Guest(evening, role, seat).get("players").text)
    assert "reopen" not in guest.ids and guest.texts("h1") == ["Edit players"]


def test_whoever_is_still_in_a_game_that_was_left_is_told_and_can_take_it_up(
    evening: Evening,
) -> None:
    for page in ("setup", "play", "score"):
        assert 'id="left"' not in evening.get(page).text
        evening.must("abandon")
        shown = evening.get(page).text
        assert "<b>Chapter I</b> was left unfinished." in shown
        back = evening.client.post(f"/t/{evening.token}/do", data=Page(shown).sent("take-up", {}))
        assert back.location.endswith(f"/{page}?play=0") and not evening.play.abandoned_at
    evening.must("abandon")
    watching = evening.client.get(f"/t/{link_for(evening, Role.WATCHER)}/score").text
    assert "was left unfinished" in watching and 'id="take-up"' not in watching


@pytest.mark.parametrize(
    ("button", "said"), [("restart", "goes back to setup"), ("abandon", "gets no result")]
)
def test_beginning_again_and_leaving_ask_first(evening: Evening, button: str, said: str) -> None:
    before, address = evening.state.seq, f"/t/{evening.token}/do"
    form = Page(evening.get("change").text).sent(button, {})
    asked = evening.client.post(address, data=form)
    assert asked.status_code == 422 and said in asked.text and evening.state.seq == before
    resent = {k: v for k, v in form.items() if k != "key"} | {"sure": "yes", "key": "again"}
    assert evening.client.post(address, data=resent).status_code == 303
    assert evening.state.log[-1].entry.action == button


@pytest.mark.parametrize("kind", ["restart", "abandon"])
def test_only_the_host_ends_a_game_in_which_others_have_entered_something(
    app: Flask, kind: str
) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act("tick", step="board").status_code == 303
    assert 'id="restart"' in ada.get("change").text
    assert ben.act("fill", person=2, field="towns", value=3).status_code == 303
    for guest in (ada, ben):
        refused = guest.post("do", action=kind, data="{}", play=0, sure="yes")
        assert refused.status_code == 422 and "only the host" in refused.text
        page = guest.get("change").text
        assert 'id="restart"' not in page and "only the host" in page
    assert 'id="restart"' in evening.get("change").text
    assert evening.act(kind, play=0, sure="yes").status_code == 303


OF_THE_GAME = [("record", {"fact": "introduced", "value": ["200"]}),
               ("rule", {"ruling": "overpay", "value": "kept"})]  # fmt: skip
TABLES_OWN = [("rename", {"person": 1, "name": "Adele"}), ("place", {"value": "At Ada's"}),
              ("pace", {"value": "round"}), ("hide", {"reminder": "new-tokens"})]  # fmt: skip


def ends(guest: Guest) -> bool:
    return guest.post("do", action="restart", data="{}", play=0, sure="yes").status_code == 303


@pytest.mark.parametrize("told", OF_THE_GAME)
def test_what_others_read_off_a_card_or_ruled_is_entered_in_the_game(
    app: Flask, told: tuple[str, dict[str, Any]]
) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act(told[0], **told[1]).status_code == 303
    assert not ends(ben) and ends(ada)


@pytest.mark.parametrize("told", TABLES_OWN)
def test_what_others_said_of_the_table_leaves_a_game_its_only_players(
    app: Flask, told: tuple[str, dict[str, Any]]
) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act(told[0], **told[1]).status_code == 303
    assert ends(ben)


def test_nobody_may_end_a_game_by_taking_back_what_others_entered(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben, window = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1, 1))
    assert ada.act("fill", seat=0, field="coins", value=9).status_code == 303
    assert ben.act("undo", entry=evening.state.seq).status_code == 303
    assert not ends(ben) and not ends(window)


def test_what_somebody_took_back_themselves_keeps_nobody_from_ending(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act("fill", seat=0, field="coins", value=9).status_code == 303
    assert ada.act("undo", entry=evening.state.seq).status_code == 303
    assert ends(ben)


def test_whoever_is_alone_in_a_game_may_end_it(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada = Guest(evening, Role.PLAYER).sit(0)
    assert ada.act("tick", step="board").status_code == 303
    assert ada.post("do", action="restart", data="{}", play=0, sure="yes").status_code == 303


def reseated(evening: Evening, **how: Any) -> str:
    """The same people at the same table, as a form of ours would tell it."""
    seats = [{"name": one.name, "person": one.id} for one in evening.state.people]
    return json.dumps({"chapter": "I", "story": True, "seats": seats, **how})


OTHER_GAMES = [{"story": False}, {"chapter": "II", "story": False}]


@pytest.mark.parametrize("other", OTHER_GAMES)
def test_only_the_host_puts_another_game_in_the_place_of_what_others_entered(
    app: Flask, other: dict[str, Any]
) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act("fill", seat=0, field="coins", value=9).status_code == 303
    form = {"action": "reseat", "data": reseated(evening, **other), "play": 0, "sure": "yes"}
    refused = ben.post("do", **form)
    assert refused.status_code == 422 and "only the host" in refused.text
    assert evening.play.entries[0] == {"coins": 9}
    assert evening.post("do", **form).status_code == 303 and not evening.play.entries[0]


def test_anybody_changes_the_seats_of_a_game_that_goes_on(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act("fill", seat=0, field="coins", value=9).status_code == 303
    turned = reseated(evening, first=1)
    assert ben.post("do", action="reseat", data=turned, play=0).status_code == 303
    assert evening.play.situation.first == 1 and evening.play.entries[0] == {"coins": 9}


@pytest.mark.parametrize("other", OTHER_GAMES)
def test_another_game_in_the_place_of_this_one_asks_first(
    evening: Evening, other: dict[str, Any]
) -> None:
    form = {"data": reseated(evening, **other), "play": 0}
    asked = evening.post("do", action="reseat", **form)
    assert asked.status_code == 422 and "What was entered is cleared" in asked.text
    assert towns(evening)["Ben"] == 2
    assert evening.post("do", action="reseat", **form, sure="yes").status_code == 303
    assert towns(evening)["Ben"] is None


def test_the_page_says_to_ask_the_host_where_another_chapter_is_chosen(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=THREE)
    ada, ben = (Guest(evening, Role.PLAYER).sit(seat) for seat in (0, 1))
    assert ada.act("fill", seat=0, field="coins", value=9).status_code == 303
    chosen = {"kind": "single", "single": "II", "first": "0", "another": "1"}
    form = Page(ben.get("change").text).sent("open", chosen)
    answer = ben.client.post(f"{ben.base}change", data=form)
    assert answer.status_code == 422 and answer.text.count("only the host") == 2
    assert evening.play.entries[0] == {"coins": 9}
    form = Page(evening.get("change").text).sent("open", chosen)
    assert evening.client.post(f"/t/{evening.token}/change", data=form).status_code == 303
    assert evening.play.chapter == "II"
