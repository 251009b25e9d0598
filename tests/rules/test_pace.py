"""A table's pace: every phase, every round, or only start and score; and going to a phase."""

from __future__ import annotations

import pytest

from companion.games import games
from companion.rules.parts.clock import OVER, Moment
from companion.show.play.deck import DeckView
from companion.show.play.screen import play_page
from companion.show.play.tracks import Recount
from companion.show.standing import stands
from tests.journal import Journal, codes


def taps(journal: Journal) -> int:
    """How often Next and cards are tapped from the first round to the scores."""
    count = 0
    while journal.play.moment != OVER:
        page = play_page(journal.state, journal.play)
        piles = (tool for tool in page.layout.tool if isinstance(tool, DeckView))
        asking = next((pile for pile in piles if pile.asks), None)
        if asking:
            card, seen = asking.offers[0].card, len(asking.seen)
            journal.must("reveal", deck=asking.key, card=card, position=seen)
        else:
            journal.must("advance", moment=journal.play.moment.as_json())
        count += 1
    return count


@pytest.mark.parametrize(("pace", "expected"), [("phase", 57), ("round", 14), ("ends", 1)])
def test_a_newdale_chapter_takes_as_many_taps_as_the_group_wants(pace: str, expected: int) -> None:
    journal = Journal()
    journal.start("I", 4)
    journal.must("pace", value=pace)
    assert taps(journal) == expected


@pytest.mark.parametrize("slug", games())
def test_every_game_can_be_played_by_rounds_and_left_alone(slug: str) -> None:
    for pace in ("round", "ends"):
        journal = Journal(slug)
        journal.start(journal.game.graph.first, 3)
        journal.must("pace", value=pace)
        was = journal.play.moment
        journal.must("advance", moment=was.as_json())
        there = journal.play.moment
        assert there == OVER if pace == "ends" else there.round == 2
        assert play_page(journal.state, journal.play)


def by_stages(**told: object) -> Journal:
    journal = Journal("tybor")
    journal.start("I", 4)
    journal.must("pace", value="round")
    for fact, value in told.items():
        journal.must("record", fact=fact, value=value)
    return journal


def test_the_tools_of_all_phases_of_a_round_are_at_hand_at_once() -> None:
    journal = by_stages()
    layout = play_page(journal.state, journal.play).layout
    assert [part.key for part in layout.tool] == []
    assert [part.key for part in layout.folds] == ["scenario"]
    assert {"built", "citizens", "workers"} <= {part.key for part in layout.rest}
    journal.must("pace", value="phase")
    layout = play_page(journal.state, journal.play).layout
    assert [part.key for part in layout.folds] == ["scenario"]


def test_what_has_to_be_tapped_first_waits_in_look_up_where_a_stage_is_one_step() -> None:
    journal = Journal("tybor")
    journal.start("I", 2)
    shown = []
    for pace in ("phase", "round"):
        journal.must("pace", value=pace)
        layout = play_page(journal.state, journal.play).layout
        shown.append("missing-colours" in [part.key for part in layout.tool])
        assert shown[-1] or layout.aids == ()
    assert shown == [True, False]


def test_reminders_of_a_whole_round_begin_with_those_of_its_beginning_and_end() -> None:
    journal = by_stages(effects=["different-citizens"])
    journal.must("draw", draw="scenario", seed=0, kept=["escape"])
    journal.must("advance", moment=journal.play.moment.as_json())
    page = play_page(journal.state, journal.play)
    assert [reminder.key for reminder in page.reminders] == ["short-pile-escape"]
    assert page.reminders[0].text.startswith("If the draw pile"), "now, so it says no phase"
    assert page.further[0].text.startswith("End of stage: Do an effect only")
    further = {reminder.key for reminder in page.further}
    assert {"different-types", "discount", "draw-symbol"} <= further
    journal.must("pace", value="phase")
    page = play_page(journal.state, journal.play)
    assert [reminder.key for reminder in page.reminders] == ["short-pile-escape"]


