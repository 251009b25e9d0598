"""A card that is somebody's turn: one tap lays it, with what goes along, and passes the turn."""

from __future__ import annotations

from typing import Any

from companion.rules.journal.replay import replay
from companion.rules.parts.clock import Moment
from tests.journal import Journal, codes


def picking(players: int = 3, **more: Any) -> Journal:
    told = Journal("tybor")
    told.start("I", players, **more)
    told.must("advance", moment=told.play.moment.as_json())
    return told


def tap(told: Journal, seat: int, pad: str = "citizens", card: str = "farmer", **more: Any) -> None:
    moment = told.play.moment.as_json()
    told.must("lay", pad=pad, card=card, seat=seat, moment=moment, **more)


def test_a_tap_passes_the_turn_and_after_the_last_the_next_card_begins() -> None:
    told = picking()
    tap(told, 0)
    assert (told.play.moment, told.play.acting) == (Moment(1, "pick-1"), 1)
    tap(told, 1, "workers", "3")
    tap(told, 2, "workers", "2")
    assert (told.play.moment, told.play.acting) == (Moment(1, "pick-2"), None)
    assert replay(told.game, told.entries) == told.state


def test_what_goes_along_is_laid_and_undone_with_the_card() -> None:
    told = picking()
    tap(told, 0, card="soldier", along=["red", "blue"])
    assert [laid.card for laid in told.play.pads["symbols"][0]] == ["red", "blue"]
    assert told.state.log[-1].sentence(told.state) == "Ada has the Citizen Soldier, red and blue."
    told.must("undo", entry=len(told.entries))
    assert told.play.pads["symbols"][0] == told.play.pads["citizens"][0] == ()
    assert told.play.acting is None and told.play.taps == ()


def test_an_undo_in_the_middle_takes_one_card_and_leaves_the_turn_where_it_was() -> None:
    told = picking(4)
    for seat in range(3):
        tap(told, seat)
    told.must("undo", entry=len(told.entries))
    assert told.play.acting == 2 and len(told.play.taps) == 2


def test_a_stale_page_and_a_second_tap_enter_nothing() -> None:
    told, moment = picking(), [1, "pick-1", None]
    tap(told, 0)
    again = told.do("lay", pad="workers", card="1", seat=0, moment=moment)
    assert codes(again) == ["stale"] and "Ada’s card" in again[0].message
    tap(told, 1)
    tap(told, 2)
    assert codes(told.do("lay", pad="workers", card="1", seat=1, moment=moment)) == ["stale"]


def test_a_card_entered_early_on_ones_own_phone_waits_for_the_turn() -> None:
    told = picking()
    tap(told, 1)
    assert told.play.acting == 0, "it is still Ada’s card"
    tap(told, 0)
    assert told.play.acting == 2
    tap(told, 2)
    assert told.play.moment.phase == "pick-2"


def test_a_card_without_a_moment_passes_nothing_as_in_old_journals() -> None:
    told = picking()
    told.must("lay", pad="workers", card="1", seat=0)
    assert told.play.acting is None and not told.play.taps


def test_nothing_goes_along_with_a_card_that_takes_nothing() -> None:
    told = picking()
    moment = told.play.moment.as_json()
    wrong = told.do("lay", pad="workers", card="1", seat=0, moment=moment, along=["red"])
    assert codes(wrong) == ["unknown-field"]
    wrong = told.do("lay", pad="citizens", card="priest", seat=0, moment=moment, along=["pink"])
    assert codes(wrong) == ["unknown-choice"]


def test_what_goes_along_has_room_card_by_card() -> None:
    told = picking()
    flood = told.do("lay", pad="citizens", card="priest", seat=0, along=["red"] * 3000)
    assert codes(flood) == ["too-high"] and not told.play.pads["symbols"][0]


def test_a_booking_is_a_turn_as_well() -> None:
    told = picking()
    told.must("lay", pad="workers", card="3", seat=0)
    lays, lifts = [{"pad": "built", "card": "blue"}], [{"pad": "workers", "card": "3"}]
    moment = told.play.moment.as_json()
    told.must("book", aid="build", seat=0, lays=lays, lifts=lifts, moment=moment)
    assert told.play.acting == 1 and told.play.taps[-1].pad == "built"
