"""Our own file: any journal survives save, open, save, and nothing hostile gets in."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.interchange.importing import How, judged, meeting
from companion.interchange.table_file import (
    Budget,
    NoFile,
    TableFile,
    Unopenable,
    lasting,
    people_of,
    read,
    schema,
    table_json,
)
from companion.rules.actions import ACTIONS
from companion.rules.journal.secrecy import hiding
from companion.rules.journal.state import State
from companion.rules.plain import strict
from tests.journal import Journal
from tests.rules.test_always import TAPS, tap

CREATED = "2026-11-16T20:00:00+00:00"
Taps = list[tuple[Any, ...]]
WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).map(strict)
TOLD = st.one_of(
    TAPS,
    st.tuples(st.just("mask"), st.fixed_dictionaries({"on": st.booleans()})),
    st.tuples(st.just("note"), st.fixed_dictionaries({"text": WORDS})),
    st.tuples(st.just("place"), st.fixed_dictionaries({"value": WORDS})),
)


def told(taps: Taps) -> Journal:
    journal = Journal()
    journal.start("I", players=2)
    for step in taps:
        if isinstance(step[-1], dict):
            journal.do(step[0], **step[1])
        else:
            tap(journal, step)
    return journal


def file_of(state: State) -> TableFile:
    entries = hiding(lasting(state, CREATED), state)
    return TableFile("a-table-id", state.game.slug, "Thursday", CREATED, entries, people_of(state))


def raw(**changes: Any) -> dict[str, Any]:
    """A table's file as JSON, with something else in it."""
    found: dict[str, Any] = json.loads(table_json(file_of(told([]).state)))
    return {**found, **changes}


def entry(**changes: Any) -> dict[str, Any]:
    return {**raw()["entries"][0], **changes}


def opened(value: Any) -> Any:
    [found] = judged(read(json.dumps(value).encode()))
    return found


@given(st.lists(TOLD, max_size=25))
@settings(max_examples=80)
def test_any_journal_survives_save_open_save(taps: Taps) -> None:
    state = told(taps).state
    text = table_json(file_of(state))
    [again] = judged(read(text.encode()))
    assert table_json(file_of(again.state)) == text and again.flagged == 0
    assert again.state == state or any(play.secret for play in state.plays)


@given(st.lists(TOLD, max_size=20), st.integers(1, 21), st.integers(1, 21))
@settings(max_examples=60)
def test_any_two_beginnings_of_a_journal_go_on_from_the_longer(
    taps: Taps, one: int, other: int
) -> None:
    entries = lasting(told(taps).state, CREATED)
    here, file = entries[:one], entries[:other]
    longer = len(file) > len(here)
    assert meeting(here, file) is (How.LONGER if longer else How.KNOWN)


@given(st.lists(TOLD, max_size=8), st.lists(TOLD, max_size=8), st.lists(TOLD, max_size=8))
@settings(max_examples=60)
def test_two_that_both_went_on_stay_apart(shared: Taps, mine: Taps, theirs: Taps) -> None:
    here = lasting(told([*shared, *mine]).state, CREATED)
    file = lasting(told([*shared, *theirs]).state, CREATED)
    both = min(len(here), len(file))
    assert (meeting(here, file) is How.SECOND) == (here[:both] != file[:both])


ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
EDGES = [datetime(*day) for day in ((1, 1, 1), (1970, 1, 1), (2199, 12, 31), (9999, 12, 31))]
MOMENTS = st.builds(
    lambda day, shift, zone: (day + timedelta(minutes=shift)).replace(tzinfo=zone).isoformat(),
    st.sampled_from(EDGES[1:3]) | st.datetimes(*EDGES[1:3]), st.integers(-1500, 1500), ZONES,
)  # fmt: skip
ANYWHERE = st.sampled_from([None, 0, 1, 2, 7, 2**31 - 1])
NAMED = st.sampled_from(sorted({f for cls in ACTIONS.values() for f in cls.__dataclass_fields__}))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 99) | st.floats(-9, 9) | WORDS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(NAMED | WORDS, part, max_size=3),
    max_leaves=5,
)  # fmt: skip
ENTRIES = st.lists(
    st.fixed_dictionaries({
        "action": st.sampled_from([*ACTIONS, "dance"]),
        "data": st.dictionaries(NAMED | WORDS, VALUES, max_size=3),
        "play": ANYWHERE, "person": ANYWHERE.filter(lambda number: number != 0), "at": MOMENTS,
    }), max_size=3,
)  # fmt: skip


