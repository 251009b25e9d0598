"""The score sheet on a page: every kind of field, saved as typed, never losing anything."""

from __future__ import annotations

import json
import random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import games
from companion.rules.issues import errors
from companion.rules.journal.outcome import score
from companion.rules.parts.clock import OVER
from companion.show.score.sheet import Asking, sheet_of
from companion.show.score.so_far import points_so_far
from tests.examples import Example, all_examples
from tests.journal import Journal
from tests.web.evening import Evening
from tests.web.pressing import Page
from tests.web.sheets import Sheets, sheets

FULL = {"track": 10, "fists": 1, "coins": 12, "towns": 2, "buildings": "3+5"}
OBJECTIVE = {
    "objective_first_coins": 21, "objective_first_points": 8,
    "objective_second_coins": 12, "objective_second_points": 5,
}  # fmt: skip


@pytest.fixture
def newdale(app: Flask, client: FlaskClient) -> Sheets:
    return sheets(app, client, "newdale", "I", 3)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_its_sheet_from_its_data(app: Flask, client: FlaskClient, slug: str) -> None:
    game = games()[slug]
    low, high = game.chapters[0].players or game.players
    for players in {low, high}:
        there = sheets(app, client, slug, game.chapters[0].key, players)
        page = there.get()
        assert page.status_code == 200
        for field in game.sheet.fields():
            here = field.when.holds(there.play.situation)
            if here and not field.sole and not field.tied:  # what breaks ties is asked for in one
                assert f'id="s0-{field.key}"' in page.text, field.key
        assert page.text.count('<form class="act" id="sheet-') == players
        assert there.send(there.form()).status_code == 303
        assert there.state.seq == 1, "an untouched form changes nothing"


def test_numbers_and_sums_are_kept_as_typed(newdale: Sheets) -> None:
    newdale.save(track="17", buildings=" 3+5+2 ", chapter="−2")
    assert newdale.entry() == {"track": 17, "buildings": "3+5+2", "chapter": -2}
    assert [row.sentence(newdale.state) for row in newdale.state.log][1:] == [
        "Ada, Points on the track: 17.",
        "Ada, Points on buildings: 3+5+2.",
        "Ada, Chapter: −2.",
    ]


def test_a_wrong_value_is_kept_and_the_rule_said_beneath_it(newdale: Sheets) -> None:
    newdale.save(towns="12", fists="many")
    assert newdale.entry() == {"towns": 12, "fists": "many"}
    page = newdale.get("score?seat=0").text
    (towns,) = [box for box in Page(page).all("input", "id") if box.given["id"] == "s0-towns"]
    said = {"aria-invalid": "true", "aria-describedby": "s0-towns-error"}
    assert said.items() <= towns.given.items()
    assert "At most 11 houses, so at most 11 towns." in page
    assert "Fists: enter a whole number, or a sum" in page
    assert "enter a number, 0 if none" not in page, "what is only missing is no mistake yet"


def test_numbers_side_by_side_are_asked_about_with_both_readings(newdale: Sheets) -> None:
    newdale.save(coins="3 5")
    page = newdale.get("score?seat=0").text
    assert 'name="take" value="coins:3+5"' in page and 'name="take" value="coins:35"' in page
    newdale.press("take", "coins:3+5")
    assert newdale.entry() == {"coins": "3+5"}


def test_a_sum_is_stepped_from_what_it_comes_to(newdale: Sheets) -> None:
    newdale.save(fists="3 + 5")
    newdale.press("step", "fists:1")
    assert newdale.entry() == {"fists": 9}


def test_a_number_nobody_expects_is_asked_about_and_stands(newdale: Sheets) -> None:
    newdale.save(buildings="999")
    assert "999 is unusually high" in newdale.get("score?seat=0").text
    assert newdale.play.checked_sheet[0].entries[0]["buildings"] == 999


def test_what_the_game_asks_about_is_not_asked_twice(merchants: Sheets) -> None:
    merchants.save(coins="9999")
    page = merchants.get("score?seat=0").text
    assert "More than 120 coins" in page and "unusually high" not in page


def test_a_track_suggests_its_field_until_somebody_types_there(newdale: Sheets) -> None:
    assert "From play" not in newdale.get("score?seat=0").text, "nobody has moved it"
    newdale.must("count", track="points", seat=0, to=14)
    page = newdale.get("score?seat=0").text
    assert 'id="s0-track"' in page and 'value="14"' in page and "From play" in page
    assert newdale.play.so_far[0].entries[0]["track"] == 14
    newdale.save(coins="5")
    assert newdale.entry() == {"coins": 5}, "what the track says is not told again"
    newdale.save(track="17")
    page = newdale.get("score?seat=0").text
    assert newdale.entry()["track"] == 17 and "the track says 14, but you entered 17" in page
    newdale.save(track="14")
    page = newdale.get("score?seat=0").text
    assert "the sheet has" not in page and "From play" not in page.split('id="sheet-1"')[0]


