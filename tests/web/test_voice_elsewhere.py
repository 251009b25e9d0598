"""What is read outside of a game speaks as its pages do: the home page and errors, PDFs that are
being made, files that cannot be opened, the script's own texts and what commands print."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import click
import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient

from bootstrap import HELP
from companion.config import PROJECT
from companion.web.answers.downloads import progress_said
from companion.web.guards.errors import MESSAGES, GameShut, SampleOnly, StaleForm, page
from tests.interchange.test_table_file import entry, raw
from tests.web.pressing import guard_of
from tests.web.voice import Piece, all_faults, faults, read

OUTSIDE = (
    "/", "/about", "/settings", "/statistics", "/statistics/people", "/print/", "/sample/",
    "/open", "/move", "/join", "/t/no-such-link/",
)  # fmt: skip
ERRORS = [*MESSAGES.values(), StaleForm.said, GameShut.said, SampleOnly.said]
PRINTING = ("waiting", "full", "failed", "ready", "unfit")
BAD_FILES: tuple[Any, ...] = (
    "hello", {}, raw(version=2), raw(id="../x"), raw(game="chess"), raw(name=""),
    raw(created="yesterday"), raw(entries=[]), raw(entries=[7]), raw(entries=[entry(seq=2)]),
    raw(entries=[entry(action="x" * 41)]), raw(entries=[entry(person=0)]),
)  # fmt: skip
COMMANDS = ("games check chess", "tables list", "tables link 7",
            "tables delete 7", "tables expire 30 --yes", "export 7 /nowhere",
            "import {no_file}", "backup {file}", "backup {file}", "restore {no_file}",
            "score chess I {no_file}", "score tybor IX {no_file}")  # fmt: skip
CODE = re.compile(r"[\[\]#=<>{}()/_|\\]|^\W|^[a-z-]+$|^\S+[.:]\S|\B\.\w")  # no sentence
COMMENTS = re.compile(r"^\s*/\*.*?\*/|^\s*//[^\n]*", re.S | re.M)


@pytest.mark.parametrize("address", OUTSIDE)
def test_pages_outside_of_games_are_read_aloud(app: Flask, address: str) -> None:
    answer = app.test_client().get(address)
    found = [fault for piece in read(answer.text) for fault in faults(piece)]
    assert answer.status_code == (404 if address.startswith("/t/") else 200) and not found


@pytest.mark.parametrize(("title", "text"), ERRORS)
def test_error_pages_are_read_aloud(app: Flask, title: str, text: str) -> None:
    with app.test_request_context():
        shown = page(title, text, 404)
    assert title in unescape(shown)
    assert not [fault for piece in read(shown) for fault in faults(piece)]


@pytest.mark.parametrize("name", PRINTING)
def test_the_pages_of_a_pdf_that_is_being_made_are_read_aloud(app: Flask, name: str) -> None:
    with app.test_request_context("/?journal=1"):
        values = {"about": "Log, A4", "file": "?", "again": "?", "key": "k", "far": 10}
        values |= {"said": progress_said("k"), "seconds": 15, "late": True, "title": "Log"}
        values |= {"why": "It’s for 2 to 4 players.", "players": 1}
        shown = render_template(f"printing/{name}.html", **values)
    assert not all_faults([(name, read(shown))])


def test_why_a_file_cannot_be_opened_is_read_aloud(client: FlaskClient) -> None:
    token = guard_of(client, "/open")
    texts = [one if isinstance(one, str) else json.dumps(one) for one in BAD_FILES]
    sent = [{"csrf_token": token, "key": "k", "file": (io.BytesIO(t.encode()), "a.json")}
            for t in texts]  # fmt: skip
    answers = [client.post("/open", data=form) for form in sent]
    assert {answer.status_code for answer in answers} <= {400, 422}
    found = all_faults(("open", read(answer.text)) for answer in answers)
    assert not found, found


def strings() -> Iterator[str]:
    """The script's texts: its strings that are sentences or words for a button."""
    for path in sorted((PROJECT / "static").rglob("*.js")):
        source = COMMENTS.sub("", path.read_text("utf-8"))
        for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source):
            yield literal
        for literal in re.findall(r"`([^`]*)`", source):
            yield from re.split(r"\$\{[^}]*\}", literal)


def test_the_script_s_texts_are_read_aloud() -> None:
    texts = {text for text in strings() if text.strip() and not CODE.search(text)}
    assert "Not saved." in texts and len(texts) > 15
    found = all_faults([("script", map(Piece, texts))])
    assert not found, found


def test_what_commands_print_is_read_aloud(app: Flask, tmp_path: Any) -> None:
    (tmp_path / "no.json").write_text("hello", "utf-8")
    named = {"file": tmp_path / "all.zip", "no_file": tmp_path / "no.json"}
    runner, said = app.test_cli_runner(), [HELP]
    for command in COMMANDS:
        args = [part.format(**named) for part in command.split()]
        said.append(runner.invoke(args=args).output)
    for group in app.cli.commands.values():
        inner = group.commands.values() if isinstance(group, click.Group) else ()
        said += [str(one.help) for one in (group, *inner)]
    lines = [line for text in said for line in text.splitlines()]
    found = all_faults([("command", map(Piece, lines))])
    assert not found, found
