"""Parts of a page are drawn anew only when what they are drawn from has changed."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, g, render_template_string

from companion.web.answers.template_helpers import Pen
from companion.web.table import kept_parts
from companion.web.table.page_cache import KEY
from tests.web.evening import Evening
from tests.web.pressing import Page
from tests.web.sheets import Sheets

PART = """{% call kept("part", told) %}{{ told }} {{ untold }} {{ new_key() }}{% endcall %}"""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, app: Flask) -> list[str]:
    """The names of the parts that had to be drawn; those that were kept are believed."""
    names: list[str] = []
    draw = kept_parts._drawn

    def noted(held: Pen, name: str, *rest: Any) -> kept_parts.Part:
        names.append(name)
        return draw(held, name, *rest)

    monkeypatch.setattr(kept_parts, "_drawn", noted)
    app.testing = False
    return names


def part(app: Flask, told: object, untold: object = "", key: str = KEY) -> str:
    with app.test_request_context("/"):
        g.pen = Pen(key)
        return render_template_string(PART, told=told, untold=untold)


def test_only_the_line_that_has_changed_is_drawn_anew(app: Flask, drawn: list[str]) -> None:
    table = Sheets(app, "newdale", chapter="I", players=3)
    table.get("score")
    assert [name for name in drawn if not name.startswith("line-")] == ["s0", "s1", "s2"]
    assert {"line-0secret", "line-1secret", "line-1track"} <= {*drawn}
    drawn.clear()
    table.fill(1, towns=3)
    page = table.get("score").text
    assert drawn == ["s1", "line-1secret"]
    keys = Page(page).named("key")
    assert len(keys) == len(set(keys)) > 3 and KEY not in page


def test_whoever_else_looks_has_parts_of_their_own(app: Flask, drawn: list[str]) -> None:
    assert part(app, 1) == part(app, 1)
    with app.test_request_context("/", base_url="http://here/below"):
        g.pen = Pen(KEY)
        render_template_string(PART, told=1, untold="")
    assert drawn == ["part", "part"]


def test_a_page_with_keys_of_its_own_takes_no_part_from_before(app: Flask) -> None:
    assert KEY in part(app, 1)
    assert KEY not in part(app, 1, key="own") and "own-1" in part(app, 1, key="own")


def test_what_a_part_does_not_name_is_found_out(app: Flask) -> None:
    assert part(app, 1, "here") == part(app, 1, "here")
    assert part(app, 2, "there") != part(app, 1, "here")
    with pytest.raises(AssertionError, match="part is drawn from something"):
        part(app, 1, "there")


def test_what_somebody_asks_for_is_not_kept_for_each_way_of_asking(app: Flask) -> None:
    table = Sheets(app, "tybor", chapter="I", players=2)
    table.get("score?open=a")
    table.get("play?aid=build&f-points=1")
    known = table.play.situation._known
    there = len(known)
    for n in range(20):
        table.get(f"score?open=x{n}")
        table.get(f"play?aid=build&f-points={n}&find=y{n}&open=z{n}")
    assert len(known) <= there + 1


def test_a_tool_that_is_no_longer_apart_loses_its_close(app: Flask) -> None:
    table = Evening(app, "newdale", chapter="I", players=3)
    assert "close-built" in table.get("play", open="built").text
    table.must("pace", value="ends")
    assert "close-built" not in table.get("play", open="built").text
