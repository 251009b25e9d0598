"""The log: everything in people's words, a page at a time, with ways back and on."""

from __future__ import annotations

import json
import re
from copy import copy

import pytest
from flask import Flask

from companion.games import games
from companion.rules.journal.log import Entry, Logged
from companion.rules.journal.replay import replay
from companion.rules.journal.secrecy import Viewer, redacted_for
from companion.rules.words import listed
from companion.show.log import PAGE, log_page
from companion.table import care, tables
from companion.table.journal import Draft
from tests.web.evening import Evening, few
from tests.web.pressing import Page


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def words(evening: Evening) -> list[str]:
    return [row.sentence(evening.state) for row in evening.state.log]


def test_entries_are_told_in_words(evening: Evening) -> None:
    evening.must("tick", step="board")
    evening.must("reveal", deck="events", card=100, position=0)
    evening.must("advance", moment=[1, "event", None])
    evening.must("count", track="points", seat=1, to=7)
    evening.must("fill", seat=0, field="objective", value="first")
    evening.must("fill", seat=0, field="objective", value=None)
    evening.must("record", fact="introduced", value=["200"])
    evening.must("rule", ruling="overpay", value="kept")
    evening.must("draw", draw="first", seed=4)
    evening.must("note", text="Ben overslept.")
    told = words(evening)
    assert told[0] == "Chapter I started: Ada, Ben and Cleo. Ada goes first."
    assert told[1].startswith("Ticked: ") and "board" not in told[1].split(": ")[0]
    assert told[2].endswith("100 revealed.")
    assert told[3] == "Round 1, I Event done."
    assert told[4] == "Points: Ben 3 → 7."
    assert told[5].startswith("Ada, ") and told[6].endswith(": cleared.")
    assert told[7].endswith(": Building 200.")
    assert told[8].endswith("No, only what is needed is spent.")
    assert re.search(r": (Ada|Ben|Cleo)\.$", told[9])
    assert told[10] == "“Ben overslept.”"


def test_taken_back_entries_are_struck_through_and_can_return(evening: Evening) -> None:
    evening.must("tick", step="board")
    assert evening.act("undo", **{"d-entry": "2"}, back="log").status_code == 303
    text = evening.get("log").text
    assert "<s>Ticked:" in text and "Undone: Ticked:" in text
    assert Page(text).sent("take-2", {})["d-entry"] == ["3"]  # redo: what undid it is undone
    assert evening.act("undo", **{"d-entry": "3"}, back="log").status_code == 303
    assert "board" in evening.play.ticks
    text = evening.get("log").text
    assert "Redone: Ticked:" in text
    struck = text.partition("<s>Undone: Ticked:")[2].partition("</li>")[0]
    assert "Redone since." in struck and "Taken back." not in struck


def test_what_others_depend_on_is_not_taken_back(evening: Evening) -> None:
    evening.finish(30, 20, 10)
    evening.start("II")
    finished = next(r.entry.seq for r in evening.state.log if r.entry.action == "finish")
    answer = evening.act("undo", **{"d-entry": str(finished)}, sure="yes")
    assert answer.status_code == 422 and "Chapter II started" in answer.text


def test_all_after_an_entry_is_taken_back_at_once(evening: Evening) -> None:
    evening.must("tick", step="board")
    before = evening.state
    evening.must("tick", step="goods")
    evening.must("undo", entry=2)
    evening.finish(30, 20, 10)
    evening.start("II")
    seen = evening.state.seq
    answer = evening.post("log/rewind", entry="2", seen=str(seen), key="k")
    assert answer.status_code == 303
    assert evening.state == before
    again = evening.post("log/rewind", entry="2", seen=str(seen), key="k")
    assert again.status_code == 303 and evening.state == before
    # And it can be taken back itself.
    back = evening.post("log/rewind", entry=str(seen), seen=str(evening.state.seq), key="k2")
    assert back.status_code == 303 and evening.play.chapter == "II"


def test_taking_back_from_an_old_page_is_refused(evening: Evening) -> None:
    evening.must("tick", step="board")
    evening.must("tick", step="goods")
    answer = evening.post("log/rewind", entry="1", seen="2", key="k")
    assert answer.status_code == 409 and evening.state.seq == 3


