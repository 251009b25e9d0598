"""Merchants: what is told is asked no more, and only what plays is spoken of."""

from __future__ import annotations

from companion.rules.parts.facts import Certainty
from companion.show.lookup import look_up
from companion.show.paper.chapter import chapter_pages
from companion.show.paper.charts import marks
from companion.show.paper.facts import chosen
from companion.show.paper.handouts import player_aid, setup_sheet
from companion.show.plan import Plan, PlanRow
from companion.show.play.moment import now
from companion.show.result import outcome
from companion.show.rulings import Question, ask_fact, ground, told_in
from companion.show.setup.checklist import set_up
from companion.show.setup.rows import StepRow
from companion.show.standing import onward
from companion.show.start import early_objections, objections, sheet
from tests.journal import HOST, Journal, codes

GOODS = ("potion", "staff", "book", "armor", "weapon", "instrument")
BUILDINGS = ("Blazing Quartz Mine", "Oracle of Lumi", "Otho's Lanternworks", "Yedl's Workshop")
CONCERN = {"name": "Private Concern", "person": None}


def table(players: int = 2, **settings: str) -> Journal:
    journal = Journal("merchants")
    journal.start("base", players, settings=settings)
    return journal


def alone() -> Journal:
    journal = Journal("merchants")
    seats = [{"name": "Maximilian"}, CONCERN]
    journal.must("start", chapter="base", seats=seats, settings={"concern": "yes"})
    return journal


def with_wheel() -> Journal:
    journal = table()
    journal.must("record", fact="wheel_order", value=list(GOODS))
    journal.must("record", fact="five", value="potion")
    return journal


def test_look_up_asks_no_more_for_what_was_told() -> None:
    before, after = table(), with_wheel()
    after.must("record", fact="crafting", value=list(GOODS[:5]))
    notes = [
        {find.key: find.note for kind in look_up(one.play, "", "all").kinds for find in kind.finds}
        for one in (before, after)
    ]
    for key in ("prices", "crafting"):
        assert notes[0][key] and not notes[1][key], key
    assert notes[1]["five_next"], "which way the wheel turns is still not sure"


def test_the_printed_log_has_no_number_that_nobody_told() -> None:
    journal = table(3)
    journal.must("count", 0, track="coins", seat=1, to=9)
    tracks = chapter_pages(journal.state, journal.play, {}, 500).tracks
    told = {pair.label: pair.text for pair in tracks}
    assert told["Coins so far"] == "Ada –, Ben 9, Cleo –"


def test_the_printed_log_has_no_track_beside_the_sheet_that_took_it_over() -> None:
    journal = table()
    journal.must("count", 0, track="coins", seat=1, to=9)
    for seat in (0, 1):
        journal.fill(seat, coins=30 + seat, prestige=30)
    journal.must("finish", 0)
    assert chapter_pages(journal.state, journal.play, {}, 500).tracks == ()


def test_nothing_is_said_of_a_concern_that_does_not_play() -> None:
    journal = table()
    assert "concern" not in " ".join(pair.label.casefold() for pair in chosen(journal.play))
    assert [label for label, *_ in ground(journal.state, journal.play).options] == [
        "Which buildings", "Steeds and starting heroes",
    ]  # fmt: skip
    with_it = alone()
    assert ("The Private Concern plays", "Yes, as one more player") in [
        (pair.label, pair.text) for pair in chosen(with_it.play)
    ]


def test_no_more_is_told_than_the_box_has() -> None:
    journal = table(buildings="chosen")
    for building in BUILDINGS:
        journal.must("record", fact="buildings_in_play", add=[building])
    found = journal.do("record", fact="buildings_in_play", add=["Icebreaker Harbor"])
    assert [issue.message for issue in found] == ["Buildings in play: 4 at most. Remove one first."]
    journal.must("record", fact="buildings_in_play", drop=[BUILDINGS[0]])
    journal.must("record", fact="buildings_in_play", add=["Icebreaker Harbor"])
    for place in ("dark_north", "dark_west", "ruins_top_left"):
        journal.must("record", fact=place, value=list(GOODS[:2]))
        assert codes(journal.do("record", fact=place, add=[GOODS[2]])) == ["too-high"]


def test_one_too_many_with_the_concern_is_told_where_it_is_asked_for() -> None:
    four = tuple(PlanRow(name) for name in ("Ada", "Ben", "Cleo", "Dov"))
    state, plan = table().state, Plan(four, "base", options={"concern": "yes"})
    for found in (objections(plan, state), early_objections(plan, state)):
        assert list(found) == ["o-concern"] and "at most 3 of you" in found["o-concern"][0]
    asked = [option.key for option, _ in sheet(plan, state, True).questions]
    assert asked == ["concern", "buildings", "drafting"]
    five = Plan((*four, PlanRow("Eli")), "base", options={"concern": "yes"})
    assert list(early_objections(five, state)) == ["players"], "they are too many by themselves"


