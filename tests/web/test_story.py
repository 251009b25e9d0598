"""A table's first page: the road, the cup, and one button that goes on."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import games
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.show.story import Fork, Road, Stop, road, story
from companion.table import care
from tests.journal import Journal
from tests.web.evening import Evening, few
from tests.web.pressing import Page


def flat(found: Road) -> list[str]:
    """The road in short: look and key, forks with both of their sides."""
    words = []
    for part in found.parts:
        if isinstance(part, Stop):
            words.append(f"{part.look} {part.key}")
        else:
            mine = " ".join(f"{stop.look} {stop.key}" for stop in part.road)
            words.append(f"[{mine} | {' '.join(stop.key for stop in part.other)}]")
    return words


def told(slug: str, *chapters: str) -> Road:
    """The road with all but the last of the chapters finished, seen covered."""
    return road(State(games()[slug]), plays(slug, *chapters), covered=True)


def plays(slug: str, *chapters: str) -> list[Play]:
    journal = Journal(slug)
    for number, chapter in enumerate(chapters):
        journal.start(chapter, story=True)
        if number < len(chapters) - 1:
            for seat in range(3):
                journal.fill(seat, **NEEDED[slug])
            journal.must("finish")
    return journal.state.story


NEEDED = {
    "newdale": {"track": 1, "fists": 0, "coins": 0, "towns": 0, "buildings": 0},
    "ohmygoods": {"buildings": 1, "coins": 0},
}


def test_the_road_covers_what_is_ahead() -> None:
    found = told("newdale", "I")
    assert flat(found) == ["now I", "next II"]
    assert (found.played, found.length, found.ahead) == (0, 8, 6)


def test_a_fork_is_drawn_with_the_road_not_taken() -> None:
    found = told("newdale", "I", "II", "IIIb")
    assert flat(found) == ["done I", "done II", "[now IIIb next IVb | IIIa IVa]"]
    fork = found.parts[-1]
    assert isinstance(fork, Fork) and fork.taken and fork.joins and fork.hint == "not taken"


def test_the_story_may_cross_over_inside_a_fork() -> None:
    found = told("newdale", "I", "II", "IIIa", "IVb", "V")
    assert flat(found)[2:] == ["[done IIIa done IVb | IIIb IVa]", "now V", "next VI"]
    assert found.ahead == 2


def test_a_fork_ahead_names_both_ways() -> None:
    fork = told("newdale", "I", "II").parts[-1]
    assert isinstance(fork, Fork) and not fork.taken
    assert fork.road[0].title == "Chapter IIIa or IIIb is next" and fork.hint == "or"


def test_longsdale_forks_five_times_and_ends_in_a_fork() -> None:
    found = road(State(games()["ohmygoods"]), plays("ohmygoods", "I"), covered=False)
    forks = [part for part in found.parts if isinstance(part, Fork)]
    assert [len(fork.road) for fork in forks] == [1, 1, 3]
    assert found.length == 11 and found.ahead == 0
    assert not forks[-1].joins and forks[-1].road[-1].end and forks[-1].other[-1].end


@pytest.mark.parametrize("slug", games())
def test_every_game_has_a_first_page(app: Flask, slug: str) -> None:
    game = games()[slug]
    evening = Evening(app, slug, chapter=game.graph.first, players=game.players[1])
    page = Page(evening.get().text)
    assert page.texts("h1") == ["Thursday"]
    assert {"onward", "invite", "print", "whole-log"} <= page.ids
    assert not page.all("nav", ".dock") and not page.all("div", ".dock")


@pytest.mark.parametrize("slug", games())
def test_single_games_are_listed(app: Flask, slug: str) -> None:
    game = games()[slug]
    chapter = game.chapters[0].key
    players = few(game, chapter)
    evening = Evening(app, slug, chapter=chapter, players=players, story=False)
    evening.finish(10, 20, *([5] * (players - 2)))
    evening.start(chapter, players, story=False)
    page = Page(evening.get().text)
    assert {"game-0", "game-1"} <= page.ids and not page.all("ol", ".path")
    [finished] = page.all("a", ".told")
    assert finished.texts("b")[0].startswith("Ben won by ")
    assert str(finished.given["href"]).endswith("/result?play=0")


def test_the_button_follows_the_game(app: Flask) -> None:
    evening = Evening(app)

    def button() -> tuple[str, str]:
        [found] = Page(evening.get().text).all("a", ".primary")
        return found.text, str(found.given["href"]).partition(evening.token)[2]

    steps = len(evening.play.to_do)
    assert button() == (f"Chapter I, setup, 0 of {steps} done Continue", "/setup?play=0")
    evening.must("advance", moment=evening.play.moment.as_json())
    assert button() == ("Chapter I, round 1 of 7 Continue", "/play?play=0")
    evening.must("fill", seat=0, field="track", value=4)  # noted early: the game goes on
    assert button() == ("Chapter I, round 1 of 7 Continue", "/play?play=0")
    while evening.play.moment != OVER:
        evening.must("advance", moment=evening.play.moment.as_json())
    assert button() == ("Chapter I, time to score Continue", "/score?play=0")
    evening.finish(30, 20, 10)
    assert button() == ("Chapter I is finished Next chapter", "/next?play=0")
    [stop] = Page(evening.get().text).all("li", ".is-done")
    assert stop.texts("h3") == ["Ada won Chapter I"] and "30 points, 10 ahead" in stop.text


def test_a_told_story_leads_to_its_end(app: Flask) -> None:
    evening = Evening(app)
    route = ["I", "II", "IIIa", "IVa", "V", "VI", "VII", "VIII"]
    for chapter in route:
        if chapter != "I":
            evening.start(chapter)
        evening.finish(30, 20, 10)
    page = Page(evening.get().text)
    assert page.texts("a", ".primary") == ["Campaign complete See final standings"]
    assert len(page.all("li", ".is-done")) == 8 and not page.all("li", ".is-next")
    assert "ahead" not in page.ids and "another" in page.ids


def test_the_cup_stands_with_its_holder(app: Flask) -> None:
    evening = Evening(app)
    assert "cup" not in Page(evening.get().text).ids
    evening.finish(30, 40, 10)
    assert story(evening.state, covered=True).cup == ("Ben",)
    assert "Ben holds the cup." in Page(evening.get().text).texts("span", "id")


def test_wins_and_points_are_counted_by_name(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(30, 40, 10)
    evening.start("II", 2)  # Cleo is away
    evening.finish(50, 20)
    people = {person.name: person for person in story(evening.state, True).ranked}
    assert people["Ada"].points == 80 and people["Ada"].wins == 1
    assert people["Cleo"].totals == (10, None) and people["Cleo"].played == 1


def test_who_is_even_in_wins_and_points_shares_a_rank(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(40, 20, 20)
    page = Page(evening.get().text)
    [standings] = [s for s in page.all("section") if s.given["aria-labelledby"] == "standings"]
    assert standings.texts("span", ".figure") == ["1", "2", "2"]


def test_the_last_lines_of_the_log_stand_there(app: Flask) -> None:
    evening = Evening(app)
    for text in ("first", "second", "third"):
        evening.must("note", text=text)
    evening.must("undo", entry=evening.state.seq)
    said = [text for text, _ in story(evening.state, True).latest]
    assert len(said) == 3 and "second" in said[0] and "third" not in "".join(said)


def test_totals_of_the_story_stand_beside_names_alone(app: Flask) -> None:
    """The character somebody had in the last chapter has nothing to do with them."""
    evening = Evening(app)
    evening.finish(20, 30, 10)
    evening.start("II")
    evening.must("hold", draw="characters", seat=1, thing="P02")
    assert evening.play.seat_captions[1]
    evening.finish(30, 40, 10)
    page = evening.get().text
    assert {"cup", "standings"} <= Page(page).ids
    assert evening.play.seat_captions[1] not in page


def test_what_is_covered_can_be_uncovered(app: Flask) -> None:
    evening = Evening(app)
    assert "Chapter VIII" not in evening.get().text
    assert "Chapter VIII" in evening.get(uncover=1).text
    with evening.client.session_transaction() as session:
        session["settings"] = {"cover": "off"}
    assert "Chapter VIII" in evening.get().text


def test_the_first_visit_begins_with_the_game_and_no_banner(app: Flask) -> None:
    page = Page(Evening(app).get().text)
    assert not page.all("div", ".note") and not page.all("input", "readonly")


def test_a_corrected_result_asks_whether_to_keep_the_next_chapter(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(10, 20, 15)
    evening.start("II", first=2)
    assert "unsettled-1" not in Page(evening.get().text).ids
    evening.must("fill", play=0, seat=0, field="track", value=30)
    page = evening.get().text
    assert "Cleo went first.</b> By the results, Ben should have." in page
    assert {"unsettled-1", "keep-1"} <= Page(page).ids
    answer = evening.act("keep", {"first": 1}, play="1", back="home")
    assert answer.status_code == 303 and "keep-1" not in Page(evening.get().text).ids
    assert evening.play.situation.first == 2


def test_an_archived_table_says_so(app: Flask) -> None:
    evening = Evening(app)
    with app.app_context():
        care.archive(evening.table, True)
    assert "archived" in Page(evening.get().text).ids


def test_names_are_escaped(app: Flask) -> None:
    evening = Evening(app, name="<script>alert(1)</script>")
    assert "<script>alert" not in evening.get().text


def test_alone_there_is_no_cup_to_hold_and_nobody_to_begin(app: Flask) -> None:
    evening = Evening(app, players=1)
    evening.finish(30)
    assert "1 of 8 chapters played" in evening.get().text
    for page in ("", "result", "rulings"):
        shown = evening.get(page).text
        assert "cup</h2>" not in shown and "the cup" not in shown, page
        assert "Who begins" not in shown, page
    assert "everybody fared" not in evening.get("statistics").text