@pytest.mark.parametrize("entry", ["0", "-1", "99", "x", ""])
def test_there_is_nothing_to_go_back_to_outside_the_log(evening: Evening, entry: str) -> None:
    assert evening.post("log/rewind", entry=entry, seen="1", key="k").status_code == 422
    assert evening.post("log/fork", entry=entry, key="k").status_code == 404


def test_forms_of_the_log_are_guarded(evening: Evening) -> None:
    for page_name in ("log/rewind", "log/fork"):
        answer = evening.client.post(f"/t/{evening.token}/{page_name}", data={"entry": "1"})
        assert answer.status_code == 400


def test_a_new_table_goes_on_from_an_entry(app: Flask, evening: Evening) -> None:
    evening.must("tick", step="board")
    evening.must("tick", step="goods")
    answer = evening.post("log/fork", entry="2", key="k")
    again = evening.post("log/fork", entry="2", key="k")
    assert answer.status_code == 303 and answer.location == again.location
    token = answer.location.split("/")[2]
    with app.app_context():
        copy = tables.find(token)
    assert copy is not None and copy.name == "Thursday (copy)"
    assert copy.state.seq == 2 and evening.state.seq == 3
    assert evening.client.get(answer.location).status_code == 200


def test_a_copy_nobody_played_on_is_not_made_twice(evening: Evening) -> None:
    evening.must("tick", step="board")
    first = evening.post("log/fork", entry="2", key="k").location
    assert evening.client.get(first).status_code == 200
    assert evening.post("log/fork", entry="2", key="other").location == first
    assert evening.post("log/fork", entry="1", key="third").location != first


def copied(evening: Evening) -> Evening:
    """The same device at the table that goes on from here."""
    other = copy(evening)
    answer = evening.post("log/fork", entry=evening.state.seq)
    other.token = answer.location.split("/")[2]
    assert other.get().status_code == 200
    return other


def test_a_copy_of_a_copy_does_not_lead_back_to_the_first_table(evening: Evening) -> None:
    evening.get()
    first = copied(evening)
    assert len({evening.token, first.token, copied(first).token}) == 3


def test_a_copy_that_was_put_away_is_made_anew(app: Flask, evening: Evening) -> None:
    first = copied(evening)
    with app.app_context():
        care.archive(first.table, True)
    assert copied(evening).token != first.token


def test_the_log_comes_in_pages(evening: Evening) -> None:
    evening.append([Draft("tick", {"step": "board", "on": bool(i % 2)}) for i in range(120)])
    first = log_page(evening.state, "")
    assert len(first.lines) == PAGE and first.lines[0].seq == 121 and first.older == 72
    last = log_page(evening.state, "", before=22)
    assert last.lines[-1].seq == 1 and last.older is None
    text = evening.get("log", before=72).text
    assert 'id="e71"' in text and 'id="e72"' not in text and "Newest" in text


def test_the_first_entry_is_not_lost_where_it_is_one_more_than_a_page(evening: Evening) -> None:
    evening.append([Draft("tick", {"step": "board", "on": not i % 2}) for i in range(PAGE)])
    first = log_page(evening.state, "")
    assert len(first.lines) == PAGE and first.older == 2
    assert [line.seq for line in log_page(evening.state, "", before=first.older).lines] == [1]


def test_the_log_can_be_filtered(evening: Evening) -> None:
    evening.must("tick", step="board")
    evening.must("note", text="Ben overslept.")
    evening.finish(30, 20, 10)
    evening.start("II")
    notes = evening.get("log", kind="notes").text
    assert "Ben overslept." in notes and "Ticked:" not in notes
    second = log_page(evening.state, "", play=1)
    assert [line.seq for line in second.lines] == [evening.state.seq]
    assert evening.get("log", kind="nonsense").status_code == 200


@pytest.mark.parametrize("wrong", ["2", "-1", "99"])
def test_an_unknown_game_has_no_log(evening: Evening, wrong: str) -> None:
    assert evening.get("log", play=wrong).status_code == 404


