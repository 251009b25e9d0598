"""A row that nobody can read keeps its place in the log and takes nothing else with it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.rules.journal.state import State
from companion.table.store import db
from tests.web.evening import Evening
from tests.web.every_page import broken, papers

pytestmark = pytest.mark.slow

ROW = """INSERT INTO entry (campaign_id, seq, play, action, data, key, seat, device, at)
         VALUES (:campaign_id, :seq, :play, :action, :data, :key, :seat, :device, :at)"""
UNREADABLE: dict[str, dict[str, Any]] = {
    "half a character": {"data": r'{"text": "\ud800"}'},
    "a zero": {"data": r'{"text": "a\u0000b"}'},
    "a control character": {"data": r'{"text": "a\u001b[2Jb"}'},
    "half a name": {"action": "start", "data": r'{"chapter": "I", "seats": [{"name": "\udfff"}]}'},
    "a number for a text": {"data": '{"text": 5}'},
    "a list": {"data": "[1, 2]"},
    "nothing": {"data": "null"},
    "a text": {"data": '"note"'},
    "no number": {"action": "record", "data": '{"fact": "x", "value": NaN}'},
    "endless": {"action": "record", "data": '{"fact": "x", "value": -Infinity}'},
    "past all numbers": {"action": "fill", "data": '{"seat": 0, "field": "x", "value": 1e999}'},
    "too large": {"action": "undo", "data": f'{{"entry": {10**30}}}'},
    "too deep": {"data": '{"text": ' + "[" * 200 + "]" * 200 + "}"},
    "an action nobody knows": {"action": "dance", "data": "{}"},
    "an unknown part": {"data": '{"text": "x", "colour": 1}'},
    "an undo of a word": {"action": "undo", "data": '{"entry": "two"}'},
    "an undo of yes": {"action": "undo", "data": '{"entry": true}'},
}
# What only SQLite lets into its columns.
GARBLED: dict[str, dict[str, Any]] = {
    "no JSON": {"data": "{broken"},
    "bytes": {"data": b"\xed\xa0\x80"},
    "much too deep": {"data": "[" * 100_000},
    "a word for a play": {"play": "x"},
    "a word for a seat": {"seat": "x"},
    "no moment": {"at": "yesterday"},
    "bytes for a key": {"key": b"\xff\xfe"},
}


def insert(evening: Evening, **odd: Any) -> int:
    """Put a row into the journal past everything that guards it; its number."""
    seq = evening.state.seq + 1
    row = {"campaign_id": evening.table.id, "seq": seq, "play": 0, "action": "note", "data": "{}",
           "key": f"k{seq}", "seat": None, "device": "", "at": "2026-11-16 12:00:00"}  # fmt: skip
    with evening.app.app_context(), db.engine.begin() as connection:
        connection.execute(text(ROW), row | odd)
    return seq


@pytest.mark.parametrize("odd", [*UNREADABLE.values(), *GARBLED.values()],
                         ids=[*UNREADABLE, *GARBLED])  # fmt: skip
def test_a_damaged_row_is_shown_as_such_and_can_be_taken_back(
    app: Flask, odd: dict[str, Any]
) -> None:
    check(Evening(app), odd)


def told(state: State) -> list[tuple[str, str]]:
    return [(row.sentence(state), row.refused) for row in state.log]


def check(evening: Evening, odd: dict[str, Any]) -> None:
    evening.get()
    seq = insert(evening, **odd)
    assert broken(evening) == {}
    assert f"Line {seq} of the log is damaged" in papers(evening)
    log = evening.get("log").text
    assert f"Line {seq} of the log is damaged" in log and f'id="take-{seq}"' in log
    assert evening.act("note", {"text": "We play on"}).status_code == 303
    assert evening.post("do", action="undo", **{"d-entry": seq}).status_code == 303
    assert f"<s>Line {seq} of the log is damaged.</s>" in evening.get("log").text
    assert broken(evening) == {}
    followed = evening.state
    evening.app.extensions.pop("state_cache")
    assert evening.state == followed and told(evening.state) == told(followed)
    assert followed.plays[0].notes == ("We play on",)


def test_a_table_whose_very_first_row_is_damaged_still_opens(app: Flask) -> None:
    evening = Evening(app)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET data = '{}'"))
    app.extensions.pop("state_cache")
    assert evening.get("log").status_code == 200
    assert "Line 1 of the log is damaged" in evening.get("log").text
    assert all(status < 500 for status in broken(evening).values())


def test_an_entry_that_breaks_the_rules_is_passed_over_not_damaged(app: Flask) -> None:
    evening = Evening(app)
    insert(evening, action="claim", data='{"group": "board", "seat": 99}')
    insert(evening, action="reveal", data='{"deck": "events", "card": 5, "position": -1}')
    insert(evening, action="undo", data='{"entry": 4}')  # itself
    insert(evening, action="undo", data='{"entry": 6}')
    insert(evening, action="undo", data='{"entry": 5}')  # the one that takes this one back
    insert(evening, action="undo", data='{"entry": 2}', play=7)
    assert not any(row.damaged for row in evening.state.log)
    assert broken(evening) == {} and papers(evening)


def test_what_others_keep_secret_hides_a_damaged_row_no_worse(app: Flask) -> None:
    evening = Evening(app)
    evening.must("mask")
    insert(evening, action="fill", data='{"seat": 99, "field": "x", "value": 1}')
    insert(evening, action="fill", data=r'{"seat": 0, "field": "x", "value": "\ud800"}')
    insert(evening, action="undo", data='{"entry": 3}')
    assert broken(evening) == {}
