"""Export and import for whoever runs the server: the same bytes come back."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from companion.commands.tables import export, import_files
from tests.web.evening import Evening


def exported(app: Flask, folder: Path, *tables: str) -> dict[str, bytes]:
    answer = app.test_cli_runner().invoke(export, [*tables, str(folder)])
    assert answer.exit_code == 0, answer.output
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def opened(app: Flask, folder: Path) -> str:
    files = sorted(str(path) for path in folder.iterdir())
    answer = app.test_cli_runner().invoke(import_files, files)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_export_import_export_gives_the_same_bytes(app: Flask, tmp_path: Path) -> None:
    one, other = Evening(app), Evening(app, "tybor", "Sunday: a/b", chapter="I")
    one.finish(12, 9, 4)
    first = exported(app, tmp_path / "1")
    assert len(first) == 2
    assert "already here" in opened(app, tmp_path / "1")
    for evening in (one, other):
        evening.post("settings/delete", typed=evening.table.name)
    said = opened(app, tmp_path / "1")
    assert said.count(": opened. http://localhost:8000/t/") == 2
    assert exported(app, tmp_path / "2") == first


def test_one_table_by_its_number(app: Flask, tmp_path: Path) -> None:
    Evening(app)
    second = Evening(app, name="Sunday")
    [name] = exported(app, tmp_path / "1", str(second.table.id))
    assert name.startswith("Sunday ")


def test_what_is_wrong_is_told_without_a_traceback(app: Flask, tmp_path: Path) -> None:
    runner = app.test_cli_runner()
    answer = runner.invoke(export, ["99", str(tmp_path)])
    assert answer.exit_code == 1 and "There is no game 99" in answer.output
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    answer = runner.invoke(import_files, [str(bad)])
    assert answer.exit_code == 1 and "isn’t a Guildbook file" in answer.output


def test_a_long_name_makes_a_file_that_any_disk_takes(app: Flask, tmp_path: Path) -> None:
    Evening(app, name="漢" * 80)
    [name] = exported(app, tmp_path / "1")
    assert len(name.encode()) <= 255 and name.endswith(".guildbook.json")