def test_the_log_and_the_shelf_name_a_round_as_the_game_does() -> None:
    journal = Journal("tybor")
    journal.start(journal.game.graph.first, 3)
    assert stands(journal.play).startswith("setup, 0 of")
    journal.must("pace", value="round")
    journal.must("advance", moment=journal.play.moment.as_json())
    assert journal.state.log[-1].sentence(journal.state) == "Stage I done."
    assert stands(journal.play) == "Stage II of IV"


def test_the_next_play_keeps_the_pace() -> None:
    journal = Journal()
    journal.must("pace", value="round")
    journal.start("I", 2)
    assert journal.play.pace == "round"
    assert codes(journal.do("pace", value="trot")) == ["unknown-choice"]


def test_a_tap_on_a_phase_goes_there_and_back() -> None:
    journal = Journal()
    journal.start("I", 2)
    journal.must("advance", moment=[1, "event", None], to=[1, "actions", None])
    assert journal.play.moment == Moment(1, "actions")
    journal.must("advance", moment=[1, "actions", None], to=[1, "event", None])
    assert journal.play.moment == Moment(1, "event")


@pytest.mark.parametrize("to", [[2, "event", None], [1, "chess", None], [1, "event", 7]])
def test_only_moments_of_this_round_can_be_gone_to(to: list[object]) -> None:
    journal = Journal()
    journal.start("I", 2)
    assert codes(journal.do("advance", moment=[1, "event", None], to=to)) == ["unknown-choice"]


def test_phases_are_done_now_or_ahead() -> None:
    journal = Journal()
    journal.start("I", 2)
    journal.must("advance", moment=[1, "event", None])
    tabs = play_page(journal.state, journal.play).now.phases
    assert [(tab.done, tab.now) for tab in tabs[:3]] == [(True, False), (False, True), (False,) * 2]


def pace_of(slug: str, chapter: str, players: int, newcomers: bool = False) -> str:
    game = games()[slug]
    return game.clock.default_pace(game.situation(chapter, players, {})[0], newcomers)


@pytest.mark.parametrize(
    ("slug", "chapter", "players", "newcomers", "pace"),
    [
        ("merchants", "base", 3, True, "round"),
        ("newdale", "I", 3, True, "phase"),
        ("newdale", "I", 3, False, "round"),
        ("newdale", "II", 3, True, "round"),
        ("ohmygoods", "base", 3, False, "ends"),
        ("ohmygoods", "I", 3, True, "round"),
        ("tybor", "I", 4, False, "phase"),
        ("tybor", "I", 5, False, "round"),
    ],
)
def test_a_table_begins_with_the_pace_of_its_game(
    slug: str, chapter: str, players: int, newcomers: bool, pace: str
) -> None:
    assert pace_of(slug, chapter, players, newcomers) == pace


def test_a_start_may_say_its_pace_and_a_group_that_chose_one_keeps_it() -> None:
    journal = Journal()
    journal.start("I", 2, pace="round")
    assert (journal.play.pace, journal.state.pace, journal.state.paced) == ("round", "round", False)
    assert codes(journal.do("start", chapter="I", seats=[{"name": "A"}] * 2, pace="slow")) != []
    journal.must("pace", value="ends")
    assert journal.state.paced


def test_at_every_round_a_turn_is_everybody_s() -> None:
    journal = Journal("merchants")
    journal.start("base", 4)
    page = play_page(journal.state, journal.play)
    assert (page.now.heading, page.ahead and page.ahead.label) == ("Ada’s turn", "Ben’s turn")
    journal.must("pace", value="round")
    page = play_page(journal.state, journal.play)
    assert (page.now.heading, page.ahead and page.ahead.label) == ("Everyone’s turn", "Turn 2")


def counted_in_round_2(pace: str = "round") -> Journal:
    """Newdale of three: Ada has 7, Ben 8, Cleo was never moved from 3."""
    journal = Journal()
    journal.start("I", 3, pace=pace)
    to_round(journal, 2)
    journal.must("count", track="points", seat=0, to=7)
    journal.must("count", track="points", seat=1, to=8)
    return journal


def to_round(journal: Journal, number: int) -> None:
    while journal.play.moment.round < number:
        journal.must("advance", moment=journal.play.moment.as_json())


