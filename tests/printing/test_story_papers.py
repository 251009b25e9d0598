"""Poster, closing page, booklet and player aid: what is on them, and how many pages they are."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.printing.pdf import sides, whole_sheets
from companion.printing.sample_tables import NAMES, Sample, sample_state
from companion.printing.typesetting import stylesheet
from companion.rules.journal.state import State
from companion.rules.situation import fitting
from companion.show.paper.handouts import player_aid
from companion.show.paper.log import campaign_log, closing
from companion.show.paper.poster import MOST, bends, poster
from companion.show.statistics.page import Filters, statistics
from companion.show.statistics.tally import Identity, Source
from tests.printing.conftest import Printed
from tests.printing.laid import Lays
from tests.printing.test_layout import faults
from tests.printing.test_prints import fake
from tests.web.evening import Evening

TABLE = "Thursday at Ada’s"
LONG = [f"{name} Featherstonehaugh-Cholmondeley of York"[:40] for name in NAMES]


@pytest.fixture(scope="module")
def whole() -> State:
    """A story told to its end."""
    return sample_state(games()["newdale"], 4)


@pytest.fixture(scope="module")
def begun() -> State:
    return sample_state(games()["newdale"], 3, 2)


def test_the_closing_page_says_what_the_statistics_say(whole: State) -> None:
    page = closing(whole)
    told = statistics([Source("", "", "", whole)], Identity(), Filters())
    assert page is not None
    by_key = sorted((row for _, _, row in page.people), key=lambda row: row.key)
    assert by_key == sorted(told.rows, key=lambda row: row.key)
    assert page.records == told.records[1:], "the most points stand in the table of chapters"
    assert [(rank, row.wins) for rank, _, row in page.people] == sorted(
        (rank, row.wins) for rank, _, row in page.people
    )
    assert page.cup == whole.cup()
    assert [one.winners for one in page.chapters] == [
        " and ".join(play.outcome.winners) for play in whole.plays if play.outcome
    ]


def test_games_beside_the_story_are_not_part_of_its_end() -> None:
    sample = Sample(games()["tybor"])
    sample.state = sample_state(games()["tybor"], 2)
    before = closing(sample.state)
    sample.chapter("I", NAMES[:2], story=False)
    assert before is not None and closing(sample.state) == before


def test_a_story_that_goes_on_has_no_closing_page(begun: State) -> None:
    assert closing(begun) is None
    assert closing(sample_state(games()["merchants"], 3)) is None


def test_the_poster_tells_every_chapter_with_its_town_winner_and_score(whole: State) -> None:
    page = poster(whole)
    assert page is not None and page.over
    for halt, play in zip(page.halts, whole.plays, strict=True):
        assert play.outcome is not None
        assert (halt.seal, halt.best) == (play.chapter, max(play.outcome.totals))
        assert halt.title == play.facts.get("town", play.game.title_of(play.chapter))
        assert all(name in halt.winners for name in play.outcome.winners)
    forks = {halt.seal: halt.bend.other for halt in page.halts if halt.bend.other}
    told = {play.chapter for play in whole.plays}
    assert len(forks) == 2 and not told & set(forks.values())


def test_a_poster_of_a_story_that_goes_on_says_what_comes_next(begun: State) -> None:
    page = poster(begun)
    assert page is not None and not page.over
    assert [halt.ahead for halt in page.halts] == [False, False, True]
    assert page.halts[-1].over == ""


def test_a_poster_keeps_the_newest_games_where_there_are_too_many() -> None:
    sample = Sample(games()["merchants"])
    for _ in range(MOST + 2):
        sample.chapter(games()["merchants"].graph.first, NAMES[:2], story=False, notes=0)
    page = poster(sample.state)
    assert page is not None and (len(page.halts), page.earlier) == (MOST, 2)
    assert page.halts[-1].title == f"Game {MOST + 2}"


def test_the_log_says_where_the_story_went_though_nobody_chose_at_the_fork() -> None:
    sample = Sample(games()["newdale"])
    for chapter in ("I", "II", "IIIa"):
        sample.chapter(chapter, NAMES[:2])
    told = [page.onward for page in campaign_log(sample.state).chapters]
    assert told[1] == "Next chapter: Chapter IIIa."
    assert told[2].startswith("Next chapter: ")


def test_a_finished_chapter_without_notes_has_no_lines_for_them(laid: Lays) -> None:
    sample = Sample(games()["ohmygoods"])
    sample.chapter("I", NAMES[:3], notes=0)
    assert "Notes" not in laid(documents.log(TABLE, sample.state, journal=False)).words


def test_nothing_played_has_no_poster() -> None:
    sample = Sample(games()["newdale"])
    sample.open("I", NAMES[:2])
    assert poster(sample.state) is None


def test_the_road_keeps_its_side_within_a_fork_and_has_no_gaps() -> None:
    road = bends([(0, ""), (1, "IIIa"), (1, "IVa"), (0, "")], 10)
    assert road[1].x == road[2].x != road[0].x
    assert [bool(bend.ghost) for bend in road] == [False, True, True, False]
    for above, below in pairwise(road):
        leaves = [float(number) for number in re.findall(r"-?[\d.]+", above.road)[-8:]]
        enters = [float(number) for number in re.findall(r"-?[\d.]+", below.road)[:8]]
        assert leaves[::2] == enters[::2]  # the same curve, of which each shows its half
        assert [y - 10 for y in leaves[1::2]] == enters[1::2]


@pytest.mark.parametrize("slug", games())
def test_the_player_aid_has_every_phase_category_and_tie_break(slug: str) -> None:
    game = games()[slug]
    for players in range(game.players[0], game.players[1] + 1):
        situation = game.situation(game.graph.first, players, {})[0]
        page = player_aid(game, situation)
        first, *costs = page.parts
        last = next(part for part in costs if part.title == "Scoring")
        assert (
            costs[1:]
            and [line for part in page.parts for line in part.lines if "{" in line.text] == []
        )
        labels = " ".join(line.label for line in first.lines)
        phases = [p for p in game.clock.phases if p.when.without({"round"}).holds(situation)]
        assert phases[0].label in labels and phases[-1].label in labels
        fields = {c.label for c in game.sheet.categories if list(fitting(c.fields, situation))}
        assert fields == {line.label for line in last.lines}
        assert all(line.text for line in last.lines)
        for tie in fitting(game.tiebreaks, situation):
            assert any(tie.label in side.ties for side in page.sides) is (players > 1)


def test_pages_of_a_booklet_lie_as_it_is_folded() -> None:
    assert list(sides(8)) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert [whole_sheets(n) for n in (4, 7, 8, 11)] == [4, 4, 8, 8]


def test_what_is_not_told_yet_is_not_offered(app: Flask) -> None:
    fake(app)
    evening = Evening(app)
    page = evening.get("print").text
    assert "print/closing.pdf" not in page and "print/poster.pdf" not in page
    assert evening.get("print/closing.pdf").status_code == 404
    assert evening.get("print/poster.pdf").status_code == 404
    assert "print/booklet.pdf" in page and "print/aid.pdf" in page


@pytest.mark.parametrize("slug", games())
def test_a_player_aid_can_be_had_of_every_game_and_table(app: Flask, slug: str) -> None:
    press = fake(app)
    assert app.test_client().get(f"/print/{slug}/aid.pdf").status_code == 202
    assert f"/print/{slug}/aid.pdf" in app.test_client().get(f"/print/{slug}").text
    evening = Evening(app, slug, chapter=games()[slug].graph.first)
    assert evening.get("print/aid.pdf").status_code == 202
    assert evening.get("print/booklet.pdf").status_code == 202
    assert [job.folded for job in press.jobs.values()][-1]  # type: ignore[attr-defined]


def test_paper_twice_as_large_has_everything_twice_as_large() -> None:
    small, large = stylesheet("a4"), stylesheet("a3")
    assert "@page { size: A3 }" in large and "@page { size: A3 }" not in small
    assert "height: 393.2mm" in large  # 278 mm by the root of 2
    assert "size: 11in 17in" in stylesheet("tabloid")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_poster_and_closing_page_are_one_page_each(laid: Lays, whole: State, paper: str) -> None:
    large = paper == "letter"
    wall, last = documents.wall_poster(TABLE, whole, large), documents.closing_page(TABLE, whole)
    assert wall and len(laid(wall, paper, large).pages) == 1
    assert last and len(laid(last, paper).pages) == 1


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_poster_stays_one_page_whatever_people_and_table_are_called(
    laid: Lays, paper: str
) -> None:
    names = ("桌子 🎲", "שרה לוי", "محمد علي", "<b>" + "W" * 37)
    state = sample_state(games()["newdale"], 4, 99, names)
    document = documents.wall_poster("桌" + "W" * 79, state)
    assert document and len(laid(document, paper).pages) == 1
    last = documents.closing_page(TABLE, sample_state(games()["newdale"], 4, 99, LONG))
    assert last and len(laid(last, paper).pages) == 1


@pytest.mark.slow
def test_a_booklet_has_its_pages_two_to_a_side_in_reading_order(
    printed: Printed, begun: State
) -> None:
    book = printed(documents.booklet(TABLE, begun), "letter")
    box = book.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (792, 612)
    assert len(book.pages) % 2 == 0
    last = 2 * len(book.pages)
    assert TABLE in book.pages[0].extract_text()
    for side, (left, right) in zip(book.pages, sides(last), strict=True):
        found = side.extract_text()
        assert re.search(rf"(?<!\d){left + 1}(?!\d)", found)
        assert right == 0 or re.search(rf"(?<!\d){right + 1}(?!\d)", found)
    marks = [mark for mark in book.outline if not isinstance(mark, list)]
    chapter = next(mark for mark in marks if str(mark.title) == "Chapter I")
    assert "Chapter I" in book.pages[book.get_destination_page_number(chapter)].extract_text()


@pytest.mark.slow
@pytest.mark.parametrize("slug", games())
def test_new_papers_stay_on_their_pages_with_everybody_and_long_names(
    laid: Lays, slug: str
) -> None:
    game = games()[slug]
    most = game.players[1]
    state = sample_state(game, most, 99, LONG)
    situation = game.situation(game.graph.first, most, {})[0]
    every = [documents.aid(game, situation), documents.wall_poster("W" * 80, state)]
    every.append(documents.closing_page("W" * 80, state))
    for document in filter(None, every):
        assert faults(laid(document, "letter")) == [], document.kind


@pytest.mark.slow
def test_a_player_aid_in_large_type_loses_no_word(laid: Lays) -> None:
    game = games()["newdale"]
    document = documents.aid(game, game.situation("I", 4, {})[0])
    words = laid(document, "letter", large=True).words
    assert words.count("Ties:") == 2 and words.count("Nothing made") == 2
