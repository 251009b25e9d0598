"""Random journals and random fingers: whatever is told, no page of the table ever fails."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import games
from tests.web.evening import Evening
from tests.web.every_page import broken, pages, papers
from tests.web.test_damage import insert, told
from tests.web.test_gate import ANY, TEXT, actions
from tests.web.test_offered import Offered

pytestmark = pytest.mark.slow
SOME = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
SLUGS = st.sampled_from(sorted(games()))
ROWS = st.tuples(
    actions() | st.tuples(st.sampled_from(["note", "undo", "start"]), ANY) | st.tuples(TEXT, ANY),
    st.sampled_from([None, 0, 0, 0, 1, -1, 2**31 - 1]),
)
FINAL = ("/settings/delete", "/renew", "/off")  # after these the table cannot be visited again
TYPED = ("3", "-1", "0", "", "2+5", "99999", "Ö", "x" * 300, "{}", "[]", "null")


def opened(app: Flask, slug: str) -> Evening:
    return Evening(app, slug, chapter=games()[slug].graph.first)


def stored(row: tuple[Any, Any]) -> dict[str, Any]:
    """The row as a foreign hand could have put it into the database."""
    (action, data), play = row
    name = action.encode(errors="replace").decode().replace("\0", "")
    return {"action": name[:40], "data": json.dumps(data), "play": play}


@SOME
@given(SLUGS, st.lists(ROWS, min_size=1, max_size=8))
def test_no_journal_whatever_breaks_a_table(app: Flask, slug: str, rows: list[Any]) -> None:
    evening = opened(app, slug)
    for row in rows:
        insert(evening, **stored(row))
    assert broken(evening) == {} and papers(evening)
    followed = evening.state
    app.extensions.pop("state_cache")
    assert evening.state == followed and told(evening.state) == told(followed)
    assert evening.act("note", {"text": "We play on"}).status_code in (303, 422)


@SOME
@given(SLUGS, st.integers(0, 2**32))
def test_no_order_of_presses_whatever_breaks_a_table(app: Flask, slug: str, seed: int) -> None:
    evening, dice = opened(app, slug), Random(seed)
    everywhere = pages(evening)
    for _ in range(12):
        page = evening.client.get(dice.choice(everywhere), follow_redirects=True)
        offered = list(Offered(page.text).sent()) if page.mimetype == "text/html" else []
        if not offered:
            continue
        where, form = dice.choice(offered)
        if not where.endswith(FINAL):
            sent = {name: typed(dice, name, values) for name, values in form.items()}
            assert evening.client.post(where, data=sent).status_code < 500, (where, sent)
    assert broken(evening) == {}


def typed(dice: Random, name: str, values: list[str]) -> list[str]:
    """Mostly what stands there, now and then something else."""
    keep = name in ("csrf_token", "key") or dice.random() < 0.8
    return values if keep else [dice.choice(TYPED)]
