"""The way through the score sheets: everybody's once, though tracks have filled all of them in."""

from __future__ import annotations

import pytest

from companion.rules.journal.play import Play
from companion.show.score.page import ScorePage
from companion.show.score.sheet import Asking, first_open, sheet_of
from companion.show.visitor import Visitor
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


def ahead(journal: Journal, seat: int, visitor: Visitor = HOST) -> tuple[str, str]:
    first = page(journal, seat, visitor).ahead()[0]
    return first.above, first.label


def test_everybody_is_handed_their_sheet_before_it_is_told_who_won(journal: Journal) -> None:
    assert first_open(journal.play) == 0
    assert ahead(journal, 0) == ("Hand over to", "Ben")
    assert ahead(journal, 1) == ("Hand over to", "Cleo")
    assert ahead(journal, 2) == ("All is in", "See who won"), "nobody is asked twice"


def test_the_end_is_one_tap_away_meanwhile(journal: Journal) -> None:
    early = page(journal, 0).early
    assert early and (early.action, early.label) == ("finish", "See who won")
    assert page(journal, 2).early is None, "the way on leads there"


def test_a_sheet_with_something_on_it_was_looked_at(journal: Journal) -> None:
    journal.fill(1, dice=1)
    assert ahead(journal, 0) == ("Hand over to", "Cleo")
    journal.fill(2, upgrade_vp=True)
    assert ahead(journal, 0) == ("All is in", "See who won") and page(journal, 0).early is None
    assert first_open(journal.play) == 0, "where nothing stands yet"
    journal.fill(0, dice=2)
    assert first_open(journal.play) == 0


def test_whose_phone_it_is_has_the_first_sheet_and_the_way_goes_round(journal: Journal) -> None:
    walked = [ahead(journal, seat, Ben()) for seat in (1, 2, 0)]
    assert walked[:2] == [("Hand over to", "Cleo"), ("Hand over to", "Ada")]
    assert walked[2] == ("All is in", "See who won")


def test_what_is_missing_comes_in_the_same_turn(journal: Journal) -> None:
    journal.fill(2, dice=3)
    assert [ahead(journal, seat) for seat in (0, 1)] == [
        ("Hand over to", "Ben"), ("Hand over to", "Cleo"),
    ]  # fmt: skip
    assert page(journal, 0).early is None, "three dice on a wagon cannot be"


def test_those_who_are_level_are_asked_after_the_others_have_looked(journal: Journal) -> None:
    journal.must("count", track="coins", seat=0, to=22)
    assert ahead(journal, 0) == ("Hand over to", "Ben")
    assert ahead(journal, 1) == ("Level. Next", "Cleo")


def test_only_the_scores_of_a_game_that_ends_lead_through_the_sheets(journal: Journal) -> None:
    sheet = sheet_of(journal.play, Asking(0, during=True))
    assert ScorePage(journal.play, sheet, 0, HOST, None, during=True).early is None
    journal.must("finish", 0)
    assert page(journal, 0).early is None and first_open(journal.play) == 0


def test_a_count_that_comes_too_late_changes_no_result(journal: Journal) -> None:
    """Tapped on another phone while the scores were told to stand."""
    journal.must("finish", 0)
    late = journal.do("count", 0, track="coins", seat=0, by=5)
    assert [issue.message for issue in late] == [
        "This play is finished: correct its score sheet instead."
    ]
    assert journal.play.outcome and journal.play.outcome.winners == ("Cleo",)