@given(WORDS, MOMENTS, ENTRIES)
@settings(max_examples=300)
def test_whatever_can_be_opened_is_saved_as_what_can_be_opened(
    name: str, created: str, told: list[dict[str, Any]]
) -> None:
    numbered = [{**row, "seq": n} for n, row in enumerate(told, 2)]
    try:
        found = opened(raw(name=name, created=created, entries=[entry(at=created), *numbered]))
    except (Unopenable, NoFile):
        return
    again = replace(file_of(found.state), name=found.file.name, created=found.file.created)
    [second] = judged(read(table_json(again).encode()))
    assert table_json(second.file) == table_json(replace(again, people=()))
    assert second.state == found.state or any(play.secret for play in found.state.plays)


def secret_table() -> Journal:
    journal = Journal()
    journal.start("I", players=2)
    journal.must("mask")
    journal.must("fill", seat=0, field="towns", value=4711)
    journal.must("fill", seat=0, field="coins", value=4712, also={"spent": 4713})
    return journal


def test_secret_numbers_are_written_as_hidden_and_asked_anew() -> None:
    state = secret_table().state
    text = table_json(file_of(state))
    assert "471" not in text and text.count('"hidden"') == 3
    again = opened(json.loads(text))
    assert again.flagged == 0 and again.state.play.entries == ({}, {})
    assert table_json(file_of(again.state)) == text


def test_a_file_with_hidden_numbers_is_the_same_table_that_knows_them() -> None:
    journal = secret_table()
    file = file_of(journal.state).entries
    assert meeting(lasting(journal.state, CREATED), file) is How.KNOWN
    journal.must("mask", on=False)
    assert meeting(lasting(journal.state, CREATED), file) is How.KNOWN
    assert meeting(file, lasting(journal.state, CREATED)) is How.SECOND


def test_what_was_revealed_is_written() -> None:
    journal = secret_table()
    journal.must("mask", on=False)
    assert "4711" in table_json(file_of(journal.state))


def test_entries_the_rules_refuse_are_kept_and_flagged() -> None:
    odd = [
        entry(),
        entry(seq=2, action="fill", data={"seat": 0, "field": "nothing", "value": 1}),
        entry(seq=3, action="dance", data={"steps": 3}),
        entry(seq=4, action="note", data={"text": "on"}, play=0),
    ]
    found = opened(raw(entries=odd))
    assert found.flagged == 2 and found.state.play.notes == ("on",)
    assert [e["action"] for e in json.loads(table_json(file_of(found.state)))["entries"]] == [
        "start", "fill", "dance", "note"
    ]  # fmt: skip


