"""Two phones and a bad network: whatever is delayed, repeated or resent, all end at one state."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.rules.journal.replay import replay
from companion.table import tables
from companion.table.journal import Draft, Refused
from companion.table.tables import Table

pytestmark = pytest.mark.slow

FIELDS = ("towns", "fists", "coins")

acts = st.one_of(
    st.builds(lambda on: ("tick", {"step": "board", "on": on}), st.booleans()),
    st.builds(lambda text: ("note", {"text": text}), st.sampled_from("abc")),
    st.builds(
        lambda by: ("count", {"track": "points", "seat": 0, "by": by}), st.sampled_from([1, -1])
    ),
    st.builds(
        lambda seat, name, value: ("fill", {"seat": seat, "field": name, "value": value}),
        st.integers(0, 1), st.sampled_from(FIELDS), st.integers(0, 9),
    ),
    st.builds(lambda seat: ("claim", {"group": "board", "seat": seat}), st.integers(0, 1)),
)  # fmt: skip

# What the network does with the next sending of a phone.
fates = st.sampled_from(["arrives", "lost", "answer lost", "twice"])
moves = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), st.integers(0, 1), acts),
        st.tuples(st.just("send"), st.integers(0, 1), fates),
    ),
    max_size=30,
)


@dataclass
class Phone:
    """Keeps every entry until the table has answered for it, and sends in the order of the taps."""

    name: str
    knows: int = 1
    waiting: list[Draft] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def tap(self, kind: str, data: dict[str, Any], key: str) -> None:
        known = {"after": self.knows} if kind == "fill" else {}
        self.waiting.append(Draft(kind, {**data, **known}, 0, key=key, device=self.name))

    def send(self, found: Table, fate: str) -> None:
        if not self.waiting or fate == "lost":
            return
        draft = self.waiting[0]
        for _ in range(2 if fate == "twice" else 1):
            try:
                state = tables.append(found, [draft]).state
                answer = self.acknowledged
            except Refused:
                state, answer = found.state, self.refused
        if fate != "answer lost":
            self.waiting.pop(0)
            answer.append(draft.key)
            self.knows = max(self.knows, state.seq)


def opened(app: Flask, key: str) -> str:
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    start = Draft("start", {"chapter": "I", "seats": seats, "story": True}, key=key, device="one")
    return tables.open_table(games()["newdale"], "Thursday", start)


def seen(token: str) -> Table:
    found = tables.find(token)
    assert found is not None
    return found


def run(app: Flask, plan: list[tuple[str, int, Any]]) -> None:
    token = opened(app, token_hex(8))
    phones = [Phone("one"), Phone("two")]
    for count, (move, which, what) in enumerate(plan):
        if move == "tap":
            phones[which].tap(*what, key=f"{which}-{count}")
        else:
            phones[which].send(seen(token), what)
    for phone in phones:  # the network is back
        while phone.waiting:
            phone.send(seen(token), "arrives")
    check(app, token, phones, [move for move in plan if move[0] == "tap"])


def check(app: Flask, token: str, phones: list[Phone], taps: list[Any]) -> None:
    state = seen(token).state
    keys = [row.entry.key for row in state.log][1:]
    assert len(keys) == len(set(keys))  # nothing doubles
    acknowledged = [key for phone in phones for key in phone.acknowledged]
    refused = [key for phone in phones for key in phone.refused]
    assert sorted(keys) == sorted(acknowledged)  # none that was acknowledged is lost
    assert len(acknowledged) + len(refused) == len(taps)  # every tap was answered, once
    for phone in phones:  # in the order of the taps
        assert [key for key in keys if key in phone.acknowledged] == phone.acknowledged
    fresh = replay(games()["newdale"], [row.entry for row in state.log])
    assert fresh.plays == state.plays  # any phone that opens the table sees the same


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(plans=st.lists(moves, min_size=1, max_size=3))
def test_any_interleaving_ends_in_one_state_and_loses_nothing(
    app: Flask, plans: list[list[tuple[str, int, Any]]]
) -> None:
    with app.app_context():
        for plan in plans:  # each at a table of its own
            run(app, plan)
