"""Numbers kept secret until all have theirs; who sets up what; late values from offline phones."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.interchange.table_file import lasting
from companion.rules.actions import Malformed
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay, taken_back
from companion.rules.journal.secrecy import NOBODY, Viewer, hiding, redacted_for
from companion.rules.journal.state import State
from tests.journal import Journal, codes


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    journal.start("I", players=2)
    return journal


def test_masked_numbers_are_not_in_what_others_see(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=0, field="towns", value=7)
    own, other, watcher = (redacted_for(journal.state, Viewer(person)) for person in (1, 2, None))
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
    assert redacted_for(journal.state, Viewer(2)).plays[0].entries[0] == {}
    journal.must("ready", seat=1)
    assert redacted_for(journal.state, Viewer(2)).plays[0].entries[0] == {"towns": 7}


def test_the_host_can_reveal_early(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=0, field="towns", value=7)
    journal.must("mask", on=False)
    assert redacted_for(journal.state, Viewer(2)) is journal.state


def test_whoever_leaves_ends_no_secret_unless_an_old_journal_says_so(journal: Journal) -> None:
    journal.must("mask")
    journal.must("fill", play=0, seat=1, field="towns", value=7)
    journal.must("ready", seat=1)
    alone = {"chapter": "I", "seats": [{"name": "Ben"}]}
    [found] = journal.do("reseat", play=0, **alone)
    assert found.code == "secret" and journal.play.secret
    old = Entry(len(journal.entries) + 1, "reseat", alone, 0)
    assert not replay(journal.game, [*journal.entries, old]).plays[0].secret
    journal.must("ready", seat=0)
    journal.must("reseat", play=0, **alone)


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
    assert found[0].message == "Someone has entered 3 here since."
    journal.must("fill", seat=0, field="towns", value=5, after=2)
    assert journal.play.entries[0] == {"towns": 5}
    journal.must("fill", seat=0, field="towns", value=None)
    [late] = journal.do("fill", seat=0, field="towns", value=5, after=2)
    assert late.message == "Someone has cleared this since."


def test_a_newer_value_is_not_told_while_it_is_secret(journal: Journal) -> None:
    journal.must("mask")
    for value in (3, None):
        journal.must("fill", play=0, seat=0, field="towns", value=value)
        [late] = journal.do("fill", play=0, seat=0, field="towns", value=5, after=1)
        assert late.message == "Someone has entered something here since."


def test_a_newer_list_of_cards_is_told_in_words() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    journal.must("fill", seat=0, field="deeds", value=[{"kind": "vp", "vp": 2}])
    [late] = journal.do("fill", seat=0, field="deeds", value=[], after=1)
    assert late.message == "Someone has entered Victory points 2 here since."


SECRET = 7531
DEEDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("restart", {}),
    ("abandon", {}),
    ("mask", {}),
    ("ready", {"person": 1}),
    ("ready", {"person": 3}),
    ("reseat", {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}], "story": True}),
    ("reseat", {"chapter": "V", "seats": [{"name": "Ben"}, {"name": "Cleo"}]}),
    ("reseat", {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Cleo"}]}),
    ("start", {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}]}),
    ("fill", {"person": 2, "field": "towns", "value": SECRET}),
    ("fill", {"person": 2, "field": "coins", "value": 1, "also": {"houses": SECRET}}),
    ("undo", {}),
    ("rewind", {}),
)


def do_at_random(journal: Journal, kind: str, data: dict[str, Any], number: int) -> None:
    """One thing anybody might do, about play 0 where it is about one, if the rules allow it."""
    secret = any(play.secret for play in journal.state.plays[:1])
    if kind == "fill" and not secret:
        return None  # that would be for all to see
    if kind == "rewind":
        return go_back(journal, max(1, len(journal.entries) - number % 9))
    if kind == "undo":
        data = {"entry": 1 + number % len(journal.entries)}
    with suppress(Malformed):
        play = None if kind in ("undo", "start") else 0
        journal.do(kind, play, **data)


def go_back(journal: Journal, to: int) -> None:
    """As the host does: whatever was entered after ``to`` does not count."""
    log, start = journal.state.log, len(journal.entries) + 1
    rows = [row.entry for row in reversed(log.since(to)) if log.stands(row)]
    seqs = [e.seq for e in rows if e.action != "undo" or e.data["entry"] <= to]
    undos = [Entry(start + n, "undo", {"entry": seq}) for n, seq in enumerate(seqs)]
    if undos:
        journal.state = taken_back(journal.state, undos)
        journal.entries += undos


def readable(state: State, viewer: Viewer) -> str:
    """All that a view of the table holds, and a file of it."""
    view = redacted_for(state, viewer)
    log = [(row.sentence(view), row.entry.data, row.refused, row.snapshot) for row in view.log]
    file = hiding(lasting(state, "2026-01-01T00:00:00+00:00"), state)
    return repr([log, [(play.entries, play.filled) for play in view.plays], file])


@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 99)), max_size=12))
def test_no_order_of_entries_tells_what_was_entered_in_secret(told: list[Any]) -> None:
    """Until somebody shows it, or the game is over; neither is among the deeds."""
    journal = Journal()
    journal.start("I", players=2, story=True)
    journal.must("mask", play=0)
    journal.must("fill", play=0, person=2, field="towns", value=SECRET)
    for (kind, data), number in told:
        do_at_random(journal, kind, data, number)
        for viewer in (NOBODY, Viewer(1)):
            assert str(SECRET) not in readable(journal.state, viewer)
    assert replay(journal.game, journal.entries).log.seals == journal.state.log.seals


def test_a_finish_brought_back_shows_what_was_undone_unless_somebody_is_not_done() -> None:
    journal = Journal()
    journal.start("I", players=2, story=True)
    journal.must("mask", play=0)
    journal.must("fill", play=0, seat=1, field="towns", value=SECRET)
    journal.must("undo", entry=3)
    for seat in (0, 1):
        journal.must("ready", play=0, seat=seat)
    finished = finish(journal)
    journal.must("undo", entry=finished)
    assert str(SECRET) not in readable(journal.state, NOBODY)
    reopened = len(journal.entries)
    journal.must("ready", play=0, seat=1, on=False)
    assert codes(journal.do("undo", entry=reopened)) == ["secret"]
    journal.must("ready", play=0, seat=1)
    journal.must("undo", entry=reopened)
    assert str(SECRET) in readable(journal.state, NOBODY)


def finish(journal: Journal) -> int:
    """Fill in what is missing and finish; the number of that entry."""
    for issue in journal.play.checked_sheet[1]:
        if issue.field and issue.seat is not None and issue.level == "error":
            journal.must("fill", play=0, seat=issue.seat, field=issue.field, value=0)
    journal.must("finish", play=0)
    return len(journal.entries)


def test_why_a_finish_was_passed_over_stays_untold_after_the_game_began_again() -> None:
    journal = Journal("tybor")
    journal.start("I", players=2)
    journal.must("mask", play=0)
    for seat in (0, 1):
        journal.fill(seat, printed=SECRET, citizens=0, secret="red+green+blue")
    tie = ("finish", {"zeros": [*journal.play.untouched]})
    told = [tie, ("restart", {}), *(("ready", {"seat": seat}) for seat in (0, 1))]
    more = [Entry(n, kind, data, 0) for n, (kind, data) in enumerate(told, journal.state.seq + 1)]
    state = replay(journal.game, [*journal.entries, *more])
    assert str(SECRET) in state.log[more[0].seq - 1].refused and not state.plays[0].secret
    assert str(SECRET) not in readable(state, NOBODY)
