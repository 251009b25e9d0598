"""A group's own words: in every sentence that is made of their game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.games import games
from companion.rules.fields import Kind
from companion.rules.journal.state import State
from companion.rules.parts.settings import CardFact, Scope
from companion.rules.soundness import faults
from companion.show.log import log_page
from companion.show.paper import sheet as paper
from companion.show.paper.charts import marks
from companion.show.rulings import ground
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.draws import drawings
from tests.journal import HOST, Journal

TYBOR = games()["tybor"]


@pytest.fixture
def journal() -> Journal:
    journal = Journal("tybor")
    journal.start("I", players=2)
    journal.must("record", fact="red_name", value="crimson")
    return journal


def test_sheet_log_and_paper_use_the_same_word(journal: Journal) -> None:
    journal.must("fill", seat=0, field="red", value=99)
    told = repr(
        [
            sheet_of(journal.play, Asking(0)),
            log_page(journal.state, "", kind="scores"),
            paper.blank(journal.play.game, journal.play.situation, marks(journal.play)),
            journal.play.checked_sheet[1],
        ]
    )
    assert "Ada, Crimson Buildings: 99." in told and "20 crimson Buildings" in told
    assert not {"Red Buildings", "red Buildings"} & {told[i : i + 13] for i in range(len(told))}


def test_taking_the_name_back_takes_it_out_of_every_sentence(journal: Journal) -> None:
    journal.must("fill", seat=0, field="red", value=1)
    journal.must("undo", entry=2)
    assert journal.state.log[2].sentence(journal.state) == "Ada, Red Buildings: 1."
    assert journal.play.game is journal.game


def test_the_question_for_a_name_and_players_colours_keep_our_word(journal: Journal) -> None:
    journal.must("record", fact="red_name", value="ochre")
    told = journal.state.log[-1].sentence(journal.state)
    assert told == "Your name for red: ochre."
    assert journal.play.game.colours is journal.game.colours


def test_rulings_speak_of_a_table_in_its_words(journal: Journal) -> None:
    journal.must("record", fact="craftsmen_name", value="masons")
    assert "Can a player without masons have" in repr(ground(journal.state, journal.play))


def test_what_is_drawn_has_the_name_the_group_gave_it(journal: Journal) -> None:
    journal.must("record", fact="third_name", value="The Long Road")
    journal.must("draw", draw="scenario", seed=_seed(journal, "third"))
    assert journal.play.situation.settings["scenario"] == "third"
    assert journal.state.log[-1].sentence(journal.state) == "Scenario drawn: The Long Road."
    (thing,) = drawings(journal.state, journal.play, HOST)["scenario"].things
    assert thing.label == "The Long Road"
    assert "Put your Scenario (The Long Road)" in journal.play.texts["scenario-third"]


def test_a_ticked_step_says_the_word_the_group_has_now_also_when_the_play_has_it_no_more(
    journal: Journal,
) -> None:
    seeds = {name: _seed(journal, name) for name in ("third", "size-matters")}
    journal.must("draw", draw="scenario", seed=seeds["third"])
    journal.must("tick", step="scenario-third")
    row = len(journal.state.log) - 1
    for name in ("The Long Road", "Mist"):
        journal.must("record", fact="third_name", value=name)
        told = journal.state.log[row].sentence(journal.state)
        assert told == f"Ticked: Put your Scenario ({name}) on the table with stage I at the top."
    journal.must("draw", draw="scenario", seed=seeds["size-matters"])
    assert "scenario-third" not in journal.play.to_tick.keys
    journal.must("record", fact="third_name", value="Fog")
    told = journal.state.log[row].sentence(journal.state)
    assert told == "Ticked: Put your Scenario (Fog) on the table with stage I at the top."


def renaming(slug: str, word: str) -> Journal:
    """A table of a game whose group may have another name for something."""
    journal, own = Journal(slug), f"{word}_name"
    asked = CardFact(
        own, "Your name", Kind.TEXT, "made up", default=word, scope=Scope.GAME, renames=True
    )
    journal.game = replace(journal.game, card_facts=(*journal.game.card_facts, asked))
    journal.state = State(journal.game)
    return journal


def test_a_prompt_says_the_word_the_group_has_now() -> None:
    journal = renaming("ohmygoods", "building")
    journal.start("base", 2)
    journal.must("count", track="buildings", seat=0, to=8)
    journal.must("record", fact="building_name", value="mill")
    (prompt,) = journal.play.prompts
    assert journal.play.prompted(prompt).startswith("8th mill. Play one more round")
    journal.must("tick", step=prompt.key)
    journal.must("record", fact="building_name", value="workshop")
    told = journal.state.log[3].sentence(journal.state)
    assert told.startswith("Ticked, Ada: 8th workshop. Play one more round")


def test_braces_in_a_name_stay_braces_in_a_prompt_with_values() -> None:
    journal = renaming("newdale", "cards")
    journal.start("I", 2)
    journal.must("record", fact="cards_name", value="{sheets}")
    journal.must("count", track="points", seat=0, to=11)
    assert [journal.play.prompted(prompt) for prompt in journal.play.prompts] == [
        "passed 5 and 10: draw 4 {sheets}"
    ]


def test_a_turn_is_told_with_the_word_the_group_has_now() -> None:
    journal = renaming("newdale", "token")
    journal.start("V", 2)
    while journal.play.moment.phase != "actions":
        journal.must("advance", moment=list(journal.play.moment.as_json()))
    journal.must("turn", seat=1)
    told = journal.state.log[-1]
    journal.must("record", fact="token_name", value="counter")
    assert told.sentence(journal.state) == "Counter 1: Ben’s turn."


def _seed(journal: Journal, scenario: str) -> int:
    return next(seed for seed in range(99) if _drawn(journal, seed) == (scenario,))


def _drawn(journal: Journal, seed: int) -> tuple[str, ...]:
    draw = next(draw for draw in TYBOR.draws if draw.key == "scenario")
    return draw.drawn(journal.play.situation, journal.play.known(), seed)


def test_braces_in_a_name_are_only_braces(journal: Journal) -> None:
    for fact in ("red_name", "third_name"):
        journal.must("record", fact=fact, value="{most} {")
    for seat in (0, 1):
        journal.must("fill", seat=seat, field="red", value=9)
    assert "18 {most} { Buildings in all, but one copy has 10." in {
        issue.message for issue in journal.play.checked_sheet[1]
    }
    steps = TYBOR.worded(journal.play.situation.settings).checklist(
        TYBOR.situation("I", 2, {"scenario": "third"})[0]
    )
    assert any("your Scenario ({most} {)" in step.text for step in steps)


def test_a_game_without_own_words_is_the_game_itself_and_one_with_them_is_made_once() -> None:
    here = TYBOR.situation("I", 2, {})[0].settings
    assert TYBOR.worded(here) is TYBOR and TYBOR.worded({}) is TYBOR
    assert TYBOR.worded({"red_name": "ochre"}) is TYBOR.worded({**here, "red_name": "ochre"})


@pytest.mark.parametrize("slug", games())
def test_a_line_that_is_no_plain_sum_says_on_paper_what_it_means(slug: str) -> None:
    game = games()[slug]
    assert not [fault for fault in faults(game) if "means" in fault]
    for players in game.players:
        here, _ = game.situation(game.graph.first, players, {})
        for category in game.sheet.categories:
            assert paper.formula(category, here) or category.rule.__name__ == "add_up"


@pytest.mark.parametrize("slug", ["ohmygoods", "merchants"])
def test_a_reminder_is_two_sentences_and_twenty_words_at_most(slug: str) -> None:
    for reminder in games()[slug].clock.reminders:
        words = re.findall(r"[\w$’–-]+", reminder.text)
        ends = re.findall(r"[.?](?:\s|$)", reminder.text)
        assert len(words) <= 20 and len(ends) <= 2 and ";" not in reminder.text, reminder.key


def test_a_number_whose_name_the_group_has_told_is_called_by_it() -> None:
    journal = Journal("ohmygoods")
    for chapter in ("I", "II"):
        journal.start(chapter, 2, story=True)
        if chapter == "I":
            journal.must("record", fact="introduced", value=["38", "39"])
            journal.must("record", fact="building_38", value="armory")
            for seat in (0, 1):
                journal.fill(seat, buildings=seat, assistants=0, coins=0)
            journal.must("finish")
    facts = {fact.key: fact for fact in journal.play.game.card_facts}
    labels = [choice.label for choice in facts["buildings_in"].choices]
    assert labels[:2] == ["38 Armory", "Building 39"]
    assert facts["building_38"].label == "Kind of building 38"
    first = journal.state.plays[0]
    change = journal.play.game.changeover(first.situation, journal.play.situation)
    assert [c.items for c in change.shuffle_in if c.label == "New buildings"] == [
        ("38 Armory", "building 39")
    ]
    told = [row.sentence(journal.state) for row in journal.state.log]
    assert "Unlocked by this chapter’s events: 38 Armory and Building 39." in told