def test_nothing_is_0_where_that_is_usual_and_the_rest_is_marked_as_needed(
    newdale: Sheets,
) -> None:
    newdale.fill(0, track=10, coins=10, towns=2, buildings=8)
    ada, ben = sheet_of(newdale.play, Asking(0)).seats[:2]
    assert ada.open == () and newdale.play.checked_sheet[0].entries[0]["fists"] == 0
    assert {b.mark for g in ada.groups for b in g.boxes} == {""}
    needed = [b.key for g in ben.groups for b in g.boxes if b.mark == "needed"]
    assert needed == ["track", "coins", "towns", "buildings"]


def test_an_emptied_field_is_empty_again(newdale: Sheets) -> None:
    newdale.save(track="17")
    newdale.save(track="")
    assert newdale.entry() == {}


def test_two_phones_on_one_sheet_do_not_undo_each_other(newdale: Sheets) -> None:
    old = newdale.form()
    newdale.save(fists="3")
    assert newdale.send(old, track="17").status_code == 303
    assert newdale.entry() == {"fists": 3, "track": 17}
    answer = newdale.send(old, fists="4")
    assert answer.status_code == 409 and "someone has entered 3, you entered 4" in answer.text
    assert newdale.entry()["fists"] == 3


def test_the_same_form_sent_twice_is_one_entry(newdale: Sheets) -> None:
    form = newdale.form()
    for _ in range(2):
        assert newdale.send(form, track="17").status_code == 303
    assert newdale.state.seq == 2


def test_an_old_form_sent_again_with_something_else_is_stale(newdale: Sheets) -> None:
    form = newdale.form()
    assert newdale.send(form, track="17").status_code == 303
    newdale.must("undo", entry=2)
    assert newdale.send(form, track="18").status_code == 409
    assert newdale.entry() == {}


def test_the_buttons_beside_a_count_step_it(newdale: Sheets) -> None:
    newdale.press("step", "fists:1")
    newdale.press("step", "fists:1", track="4")
    assert newdale.entry() == {"fists": 2, "track": 4}
    for _ in range(3):
        newdale.press("step", "fists:-1")
    assert newdale.entry()["fists"] == 0


def test_a_step_pressed_twice_counts_once_but_two_pages_add_up(newdale: Sheets) -> None:
    one, other = newdale.form(), newdale.form()
    for form in (one, one, other):
        assert newdale.send({**form, "step": "fists:1"}).status_code == 303
    assert newdale.entry() == {"fists": 2}


def test_a_field_one_types_into_and_then_steps_counts_from_there(newdale: Sheets) -> None:
    newdale.press("step", "fists:1", fists="5")
    assert newdale.entry() == {"fists": 6}


@pytest.mark.parametrize("nonsense", ["fists:x", "fists:", "nothing:1", ":", "objective:1"])
def test_a_step_that_makes_no_sense_changes_nothing(newdale: Sheets, nonsense: str) -> None:
    assert newdale.press("step", nonsense).status_code == 303
    assert newdale.state.seq == 1


def test_points_so_far_wait_for_the_others_only_where_they_must(newdale: Sheets) -> None:
    newdale.fill(0, **FULL)
    ada = sheet_of(newdale.play, Asking(0)).seats[0]
    points = {group.key: group.points for group in ada.groups}
    assert points == {"track": 10, "military": None, "objective": 0, "goods": 2, "secret": 4,
                      "buildings": 8, "chapter": 0}  # fmt: skip
    assert ada.subtotal == 24 and ada.waits and not ada.open
    newdale.fill(1, **FULL)
    newdale.fill(2, **{**FULL, "fists": 0})
    ada = sheet_of(newdale.play, Asking(0)).seats[0]
    assert ada.subtotal == 28 and not ada.so_far


def _scored() -> list[Example]:
    return [e for e in all_examples() if e.kind == "score" and "issues" not in e.row]


