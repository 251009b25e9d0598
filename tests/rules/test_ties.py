"""Ties: what breaks them is told by those who are level, in the order of the rules."""

from __future__ import annotations

from companion.rules.parts.clock import OVER
from companion.show.play.screen import board
from companion.show.score.page import ScorePage
from companion.show.score.sheet import Asking, SeatSheet, first_open, sheet_of
from tests.journal import HOST, Journal

TIES = ("gifts", "commissions", "heroes")


def table(*piles: tuple[int, int]) -> Journal:
    """Merchants who have entered their coins and prestige, and that they have nothing else."""
    journal = Journal("merchants")
    journal.start("base", players=len(piles))
    for seat, (coins, prestige) in enumerate(piles):
        journal.fill(seat, coins=coins, prestige=prestige, deeds=[], dice=0, upgrade_vp=False)
    return journal


def sheet(journal: Journal, seat: int) -> SeatSheet:
    return sheet_of(journal.play, Asking(seat)).seats[seat]


def lines(journal: Journal, seat: int) -> list[str]:
    boxes = [box.key for group in sheet(journal, seat).groups for box in group.boxes]
    return [key for key in boxes if key in TIES]


def page(journal: Journal, seat: int) -> ScorePage:
    return ScorePage(journal.play, sheet_of(journal.play, Asking(seat)), seat, HOST, None)


def ahead(journal: Journal, seat: int) -> str:
    return next(page(journal, seat).ahead()).id


def needs(journal: Journal, seat: int) -> list[str]:
    return [need.place for need in page(journal, seat).needs]


def test_what_breaks_ties_is_asked_one_after_the_other_and_only_in_a_tie() -> None:
    journal = table((20, 30), (21, 30))
    assert lines(journal, 0) == [] and ahead(journal, 1) == "finish"
    journal.fill(1, coins=20)
    assert [lines(journal, seat) for seat in (0, 1)] == [["gifts"], ["gifts"]]
    assert [sheet(journal, seat).open for seat in (0, 1)] == [("gifts",), ("gifts",)]
    journal.fill(0, gifts=0)
    assert not sheet(journal, 0).open, "none is told, too"
    journal.fill(1, gifts=0)
    assert [lines(journal, seat) for seat in (0, 1)] == [["gifts", "commissions"]] * 2
    journal.fill(0, commissions=4)
    journal.fill(1, commissions=3)
    assert [sheet(journal, seat).open for seat in (0, 1)] == [(), ()]
    assert ahead(journal, 1) == "finish"


def test_only_those_who_are_level_are_asked() -> None:
    journal = table((8, 9), (20, 30), (25, 20), (20, 30))
    assert [lines(journal, seat) for seat in range(4)] == [[], ["gifts"], [], ["gifts"]]
    said = [page(journal, 0).standing(sheet(journal, seat)) for seat in (1, 2)]
    assert said == ["tied", "complete"]
    assert first_open(journal.play) == 1


def test_nobody_is_asked_where_what_is_known_decides() -> None:
    journal = table((8, 6), (6, 9))
    assert [lines(journal, seat) for seat in (0, 1)] == [[], []]
    assert ahead(journal, 1) == "finish"


def test_the_way_on_leads_to_what_breaks_the_tie() -> None:
    journal = table((20, 30), (8, 9), (20, 30))
    [tie] = sheet_of(journal.play, Asking(1)).ties
    assert tie.text == "Ada and Cleo are tied on 20"
    assert tie.meaning == (
        "Most gifts on loyal companions wins. If those are equal, compare commissions delivered."
    )
    assert next(page(journal, 1).ahead()).place == "before-result"
    assert needs(journal, 1) == ["s2-gifts", "s0-gifts"]
    journal.fill(2, gifts=1)
    assert needs(journal, 0) == ["s0-gifts"]
    [tie] = sheet_of(journal.play, Asking(1)).ties
    assert "If Ada has more than 1, Ada wins." in tie.meaning


def test_a_track_that_fills_in_such_a_line_is_no_answer_yet() -> None:
    journal = table((20, 30), (20, 30))
    journal.must("count", 0, track="delivered-commissions", seat=0, to=4)
    for seat in (0, 1):
        journal.fill(seat, gifts=2)
    boxes = [box for group in sheet(journal, 0).groups for box in group.boxes]
    commissions = next(box for box in boxes if box.key == "commissions")
    assert (commissions.value, commissions.mark) == (4, "From play")
    assert sheet(journal, 0).open == ("commissions",)


def test_the_big_screen_still_waits_for_those_who_are_level() -> None:
    journal = table((20, 30), (8, 9), (20, 30))
    while journal.play.moment != OVER:
        journal.must("advance", moment=journal.play.moment.as_json())
    there = board(journal.play)
    assert there.line == "1 of 3 done, still counting: Ada and Cleo"
    assert [column.hint for column in there.columns] == [
        "1 line needed",
        "complete",
        "1 line needed",
    ]


def test_while_a_game_goes_on_nobody_is_level() -> None:
    journal = table((20, 30), (20, 30))
    during = sheet_of(journal.play, Asking(0, during=True))
    assert not during.seats[0].open and not during.ties


def test_a_play_that_is_finished_keeps_its_result() -> None:
    journal = table((20, 30), (20, 30))
    journal.must("finish", 0, zeros=[], shared=True)
    assert journal.play.outcome and journal.play.outcome.winners == ("Ada", "Ben")
    assert lines(journal, 0) == ["gifts"], "and can still be told"
