"""What stands on paper, word for word, before it is laid out."""

from __future__ import annotations

import pytest

from companion.games import games
from companion.printing.sample_tables import NAMES, Sample
from companion.show.paper.blank import blank_log
from companion.show.paper.log import campaign_log
from companion.show.paper.marks import shorts
from companion.show.paper.sheet import Sheet, blank


def sheet(slug: str) -> Sheet:
    game = games()[slug]
    situation = game.situation(game.graph.first, 4, {})[0]
    return blank(game, situation, (None,) * 4)


def begun(slug: str) -> Sample:
    game = games()[slug]
    sample = Sample(game)
    sample.open(game.graph.first, NAMES[:2])
    sample.set_up()
    return sample


def test_a_blank_sheet_names_only_the_tie_break_in_force() -> None:
    assert "coins left over" in sheet("ohmygoods").ties
    assert "all goods" not in sheet("ohmygoods").ties


@pytest.mark.parametrize("slug", games())
def test_every_line_for_points_says_how_to_work_it_out(slug: str) -> None:
    assert [row.label for row in sheet(slug).rows if row.points and not row.small] == []
    assert not any("tap" in row.small.split() for row in sheet(slug).rows)


def test_the_printed_journal_shortens_no_step_and_says_no_key() -> None:
    rows = campaign_log(begun("merchants").state, journal=True).journal
    assert rows[0].text == "Merchants of the Dark Road begins: Ada and Ben. Ben first."
    assert [row.head for row in rows if row.head] == [
        "Thursday 3 September 2026, Merchants of the Dark Road"
    ]
    assert not any("…" in row.text for row in rows)


def test_a_blank_log_leaves_nothing_out_that_a_reached_chapter_is_set_up_with() -> None:
    log = blank_log(games()["newdale"], 4, set(), shown=True)
    third = next(chapter for chapter in log.chapters if chapter.title == "Chapter IIIa")
    assert "bridge tiles and side objective" in {pair.text for pair in third.facts}


def test_wide_letters_make_short_names_shorter() -> None:
    assert shorts(["Featherstonehaugh", "W" * 40]) == ["Featherst…", "WWWWWW…"]


def test_a_covered_chapter_is_called_by_its_number_only() -> None:
    game = games()["tybor"]
    covered = blank_log(game, 4, {game.graph.first}, shown=False)
    assert [chapter.title for chapter in covered.chapters][-2:] == ["Chapter VII", "Chapter VIII"]
    assert "Harbor" in " ".join(c.title for c in blank_log(game, 4, set(), True).chapters)