@pytest.mark.parametrize("slug", sorted(games()))
def test_no_later_entry_ever_changes_points_already_shown(slug: str) -> None:
    rolls = random.Random(7)
    tried = 0
    for example in [e for e in _scored() if e.game.slug == slug]:
        row, seats = example.row, example.row["seat"]
        names, entries = [s["name"] for s in seats], [s["entry"] for s in seats]
        first = row.get("first", 0)
        final = score(example.game, row["chapter"], names, entries, example.settings, first)
        if final.result is None:
            continue
        needed = {f.key for f in example.game.sheet.fields() if f.default is None and not f.sole}
        left = [
            {k: v for k, v in e.items() if k not in needed or rolls.random() < 0.6} for e in entries
        ]
        journal = Journal(slug)
        journal.must("start", chapter=row["chapter"], seats=[{"name": n} for n in names],
                     first=first, settings=example.settings)  # fmt: skip
        play = journal.play
        context, found = example.game.sheet.read(play.situation, names, left)
        known = points_so_far(play, context, found)
        for index, category in enumerate(example.game.sheet.categories):
            for seat, points in enumerate(known[category.key]):
                right = final.breakdowns[seat].lines[index].points
                assert points in (None, right), (example.name, category.key, seat)
        tried += bool(errors(found))
    assert tried > 3


@pytest.mark.parametrize("slug", sorted(games()))
def test_whatever_nonsense_was_typed_all_sheets_open(app: Flask, slug: str) -> None:
    game = games()[slug]
    evening = Evening(app, slug, chapter=game.graph.first, players=2, story=False)
    for field in game.sheet.fields():
        for value in ("x", [{"kind": "vp", "vp": 60}], -5, True):
            evening.act("fill", {"seat": 0, "field": field.key, "value": value})
            answers = [evening.get(page).status_code for page in ("sheet", "score")]
            assert answers == [200, 200], (field.key, value)


def test_advice_is_one_tap_away(newdale: Sheets) -> None:
    for fact, value in OBJECTIVE.items():
        newdale.must("record", fact=fact, value=value)
    newdale.fill(0, **{**FULL, "coins": 38, "objective": "second", "spent": 12})
    page = newdale.get("score?seat=0").text
    assert "the first option scores 1 more" in page and "Take: First option" in page
    newdale.press("take", "objective:first")
    assert (newdale.entry()["objective"], newdale.entry()["spent"]) == ("first", 21)
    newdale.press("take", "objective:third")
    assert newdale.entry()["objective"] == "first"


def test_both_options_are_asked_once_and_then_stand_on_the_choice(newdale: Sheets) -> None:
    page = newdale.get("score?seat=0").text
    assert all(f'id="fact-{fact}"' in page for fact in OBJECTIVE)
    for fact, value in OBJECTIVE.items():
        newdale.must("record", fact=fact, value=value)
    sheet = sheet_of(newdale.play, Asking(0))
    assert not {*OBJECTIVE} & {question.key for question in sheet.asked}
    assert {*OBJECTIVE} == {question.key for question in sheet.told}
    page = newdale.get("score?seat=0").text
    assert 'id="card-more"' in page and "First option: 21 coins → 8 points" in page
    assert page.count("Card details</") == 1, "one card, whatever is left to check"
    for fact in ("objective_first_coins", "objective_first_points"):
        newdale.must("record", fact=fact, value=1)
    assert "First option: 1 coin → 1 point" in newdale.get("score?seat=0").text


def test_points_on_the_starting_cards_are_asked_for_until_the_group_has_ruled(
    newdale: Sheets,
) -> None:
    assert 'id="r-starting-cards"' in newdale.get("score").text
    newdale.must("rule", ruling="starting-cards", value="nothing")
    assert 'id="r-starting-cards"' not in newdale.get("score").text


def test_a_fact_from_a_card_is_asked_where_it_is_needed(newdale: Sheets) -> None:
    newdale.fill(0, **{**FULL, "objective": "first", "spent": 9})
    page = newdale.get("score?seat=0").text
    assert "Copy the points of the first option" in page
    assert 'id="fact-objective_first_points"' in page and "of the second option" not in page
    groups = sheet_of(newdale.play, Asking(0)).seats[0].groups
    assert next(g for g in groups if g.key == "objective").points is None
    newdale.must("record", fact="objective_first_points", value="8")
    groups = sheet_of(newdale.play, Asking(0)).seats[0].groups
    assert next(g for g in groups if g.key == "objective").points == 8


def test_the_last_value_offers_to_finish(newdale: Sheets) -> None:
    newdale.fill(0, **FULL)
    newdale.fill(1, **{key: value for key, value in FULL.items() if key != "coins"})
    page = newdale.get("score?seat=1").text
    assert "Pass to Cleo" in page and 'id="finish"' not in page
    newdale.fill(2, **FULL)
    page = newdale.get("score?seat=1").text
    assert 'id="needs"' in page and 'href="#s1-coins"' in page
    newdale.save(1, coins="3")
    page = newdale.get("score?seat=1").text
    assert "0 for everyone?" in page and 'href="#before-result" id="on"' in page
    assert 'href="#s1-spent"' in page
    assert "See who won" not in page
    newdale.fill(1, chapter=0, objective="none", spent=0)
    page = newdale.get("score?seat=1").text
    assert "See who won" in page and 'value="finish"' in page


