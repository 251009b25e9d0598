"""Any action with any JSON in any field, by any link: carried out or refused, never a failure."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.rules.actions import ACTIONS
from companion.table import care
from companion.table.links import Role
from tests.web.evening import Evening, guard

pytestmark = pytest.mark.slow
ODD: tuple[Any, ...] = (
    [], {}, [[]], [{}], {"a": []}, "x", -1, 10**18, 1.5, None,
)  # fmt: skip
USUAL = {
    "str": "towns", "int": 0, "bool": True, "int | None": 0, "int | str | None": 0, "Any": 1,
    "tuple[Any, ...]": [], "tuple[Any, ...] | None": [],
    "tuple[Any, ...] | str": [], "Mapping[str, Any]": {},
}  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.floats(-9, 9) | st.text(max_size=5),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part),
    max_leaves=6,
)


class Link:
    """A device that sends actions by one link."""

    def __init__(self, evening: Evening, token: str) -> None:
        self.client, self.token = evening.app.test_client(), token
        self.guard = guard(evening.app, token)

    def sends(self, action: str, data: dict[str, Any]) -> int:
        form = {"csrf_token": self.guard, "action": action, "data": json.dumps(data)}
        asked = {"Accept": "application/json"}
        return self.client.post(f"/t/{self.token}/do", data=form, headers=asked).status_code


def links(app: Flask, slug: str) -> list[Link]:
    """The host's and one person's, at a table that keeps its scores secret."""
    app.config |= {"ENTRIES_A_MINUTE": 10**6, "TESTING": False, "PROPAGATE_EXCEPTIONS": False}
    evening = Evening(app, slug, chapter=games()[slug].graph.first)
    evening.must("mask")
    with app.app_context():
        care.invite(evening.table, Role.PLAYER, 1)
        own = next(i.token for i in care.invitations(evening.table) if i.person == 1)
    return [Link(evening, token) for token in (evening.token, own)]


@pytest.mark.parametrize("kind", sorted(ACTIONS))
def test_no_value_in_any_field_is_a_failure(app: Flask, kind: str) -> None:
    everybody = links(app, "ohmygoods")
    usual = {field.name: USUAL[str(field.type)] for field in fields(ACTIONS[kind])}
    tried = [{**usual, name: odd} for name in (*usual, "person", "draw") for odd in ODD]
    failed = [data for data in tried for link in everybody if link.sends(kind, data) >= 500]
    assert failed == []


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(games())), st.sampled_from(sorted(ACTIONS)), st.data())
def test_no_json_whatever_is_a_failure(app: Flask, slug: str, kind: str, data: Any) -> None:
    named = [field.name for field in fields(ACTIONS[kind])]
    values = data.draw(st.fixed_dictionaries(dict.fromkeys(named, JSON)))
    assert all(link.sends(kind, values) < 500 for link in links(app, slug))


def test_a_draw_that_is_no_word_is_refused(app: Flask) -> None:
    for link in links(app, "newdale"):
        assert link.sends("hold", {"draw": [], "seat": 0, "thing": 1}) == 422
