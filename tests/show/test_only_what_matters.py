"""Only what matters here: nothing is said or asked that a game, chapter or table has no use for."""

from __future__ import annotations

import re

import pytest

from companion.games import games
from companion.printing.sample_tables import Sample, sample_state
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.situation import fitting
from companion.show.consequences import follows
from companion.show.frame import books
from companion.show.lookup import look_up
from companion.show.paper.chapter import chapter_pages
from companion.show.paper.facts import facts
from companion.show.paper.handouts import player_aid, setup_sheet
from companion.show.paper.sheet import blank, filled, formula
from companion.show.plan import Plan, fresh, pressed
from companion.show.play.screen import board, play_page
from companion.show.play.tracks import tallies
from companion.show.result import outcome
from companion.show.score.boxes import box
from companion.show.score.questions import asked
from companion.show.setup.checklist import SetUp, set_up
from companion.show.start import StartForm, sheet, start
from tests.journal import Host, Journal
from tests.rules.test_replay import EMPTY

CONCERN = [{"name": "Ada"}, {"name": "Private Concern"}]


def form(slug: str, players: int) -> tuple[Plan, State, StartForm]:
    state = State(games()[slug])
    plan = pressed(fresh(state.game), f"players-{players}", state.game)
    return plan, state, sheet(plan, state, covered=True)


def laid_out(journal: Journal) -> SetUp:
    return set_up(journal.state, journal.play, Host())


def test_so_many_can_play_as_the_shelf_says() -> None:
    said = {book.game.slug: book.game.people for book in books(games().values())}
    assert said["merchants"] == said["newdale"] == (1, 4)  # alone with the Private Concern
    assert said["tybor"] == (2, 8)


@pytest.mark.parametrize(("slug", "counts"), [
    ("newdale", (1, 2, 3, 4)), ("ohmygoods", (2, 3, 4)), ("merchants", (1, 2, 3, 4)),
    ("tybor", (2, 3, 4, 5, 6, 7, 8)),
])  # fmt: skip
def test_no_number_of_players_is_offered_that_cannot_be(slug: str, counts: tuple[int]) -> None:
    assert form(slug, 2)[2].counts == counts


def test_why_fewer_can_play_is_said_beside_it() -> None:
    assert "Solo games need the expansion" in form("ohmygoods", 2)[2].counts_note
    assert form("tybor", 2)[2].counts_note == ""


def test_whoever_is_alone_is_not_asked_whether_the_concern_plays() -> None:
    plan, state, alone = form("merchants", 1)
    assert "concern" not in {option.key for option, _ in alone.questions}
    begun = start(plan, state, "key")
    assert [seat["name"] for seat in begun["seats"]][1:] == ["Private Concern"]
    assert begun["settings"]["concern"] == "yes"
    assert "concern" in {option.key for option, _ in form("merchants", 2)[2].questions}


def test_nobody_picks_a_colour_where_the_box_has_none() -> None:
    asked = {slug: game.colours_in_box for slug, game in games().items()}
    assert asked == {"newdale": True, "merchants": True, "ohmygoods": False, "tybor": False}


OTHERS = re.compile(
    r"\b(the others (say|come)|every(one|body)|each of you|the rest breaks ties)\b", re.I
)


@pytest.mark.parametrize(("slug", "chapter"), [
    ("merchants", "base"), ("newdale", "I"), ("newdale", "IIIa"), ("newdale", "VIII"),
    ("ohmygoods", "I"), ("ohmygoods", "II"), ("ohmygoods", "all-in"),
])  # fmt: skip
def test_alone_nothing_speaks_of_others(slug: str, chapter: str) -> None:
    journal = Journal(slug)
    if slug == "merchants":
        journal.must("start", chapter=chapter, seats=CONCERN, settings={"concern": "yes"})
    else:
        journal.start(chapter, players=1)
    game, here = journal.game, journal.play.situation
    steps = [text for step in game.checklist(here) for text in (step.text, *step.notes)]
    found = [line for kind in look_up(journal.play, "", "all").kinds for line in kind.finds]
    aid = player_aid(game, here)
    printed = [line.text for part in aid.parts for line in part.lines]
    told = [*steps, *(find.text for find in found), *printed, *(side.ties for side in aid.sides)]
    assert len(told) > 50 and [text for text in told if OTHERS.search(text)] == []
    paper = blank(game, here, (None,))
    assert ", then" not in "".join(side.ties for side in aid.sides) + paper.ties
    assert "Gifts on loyal companions" not in [row.label for row in paper.rows]
    assert "Each player" not in [label for label, _ in setup_sheet(game, here).groups]


def test_alone_the_epilogue_hands_out_no_cup_and_fists_compare_with_nobody() -> None:
    game = games()["newdale"]
    alone, several = (game.situation("II", players, {})[0] for players in (1, 3))
    assert [row.said(alone) for row in game.graph.between if "cup" in row.said(several)] == [
        "Read the Epilogue of the chapter you finished."
    ]
    military = next(c for c in game.sheet.categories if c.key == "military")
    assert "2nd 2" in formula(military, several) and "second" not in formula(military, alone)