def test_the_page_opens_on_the_first_seat_with_lines_open(newdale: Sheets) -> None:
    newdale.fill(0, **FULL)
    assert "Final scoring: Ben" in newdale.get().text


def test_handing_over_without_a_script_saves_first(newdale: Sheets) -> None:
    answer = newdale.press("go", "2", track="9")
    assert answer.location.endswith("/score?seat=2") and newdale.entry() == {"track": 9}


def test_the_end_of_the_game_opens_every_line_for_everyone_and_undo_takes_it_back(
    newdale: Sheets,
) -> None:
    def lines() -> list[str]:
        return Page(newdale.get("sheet?seat=0").text).called("line-")

    assert lines() == ["track", "fists", "buildings", "total"], "what play can tell"
    assert "are added at the end" in newdale.get("sheet").text
    assert "coins" in Page(newdale.get("score").text).called("line-"), "for programs, at any time"
    asked = newdale.get("sheet?seat=0&end=ask").text
    assert "Round 1 of 7. End the game and score now?" in asked
    assert Page(asked).texts("a", ".primary") == ["Keep playing"]
    answer = newdale.client.post(f"/t/{newdale.token}/do", data=Page(asked).sent("end-game", {}))
    assert "/sheet" in answer.location and newdale.play.moment == OVER
    assert {"coins", "towns", "objective"} <= {*lines()}
    assert newdale.state.log[-1].sentence(newdale.state) == "The game ended in round 1."
    newdale.must("undo", entry=newdale.state.seq)
    assert "coins" not in lines() and newdale.play.moment.round == 1


def test_the_end_is_doubted_while_rounds_are_left(newdale: Sheets) -> None:
    ends = {"moment": newdale.play.moment.as_json(), "to": OVER.as_json()}
    answer = newdale.act("advance", ends)
    assert answer.status_code == 422 and "Round 1 of 7. End the game" in answer.text
    assert newdale.play.moment != OVER


def test_what_was_entered_stands_among_the_points_so_far(newdale: Sheets) -> None:
    newdale.fill(1, towns=3)
    page = newdale.get("sheet?seat=1").text
    assert "towns" in Page(page).called("line-") and 'id="later"' in page


@pytest.mark.parametrize("query", ["seat=3", "seat=-1", "play=1", "play=-1"])
def test_an_unknown_seat_or_play_is_not_there(newdale: Sheets, query: str) -> None:
    assert newdale.get(f"score?{query}").status_code == 404
    name, _, value = query.partition("=")
    nobodys = {**newdale.form(), "person": ""}  # with a person it is theirs, wherever they sit
    assert newdale.send({**nobodys, name: value}, track="1").status_code == 404


def test_a_form_without_its_token_is_refused(newdale: Sheets) -> None:
    form = {**newdale.form(), "csrf_token": "x"}
    assert newdale.send(form, track="1").status_code == 400 and newdale.entry() == {}


def test_what_is_too_long_is_refused_and_nothing_is_lost(newdale: Sheets) -> None:
    answer = newdale.send(newdale.form(), track="1" * 301)
    assert answer.status_code == 422 and "too long. Shorten it" in answer.text


@pytest.mark.parametrize("was", ["", "{", "[]", "[" * 9000])
def test_a_page_that_does_not_say_what_it_showed_still_saves(newdale: Sheets, was: str) -> None:
    assert newdale.send({**newdale.form(), "was": was}, track="5").status_code == 303
    assert newdale.entry() == {"track": 5}


def test_fields_the_sheet_does_not_have_are_passed_over(newdale: Sheets) -> None:
    assert newdale.send(newdale.form(), luck="5", data="x").status_code == 303
    assert newdale.state.seq == 1


def test_three_of_several_are_ticked(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "tybor", "I", 2)
    there.save(secret=["", "red", "blue"])
    assert there.entry() == {"secret": ["red", "blue"]}
    assert "choose 3 of" in there.get("score?seat=0").text
    there.save(secret=["", "red", "blue", "green"])
    assert there.entry()["secret"] == ["red", "blue", "green"]
    there.save(secret=[""])
    assert there.entry() == {}


