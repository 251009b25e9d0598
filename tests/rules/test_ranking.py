"""Ranking: a tie-break that a group's ruling leaves out."""

from __future__ import annotations

from companion.rules.fields import Kind
from companion.rules.parts.settings import CardFact
from companion.rules.scoring.ranking import TieBreak, rank
from companion.rules.scoring.sheet import Breakdown, ScoreLine, ScoringContext
from companion.rules.situation import Situation, When

COINS = TieBreak("coins", "test", field="coins", when=When({"tie": ("coins",)}))
LEVEL = [Breakdown((ScoreLine(20, "20"),)), Breakdown((ScoreLine(20, "20"),))]


def context(ruling: str) -> ScoringContext:
    return ScoringContext(
        Situation("I", 2, {"tie": ruling}), ("Ada", "Ben"), ({"coins": 1}, {"coins": 3})
    )


def test_a_tiebreak_in_force_decides() -> None:
    result = rank(context("coins"), LEVEL, (COINS,))
    assert (result.winners, result.decided_by) == ((1,), "coins")


def test_a_tiebreak_left_out_is_not_spoken_of() -> None:
    result = rank(context("shared"), LEVEL, (COINS,))
    assert (result.winners, result.decided_by) == ((0, 1), None)
    assert result.why == "Ada and Ben share the win with 20 points each."


def test_a_tie_that_counts_seats_says_who_sits_where() -> None:
    def steps(_context: ScoringContext, _scored: object, seat: int) -> int:
        return (seat - 1) % 3

    bag = TieBreak(
        "the furthest seat", "test", value=steps, shown=False, zero="The bag ended with {}"
    )
    table = ScoringContext(Situation("I", 3), ("Ada", "Ben", "Cleo"), ({}, {}, {}))
    level = [Breakdown((ScoreLine(20, "20"),))] * 3
    assert rank(table, level, (bag,)).why == (
        "Ada, Cleo and Ben are tied on 20 points. Ada wins on the furthest seat. "
        "The bag ended with Ben. Ada sits 2 seats away, Cleo 1."
    )


def test_the_winner_is_ahead_of_all_who_have_as_many_points_as_the_second() -> None:
    def why(*totals: int) -> str:
        names = ("Ada", "Ben", "Cleo", "Dan")[: len(totals)]
        table = ScoringContext(Situation("I", len(totals)), names, ({},) * len(totals))
        return rank(table, [Breakdown((ScoreLine(n, str(n)),)) for n in totals], ()).why

    assert why(12, 13, 11) == "Ben wins with 13 points, 1 ahead of Ada."
    assert why(12, 13, 11, 12) == "Ben wins with 13 points, 1 ahead of Ada and Dan."
    assert why(12, 13, 12, 12) == "Ben wins with 13 points, 1 ahead of Ada, Cleo and Dan."


def test_alone_all_that_was_missed_is_one_list() -> None:
    told = {"goods": False, "task": False}
    solo_conditions = [
        CardFact(key, key, Kind.FLAG, "test", lost=f"the {key} failed") for key in ("goods", "task")
    ]
    alone = ScoringContext(Situation("I", 1, told), ("Ada",), ({},))
    result = rank(alone, LEVEL[:1], (), solo_conditions, target=60)
    assert result.lost == "the target was missed, the goods failed and the task failed"
    assert result.why.endswith("of 60. The goods failed and the task failed.")
