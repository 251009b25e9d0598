"""What stands on paper, word for word, before it is laid out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import NAMES, Sample
from companion.show.paper.charts import PersonMark, drawing, marks, shorts
from companion.show.paper.facts import chosen, facts, introduced, remembered, settled, told_facts
from companion.show.paper.handouts import blank_log
from companion.show.paper.log import campaign_log
from companion.show.paper.sheet import PaperSheet, blank
from companion.show.standing import where
from tests.journal import Journal


def sheet(slug: str) -> PaperSheet:
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
    state = replace(begun("merchants").state, zone="UTC")
    rows = campaign_log(state, journal=True).journal
    assert rows[0].text == "Merchants of the Dark Road started: Ada and Ben. Ben goes first."
    assert [row.head for row in rows if row.head] == [
        "Thursday 3 September 2026, Merchants of the Dark Road"
    ]
    assert not any("…" in row.text for row in rows)


def test_a_blank_log_leaves_nothing_out_that_a_reached_chapter_is_set_up_with() -> None:
    log = blank_log(games()["newdale"], 4, set(), shown=True)
    third = next(chapter for chapter in log.chapters if chapter.title == "Chapter IIIa")
    assert "bridge tiles and side objective" in {pair.text for pair in third.facts}


def test_wide_letters_make_short_names_shorter() -> None:
    assert shorts(["Featherstonehaugh", "W" * 40]) == ["Featherston…", "WWWWWWW…"]
    assert shorts(["Maximilian", "Dominique"]) == ["Maximilian", "Dominique"]
    assert shorts(["桌" * 12, "Ада"]) == ["桌桌桌桌桌桌…", "Ада"]


def test_a_fact_is_not_said_twice() -> None:
    game = games()["merchants"]
    labels = [pair.label for pair in facts(game, game.situation(game.graph.first, 4, {})[0])]
    assert "Turns" in labels and "Turns of each player" not in labels


def test_who_is_first_in_each_stage_is_told_by_name_and_what_is_not_drawn_is_not() -> None:
    play = begun("tybor").play
    assert play.names[play.situation.first] == "Ben"
    assert play.situation.settings["scenario"] == "open"
    assert "Goes first in each stage" not in [p.label for p in facts(play.game, play.situation)]
    here, _ = play.game.situation("I", 2, {"scenario": "third"}, play.situation.first)
    pairs = {pair.label: pair.text for pair in facts(play.game, here, play.names)}
    assert pairs["Goes first in each stage"] == "Ben, Ada, Ben, Ada"
    blank_pairs = {pair.label: pair.text for pair in facts(play.game, here)}
    assert blank_pairs["Goes first in each stage"] == "seat 2, seat 1, seat 2, seat 1"
    assert "Scenario" not in [pair.label for pair in chosen(play)]


def test_a_round_of_one_phase_says_its_name_once() -> None:
    sample = begun("merchants")
    assert where(sample.play) == "Turn 1 of 13"
    sample.moment()
    done = [row.sentence(sample.state) for row in sample.state.log if row.entry.action == "advance"]
    assert done == ["Turn 1: Ben is done."]


def test_an_accent_typed_apart_from_its_letter_stays_in_a_drawing() -> None:
    assert PersonMark("Jose\u0301", "Jose\u0301", "circle").drawn == "José"
    assert PersonMark("ক\u09be", "ক\u09be", "circle").drawn == "ক"


@pytest.mark.parametrize("slug", games())
def test_a_set_up_sheet_asks_for_no_tap_and_says_the_game_once(slug: str) -> None:
    game = games()[slug]
    situation = game.situation(game.graph.first, 4, {})[0]
    notes = [note for step in game.checklist(situation) for note in step.notes]
    assert [note for note in notes if "Tap" in note] == []
    sheets = (
        documents.setup("", game, situation),
        documents.score_blank("", game, situation, None),
    )
    for document in sheets:
        assert document.values["over"] != document.values["chapter"]
        assert document.left != document.values["right"]


@pytest.mark.parametrize("slug", ["newdale", "ohmygoods"])
def test_a_fork_is_ticked_in_the_order_of_its_chapters(slug: str) -> None:
    log = blank_log(games()[slug], 4, set(), shown=True)
    order = [chapter.seal for chapter in log.chapters]
    forks = [list(chapter.onward) for chapter in log.chapters if len(chapter.onward) > 1]
    assert forks and forks == [sorted(fork, key=order.index) for fork in forks]


def test_workings_can_be_reckoned_after() -> None:
    farmers = next(f for f in games()["tybor"].sheet.fields() if f.key == "farmers")
    assert farmers.working(7) == "7 ÷ 3 = 2, 2 × 5"


def test_long_words_are_broken_where_a_line_ends_and_no_others() -> None:
    sample = Sample(games()["newdale"])
    sample.open("I", ["W" * 40, "Ada Featherstonehaugh-Cholmondeley"])
    assert [mark.solid for mark in marks(sample.play)] == [True, False]


def test_many_lines_of_notes_may_run_over_a_page_and_few_stay_together() -> None:
    sample = begun("newdale")
    assert sample.do("note", text="One line.\nAnother.")
    assert campaign_log(sample.state).chapters[0].few_notes
    assert sample.do("note", text="W" * 900) and sample.do("note", text="Line.\n" * 9)
    assert not campaign_log(sample.state).chapters[0].few_notes


def test_a_covered_chapter_is_called_by_its_number_only() -> None:
    game = games()["tybor"]
    covered = blank_log(game, 4, {game.graph.first}, shown=False)
    assert [chapter.title for chapter in covered.chapters][-2:] == ["Chapter VII", "Chapter VIII"]
    assert "Harbor" in " ".join(c.title for c in blank_log(game, 4, set(), True).chapters)


def test_a_chapter_tells_what_the_table_read_off_its_cards_and_nothing_it_did_not() -> None:
    sample = begun("tybor")
    assert list(told_facts(sample.play)) == []
    objective = next(f for f in sample.state.game.card_facts if f.key == "objectives").choices[0]
    assert sample.do("record", fact="objectives", value=[objective.key])
    assert sample.do("record", fact="captain_table", value=[1, 2, 3, 4, 5])
    assert [pair.label for pair in told_facts(sample.play)] == ["Public objectives in play"]
    everywhere = [pair.label for pair in remembered(sample.state)]
    assert everywhere[0] == "Points for 1, 2, 3, 4 and 5 captain symbols"


def test_what_comes_into_the_game_for_good_stands_by_itself_and_not_among_what_was_told() -> None:
    sample = begun("newdale")
    assert sample.do("record", fact="town", value="Emberford")
    assert sample.do("record", fact="introduced", value=["200"])
    assert [pair.text for pair in told_facts(sample.play)] == ["Emberford"]
    assert "200" in introduced(sample.play)


def test_a_label_has_one_colon_and_an_objective_stands_in_one_line() -> None:
    sample = begun("newdale")
    assert sample.do("record", fact="objective_first_coins", value=20)
    assert [(p.head, p.text) for p in told_facts(sample.play)] == [("Coins for option 1", "20")]
    for fact, value in (("first_points", 6), ("second_coins", 35), ("second_points", 10)):
        assert sample.do("record", fact=f"objective_{fact}", value=value)
    assert [(p.head, p.text) for p in told_facts(sample.play)] == [
        ("Main objective", "20 coins → 6 points or 35 coins → 10 points")
    ]


def test_a_ruling_is_told_only_of_chapters_in_which_it_comes_up() -> None:
    told = Journal("newdale")
    told.must("rule", ruling="sawmill-chapter", value="II")
    for chapter in ("I", "II"):
        told.start(chapter, 2, story=True)
        for seat in range(2):
            told.fill(seat, track=seat, fists=0, coins=0, towns=0, buildings=0)
        told.must("finish")
    first, second = campaign_log(told.state).chapters
    assert first.rulings == ()
    assert [pair.text for pair in second.rulings] == ["II"]
    assert [elsewhere for _, _, elsewhere in settled(told.state)] == [""]


def test_whoever_is_first_begins_until_the_set_up_is_done() -> None:
    game = games()["newdale"]
    sample = Sample(game)
    sample.open(game.graph.first, NAMES[:2])
    assert campaign_log(sample.state).chapters[0].begins == "goes first"
    sample.set_up()
    assert campaign_log(sample.state).chapters[0].begins == "went first"


def test_points_lost_lie_left_of_nothing_and_have_their_sign_in_the_legend() -> None:
    drawn = drawing(["Track", "Goods", "Chapter"], ["Ann"], [[12, 11, -3]], 520.0)
    assert drawn and drawn.chart.zero is not None
    track, goods, chapter = drawn.chart.bars[0].pieces
    assert chapter.x + chapter.width == pytest.approx(drawn.chart.zero, abs=0.2)
    assert (track.x, goods.points, chapter.points) == (drawn.chart.zero, 11, -3)
    assert (
        goods.x + goods.width <= 520.0 - 36
        and [label for *_, label in drawn.legend][-1] == "Chapter"
    )
    plain = drawing(["Track"], ["Ann"], [[12]], 520.0)
    assert plain and plain.chart.zero is None


def test_of_those_with_as_many_points_the_first_says_what_put_them_there() -> None:
    told = Journal("merchants")
    told.start("base", 3)
    for seat, (coins, prestige) in enumerate(((40, 41), (30, 31), (30, 44))):
        told.fill(seat, coins=coins, prestige=prestige)
    told.must("record", 0, fact="five", value="book")
    assert [pair.label for pair in told_facts(told.play)] == ["Good at $5 now"]
    told.must("finish", 0)
    assert not [*told_facts(told.play)], "there is no price any more"
    [pages] = campaign_log(told.state).chapters
    assert [(pages.seats[p.seat].name, pages.result.tie(p)) for p in pages.places] == [
        ("Ada", ""), ("Cleo", "coins and prestige together"), ("Ben", ""),
    ]  # fmt: skip


def test_what_is_so_for_a_moment_is_no_fact_of_the_evening() -> None:
    game = games()["merchants"]
    wheel = {"wheel_order": ("potion", "staff", "book", "armor", "weapon", "instrument")}
    here = game.situation(game.graph.first, 4, {**wheel, "five": "book"})[0]
    labels = [pair.label for pair in facts(game, here)]
    assert "Turns" in labels
    assert not {"Prices now", "At $5 after one turn of the wheel", "Two sides of one tile"} & {
        *labels
    }


def test_what_a_scenario_is_expected_to_pay_is_said_in_words_until_the_group_has_told_it() -> None:
    game = games()["tybor"]
    asked = {"scenario": "size-matters"}
    expected = facts(game, game.situation("I", 4, asked)[0])
    said = "Every fourth Great Building (2 points each)"
    assert ("Public objectives to expect", said) in [(p.label, p.text) for p in expected]
    told = facts(game, game.situation("I", 4, asked | {"objectives": ("five-citizens",)})[0])
    assert "Public objectives to expect" not in [pair.label for pair in told]


def test_numbers_of_cards_that_came_in_are_those_of_cards_on_paper() -> None:
    game = games()["ohmygoods"]
    second = game.situation("II", 3, {"buildings_in": ("38",), "characters_in": ("47",)})[0]
    said = {pair.label: pair.text for pair in facts(game, second)}
    assert (said["New buildings"], said["Characters"]) == ("card 38", "card 47")
    several = facts(game, game.situation("II", 3, {"buildings_in": ("38", "40")})[0])
    assert "cards 38 and 40" in [pair.text for pair in several]


@pytest.mark.parametrize("by_hand", (False, True))
def test_of_a_pool_the_log_names_those_that_were_turned_up(by_hand: bool) -> None:
    sample = Sample(games()["newdale"])
    sample.open("II", NAMES[:2], story=False)
    assert characters(sample) == "P01, P02, P03 and P04"  # nobody has told which
    if by_hand:
        sample.do("hold", draw="characters", person=2, thing="P04")
        assert characters(sample) == "P01, P02, P03 and P04"
        sample.do("hold", draw="characters", person=1, thing="P02")
    else:
        sample.do("draw", draw="characters", seed=1, kept=["P02", "P04"])
    assert characters(sample) == "P02 Rabbit and P04 Onyx"


def characters(sample: Sample) -> str:
    [chapter] = campaign_log(sample.state).chapters
    return next(pair.text for pair in chapter.facts if pair.label == "Characters")


@pytest.mark.parametrize("slug", ("newdale", "ohmygoods"))
def test_a_chapter_played_alone_names_no_order_of_seats(slug: str) -> None:
    sample = Sample(games()[slug])
    sample.chapter("I", NAMES[:1])
    (page,) = campaign_log(sample.state).chapters
    assert ", Ada " in page.ended and page.first is None
    assert page.decks and not any(came.firsts for came in page.decks)