def test_a_seat_that_nobody_sits_in_has_one_line_to_tell() -> None:
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=CONCERN, settings={"concern": "yes"})
    journal.must("pace", value="ends")
    journal.must("advance", moment=[1, "turn", 0])
    assert journal.play.moment == OVER
    assert [column.hint for column in board(journal.play).columns] == [
        "2 lines needed",
        "1 line needed",
    ]


def test_nothing_goes_back_to_the_box_where_nothing_is_left() -> None:
    said = {}
    for players in (2, 3, 4):
        journal = Journal("ohmygoods")
        journal.start("base", players)
        steps = {step.key: step.text for step in journal.game.checklist(journal.play.situation)}
        said[players] = [
            steps["assistants"].partition("side up. ")[2],
            steps["charburner"].partition("to the box: ")[2],
        ]
    assert said == {
        2: ["Return the other 4 to the box.", "2 of each."],
        3: ["Return the other 2 to the box.", "1 of each."],
        4: ["That is all of them.", "none."],
    }


def test_what_hangs_on_the_scenario_is_on_paper_once_it_is_drawn() -> None:
    game = games()["tybor"]
    labels = {
        scenario: {
            pair.label for pair in facts(game, game.situation("I", 3, {"scenario": scenario})[0])
        }
        for scenario in ("open", "escape")
    }
    hangs = {"Characters in hand, by stage", "Goes first in each stage"}
    assert hangs <= labels["escape"] and not hangs & labels["open"]


def test_a_pile_that_is_taken_whole_is_not_drawn_from() -> None:
    journal = Journal()
    journal.start("I", players=1)
    texts = [step.text for step in journal.game.checklist(journal.play.situation)]
    assert "Shuffle all 3 copies of card 11. Place them face down on top (rounds 4-6)" in texts


def test_the_first_player_is_drawn_only_where_the_story_has_none() -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", ("Ada", "Ben", "Cleo"))
    begun = set_up(sample.state, sample.play, Host()).begins
    sample.open("II", ("Ada", "Ben", "Cleo"))
    later = set_up(sample.state, sample.play, Host()).begins
    assert begun and later and (begun.draw, later.draw) == ("first", "")


def test_what_a_seat_gets_names_who_sits_there() -> None:
    journal = Journal("merchants")
    journal.start("base", players=3, first=1)
    rows = next(part.rows for part in laid_out(journal).parts if part.key == "seat")
    assert [row.seat for row in rows] == [1, 2, 0]


def test_the_private_concern_has_no_chores_and_reads_no_advice() -> None:
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=CONCERN, settings={"concern": "yes"})
    rows = [row for part in laid_out(journal).parts for row in part.rows]
    assert {row.seat for row in rows} == {0, None}
    journal.must("advance", moment=[1, "turn", 0])
    page = play_page(journal.state, journal.play)
    assert [reminder.key for reminder in (*page.reminders, *page.further)] == ["concern-turn"]
    assert page.layout.tool == page.layout.aids == ()  # nor is it asked where it is
    assert page.course is None


@pytest.mark.parametrize(("chapter", "rule", "note"), [
    ("II", "count", "Printed on your buildings"),
    ("VIII", "count", "on your buildings and Watch Officers"),
    ("VIII", "do-not-count", "Printed on your buildings"),
])  # fmt: skip
def test_only_the_last_chapter_has_fists_on_watch_officers(
    chapter: str, rule: str, note: str
) -> None:
    journal = Journal()
    journal.start(chapter)
    journal.must("rule", ruling="watch-officers", value=rule)
    assert tallies(journal.play)["fists"].note == note


def test_a_name_noted_for_a_new_building_is_used_where_it_is_shuffled_in() -> None:
    journal = Journal("ohmygoods")
    journal.start("IV")
    journal.must("record", fact="buildings_in", value=["38", "40"])
    journal.must("record", fact="building_38", value="armory")
    steps = {step.key: step.text for step in journal.game.checklist(journal.play.situation)}
    assert "Buildings: 38 Armory and 40. Characters: none." in steps["pile-grown"]


def test_goods_noted_before_are_named_when_it_is_asked_whether_they_were_delivered() -> None:
    journal = Journal()
    journal.start("I", players=1)
    journal.must("record", fact="solo_goods", value="6 bread")
    questions = {question.key: question for question in asked(journal.play, [], ())}
    assert questions["solo_goods_met"].about.startswith("You entered: 6 bread.")


def test_a_number_noted_before_is_said_by_its_name_when_the_goal_is_asked_about() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", players=2)
    journal.must("record", fact="target", value=30)
    questions = {question.key: question for question in asked(journal.play, [], ())}
    assert questions["goal_met"].about.startswith("Points to reach: 30.")


def test_a_game_without_a_story_never_says_that_one_is_told() -> None:
    state = sample_state(games()["merchants"], 2, 1)
    assert state.plays[0].story  # as programs may have started it
    after = follows(state, state.plays[0])
    assert not after.told and after.next is None
    plan = fresh(state.game)
    assert sheet(plan, state, covered=True).story_note == ""