def test_every_file_fits_the_schema() -> None:
    fits = jsonschema_rs.validator_for(schema())
    fits.validate(json.loads(table_json(file_of(secret_table().state))))
    assert not fits.is_valid(raw(id="short")) and not fits.is_valid(raw(entries=[]))


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\xff\xfe", b"[]", b"{", b'{"format": "other"}', b"NaN", b"[" * 100_000,
        b'{"format": "guildbook-table", "version": NaN}', b"\x1f\x8b\x08\x00bomb",
    ],
)  # fmt: skip
def test_what_is_no_file_is_told_from_one(text: bytes) -> None:
    with pytest.raises(NoFile):
        read(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_only_utf_8_is_read_as_the_bounds_count_its_bytes(encoding: str) -> None:
    text = json.dumps(raw(name="∀"), ensure_ascii=False)
    with pytest.raises(NoFile, match="can’t be read as JSON"):
        read(text.encode(encoding))
    assert read(text.encode("utf-8-sig")) and read(text.encode())


DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"id": "../../etc"}, "id"),
        ({"game": "chess"}, "game"),
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"created": "yesterday"}, "created"),
        ({"created": "2026-11-16T20:00:00"}, "created"),
        ({"created": "0001-01-01T00:00:00+14:00"}, "created"),
        ({"created": "9999-12-31T23:59:59+00:00"}, "created"),
        ({"created": "1970-01-01T00:00:00+23:59"}, "created"),
        ({"created": "2199-12-31T23:59:59-23:59"}, "created"),
        ({"entries": [entry(at="1970-01-01T00:00:00+00:01")]}, "entries[0]"),
        ({"entries": [entry(at="0001-01-01T00:00:00+00:00")]}, "entries[0]"),
        ({"entries": []}, "entries"),
        ({"entries": {}}, "entries"),
        ({"entries": [7]}, "entries[0]"),
        ({"entries": [entry(seq=2)]}, "entries[0]"),
        ({"entries": [entry(action="x" * 41)]}, "entries[0]"),
        ({"entries": [entry(), entry(seq=2, data=[])]}, "entries[1]"),
        ({"entries": [entry(data={"n": 2**63})]}, "entries[0]"),
        ({"entries": [entry(data={"n": 1e400})]}, "entries[0]"),
        ({"entries": [entry(data={"n": "\ud800"})]}, "entries[0]"),
        ({"entries": [entry(data={"n": DEEP})]}, "entries[0]"),
        ({"entries": [entry(play=-1)]}, "entries[0]"),
        ({"entries": [entry(play=2**31)]}, "entries[0]"),
        ({"entries": [entry(person=0)]}, "entries[0]"),
        ({"entries": [entry(at=None)]}, "entries[0]"),
    ],
    ids=str,
)
def test_a_bad_file_says_what_is_wrong_and_where(changes: dict[str, Any], field: str) -> None:
    text = json.dumps(raw(**changes)).replace("Infinity", "1e999").encode()
    with pytest.raises(Unopenable) as refused:
        read(text)
    assert [issue.field for issue in refused.value.issues] == [field]


@pytest.mark.parametrize("part", ["x", ["é", 1]], ids=["text", "list"])
def test_what_one_entry_says_is_bounded(part: Any) -> None:
    said = [entry(seq=1), entry(seq=2, data={"n": part * 4000})]
    assert read(json.dumps(raw(entries=said)).encode())
    said[1]["data"]["n"] = part * 70_000
    with pytest.raises(
        Unopenable, match=r"^Change 2: That is too long. At most 64 KiB fit"
    ) as refused:
        read(json.dumps(raw(entries=said)).encode())
    assert refused.value.issues[0].field == "entries[1]"


def test_a_fault_names_its_table_among_several() -> None:
    tables = [raw(), raw(name=""), raw(entries=[entry(seq=2)])]
    shelf = {"format": "guildbook-shelf", "version": 1, "tables": tables[:2]}
    with pytest.raises(Unopenable, match=r"^Game 2, name: ") as refused:
        opened(shelf)
    assert refused.value.issues[0].field == "tables[1].name"
    with pytest.raises(Unopenable, match=r"^Game 2, change 1: "):
        opened({**shelf, "tables": tables[::2]})


def test_what_stands_twice_is_refused() -> None:
    text = json.dumps(raw()).replace('"seq": 1', '"seq": 1, "seq": 1').encode()
    with pytest.raises(Unopenable, match="'seq' is in one object twice"):
        read(text)


def test_journals_made_to_take_for_ever_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.interchange.table_file.LONGEST", -1)
    with pytest.raises(Unopenable, match="too long"):
        opened(raw())


def test_the_time_is_looked_at_before_anything_is_made_of_a_file() -> None:
    with pytest.raises(Unopenable, match="too long"):
        read(b'{"format": "other"}', Budget(lambda: True))


def test_all_tables_of_a_file_share_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("companion.interchange.table_file.thread_time", lambda: next(clock))
    monkeypatch.setattr("companion.interchange.table_file.LONGEST", 3)
    table = file_of(told([]).state)
    assert len(judged([table] * 3)) == 3
    with pytest.raises(Unopenable, match="too long"):
        judged([table] * 4)


@pytest.mark.slow
def test_undos_of_undos_cost_no_more_than_other_entries() -> None:
    chain = [entry(), *(entry(seq=n, action="undo", data={"entry": n - 1}) for n in range(2, 5001))]
    assert opened(raw(entries=chain)).state.seq == 5000
