"""Reading a game's data: named sets of chapters, and values that are of the wrong kind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.games import HERE
from companion.games.merchants.scoring import VERBS
from companion.rules.load import DataError, _when, game


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('title = "', 'title = 7 # "', "title: 7 should be str"),
        ("minutes = ", 'minutes = "30" # ', "minutes: '30' should be int"),
        ("players = [", "players = [true, 4] # [", "players[0]: True should be int"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    folder = shutil.copytree(HERE / "merchants", tmp_path / "merchants")
    data = (folder / "game.toml").read_text("utf-8")
    assert right in data
    (folder / "game.toml").write_text(data.replace(right, wrong, 1), "utf-8")
    with pytest.raises(DataError) as error:
        game(folder, VERBS)
    assert str(error.value) == f"merchants/game.toml: {said}"


def test_a_word_that_is_none_of_a_kind_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(HERE / "merchants", tmp_path / "merchants")
    data = (folder / "sheet.toml").read_text("utf-8")
    (folder / "sheet.toml").write_text(data.replace('kind = "', 'kind = "un', 1), "utf-8")
    with pytest.raises(DataError, match="is not a valid Kind"):
        game(folder, VERBS)


def test_a_named_set_stands_for_its_chapters() -> None:
    when = _when({"chapter": "late", "players": 1}, {"late": ["II", "III"]})
    assert when.needs == {"chapter": ("II", "III"), "players": (1,)}


def test_a_chapter_that_is_no_set_stands_for_itself() -> None:
    assert _when({"chapter": "I"}, {"late": ["II"]}).needs == {"chapter": ("I",)}


def test_other_dimensions_know_no_sets() -> None:
    assert _when({"ruling": "late"}, {"late": ["II"]}).needs == {"ruling": ("late",)}