def test_a_result_has_the_lines_of_its_chapter_only() -> None:
    lines = {}
    for chapter in ("base", "I"):
        journal = Journal("ohmygoods")
        journal.start(chapter, 2)
        for seat in (0, 1):
            for field, value in (("buildings", "9"), ("coins", 7 + seat)):
                journal.must("fill", seat=seat, field=field, value=value)
        found = outcome(journal.play)
        assert found
        lines[chapter] = [category.key for category, _, _ in found.rows]
    assert lines["base"] == ["buildings", "assistants", "goods"]
    assert lines["I"] == [*lines["base"], "chapter"]


def test_the_log_says_nobody_has_won_where_the_booklet_decides() -> None:
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=CONCERN, settings={"concern": "yes"})
    journal.fill(0, coins=8, prestige=6)
    journal.fill(1, final=6)
    journal.must("finish")
    pages = chapter_pages(journal.state, journal.play, {}, 100)
    assert pages.ended.endswith("are tied") and "won" not in pages.lede


def test_whoever_is_alone_is_not_each_player() -> None:
    for slug, chapter in (("newdale", "I"), ("ohmygoods", "I")):
        for players, said in ((1, "You"), (2, "Each player")):
            journal = Journal(slug)
            journal.start(chapter, players)
            labels = {part.key: part.label for part in laid_out(journal).parts}
            assert labels["player"] == said
            paper = setup_sheet(journal.game, journal.play.situation)
            assert said in {label for label, _ in paper.groups}
    journal = Journal("merchants")
    journal.must("start", chapter="base", seats=CONCERN, settings={"concern": "yes"})
    assert "You" in {part.label for part in laid_out(journal).parts}


@pytest.mark.parametrize("chapter", ["I", "II", "all-in"])
def test_whoever_is_alone_reads_no_word_for_several(chapter: str) -> None:
    """In reminders, steps, the change-over and the aids of Oh my Goods!."""
    game = games()["ohmygoods"]
    here = game.situation(chapter, 1, {})[0]
    told = [row.text for row in fitting(game.clock.reminders, here)]
    steps = [step.text for step in fitting(game.steps, here)]
    steps += [step.text for step in game.graph.between]
    labels = [field.label for aid in fitting(game.aids, here) for field in aid.fields]
    for text in (*told, *steps, *labels):
        for word in ("each player", "Whoever", "anybody", "anyone", "nobody scores"):
            assert word not in text, text


def test_nobody_more_is_offered_at_a_full_table() -> None:
    state = State(games()["ohmygoods"])
    for players, full in ((3, False), (4, True)):
        plan = pressed(fresh(state.game), f"players-{players}", state.game)
        assert sheet(plan, state, covered=True).full is full


def test_side_objectives_are_spoken_of_only_where_they_are_in_play() -> None:
    def hint(chapter: str, **told: str) -> str:
        journal = Journal()
        journal.start(chapter, 2)
        for fact, value in told.items():
            journal.must("record", fact=fact, value=value)
        journal.must("fill", seat=0, field="chapter", value=-3)  # still takes what is below 0
        assert not [i for i in journal.play.checked_sheet[1] if i.field == "chapter"]
        asked = journal.game.sheet.by_key["chapter"]
        shown = box(journal.play, 0, asked, [])
        assert "objective" not in shown.label
        return shown.hint

    assert "objective" not in hint("I") + hint("V")
    assert hint("II") == "side objective and Chronicle, can be below 0"
    assert hint("IIIa", side_objective="A02").startswith("side objective A02")


def test_the_base_game_has_no_chapter_on_paper_while_it_is_open() -> None:
    for chapter, there in (("base", False), ("I", True)):
        journal = Journal("ohmygoods")
        journal.start(chapter, 3)
        journal.must("fill", seat=0, field="coins", value=7)
        assert ("Chapter" in {row.label for row in filled(journal.play).rows}) is there


def test_what_breaks_a_rule_is_not_asked_about_as_well() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", 2)
    journal.must("fill", seat=0, field="buildings", value=999)
    found = [i for i in journal.play.checked_sheet[1] if (i.field, i.seat) == ("buildings", 0)]
    shown = box(journal.play, 0, journal.game.sheet.by_key["buildings"], found)
    assert len(shown.errors) == 1 and not shown.remarks


def test_no_winner_is_asked_for_a_name_where_somebody_alone_has_lost() -> None:
    for target, asks in ((1, True), (999, False)):
        journal = Journal()
        journal.start("I", 1)
        journal.must("record", fact="target", value=target)
        journal.fill(0, **{**EMPTY, "track": 9})
        journal.must("finish")
        assert bool(follows(journal.state, journal.play).names) is asks


@pytest.mark.parametrize(("chapter", "card"), (("V", 108), ("VIII", 111)))
def test_a_chapter_by_itself_says_nothing_of_chapters_to_come(chapter: str, card: int) -> None:
    journal = Journal()
    journal.start(chapter, story=False)
    journal.must("reveal", deck="events", card=card, position=0)
    page = play_page(journal.state, journal.play)
    said = [one.text for one in (*page.reminders, *page.further)]
    assert any("adds a building" in text for text in said)
    assert not any("chapters" in text for text in said)