def test_both_who_share_the_first_place_say_by_what() -> None:
    journal = table(3)
    for seat, coins in enumerate((9, 7, 9)):
        journal.fill(seat, coins=coins, prestige=6)
    journal.must("finish", 0, zeros=[*journal.play.untouched], shared=True)
    shown = outcome(journal.play)
    tie = "coins and prestige together"
    assert shown and shown.ties == {0: tie, 2: tie, 1: ""}
    pages = chapter_pages(journal.state, journal.play, {}, 500)
    assert pages.result and [pages.result.tie(p) for p in pages.places] == [tie, tie, ""]


def test_a_note_for_the_phone_is_not_on_paper() -> None:
    journal = with_wheel()
    rows = [
        row for part in set_up(journal.state, journal.play, HOST).everything for row in part.rows
    ]
    assert any("In Play" in note for row in rows for note in row.hints)
    groups = setup_sheet(journal.game, journal.play.situation).groups
    printed = [note for _, steps in groups for step in steps for note in step.on_paper]
    assert printed and not any("In Play" in note for note in printed)


def test_a_player_aid_says_nothing_of_the_moment() -> None:
    journal = with_wheel()
    parts = player_aid(journal.game, journal.play.situation).parts
    labels = [line.label for part in parts for line in part.lines]
    assert "Great Bazaar" in labels
    assert not {"Prices now", "At $5 after one turn of the wheel"} & set(labels)


def test_alone_nothing_is_shared_out_and_one_player_plays() -> None:
    journal = alone()
    page = set_up(journal.state, journal.play, HOST)
    assert page.tabs == [] and all(part.claim is None for part in page.everything)
    assert company(journal) == "1 player and Private Concern"
    assert company(table(3)) == "3 players"
    assert [mark.short for mark in marks(journal.play)] == ["Maximilian", "Concern"]


def company(journal: Journal) -> str:
    return journal.game.company(journal.play.situation)


def test_paper_of_a_table_gives_the_concern_nothing() -> None:
    journal = alone()
    groups = setup_sheet(journal.game, journal.play.situation, journal.play.for_nobody).groups
    assert [step.key for step in groups[-1][1]] == ["seat-1"]


def test_what_a_step_is_there_to_ask_lies_open_until_it_is_told() -> None:
    journal = table(buildings="chosen")
    assert asked_first(journal, "buildings-chosen") == "buildings_in_play"
    journal.must("record", fact="buildings_in_play", add=[BUILDINGS[0]])
    assert asked_first(journal, "buildings-chosen") == ""
    drawn = table(buildings="random")
    assert asked_first(drawn, "buildings-random") == "", "it can be drawn"


def steps(journal: Journal) -> list[StepRow]:
    parts = set_up(journal.state, journal.play, HOST).everything
    return [row for part in parts for row in part.rows]


def asked_first(journal: Journal, key: str) -> str:
    row = next(row for row in steps(journal) if row.key == key)
    return row.to_tell.key if row.to_tell else ""


def test_the_way_on_does_not_repeat_what_the_game_is_called() -> None:
    journal = table()
    journal.must("advance", moment=journal.play.moment.as_json())
    there = onward(journal.state, journal.play)
    assert (there.over, there.text) == ("Turn 1 of 13", "Continue")


def test_a_drawn_building_says_what_it_costs() -> None:
    journal = table(buildings="random")
    for seed in range(20):
        journal.must("draw", 0, draw="buildings", seed=seed)
        if "Queen's Eyes Surveyor" in journal.play.drawn["buildings"]:
            break
    rows = [
        row for part in set_up(journal.state, journal.play, HOST).everything for row in part.rows
    ]
    draw = next(row.draw for row in rows if row.draw and row.draw.key == "buildings")
    does = {thing.label: thing.does for thing in draw.things}
    assert does["Queen’s Eyes Surveyor"] == "2 coins or 1 quartz: 3 prestige"


def test_the_tab_of_a_phase_with_a_long_name_has_its_short_one() -> None:
    journal = table()
    journal.must("pace", value="round")
    for turn in range(1, 14):
        journal.must("advance", 0, moment=[turn, "turn", 0])
    tabs = now(journal.play, 13).phases
    assert [(tab.now, tab.short) for tab in tabs][-1] == (True, "Final")


def test_a_good_tapped_on_and_off_leaves_the_question_as_open_as_it_was() -> None:
    journal = table()
    [fact] = [fact for fact in journal.state.game.card_facts if fact.key == "dark_north"]

    def asked(**tapped: list[str]) -> Question:
        journal.must("record", fact="dark_north", **tapped)
        return ask_fact(fact, told_in(journal.play, fact), journal.play, Certainty.UNKNOWN)

    assert asked(add=["potion"]).open, "one of two is half an answer"
    assert asked(drop=["potion"]).now == "", "and none is no answer"
    assert asked(add=["potion", "staff"]).open is False


def test_a_wheel_tapped_on_and_off_is_not_told_as_empty() -> None:
    journal = table()
    journal.must("record", fact="wheel_order", add=["potion"])
    journal.must("record", fact="wheel_order", drop=["potion"])
    assert journal.play.situation["wheel_order"] is None
