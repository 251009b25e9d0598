"""One's sheet in the middle of the game: what stands there so far, and what more would bring."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import games
from companion.rules.parts.clock import OVER
from companion.show.play.asked import Look
from companion.show.play.pads import pads
from companion.show.score.so_far import thresholds
from tests.journal import Journal
from tests.web.evening import Evening


def ahead(slug: str, *entries: dict[str, int]) -> dict[str, str]:
    """What the first of those who told so much reads."""
    journal = Journal(slug)
    journal.start("I", len(entries))
    for seat, entry in enumerate(entries):
        journal.fill(seat, **entry)
    return thresholds(journal.play, 0)


def test_the_next_threshold_is_so_many_more_and_what_they_bring() -> None:
    mine = {"farmers": 2, "merchants": 4, "citizens": 7, "craftsmen": 1}
    found = ahead("tybor", mine, {"craftsmen": 2})
    assert found["farmers"] == "1 more: +5", "every third farmer"
    assert found["merchants"] == "1 more: +1", "one more citizen for whom four merchants pay"
    assert found["craftsmen"] == "1 more: +4", "second has 2, level with the first has 6"


def test_the_sheet_promises_what_the_key_of_the_card_promises() -> None:
    journal = Journal("tybor")
    journal.start("I", 2)
    journal.do("lay", 0, pad="citizens", seat=0, card="priest")
    (key,) = [
        face
        for _, faces in pads(journal.play, 0, Look())["citizens"].faces
        for face in faces
        if face.key == "merchant"
    ]
    assert key.ahead == "4 more: +5", "four merchants are four more citizens"
    assert thresholds(journal.play, 0)["merchants"] == key.ahead


def test_only_whoever_is_behind_sees_what_catching_up_is_worth() -> None:
    assert ahead("newdale", {"fists": 1}, {"fists": 3}, {"fists": 2})["fists"].startswith(
        "1 more: +"
    )
    assert "fists" not in ahead("newdale", {"fists": 3}, {"fists": 1}, {"fists": 2})


def test_what_grows_evenly_says_nothing() -> None:
    assert "towns" not in ahead("newdale", {"towns": 2}, {}, {})


def test_a_number_that_cannot_be_counts_as_none() -> None:
    assert ahead("tybor", {"farmers": 3, "citizens": 999}, {})["farmers"] == "3 more: +5"


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_its_sheet_open_from_the_first_minute(app: Flask, slug: str) -> None:
    game = games()[slug]
    chapter = game.chapters[0]
    low, _ = chapter.players or game.players
    evening = Evening(app, slug, chapter=chapter.key, players=max(low, 2), story=False)
    page = evening.get("sheet", seat=0)
    assert page.status_code == 200
    assert evening.play.moment != OVER
    assert "Points so far" in page.text and 'id="end"' in page.text
    assert ">Needed<" not in page.text, "nothing has to be told yet"
    assert 'id="needs"' not in page.text and "Pass to" not in page.text


def test_what_is_entered_during_the_game_is_there_at_scoring(app: Flask) -> None:
    evening = Evening(app, "tybor", chapter="I", players=2)
    sent = evening.post(
        "score", play=0, seat=0, back="sheet", was="{}", **{"f-farmers": "2", "key": "first"}
    )
    assert sent.status_code == 303
    assert "/sheet?" in sent.location, "the page stays what it was"
    assert "1 more: +5" in evening.get("sheet", seat=0).text
    assert evening.play.entries[0] == {"farmers": 2}
    assert 'name="f-farmers" value="2"' in evening.get("score", seat=0).text


def test_the_title_says_whose_sheet_it_is(app: Flask) -> None:
    evening = Evening(app, "newdale", players=2)
    evening.post("who", person=1)
    assert "<title>Points so far: Ada " in evening.get("sheet").text
    assert "<title>Points so far: Ben " in evening.get("sheet", seat=1).text
    assert "<h1>Final scoring</h1>" in evening.get("score").text


def test_a_finished_game_has_no_sheet_so_far(app: Flask) -> None:
    evening = Evening(app, "newdale", players=2)
    evening.finish(12, 10)
    page = evening.get("sheet", seat=0).text
    assert "more: +" not in page and "<h1>Final scoring</h1>" in page
