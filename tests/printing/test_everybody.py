"""Every document for everybody: tagged as PDF/UA asks, odd names included, the same each time.

Where veraPDF is installed it judges (``VERAPDF`` names another command); the tags are looked at
in any case.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from companion import create_app
from companion.games import games
from companion.printing import documents
from companion.printing.documents import KINDS, Document
from companion.printing.pdf import pdf
from companion.printing.sample_tables import sample_state
from companion.printing.samples import CODES
from companion.printing.typesetting import stylesheet
from companion.rules.journal.state import State

pytestmark = pytest.mark.slow

ODD = ("<b>&amp;", "Ελένη", "שרה לוי", "Ада " + "W" * 30)
VERAPDF = shlex.split(os.environ.get("VERAPDF", "verapdf -f ua1 --format text"))
MARK = re.compile(rb"/MCID (\d+)")


def every(told: State, whole: State) -> Iterator[Document | None]:
    """One of each kind."""
    game, play, table = told.game, told.plays[-1], '"><i> שלום'
    situation, players = play.situation, len(play.seats)
    yield documents.log(table, told, journal=True)
    yield documents.booklet(table, told)
    yield documents.wall_poster(table, told)
    yield documents.closing_page(table, whole)
    yield documents.aid(game, situation)
    yield documents.score_of(table, told, play)
    yield documents.setup(table, game, situation)
    yield documents.changeover(table, game, situation, game.situation("II", players, {})[0])
    yield documents.join(table, game, CODES, tent=True)
    yield documents.next_evening(table, told)
    yield documents.score_pad(game, players, 4)
    yield documents.blank_book(game, players, {"I"}, shown=False)


@pytest.fixture(scope="module")
def papers(pango: None) -> dict[str, bytes]:
    """Every document once, for all that is asked of it."""
    game = games()["newdale"]
    app = create_app({"TESTING": True, "SECRET_KEY": "test"})
    found = {}
    with app.app_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for document in every(sample_state(game, 4, 1, ODD), sample_state(game, 2, 99, ODD)):
            assert document is not None
            found[document.kind] = made(document)
    return found


def made(document: Document) -> bytes:
    css = stylesheet("letter", kind=document.kind)
    return pdf(document.html("letter"), css, document.folded)


def test_there_is_one_of_every_kind(papers: dict[str, bytes]) -> None:
    assert papers.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_says_its_title_and_language_and_is_tagged(
    papers: dict[str, bytes], kind: str
) -> None:
    reader = PdfReader(BytesIO(papers[kind]))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None and reader.metadata.title
    assert b"pdfuaid" in root["/Metadata"].get_data()


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_drawn_has_its_tag_and_every_drawing_its_words(
    papers: dict[str, bytes], kind: str
) -> None:
    reader = PdfReader(BytesIO(papers[kind]))
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = dict(zip(numbers[::2], numbers[1::2], strict=True))
    tags = [tag for tag in structure(reader) if tag["/S"] in ("/Figure", "/TH")]
    assert [tag for tag in tags if tag["/S"] == "/Figure" and not tag.get("/Alt")] == []
    headings = [str(tag["/S"]) for tag in structure(reader) if str(tag["/S"]) in ("/H1", "/H2")]
    assert kind == "pad" or headings[0] == "/H1"
    for page in reader.pages:
        marks = [int(mark) for mark in MARK.findall(page.get_contents().get_data())]
        mine = owners[page["/StructParents"]]
        assert sorted(marks) == list(range(len(mine)))
        for mark, owner in enumerate(mine):
            assert owner.get_object()["/Pg"].get_object() == page.get_object(), mark
        for note in page.get("/Annots", ()):
            link = note.get_object()
            assert owners[link["/StructParent"]].get_object()["/S"] == "/Link"
            assert link["/Rect"][2] <= page.mediabox.width


def structure(reader: PdfReader) -> Iterator[Any]:
    """Every tag, in reading order."""
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        tag = waiting.pop().get_object()
        if tag.get("/S"):
            yield tag
        kids = tag.get("/K", [])
        inner = [kid.get_object() for kid in (kids if isinstance(kids, list) else [kids])]
        waiting += [kid for kid in reversed(inner) if hasattr(kid, "get") and "/S" in kid]


@pytest.mark.parametrize("kind", ["booklet", "poster", "aid"])
def test_the_same_is_printed_from_the_same(papers: dict[str, bytes], kind: str) -> None:
    game = games()["newdale"]
    again = every(sample_state(game, 4, 1, ODD), sample_state(game, 2, 1, ODD))
    document = next(one for one in again if one and one.kind == kind)
    app = create_app({"TESTING": True, "SECRET_KEY": "test"})
    with app.app_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert made(document) == papers[kind]


@pytest.mark.skipif(not shutil.which(VERAPDF[0]), reason="veraPDF is not installed")
def test_verapdf_finds_every_document_fit_for_everybody(
    papers: dict[str, bytes], tmp_path: Path
) -> None:
    for kind, content in papers.items():
        (tmp_path / f"{kind}.pdf").write_bytes(content)
    done = subprocess.run([*VERAPDF, *sorted(tmp_path.iterdir())], capture_output=True)
    assert done.returncode == 0 and b"FAIL" not in done.stdout, done.stdout