def test_a_colour_can_be_picked_twice_where_the_group_says_so(
    app: Flask, client: FlaskClient
) -> None:
    there = sheets(app, client, "tybor", "I", 2)
    assert ' name="f-secret" value="red" id="s0-secret"' in there.get().text.replace("\n", "")
    there.must("rule", ruling="repeated-colour", value="allowed")
    assert there.get().text.count('id="s0-secret') - 1 == 3  # and where its state stands
    there.save(secret=["", "red", "red", "blue"])
    assert there.entry()["secret"] == ["red", "red", "blue"]
    picked = [one.given["value"] for one in Page(there.get().text).all("option", "selected")]
    assert picked[:3] == ["red", "red", "blue"]


def test_a_groups_own_words_stand_on_the_sheet(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "tybor", "I", 2)
    there.must("record", fact="red_name", value="copper")
    assert "Copper Buildings" in there.get().text and "Red Buildings" not in there.get().text


@pytest.fixture
def merchants(app: Flask, client: FlaskClient) -> Sheets:
    return sheets(app, client, "merchants", "base", 2)


def test_rows_are_added_filled_and_taken_out_without_a_script(merchants: Sheets) -> None:
    answer = merchants.press("add", "deeds", coins="9")
    assert merchants.entry() == {"coins": 9} and "open=deeds" in answer.location
    form = merchants.form(0, answer.location.split("/")[-1].partition("#")[0])
    assert "f-deeds-0-f-kind" in form
    answer = merchants.send(form, prestige="7")
    assert "open=deeds" in answer.location, "the new row stays while nothing stands in it"
    merchants.send(form, **{"deeds-0-f-kind": "coins", "deeds-0-f-coins": "4"})
    assert merchants.entry()["deeds"] == [{"kind": "coins", "coins": 4}]
    merchants.fill(0, deeds=[{"kind": "coins", "coins": 4}, {"kind": "vp", "vp": 3}])
    merchants.press("drop", "deeds:0")
    assert merchants.entry()["deeds"] == [{"kind": "vp", "vp": 3}]
    merchants.press("drop", "deeds:0")
    assert "deeds" not in merchants.entry()


def test_a_box_is_ticked_and_unticked(merchants: Sheets) -> None:
    merchants.save(upgrade_vp=["no", "yes"])
    assert merchants.entry() == {"upgrade_vp": True}
    merchants.save(upgrade_vp="no")
    assert merchants.entry() == {"upgrade_vp": False}


@pytest.mark.parametrize("ruled", ["goal-missed", "must-pay"])
def test_a_demand_is_told_in_one_field_and_paid_with_one_tap(
    app: Flask, client: FlaskClient, ruled: str
) -> None:
    goods = sheets(app, client, "ohmygoods", "VII", 2)
    goods.must("rule", ruling="unpaid-demand", value=ruled)
    for key in ("a", "a"):  # sent again, it is the same
        form = {"d-value": "3 bread", "play": 0, "key": key}
        assert goods.act("record", {"fact": "demand"}, **form).status_code == 303
    told = [row.sentence(goods.state) for row in goods.state.log][2:]
    assert told == [
        "Goods to pay at the end: 3 bread.",
        "Value of the goods to pay, in coins: 12.",
    ]
    for seat in (0, 1):
        goods.fill(seat, buildings=9, coins=20)
        assert f'id="s{seat}-paid-take"' in goods.get(f"score?seat={seat}").text
        assert goods.press("take", "paid:12", seat).status_code == 303
        assert goods.entry(seat)["paid"] == 12
        assert f'id="s{seat}-paid-take"' not in goods.get(f"score?seat={seat}").text
    goods.press("take", "paid:999")
    assert goods.entry()["paid"] == 12, "only what is offered can be taken"


def test_a_seat_is_a_person_or_only_a_final_score(app: Flask, client: FlaskClient) -> None:
    merchants = sheets(app, client, "merchants", "base", 2, settings={"concern": "yes"})
    merchants.fill(1, coins=9, prestige=4)
    assert 'name="f-final"' not in merchants.get("score?seat=1").text
    form = merchants.form(1, "score?seat=1&as=final")
    assert "f-final" in form and "f-coins" not in form
    assert merchants.send(form, final="41").status_code == 303
    assert merchants.entry(1) == {"final": 41}
    back = merchants.form(1, "score?seat=1&as=")
    assert merchants.send(back).status_code == 303 and merchants.entry(1) == {"final": 41}
    assert merchants.send(back, coins="3").status_code == 303
    assert merchants.entry(1) == {"coins": 3}


def test_cards_tapped_add_their_points(app: Flask, client: FlaskClient) -> None:
    there = sheets(app, client, "ohmygoods", "base", 2)
    there.press("tap", "buildings:mill")
    there.press("tap", "buildings:food-factory")
    assert there.entry() == {"buildings": "2+5"}
    answer = there.press("tap", "buildings:armory")
    assert there.entry() == {"buildings": "2+5"}, "its points stand on the card only"
    assert "open=buildings" in answer.location


