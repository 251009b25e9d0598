"""Rulings and card facts: asked in the game's words, answered by a tap, always changeable."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.games import games
from companion.printing.sample_tables import sample_state
from companion.rules.situation import STORY
from companion.show.rulings import ground
from tests.web.evening import Evening
from tests.web.pressing import Page, press

FACTS = {fact.key: fact for fact in games()["newdale"].card_facts}


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@pytest.mark.slow
@pytest.mark.parametrize("slug", games())
def test_every_ruling_of_every_game_is_shown_where_it_matters(app: Flask, slug: str) -> None:
    game = games()[slug]
    # What hangs on an answer to itself is there for tables that have given one long ago.
    asked = (ruling for ruling in game.rulings if ruling.key not in ruling.when.needs)
    waiting = {ruling.key: ruling for ruling in asked}
    for chapter in game.chapters:
        least, most = chapter.players or game.players
        for players in sorted({least, most}):
            alone = game.situation(chapter.key, players, {})[0]
            here = replace(alone, settings={**alone.settings, STORY: False})
            if not any(ruling.when.holds(here) for ruling in waiting.values()):
                continue
            evening = Evening(app, slug, chapter=chapter.key, players=players, story=False)
            rules, settings = evening.get("rulings").text, evening.get("settings").text
            for ruling in game.rulings:
                text = settings if ruling.app else rules
                answers = [option for option in ruling.options if not option.open]
                for number, option in enumerate(answers, 1):
                    offered = f'value="{option.key}" id="r-{ruling.key}-{number}"' in text
                    assert offered == ruling.when.holds(here), (chapter.key, players, ruling.key)
                if ruling.when.holds(here):
                    waiting.pop(ruling.key, None)
    told = sample_state(game, game.players[1])
    for play in told.plays if told.story else ():
        found = ground(told, play)
        for asked_there in (*found.unconfirmed, *found.changed, *found.usual):
            waiting.pop(asked_there.key, None)
    assert waiting == {}


def test_what_only_a_story_asks_is_not_asked_of_a_chapter_by_itself(app: Flask) -> None:
    by_itself = Evening(app, chapter="IIIa", story=False).get("rulings").text
    assert "Who holds the cup?" not in by_itself and "keep the letter of III" not in by_itself
    assert "Who goes first in a single chapter?" in by_itself
    story = Evening(app).get("rulings").text
    assert "Who holds the cup?" in story and "A chapter on its own" not in story


def test_not_checked_yet_is_no_answer_but_a_way_back(app: Flask) -> None:
    evening = Evening(app, chapter="VIII", story=False)
    assert "Not checked yet" not in evening.get("rulings").text
    press(evening, "r-copies-of-208-2", "rulings")
    assert evening.state.rulings == {"copies-of-208": "two"}
    press(evening, "r-copies-of-208-1", "rulings")
    assert evening.state.rulings == {"copies-of-208": "ask"}


def test_a_ruling_is_changed_by_a_tap_and_marked(evening: Evening) -> None:
    assert ground(evening.state, evening.play).changed == ()
    answer = evening.act(
        "rule", {"ruling": "overpay"}, **{"d-value": "kept"}, back="rulings#r-overpay"
    )
    assert answer.status_code == 303 and answer.location.endswith("/rulings#r-overpay")
    (changed,) = ground(evening.state, evening.play).changed
    assert changed.key == "overpay" and changed.now == "No, only what is needed is spent"
    text = evening.get("rulings").text
    assert 'class="tag house"' in text
    assert text.index('id="r-overpay"') < text.index('id="usual"') < text.index('id="r-threshold"')


@pytest.mark.parametrize("value", ["nonsense", "", "x" * 500])
def test_an_unknown_answer_is_refused(evening: Evening, value: str) -> None:
    answer = evening.act("rule", {"ruling": "overpay"}, **{"d-value": value}, back="rulings")
    assert answer.status_code == 422 and evening.state.rulings == {}


def test_a_number_is_noted_for_its_chapter(evening: Evening) -> None:
    form = {"d-value": "12"}
    assert (
        evening.act("record", {"fact": "objective_first_coins"}, play="0", **form).status_code
        == 303
    )
    assert evening.state.facts[("I", "objective_first_coins")] == 12
    assert 'name="d-value" value="12"' in evening.get("rulings").text
    for wrong in ("-1", "201", "many"):
        answer = evening.act("record", {"fact": "objective_first_coins"}, **{"d-value": wrong})
        assert answer.status_code == 422
    evening.act("record", {"fact": "objective_first_coins"}, **{"d-value": ""})
    assert 'name="d-value" value="12"' not in evening.get("rulings").text


def test_a_list_grows_and_shrinks_in_the_order_of_taps(evening: Evening) -> None:
    answers = [choice.label for choice in FACTS["introduced"].choices]
    for label in ("Building 201", "Building 200", "P05 Gunda", "Building 201"):
        press(evening, f"fact-introduced-{answers.index(label) + 1}", "rulings")
    assert evening.play.facts["introduced"] == ("200", "P05")
    none = f"fact-introduced-{len(answers) + 1}"
    press(evening, none, "rulings")
    assert evening.play.facts["introduced"] == ()
    assert re.search(rf'id="{none}"\s+aria-pressed="true"', evening.get("rulings").text)


def test_what_is_not_needed_now_is_left_out(evening: Evening) -> None:
    found = ground(evening.state, evening.play)
    shown = [a.key for _, _, asked in found.places for a in asked]
    assert "town" in shown and "hooded_ones" not in shown and "target" not in shown


def test_an_earlier_game_can_still_be_told_about(evening: Evening) -> None:
    evening.finish(30, 20, 10)
    evening.start("II")
    text = evening.get("rulings", play=0).text
    assert "an earlier game" in text and 'id="fact-town"' in text
    assert 'id="fact-objective_first_coins"' not in text
    evening.act("record", {"fact": "town"}, play="0", **{"d-value": "Fernhollow"})
    assert evening.state.plays[0].facts["town"] == "Fernhollow"


@pytest.mark.parametrize("wrong", ["1", "-1"])
def test_an_unknown_game_has_no_rulings(evening: Evening, wrong: str) -> None:
    assert evening.get("rulings", play=wrong).status_code == 404


def test_hidden_reminders_come_back(evening: Evening) -> None:
    key = games()["newdale"].clock.reminders[0].key
    assert "Reminders you have hidden" not in evening.get("rulings").text
    evening.must("hide", reminder=key)
    assert f'id="show-{key}"' in evening.get("rulings").text
    evening.act("hide", {"reminder": key, "on": False}, back="rulings")
    assert evening.state.hidden == frozenset()


def test_the_same_tap_sent_twice_is_one_entry(evening: Evening) -> None:
    for _ in range(2):
        form = {"d-value": "kept", "key": "k"}
        assert evening.act("rule", {"ruling": "overpay"}, **form).status_code == 303
    assert evening.state.seq == 2
    other = evening.act("rule", {"ruling": "overpay"}, **{"d-value": "lost", "key": "k"})
    assert other.status_code == 409


def test_what_is_unconfirmed_comes_first_and_goes_with_its_answer(app: Flask) -> None:
    evening = Evening(app, chapter="VIII", story=False)
    asked = [question.key for question in ground(evening.state, evening.play).unconfirmed]
    assert asked == ["board-of-viii", "copies-of-208"]
    page = evening.get("rulings").text
    assert page.index('id="r-board-of-viii"') < page.index('id="usual"')
    press(evening, "r-board-of-viii-1", "rulings")  # as it is taken anyway: confirmed
    press(evening, "r-copies-of-208-2", "rulings")  # nothing was taken before: no house rule
    found = ground(evening.state, evening.play)
    assert found.unconfirmed == () and found.changed == ()


@pytest.mark.parametrize(
    ("slug", "keys"),
    [("newdale", {"better-objective", "objective-values"}), ("ohmygoods", {"building-points"}),
     ("merchants", {"building-pairs"}), ("tybor", set())],
)  # fmt: skip
def test_what_the_app_does_is_a_setting(app: Flask, slug: str, keys: set[str]) -> None:
    evening = Evening(app, slug, chapter=games()[slug].graph.first, story=False)
    rules, settings = evening.get("rulings").text, evening.get("settings").text
    assert {one.key for one in games()[slug].rulings if one.app} == keys
    for key in keys:
        assert f'id="r-{key}"' in settings and f'id="r-{key}"' not in rules


def test_a_setting_of_the_app_is_changed_under_settings(evening: Evening) -> None:
    told = press(evening, "r-better-objective-2", "settings")
    assert told.location.endswith("/settings#r-better-objective")
    assert evening.state.rulings == {"better-objective": "quiet"}


def test_a_groups_own_words_are_settings(app: Flask) -> None:
    evening = Evening(app, "tybor")
    assert 'id="fact-red_name"' not in evening.get("rulings").text
    told = press(evening, "fact-red_name-save", "settings", d_value="Copper")
    assert told.location.endswith("/settings#fact-red_name")
    assert evening.state.facts[("", "red_name")] == "Copper"


def test_options_are_shown_in_words(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base", players=3, story=False)
    assert "Which buildings: <b>The set for a first game</b>" in evening.get("rulings").text


def test_only_rulings_of_this_chapter_and_table_are_asked(app: Flask) -> None:
    alone = Evening(app, "newdale", chapter="II", players=1, story=False).get("rulings").text
    assert "In a solo game, do 1 or more fists" in alone
    for other in ("A tie for the win", "chapter VIII use", "Watch Officers count", "Three share"):
        assert other not in alone, other


def test_the_page_says_that_finished_games_are_scored_anew(evening: Evening) -> None:
    assert "also applies to finished games" not in evening.get("rulings").text  # nothing changed
    evening.must("rule", ruling="overpay", value="kept")
    assert "also applies to finished games" in evening.get("rulings").text


def test_whoever_puts_something_right_goes_back_to_the_scores_of_that_seat(
    evening: Evening,
) -> None:
    """Also while the game goes on, and after the correction itself."""
    evening.must("record", fact="objective_first_coins", value=20)
    corrects = "rulings?seat=1"  # as the sheet of that seat links to it
    told = press(evening, "fact-objective_first_coins-save", corrects, d_value=24)
    for page in (corrects, of_table(told.location)):
        [way] = Page(evening.get(page).text).all("a", ".back")
        assert str(way.given["href"]).endswith("/score?play=0&seat=1")
    gone = evening.get("rulings", seat=7)  # somebody left while it was open
    assert gone.status_code == 200 and "/score?play=0" not in gone.text


def of_table(address: str) -> str:
    """A page below the table's link, without the place on it."""
    return address.partition("#")[0].rpartition("/")[2]
