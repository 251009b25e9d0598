"""Score pads: only as many slips to a page as there is room for a pen."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.show.paper.sheet import HEAD, ROOM, offered, pad
from tests.printing.laid import Lays
from tests.printing.test_prints import fake


@pytest.mark.parametrize("slug", games())
def test_every_game_has_a_pad_for_every_number_of_players(slug: str) -> None:
    game = games()[slug]
    for players in range(game.players[0], game.players[1] + 1):
        assert offered(game, players)


@pytest.mark.parametrize("slug", games())
def test_the_lines_of_a_pad_fill_its_slips_and_are_never_lower_than_a_pen_needs(slug: str) -> None:
    game = games()[slug]
    for players in range(game.players[0], game.players[1] + 1):
        for each in offered(game, players):
            made = pad(game, players, each)
            assert made and 7 <= made.height <= 12
            rows = len(made.lines) + (3 if players > 1 else 2)
            assert HEAD + made.height * rows <= ROOM[each][1]


def test_solo_there_is_no_tie_to_break() -> None:
    alone, several = (pad(games()["newdale"], players, 4) for players in (1, 2))
    assert alone and not alone.ties
    assert several and several.noted and "furthest" in several.ties


def test_what_has_no_room_is_not_to_be_had(app: Flask) -> None:
    fake(app)
    client = app.test_client()
    assert 6 not in offered(games()["tybor"], 8)
    assert client.get("/print/tybor/pad.pdf?players=8&each=6").status_code == 404
    assert client.get("/print/tybor/pad.pdf?players=8&each=2").status_code == 202


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", games())
def test_a_pad_is_one_page_however_many_slips(laid: Lays, slug: str, paper: str) -> None:
    game = games()[slug]
    for each in offered(game, game.players[1]):
        document = documents.score_pad(game, game.players[1], each)
        assert document
        sheet = laid(document, paper)
        assert len(sheet.pages) == 1 and sheet.words.count("Total") == each
        assert sheet.words.count("Tie-break") == each