@pytest.fixture
def finished(app: Flask, client: FlaskClient) -> Sheets:
    """The first chapter of a story."""
    told = sheets(app, client, "newdale", "I", 3, story=True)
    for fact, value in OBJECTIVE.items():
        told.must("record", fact=fact, value=value)
    for seat in range(3):
        told.fill(seat, **FULL)
    told.must("finish")
    return told


def test_a_card_fact_told_after_the_end_scores_anew_and_the_log_says_so(finished: Sheets) -> None:
    finished.must("fill", seat=0, field="objective", value="first", also={"coins": 40, "spent": 21})
    before = finished.play.scored[0][0].total if finished.play.scored else None
    finished.must("record", fact="objective_first_points", value=20)
    after = finished.play.scored[0][0].total if finished.play.scored else None
    assert before is not None and after is not None and after > before
    assert "Scored again: Chapter I." in finished.get("log").text


def test_a_fact_by_which_finished_scores_would_not_add_up_leaves_them(finished: Sheets) -> None:
    finished.must("fill", seat=0, field="objective", value="first", also={"coins": 40, "spent": 21})
    finished.must("record", fact="objective_first_coins", value=99)
    assert finished.play.scored is not None


def test_only_what_matters_here_is_asked(app: Flask, client: FlaskClient) -> None:
    base = sheets(app, client, "ohmygoods", "base", 2).get().text
    assert "Coins paid" not in base and "Chapter and events" not in base
    assert "Turn on secret scoring" not in base, "nothing is hidden in this game"
    assert "Coins paid" in sheets(app, client, "ohmygoods", "I", 2).get().text
    assert "Private Concern" not in sheets(app, client, "merchants", "base", 2).get().text
    tybor = sheets(app, client, "tybor", "I", 2)
    assert 'id="line-great"' not in tybor.get().text
    assert "Turn on secret scoring" in tybor.get().text
    assert "behind a screen" not in tybor.get().text, "this game has none"
    tybor.must("record", fact="objectives", value=["great-fours"])
    assert 'id="line-great"' in tybor.get().text
    alone = sheets(app, client, "newdale", "I", 1)
    alone.fill(0, **FULL)
    assert "See who won" not in alone.get().text


def test_a_finished_score_is_corrected_in_place(finished: Sheets) -> None:
    assert 'name="done"' in finished.get().text
    answer = finished.press("done", "yes", track="11")
    assert answer.location.endswith("/result")
    assert finished.entry()["track"] == 11 and finished.play.finished


def test_another_players_tab_keeps_the_correction(finished: Sheets) -> None:
    assert '<button form="sheet-0" name="go" value="1"' in finished.get().text
    answer = finished.press("go", "1", track="11")
    assert "seat=1" in answer.location and finished.entry()["track"] == 11


def test_several_fields_that_belong_together_are_corrected_at_once(finished: Sheets) -> None:
    finished.save(0, objective="second", spent="12")
    assert finished.entry()["spent"] == 12 and finished.play.finished
    finished.save(0, objective="none", spent="")
    assert "spent" not in finished.entry() and finished.play.finished


def test_a_button_pressed_with_other_corrections_and_sent_again_is_one_press(
    finished: Sheets,
) -> None:
    form = {**finished.form(), "step": "fists:1"}
    for _ in range(2):
        assert finished.send(form, track="11").status_code == 303
    assert (finished.entry()["track"], finished.entry()["fists"]) == (11, 2)


def test_a_late_correction_replaces_nothing_others_entered_in_any_of_its_fields(
    finished: Sheets,
) -> None:
    page = {**finished.form(), "after": str(finished.state.seq)}
    finished.must("fill", seat=0, field="towns", value=3)  # another device
    assert finished.send({**page, "key": "first"}, track="11").status_code == 303
    answer = finished.send({**page, "key": "second"}, track="12", towns="4")
    assert answer.status_code == 422 and "Someone has entered" in answer.text
    assert (finished.entry()["track"], finished.entry()["towns"]) == (11, 3)


def test_late_corrections_of_one_device_follow_each_other(finished: Sheets) -> None:
    page = {**finished.form(), "after": str(finished.state.seq)}
    for key, typed in (("first", {"towns": "3"}), ("second", {"track": "12", "towns": "4"})):
        assert finished.send({**page, "key": key}, **typed).status_code == 303
    assert (finished.entry()["track"], finished.entry()["towns"]) == (12, 4)


