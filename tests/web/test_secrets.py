"""Hidden numbers: who sees them, who takes whose place, and who says that somebody is done."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.table.links import Role
from tests.web.evening import Evening
from tests.web.test_people import SECRET, Guest, tells


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Three at the table, scores secret, and Ben's number entered on his own phone."""
    evening = Evening(app, players=3)
    evening.must("mask", play=0)
    return evening


@pytest.fixture
def ben(evening: Evening) -> Guest:
    guest = Guest(evening, Role.PLAYER).sit(1)
    assert guest.act("fill", person=2, field="coins", value=SECRET).status_code == 303
    return guest


def sees(guest: Guest) -> bool:
    """Whether the number shows anywhere a page could show it."""
    pages = ("score?seat=1", "log", "result", "watch", "play", "")
    return any(tells(guest.get(page).text) for page in pages)


def test_a_number_shows_on_the_phone_that_entered_it_and_under_the_own_link(
    evening: Evening, ben: Guest
) -> None:
    assert sees(ben)
    assert sees(Guest(evening, Role.PLAYER, seat=1))
    assert not sees(Guest(evening, Role.PLAYER, seat=0))


def test_a_watcher_cannot_say_who_it_is(evening: Evening, ben: Guest) -> None:
    watcher = Guest(evening, Role.WATCHER)
    assert watcher.post("who", person=2).status_code == 403
    assert not sees(watcher)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.HOST])
def test_taking_a_place_shows_nothing_and_is_seen_by_all(
    evening: Evening, ben: Guest, role: Role
) -> None:
    other = Guest(evening, role).sit(1)
    assert not sees(other)
    assert "A second phone wants to join as Ben." in ben.get("log").text
    refused = other.act("fill", person=2, field="coins", value=1)
    assert refused.status_code == 422 and "Another phone is linked to this player" in refused.text
    assert evening.play.entries[1] == {"coins": SECRET}


def test_the_host_lets_a_phone_in_with_one_tap(evening: Evening, ben: Guest) -> None:
    other = Guest(evening, Role.PLAYER).sit(1)
    seq = evening.state.seq
    assert other.act("admit", entry=seq).status_code == 403
    page = evening.get("people").text
    assert f"admit-{seq}" in page
    assert evening.act("admit", {"entry": seq}).status_code == 303
    assert sees(other) and f"admit-{seq}" not in evening.get("people").text
    assert other.act("fill", person=2, field="coins", value=SECRET + 1).status_code == 303
    assert "The host let another phone join as Ben." in ben.get("log").text


def test_only_somebody_or_the_host_says_that_they_are_done(evening: Evening, ben: Guest) -> None:
    other = Guest(evening, Role.PLAYER).sit(0)
    assert other.act("ready", person=2).status_code == 422
    other.sit(1)
    assert other.act("ready", person=2).status_code == 422
    assert evening.act("ready", {"person": 2}, play=0).status_code == 303
    assert evening.play.ready == {1}


def test_whoever_has_a_link_of_their_own_is_no_other_phones(evening: Evening) -> None:
    own = Guest(evening, Role.PLAYER, seat=1)
    assert own.act("fill", person=2, field="coins", value=SECRET).status_code == 303
    other = Guest(evening, Role.PLAYER).sit(1)
    sat = evening.state.seq

    def is_kept_out() -> bool:
        tried = [other.act("fill", person=2, field="coins", value=1, after=n) for n in (None, 0)]
        tried.append(other.act("ready", person=2))
        said = all("Another phone is linked to this player" in answer.text for answer in tried)
        return said and not any(tells(answer.text) for answer in tried) and not sees(other)

    assert "A second phone wants to join as Ben." in own.get("log").text
    assert is_kept_out()
    assert other.act("undo", entry=sat).status_code == 303 and is_kept_out()
    assert other.act("undo", entry=sat + 1).status_code == 303 and is_kept_out()
    assert other.act("sit", person=2, waits=False).status_code == 303 and is_kept_out()
    assert own.act("ready", person=2).status_code == 303 and evening.play.ready == {1}
    assert evening.act("admit", {"entry": sat}).status_code == 303
    assert sees(other) and other.act("ready", person=2, on=False).status_code == 303


def test_no_other_phone_says_that_those_with_links_of_their_own_are_done(
    evening: Evening,
) -> None:
    for seat in range(3):
        own = Guest(evening, Role.PLAYER, seat)
        assert own.act("fill", seat=seat, field="coins", value=SECRET).status_code == 303
    other = Guest(evening, Role.PLAYER)
    for seat in range(3):
        assert other.sit(seat).act("ready", seat=seat).status_code == 422
    assert evening.play.secret and not sees(other)


