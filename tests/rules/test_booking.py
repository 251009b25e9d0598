"""What an aid found is booked by one tap: cards and counters in one entry, all or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.actions import Malformed, action
from companion.rules.issues import Issue
from companion.show.play.aid import AidForm, aid_form
from tests.journal import Journal


def builders() -> Journal:
    """Three at Tybor's first card, Ada with Workers of 2, 3 and 4."""
    table = Journal("tybor")
    table.start("I", players=3)
    table.must("advance", moment=[1, "deal", None])
    for strength in ("2", "3", "4"):
        table.must("lay", pad="workers", card=strength, seat=0)
    return table


def asked(table: Journal, key: str, seat: int = 0, **args: str) -> AidForm:
    aid = table.play.game.aid(key)
    assert aid is not None
    return aid_form(table.play, aid, seat, {f"f-{k}": [v] for k, v in args.items()})


def offers(form: AidForm) -> dict[str, Any]:
    return {line.label: line.books for line in form.lines if line.books}


def codes(found: list[Issue]) -> list[str]:
    return [issue.code for issue in found]


def test_build_books_the_building_and_takes_the_workers_used() -> None:
    table = builders()
    found = offers(asked(table, "build", colour="red", points="5"))
    table.must("book", **found["Great: 7 Strength"])
    [built] = table.play.pads["built"][0]
    assert (built.card, built.points, built.mark) == ("red", 8, "great")
    assert [laid.card for laid in table.play.pads["workers"][0]] == ["2"]
    told = table.play.filled_in[0]
    assert (told["printed"], told["red"], told["strength"]) == (8, 1, 2)
    said = "Ada built Red, Great side, 8 points: gave Strength 3 and Strength 4."
    assert table.state.log[-1].sentence(table.state) == said


def test_a_booking_is_taken_back_as_one() -> None:
    table = builders()
    before = table.play.pads
    table.must("book", **offers(asked(table, "build", colour="red"))["Little: 3 Strength"])
    table.must("undo", entry=len(table.entries))
    assert table.play.pads == before


def test_symbols_noted_with_citizens_make_the_colour_that_is_tapped_cheaper() -> None:
    table = builders()
    for _ in range(2):
        table.must("lay", pad="symbols", card="red", seat=0)
    assert [line.figure for line in asked(table, "build", colour="red").lines] == ["1", "5"]
    assert [line.figure for line in asked(table, "build", colour="blue").lines] == ["3", "7"]


def test_nothing_is_offered_before_the_colour_is_known_and_anyway_what_cannot_be_paid() -> None:
    table = builders()
    assert offers(asked(table, "build")) == {}
    short = offers(asked(table, "build", seat=1, colour="red"))
    assert list(short) == ["Little: 3 Strength", "Great: 7 Strength"], (
        "not all Workers may have been entered"
    )
    assert all("lifts" not in entry for entry in short.values())


def test_workers_that_were_only_typed_need_not_lie_there() -> None:
    table = builders()
    found = offers(asked(table, "build", seat=1, colour="blue", sum="9"))
    assert found["Little: 3 Strength"]["lays"] and "lifts" not in found["Little: 3 Strength"]


def test_all_of_a_booking_or_nothing() -> None:
    table = builders()
    booking = offers(asked(table, "build", colour="red"))["Great: 7 Strength"]
    table.must("lift", pad="workers", card="4", position=2, seat=0)
    before = table.play
    assert codes(table.do("book", **booking)) == ["stale"]
    assert table.play == before
    many = {"lays": [{"pad": "built", "card": "red"}] * 11}
    assert codes(table.do("book", aid="build", seat=0, **many)) == ["supply"]
    assert table.play == before


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"counts": {"coins": "3"}},
        {"counts": {"coins": True}},
        {"lays": ["red"]},
        {"lays": [{"pad": "built"}]},
        {"lays": [{"pad": "built", "card": "red", "points": "5"}]},
        {"lifts": [{"pad": "workers", "card": "2", "points": 3}]},
        {"lays": [{"pad": "built", "card": "red"}] * 41},
    ],
)
def test_what_is_no_booking_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        builders().do("book", aid="build", seat=0, **data)


