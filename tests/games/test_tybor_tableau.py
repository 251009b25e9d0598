"""Tybor's tableau: cards tapped while playing stand on the sheet and say what more would bring."""

from __future__ import annotations

from companion.rules.actions.laying import Lay
from companion.show.play.aid import aid_form
from companion.show.play.asked import Look
from companion.show.play.pad_keys import PadButton
from companion.show.play.pads import pads
from companion.show.play.screen import play_page
from companion.show.play.tools import PointsSoFar
from companion.show.score.boxes import box
from companion.show.score.page import ScorePage
from companion.show.score.sheet import Asking, sheet_of
from companion.show.score.so_far import Standing, thresholds
from tests.journal import HOST, Journal, codes


def table(players: int = 4, **settings: object) -> Journal:
    found = Journal("tybor")
    found.start("I", players, settings=settings)
    return found


def lay(journal: Journal, seat: int, pad: str, *cards: str, **more: object) -> None:
    for card in cards:
        journal.must("lay", pad=pad, card=card, seat=seat, **more)


def faces(journal: Journal, pad: str, seat: int = 0) -> dict[str, PadButton]:
    view = pads(journal.play, seat, Look(seat=seat))[pad]
    return {face.key: face for _, group in view.faces for face in group}


def answers(journal: Journal, aid: str, seat: int = 0, **asked: str) -> list[str]:
    found = journal.play.game.aid(aid)
    assert found is not None
    args = {f"f-{key.replace('__', '.')}": [value] for key, value in asked.items()}
    form = aid_form(journal.play, found, seat, args)
    told = ((line.figure, line.label, line.text, line.tag) for line in form.lines)
    return [" ".join(part for part in parts if part) for parts in told]


def test_four_people_are_scored_from_what_they_tapped() -> None:
    """T-1 of the fact sheet, with three players who have nothing but a priest."""
    told = table(objectives=["more-buildings"])
    mine = ["red"] * 3 + ["yellow"] * 2 + ["green"] * 2 + ["blue"]
    for colour, points in zip(mine, (5, 5, 5, 5, 5, 4, 4, 4), strict=True):
        lay(told, 0, "built", colour, points=points)
    lay(told, 0, "citizens", *["farmer"] * 3, *["merchant"] * 3, "priest", "craftsman")
    lay(told, 0, "shown", "most_red", "sets", "pairs_yellow", "farm", "market")
    for seat in (1, 2, 3):
        lay(told, seat, "citizens", "priest")
    for seat, colours in enumerate(("red+yellow+green",) * 4):
        told.fill(seat, secret=colours)
    assert told.play.filled_in[0] | {"secret": ""} == {
        "printed": 37, "red": 3, "yellow": 2, "green": 2, "blue": 1, "great": 0,
        "farmers": 4, "merchants": 4, "soldiers": 0, "captains": 0, "craftsmen": 1, "priests": 1,
        "citizens": 8, "most_red": 1, "most_yellow": 0, "most_green": 0, "most_blue": 0,
        "sets": 1, "pairs_red": 0, "pairs_yellow": 1, "pairs_green": 0, "pairs_blue": 0,
        "secret": "",
    }  # fmt: skip
    field = told.game.sheet.by_key["farmers"]
    assert box(told.play, 0, field, []).mark == "From play" and told.play.scored is None
    told.confirm()
    scored = told.play.scored
    assert scored is not None and box(told.play, 0, field, []).mark == ""
    assert [breakdown.total for breakdown in scored[0]] == [84, 5, 5, 5]


def test_a_great_building_is_marked_and_points_are_asked_card_by_card() -> None:
    told = table(objectives=["great-fours"])
    lay(told, 1, "built", "red", points=6, mark="great")
    lay(told, 1, "built", "blue")
    assert told.play.filled_in[1]["great"] == 1 and "great" not in told.play.filled_in[0]
    assert "printed" not in told.play.filled_in[1], "one card has not told its points"
    told.must("lift", pad="built", card="blue", position=1, seat=1)
    assert told.play.filled_in[1]["printed"] == 6
    assert told.state.log[1].sentence(told.state) == "Ben built Red, Great side, 6 points."


def test_workers_add_up_to_the_strength_left() -> None:
    told = table()
    lay(told, 2, "workers", "4", "4", "1")
    told.must("lift", pad="workers", card="4", position=0, seat=2)
    assert [entry.get("strength") for entry in told.play.filled_in] == [None, None, 5, None]


def test_the_colour_that_is_there_most_often_counts_for_the_objective() -> None:
    told = table(objectives=["four-symbols"])
    lay(told, 0, "symbols", "red", "red", "blue", "red")
    assert [entry.get("symbols") for entry in told.play.filled_in] == [3, None, None, None]