def test_what_is_taken_back_on_an_older_page_leaves_one_there(evening: Evening) -> None:
    evening.must("tick", step="board")
    evening.must("tick", step="board", on=False)
    sent = Page(evening.get("log", before=3).text).sent("take-2", {})
    answer = evening.client.post(f"/t/{evening.token}/do", data=sent)
    assert answer.location.endswith("/log?before=3#entries")


@pytest.mark.parametrize("before", ["0", "-5", "99999", "x"])
def test_any_place_in_the_log_is_answered(evening: Evening, before: str) -> None:
    assert evening.get("log", before=before).status_code == 200


def test_what_the_rules_pass_over_is_kept_with_its_reason(app: Flask, evening: Evening) -> None:
    entries = [row.entry for row in evening.state.log]
    entries.append(Entry(2, "tick", {"step": "no-such-step"}, 0))
    state = replay(evening.state.game, entries)
    (line, _) = log_page(state, "").lines
    assert line.look == "passed" and "no-such-step" in line.why


@pytest.mark.parametrize(
    ("kind", "data"),
    [("fill", {"seat": 0, "field": "", "value": None}), ("fill", {}), ("tick", {"step": 5}),
     ("reveal", {"deck": "none", "card": 1, "position": 0}), ("draw", {"draw": "x", "seed": 1}),
     ("rule", {"ruling": "x", "value": "y"}), ("record", {"fact": "x"}), ("note", {"text": 5}),
     ("advance", {"moment": []}), ("undo", {"entry": "x"}), ("dance", {}), ("start", {})],
)  # fmt: skip
def test_whatever_stands_in_the_journal_can_be_shown(
    evening: Evening, kind: str, data: dict[str, object]
) -> None:
    entries = [row.entry for row in evening.state.log]
    state = replay(evening.state.game, [*entries, Entry(2, kind, data, 0)])
    assert log_page(state, "").lines[0].text


def test_numbers_kept_secret_are_not_in_the_log(evening: Evening) -> None:
    evening.must("mask", on=True)
    evening.must("fill", play=0, seat=1, field="track", value=4711)
    lines = log_page(redacted_for(evening.state, Viewer(1)), "").lines
    assert lines[0].text == "Ben has entered something."
    assert "4711" in log_page(redacted_for(evening.state, Viewer(2)), "").lines[0].text


def test_a_table_whose_start_was_taken_back_can_be_rescued(evening: Evening) -> None:
    assert evening.act("undo", **{"d-entry": "1"}, back="log").status_code == 303
    assert evening.get().status_code == 302
    assert Page(evening.get("log").text).sent("take-1", {})["d-entry"] == ["2"]
    assert evening.act("undo", **{"d-entry": "2"}, back="log").status_code == 303
    assert evening.get().status_code == 200


def test_scores_lead_to_the_sheet_and_cards_to_their_correction(evening: Evening) -> None:
    evening.must("reveal", play=0, deck="events", card=100, position=0)
    evening.must("fill", play=0, seat=2, field="track", value=4)
    text = evening.get("log").text
    assert f"/t/{evening.token}/score?play=0&amp;seat=2" in text
    assert f"/t/{evening.token}/play?play=0&amp;change=events#pile-events" in text


@pytest.mark.parametrize("slug", games())
def test_every_game_has_a_log(app: Flask, slug: str) -> None:
    game = games()[slug]
    evening = Evening(app, slug, chapter=game.graph.first, players=few(game))
    evening.append([Draft("tick", {"step": step}) for step in evening.play.steps])
    evening.finish(10, 20, *([5] * (few(game) - 2)))
    text = evening.get("log").text
    assert f"started: {listed(evening.play.names)}" in evening.get("log", before=3).text + text
    assert "finished: scores confirmed" in text


def test_only_the_rows_of_a_page_are_worked_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [row.entry for row in evening.state.log]
    entries += [Entry(i, "tick", {"step": "board"}, 0) for i in range(2, 5001)]
    state, told = replay(evening.state.game, entries), []
    monkeypatch.setattr(Logged, "sentence", lambda row, _: told.append(row) or "told")
    assert len(log_page(state, "").lines) == len(told) == PAGE


