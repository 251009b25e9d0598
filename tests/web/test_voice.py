"""Pages and documents speak as a friend at the table would: what people read is read as drawn.

Pages whose texts are not held to it yet are named in OWED. It only ever gets shorter: take a page
out of it, run this file, and it says which sentences to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.sample_tables import Sample, names
from companion.rules.game import Game
from companion.table import tables
from companion.table.journal import Draft

UNSEEN = (
    "told", "anew", "whom", "settle", "settled", "shelf", "journal", "is no", "are no",
    "here stands", "we think", "by your ruling", "still to tell", "not told", "taken back",
    "take back", "brought back", "put right", "set aside", "came up", "come up", "on turn",
    "is level", "are level", "level on", "change-over", "set-up", "watcher",
    "card fact", "card facts", "left empty", "fetch", "whoever", "nobody", "nobody’s",
    "somebody", "everybody", "untold", "noted", "note it", "turned up", "understood", "uncover",
    "gather in", "for certain", "all is in", "anti-clockwise", "counter-clockwise", "watch by",
    "as tapped", "our count", "this table", "the road leads",
)  # fmt: skip
"""Words and phrases that nobody at a table would say, or that are the code's own."""
NAMED = ("there is no", "there are no")
"""Sentences in which a word that may not be seen is plain English."""
LONGEST_LINE = 25
LONGEST_BUTTON, LONGEST_ANSWER = 4, 8
GUIDES = {"hint", "reminder", "step", "steps", "note", "recalls"}
ANSWERS = {"answer", "answers", "go", "options", "taps-of"}
OUTSIDE = ("/", "/about", "/settings", "/statistics", "/print/", "/sample/")

OWED: dict[str, frozenset[str]] = {
    "tybor": frozenset({"aid", "play"}),
}
"""The pages and documents of each game whose texts do not hold to the voice yet."""


@dataclass(frozen=True)
class Piece:
    """Something that is read in one go, and what it is: its tag and classes."""

    text: str
    tag: str
    kinds: frozenset[str]


BLOCKS = {
    "p", "li", "h1", "h2", "h3", "h4", "dt", "dd", "td", "th", "button", "a", "summary", "label",
    "legend", "figcaption", "title", "option", "text", "caption", "div", "section", "article",
    "header", "footer", "form", "ul", "ol", "dl", "table", "tr", "main", "body", "nav", "aside",
    "fieldset", "details", "search",
}  # fmt: skip
SILENT = {"script", "style", "code", "textarea", "svg"}
EMPTY = {"br", "input", "meta", "link", "path", "use", "img", "circle", "col", "rect", "hr"}