def test_a_box_has_ten_buildings_of_a_colour_and_two_boxes_twenty() -> None:
    for players, most in ((4, 10), (8, 20)):
        told = table(players)
        for n in range(most):
            lay(told, n % players, "built", "green")
        assert codes(told.do("lay", pad="built", card="green", seat=0)) == ["supply"]


def test_keys_say_what_more_of_a_card_brings_with_all_it_counts_for() -> None:
    told = table()
    lay(told, 0, "citizens", "farmer", "farmer", "soldier", "soldier", "soldier", "merchant")
    there = {card: face.ahead for card, face in faces(told, "citizens").items()}
    assert there["farmer"] == "1 more: +5" and there["soldier"] == "1 more: +8"
    assert there["merchant"] == "3 more: +9", "nine Citizens by then"
    assert there["craftsman"] == "1 more: +6" and there["priest"] == "1 more: +5"
    lay(told, 0, "citizens", "priest")
    assert faces(told, "citizens")["priest"].ahead == ""


def test_nobody_loses_what_nothing_at_all_would_earn() -> None:
    """0 Buildings are as many as 0 Citizens, and yet 0 points stand in the strip."""
    told = table(objectives=["more-buildings"])
    there = {card: face.ahead for card, face in faces(told, "citizens").items()}
    assert Standing(told.play, 0).points == 0
    assert there["farmer"] == "3 more: +5" and there["priest"] == "1 more: +5"
    lay(told, 0, "built", "red", points=2)
    lay(told, 0, "citizens", "farmer")
    assert Standing(told.play, 0).points == 7
    assert faces(told, "citizens")["farmer"].ahead == "1 more: −5", "now the objective is lost"


def test_great_buildings_are_counted_only_for_the_objective_that_pays_for_them() -> None:
    for objectives in (["five-citizens"], ["great-fours"]):
        told = table(objectives=objectives)
        aid = told.play.game.aid("thresholds")
        assert aid is not None
        asked = [one.box.label for one in aid_form(told.play, aid, 0, {}).folded]
        assert ("Great Buildings" in asked) is (objectives == ["great-fours"])


def test_captains_carry_a_doubt_until_somebody_has_compared_the_card() -> None:
    told = table()
    assert faces(told, "citizens")["captain"].ahead == "1 more: +1?"
    assert thresholds(told.play, 0)["captains"] == "1 more: +1?", "on one's sheet, too"
    told.must("rule", ruling="captain-values", value="confirmed")
    assert faces(told, "citizens")["captain"].ahead == "1 more: +1"
    assert thresholds(told.play, 0)["captains"] == "1 more: +1"


def test_a_bonus_card_says_what_it_is_worth_now() -> None:
    told = table()
    lay(told, 0, "built", "red", "red", "yellow", "green", "blue")
    there = {card: face.ahead for card, face in faces(told, "shown").items()}
    assert there["sets"] == "1 more: +3" and there["pairs_red"] == "1 more: +2"
    assert there["pairs_blue"] == "" and there["most_red"] == "1 more: +3"
    lay(told, 0, "shown", "pairs_blue")
    assert faces(told, "built")["blue"].ahead == "1 more: +2"


def test_can_i_build_knows_the_workers_of_whoever_asks() -> None:
    told = table()
    lay(told, 1, "workers", "2", "3", "4")
    assert answers(told, "build", 1) == [
        "3 Little: 3 Strength Hand in Worker 3. Nothing wasted. Yes",
        "7 Great: 7 Strength Hand in Workers 3 and 4. Nothing wasted. Yes",
    ]
    assert answers(told, "build", 0) == [
        "3 Little: 3 Strength Short by 3: the Workers have 0. No",
        "7 Great: 7 Strength Short by 7: the Workers have 0. No",
    ]


def test_a_colour_heads_the_screen_and_its_discount_is_said() -> None:
    told = table()
    lay(told, 0, "symbols", "blue")
    build = told.play.game.aid("build")
    assert build is not None
    form = aid_form(told.play, build, 0, {"f-colour": ["blue"], "f-points": ["8"]}).under_heading
    assert form.heading is not None and form.heading.text == f"{told.play.names[0]} builds Blue"
    assert form.heading.note == "1 blue on Citizens: 1 Strength less. Tap its points to build it."
    assert not form.boxes, "the colour is folded away, and its points are keys below"
    lay(told, 0, "workers", "2", "4", "3")
    form = aid_form(told.play, build, 0, {"f-colour": ["blue"]})
    keys = [[way.label for way, _ in line.keys] for line in form.listed]
    assert keys == [["1", "2", "3", "4", "5", "6"], ["4", "5", "6", "7", "8", "9"]]
    little, great = (line.keys[0][1]["lays"][0] for line in form.listed)
    assert little["points"] == 1 and (great["points"], great["mark"]) == (4, "great")
    plain = aid_form(told.play, build, 0, {})
    assert plain.heading is None and plain.under_heading == plain


