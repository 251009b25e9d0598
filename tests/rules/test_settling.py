"""What is settled comes to every play that it concerns, and costs nothing for all the others."""

from __future__ import annotations

from cProfile import Profile

import pytest

from benchmarks.rules import evenings as sample_evenings
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.rules.scoring.sheet import ScoreSheet
from tests.journal import Journal
from tests.rules.test_remembering import EMPTY, counted


def evenings(plays: int, *chapters: str) -> Journal:
    """Finished games, each with a name for its town; the chapters one after the other."""
    journal = Journal()
    for n in range(plays):
        journal.start(chapters[n % len(chapters)], 2)
        journal.must("record", fact="town", value=f"Town {n}")
        for seat in range(2):
            journal.fill(seat, **{**EMPTY, "track": n + seat})
        journal.must("finish")
    return journal


def work(journal: Journal, fact: str, value: object) -> tuple[int, int]:
    """How many plays are settled and scored anew by one card fact of the newest play."""
    with pytest.MonkeyPatch.context() as patch:
        settled = counted(patch, State, "resettled")
        scored = counted(patch, ScoreSheet, "score")
        journal.must("record", fact=fact, value=value)
    return settled.total(), scored.total()


def looking(state: State) -> tuple[int, int]:
    """How many are, once somebody looks at all of them."""
    with pytest.MonkeyPatch.context() as patch:
        settled = counted(patch, State, "resettled")
        scored = counted(patch, ScoreSheet, "score")
        assert len([play.outcome for play in state.plays]) == len(state.plays)
    return settled.total(), scored.total()


def test_a_fact_of_one_play_costs_the_same_after_few_and_after_many() -> None:
    few, many = (evenings(n, "I", "II") for n in (3, 12))
    for journal in (few, many):
        journal.start("I", 2)
    told = [work(journal, "town", "Emberford") for journal in (few, many)]
    assert told[0] == told[1] and told[0][1] == 0


def test_a_fact_of_a_chapter_settles_only_the_games_of_that_chapter() -> None:
    journal = evenings(12, "I", "II", "VI")
    journal.start("VI", 2)
    looking(journal.state)
    assert work(journal, "objective_first_coins", 25) == (1, 0), "the one that goes on"
    assert looking(journal.state) == (4, 4), "the others, when they are looked at"
    assert looking(journal.state) == (0, 0), "once"
    assert work(journal, "objective_first_coins", 25) == (1, 0)
    assert looking(journal.state) == (4, 4), "nothing new"
    told = [play.situation["objective_first_coins"] for play in journal.state.plays]
    assert told == [None, None, 25] * 4 + [25]


def retold(plays: int) -> Journal:
    """Finished games of one chapter, in each of which its cards are told otherwise."""
    journal = Journal()
    for n in range(plays):
        journal.start("VI", 2)
        journal.must("record", fact="objective_first_coins", value=10 + n % 2)
        for seat in range(2):
            journal.fill(seat, **{**EMPTY, "track": n + seat})
        journal.must("finish")
    return journal


@pytest.mark.parametrize("games", [12, 24])
def test_replaying_twice_as_many_games_is_twice_the_work(games: int) -> None:
    for journal in (evenings(games, "I", "II", "VI"), retold(games)):
        with pytest.MonkeyPatch.context() as patch:
            settled = counted(patch, State, "resettled")
            scored = counted(patch, ScoreSheet, "score")
            state = replay(journal.game, journal.entries)
        assert settled.total() == 2 * games, "its start and its fact"
        assert scored.total() == 1 * games, "its end"
        assert looking(state)[0] < games
        assert state == journal.state


def test_four_times_the_games_take_four_times_the_steps() -> None:
    """Counted, not timed: every call of a function while so many games are folded."""
    newdale = Journal().game
    told = sample_evenings(newdale, 240)
    ends = [number for number, entry in enumerate(told, 1) if entry.action == "finish"]

    def calls(games: int) -> int:
        profile = Profile()
        profile.runcall(replay, newdale, told[: ends[games - 1]])
        return sum(entry.callcount for entry in profile.getstats())

    assert calls(240) < 4.2 * calls(60)