def test_they_are_too_when_the_next_chapter_has_begun(finished: Sheets) -> None:
    """Neither field could change alone, and the scores can no longer be opened again."""
    seats = [{"name": name} for name in finished.play.names]
    finished.must("start", chapter="II", seats=seats, story=True)
    for objective, spent in (("second", 12), ("none", None)):
        before = finished.state.seq
        form = finished.form(0, "score?play=0&seat=0")
        assert finished.send(form, objective=objective, spent=spent or "").status_code == 303
        entry = finished.state.plays[0].entries[0]
        assert (entry.get("spent"), finished.state.seq) == (spent, before + 1)
    told = finished.state.log[-1].sentence(finished.state)
    assert told == "Ada, Main objective: None, Coins for objective: cleared."


def test_a_correction_that_does_not_add_up_comes_back_with_what_was_typed(
    finished: Sheets,
) -> None:
    before = finished.state.seq
    answer = finished.send(finished.form(), towns="12", track="14")
    assert answer.status_code == 422 and finished.state.seq == before
    assert "At most 11 houses" in answer.text and 'value="14"' in answer.text
    again = finished.form()
    assert again["f-towns"] == "2"


def test_alone_with_the_automaton_nothing_is_secret_and_only_its_seat_has_one_number(
    app: Flask,
) -> None:
    evening = Evening(
        app, "merchants", chapter="base", story=False, settings={"concern": "yes"},
        seats=[{"name": "Ada"}, {"name": "Private Concern"}],
    )  # fmt: skip
    page = evening.get("score").text
    assert "enter-in-secret" not in page
    assert 'id="s0-only-final"' not in page and 'id="s1-full"' not in page, "nothing to choose"
    assert "no seat has its final score" not in page, "nobody has told anything yet"
    assert "Pass to" not in page and "Private Concern" in page
    assert 'id="s1-final"' in evening.get("score?seat=1").text


def test_what_was_read_off_the_card_can_be_put_right_from_the_sheet(newdale: Sheets) -> None:
    assert 'id="fact-objective_first_coins-value"' in newdale.get().text
    newdale.must("record", fact="objective_first_coins", value=20)
    page = newdale.get().text.partition('id="card-more"')[2]
    assert 'id="fact-objective_first_coins-value" name="d-value" value="20"' in page
    newdale.must("start", chapter="II", seats=[{"name": "Ada"}, {"name": "Ben"}], story=False)
    earlier = newdale.get("score?play=0").text
    assert "fact-objective_first_coins" not in earlier, "no card of it is asked about"


def test_alone_the_points_to_reach_stay_on_the_page_as_what_else_wins(
    app: Flask, client: FlaskClient
) -> None:
    there = sheets(app, client, "newdale", "I", 1)
    there.must("record", fact="target", value=50)
    assert 'id="fact-target-value" name="d-value" value="50"' in there.get().text


def test_one_tap_confirms_all_from_play_of_a_sheet(newdale: Sheets) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    newdale.must("count", track="fists", seat=0, by=2)
    newdale.must("count", track="fists", seat=1, by=1)
    page = newdale.get("score?seat=0").text
    assert 'id="confirm-0"' in page and 'href="#confirm-0">2 from play (Ada)' in page
    assert newdale.press("confirm", "*", coins="5").status_code == 303
    assert newdale.entry() == {"track": 14, "fists": 2, "coins": 5}
    assert newdale.entry(1) == {}, "everybody stands for their own"
    newdale.must("count", track="points", seat=0, to=20)
    page = newdale.get("score?seat=0").text
    assert newdale.entry()["track"] == 14 and "the track says 20, but you entered 14" in page


def test_one_line_from_play_is_confirmed_by_itself(newdale: Sheets) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    newdale.must("count", track="fists", seat=0, by=2)
    newdale.press("confirm", "fists")
    assert newdale.entry() == {"fists": 2}
    newdale.press("confirm", "track", track="15")
    assert newdale.entry() == {"fists": 2, "track": 15}, "what was typed over it is meant"


@pytest.mark.parametrize("wanted", ["*", "fists"])
def test_a_suggestion_that_somebody_emptied_is_not_confirmed(newdale: Sheets, wanted: str) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    newdale.must("count", track="fists", seat=0, by=2)
    assert newdale.press("confirm", wanted, fists="").status_code == 303
    assert newdale.entry() == ({"track": 14} if wanted == "*" else {})


def test_a_page_that_says_null_confirms_nothing(newdale: Sheets) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    form = newdale.form(0, "score?seat=0")
    was = json.dumps({**json.loads(form["was"]), "coins": None})
    before = newdale.state.seq
    assert newdale.send({**form, "confirm": "*", "was": was}).status_code == 303
    assert newdale.entry() == {"track": 14} and newdale.state.seq == before + 1


