"""What we say about doubts is in the players' words: what to check, where, and what we think."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import sample_state
from companion.rules.game import Game
from companion.rules.parts.settings import CardFact, Ruling
from companion.rules.situation import Situation
from companion.show.formats import source
from tests.web.evening import Evening
from tests.web.pressing import Page

OURS = re.compile(
    r"\b(scan\w*|our (copy|facts|question)|one source|external data|older rules"
    r"|[ABMQR](?!0)\d+(\.\d+)*)\b|\bX:|(?<!\w)\?",
    re.I,
)
"""Words about our papers, numbers of our fact sheets, a question mark in place of a value."""


def ours(html: str) -> list[str]:
    """What of a page only those who keep the data understand."""
    text = Page(html).said
    return [text[max(0, m.start() - 40) : m.end() + 20] for m in OURS.finditer(text)]


@pytest.mark.parametrize(("text", "found"), [
    ("Scan reads E", 1), ("A2.1, 1 (our question R1)", 2 + 1), ("Source: B7; M1", 2),
    ("Display, open to all: ?.", 1), ("Our copy of page 16", 1),
    ("A01 or P05, F? Which board? Check page 16. We think F.", 0),
])  # fmt: skip
def test_our_own_words_are_recognised(text: str, found: int) -> None:
    assert len(ours(text)) == found


@pytest.mark.parametrize("slug", games())
def test_no_page_speaks_of_our_papers(app: Flask, slug: str) -> None:
    game = games()[slug]
    for chapter in (game.graph.first, game.chapters[-1].key):
        least, most = game.chapter(chapter).players or game.players
        evening = Evening(app, slug, chapter=chapter, players=most, story=False)
        for page in ("setup", "play", "score", "rulings"):
            assert ours(evening.get(page).text) == [], (chapter, page)
        evening.start(chapter, least, story=False)
        assert ours(evening.get("setup").text) == [], chapter


@pytest.mark.parametrize("slug", games())
def test_no_paper_speaks_of_our_papers(app: Flask, slug: str) -> None:
    game = games()[slug]
    state = sample_state(game, game.players[0], 1)
    with app.test_request_context():
        for sheet in (
            documents.log("Thursday", state, journal=True),
            documents.setup("Thursday", game, state.plays[0].situation),
            documents.blank_book(game, game.players[1], set(), shown=True),
        ):
            assert ours(sheet.html("a4")) == [], sheet.kind


def situations(game: Game) -> Iterator[Situation]:
    """Every chapter at every table, each ruling decided each way."""
    ways = [{ruling.key: option.key} for ruling in game.rulings for option in ruling.options]
    for chapter in game.chapters:
        least, most = chapter.players or game.players
        for players in range(least, most + 1):
            for way in ({}, *ways):
                yield game.situation(chapter.key, players, way)[0]


@pytest.mark.slow
@pytest.mark.parametrize("slug", games())
def test_every_step_says_something_even_where_a_fact_is_not_known(slug: str) -> None:
    game = games()[slug]
    steps = chain.from_iterable(map(game.checklist, situations(game)))
    said = {(step.key, text) for step in steps for text in (step.text, *step.notes)}
    assert said and [(key, text) for key, text in sorted(said) if ours(text)] == []


@pytest.mark.parametrize("slug", games())
def test_everything_asked_says_where_to_look(slug: str) -> None:
    game = games()[slug]
    asked: list[Ruling | CardFact] = [*game.rulings, *game.card_facts]
    for setting in asked:
        assert source(setting.src), setting.key
        assert not ours(f"{setting.label} {setting.note} {source(setting.src)}"), setting.key


@pytest.mark.parametrize(("src", "words"), [
    ("p. 16; A2.1, 4", "rulebook p. 16"),
    ("X:elm, X:ts; B2", "community card list"),
    ("Points for Symbols", "rulebook, Points for Symbols"),
    ("the market wheel; B7; M1", "the market wheel"),
    ("expansion, Game End", "the expansion’s rulebook, Game End"),
    ("B6", ""),
])  # fmt: skip
def test_a_source_is_named_as_people_look_it_up(src: str, words: str) -> None:
    assert source(src) == words
