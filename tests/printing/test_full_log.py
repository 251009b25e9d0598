"""The log of a whole story: a page a chapter, full ones, with workings that can be read."""

from __future__ import annotations

from functools import cache

import pytest

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import sample_state
from companion.rules.journal.state import State
from companion.show.paper.log import closing
from tests.journal import Journal
from tests.printing.conftest import html
from tests.printing.laid import POINT, Laid, Lays
from tests.printing.test_layout import boxes
from tests.printing.test_ordinary_evenings import foot, heads

TABLE = "Thursday at Ada’s"


@cache
def whole(players: int = 4) -> State:
    return sample_state(games()["newdale"], players)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_whole_story_takes_a_page_a_chapter_a_cover_and_a_closing_page(
    laid: Lays, paper: str
) -> None:
    chapters = len(whole().plays)
    pages = laid(documents.log(TABLE, whole(), journal=False), paper).pages
    assert len(pages) == 1 + chapters + 1
    titles = [f"Chapter {play.chapter}" for play in whole().plays]
    assert [title in heads(page) for title, page in zip(titles, pages[1:], strict=False)] == (
        [True] * chapters
    )
    assert [round(foot(page), 2) for page in pages[:-1] if foot(page) < 1 / 3] == []


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_fewer_players_need_no_more_pages(laid: Lays, players: int, paper: str) -> None:
    pages = laid(documents.log(TABLE, whole(players), journal=False), paper).pages
    assert len(pages) == 1 + len(whole(players).plays) + 1


@pytest.mark.slow
def test_workings_are_a_line_for_each_player_in_nine_points_or_more(laid: Lays) -> None:
    pages = laid(documents.log(TABLE, whole(), journal=False)).pages
    for page in pages[1:-1]:
        words = Laid([page]).words
        assert "How it adds up" in words
        lists = [
            box
            for box, _ in boxes(page.box)
            if box.element is not None and box.element.get("class") == "workings"
        ]
        assert lists
        lines = [child for child in lists[0].children if child.element_tag == "div"]
        assert len(lines) == 4
        sizes = [
            box.style["font_size"] / POINT
            for box, _ in boxes(lists[0])
            if getattr(box, "text", "").strip()
        ]
        assert sizes and min(sizes) >= 9 - 0.01


def test_below_0_a_working_has_a_true_minus() -> None:
    told = Journal("newdale")
    told.start("I", 2)
    told.fill(0, track=-3, fists=1, coins=0, towns=0, buildings="3+5-2")
    told.fill(1, track=4, fists=0, coins=0, towns=0, buildings=0)
    told.must("finish")
    page = html(documents.score_of(TABLE, told.state, told.play))
    assert "3+5−2 = 6" in page and "3+5-2" not in page


def test_the_closing_page_names_everything_once() -> None:
    page = closing(whole())
    document = documents.closing_page(TABLE, whole())
    assert page and document
    text = html(document).partition("<body>")[2]
    assert text.count("Campaign complete") == 1 and text.count(f">{page.game}<") == 1
    assert text.count("the cup") == 1
    named = {play.facts["town"] for play in whole().plays if play.facts.get("town")}
    chapters = [play.facts.get("town") for play in whole().plays]
    assert named and all(text.count(town) == chapters.count(town) for town in named)
    for _, _, row in page.people:
        assert text.count(f">{row.points}<") == 1
    for won in page.chapters:
        assert text.count(f'<th scope="row">{won.title}</th>') == 1
    labels = [record.label for record in page.records]
    assert "Most points" not in labels and len(labels) == len({*labels})
