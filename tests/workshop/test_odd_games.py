"""A game's own Python and files at their oddest: each fault by file and line, never a traceback."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import opened
from companion.workshop.check import faults
from companion.workshop.examples import examples
from companion.workshop.new import begin

Change = Callable[[Path], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "hats"
    begin(folder, "Hats", "3-4", story=False, taken=())
    return folder


@pytest.fixture
def hats(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "hats")


def put(right: str, wrong: str) -> Change:
    def change(file: Path) -> None:
        text = file.read_text("utf-8")
        assert right in text
        file.write_text(text.replace(right, wrong, 1), "utf-8")

    return change


def ends(with_: bytes) -> Change:
    return lambda file: file.write_bytes(file.read_bytes() + with_)


RULE = "def most(category: Category, context: ScoringContext, seat: int)"


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("scoring.py", put("def most(", "def most(("), "scoring.py line 11: "),
        ("scoring.py", put("MOST = 5", "import nosuch"), "scoring.py line 8: ModuleNotFoundError"),
        ("scoring.py", put("MOST = 5", "raise SystemExit(3)"), "scoring.py line 8: SystemExit: 3"),
        ("scoring.py", put("(rules=", "(rule="), "scoring.py line 20: TypeError"),
        ("scoring.py", put('{"most": most}', '["most"]'), "scoring.py: VERBS, rules should be"),
        ("scoring.py", put('"most": most', '"most": 7'), "rules: 'most' is 7, not a function"),
        (
            "scoring.py",
            put(RULE, "def most(context: ScoringContext)"),
            "scoring.py line 11: most takes (context), but is given (category, context, seat)",
        ),
        (
            "scoring.py",
            put("ScoreLine(0, str(mine))", "mine"),
            "scoring.py line 11: most gave 1; it should be a ScoreLine",
        ),
        ("scoring.py", put("    mine =", "    return\n    mine ="), "line 11: most gave None;"),
        ("game.toml", ends(b"# \xe9\n"), "game.toml line 30: is not written in UTF-8"),
        ("examples/scores.toml", ends(b"# \xe9\n"), "scores.toml line 60: is not written in UTF-8"),
        ("more.toml", Path.mkdir, "more.toml: cannot be read (Is a directory)"),
        ("setup.toml", put("Deal {n}", "Deal {n:zz}"), "text: the braces of 'n' hold more"),
        ("setup.toml", put("Deal {n}", "Deal {n!z}"), "text: the braces of 'n' hold more"),
        ("sheet.toml", put("per = 3", "per = 0"), "field coins, per: 0 should be at least 1"),
        ("examples/setups.toml", put("players = 3", "players = 9"), "Hats needs 3 to 4 players"),
        (
            "README.md",
            lambda file: file.write_bytes(b"\xe9"),
            "README.md: does not say what is not",
        ),
    ],
)
def test_each_is_told_where_it_stands(hats: Path, file: str, change: Change, said: str) -> None:
    change(hats / file)
    found = list(faults(opened(hats)))
    assert [fault for fault in found if said in fault], found
    assert not re.search(r"Traceback|\w\[\d+\]|/tmp", "\n".join(found))


def test_a_mark_at_the_beginning_of_a_file_is_no_fault(hats: Path) -> None:
    for name in ("game.toml", "examples/scores.toml"):
        file = hats / name
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    found = opened(hats)
    assert found.game is not None and not found.faults
    assert len(list(examples(found.game, hats / "examples"))) > 3


@pytest.mark.parametrize("name", ["my-game", "My Game", "ünder", "class", "0zero", "a" * 41])
def test_a_folder_whose_name_cannot_be_a_slug_is_told(hats: Path, name: str) -> None:
    [fault] = opened(hats.rename(hats.with_name(name))).faults
    assert fault.startswith(f"game.toml: the folder's name {name!r} cannot be a game's: small")
