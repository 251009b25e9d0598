"""Pages and documents speak as a friend at the table would: what people read is read as drawn.

Every page of a table of each game is drawn while it is set up, in every phase, before and after
scoring, for a group and for one player; then its printouts, and the pages outside of games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.sample_tables import Sample, names
from companion.rules.game import Game
from companion.rules.parts.clock import OVER
from companion.table import tables
from companion.table.journal import Draft
from companion.web.guards.errors import GAME_SHUT, MESSAGES, SAMPLE_ONLY, STALE_FORM, page

UNSEEN = (
    "told", "anew", "whom", "settle", "settled", "shelf", "journal", "is no", "are no",
    "here stands", "we think", "by your ruling", "still to tell", "not told", "taken back",
    "take back", "brought back", "put right", "set aside", "came up", "come up", "on turn",
    "level", "change-over", "set-up", "watcher", "card fact", "card facts", "left empty",
    "fetch", "whoever", "nobody", "nobody’s", "somebody", "everybody", "untold", "noted",
    "note it", "turned up", "understood", "uncover", "gather in", "for certain", "all is in",
    "anti-clockwise", "counter-clockwise", "watch by", "as tapped", "our count", "this table",
    "the road leads", "pad", "pads", "strip", "dock", "aid", "aids", "press", "fold", "entry",
    "entries", "evening", "evenings", "brought in", "to be had", "play alone",
)  # fmt: skip
"""Words and phrases that nobody at a table would say, or that are the code's own."""
NAMED = (
    "there is no", "there are no", "is no longer", "score pad", "player aid", "fold and staple",
    "fold in half",
)  # fmt: skip
"""Sentences in which a word that may not be seen is plain English."""
LONGEST_LINE = 25
LONGEST_BUTTON, LONGEST_ANSWER = 4, 8
GUIDES = {"hint", "reminder", "step", "steps", "note", "recalls"}
ANSWERS = {"answer", "answers", "go", "options", "taps-of"}
OUTSIDE = (
    "/", "/about", "/settings", "/statistics", "/statistics/people", "/print/", "/sample/",
    "/open", "/move", "/join", "/t/no-such-link/",
)  # fmt: skip
DURING = ("/t/<token>/", "/t/<token>/play", "/t/<token>/sheet", "/t/<token>/score")


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
    if re.search(r"\d\s%", piece.text):
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


def played(game: Game, players: int) -> tuple[Sample, list[int]]:
    """A game from setup to result, and how long its log was at each moment to look at it."""
    sample, marks, phases = Sample(game), list[int](), set[str]()
    own = players < game.players[0] and bool(game.automaton)  # the game itself takes a seat
    seats: list[dict[str, Any]] = [{"name": name} for name in names(players)]
    seats += [{"name": game.automaton, "person": None}] if own else []
    settings = dict(game.automaton_sets) if own else {}
    for key in (game.graph.first, *(chapter.key for chapter in game.chapters)):
        if sample.state.play is None:
            story = game.tells_story and key == game.graph.first
            how: dict[str, Any] = {"settings": settings, "first": 0, "story": story}
            sample.do("start", chapter=key, seats=seats, **how)

    def look() -> None:
        marks.append(len(sample.state.log))

    look()
    sample.set_up()
    look()
    while sample.play.moment != OVER and (key := sample.play.moment.phase) not in phases:
        phases.add(key)
        sample.moment()
        look()
    sample.play_on()
    look()
    sample.do("note", text="Tea ran out.")
    sample.tell()
    sample.score()
    look()
    sample.finish()
    look()
    return sample, marks


def drawn(app: Flask, game: Game) -> Iterator[tuple[str, str]]:
    """Every page of a game from setup to result, then its documents; solo, if that is played."""
    low, high = game.people
    for players in sorted({max(low, min(3, high)), low}):
        sample, marks = played(game, players)
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
    every = sorted(r.rule for r in rules if r.arguments == {"token"} and "GET" in (r.methods or ()))
    aids = [f"/t/<token>/aid/{aid.key}" for aid in game.aids]
    whole = {marks[0], *marks[-3:]}
    client, done = app.test_client(), 1
    for mark in marks:
        with app.app_context():
            found = tables.find(token)
            assert found is not None
            tables.append(found, rest[done - 1 : mark - 1])
        done = mark
        for rule in (*(every if mark in whole else DURING), *aids):
            answer = client.get(rule.replace("<token>", token))
            if answer.mimetype == "text/html" and answer.status_code == 200:
                page = rule.removeprefix("/t/<token>").strip("/").partition("/")[0]
                yield page or "home", answer.text
    for address in ("/", f"/new/{game.slug}", f"/print/{game.slug}", f"/sample/{game.slug}/"):
        yield address, client.get(address).text


def _documents(game: Game, sample: Sample) -> Iterator[Document]:
    play, state = sample.play, sample.state
    players = len(play.seats)
    yield documents.setup("", game, play.situation)
    yield documents.score_blank("", game, play.situation, None)
    yield documents.log("Thursday", state, journal=True)
    yield documents.booklet("Thursday", state)
    yield documents.score_of("Thursday", state, play)
    yield documents.aid(game, play.situation)
    yield documents.blank_book(game, players, {play.chapter}, shown=True)
    yield documents.changeover("Thursday", game, play.situation, play.situation)
    some = (
        documents.closing_page("Thursday", state), documents.wall_poster("Thursday", state),
        documents.next_evening("Thursday", state), documents.score_pad(game, players, 1),
    )  # fmt: skip
    yield from filter(None, some)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_game_is_read_aloud_from_home_to_printed_log(app: Flask, slug: str) -> None:
    found = {
        f"{name}: {fault}"
        for name, page in drawn(app, games()[slug])
        for piece in read(page)
        for fault in faults(piece)
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("address", OUTSIDE)
def test_pages_outside_of_games_are_read_aloud(app: Flask, address: str) -> None:
    answer = app.test_client().get(address)
    found = [fault for piece in read(answer.text) for fault in faults(piece)]
    assert answer.status_code == (404 if address.startswith("/t/") else 200) and not found


ERRORS = [*MESSAGES.values(), STALE_FORM, GAME_SHUT, SAMPLE_ONLY]


@pytest.mark.parametrize(("title", "text"), ERRORS)
def test_error_pages_are_read_aloud(app: Flask, title: str, text: str) -> None:
    with app.test_request_context():
        shown = page(title, text, 404)
    assert title in unescape(shown)
    assert not [fault for piece in read(shown) for fault in faults(piece)]