class Reader(HTMLParser):
    """The pieces of a drawn page in their order; a button is one piece, without what only a
    screen reader says."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._open: list[tuple[str, frozenset[str]]] = []
        self._said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {key: value or "" for key, value in attrs}
        kinds = frozenset(held.get("class", "").split())
        if tag in BLOCKS or kinds & GUIDES:
            self.stop()
        for name in ("aria-label", "placeholder", "alt"):
            if held.get(name):
                self.pieces.append(Piece(held[name], f"@{name}", frozenset()))
        if tag not in EMPTY:
            self._open.append((tag, kinds))

    def handle_endtag(self, tag: str) -> None:
        if all(tag != one for one, _ in self._open):
            return
        if tag in BLOCKS or self._open[-1][1] & GUIDES:
            self.stop()
        while self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(tag in SILENT for tag, _ in self._open):
            return
        pressed = self._pressed() is not None
        if pressed and any(kinds & {"away", "laptop"} for _, kinds in self._open):
            self.pieces.append(Piece(" ".join(data.split()), "", frozenset()))
        else:
            self._said += data

    def _pressed(self) -> int | None:
        """Where the button begins within which this is."""
        opened = enumerate(self._open)
        return next((n for n, (tag, kinds) in opened if tag == "button" or "button" in kinds), None)

    def stop(self) -> None:
        said, self._said = " ".join(self._said.split()), ""
        if not said:
            return
        at = self._pressed()
        inner = self._open[at:] if at is not None else self._open[-3:]
        around = frozenset().union(*(kinds for _, kinds in self._open)) & ANSWERS
        kinds = around.union(*(kinds for _, kinds in inner))
        self.pieces.append(Piece(said, "button" if "button" in kinds else "", kinds))


def read(page: str) -> list[Piece]:
    reader = Reader()
    reader.feed(page)
    reader.close()
    reader.stop()
    return reader.pieces


UNSEEN_WORDS = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, UNSEEN))})(?![\w-])", re.I)


def faults(piece: Piece) -> Iterator[str]:
    """What is wrong with one piece, each by its kind."""
    plain = piece.text.casefold()
    for name in NAMED:
        plain = plain.replace(name, "")
    if found := UNSEEN_WORDS.search(plain):
        yield f"word {found[0]!r}: {piece.text[:120]}"
    if re.search(r"\d %", piece.text):
        yield f"per cent: {piece.text[:120]}"
    if piece.kinds & GUIDES:
        if ";" in piece.text:
            yield f"semicolon: {piece.text[:160]}"
        if any(len(line.split()) > LONGEST_LINE for line in re.split(r"(?<=[.?!]) ", piece.text)):
            yield f"long line: {piece.text[:200]}"
    if piece.tag == "button" and "hint" not in piece.kinds:
        most = LONGEST_ANSWER if piece.kinds & ANSWERS else LONGEST_BUTTON
        if len(piece.text.split()) > most:
            yield f"long button: {piece.text[:120]}"


def test_the_reader_knows_what_it_reads() -> None:
    button = "<button class=button>Save it for later now<span class=away> or never</span></button>"
    page = f"<p class=hint>One; two</p>{button}<p>There is no event.</p>"
    found = [fault for piece in read(page) for fault in faults(piece)]
    assert [fault.partition(":")[0] for fault in found] == ["semicolon", "long button"]
    assert next(faults(Piece("33 % told", "p", frozenset()))) == "word 'told': 33 % told"


def drawn(app: Flask, game: Game) -> Iterator[tuple[str, str]]:
    """Every page of a game being set up, in its midst and finished, then its documents."""
    sample = Sample(game)
    low, high = game.people
    story = game.tells_story
    sample.open(game.graph.first, names(max(low, min(3, high))), story=story)
    marks = [len(sample.state.log)]
    sample.set_up()
    sample.moment()
    marks.append(len(sample.state.log))
    sample.play_on()
    sample.tell()
    sample.score()
    sample.finish()
    marks.append(len(sample.state.log))
    yield from _pages(app, game, sample, marks)
    with app.test_request_context():
        for document in _documents(game, sample):
            yield f"paper {document.kind}", document.html("a4")


def _pages(app: Flask, game: Game, sample: Sample, marks: list[int]) -> Iterator[tuple[str, str]]:
    rows = [row.entry for row in sample.state.log]
    start, *rest = [Draft(entry.action, entry.data, entry.play) for entry in rows]
    with app.app_context():
        token = tables.open_table(game, "Thursday", start)
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/t/")]
    mine = sorted(r.rule for r in rules if r.arguments == {"token"} and "GET" in (r.methods or ()))
    aids = [f"/t/<token>/aid/{aid.key}" for aid in game.aids]
    client, done = app.test_client(), 1
    for mark in marks:
        with app.app_context():
            found = tables.find(token)
            assert found is not None
            tables.append(found, rest[done - 1 : mark - 1])
        done = mark
        for rule in (*mine, *aids):
            answer = client.get(rule.replace("<token>", token))
            if answer.mimetype == "text/html" and answer.status_code == 200:
                page = rule.removeprefix("/t/<token>").strip("/").partition("/")[0]
                yield page or "home", answer.text
    yield "new", client.get(f"/new/{game.slug}").text


def _documents(game: Game, sample: Sample) -> Iterator[Document]:
    play, state = sample.play, sample.state
    players = len(play.seats)
    yield documents.setup("", game, play.situation)
    yield documents.score_blank("", game, play.situation, None)
    yield documents.log("Thursday", state, journal=True)
    yield documents.score_of("Thursday", state, play)
    yield documents.aid(game, play.situation)
    yield documents.blank_book(game, players, {play.chapter}, shown=True)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_game_is_read_aloud_from_home_to_printed_log(app: Flask, slug: str) -> None:
    owed = OWED.get(slug, frozenset())
    found = {
        f"{name}: {fault}"
        for name, page in drawn(app, games()[slug])
        if name not in owed
        for piece in read(page)
        for fault in faults(piece)
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("address", OUTSIDE)
def test_pages_outside_of_games_are_read_aloud(app: Flask, address: str) -> None:
    answer = app.test_client().get(address)
    found = [fault for piece in read(answer.text) for fault in faults(piece)]
    assert answer.status_code == 200 and not found
