"""Numbers kept secret until all have theirs; who sets up what; late values from offline phones."""

from __future__ import annotations

import pytest

from companion.rules.journal.secrecy import Viewer, seen_by
from tests.journal import Journal, codes


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    journal.start("I", players=2)
    return journal


def test_masked_numbers_are_not_in_what_others_see(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=0, field="towns", value=7)
    own, other, watcher = (seen_by(journal.state, Viewer(person)) for person in (1, 2, None))
    assert own.plays[0].entries[0] == {"towns": 7}
    for view in (other, watcher):
        assert view.plays[0].entries == ({}, {})
        assert view.log[-1].sentence(view) == "Ada has entered something."
        assert "7" not in repr([row.entry.data for row in view.log])
        assert view.log.find(3) == view.log[-1]
    assert own.log[-1].sentence(own) == "Ada, Towns: 7."


def test_masked_numbers_show_once_all_are_ready(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=0, field="towns", value=7)
    journal.must("ready", seat=0)
    assert seen_by(journal.state, Viewer(2)).plays[0].entries[0] == {}
    journal.must("ready", seat=1)
    assert seen_by(journal.state, Viewer(2)).plays[0].entries[0] == {"towns": 7}


def test_the_host_can_reveal_early(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=0, field="towns", value=7)
    journal.must("mask", on=False)
    assert seen_by(journal.state, Viewer(2)) is journal.state


def test_a_group_of_the_set_up_can_be_claimed_and_let_go(journal: Journal) -> None:
    journal.must("claim", group="decks", seat=1)
    assert journal.play.claims == {"decks": 1}
    journal.must("claim", group="decks", seat=None)
    assert journal.play.claims == {}
    assert codes(journal.do("claim", group="moon", seat=1)) == ["unknown-field"]
    assert codes(journal.do("claim", group="decks", seat=2)) == ["players"]


def test_a_late_value_does_not_replace_a_newer_one(journal: Journal) -> None:
    journal.must("fill", seat=0, field="towns", value=3)  # entry 2
    found = journal.do("fill", seat=0, field="towns", value=5, after=1)
    assert codes(found) == ["newer"]
    assert found[0].message == "Somebody has put 3 there since."
    journal.must("fill", seat=0, field="towns", value=5, after=2)
    assert journal.play.entries[0] == {"towns": 5}
    journal.must("fill", seat=0, field="towns", value=None)
    [late] = journal.do("fill", seat=0, field="towns", value=5, after=2)
    assert late.message == "Somebody has emptied this since."


def test_a_newer_list_of_cards_is_told_in_words() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    journal.must("fill", seat=0, field="deeds", value=[{"kind": "vp", "vp": 2}])
    [late] = journal.do("fill", seat=0, field="deeds", value=[], after=1)
    assert late.message == "Somebody has put Victory points 2 there since."