def test_notes_are_escaped(evening: Evening) -> None:
    evening.must("note", text="<script>alert(1)</script>")
    assert "<script>alert" not in evening.get("log").text


UNDOING = ("setup", "play", "score", "sheet")
OTHERS = ("", "log", "rulings", "statistics", "result", "settings", "people", "next", "evening")


def test_undo_stands_on_set_up_play_and_score_and_nowhere_else(app: Flask) -> None:
    evening = Evening(app)
    evening.get()
    assert evening.act("tick", {"step": "board"}, play=0).status_code == 303
    assert all('id="undo"' in evening.get(page).text for page in UNDOING)
    pages = (*OTHERS, "change")
    assert not any('id="undo"' in evening.get(page).text for page in pages)


def test_undo_never_takes_back_a_finish(app: Flask) -> None:
    """One tap on another page made a finished chapter unfinished."""
    evening = Evening(app)
    evening.finish(3, 2, 1)
    evening.must("undo", entry=evening.state.seq)
    evening.get()
    zeros = {"zeros": [*evening.play.untouched]}
    assert evening.act("finish", zeros, play=0, sure="yes").status_code == 303
    assert not any('id="undo"' in evening.get(page).text for page in (*UNDOING, *OTHERS))
    reopened = evening.state.seq
    assert evening.act("undo", {"entry": reopened}, sure="yes").status_code == 303
    assert not any('id="redo"' in evening.get(page).text for page in UNDOING)


def test_taking_back_a_finish_in_the_log_asks_first(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(3, 2, 1)
    for _ in range(2):  # the finish itself, then what brought it back
        last = evening.state.seq
        form = {"action": "undo", "d-entry": str(last), "back": "log"}
        asked = evening.post("do", **form)
        assert asked.status_code == 422 and "This reopens it" in asked.text
        assert evening.play.finished
        assert evening.post("do", **form, sure="yes").status_code == 303
        assert not evening.play.finished
        assert evening.act("undo", {"entry": last + 1}).status_code == 303  # brought back
        assert evening.play.finished


def test_taking_back_a_note_on_a_finished_game_asks_nothing(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(3, 2, 1)
    evening.must("note", text="Well played")
    assert evening.act("undo", {"entry": evening.state.seq}).status_code == 303


def test_undo_takes_back_an_entry_of_the_game_on_the_page(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(3, 2, 1)
    evening.start("II")
    evening.get()
    assert evening.act("tick", {"step": "board"}, play=1).status_code == 303
    ticked = evening.state.seq
    assert evening.act("note", {"text": "Well played"}, play=0).status_code == 303
    noted = evening.state.seq
    for play, entry in ((1, ticked), (0, noted)):
        sent = Page(evening.get("setup", play=play).text).sent("undo", {})
        assert json.loads(sent["data"][0]) == {"entry": entry}
    assert evening.act("undo", {"entry": noted}).status_code == 303
    assert 'id="redo"' not in evening.get("setup", play=1).text
    assert 'id="redo"' in evening.get("setup", play=0).text


@pytest.mark.parametrize(
    ("kind", "data"),
    [("rename", {"person": 1, "name": "Adele"}), ("place", {"value": "At home"}),
     ("zone", {"value": "Europe/Vienna"})],
)  # fmt: skip
def test_undo_passes_over_what_is_about_the_table_and_its_people(
    app: Flask, kind: str, data: dict[str, str | int]
) -> None:
    evening = Evening(app)
    evening.get()
    assert evening.act(kind, data).status_code == 303
    assert not any('id="undo"' in evening.get(page).text for page in UNDOING)
    assert evening.act("undo", {"entry": evening.state.seq}).status_code == 303
    assert not any('id="redo"' in evening.get(page).text for page in UNDOING)
    assert evening.act("tick", {"step": "board"}, play=0).status_code == 303
    ticked = evening.state.seq
    assert evening.act(kind, data).status_code == 303
    sent = Page(evening.get("setup").text).sent("undo", {})
    assert json.loads(sent["data"][0]) == {"entry": ticked}
