"""The result on a page: who won and why, the working of every line, what follows for the story."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import games
from companion.show.charts import bar_chart
from companion.show.consequences import follows
from companion.show.result import ended, outcome
from companion.table.links import Role
from tests.examples import all_examples
from tests.web.evening import Evening, link_for
from tests.web.pressing import Page
from tests.web.sheets import Sheets, sheets

ENTRY = {"track": 10, "fists": 0, "coins": 0, "towns": 2, "buildings": "3+5"}


def scored(app: Flask, client: FlaskClient, players: int = 3, chapter: str = "I",
           **more: Any) -> Sheets:  # fmt: skip
    there = sheets(app, client, "newdale", chapter, players, **more)
    for seat in range(players):
        there.fill(seat, **{**ENTRY, "track": 10 - seat})
    there.must("finish")
    return there


def test_a_finished_game_leads_on_in_few_words_and_is_called_by_no_key(app: Flask) -> None:
    there = Evening(app, "merchants", chapter="base", story=False)
    there.finish(9, 8, 7)
    page = Page(there.get("", story=1).text)
    assert page.texts("a", ".primary") == ["Finished Play again"]
    assert page.texts("a", ".told") == ["Ada won by 1" + page.texts("span", ".hint")[1]]


def test_a_sheet_still_open_has_no_result(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "newdale", "I", 2)
    answer = there.get("result")
    assert answer.status_code == 302 and answer.location.endswith("/score")
    assert there.get("result?play=1").status_code == 404


def test_the_result_says_who_won_and_by_how_much(app: Flask, client: FlaskClient) -> None:
    page = Page(scored(app, client).get("result").text)
    assert page.texts("h2", ".verdict") == ["Ada wins by 1"] and "why" not in page.ids
    [ranking] = page.all("ol", ".rank")
    assert ranking.texts("span", ".figure") == ["1", "2", "3"]
    assert ranking.texts("b", ".total") == ["22", "21", "20"]
    assert len(ranking.all("li", ".is-winner")) == 1


def test_names_stand_in_the_order_of_the_ranking(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client)
    there.save(2, track="50")
    page = Page(there.get("result").text)
    names = ["Cleo", "Ada", "Ben"]
    assert page.all("ol", ".rank")[0].texts("span", ".name") == names
    [sheet] = page.all("table", ".sheet")
    assert sheet.all("thead")[0].texts("span", ".name") == names
    assert not sheet.is_a("table", ".many")


def test_many_players_are_told_apart_by_their_marks(app: Flask, client: FlaskClient) -> None:
    there = Evening(app, "tybor", chapter="I", players=5, story=False)
    there.finish(9, 8, 7, 6, 5)
    [sheet] = Page(there.get("result").text).all("table", ".many")
    assert len(sheet.all("svg", ".mark")) == 5


def test_a_finished_game_opens_on_its_result(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client)
    page = Page(there.get("result").text)
    assert {"correct", "print", "on", "export"} <= page.ids and "undo" not in page.ids
    assert any(href.endswith("/result") for href in page.hrefs), "the tab Score"
    assert "correct" in Page(there.get("result").text).ids


def test_a_viewer_of_a_result_edits_nothing(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client)
    token = link_for(there, Role.WATCHER)
    page = Page(app.test_client().get(f"/t/{token}/result").text)
    assert page.texts("h2", ".verdict") == ["Ada wins by 1"] and "correct" not in page.ids


def test_every_line_opens_to_its_working_and_source(app: Flask, client: FlaskClient) -> None:
    page = scored(app, client).get("result").text
    assert '<th scope="row"><details><summary class="opens">Buildings</summary>' in page
    assert "<dt>Ada</dt><dd>3+5" in page and "rulebook p. 13, step 5" in page


@pytest.mark.parametrize(
    "told", [("target", 20), ("solo_goods_met", True), ("solo_task_met", False)]
)
def test_alone_it_is_asked_what_the_card_wants_until_something_of_it_is_told(
    app: Flask, client: FlaskClient, told: tuple[str, Any]
) -> None:
    there = scored(app, client, players=1)
    asks = "Won or not? Edit the scores and enter what the solo chapter card asks for."
    assert asks in there.get("result").text
    there.must("record", fact=told[0], value=told[1])
    assert "Won or not?" not in there.get("result").text
    assert "Won or not?" not in scored(app, client).get("result").text


def test_alone_points_are_called_a_win_nowhere_before_it_is_told_what_wins(
    app: Flask, client: FlaskClient
) -> None:
    there = scored(app, client, players=1)
    assert Page(there.get("").text).all("a", ".told")[0].texts("b") == ["Ada played"]
    assert ended(there.play) == "Ada scored 22 points"
    there.must("record", fact="target", value=20)
    assert Page(there.get("").text).all("a", ".told")[0].texts("b") == ["Ada won"]
    assert ended(there.play) == "Ada won with 22 points"


def test_alone_what_the_sheet_has_lost_is_not_asked_for(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "ohmygoods", "VIII", 1)
    there.must("record", fact="demand_coins", value=12)
    there.fill(0, buildings=30, coins=12, paid=8)
    there.must("finish")
    page = there.get("result").text
    assert "Not won" in page and "goal was missed" in page and "Won or not?" not in page


def test_a_tie_says_how_it_was_broken(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "newdale", "I", 3)
    for seat in range(3):
        there.fill(seat, **ENTRY)
    there.must("finish")
    page = there.get("result").text
    assert "Cleo wins</h2>" not in page and '<p id="why">' in page
    assert "are tied on 22 points" in page and "the seat furthest" in page
    asked = "If players tie for the win, who sits furthest from the final starting player?"
    assert f'#r-furthest">{asked}</a> Most seats away, counted clockwise.' in page


def test_a_shared_win_names_everybody(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "ohmygoods", "base", 3)
    for seat in range(3):
        there.fill(seat, buildings=20, coins=12)
    there.must("finish")
    page = there.get("result").text
    assert "Ada, Ben and Cleo share the win" in page and page.count('"row is-winner"') == 3


@pytest.mark.parametrize(
    ("target", "says"),
    [(22, "Reached exactly"), (18, "Reached, 4 points to spare"), (24, "Missed by 2")],
)
def test_alone_the_target_decides(app: Flask, client: FlaskClient, target: int, says: str) -> None:
    there = sheets(app, client, "newdale", "I", 1)
    there.fill(0, **ENTRY)
    assert "Points to reach (solo)" in there.get().text
    there.must("record", fact="target", value=target)
    there.must("finish")
    page = Page(there.get("result").text)
    assert page.texts("h2", ".verdict") == [says] and not page.all("ol", ".rank")


@pytest.mark.parametrize(
    ("target", "says"),
    [(20, "the further task was not met"), (30, "the target was missed and the further task")],
)
def test_alone_the_tables_page_says_what_it_was_lost_by(
    app: Flask, client: FlaskClient, target: int, says: str
) -> None:
    there = sheets(app, client, "newdale", "I", 1, story=True)
    there.fill(0, **ENTRY)
    there.must("record", fact="target", value=target)
    there.must("record", fact="solo_task_met", value=False)
    there.must("finish")
    [stop] = Page(there.get("").text).all("li", ".is-done")
    assert says in stop.text and "short of the target" not in stop.text


def test_the_story_goes_on_from_its_result(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client, story=True)
    page = there.get("result").text
    assert "Ada holds the cup" in page and "Ben goes first" in page
    assert "Ada won and goes last." in page and "Chapter II is next" in page
    assert Page(page).texts("a", ".primary") == ["Next chapter"]


def test_a_game_on_its_own_is_played_again(app: Flask, client: FlaskClient) -> None:
    page = Page(scored(app, client).get("result").text)
    assert page.texts("a", ".primary") == ["Play again"] and "h-next" not in page.ids


def test_a_fork_is_chosen_here_the_likelier_road_first(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client, story=True)
    for chapter in ("II", "IIIa"):
        there.must("start", chapter=chapter, seats=[{"name": "Ada"}, {"name": "Ben"}], story=True)
        for seat in range(2):
            there.fill(seat, **{**ENTRY, "track": seat})
        there.must("finish")
        page = there.get("result").text
        assert "Which chapter is next?" in page
        assert Page(page).texts("a", ".primary") == ["Choose chapter"]
        if chapter == "II":
            there.must("branch", to="IIIa")
    assert page.index('id="to-IVa"') < page.index('id="to-IVb"') and "Probably this one" in page
    there.must("branch", to="IVb")
    page = there.get("result").text
    assert "Chapter IVb is next" in page and "The other branch" in page
    earlier = there.get("result?play=1").text
    assert "Chapter IIIa is next" in earlier and 'id="road"' not in earlier


def test_the_story_ends_with_its_last_chapter(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client, story=True, players=2)
    for chapter in ("II", "IIIa", "IVa", "V", "VI", "VII", "VIII"):
        there.must("start", chapter=chapter, seats=[{"name": "Ada"}, {"name": "Ben"}], story=True)
        for seat in range(2):
            there.fill(seat, **{**ENTRY, "track": seat})
        there.must("finish")
    told = follows(there.state, there.play)
    assert told.told and told.next is None
    assert "Campaign complete" in there.get("result").text
    for screen in ("result", ""):  # any chapter can still be played by itself
        assert 'id="another"' in there.get(screen).text
    assert "print/changeover.pdf" not in there.get("print").text


def test_what_is_asked_at_a_fork_is_asked_once(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "ohmygoods", "I", 2, story=True)
    for chapter in ("I", "II"):
        if chapter == "II":
            there.start("II", 2)
        for seat in range(2):
            there.fill(seat, buildings=seat, coins=0)
        there.must("finish")
    page = there.get("result").text
    assert page.count("Check the back of the chapter card.") == 1
    assert "Card 66" in page and "Card 67" in page


def test_the_winner_names_a_town(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client, story=True)
    assert "Town named by the winner" in there.get("result").text
    there.must("record", fact="town", value="<Emberford>", play=0)
    assert 'value="&lt;Emberford&gt;"' in there.get("result").text


def test_what_is_odd_is_said_beside_the_result(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "newdale", "I", 2)
    there.fill(0, **{**ENTRY, "track": -3})
    there.fill(1, **ENTRY)
    there.must("finish")
    assert "Ada: Points below 0 are rare" in there.get("result").text


def test_a_corrected_score_changes_the_result(app: Flask, client: FlaskClient) -> None:
    there = scored(app, client)
    there.save(2, track="50")
    assert "Cleo wins" in Page(there.get("result").text).texts("h2", ".verdict")[0]


def test_bars_fill_the_width_and_leave_room_for_points_lost() -> None:
    drawn = bar_chart(["Track", "Empty", "Chapter"], ["Ada", "Ben"], [[8, 0, 0], [6, 0, -2]])
    assert drawn is not None and drawn.zero == 20.0
    assert [look.label for look in drawn.looks] == ["Track", "Chapter"]
    ada, ben = drawn.bars
    assert (ada.pieces[0].x, ada.pieces[0].width) == (20.0, 79.65)
    assert [(p.points, p.x) for p in ben.pieces] == [(6, 20.0), (-2, 0.0)]
    assert ben.total == 4


def test_nothing_scored_draws_nothing() -> None:
    assert bar_chart(["Track"], ["Ada"], [[0]]) is None


def test_bars_of_many_categories_all_look_different() -> None:
    labels = [str(n) for n in range(14)]
    drawn = bar_chart(labels, ["Ada"], [[1] * 14])
    assert drawn is not None
    assert len({(look.tone, look.grain) for look in drawn.looks}) == 14


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_shows_a_result(app: Flask, client: FlaskClient, slug: str) -> None:
    """The worked example with the most seats, through the pages."""
    rows = [e for e in all_examples() if e.kind == "score" and e.game.slug == slug]
    whole = [e for e in rows if "winners" in e.row]
    example = max(whole, key=lambda e: len(e.row["seat"]))
    seats = [{"name": seat["name"]} for seat in example.row["seat"]]
    there = sheets(app, client, slug, example.row["chapter"], 0, seats=seats,
                   settings=example.settings, first=example.row.get("first", 0))  # fmt: skip
    for number, seat in enumerate(example.row["seat"]):
        there.fill(number, **seat["entry"])
    there.must("finish")
    page = there.get("result").text
    result = outcome(there.play)
    assert result is not None and result.why in page.replace("&#39;", "'")
    assert Page(page).texts("h2", ".verdict") == [result.heading]
    assert page.count('<summary class="opens">') == len(there.play.game.sheet.categories)
