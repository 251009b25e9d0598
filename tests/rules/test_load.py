"""Reading a game's data: what is wrong is told by file, line and name, all of it at once."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from companion.games import HERE, broken, found_in, games, opened
from companion.rules.data.faults import lines


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(HERE / "merchants", tmp_path / "merchants")


def changed(folder: Path, file: str, right: str, wrong: str) -> tuple[str, ...]:
    """The faults once ``right`` has become ``wrong`` in a file."""
    data = (folder / file).read_text("utf-8")
    assert right in data
    (folder / file).write_text(data.replace(right, wrong, 1), "utf-8")
    return opened(folder).faults


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("game.toml", 'title = "', 'title = 7 # "', "line 2, title: 7 should be text in quotes"),
        ("game.toml", "minutes = ", 'minutes = "3" # ', "line 4, minutes: '3' should be a whole"),
        ("game.toml", "players = [", "players = [true, 4] # [", "line 3, players: True should be"),
        ("game.toml", "plate =", "plat =", "plat: no key 'plat'"),
        ("game.toml", 'title = "M', 'title = M"', "line 2: Invalid value"),
        ("sheet.toml", 'rule = "base"', 'rule = "bse"', ", category base: no verb 'bse'"),
        ("sheet.toml", 'rule = "base"', 'rule = "bse"', "Did you mean base?"),
        ("sheet.toml", 'kind = "flag"', 'kind = "flg"', ", field upgrade_vp, kind: no kind 'flg'"),
        ("sheet.toml", 'field = "gifts"', 'field = "gift"', "no field 'gift'"),
        ("sheet.toml", 'kinds = ["vp"]', 'kinds = ["pv"]', "column vp, kinds: no kind 'pv'"),
        ("sheet.toml", "has {most} quartz", "has {mst} quartz", "message: no number 'mst'"),
        ("sheet.toml", "has {most} quartz", "has {most quartz", "message: a brace is not closed"),
        ("setup.toml", "instrument = 1 }", "flute = 1 }", "draw five: can give 'flute'"),
        ("setup.toml", '["Yedl\'s W', '["Yeld\'s W', "no thing in its pool \"Yeld's Workshop\""),
        ("setup.toml", 'text = "Join', 'text = "{n} Join', "step board, text: {n} is its"),
        ("setup.toml", "pawn on {", "pawn on {{", "step pawn, text: a brace is not closed"),
        ("setup.toml", "{start_space}", "{strt_space}", "Did you mean start_space?"),
        ("setup.toml", 'group = "player"', 'group = "plyer"', "no group 'plyer'"),
        ("setup.toml", 'drafting = "no"', 'drafting = "nope"', "drafting is never 'nope'"),
        ("setup.toml", 'drafting = "no"', 'drfting = "no"', "nothing is called 'drfting'"),
        ("game.toml", 'key = "brown"', 'key = "brwn"', "colour brwn, key: no colour 'brwn'"),
        ("game.toml", 'shape = "hex"', 'shape = "hx"', "colour gray, shape: no shape 'hx'"),
        ("game.toml", 'plate = "', 'plate = "x', "line 7, plate: no plate 'xmerchants'"),
        ("game.toml", 'cloth = "plum"', 'cloth = "silk"', "line 8, cloth: no cloth 'silk'"),
        ("game.toml", "players = [2, 4]", "players = [2, 5]", "colours: 4 colours for up"),
        ("game.toml", 'start = "base"', 'start = "bas"', "no chapter of the story 'bas'"),
        ("game.toml", "players = [2, 4]", "players = []", "players: [] should be 2 values"),
        ("game.toml", "players = [2, 4]", "players = [4, 2]", "players: from 4 to 2 cannot"),
        ("game.toml", "players = [2, 4]", "players = {}", "line 3, players: {} should be"),
        ("game.toml", "minutes = ", "minutes = 0 # ", "line 4, minutes: 0 should be at least 1"),
        ("sheet.toml", "default = 1, high = 78", "default = 99, high = 78", "cannot be entered"),
        ("sheet.toml", 'kind = "flag", default = false', 'kind = "flag", default = 7', ": 7"),
        ("sheet.toml", "default = 0, high = 2,", "default = 0, high = -2,", "high: -2 is below 0"),
        ("sheet.toml", "most = 1, ", "most = -1, ", "most: -1 should be from 0"),
        ("sheet.toml", 'fields = ["gifts"], most', "fields = [], most", "fields: names no field"),
        ("facts.toml", 'rounds", value = 13', 'rounds", value = "x"', "rounds, value: 'x' should"),
        ("facts.toml", 'rounds", value = 13', 'rounds", value = 1.5', "rounds, value: 1.5 should"),
        ("setup.toml", "potion = 1,", "potion = 0,", "draw five, potion: 0 copies; there are"),
        ("rulings.toml", 'high = 3, scope = "play"', 'high = 3, under = "drafing"', "Did you mean"),
        ("rulings.toml", 'high = 3, scope = "play"', 'scope = "play", under = "drafting"',
         "card fact highway_shuffles, under: is for what is told of a chapter only"),
        ("setup.toml", 'when = { buildings = "first-game" }', "when = { buildings = { a = 1 } }",
         "step buildings-first, when: buildings: {'a': 1} should be a value"),
        ("cards.toml", "catalogue = [", "catalogue = 7\nrest = [", "catalogue: 7 should be"),
        ("game.toml", "[graph]", "[choice_sets]\na = 7\n[graph]", "a: 7 should be a list"),
        ("game.toml", "[graph]", '[[aids]]\nkey = "dark-market"\n[graph]',
         "calculators are Python: write class DarkMarket(Calculator) in calculators.py"),
        ("calculators.py", "CALCULATORS =", "CALCULATOR =", "calculators.py: no CALCULATORS"),
        ("calculators.py", " Bazaar, MoveDie", " 7, MoveDie", "has 7, which is no Calculator"),
        ("calculators.py", 'src = "ruins", "Ruins", "p. 13"', 'src = "ruins", "", "p. 13"',
         "Ruins has no label"),
        ("calculators.py", 'phases = ("final-travel",)', 'phases = ("siesta",)',
         "FinalTravel, phases: no phase 'siesta'"),
        ("deeds.py", 'kinds=("vp",)', 'kinds=("pv",)', "Deeds, kinds: no kind 'pv'"),
        ("deeds.py", 'fills = "deeds"', 'fills = "deed"', "Deeds, fills: no field 'deed'"),
        ("market.py", '"wheel_order", "five"', '"wheel_order", "six"', "no card fact 'six'"),
        ("market.py", 'dice="dice", most', 'dice="pips", most', "Bazaar, fields: no input 'pips'"),
        ("scoring.py", "VERBS =", "VERB =", "scoring.py: no VERBS"),
        ("scoring.py", "VERBS =", "VERBS == =", "scoring.py line"),
        ("scoring.py", "VERBS =", "1 / 0\nVERBS =", "ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_a_fault_is_told_by_file_line_and_name(
    folder: Path, file: str, right: str, wrong: str, said: str
) -> None:
    found = changed(folder, file, right, wrong)
    assert [fault for fault in found if said in fault and fault.startswith(file)], found
    assert not re.search(r"Traceback|\w\[\d+\]", "\n".join(found))


def test_all_faults_are_told_at_once(folder: Path) -> None:
    changed(folder, "game.toml", 'title = "', 'title = 7 # "')
    assert len(changed(folder, "sheet.toml", 'rule = "base"', 'rule = "bse"')) == 2


def values(table: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    pairs = table.items() if isinstance(table, dict) else enumerate(table)
    for step, value in pairs:
        yield (*path, step)
        if isinstance(value, dict | list):
            yield from values(value, (*path, step))


@pytest.mark.parametrize("path", sorted(HERE.glob("*/*.toml")), ids=lambda p: f"{p.parent.name}")
def test_every_value_has_its_line(path: Path) -> None:
    text = path.read_text("utf-8")
    stands = lines(text)
    rows = text.splitlines()
    for way in values(tomllib.loads(text)):
        if isinstance(way[-1], str):
            near = next(way[:end] for end in range(len(way), 0, -1) if way[:end] in stands)
            line = stands[near]
            after = min((n for n in stands.values() if n > line), default=len(rows) + 1)
            assert way[-1] in "".join(rows[line - 1 : after - 1]), way


def test_however_a_row_is_written_it_has_its_own_line() -> None:
    text = """\
  [clock]
  order = "turns"  # not a [table]
