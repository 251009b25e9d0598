"""Statistics: the numbers of known plays, whoever people are told to be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.show.statistics.page import Filters, Statistics, parts_of, statistics
from companion.show.statistics.page import corrections as words_of
from companion.show.statistics.points import chapters, shares, told_time
from companion.show.statistics.results import PlayResult, results
from companion.show.statistics.tally import Identity, Source, Tally, counted, mean, merged
from tests.journal import Journal

Scores = dict[str, int]


def table(name: str, *plays: Scores, chapter: str = "base") -> Source:
    """Plays in which buildings are all that counts."""
    journal = Journal("ohmygoods")
    for scores in plays:
        journal.must("start", chapter=chapter, seats=[{"name": who} for who in scores])
        for seat, points in enumerate(scores.values()):
            journal.fill(seat, buildings=points, coins=0)
        journal.must("finish")
    return Source(f"id-{name}", name, "1-token", journal.state)


def told(*tables: Source, who: Identity = Identity(), **choice: Any) -> Statistics:  # noqa: B008
    return statistics(tables, who, Filters(**choice))


THREE = table(
    "T", {"Ada": 30, "Ben": 20}, {"Ada": 10, "Ben": 25, "Cleo": 24}, {"Ada": 31, "Ben": 30}
)


def test_everybody_in_numbers() -> None:
    found = told(THREE)
    ada, ben, cleo = sorted(found.rows, key=lambda row: row.name)
    assert (ada.plays, ada.wins, ada.share, ada.average, ada.place) == (3, 2, 67, 23.7, 1.7)
    assert (ada.worst, ada.best, ada.run) == (10, 31, 1)
    assert (ben.wins, cleo.plays, cleo.wins) == (1, 1, 0)
    assert [row.name for row in found.rows] == ["Ada", "Ben", "Cleo"] and found.plays == 3


def test_who_beats_whom() -> None:
    found = told(THREE)
    place = {row.name: index for index, row in enumerate(found.drawn)}
    duel = found.duels[place["Ada"]][place["Ben"]]
    other = found.duels[place["Ben"]][place["Ada"]]
    assert duel and other and (duel.before, other.before, duel.met) == (2, 1, 3)
    assert found.duels[0][0] is None and sum(map(bool, chain(*found.duels))) == 6


def test_records_lead_to_their_play() -> None:
    facts = {fact.label: fact for fact in told(THREE).records}
    assert (facts["Most points"].figure, facts["Most points"].play) == ("31", 2)
    assert (facts["Closest result"].figure, facts["Closest result"].play) == ("1", 1)
    assert (facts["Clearest result"].figure, facts["Clearest result"].play) == ("10", 0)


def test_a_run_leads_to_its_last_play() -> None:
    won, lost = {"Ada": 2, "Ben": 1}, {"Ada": 1, "Ben": 2}
    [run] = [fact for fact in told(table("T", won, won, lost)).records if "streak" in fact.label]
    assert (run.figure, run.play, run.text) == ("2", 1, "Ada, 2 wins in a row, Base game")


def records(*plays: Scores) -> dict[str, tuple[str, int]]:
    return {fact.label: (fact.text, fact.play) for fact in told(table("T", *plays)).records}


def test_all_who_share_a_record_are_named_and_the_earliest_play_is_shown() -> None:
    ada, ben = {"Ada": 9, "Ben": 8}, {"Ada": 8, "Ben": 9}
    found = records(ada, {"Ada": 1, "Ben": 9}, {"Ada": 9, "Ben": 1}, ben)
    assert found["Most points"] == ("Ada and Ben, Base game", 0)
    assert found["Closest result"] == ("Ada and Ben won, Base game", 0)
    assert found["Clearest result"] == ("Ada and Ben won, Base game", 1)
    assert records(ada, ada, ben, ben)["Longest winning streak"] == (
        "Ada and Ben, 2 wins in a row each, Base game",
        1,
    )


def test_of_more_than_three_with_a_record_two_are_named() -> None:
    def level(*names: str) -> str:
        return records(dict.fromkeys(names, 7))["Most points"][0]

    assert level("Ada", "Ben", "Cleo") == "Ada, Ben and Cleo, Base game"
    assert level("Ada", "Ben", "Cleo", "Dov") == "Ada, Ben and 2 more, Base game"


def test_a_record_of_several_plays_says_which_of_them_it_leads_to() -> None:
    here, there = (table(name, {"Ada": 5, "Ben": 3}) for name in ("T", "S"))
    best, *_ = told(here, there).records
    assert best.text == "Ada, first in Base game, T"


def test_one_result_is_neither_close_nor_clear() -> None:
    assert [fact.label for fact in told(table("T", {"Ada": 2, "Ben": 1})).records] == [
        "Most points"
    ]


def test_a_record_names_its_table_where_there_are_several() -> None:
    [one] = told(table("T", {"Ada": 2, "Ben": 1})).records
    assert one.text == "Ada, Base game"
    best, *_ = told(THREE, table("S", {"Ada": 40, "Ben": 1})).records
    assert best.text == "Ada, Base game, S"


def test_an_evening_may_go_past_midnight() -> None:
    [play, *_] = results(THREE.state)
    ends = [
        datetime(2026, 11, 16, 23, 0),
        datetime(2026, 11, 17, 0, 30),
        datetime(2026, 11, 17, 20, 0),
    ]
    assert len({replace(play, ended=end).evening for end in ends}) == 2


def test_a_run_ends_with_a_defeat() -> None:
    won, lost = {"Ada": 2, "Ben": 1}, {"Ada": 1, "Ben": 2}
    found = told(table("T", won, won, lost, won))
    assert found.rows[0].run == 2


def test_points_over_time_and_by_category() -> None:
    found = told(THREE)
    assert found.history and found.history.names == ("1", "2", "3")
    totals = {person.name: person.totals for person in found.history.people}
    assert totals == {"Ada": (30, 10, 31), "Ben": (20, 25, 30), "Cleo": (None, 24, None)}
    assert found.categories
    [(label, means, average)] = found.categories.rows  # what gave nobody any points is left out
    assert (label, means[0], average) == ("Buildings", 23.7, 24.3)


def test_only_the_newest_plays_are_drawn() -> None:
    found = told(table("T", *[{"Ada": 2, "Ben": 1} for _ in range(50)]))
    assert found.history and found.history.names[0] == "11" and len(found.history.names) == 40


def test_filters() -> None:
    assert told(THREE, count=3).plays == 1
    assert told(THREE, people=("cleo",)).plays == 1
    assert told(THREE, game="tybor").plays == 0
    assert told(THREE, people=("ada", "ben")).plays == 3
    assert told(THREE, game="tybor").people == told(THREE).people


def test_points_of_different_games_are_never_compared() -> None:
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=[{"name": "Ada"}, {"name": "Private Concern"}])
    journal.fill(0, coins=90, prestige=80)
    journal.fill(1, final=1)
    journal.must("finish")
    found = told(THREE, Source("id-M", "M", "2-token", journal.state))
    assert found.plays == 4 and found.focus == "Oh my Goods!"
    assert {f.label: f.figure for f in found.records}["Most points"] == "31"
    assert "Private Concern" not in {row.name for row in found.rows}


def test_the_same_name_is_the_same_person_at_every_table() -> None:
    found = told(THREE, table("S", {"ADA ": 9, "Dov": 1}))
    ada = next(row for row in found.rows if row.key == "ada")
    assert ada.plays == 4


def test_two_names_can_be_one_person_and_one_name_two() -> None:
    other = table("S", {"Adi": 9, "Ben": 1})
    who = Identity().joined("adi", "ada").told_apart("id-S", "ben")
    rows = {row.key: row.plays for row in told(THREE, other, who=who).rows}
    assert rows == {"ada": 4, "ben": 3, "ben @ id-S": 1, "cleo": 1}
    assert who.without("adi").without("ben", "id-S") == Identity()


def test_somebody_told_apart_can_be_somebody_else_we_know() -> None:
    other = table("S", {"Dov": 9, "Ben": 1})
    apart = Identity().told_apart("id-S", "ben")
    named = {row.key: row.name for row in told(THREE, other, who=apart).rows}
    assert (named["ben"], named["ben @ id-S"]) == ("Ben", "Ben (S)")
    who = apart.joined("ben @ id-S", "cleo")
    rows = {row.key: row.plays for row in told(THREE, other, who=who).rows}
    assert rows == {"ada": 3, "ben": 3, "cleo": 2, "dov": 1}


def test_what_was_told_is_said_as_people_write_it() -> None:
    tables = [THREE, table("S", {"Adi": 9, "Ben": 1})]
    who = Identity().joined("adi", "ada").told_apart("id-S", "ben")
    assert [one.said for one in words_of(who, parts_of(tables, who), tables)] == [
        "Adi is Ada", "Ben in S is someone else"
    ]  # fmt: skip


def test_two_in_one_play_are_never_one_person() -> None:
    rows = told(THREE, who=Identity().joined("ben", "ada")).rows
    assert {row.key: row.plays for row in rows} == {"ada": 3, "ben": 3, "cleo": 1}


def test_joining_twice_leads_to_the_last() -> None:
    who = Identity().joined("a", "b").joined("b", "c")
    assert {who.of("", name) for name in "abc"} == {"c"}
    assert who.joined("c", "a").of("", "b") == "a"


NAMES = ("Ada", "Ben", "Cleo", "Dov")
PLAYED = [
    one
    for who in permutations(NAMES, 3)
    for one in results(table("T", dict(zip(who, (7, 3, 7), strict=True))).state)
]


def in_time(found: Tally) -> Tally:
    """The same count with its plays in the order of time."""
    people = {
        who: replace(
            one,
            scores=tuple(one.scores[n] for n in found.order),
        )
        for who, one in found.people.items()
    }
    plays = tuple(found.results[n] for n in found.order)
    return replace(found, results=plays, order=tuple(range(len(plays))), people=people)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, len(PLAYED) - 1), st.integers(0, 9), st.integers(0, 2)), max_size=9
    )
)
def test_counted_table_by_table_it_comes_to_the_same(drawn: list[tuple[int, int, int]]) -> None:
    """However the plays of several tables lie between each other in time."""
    start = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
    tables: list[list[PlayResult]] = [[], [], []]
    for which, hour, one in sorted(drawn, key=lambda one: one[1]):
        end = start + timedelta(hours=hour)
        tables[one].append(replace(PLAYED[which], began=start, ended=end))
    together = in_time(merged(counted(one) for one in tables))
    # Plays that ended at one moment lie in the order of their tables.
    at_once = counted(play for one in tables for play in one)
    assert together.results == at_once.results and together.people == at_once.people
    assert together == at_once and list(chapters(together)) == list(chapters(at_once))


def test_nothing_is_finished_yet() -> None:
    journal = Journal()
    journal.start("I")
    found = told(Source("i", "T", "t", journal.state))
    assert (found.plays, found.rows, found.history, found.records) == (0, (), None, ())


def test_a_solo_play_has_no_margin() -> None:
    source = table("T", {"Ada": 5}, chapter="I")
    [play] = results(source.state)
    assert play.margin is None and "Closest result" not in {f.label for f in told(source).records}


def test_alone_nobody_has_a_place() -> None:
    [once] = told(table("T", {"Ada": 5}, chapter="I")).rows
    [often] = told(table("T", {"Ada": 5}, {"Ada": 7}, chapter="I")).rows
    assert once.said == "1 game: 5 points."
    assert often.said.endswith("On average 6 points, from 5 to 7.")
    assert "rank" in told(THREE).rows[0].said


def test_times_are_those_of_start_and_finish() -> None:
    [one, *_] = results(THREE.state)
    assert one.began is None and one.minutes == 0  # a journal in memory has no clock
    assert one.play.started_at == 1 and one.play.finished_at == 6


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, ""), (59, "59 min"), (200, "3:20 h"), (1570, "26 h")]
)
def test_time_in_words(minutes: int, said: str) -> None:
    assert told_time(minutes) == said


def test_a_clock_set_back_takes_no_time_away() -> None:
    [one, *_] = results(THREE.state)
    late, early = (
        datetime(2026, 11, 16, 22, 0, tzinfo=UTC),
        datetime(2026, 11, 16, 20, 30, tzinfo=UTC),
    )
    assert replace(one, began=early, ended=late).minutes == 90
    assert replace(one, began=late, ended=early).minutes == 0


def test_half_a_tenth_goes_up() -> None:
    assert [mean(points, 4) for points in (9, 31, -9, 0)] == [2.3, 7.8, -2.2, 0.0]
    assert told(table("T", *[{"Ada": 2, "Ben": 1}] * 7, {"Ada": 1, "Ben": 2})).rows[1].share == 13


def test_a_bar_comes_to_the_average_and_its_parts_as_shown_to_the_bar() -> None:
    """Parts of 14.5, 2.5 and 5 once came to 21 beside an average of 22."""
    journal = Journal("ohmygoods")
    for buildings, assistants, coins in ((20, 3, 30), (9, 2, 20)):
        journal.must("start", chapter="base", seats=[{"name": "Ada"}, {"name": "Ben"}])
        journal.fill(0, buildings=buildings, assistants=assistants, coins=coins)
        journal.fill(1, buildings=1, coins=0)
        journal.must("finish")
    found = told(Source("id-T", "T", "1-token", journal.state))
    assert found.categories
    ada = found.categories.chart.bars[0]
    assert (ada.name, ada.total, found.rows[0].average) == ("Ada", 22.0, 22.0)
    assert [piece.points for piece in ada.pieces] == [14.5, 2.5, 5.0]
    assert [means[0] for _, means, _ in found.categories.rows] == [14.5, 2.5, 5.0]


@given(st.lists(st.integers(-30, 90), min_size=1, max_size=12), st.integers(1, 60))
def test_parts_in_tenths_add_up_to_the_average(points: list[int], number: int) -> None:
    tenths = [round(10 * part) for part in shares(points, number)]
    assert sum(tenths) == round(10 * mean(sum(points), number))
    for mine, part in zip(points, tenths, strict=True):
        assert abs(10 * mine - part * number) < number  # by less than a tenth


def test_the_best_of_a_chapter_is_of_all_who_have_it() -> None:
    journal = Journal("ohmygoods")
    for chapter, points in (("I", (62, 62, 9)), ("II", (5, 62, 4)), ("I", (1, 2, 62))):
        journal.must(
            "start", chapter=chapter, seats=[{"name": who} for who in ("Ada", "Ben", "Cleo")]
        )
        for seat, mine in enumerate(points):
            journal.fill(seat, buildings=mine, coins=0)
        journal.must("finish")
    found = told(Source("id-T", "T", "1-token", journal.state)).chapters
    assert [(row.best, row.who) for row in found] == [(62, ("Ada", "Ben", "Cleo")), (62, ("Ben",))]