def test_can_i_build_takes_a_sum_of_strength_and_matching_symbols() -> None:
    assert answers(table(), "build", symbols="2", sum="4") == [
        "1 Little: 1 Strength Hand in Workers with 1 or more. Yes",
        "5 Great: 5 Strength Short by 1: the Workers have 4. No",
    ]


def test_symbols_noted_with_citizens_answer_colour_by_colour() -> None:
    told = table()
    lay(told, 0, "workers", "2")
    lay(told, 0, "symbols", "red", "red", "red", "blue")
    assert answers(told, "build") == [
        "0 Red, Little: yes, Great: no Little 0 Strength: free. Great 4 Strength: 2 short.",
        "3 Yellow, Little: no, Great: no Little 3 Strength: 1 short. Great 7 Strength: 5 short.",
        "3 Green, Little: no, Great: no Little 3 Strength: 1 short. Great 7 Strength: 5 short.",
        "2 Blue, Little: yes, Great: no Little 2 Strength: pay with 2. Great 6 Strength: 4 short.",
    ]


def test_can_i_build_asks_for_no_stage_and_only_for_symbols_it_does_not_know() -> None:
    told = table()
    lay(told, 0, "symbols", "red", "red")
    aid = told.game.aid("build")
    assert aid is not None and aid.inputs["stage"].hidden
    assert {field.key: field.hint for field in aid.fields}["symbols"] == "if not entered"
    assert answers(told, "build", colour="red")[0].startswith("1 Little")


def test_what_an_objective_pays_stands_beside_the_field_it_counts() -> None:
    bare = table()
    assert "points" not in box(bare.play, 0, bare.game.sheet.by_key["strength"], []).hint
    told = table(objectives=["strength-ten", "great-fours", "four-symbols"])
    for key, pays in (("strength", "10 points"), ("great", "pays 2"), ("symbols", "5 points")):
        assert pays in box(told.play, 0, told.game.sheet.by_key[key], []).hint


def test_the_hand_goes_on_by_name_and_with_an_arrow() -> None:
    told = table(5, scenario="escape")
    assert answers(told, "passing", 1)[0] == "← To the left: Ben’s hand goes to Cleo."
    for _ in range(9):
        told.must("advance", moment=told.play.moment.as_json())
    assert told.play.moment.round == 2
    assert answers(told, "passing", 1)[0] == "→ To the right: Ben’s hand goes to Ada."


def test_points_so_far_stand_in_the_strip_before_any_secret_is_told() -> None:
    told = table(4)
    told.must("lay", pad="built", card="red", seat=1, points=6)
    lay(told, 1, "citizens", "farmer", "farmer", "farmer")
    layout = play_page(told.state, told.play, Look(seat=1)).layout
    assert PointsSoFar(6 + 5) in layout.strip
    sheet = sheet_of(told.play, Asking(1, during=True))
    assert sheet.seats[1].subtotal == 11 and sheet.seats[1].groups[0].points == 6


def test_an_aid_that_is_opened_stands_in_the_place_of_the_pads() -> None:
    told = table(3)
    told.must("advance", moment=told.play.moment.as_json())
    layout = play_page(told.state, told.play, Look(opened="build")).layout
    assert [part.key for part in layout.tool] == ["build"] and layout.apart == "build"
    assert {"built", "citizens", "workers"} <= {part.key for part in layout.rest}
    layout = play_page(told.state, told.play).layout
    assert [part.key for part in layout.tool] == ["built", "citizens", "workers"]
    assert layout.apart == ""


def test_no_more_cards_are_promised_than_the_box_has_left() -> None:
    """Two Borders or Fences are in the box of four; a Soldier may come as a Citizen, too."""
    told = table(4)
    assert faces(told, "citizens")["soldier"].ahead == "4 more: +8"
    assert faces(told, "shown")["border"].ahead == ""
    lay(told, 0, "citizens", *["soldier"] * 2)
    assert faces(told, "shown")["border"].ahead == "2 more: +8"
    lay(told, 1, "shown", "border")
    assert faces(told, "shown")["border"].ahead == ""
    assert thresholds(told.play, 0)["soldiers"] == "2 more: +8"


def test_the_sheet_promises_no_building_that_the_box_has_not() -> None:
    told = table(2)
    lay(told, 0, "shown", "pairs_red")
    lay(told, 1, "built", *["red"] * 9, points=1)
    assert faces(told, "built")["red"].left == 1
    assert (faces(told, "built")["red"].ahead, thresholds(told.play, 0).get("red")) == ("", None)
    told.must("lift", pad="built", card="red", seat=1)
    assert faces(told, "built")["red"].ahead.startswith("2 more: +")


