"""The way through the score sheets: everybody's once, though play suggests all of them."""

from __future__ import annotations

import pytest

from companion.rules.journal.play import Play
from companion.show.frame import Visitor
from companion.show.score.page import ScorePage
from companion.show.score.sheet import Asking, first_open, sheet_of
from tests.journal import HOST, Host, Journal


class Ben(Host):
    """The host's link on Ben's phone."""

    def seat(self, play: Play) -> int | None:
        return 1


@pytest.fixture
def journal() -> Journal:
    """Three merchants whose coins and prestige were counted while they played."""
    journal = Journal("merchants")
    journal.start("base", players=3)
    for seat in range(3):
        journal.must("count", track="coins", seat=seat, to=20 + seat)
        journal.must("count", track="prestige", seat=seat, to=30)
    return journal


def page(journal: Journal, seat: int, visitor: Visitor = HOST) -> ScorePage:
    sheet = sheet_of(journal.play, Asking(seat))
    return ScorePage(journal.play, sheet, seat, visitor, None)


def ahead(journal: Journal, seat: int, visitor: Visitor = HOST) -> str:
    return next(page(journal, seat, visitor).ahead()).label


def test_everybody_is_handed_their_sheet_before_it_is_told_who_won(journal: Journal) -> None:
    assert first_open(journal.play) == 0
    assert ahead(journal, 0) == "Pass to Ben"
    assert ahead(journal, 1) == "Pass to Cleo"
    assert ahead(journal, 2) == "Pass to Ada", "nobody has confirmed anything"
    journal.confirm()
    assert ahead(journal, 2) == "Answer the question"


def test_a_confirmed_sheet_is_not_handed_over_again(journal: Journal) -> None:
    journal.confirm(1)
    assert ahead(journal, 0) == "Pass to Cleo"
    journal.confirm(2)
    assert ahead(journal, 0) == "Go to 2 from play" and first_open(journal.play) == 0
    journal.confirm(0)
    assert ahead(journal, 0) == "Answer the question"
    journal.fill(0, deeds=[], dice=0, upgrade_vp=False)
    assert ahead(journal, 0) == "See who won"


def test_whose_phone_it_is_has_the_first_sheet_and_the_way_goes_round(journal: Journal) -> None:
    walked = [ahead(journal, seat, Ben()) for seat in (1, 2, 0)]
    assert walked[:2] == ["Pass to Cleo", "Pass to Ada"]
    journal.confirm(1, 2)
    assert ahead(journal, 0, Ben()) == "Go to 2 from play"


def test_what_is_wrong_comes_in_the_same_turn(journal: Journal) -> None:
    journal.confirm()
    journal.fill(2, dice=3)
    assert [ahead(journal, seat) for seat in (0, 1)] == ["Pass to Cleo"] * 2


def test_those_who_are_tied_are_asked_after_all_have_confirmed(journal: Journal) -> None:
    journal.must("count", track="coins", seat=0, to=22)
    journal.confirm(0, 1)
    assert ahead(journal, 0) == "Pass to Cleo"
    journal.confirm(2)
    assert ahead(journal, 0) == "Answer the question"


def test_a_count_that_comes_too_late_changes_no_result(journal: Journal) -> None:
    """Tapped on another phone while the scores were told to stand."""
    journal.confirm()
    journal.must("finish", 0)
    late = journal.do("count", 0, track="coins", seat=0, by=5)
    assert [issue.message for issue in late] == [
        "This game is finished. Edit its score sheet instead."
    ]
    assert journal.play.outcome and journal.play.outcome.winners == ("Cleo",)
