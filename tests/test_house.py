"""How large files and rooms may grow, as a test."""

from __future__ import annotations

from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "companion"
FILES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE = 400
MOST_MODULES = 230
LONGEST_TEMPLATE_LINE = 140
ROOM = range(3, 13)
# A game has as many files as it needs, a room of rooms has those that its rooms share.
FREE = ("games", "web", "workshop/template")
ROOMS = sorted(
    {path.parent for path in FILES if path.parent != PACKAGE}
    - {PACKAGE / name for name in FREE}
    - set(PACKAGE.glob("games/*"))
)


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert [path for path, lines in lengths.items() if lines > LONGEST_FILE] == []


def test_there_are_few_enough_modules_to_know_them() -> None:
    assert len(FILES) <= MOST_MODULES


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(PACKAGE)))
def test_a_room_holds_three_to_twelve_modules(room: Path) -> None:
    assert len([path for path in room.glob("*.py") if path.name != "__init__.py"]) in ROOM


def test_no_line_of_a_template_is_too_long_to_be_seen_whole() -> None:
    templates = sorted((PACKAGE.parent / "templates").rglob("*.html"))
    lines = [(path, line) for path in templates for line in path.read_text("utf-8").splitlines()]
    assert templates
    assert [path for path, line in lines if len(line) > LONGEST_TEMPLATE_LINE] == []
