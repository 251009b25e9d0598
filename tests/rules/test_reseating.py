"""Mistakes at the start put right: who plays and where, anew, left; what was entered follows."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.journal.replay import replay
from companion.rules.journal.secrecy import Viewer, redacted_for
from companion.rules.parts.clock import Moment
from companion.show.plan import losses
from tests.journal import Journal, codes
from tests.rules.test_people import seats
from tests.rules.test_replay import EMPTY

STEP = "board"


@pytest.fixture
def journal() -> Journal:
    """Ada, Ben and Cleo in round 1 of the first chapter, with numbers of their own."""
    journal = Journal()
    journal.start("I", 3, story=True)
    for seat, points in enumerate((4, 5, 6)):
        journal.must("count", track="points", seat=seat, to=points)
        journal.must("fill", seat=seat, field="towns", value=seat + 1)
    journal.must("tick", step=STEP)
    journal.must("claim", group="decks", seat=2)
    return journal


def reseat(journal: Journal, *names: str, first: int = 0, **more: Any) -> None:
    start = {"chapter": "I", "seats": seats(*names), "first": first, "story": True}
    journal.must("reseat", **{**start, **more})


def towns(journal: Journal) -> dict[str, Any]:
    play = journal.play
    return {name: entry.get("towns") for name, entry in zip(play.names, play.entries, strict=True)}


def test_what_was_entered_follows_the_person(journal: Journal) -> None:
    reseat(journal, "Cleo", "Ada", "Ben", first=1)
    assert towns(journal) == {"Cleo": 3, "Ada": 1, "Ben": 2}
    assert journal.play.tracks["points"] == (6, 4, 5)
    assert journal.play.claims == {"decks": 0}
    assert journal.play.situation.first == 1
    assert set(journal.play.filled) == {(0, "towns"), (1, "towns"), (2, "towns")}
    assert STEP in journal.play.ticks


def test_coins_spent_to_the_last_stay_told_at_another_seat() -> None:
    journal = Journal("merchants")
    journal.start("base", 3)
    for to in (5, 0):
        journal.must("count", track="coins", seat=2, to=to)
    reseat(journal, "Cleo", "Ada", "Ben", chapter="base", story=False)
    assert [entry.get("coins") for entry in journal.play.filled_in] == [0, None, None]


def test_whoever_leaves_takes_their_numbers_along_and_undo_brings_them_back(
    journal: Journal,
) -> None:
    before = journal.play
    reseat(journal, "Ada", "Cleo")
    assert towns(journal) == {"Ada": 1, "Cleo": 3}
    journal.must("undo", entry=journal.state.seq)
    assert journal.play == before


def test_somebody_who_joins_starts_from_nothing(journal: Journal) -> None:
    reseat(journal, "Ada", "Dov", "Ben", "Cleo")
    assert towns(journal) == {"Ada": 1, "Dov": None, "Ben": 2, "Cleo": 3}
    assert journal.play.tracks["points"][1] == 3
    assert journal.play.situation.players == 4


def test_steps_that_say_something_else_for_this_table_are_open_again(journal: Journal) -> None:
    for step in journal.play.texts:
        journal.must("tick", step=step)
    before = journal.play.texts
    reseat(journal, "Ada")
    changed = {key for key, text in before.items() if journal.play.texts.get(key) != text}
    assert changed
    assert journal.play.ticks == set(before) - changed


def test_the_turn_of_somebody_who_leaves_goes_to_who_is_there() -> None:
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=seats("Ada", "Ben", "Cleo"))
    while journal.play.moment.seat is None:
        journal.must("advance", moment=journal.play.moment.as_json())
    journal.must("advance", moment=journal.play.moment.as_json())
    assert journal.play.moment.seat == 1
    journal.must("reseat", chapter="base", seats=seats("Cleo", "Ada"), first=1)
    assert journal.play.moment.seat in (0, 1)


def test_another_scenario_than_the_one_drawn_was_not_drawn() -> None:
    journal = Journal("tybor")
    journal.start("I", 2)
    journal.must("draw", draw="scenario", seed=0, kept=["third"])
    start = {"chapter": "I", "seats": seats("Ada", "Ben")}
    journal.must("reseat", **start, settings={"scenario": "third"})
    assert journal.play.drawn == {"scenario": ("third",)}
    journal.must("reseat", **start, settings={"scenario": "escape"})
    assert journal.play.drawn == {}


def test_the_log_names_who_sat_there_then(journal: Journal) -> None:
    said = [row.sentence(journal.state) for row in journal.state.log]
    reseat(journal, "Cleo", "Ada", "Ben")
    now = [row.sentence(journal.state) for row in journal.state.log]
    assert now[:-1] == said
    assert "Ada, Towns: 1." in now


def test_secret_numbers_stay_their_persons_in_the_log_too(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", seat=0, field="fists", value=7)
    reseat(journal, "Cleo", "Ada", "Ben")
    ada, cleo = (redacted_for(journal.state, Viewer(person)) for person in (1, 3))
    assert "Ada, Fists: 7." in [row.sentence(ada) for row in ada.log]
    assert "Ada has entered something." in [row.sentence(cleo) for row in cleo.log]


def test_another_chapter_begins_anew_with_the_same_people() -> None:
    journal = Journal()
    journal.start("IIIa", 3)
    journal.must("fill", seat=0, field="towns", value=3)
    journal.must("advance", moment=journal.play.moment.as_json())
    journal.must("reseat", chapter="II", seats=seats("Ada", "Ben", "Cleo"))
    assert (journal.play.chapter, len(journal.state.plays)) == ("II", 1)
    assert not any(journal.play.entries)
    assert journal.play.moment == Moment(1, "event")


def test_the_story_says_which_chapter_it_can_be(journal: Journal) -> None:
    assert codes(journal.do("reseat", chapter="II", seats=seats("Ada"), story=True)) == ["conflict"]
    assert journal.do("reseat", chapter="II", seats=seats("Ada")) == []


def test_a_play_begun_anew_has_its_people_and_nothing_else(journal: Journal) -> None:
    journal.must("shuffle", deck="events", seed=1)
    began = journal.play
    journal.must("restart")
    assert journal.play.names == began.names
    assert (journal.play.ticks, journal.play.orders, journal.play.claims) == (frozenset(), {}, {})
    assert not any(journal.play.entries)
    journal.must("undo", entry=journal.state.seq)
    assert journal.play == began


def test_a_chapter_left_unfinished_can_be_played_again_and_taken_up_again(
    journal: Journal,
) -> None:
    again = {"chapter": "I", "seats": seats("Ada", "Ben"), "story": True}
    assert codes(journal.do("start", **again)) == ["conflict"]
    journal.must("abandon")
    left = journal.state.seq
    assert journal.state.story == []
    journal.must("start", **again)
    assert codes(journal.do("undo", entry=left)) == ["depends"]
    journal.must("undo", entry=journal.state.seq)
    journal.must("undo", entry=left)
    assert journal.state.story == [journal.play]
    assert codes(journal.do("abandon") + journal.do("abandon")) == ["stale"]


def test_what_is_finished_stays_as_it_is() -> None:
    journal = Journal()
    journal.start("I", 2)
    for seat in (0, 1):
        journal.fill(seat, **EMPTY)
    journal.must("finish")
    for kind in ("restart", "abandon"):
        assert codes(journal.do(kind)) == ["conflict"]
    assert codes(journal.do("reseat", chapter="I", seats=seats("Ada"))) == ["conflict"]


def test_replaying_it_all_comes_to_the_same(journal: Journal) -> None:
    reseat(journal, "Cleo", "Dov", "Ada", first=2)
    journal.must("fill", person=4, field="towns", value=9)
    journal.must("restart")
    journal.must("abandon")
    assert replay(journal.game, journal.entries) == journal.state


@pytest.mark.parametrize(("more", "said"), [
    ({"first": 2}, "Cleo goes first."),
    ({"seats": [{"name": n, "colour": c} for n, c in
                (("Ada", "orange"), ("Ben", "gray"), ("Cleo", "brown"))]},
     "Colours: Ada Orange and Cleo Brown."),
    ({}, "Playing now: Ada, Ben and Cleo. Ada goes first."),
])  # fmt: skip
def test_the_log_says_what_was_put_right(more: dict[str, Any], said: str) -> None:
    journal = Journal()
    colours = {"Ada": "brown", "Ben": "gray", "Cleo": "white"}
    begun = [{"name": name, "colour": colour} for name, colour in colours.items()]
    journal.must("start", chapter="I", seats=begun)
    journal.must("reseat", **{"chapter": "I", "seats": begun, **more})
    assert journal.state.log[-1].sentence(journal.state) == said


def test_the_log_names_the_scenario_that_was_put_right() -> None:
    journal = Journal("tybor")
    journal.start("I", 3, settings={"scenario": "size-matters"})
    who = seats("Ada", "Ben", "Cleo")
    journal.must("reseat", chapter="I", seats=who, settings={"scenario": "escape"})
    assert journal.state.log[-1].sentence(journal.state) == "Scenario: Escape from the City."
    journal.must("reseat", chapter="II", seats=who, settings={"scenario": "escape"})
    assert "instead. Playing now: Ada, Ben" in journal.state.log[-1].sentence(journal.state)


@pytest.mark.parametrize(("kind", "told"), [
    ("count", {"track": "points", "seat": 0, "by": 1}), ("tick", {"step": STEP}),
    ("lay", {"pad": "drawn", "card": "red"}), ("draw", {"draw": "bonus-tiles", "seed": 1}),
    ("note", {"text": "Rain."}), ("", {}),
])  # fmt: skip
def test_whatever_was_told_is_worth_a_word_before_another_chapter(kind: str, told: Any) -> None:
    journal = Journal()
    journal.start("II", 3)
    if kind:
        journal.must(kind, **told)
    before = journal.play
    journal.must("reseat", chapter="I", seats=seats("Ada", "Ben", "Cleo"))
    assert bool(losses(before, journal.play)) is bool(kind)


@pytest.mark.parametrize(("slug", "kind", "told"), [
    ("newdale", "count", {"track": "points", "seat": 2, "by": 1}),
    ("newdale", "fill", {"seat": 2, "field": "towns", "value": 1}),
    ("tybor", "lay", {"pad": "built", "card": "red", "seat": 2}),
    ("tybor", "mask", {"on": True}),
])  # fmt: skip
def test_only_what_was_told_of_somebody_who_leaves_is_worth_a_word(
    slug: str, kind: str, told: Any
) -> None:
    """What seats keep to themselves is not seen, so it is said to be safe."""
    for somebody in (kind, ""):
        journal = Journal(slug)
        journal.start("I", 3)
        journal.must("fill", seat=0, field="printed" if slug == "tybor" else "towns", value=1)
        if somebody:
            journal.must(kind, **told)
        before = journal.play
        reseat(journal, "Ada", "Ben", story=before.story)
        said = [text for text in losses(before, journal.play) if "Cleo" in text]
        assert said == (["What was entered for Cleo is cleared."] if somebody else [])


def caravan(**marks: int) -> Journal:
    """Merchants with four, some of its tracks moved as a booking does."""
    journal = Journal("merchants")
    journal.start("base", 4)
    journal.must("book", aid="caravan", seat=0, counts=marks)
    return journal


def standing(journal: Journal, *names: str) -> list[int]:
    return [journal.play.tracks[name][0] for name in names]


HELD = ("travel-step", "travel-leader", "travel-joined", "travel-visited", "five-coins")


def test_seats_that_a_track_holds_follow_the_people() -> None:
    marks = {"travel-step": 2, "travel-leader": 3, "travel-joined": 5, "travel-visited": 1}
    journal = caravan(**marks, **{"five-coins": 2})
    reseat(journal, "Dov", "Cleo", "Ada", "Ben", chapter="base", story=False)
    assert standing(journal, *HELD) == [2, 0, 0b110, 0b100, 4]


def test_what_somebody_led_who_leaves_is_over() -> None:
    marks = {"travel-step": 2, "travel-leader": 3, "travel-joined": 5, "travel-town": 4}
    journal = caravan(**marks, **{"five-coins": 4})
    reseat(journal, "Ada", "Ben", "Cleo", chapter="base", story=False)
    assert standing(journal, *HELD, "travel-town") == [0] * 6


def test_only_the_seat_of_somebody_else_who_leaves_is_dropped() -> None:
    journal = caravan(**{"travel-step": 1, "travel-leader": 3, "travel-joined": 0b110})
    reseat(journal, "Ada", "Cleo", "Dov", chapter="base", story=False)
    assert standing(journal, *HELD) == [1, 2, 0b010, 0, 0]


def test_a_seat_means_nothing_while_nothing_is_under_way() -> None:
    journal = caravan(**{"used-companions": 1})
    reseat(journal, "Ben", "Ada", "Cleo", "Dov", chapter="base", story=False)
    assert standing(journal, *HELD) == [0] * 5