def test_what_changed_since_it_was_confirmed_is_asked_again(newdale: Sheets) -> None:
    """A phone that was offline confirms what it knew; the counter has moved on meanwhile."""
    newdale.must("count", track="points", seat=0, to=14)
    known = newdale.form(0, "score?seat=0")
    newdale.must("count", track="points", seat=0, to=20)
    late = {**known, "confirm": "*", "after": str(newdale.state.seq - 1)}
    answer = newdale.send(late)
    assert answer.status_code == 409 and newdale.entry() == {}
    assert "the game now says 20" in answer.text and "You confirmed 14" in answer.text


@pytest.mark.parametrize("wanted", ["*", "track"])
def test_what_somebody_else_entered_meanwhile_is_asked_again(newdale: Sheets, wanted: str) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    known = newdale.form(0, "score?seat=0")
    newdale.fill(0, track=20)
    answer = newdale.send({**known, "confirm": wanted})
    assert answer.status_code == 409 and newdale.entry() == {"track": 20}
    assert "someone has entered 20. You confirmed 14." in answer.text


def test_what_this_phone_entered_just_before_it_confirms_the_rest_is_no_news(
    newdale: Sheets,
) -> None:
    newdale.must("count", track="points", seat=0, to=14)
    newdale.must("count", track="fists", seat=0, by=2)
    known = newdale.form(0, "score?seat=0")
    newdale.send({**known, "step": "track:1"})
    again = {**known, "key": "another"}
    assert newdale.send({**again, "confirm": "*"}).status_code == 303
    assert newdale.entry() == {"track": 15, "fists": 2}


def test_a_number_looked_at_while_typing_confirms_nothing(newdale: Sheets) -> None:
    for seat in range(3):
        newdale.fill(seat, **{k: v for k, v in FULL.items() if k != "track" or seat})
    newdale.must("count", track="points", seat=0, to=14)
    page = newdale.send({**newdale.form(0, "score?seat=0"), "look": "1"}, coins="7").text
    assert 'id="needs"' in page and "See who won" not in page


def test_the_question_before_the_result_finishes_and_a_tie_waits(app: Flask) -> None:
    there = Sheets(app, "merchants", chapter="base", players=2, story=False)
    for seat in (0, 1):
        there.fill(seat, coins=20, prestige=30)
    page = there.get("score?seat=0").text
    assert "Ada and Ben are tied on 20" in page and "Most gifts on loyal companions wins." in page
    assert {"s0-gifts", "s1-gifts"} <= Page(page).ids, "asked of both, above the sheet"
    assert "No one has entered Deeds, Illuminated dice left or 2 VP upgrade." in page
    assert 'href="#s0-dice"' in page and "Yes, and leave it shared" in page
    there.fill(0, gifts=1)
    page = there.get("score?seat=0").text
    assert "If Ben has more than 1, Ben wins." in page and "compare commissions delivered" in page
    there.fill(1, gifts=2)
    page = there.get("score?seat=0").text
    assert "Yes, 0 for everyone" in page
    sure = Page(page).sent("finish", {"sure": "yes"})  # though rounds are left
    answer = there.client.post(f"/t/{there.token}/do", data=sure)
    assert answer.location.endswith("/result") and there.play.finished
    assert "on gifts on loyal companions (2 to 1)" in there.get("result").text


def test_a_correction_that_makes_a_tie_leads_to_its_question(app: Flask) -> None:
    there = Sheets(app, "merchants", chapter="base", players=2, story=False)
    for seat, coins in enumerate((20, 21)):
        there.fill(seat, coins=coins, prestige=30)
    there.must("finish")
    form = {**there.form(1, "score?seat=1"), "done": "yes"}
    answer = there.send(form, coins="20")
    assert answer.location.endswith("#before-result")
    page = there.get("score?seat=0").text
    assert "Most gifts on loyal companions wins." in page and "Leave it shared" in page
    there.act("finish", {"zeros": [], "shared": True})
    assert not there.play.level and "Leave it shared" not in there.get("score").text


def test_before_the_reveal_nothing_is_said_of_other_sheets(app: Flask) -> None:
    there = Sheets(app, "newdale", chapter="I", players=2, story=False)
    there.must("mask", on=True)
    for seat in (0, 1):
        there.must("count", track="points", seat=seat, to=14)
        there.fill(seat, **{k: v for k, v in FULL.items() if k != "track"})
    page = there.get("score?seat=1").text
    assert 'id="confirm-' not in page and 'id="needs"' not in page
    assert "No one has entered" not in page and "before-result" not in page