def test_missing_colours_are_asked_for_only_where_they_are_searched() -> None:
    shown = [
        [part.key for part in play_page(told.state, told.play).layout.tool]
        for told in (table(3), table(4))
    ]
    assert shown == [["missing-colours"], []]


def test_a_colour_is_chosen_by_a_key_and_let_go_by_another_tap() -> None:
    told = table(3)
    aid = told.play.game.aid("build")
    assert aid is not None
    keys = aid_form(told.play, aid, 0, {"f-colour": ["red"]}).boxes[0].keys
    assert [key.name for key in keys] == ["colour:", "colour:yellow", "colour:green", "colour:blue"]
    assert aid_form(told.play, aid, 0, {"f-colour": ["red"], "take": ["colour:"]}).query == [
        ("f-colour", "")
    ]


def test_the_sheet_folds_what_the_tableau_has_nothing_of() -> None:
    def idle(front: int) -> tuple[set[str], set[str]]:
        sheet = sheet_of(told.play, Asking(front))
        rows = ScorePage(told.play, sheet, front, HOST, None).rows
        return {r.key for r in rows if r.idle}, {r.key for r in rows if r.all_idle}

    told = table(3)
    assert idle(0) == (set(), set()), "nothing told: all of it is asked"
    lay(told, 0, "citizens", "farmer", "farmer", "priest")
    mine, everybodys = idle(0)
    assert {"soldiers", "majority", "most_red"} <= mine and not everybodys
    assert not {"farmers", "priests", "secret", "objectives"} & mine
    assert idle(1) == (set(), set())
    told.fill(0, soldiers=4)
    assert idle(0)[0] == mine - {"soldiers"}, "what was entered is in sight"


def test_while_playing_what_comes_next_stays_on_the_sheet() -> None:
    told = table(3)
    lay(told, 0, "citizens", "farmer")
    mine = sheet_of(told.play, Asking(0, during=True)).seats[0]
    assert "soldiers" in [group.key for group in mine.groups if not group.foldable]
    (merchants,) = [group for group in mine.groups if group.key == "merchants"]
    assert {box.state for box in merchants.boxes} == {"play"}


def test_points_on_a_card_are_typed_as_a_sum_too() -> None:
    told = table()
    lay(told, 0, "built", "red", points="5+3")
    assert told.play.filled_in[0]["printed"] == 8
    assert told.state.log[-1].sentence(told.state) == "Ada built Red, 8 points."
    asked = {"pad": "built", "card": "red", "seat": 0}
    unclear = told.do("lay", **asked, points="3 5")
    assert codes(unclear) == ["not-a-number"]
    assert "Points on the card" in unclear[0].message and "3+5 or 35" in unclear[0].message


def test_more_points_than_any_card_has_are_asked_about() -> None:
    told, large = table(), Lay("built", "red", 0, "45")
    assert codes(large.doubts(told.state, told.play)) == ["unusual"]
    assert not Lay("built", "red", 0, 12).doubts(told.state, told.play)


def test_nothing_told_is_no_points_so_far_as_on_the_sheet() -> None:
    told = table(objectives=["more-buildings"])
    assert Standing(told.play, 0).points == 0, "though 0 Buildings are as many as 0 Citizens"
    lay(told, 0, "workers", "3")
    assert Standing(told.play, 0).points == 5


def test_what_the_objectives_pay_does_not_stand_beside_strength_left() -> None:
    told = table(objectives=["more-buildings"])
    groups = {g.key: g for g in sheet_of(told.play, Asking(seat=0, during=True)).seats[0].groups}
    assert [box.key for box in groups["objectives"].boxes] == ["strength"]
    assert groups["objectives"].headed
    assert not groups["farmers"].headed


def test_a_number_that_differs_from_the_cards_is_called_by_its_own_line() -> None:
    journal = table(2)
    lay(journal, 0, "citizens", "captain")
    journal.must("fill", seat=0, field="captains", value=5)
    field = journal.play.game.sheet.by_key["captains"]
    [said] = [remark.message for remark in box(journal.play, 0, field, ()).remarks]
    assert said == f"{field.label}: the cards say 1, but you entered 5."


def test_a_worker_is_told_by_strength_in_full_where_there_is_room() -> None:
    told = Journal("tybor")
    told.start("I", 2)
    told.must("lay", 0, pad="workers", card="5", seat=0)
    assert told.state.log[-1].sentence(told.state) == "Ada has a Worker, Strength 5."
