"""The command that prints a sample of everything."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion.games import games
from companion.printing import pdf

KINDS = ("log", "blank-log", "score", "score-blank", "setup", "join-tent", "aid", "booklet",
         "poster-a4", "poster-tabloid", "odd-log", "odd-score", "odd-poster", "large-log",
         "large-poster")  # fmt: skip
ONCE = ("odd-booklet", "odd-score-blank", "odd-setup", "odd-join-tent", "odd-join-cards")


@pytest.mark.slow
def test_samples_holds_every_document_of_every_game(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "pdf", lambda html, css, folded: html.encode())
    done = app.test_cli_runner().invoke(args=["samples", str(tmp_path / "set")])
    assert done.exit_code == 0, done.output
    names = {path.stem for path in (tmp_path / "set").iterdir()}
    for slug in games():
        for kind in KINDS:
            assert f"{slug}-{kind}" in names
    assert {f"{next(iter(games()))}-{kind}" for kind in ONCE} <= names
    for path in (tmp_path / "set").iterdir():
        ElementTree.fromstring(path.read_text("utf-8"))  # every element is closed


@pytest.mark.slow
def test_samples_says_what_is_missing(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(html: str, css: str, folded: bool) -> bytes:
        raise OSError("no pango")

    monkeypatch.setattr(pdf, "pdf", lacks)
    done = app.test_cli_runner().invoke(args=["samples", str(tmp_path / "set")])
    assert done.exit_code == 1
    assert "PDFs need Pango" in done.output
