"""A printed page reads nothing: no file, no address, whatever people call themselves."""

from __future__ import annotations

import socket
import threading
import warnings
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader

from companion.games import games
from companion.printing import documents
from companion.printing.pdf import pdf
from companion.printing.sample_tables import Sample
from tests.printing.conftest import Printed

HOSTILE = (
    "<img src=file:///etc/passwd>",
    "<link rel=attachment href=file:///x>",
    "<style>@import 'file:///x'</style>",
    "{{ 7 * 7 }}</title><base href=file:///>",
)


@pytest.mark.slow
def test_hostile_names_and_notes_are_words_on_paper(printed: Printed) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", [name[:40] for name in HOSTILE], notes=0)
    for note in HOSTILE:
        assert sample.do("note", text=f"{note} p {{ background: url(file:///etc/passwd) }}")
    paper = printed(documents.log("<script>alert(1)</script>", sample.state, journal=True))
    words = "".join(page.extract_text() for page in paper.pages).replace("\n", "")
    assert "root:" not in words
    assert "<img src=file:///etc/passwd>" in words
    assert "{{ 7 * 7 }}" in words
    assert dict(paper.attachments) == {}


@pytest.mark.slow
def test_even_a_page_that_asks_for_files_and_addresses_gets_none(
    pango: None, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a-secret-in-a-file")
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        over = threading.Event()
        thread = threading.Thread(target=_answer, args=(server, asked, over))
        thread.start()
        page = f"""<!doctype html><html lang="en"><head><title>t</title>
        <link rel="stylesheet" href="http://127.0.0.1:{port}/a.css">
        <link rel="attachment" href="{secret.as_uri()}">
        <link rel="attachment" href="data:text/plain,hello">
        <style>@import url({secret.as_uri()});
        p {{ background: url(http://127.0.0.1:{port}/b.png) }}</style></head>
        <body><p>Words.</p><img alt="x" src="{secret.as_uri()}">
        <img alt="y" src="http://127.0.0.1:{port}/c.png">
        <object data="{secret.as_uri()}"></object>
        <svg viewBox="0 0 9 9"><image href="{secret.as_uri()}"/></svg></body></html>"""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = pdf(page, f"h1 {{ content: url({secret.as_uri()}) }}")
        over.set()
        thread.join()
    reader = PdfReader(BytesIO(made))
    assert asked == []
    assert b"a-secret-in-a-file" not in made and dict(reader.attachments) == {}
    assert "Words." in reader.pages[0].extract_text()


def _answer(server: socket.socket, asked: list[bytes], over: threading.Event) -> None:
    while not over.is_set():
        try:
            peer, _ = server.accept()
        except TimeoutError:
            continue
        asked.append(peer.recv(200))
        peer.close()


def test_what_goes_to_the_press_names_no_address(app: Flask) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", ["Ada", "Ben"])
    with app.app_context():
        html = documents.log("Thursday", sample.state, journal=True).html("a4")
    for word in ("<link", "<script", "<style", "<img", " src=", "http:", "https:", "file:"):
        assert word not in html