def test_a_booking_names_an_aid_and_a_seat_that_are_there() -> None:
    table = builders()
    card = {"lays": [{"pad": "built", "card": "red"}]}
    assert codes(table.do("book", aid="bazaar", seat=0, **card)) == ["unknown-field"]
    assert codes(table.do("book", aid="build", seat=7, **card)) == ["players"]
    away = {"lifts": [{"pad": "nothing", "card": "red"}]}
    assert codes(table.do("book", aid="build", seat=0, **away)) == ["stale"]


def test_whoever_a_tap_books_for_is_chosen_on_the_page() -> None:
    table = Journal("merchants")
    table.start("base", players=3)
    assert asked(table, "inn", seat=1).askers and not asked(table, "inn", seat=1).by_turns
    assert asked(table, "inn", seat=0).by_turns
    assert asked(table, "ruins", seat=1).askers, "its marker is booked"
    assert not asked(table, "countdown", seat=1).askers


def test_no_colon_follows_a_question_in_the_log() -> None:
    table = Journal("merchants")
    table.start("base", 2)
    table.must("book", aid="move", seat=0, counts={"prestige": 2})
    assert table.state.log[-1].sentence(table.state) == "Ada, Where can I move? Prestige +2."


def test_a_booking_makes_no_count_known_that_nobody_has_entered() -> None:
    """An undo has taken away what was entered before it."""
    table = Journal("merchants")
    table.start("base", 2)
    table.must("count", track="coins", seat=0, to=10)
    entered = len(table.entries)
    table.must("count", track="dice-potion", to=1)
    table.must("book", aid="bazaar", seat=0, counts={"coins": -4, "dice-potion": -1})
    table.must("undo", entry=entered)
    assert ("coins", 0) not in table.play.moved and table.play.tracks["coins"] == (0, 0)
    assert table.play.tracks["dice-potion"] == (0,), "the rest of it is booked"
    pays = action("book", {"aid": "bazaar", "seat": 0, "counts": {"coins": -4}}, table.play)
    assert pays.doubts(table.state, table.play) == []


def test_a_payment_of_which_nothing_is_there_moves_nothing() -> None:
    table = Journal("merchants")
    table.start("base", 2)
    table.must("book", aid="move", seat=0, counts={"prestige": -2})
    moved = dict(table.play.moved)
    assert table.play.tracks["prestige"][0] == 0
    while table.play.moment.round < 2:
        table.must("advance", moment=table.play.moment.as_json())
    table.must("book", aid="move", seat=0, counts={"prestige": -2})
    assert table.play.moved == moved
    assert codes(table.do("book", aid="move", seat=0, counts={"gold": 0})) == ["unknown-field"]


def booked(table: Journal, given: dict[str, Any], seat: int = 0) -> list[str]:
    counts = {"travel-visited": 1 << seat}
    return codes(table.do("book", aid="towns", seat=seat, counts=counts, given=given))


def test_a_booking_is_stale_once_what_it_was_worked_out_from_has_changed() -> None:
    table = Journal("merchants")
    table.start("base", players=3)
    entry = {"aid": "ruins", "seat": 0, "counts": {"ruins-marker": 1}}
    table.must("book", **entry, given={"ruins-marker": 0})
    [issue] = table.do("book", **entry, given={"ruins-marker": 0})
    assert issue.code == "stale" and issue.message.startswith("The game has moved on")
    table.must("book", **entry, given={"ruins-marker": 1})
    assert table.play.tracks["ruins-marker"] == (2,)
    assert codes(table.do("undo", entry=2)) == ["depends"], "the later one was worked out from it"


def test_of_seats_a_booking_goes_by_its_own() -> None:
    table = Journal("merchants")
    table.start("base", players=3)
    assert booked(table, {"travel-visited": 0}) == []
    assert booked(table, {"travel-visited": 0}) == ["stale"]
    assert booked(table, {"travel-visited": 0}, seat=2) == [], "whoever else has"
    assert table.play.tracks["travel-visited"] == (0b101,)


def test_what_a_booking_was_worked_out_from_are_numbers() -> None:
    data = {"aid": "ruins", "seat": 0, "counts": {"ruins-marker": 1}}
    assert action("book", {**data, "given": {"ruins-marker": 0}}).as_json()["given"]
    with pytest.raises(Malformed):
        action("book", {**data, "given": {"ruins-marker": "0"}})


def test_a_track_that_is_not_here_cannot_have_been_known() -> None:
    table = Journal("merchants")
    table.start("base", players=3)
    assert booked(table, {"nothing": 0}) == ["stale"]