def test_the_log_tells_later_which_results_each_fact_has_changed() -> None:
    journal = Journal()
    for _ in range(2):
        journal.start("I", players=1)
        journal.fill(0, **{**EMPTY, "track": 30})
        for fact, value in (("target", 20), ("solo_goods_met", True)):
            journal.must("record", fact=fact, value=value)
        journal.must("finish")
    for points in (25, 35, 40, 30):
        journal.must("record", fact="target", value=points)
    state = replay(journal.game, journal.entries)
    both = " Scored again: Chapter I and Chapter I."
    assert [row.sentence(state).removeprefix("Points to reach (solo): ") for row in state.log][
        -4:
    ] == ["25.", f"35.{both}", "40.", f"30.{both}"]


def test_a_result_that_did_not_add_up_follows_once_it_does() -> None:
    journal = evenings(1, "I")
    journal.fill(0, chapter=3)
    journal.must("rule", ruling="side-objectives", value="left-out")
    assert journal.play.situation["side-objectives"] == "chapter-line"
    journal.fill(0, chapter=0)
    journal.start("VI", 2)
    journal.must("record", fact="town", value="Emberford")
    first = journal.state.plays[0]
    assert first.situation["side-objectives"] == "left-out" and first.scored
    assert replay(journal.game, journal.entries) == journal.state


def test_what_a_corrected_event_no_longer_brings_in_is_settled_with_the_next_fact() -> None:
    journal = Journal()
    journal.start("I", 3, story=True)
    journal.must("reveal", deck="events", card=102, position=0)
    journal.must("record", fact="introduced", add=["200", "P05"])
    journal.must("reveal", deck="events", card=101, position=0, correction=True)
    journal.must("start", chapter="VI", seats=[{"name": "Ada"}])
    journal.must("record", fact="town", value="Emberford")
    assert journal.state.plays[0].situation["introduced"] == ("P05",)


def test_what_came_in_before_comes_to_later_chapters_also_when_it_is_told_late() -> None:
    journal = Journal()
    for chapter in ("I", "II"):
        journal.start(chapter, 2, story=True)
        for seat in range(2):
            journal.fill(seat, **{**EMPTY, "track": seat})
        journal.must("finish")
    journal.must("branch", to="IIIb")
    journal.start("IIIb", 2, story=True)
    journal.must("record", 0, fact="introduced", value=["203"])
    assert 203 in journal.play.known()["numbered"].value
    assert 203 in journal.state.plays[1].known()["numbered"].value
    journal.must("tick", step="over-epilogue")
    assert replay(journal.game, journal.entries) == journal.state


def test_the_log_says_that_somebody_alone_has_won_no_more_with_the_same_points() -> None:
    """What the solo card asks is told again after the end; its question needs no colon."""
    journal = Journal()
    journal.start("I", players=1)
    journal.fill(0, **{**EMPTY, "track": 30})
    for fact, value in (("target", 20), ("solo_goods_met", True)):
        journal.must("record", fact=fact, value=value)
    journal.must("finish")
    journal.must("record", fact="solo_goods_met", value=False)
    asked = "Are the solo card’s goods delivered? No."
    assert journal.state.log[-1].sentence(journal.state) == f"{asked} Scored again: Chapter I."
    journal.must("record", fact="target", value=25)  # missed as before
    assert journal.state.log[-1].sentence(journal.state) == "Points to reach (solo): 25."


def test_an_older_state_stays_as_it_was_when_a_newer_one_is_looked_at() -> None:
    journal = evenings(2, "VI")
    while len(journal.state.log) % 32:  # so that an undo goes on from the state below
        journal.must("note", text=f"Note {len(journal.state.log)}")
    older = journal.state
    journal.must("record", fact="objective_first_coins", value=25)
    told = len(journal.entries)
    assert all(play.scored for play in journal.state.plays)
    assert all(play.scored for play in older.plays)
    journal.must("fill", seat=0, field="track", value=9)
    journal.must("undo", entry=told)
    assert not any(row.damaged for row in journal.state.log)
    assert replay(journal.game, journal.entries) == journal.state
