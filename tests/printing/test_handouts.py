"""Player aid, set-up sheet and blank score sheet: what is said there, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games import games
from companion.printing import documents
from companion.rules.fields import Kind
from companion.rules.game import Game
from companion.rules.situation import Situation
from companion.show.lookup import Find
from companion.show.paper.handouts import aid_line, player_aid, setup_sheet
from companion.show.paper.sheet import blank
from tests.printing.laid import Lays


def first(slug: str, players: int = 4) -> tuple[Game, Situation]:
    game = games()[slug]
    return game, game.situation(game.graph.first, players, {})[0]


@pytest.mark.parametrize("slug", games())
def test_the_player_aid_has_no_hint_that_only_helps_to_fill_in_a_field(slug: str) -> None:
    game, situation = first(slug)
    words = " ".join(line.text for part in player_aid(game, situation).parts for line in part.lines)
    rules = " ".join(category.meaning for category in game.sheet.categories)
    hints = {f.hint for f in game.sheet.fields() if f.hint and f.hint not in rules}
    assert [hint for hint in hints if hint in words] == []
    assert "as you go" not in words and "3+5+2" not in words


def test_the_player_aid_gives_values_chains_building_and_hiring() -> None:
    for chapter in ("base", "I"):
        game = games()["ohmygoods"]
        parts = player_aid(game, game.situation(chapter, 4, {})[0]).parts
        found = {line.label: line for part in parts for line in part.lines}
        bakery = found["Bakery"]
        assert "bread, 4 coins each" in bakery.text and "flour + coal" in bakery.text
        assert bakery.figure == "3 points" and bakery.unsure
        assert found["Building"].text and found["Hiring"].text
        assert found["2 red, costs 4"].figure == "2 points"
    goods = player_aid(*first("newdale")).parts[-1]
    assert goods.title == "Goods"
    assert ("Coal", "1 coin each") in [(line.label, line.figure) for line in goods.lines]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", games())
def test_nothing_of_the_player_aid_is_cut_off(laid: Lays, slug: str, paper: str) -> None:
    game = games()[slug]
    for chapter in {game.chapters[0].key, game.graph.first, game.story_chapters[-1].key}:
        high = (game.chapter(chapter).players or game.players)[1]
        situation = game.situation(chapter, min(4, high), {})[0]
        aid = player_aid(game, situation)
        sheet = laid(documents.aid(game, situation), paper)
        assert len(sheet.pages) == len(aid.sides) and sheet.words.count("Ties:") == 2
        for page in sheet.pages:
            halves = [box for box in _sections(page.box) if "half" in box.element.get("class")]
            assert len(halves) == 2
            for half in halves:
                assert _lowest(half) <= half.position_y + half.border_height() + 1, chapter
                assert _right(half) <= half.position_x + half.border_width() + 1, chapter


def _sections(box: Any) -> Iterator[Any]:
    if box.element_tag == "section":
        yield box
    for child in getattr(box, "children", ()):
        yield from _sections(child)


def _texts(box: Any) -> Iterator[Any]:
    if getattr(box, "text", "").strip():
        yield box
    for child in getattr(box, "children", ()):
        yield from _texts(child)


def _lowest(box: Any) -> float:
    return max(text.position_y + text.height for text in _texts(box))


def _right(box: Any) -> float:
    return max(text.position_x + text.width for text in _texts(box))


@pytest.mark.parametrize(
    ("figure", "head", "text", "told"),
    [
        ("3", "", "1 vegetable", "3"),
        ("2", "points, copies", "makes brick, 2 coins each", "2 points"),
        ("1", "coins each", "from Coal Mine", "1 coin each"),
        ("7", "coins", "7 coins, yours from the next round on", ""),
        ("1", "", "10 coins", "1"),
        ("+4", "", "4 Strength more", ""),
    ],
)
def test_a_figure_is_left_out_only_where_the_words_say_it(
    figure: str, head: str, text: str, told: str
) -> None:
    assert aid_line(Find("key", "Label", (text,), figure), head).figure == told


def test_a_field_named_like_its_category_is_told_apart_by_what_it_asks() -> None:
    game, situation = first("newdale")
    rows = [row.label for row in blank(game, situation, (None,) * 4).rows]
    assert "Main objective: which" in rows and "Main objective" in rows
    assert "Option taken" not in rows


def test_a_line_does_not_say_its_label_twice() -> None:
    game, situation = first("newdale")
    last = game.sheet.categories[-1]
    field = replace(last.fields[0], label="Sheep", hint="", kind=Kind.COUNT)
    sheep = replace(last, label="Sheep", meaning="", fields=(field,))
    farm = replace(game, sheet=replace(game.sheet, categories=(sheep,)))
    [row] = blank(farm, situation, (None,) * 4).rows
    assert (row.label, row.small) == ("Sheep", "1 for each.")


def test_a_step_for_one_player_says_for_whom() -> None:
    game, situation = first("merchants", 3)
    steps = [step for step in game.steps if step.place and step.when.holds(situation)]
    assert steps
    plain = replace(game, steps=tuple(replace(step, text="3 food.") for step in steps))
    groups = setup_sheet(plain, situation).groups
    told = [step.text for _, steps in groups for step in steps]
    assert told[:3] == ["First player: 3 food.", "Player 2: 3 food.", "Player 3: 3 food."]
    ours = [s.text for _, steps in setup_sheet(game, situation).groups for s in steps]
    assert "Start player: take a good worth $5 now." in ours, "it says so itself"
