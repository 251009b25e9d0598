"""An action knows itself: its place in the log, who may do it, its sentence on screen and paper."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.actions import ACTIONS
from companion.rules.actions.base import LogGroup, Who
from companion.rules.journal.log import FAR_BACK, Entry
from companion.rules.journal.replay import replay
from companion.rules.journal.secrecy import Viewer, redacted_for
from companion.show.log import FILTERS, log_page
from companion.show.paper.log import campaign_log
from tests.journal import Journal
from tests.rules.test_replay import EMPTY

Told = tuple[str, dict[str, Any]]

NOTE: Told = ("note", {"text": "Rain."})
SCORED: tuple[Told, ...] = tuple(
    ("fill", {"seat": seat, "field": key, "value": value})
    for seat in (0, 1)
    for key, value in EMPTY.items()
)
# What is told, how the log says it, and what was told before at a table of Ada and Ben.
SENTENCES: tuple[tuple[str, dict[str, Any], str, tuple[Told, ...]], ...] = (
    ("start", {"chapter": "II", "seats": [{"name": "Ada"}, {"name": "Ben"}], "first": 1},
     "Chapter II started: Ada and Ben. Ben goes first.", ()),
    ("reseat", {"chapter": "I", "seats": [{"name": "Cleo"}, {"name": "Ada"}], "first": 1},
     "Playing now: Cleo and Ada. Ada goes first.", ()),
    ("reseat", {"chapter": "II", "seats": [{"name": "Ada"}]}, "Chapter II instead. Playing", ()),
    ("restart", {}, "Chapter I was restarted.", ()),
    ("abandon", {}, "Chapter I was left unfinished.", ()),
    ("tick", {"step": "board"}, "Ticked: ", ()),
    ("deed", {"deed": "up", "round": 1, "phase": "event", "title": "Event up"}, "Event up.", ()),
    ("tick", {"step": "board", "seat": 1}, "Ticked, Ben: ", ()),
    ("tick", {"step": "board", "on": False}, "Unticked: ", ()),
    ("tick", {"step": "points-2-0"}, "Ticked, Ben: passed 5: draw 2 cards.",
     (("count", {"track": "points", "seat": 1, "by": 4}),)),
    ("draw", {"draw": "first", "seed": 4}, "Starting player drawn: Ben.", ()),
    ("hold", {"draw": "characters", "seat": 1}, "Ben, characters: not entered.", ()),
    ("shuffle", {"deck": "events", "seed": 3}, "Shuffled in the app: Events.", ()),
    ("reveal", {"deck": "events", "card": 100, "position": 0}, "Events: 100 revealed.", ()),
    ("reveal", {"deck": "events", "card": 101, "position": 0, "correction": True},
     "Events corrected: in round 1 it was 101.",
     (("reveal", {"deck": "events", "card": 100, "position": 0}),)),
    ("advance", {"moment": [1, "event", None]}, "Round 1, I Event done.", ()),
    ("advance", {"moment": [1, "event", None], "to": [1, "assistants", None]},
     "Round 1: moved on to III ", ()),
    ("advance", {"moment": [1, "event", None]}, "Round 1 done.", (("pace", {"value": "round"}),)),
    ("advance", {"moment": [1, "event", None]}, "All rounds played.",
     (("pace", {"value": "ends"}),)),
    ("pace", {"value": "round"}, "Pace: Every round.", ()),
    ("place", {"value": "At Ada's"}, "Where you meet: At Ada's.", ()),
    ("zone", {"value": "America/New_York"}, "Time zone set to America/New York.", ()),
    ("count", {"track": "points", "seat": 1, "to": 7}, "Points: Ben 3 → 7.", ()),
    ("count", {"track": "points", "seat": 1, "by": -1}, "Points: Ben −1.", ()),
    ("count", {"track": "yellow", "by": 2}, "Yellow in the market +2.", ()),
    ("lay", {"pad": "drawn", "card": "red"}, "Drawn from the bag: red.", ()),
    ("lift", {"pad": "drawn", "card": "red", "position": 0},
     "Drawn from the bag: red removed.", (("lay", {"pad": "drawn", "card": "red"}),)),
    ("book", {"aid": "production", "seat": 1, "counts": {"points": 2, "yellow": 1}},
     "Ben, Chance of production: Points +2, Yellow in the market +1.", ()),
    ("fill", {"seat": 1, "field": "towns", "value": 3}, "Ben, Towns: 3.", ()),
    ("finish", {}, "Chapter I finished: scores confirmed.", SCORED),
    ("record", {"fact": "introduced", "value": ["200"]}, " events: Building 200.", ()),
    ("rule", {"ruling": "overpay", "value": "kept"}, "No, only what is needed is spent.", ()),
    ("branch", {"to": "II"}, "Next chapter: Chapter II.", (*SCORED, ("finish", {}))),
    ("begin", {"seat": 1}, "Ben goes first.", ()),
    ("turn", {"seat": 1}, "Ben’s turn.",
     tuple(("advance", {"moment": [1, p, None]}) for p in ("event", "planning", "assistants"))),
    ("keep", {}, "Chapter I stays as it was played.", ()),
    ("note", {"text": " Rain. "}, "“Rain.”", ()),
    ("hide", {"reminder": "new-tokens"}, "Hidden: ", ()),
    ("hide", {"reminder": "new-tokens", "on": False}, "Shown again: ", ()),
    ("claim", {"group": "decks", "seat": 1}, "Decks and piles: set up by Ben.", ()),
    ("claim", {"group": "decks"}, "Decks and piles: set up by anyone.", ()),
    ("rename", {"person": 2, "name": " Benny "}, "Ben is now called Benny.", ()),
    ("sit", {"person": 2}, "Ben’s phone joined.", ()),
    ("sit", {"person": 2}, "A second phone wants to join as Ben.", (("sit", {"person": 2}),)),
    ("admit", {"entry": 3}, "The host let another phone join as Ben.",
     (("sit", {"person": 2}), ("sit", {"person": 2}))),
    ("mask", {}, "Scores are secret until everyone is done.", ()),
    ("mask", {"on": False}, "Scores are shown to everyone.", ()),
    ("ready", {"seat": 1}, "Ben has entered all scores.", ()),
    ("ready", {"seat": 1, "on": False}, "Ben has not yet entered all scores.", ()),
    ("undo", {"entry": 2}, "Undone: “Rain.”", (NOTE,)),
    ("undo", {"entry": 3}, "Redone: “Rain.”", (NOTE, ("undo", {"entry": 2}))),
)  # fmt: skip


def table(*entries: Told) -> Journal:
    journal = Journal()
    journal.start("I", players=2)
    for kind, data in entries:
        journal.must(kind, **data)
    return journal


def sentences(journal: Journal) -> list[str]:
    return [row.sentence(journal.state) for row in journal.state.log]


def test_a_phone_let_in_where_none_waited_is_no_phone_that_joined() -> None:
    journal = table(("rename", {"person": 2, "name": "Zoe"}))
    assert journal.do("admit", entry=2)[0].code == "stale"
    opened = replay(journal.game, [*journal.entries, Entry(3, "admit", {"entry": 2})])
    assert "Zoe" not in opened.log[-1].sentence(opened)


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_says_where_it_belongs_and_who_may_do_it(kind: str) -> None:
    assert ACTIONS[kind].log_group in FILTERS
    assert ACTIONS[kind].who in Who


def test_every_filter_of_the_log_has_a_name() -> None:
    assert FILTERS.keys() == set(LogGroup)


def test_every_action_has_its_sentence_here() -> None:
    elsewhere = {"unveil"}  # no game of ours deals in secret: test_own.py has its sentence
    assert {kind for kind, *_ in SENTENCES} | elsewhere == ACTIONS.keys()


@pytest.mark.parametrize(("kind", "data", "told", "before"), SENTENCES)
def test_screen_and_paper_tell_an_action_alike(
    kind: str, data: dict[str, Any], told: str, before: tuple[Told, ...]
) -> None:
    journal = table(*before, (kind, data))
    line = log_page(journal.state, "", kind=ACTIONS[kind].log_group).lines[0]
    written = campaign_log(journal.state, journal=True).journal[-1]
    assert line.seq == written.seq == journal.state.seq
    assert line.text == written.text and told in line.text


def test_what_was_taken_back_keeps_its_sentence() -> None:
    journal = table(("count", {"track": "points", "seat": 1, "to": 7}))
    journal.must("count", track="points", seat=1, to=9)
    journal.must("undo", entry=3)
    assert sentences(journal)[2] == "Points: Ben 7 → 9."


def test_a_draw_tells_what_it_gave_with_what_was_kept_in_its_place() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    draws = (d for d in journal.game.draws if d.count and d.when.holds(journal.play.situation))
    key = next(draws).key
    journal.must("draw", draw=key, seed=1)
    first = sentences(journal)[-1]
    journal.must("draw", draw=key, seed=2, kept=[journal.play.drawn[key][1]])
    assert sentences(journal)[-2] == first
    assert journal.state.log[-1].snapshot == journal.play.drawn[key]


def test_an_undo_of_itself_or_of_nothing_is_told_too() -> None:
    journal = table()
    for entry in (-1, 0, 2, 9):
        undo = Entry(2, "undo", {"entry": entry})
        state = replay(journal.game, [*journal.entries, undo])
        assert state.log[-1].sentence(state) == "Undone: something that is no longer there."


def test_a_secret_number_is_not_told_by_what_depends_on_it() -> None:
    journal = table(("mask", {}), ("fill", {"seat": 0, "field": "towns", "value": 7}))
    (found,) = journal.do("undo", entry=1)
    assert found.code == "depends" and "“Scores are secret" in found.message
    (found,) = journal.do("undo", entry=2)
    assert found.code == "secret" and "7" not in found.message


def test_a_number_is_kept_secret_whether_or_not_its_entry_names_the_play() -> None:
    journal = table(("mask", {}), ("fill", {"seat": 0, "field": "towns", "value": 7}))
    journal.must("undo", entry=3)
    seen = redacted_for(journal.state, Viewer(2))
    told = [row.sentence(seen) for row in seen.log][2:]
    assert told == ["Ada has entered something.", "Undone: Ada has entered something."]


def test_bringing_a_reveal_back_reveals_as_well() -> None:
    journal = table(("mask", {}), ("mask", {"on": False}), ("undo", {"entry": 3}))
    undo = ACTIONS["undo"]
    reveals = [undo.from_json({"entry": n}).reveals(journal.state) for n in (1, 2, 3, 4, 5)]
    assert reveals == [False, True, True, True, False]


def test_looking_back_begins_with_the_newest_and_does_not_go_on_for_ever() -> None:
    journal = table(*([NOTE] * (FAR_BACK + 9)))
    seqs = [row.entry.seq for row in journal.state.log.newest()]
    assert seqs == list(range(FAR_BACK + 10, 10, -1))


def test_what_was_taken_back_or_passed_over_does_not_stand() -> None:
    journal = table(NOTE, NOTE, ("undo", {"entry": 2}))
    strange = Entry(5, "note", {"text": ""})
    log = replay(journal.game, [*journal.entries, strange]).log
    assert [row.entry.seq for row in log.standing()] == [4, 3, 1]
    assert [row.entry.seq for row in log.newest()] == [5, 4, 3, 2, 1]
