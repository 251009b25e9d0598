"""Names in any script: in order on paper, and said beforehand where no font has them."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.config import PROJECT
from companion.games import games
from companion.printing import documents, typesetting
from companion.printing.sample_tables import sample_state
from companion.printing.typesetting import in_drawings
from companion.show.paper.charts import PersonMark
from companion.show.paper.sheet import PaperSheet
from tests.printing.conftest import Printed
from tests.printing.test_prints import fake
from tests.web.evening import Evening

SCRIPTS = ("Ελένη", "שרה לוי", "محمد", "Ада")


@pytest.fixture
def few_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system whose fonts end with the Latin, Greek and Hebrew letters."""
    monkeypatch.setattr(typesetting, "font_ranges", lambda: ((0x20, 0x370), (0x17F, 0x5FF)))


def test_words_that_run_to_the_left_stand_by_themselves() -> None:
    told = typesetting.isolated('<p title="שרה">שרה לוי: 3+4 = 7, Ada: 2</p>')
    one, whole = "\u200e\u2068שרה\u2069\u200e", "\u200e\u2068שרה לוי\u2069\u200e"
    assert told == f'<p title="{one}">{whole}: 3+4 = 7, Ada: 2</p>'


def test_letters_without_a_font_are_found_and_never_printed_as_boxes(few_fonts: None) -> None:
    assert typesetting.missing("Ada 桌子\n שרה\u200d桌") == "子桌"
    assert typesetting.printable("Ada 桌子") == "Ada ??"


def test_where_nobody_can_tell_which_fonts_there_are_nothing_is_taken_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(typesetting, "font_ranges", lambda: None)
    assert typesetting.printable("桌子") == "桌子"


def test_the_fonts_of_this_system_are_known(pango: None) -> None:
    assert typesetting.missing("Ada äß Ελένη Ада שרה ☐ ★ →") == ""


def test_the_readme_names_the_packages_of_these_fonts() -> None:
    assert typesetting.PACKAGES in (PROJECT / "README.md").read_text("utf-8")


def test_whoever_runs_the_server_reads_which_fonts_to_add(
    app: Flask, few_fonts: None, caplog: pytest.LogCaptureFixture
) -> None:
    fake(app)
    evening = Evening(app)
    evening.get("print")
    assert typesetting.PACKAGES not in caplog.text
    evening.must("note", text="Danke 桌")
    evening.get("print")
    assert typesetting.PACKAGES in caplog.text


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada", "Ada"),
        ("Ада", "Ада"),
        ("שרה", "הרש"),  # the same letters, each set to the right of the next
        ("שרה 12", "12 הרש"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),  # joined to the next, or the last
        ("دار", "\ufead\ufe8d\ufea9"),  # three that join none that comes after
    ],
)
def test_in_drawings_letters_are_set_in_the_order_one_sees(name: str, drawn: str) -> None:
    page = f'<p>{name}</p><svg><text x="1">{name}</text></svg>'
    assert in_drawings(page) == f'<p>{name}</p><svg><text x="1">{drawn}</text></svg>'


def test_where_letters_carry_marks_a_drawing_has_the_first_only() -> None:
    names = ("שרה", "नमस्ते")
    assert [PersonMark(name, name, "circle").drawn for name in names] == ["שרה", "न"]


def test_a_name_above_a_column_is_whole_unless_a_word_would_be_broken() -> None:
    marks = [
        PersonMark(name, "Ada", "circle") for name in ("Ada von Bergen", "Ada Featherstonehaugh")
    ]
    assert [mark.head for mark in marks] == ["Ada von Bergen", "Ada"]
    told = PaperSheet(tuple(marks), (), (), "").named
    assert told == "Ada: Ada Featherstonehaugh"


@pytest.mark.slow
def test_a_log_is_printed_with_the_letters_of_every_script(printed: Printed) -> None:
    state = sample_state(games()["newdale"], 4, 1, SCRIPTS)
    words = printed(documents.log("Ελένη", state, journal=False)).pages[0].extract_text()
    assert all(name in words for name in ("Ελένη", "Ада"))
