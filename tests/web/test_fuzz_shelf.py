"""Random forms and files on the shelf: whatever is sent, every page of it still opens."""

from __future__ import annotations

import copy
import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.web.evening import Evening
from tests.web.every_page import broken
from tests.web.pressing import guard_of
from tests.web.test_gate import ANY, FEW, TEXT, sendable

pytestmark = pytest.mark.slow
SOME = settings(FEW, max_examples=25)
FORMS = ("/settings", "/forget", "/statistics/people", "/move", "/move/code", "/new/newdale",
         "/open", "/open/shared", "/join")  # fmt: skip
PAGES = ("/", "/settings", "/statistics", "/statistics/people", "/move", "/open", "/new/newdale",
         "/tables.csv", "/tables-long.csv", "/tables.guildbook.json")  # fmt: skip
FIELDS = ("do", "name", "other", "table", "link", "theme", "paper", "key", "title", "zone",
          "chapter", "kind", "colour", "first", "person", "here", "o-x", "another")  # fmt: skip
VALUES = TEXT | st.sampled_from(["join", "apart", "forget", "ada", "ben", "open", "I", "1", "dark"])


@pytest.fixture
def evening(app: Flask) -> Evening:
    found = Evening(app)
    found.finish(3, 2, 1)
    found.get()
    return found


def closed(evening: Evening) -> dict[str, int]:
    """The pages of the shelf that do not open, each with its status."""
    asked = {page: evening.client.get(page).status_code for page in PAGES}
    return {page: status for page, status in asked.items() if status != 200}


def sent(evening: Evening, page: str, form: dict[str, Any]) -> int:
    token = guard_of(evening.client, "/settings")
    how = {"content_type": "multipart/form-data"} if page == "/open" else {}
    return evening.client.post(page, data={**form, "csrf_token": token}, **how).status_code


def test_every_form_of_the_shelf_is_tried(app: Flask) -> None:
    filled = {"<code>": "code", "<slug>": "newdale"}
    found = set()
    for rule in app.url_map.iter_rules():
        path = rule.rule
        for part, value in filled.items():
            path = path.replace(part, value)
        if "POST" in (rule.methods or ()) and not path.startswith(("/t/", "/api/", "/sample/")):
            found.add(path)
    assert found == set(FORMS)


@SOME
@given(st.sampled_from(FORMS), st.dictionaries(st.sampled_from(FIELDS) | TEXT, VALUES, max_size=8))
@example("/forget", {"link": "1"})
def test_no_form_whatever_breaks_the_shelf(
    evening: Evening, page: str, form: dict[str, str]
) -> None:
    assert sent(evening, page, sendable(form)) < 500
    evening.get()  # a table that was forgotten is on the shelf again: there is something to export
    assert closed(evening) == {} and broken(evening) == {}


@st.composite
def strokes(draw: st.DrawFn) -> list[tuple[list[int], Any]]:
    """Places in a file, as turns on the way there, and what is written over each."""
    way = st.lists(st.integers(0, 40), min_size=1, max_size=5)
    odd = ANY | st.sampled_from([None, -1, 2**31, "undo", "start", "fill", "9999-12-31T23:59:59Z"])
    return draw(st.lists(st.tuples(way, odd), min_size=1, max_size=4))


def struck(file: Any, way: list[int], odd: Any) -> None:
    """Write something odd over one place of a file."""
    for turn in way:
        keys = list(file) if isinstance(file, dict) else list(range(len(file)))
        if not keys:
            return
        key = keys[turn % len(keys)]
        if isinstance(file[key], dict | list) and turn % 3:
            file = file[key]
            continue
        file[key] = odd
        return


@SOME
@given(strokes(), st.binary(max_size=20))
def test_no_file_whatever_breaks_the_shelf(
    evening: Evening, told: list[tuple[list[int], Any]], tail: bytes
) -> None:
    file = copy.deepcopy(json.loads(evening.get("file").text))
    for way, odd in told:
        struck(file, way, odd)
    content = json.dumps(file).encode()
    for body in (content, content + tail):
        assert evening.client.post("/api/v1/files/check", data=body).status_code < 500
        assert sent(evening, "/open", {"file": (BytesIO(body), "a.guildbook.json")}) < 500
    for table in opened(evening):
        assert broken(table) == {}
    assert closed(evening) == {}


def opened(evening: Evening) -> list[Evening]:
    """The first tables on this device's shelf."""
    shelf = evening.client.get("/").text.split('class="row" href="/t/')[1:]
    found = []
    for part in shelf[:2]:
        other = copy.copy(evening)
        other.token = part.split("/")[0]
        found.append(other)
    return found
