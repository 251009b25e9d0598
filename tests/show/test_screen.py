"""The Play screen is laid out from the data: tool, strip, folds; and whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games import games
from companion.rules.game import Game
from companion.rules.parts.clock import Phase
from companion.rules.soundness import faults
from companion.show.play.asked import Look
from companion.show.play.screen import TWO_LINES, play_page
from companion.show.play.tracks import CounterGroup
from tests.journal import Journal, codes

NEWDALE = games()["newdale"]


def with_phase(game: Game, **changes: Any) -> Game:
    first, *others = game.clock.phases
    phases: tuple[Phase, ...] = (replace(first, **changes), *others)
    return replace(game, clock=replace(game.clock, phases=phases))


@pytest.mark.parametrize(
    ("changes", "key", "said"),
    [
        (
            {"shows": ("weather",)},
            "shows",
            "no counter, pad, deck, aid, topic, card fact or option to draw 'weather'",
        ),
        (
            {"folds": ("weather",)},
            "folds",
            "no counter, pad, deck, aid, topic, card fact or option to draw 'weather'",
        ),
        ({"strip": ("events",)}, "strip", "no counter, pad or topic 'events'"),
        ({"shows": ("yellow",)}, "shows", "no counter, pad, deck"),  # its group is meant
    ],
)
def test_a_name_that_means_nothing_is_a_fault(changes: dict[str, Any], key: str, said: str) -> None:
    (fault,) = faults(with_phase(NEWDALE, **changes))
    assert fault.path == ("clock", "phases", 0, key) and fault.message.startswith(said)


def test_a_track_stands_in_a_group_that_there_is_and_feeds_a_field() -> None:
    first, *others = NEWDALE.tracks
    game = replace(NEWDALE, tracks=(replace(first, group="pit", feeds="gold", sign="fog"), *others))
    found = [(f.path[-1], f.message[:12]) for f in faults(game) if f.path[0] == "tracks"]
    groups = [("group", "no track gro"), ("group", "only shared ")]
    assert sorted(found) == [("feeds", "no field 'go"), *groups, ("sign", "no symbol 'f")]


def at(slug: str, chapter: str, steps: int) -> Journal:
    journal = Journal(slug)
    journal.start(chapter)
    for _ in range(steps):
        journal.must("advance", 0, moment=journal.play.moment.as_json())
    return journal


def test_the_phase_says_what_comes_first_and_nothing_is_lost() -> None:
    journal = at("newdale", "II", 2)
    layout = play_page(journal.state, journal.play).layout
    assert [part.key for part in layout.tool] == ["drawn"]
    assert [part.key for part in layout.strip] == ["market", "points"]
    assert [part.key for part in layout.editable] == ["market", "points"]
    assert [part.key for part in layout.folds] == ["draws", "rabbit", "onyx"]
    every = (*layout.tool, *layout.strip, *layout.folds, *layout.rest, *layout.aids)
    named = {part.key for part in every}
    assert {"printed", "fists", "events", "production"} <= named


def test_that_the_game_ends_is_said_once() -> None:
    journal = at("ohmygoods", "base", 3)
    journal.must("count", 0, track="buildings", seat=0, to=8)

    def said() -> tuple[int, int]:
        layout = play_page(journal.state, journal.play).layout
        return len(layout.endings), len(layout.due)

    assert said() == (1, 0)  # as a statement: there is nothing to tick
    [prompt] = journal.play.prompts
    journal.must("tick", 0, step=prompt.key)  # as older journals have it
    assert said() == (1, 0)
    while journal.play.moment.round != journal.play.last_round:
        journal.must("advance", 0, moment=journal.play.moment.as_json())
    assert said() == (0, 0)  # the page says that it is the last


def test_only_aids_of_this_phase_stand_beside_its_tool_where_phases_are_told() -> None:
    journal = at("newdale", "II", 2)
    layout = play_page(journal.state, journal.play).layout
    assert [part.key for part in layout.aids] == ["production"]
    journal.must("pace", value="round")
    layout = play_page(journal.state, journal.play).layout
    assert not layout.aids, "for a whole round they wait under More"
    assert {"production", "cost", "worth", "barracks"} <= {part.key for part in layout.further}


def test_what_a_counter_sets_off_is_seen_wherever_the_counter_is() -> None:
    journal = at("newdale", "II", 2)
    assert not play_page(journal.state, journal.play).layout.due
    journal.must("count", 0, track="points", seat=1, to=6)
    [(counter, _)] = play_page(journal.state, journal.play).layout.due
    assert (counter.track.key, counter.seat) == ("points", 1)


def test_ones_own_counter_comes_first() -> None:
    journal = at("newdale", "II", 3)
    tool = play_page(journal.state, journal.play, Look(1)).layout.tool
    tally = next(part for part in tool if part.key == "points")
    assert isinstance(tally, CounterGroup)
    assert [counter.seat for counter in tally.counters][:2] == [1, 0]


def test_a_tap_moves_the_turn_on_to_the_next_person_until_the_phase_is_over() -> None:
    journal = at("newdale", "II", 3)
    assert journal.play.acting is None
    journal.must("turn", 0, seat=0)
    order = play_page(journal.state, journal.play).now.order
    assert [turn.now for turn in order] == [True, False, False]
    assert [turn.next for turn in order] == [False, True, False]
    journal.must("advance", 0, moment=journal.play.moment.as_json())
    assert journal.play.acting is None


def test_nobody_is_on_turn_where_all_act_together_or_each_in_a_moment() -> None:
    for journal in (at("newdale", "II", 1), at("merchants", "base", 0)):
        assert codes(journal.do("turn", 0, seat=0)) == ["conflict"]


def test_reminders_wait_while_another_tool_stands_in_the_place_of_the_phases_own() -> None:
    journal = at("ohmygoods", "base", 3)
    here = play_page(journal.state, journal.play)
    asked = play_page(journal.state, journal.play, Look(opened="chains"))
    assert len(here.reminders) == 2 and not asked.reminders
    assert asked.layout.apart == "chains" and len(asked.further) == len(here.further) + 2


def test_a_long_reminder_opens_by_a_tap() -> None:
    journal = at("ohmygoods", "base", 0)
    page = play_page(journal.state, journal.play)
    assert page.long == {one.key for one in page.reminders if len(one.text) > TWO_LINES}
    assert page.long


def test_counts_that_nobody_moved_for_more_than_a_round_look_old() -> None:
    journal = at("newdale", "II", 2)
    journal.must("pace", value="round")
    for seat in range(3):
        journal.must("count", 0, track="points", seat=seat, to=7)

    def points() -> CounterGroup:
        found = (*(page := play_page(journal.state, journal.play).layout).tool, *page.strip)
        return next(one for one in found if isinstance(one, CounterGroup) and one.key == "points")

    def on() -> None:
        journal.must("advance", 0, moment=journal.play.moment.as_json())

    counted = journal.play.moment.round
    on()
    assert points().since == ""  # the round that was just played
    on()
    assert points().since == f"last counted in round {counted}"
    journal.must("count", 0, track="points", seat=1, to=9)
    assert [counter.since for counter in points().counters] == [""] * 3
