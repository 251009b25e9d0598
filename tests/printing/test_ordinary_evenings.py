"""The papers of an ordinary evening: whole names, full pages, nothing said that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import Sample, sample_state
from companion.rules.journal.state import State
from companion.show.charts import standings
from companion.show.paper.facts import dealt
from companion.show.paper.log import UNTOLD, campaign_log, summary
from companion.show.paper.poster import poster
from companion.show.play.screen import board
from companion.show.statistics.results import results
from tests.journal import Journal
from tests.printing.conftest import html
from tests.printing.laid import Lays
from tests.printing.test_layout import boxes

PEOPLE = ("Anna", "Bartholomew", "Clementine", "Maximilian")
TABLE = "Anna and Bartholomew’s Thursday evenings at home"
EMPTY = {"track": 10, "fists": 0, "coins": 0, "towns": 0, "buildings": 0}


def evening(slug: str, players: int, chapters: int = 1) -> State:
    return sample_state(games()[slug], players, chapters, PEOPLE)


@pytest.mark.parametrize("slug", games())
def test_ordinary_names_are_cut_nowhere(slug: str, laid: Lays) -> None:
    state = evening(slug, 4, 2)
    papers = [
        documents.log(TABLE, state, journal=False),
        documents.score_of(TABLE, state, state.plays[0]),
        documents.wall_poster(TABLE, state),
    ]
    for document in filter(None, papers):
        assert "…" not in html(document), document.kind
        cut = [line for line in lines(laid(document)) if line.strip() in ("w", "ew", "mew")]
        assert cut == [], document.kind


def lines(paper: Any) -> Iterator[str]:
    for page in paper.pages:
        for box, _ in boxes(page.box):
            if type(box).__name__ == "LineBox":
                yield "".join(getattr(part, "text", "") for part, _ in boxes(box))


def test_every_working_is_a_sentence_of_its_own() -> None:
    sheets = [chapter.sheet for chapter in campaign_log(evening("merchants", 4)).chapters]
    told = [one for sheet in sheets if sheet for one in sheet.workings]
    assert [mark.short for mark, _ in told] == list(PEOPLE)
    words = [how for _, parts in told for _, how in parts]
    assert words and all(how.endswith(".") for how in words)


def test_what_everybody_was_dealt_is_in_the_log() -> None:
    play = evening("merchants", 3).plays[0]
    found = {pair.label: pair.text for pair in dealt(play)}
    steeds = [f"{play.held['steeds'][seat]} ({play.names[seat]})" for seat in range(3)]
    assert found["Steeds"] == "; ".join(steeds)
    assert found["Starting heroes"].count("for ") == 3
    page = html(documents.log(TABLE, evening("merchants", 3), journal=False))
    assert found["Steeds"] in page


def foot(page: Any) -> float:
    """How far down a page anything stands between head and foot, in parts of its height."""
    found = [
        box.position_y + box.height
        for child in page.box.children
        if type(child).__name__ != "MarginBox"
        for box, _ in boxes(child)
        if type(box).__name__ in ("TextBox", "InlineReplacedBox", "BlockReplacedBox")
    ]
    return float(max(found) / page.height)


def heads(page: Any) -> str:
    margins = (c for c in page.box.children if type(c).__name__ == "MarginBox")
    return " ".join(getattr(box, "text", "") for margin in margins for box, _ in boxes(margin))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", games())
def test_no_page_of_a_chapter_holds_but_a_line_or_two(laid: Lays, slug: str, paper: str) -> None:
    for players in (2, 3, 4):
        document = documents.log(TABLE, evening(slug, players), journal=False)
        pages = laid(document, paper).pages[1:]
        chapter = [page for page in pages if "Game 1" in heads(page) or "Chapter I" in heads(page)]
        assert chapter
        for first, then in pairwise(chapter):
            assert foot(first) > 0.62 and foot(then) > 0.2, (players, foot(first), foot(then))
        assert slug != "merchants" or len(chapter) == 1


def alone(*told: Any) -> Journal:
    journal = Journal()
    for chapter, fact in zip(("I", "II"), told, strict=False):
        journal.start(chapter, players=1, story=True)
        journal.fill(0, **EMPTY)
        if fact is not None:
            journal.must("record", fact="target", value=fact)
        journal.must("finish")
    return journal


def test_alone_paper_says_who_won_only_where_that_was_told() -> None:
    state = alone(None, 5).state
    untold, reached = campaign_log(state).chapters
    assert untold.lede.endswith("Ada scored 10 points.") and untold.ended.endswith(
        " scored 10 points"
    )
    assert reached.lede.endswith("Ada won with 10 points.")
    assert reached.ended.endswith("Ada won with 10 points")
    page = summary(state)
    assert page and page.alone and [page.outcome(one) for one in page.chapters] == [UNTOLD, "won"]
    missed = summary(alone(50).state)
    assert missed and missed.outcome(missed.chapters[0]) == "the target was missed"


def test_a_story_that_was_told_partly_alone_names_whoever_won_alone_too() -> None:
    journal = alone(5)
    journal.start("II", players=2, story=True)
    for seat in range(2):
        journal.fill(seat, **EMPTY)
    journal.must("finish")
    page = summary(journal.state)
    assert page and [page.outcome(chapter) for chapter in page.chapters] == ["Ada", "Ada"]


def test_alone_a_win_is_counted_only_where_it_was_told_what_wins() -> None:
    state = alone(None, 5).state
    [ada] = standings([*zip(state.plays, state.outcomes(), strict=True)])
    assert ada.wins == 1
    assert [score.won for play in results(state) for score in play.scores] == [False, True]
    assert [board(play).columns[0].won for play in state.plays] == [False, True]


def test_alone_nobody_is_ranked_seated_or_first(laid: Lays) -> None:
    words = laid(documents.log("Thursday", alone(5).state, journal=False)).words
    assert "How it ended" in words
    assert not any(said in words for said in ("Ranking", "clockwise", "was first", "(began)"))
    walls = poster(alone(50).state)
    assert walls and walls.halts[0].lost and len(walls.halts[0].totals) == 1
    wall = poster(alone(5).state)
    assert wall and wall.halts[0].winners == "Ada" and wall.halts[0].totals == ()


def test_a_drawing_beside_lists_is_as_wide_as_its_column() -> None:
    sample = Sample(games()["merchants"])
    sample.chapter(games()["merchants"].graph.first, PEOPLE)
    (chapter,) = campaign_log(sample.state).chapters
    assert chapter.columns and chapter.bars and chapter.bars.width < 520
    (narrow,) = campaign_log(sample.state, wide=390.0).chapters
    assert not narrow.columns and narrow.beside == ([], [])


def test_alone_blank_papers_ask_for_no_winner_no_place_and_no_cup() -> None:
    game = games()["newdale"]
    several, single = (html(documents.blank_book(game, n, set(), shown=False)) for n in (2, 1))
    assert all(said in several for said in ("Won by", ">Rank<", "cup", "clockwise"))
    assert not any(said in single for said in ("Won by", ">Rank<", "cup", "clockwise"))
    situation = game.situation("I", 1, {})[0]
    for document in (
        documents.score_blank("", game, situation, None),
        documents.aid(game, situation),
    ):
        assert "Ties:" not in html(document)


def test_tracks_of_a_game_that_goes_on_are_those_so_far() -> None:
    sample = Sample(games()["merchants"])
    sample.open(games()["merchants"].graph.first, PEOPLE)
    sample.set_up()
    sample.do("count", track="prestige", seat=0, by=1)
    page = html(documents.log(TABLE, sample.state, journal=False))
    assert "Prestige so far" in page and "at the end" not in page