def test_a_phone_that_was_somebodys_before_their_link_was_made_stays_theirs(
    evening: Evening, ben: Guest
) -> None:
    Guest(evening, Role.PLAYER, seat=1)
    assert ben.act("fill", person=2, field="coins", value=SECRET + 1).status_code == 303


def test_nobody_takes_a_place_away_by_undo(evening: Evening, ben: Guest) -> None:
    sat = next(row.entry.seq for row in evening.state.log if row.entry.action == "sit")
    other = Guest(evening, Role.PLAYER)
    assert other.act("undo", entry=sat).status_code == 403
    assert not sees(other.sit(1))


def test_phones_that_see_different_numbers_share_no_page(evening: Evening, ben: Guest) -> None:
    other = Guest(evening, Role.PLAYER).sit(1)
    for _ in range(2):  # drawn, then kept
        assert tells(ben.get("score?seat=1").text)
        assert not tells(other.get("score?seat=1").text)


def test_a_copy_holds_nothing_that_its_host_could_show_unnoticed(
    evening: Evening, ben: Guest
) -> None:
    answer = evening.post("log/fork", entry=evening.state.seq, key="k")
    copy = Evening.__new__(Evening)
    copy.app, copy.client, copy.slug = evening.app, evening.client, evening.slug
    copy.token = answer.location.split("/")[2]
    assert copy.act("mask", {"on": False}, play=0).status_code == 303 and not copy.play.secret
    shown = [copy.get(page).text for page in ("score?seat=1", "log", "file")]
    assert not any(map(tells, shown))
    assert evening.play.secret and evening.play.entries[1] == {"coins": SECRET}
    evening.must("mask", play=0, on=False)  # what everybody may see is copied
    again = evening.post("log/fork", entry=evening.state.seq, key="later").location
    assert tells(evening.client.get(f"{again}score?seat=1").text)


def test_nobody_hides_another_behind_their_own_seat(evening: Evening, ben: Guest) -> None:
    """An entry that names a seat and a person is about the person; so are its rights."""
    bound, any_seat = Guest(evening, Role.PLAYER, seat=0), Guest(evening, Role.PLAYER).sit(2)
    for guest, seat, status in ((bound, 0, (403, 422)), (any_seat, 2, (422,))):
        filled = guest.act("fill", seat=seat, person=2, field="coins", value=1)
        done = guest.act("ready", seat=seat, person=2)
        assert filled.status_code in status and done.status_code in status
    assert evening.play.entries[1] == {"coins": SECRET} and not evening.play.ready


def test_a_link_for_one_person_fills_in_no_other_seat(app: Flask) -> None:
    evening = Evening(app, players=3)
    ada = Guest(evening, Role.PLAYER, seat=0)
    assert ada.act("fill", seat=0, person=2, field="coins", value=1).status_code == 403
    assert ada.act("fill", person=1, field="coins", value=1).status_code == 303
    assert evening.play.entries == ({"coins": 1}, {}, {})


def test_nobody_takes_back_that_somebody_is_not_done_yet(evening: Evening, ben: Guest) -> None:
    assert ben.act("ready", person=2).status_code == 303
    assert ben.act("ready", person=2, on=False).status_code == 303
    other, not_yet = Guest(evening, Role.PLAYER).sit(2), evening.state.seq - 1
    assert evening.state.log[not_yet - 1].entry.action == "ready"
    assert other.act("undo", entry=not_yet).status_code == 403 and not evening.play.ready
    assert ben.act("undo", entry=not_yet).status_code == 303 and evening.play.ready == {1}


def test_what_the_game_plays_by_itself_is_waited_for_by_nobody(app: Flask) -> None:
    seats = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Private Concern", "person": None}]
    evening = Evening(
        app, "merchants", chapter="base", story=False, settings={"concern": "yes"}, seats=seats
    )
    evening.must("pace", value="ends")
    evening.must("advance", moment=list(evening.play.moment.as_json()))
    evening.must("mask", play=0)
    evening.must("ready", person=1, on=True)
    page = evening.get("score?seat=2").text
    assert "1 of 2 so far" in page
    assert "Its numbers are entered when everyone is done." in page
    assert "Private Concern enters" not in page
    shown = evening.get("watch").text
    assert "1 of 2 done, still counting: Ben" in shown and "entered last" in shown
