"""Templates compiled to plain Python draw what Jinja would draw, and refuse what is not there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from jinja2 import Environment
from markupsafe import Markup, escape

from companion.web.answers.template_code import PlainCode, escaped

VALUES = [
    "<b> & \"quoted\" 'too'",
    "",
    "Zoë 🎲",
    Markup("<i>safe</i>"),
    7,
    -3,
    2.5,
    True,
    None,
    [1, "<"],
]
TEMPLATE = """
{% macro tag(name, text="none") %}<{{ name }}>{{ text }}{{ caller() if caller }}</{{ name }}>
{% endmacro %}
{% for row in rows %}{{ loop.index }} {{ row.name.upper() }} {{ tag("b", text=row.note) }}
{% call tag(*["i"], **{"text": row.name}) %}{{ row["note"]|length }}{% endcall %}
{% else %}nobody{% endfor %}
{{ "yes" if rows else "no" }} {{ rows|map(attribute="name")|join(", ") }} {{ one.name ~ "!" }}
"""


class Row:
    def __init__(self, name: str, note: str) -> None:
        self.name, self.note = name, note

    def __getitem__(self, key: str) -> str:
        return str(getattr(self, key))


@pytest.fixture
def draw() -> Callable[..., str]:
    ours, theirs = Environment(autoescape=True), Environment(autoescape=True)
    ours.code_generator_class = PlainCode

    def drawn(text: str, **values: object) -> str:
        found = ours.from_string(text).render(**values)
        assert found == theirs.from_string(text).render(**values)
        return found

    return drawn


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_escaped_as_jinja_escapes_it(value: object) -> None:
    assert escaped(value) == str(escape(value))


def test_loops_macros_calls_and_filters_draw_the_same(draw: Callable[..., str]) -> None:
    rows = [Row("Ada & Ben", "<first>"), Row("Cleo", "")]
    assert "ADA &amp; BEN" in draw(TEMPLATE, rows=rows, one=rows[1]) and "nobody" in draw(
        TEMPLATE, rows=[], one=rows[0]
    )


def test_a_name_that_is_not_there_fails(app: Flask) -> None:
    made = app.jinja_env.from_string("{{ row.nmae }}")
    with pytest.raises(AttributeError, match="nmae"):
        made.render(row=Row("Ada", ""))