def recount(journal: Journal) -> Recount | None:
    return play_page(journal.state, journal.play).recount


def sinces(journal: Journal) -> list[str]:
    found = recount(journal)
    return [counter.since for counter in found.groups[0].counters] if found else []


def test_faster_it_is_said_once_that_counts_stay_with_their_round() -> None:
    journal = counted_in_round_2("phase")
    assert recount(journal) is None
    journal.must("pace", value="round")
    said = recount(journal)
    assert (
        said
        and not said.asks
        and (said.what, said.rounds)
        == (
            "points",
            {"points": "last counted in round 2"},
        )
    )
    assert sinces(journal) == ["last counted in round 2"] * 2 + [""]
    journal.must("advance", moment=journal.play.moment.as_json())
    assert recount(journal) is None, "the game went on"


def test_faster_counting_now_or_at_scoring_answers_it() -> None:
    journal = counted_in_round_2("phase")
    journal.must("pace", value="ends")
    journal.must("count", track="points", seat=0, to=9)
    assert recount(journal) and sinces(journal) == ["", "last counted in round 2", ""]
    journal.must("count", track="points", seat=1, to=9)
    assert recount(journal) is None
    journal = counted_in_round_2("phase")
    journal.must("pace", value="round")
    journal.must("pace", value="round")
    assert recount(journal) is None, "the same pace again is the answer"
    assert journal.play.tracks["points"] == (7, 8, 3)


def test_slower_old_counts_are_asked_about_and_unchanged_ones_confirmed() -> None:
    journal = counted_in_round_2()
    to_round(journal, 5)
    journal.must("pace", value="phase")
    said = recount(journal)
    assert said and said.asks and said.small == "3 unchanged"
    assert sinces(journal) == ["last counted in round 2"] * 2 + ["never counted"]
    journal.must("count", track="points", seat=0, by=1)
    said = recount(journal)
    assert said and said.small == "1 entered, 2 unchanged"
    assert sinces(journal) == ["", "last counted in round 2", "never counted"]
    for count in said.still:
        journal.must("count", **count)
    said = recount(journal)
    assert said and (said.small, said.still) == ("3 entered", ()), "it waits for Next"
    journal.must("pace", value="phase")
    assert recount(journal) is None
    assert journal.play.tracks["points"] == (8, 8, 3)
    assert set(journal.play.moved.values()) == {5}


def test_slower_without_counting_old_counts_stay_old() -> None:
    journal = counted_in_round_2()
    to_round(journal, 5)
    journal.must("pace", value="phase")
    journal.must("pace", value="phase")
    assert recount(journal) is None
    assert set(journal.play.moved.values()) == {2}


def test_slower_nothing_is_asked_where_counts_are_of_now_or_there_are_none() -> None:
    journal = counted_in_round_2()
    journal.must("pace", value="phase")
    assert recount(journal) is None
    journal = Journal()
    journal.start("I", 3, pace="ends")
    journal.must("pace", value="phase")
    assert recount(journal) is None


def test_after_setup_and_scoring_only_every_count_is_old_since_no_round_passed() -> None:
    journal = counted_in_round_2("phase")
    journal.must("pace", value="ends")
    journal.must("pace", value="phase")
    said = recount(journal)
    assert said and said.small == "3 unchanged"


def test_coins_behind_a_screen_are_nobody_s_to_ask() -> None:
    journal = Journal("merchants")
    journal.start("base", 3, pace="round")
    journal.must("count", track="coins", seat=0, to=4)
    journal.must("pace", value="ends")
    assert recount(journal) is None
    journal.must("pace", value="round")
    journal.must("count", track="prestige", seat=0, by=1)
    journal.must("pace", value="ends")
    said = recount(journal)
    assert said and [group.key for group in said.groups] == ["prestige"]


def test_at_scoring_no_pace_asks_for_counts() -> None:
    journal = counted_in_round_2()
    journal.must("advance", moment=journal.play.moment.as_json(), to=OVER.as_json())
    journal.must("pace", value="phase")
    assert recount(journal) is None