phases = [{ key = "a" },
  { key = "b" }, { key = "c", when = { round = [1, 2] } },
  { key = "[d]" }]
[[sheet.categories]]
a.b = 1
[[sheet.categories]]
"""
    stands = lines(text)
    phases = {number: stands["clock", "phases", number] for number in range(4)}
    assert phases == {0: 3, 1: 4, 2: 4, 3: 5} and stands["clock", "order"] == 2
    assert (stands["sheet",], stands["sheet", "categories", 1]) == (6, 8)
    assert stands["sheet", "categories", 0, "a"] == 7


@pytest.mark.parametrize("also", ["  [sheet]\n  hidden = false\n", "[[sheet.categories]]\n"])
def test_a_table_in_two_files_is_a_fault_of_the_second(folder: Path, also: str) -> None:
    (folder / "z.toml").write_text(also, "utf-8")
    assert opened(folder).faults == ("z.toml line 1, sheet: is in sheet.toml too",)


@pytest.mark.slow
def test_values_of_any_wrong_type_are_faults_not_crashes(folder: Path) -> None:
    """Every value of the game in turn is something else, of one of three kinds."""
    for file in ("game.toml", "decks.toml", "sheet.toml"):
        text = (folder / file).read_text("utf-8")
        values = re.finditer(r"= ((?:\d+|true|false|\"[^\"]*\")|(?=[\[{]))", text)
        for found, wrong in zip(
            values, cycle(("-1.5 #", '{ a = "b" } #', '["c", 7] #')), strict=False
        ):
            line_end = text.find("\n", found.start())
            if "{" in text[text.rfind("\n", 0, found.start()) : found.start()]:
                continue  # a comment would end the row
            changed_to = f"{text[: found.start()]}= {wrong}{text[line_end:]}"
            (folder / file).write_text(changed_to, "utf-8")
            assert opened(folder).faults, (file, found[0], wrong)
        (folder / file).write_text(text, "utf-8")
    assert not opened(folder).faults


def test_a_broken_game_does_not_stop_the_others(folder: Path) -> None:
    shutil.move(folder, folder.with_name("carters"))
    changed(folder.with_name("carters"), "game.toml", "title =", "titel =")
    found = {one.slug: one for one in found_in([folder.parent])}
    assert found["carters"].faults and found["carters"].game is None
    assert not any(one.faults for slug, one in found.items() if slug != "carters")


def test_a_slug_of_ours_cannot_be_replaced(folder: Path) -> None:
    mine, theirs = [one for one in found_in([folder.parent]) if one.slug == "merchants"]
    assert mine.folder.parent == HERE and not mine.faults
    assert theirs.faults == ("game.toml: there is another game 'merchants'; rename this folder",)


def test_a_folder_of_games_that_is_not_there_is_told(tmp_path: Path) -> None:
    *_, last = found_in([tmp_path / "nowhere"])
    assert last.faults == ("GAMES_PATH: there is no folder 'nowhere'",)


def test_a_game_from_elsewhere_brings_its_own_python(folder: Path) -> None:
    shutil.move(folder, folder.with_name("carters"))
    game = opened(folder.with_name("carters")).game
    assert game and game.sheet.categories[0].rule.__module__ == "guildbook_games.carters.scoring"


def test_all_of_ours_are_sound() -> None:
    assert not broken() and len(games()) >= 4


def test_a_named_set_stands_for_its_chapters() -> None:
    game = games()["newdale"]
    (watchtower,) = (card for card in game.catalogue if card.key == "small-watchtower")
    chapters = tuple(chapter.key for chapter in game.chapters)
    assert watchtower.when.needs == {"chapter": chapters[:-1]}


def test_a_chapter_that_is_no_set_stands_for_itself() -> None:
    rows = games()["newdale"].sheet.limits
    assert {"chapter": ("VIII",)} in [row.when.needs for row in rows]


def test_other_dimensions_know_no_sets(folder: Path) -> None:
    assert not changed(folder, "game.toml", "[graph]", '[chapter_sets]\nlate = ["no"]\n\n[graph]')
    faults = changed(folder, "setup.toml", 'drafting = "no"', 'drafting = "late"')
    assert "drafting is never 'late'" in faults[0]
