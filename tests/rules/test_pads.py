"""Pads: what is tapped as it is played moves the counters and is there at scoring."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.actions import Malformed
from companion.rules.parts.pads import CARDS, POINTS, added
from companion.show.play.asked import NO_LOOK
from companion.show.play.pads import pads
from companion.show.score.boxes import box
from tests.journal import Journal, codes

PAID = {"coins": 10}


def goods(chapter: str = "base", players: int = 3, **settings: str) -> Journal:
    table = Journal("ohmygoods")
    table.start(chapter, players, settings=settings)
    return table


def test_a_building_moves_the_count_and_fills_in_its_points() -> None:
    table = goods()
    table.must("lay", pad="tableau", card="tannery", seat=0)
    table.must("lay", pad="tableau", card="mill", seat=0)
    assert table.play.tracks["buildings"] == (3, 1, 1)
    assert table.play.fed["buildings"].values == (5, None, None)
    assert table.state.log[-1].sentence(table.state) == "Ada built Mill."
    assert [laid.card for laid in table.play.pads["tableau"][1]] == ["charburner"]


def test_a_single_card_is_one_of_its_kind() -> None:
    table = goods()
    table.must("lay", pad="tableau", card="tannery-1", seat=0)
    assert codes(table.do("lay", pad="tableau", card="tannery-1", seat=1)) == ["supply"]
    table.must("lay", pad="tableau", card="tannery", seat=1)
    table.must("lay", pad="tableau", card="tannery-3", seat=1)
    assert codes(table.do("lay", pad="tableau", card="tannery-2", seat=2)) == ["supply"]
    assert table.play.fed["buildings"].values == (3, 6, None)


def test_single_cards_are_offered_with_colour_cost_and_needs() -> None:
    table = goods()
    pad = pads(table.play, 0, NO_LOOK)["tableau"]
    cards = {face.key: face for _, faces in pad.faces for face in faces}
    assert cards["mill-1"].hint == "costs 2: 1 cotton + 3 grain"
    assert (cards["mill-1"].group, cards["mill-1"].points) == ("yellow", 2)
    assert not {"mill", "charburner", "charburner-ore"} & cards.keys()
    assert [card.face.label for card in pad.lying] == ["Charburner"]


def test_a_long_list_that_is_folded_away_is_told_as_its_link_needs_it() -> None:
    table = goods()
    drawn, folded = (pads(table.play, 0, NO_LOOK, way)["tableau"] for way in (None, ()))
    assert drawn.faces and folded.faces == ()
    assert drawn.listed and folded.listed
    assert folded.now == drawn.now == "Ada 1, Ben 1, Cleo 1"


def test_nothing_is_filled_in_before_somebody_has_built() -> None:
    assert goods().play.fed == {}


def test_whoever_taps_nothing_is_asked_at_the_end_and_who_hired_nobody_is_not() -> None:
    table = goods()
    table.must("lay", pad="tableau", card="mill", seat=0)
    table.must("lay", pad="hired", card="banker", seat=1)
    told = table.play.filled_in
    assert (told[0]["assistants"], told[1]["buildings"]) == (0, 0)
    assert not {"buildings", "assistants"} & told[2].keys()
    assert box(table.play, 2, table.game.sheet.by_key["buildings"], []).mark == "needed"


def test_the_eighth_building_ends_the_base_game_and_its_undo_takes_that_back() -> None:
    table = goods()
    for card in ("mill", "mill", "bakery", "sawmill", "cooperage", "butcher"):
        table.must("lay", pad="tableau", card=card, seat=1)
    assert table.play.last_round is None
    table.must("lay", pad="tableau", card="tannery", seat=1)
    assert table.play.last_round == 2 and [p.seat for p in table.play.prompts] == [1]
    table.must("tick", step=table.play.prompts[0].key)
    assert table.state.log[-1].sentence(table.state).endswith("all buildings work in it.")
    table.must("undo", entry=len(table.entries))
    table.must("undo", entry=len(table.entries) - 2)
    assert table.play.last_round is None and not table.play.prompts
    assert table.play.tracks["buildings"] == (1, 7, 1)


def test_a_kind_cannot_be_tapped_more_often_than_the_box_has_cards() -> None:
    table = goods()
    for seat in range(3):
        table.must("lay", pad="tableau", card="tannery", seat=seat)
    assert codes(table.do("lay", pad="tableau", card="tannery", seat=0)) == ["supply"]


def test_more_buildings_than_the_base_game_allows_are_refused() -> None:
    table = goods()
    for _ in range(8):
        table.must("lay", pad="tableau", card="resource-office", seat=0)
    assert codes(table.do("lay", pad="tableau", card="mill", seat=0)) == ["too-high"]


def test_a_card_taken_up_again_counts_no_more() -> None:
    table = goods("I")
    table.must("lay", pad="tableau", card="watchtower", seat=0, points=3)
    table.must("lay", pad="tableau", card="mill", seat=0)
    assert table.play.tracks["strength"] == (2, 0, 0)
    assert codes(table.do("lift", pad="tableau", card="mill", position=1, seat=0)) == ["stale"]
    table.must("lift", pad="tableau", card="watchtower", position=1, seat=0)
    assert table.play.tracks["strength"] == (0, 0, 0) and table.play.tracks["owned"] == (2, 1, 1)
    assert table.play.fed["buildings"].values == (2, None, None)


def test_points_nobody_has_read_off_the_card_fill_in_nothing() -> None:
    table = goods("I")
    table.must("lay", pad="tableau", card="armory", seat=0)
    table.must("lay", pad="tableau", card="armory", seat=1, points=4)
    assert table.play.fed["buildings"].values == (None, 4, None)


def test_what_the_other_buildings_have_is_said_where_nothing_is_filled_in() -> None:
    def shown() -> tuple[str, list[str]]:
        here = box(table.play, 0, table.game.sheet.by_key["buildings"], ())
        return here.text, [remark.message for remark in here.remarks]

    table = goods("I")
    table.must("lay", pad="tableau", card="armory", seat=0)
    said = "Buildings built: the points of 1 card are not known. Enter them here"
    assert shown() == ("", [f"{said}."])
    table.must("lay", pad="tableau", card="armory", seat=0, points=7)
    assert shown() == ("", [f"{said}, with the 7 of the others."])


def test_an_assistant_whose_points_nobody_told_is_asked_for_beside_what_is_known() -> None:
    table = goods("I")
    known = next(c for c in table.game.catalogue if c.catalogue == "assistants" and c.points)
    other = next(c for c in table.game.catalogue if c.catalogue == "assistants" and not c.points)
    for card in (known, other):
        table.must("lay", pad="hired", card=card.key, seat=0)
    field = table.game.sheet.by_key["assistants"]
    shown = box(table.play, 0, field, ())
    assert (shown.text, shown.mark) == (str(known.points), "From play")
    assert [remark.message for remark in shown.remarks] == [
        "Assistants hired: the points of 1 card are not known. Add them here."
    ]
    table.fill(0, assistants=7)
    assert box(table.play, 0, field, ()).remarks == ()


def test_a_new_building_is_told_as_built_before_anybody_has_noted_its_name() -> None:
    def offered() -> set[str]:
        faces = [
            face for _, group in pads(table.play, 0, NO_LOOK)["tableau"].faces for face in group
        ]
        return {face.key for face in faces if face.points is None}

    table = goods("I")
    assert offered() == set()  # no event has brought one in
    table.must("record", fact="introduced", value=["38"])
    colours = ("red", "yellow", "white", "green", "gray")
    assert offered() == {f"new-building-{colour}" for colour in colours}
    table.must("lay", pad="tableau", card="new-building-red", seat=0, points=3)
    assert table.play.fed["buildings"].values[0] == 3
    assert table.play.tracks["owned"][0] == 2
    table.must("record", fact="building_38", value="armory")
    assert offered() == {f"armory-{colour}" for colour in colours}
    lying = pads(table.play, 0, NO_LOOK)["tableau"].lying  # what was told stays until it is taken
    assert [one.face.key for one in lying][-1] == "new-building-red" and lying[-1].points == 3


@pytest.mark.parametrize("by", [-1, 3])
def test_what_is_counted_beside_tapped_buildings_changes_nothing(by: int) -> None:
    table = goods()
    field = table.game.sheet.by_key["buildings"]
    for card in ("mill", "bakery"):
        table.must("lay", pad="tableau", card=card, seat=0)
    before = box(table.play, 0, field, ())
    assert before.mark == "From play" and before.remarks == ()
    table.must("count", track="buildings", seat=0, by=by)
    assert table.play.tracks["buildings"][0] == 3 and box(table.play, 0, field, ()) == before


def test_the_other_ruling_tells_buildings_without_their_points() -> None:
    table = Journal("ohmygoods")
    table.must("rule", ruling="building-points", value="typed")
    table.start("base")
    assert codes(table.do("lay", pad="tableau", card="mill", seat=0)) == ["unknown-field"]
    table.must("lay", pad="tableau-typed", card="mill", seat=0)
    assert table.play.tracks["buildings"] == (2, 1, 1) and "buildings" not in table.play.fed


def test_the_market_row_counts_resources_and_suns_until_the_round_is_over() -> None:
    table = goods()
    table.must("lay", pad="row", card="wood", mark="sun")
    table.must("lay", pad="row", card="grain")
    table.must("lay", pad="row", card="wood")
    stands = table.play.tracks
    assert (stands["wood"], stands["grain"], stands["suns"]) == ((2,), (1,), (1,))
    table.must("lift", pad="row", card="wood", position=2)
    table.must("lift", pad="row", card="grain", position=1)
    assert [laid.card for laid in table.play.pads["row"][0]] == ["wood"]
    while table.play.moment.round == 1:
        table.must("advance", moment=table.play.moment.as_json())
    assert table.play.pads["row"] == ((),) and table.play.tracks["wood"] == (0,)


def test_a_card_that_is_only_named_is_the_last_of_its_kind() -> None:
    """Several taps, or those of two phones, each find one; what it counted for goes with it."""
    table = goods()
    for card, mark in (("wood", ""), ("wood", "sun"), ("ore", ""), ("wood", "")):
        table.must("lay", pad="row", card=card, mark=mark)
    found = []
    for _ in range(3):
        table.must("lift", pad="row", card="wood")
        found.append((len(table.play.pads["row"][0]), table.play.tracks["suns"]))
    assert found == [(3, (1,)), (2, (0,)), (1, (0,))]
    assert codes(table.do("lift", pad="row", card="wood")) == ["stale"]
    table.must("undo", entry=len(table.entries) - 2)
    assert [laid.card for laid in table.play.pads["row"][0]] == ["wood", "ore"]


def test_of_alike_cards_the_one_with_these_points_is_taken() -> None:
    table = goods("I")
    for points in (3, 4, None):
        table.must("lay", pad="tableau", card="armory", seat=0, points=points)
    table.must("lift", pad="tableau", card="armory", seat=0, like={"points": 3, "mark": ""})
    table.must("lift", pad="tableau", card="armory", seat=0, like={"points": None, "mark": ""})
    assert [laid.points for laid in table.play.pads["tableau"][0]] == [None, 4]
    away = {"pad": "tableau", "card": "armory", "seat": 0}
    assert codes(table.do("lift", **away, like={"points": 3})) == ["stale"]
    with pytest.raises(Malformed):
        table.do("lift", **away, like={"round": 1})


def test_a_market_set_by_hand_says_so_where_its_cards_lie() -> None:
    table = goods()
    table.must("count", track="wood", to=3)
    assert said(table, "row") == "", "nobody taps: there is nothing to differ"
    table.must("count", track="wood", to=0)
    for card in ("cotton", "cotton", "wood"):
        table.must("lay", pad="row", card=card)
    assert said(table, "row") == ""
    table.must("count", track="cotton", to="4+1")
    table.must("count", track="suns", by=1)
    wrong = "Changed by hand: Half suns 1 (0 tapped), Cotton 5 (2 tapped)."
    assert said(table, "row") == wrong
    table.must("count", track="suns", by=-1)
    table.must("lay", pad="row", card="cotton")
    assert said(table, "row") == "Changed by hand: Cotton 6 (3 tapped)."
    table.must("count", track="cotton", to=3)
    assert said(table, "row") == ""


def test_printed_and_drawn_figures_are_one_market() -> None:
    table = Journal("newdale")
    table.start("I", 3)
    for pad, card in (("printed", "red"), ("drawn", "red"), ("drawn", "blue")):
        table.must("lay", pad=pad, card=card)
    assert said(table, "drawn") == said(table, "printed") == ""
    table.must("count", track="red", by=-1)
    assert said(table, "drawn") == said(table, "printed") == "Changed by hand: Red 1 (2 tapped)."


def said(table: Journal, pad: str) -> str:
    return pads(table.play, 0, NO_LOOK)[pad].by_hand


def test_what_is_no_card_no_mark_or_nobodys_is_refused() -> None:
    table = goods()
    assert codes(table.do("lay", pad="row", card="gold")) == ["unknown-choice"]
    assert codes(table.do("lay", pad="row", card="wood", mark="moon")) == ["unknown-choice"]
    assert codes(table.do("lay", pad="row", card="wood", seat=0)) == ["players"]
    assert codes(table.do("lay", pad="tableau", card="mill")) == ["players"]
    assert codes(table.do("lay", pad="tableau", card="mill", seat=9)) == ["players"]
    assert codes(table.do("lay", pad="tableau", card="mill", seat=0, points=-1)) == ["too-high"]
    assert codes(table.do("lay", pad="attic", card="mill", seat=0)) == ["unknown-field"]


def test_hands_follow_people_to_another_seat() -> None:
    table = goods(players=2)
    table.must("lay", pad="tableau", card="mill", seat=0)
    table.must("reseat", chapter="base", seats=[{"name": "Cleo"}, {"name": "Ada"}, {"name": "Ben"}])
    hands = table.play.pads["tableau"]
    assert [[laid.card for laid in hand] for hand in hands] == [
        ["charburner"], ["charburner", "mill"], ["charburner"],
    ]  # fmt: skip


def test_a_finished_play_takes_no_more_cards() -> None:
    table = goods(players=2)
    for seat in (0, 1):
        table.must("lay", pad="tableau", card="mill", seat=seat)
        table.fill(seat, **PAID)
    table.confirm()
    table.must("finish")
    assert table.play.scored and [p.total for p in table.play.scored[1].places] == [4, 4]
    assert codes(table.do("lay", pad="tableau", card="mill", seat=0)) == ["stale"]


CARDS_OF_THE_BOX = ("mill", "bakery", "tannery", "food-factory", "card-office", "glassmaker")


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(CARDS_OF_THE_BOX)), max_size=20))
def test_counts_and_points_are_those_of_the_cards_that_lie_there(
    taps: list[tuple[int, str]],
) -> None:
    table = goods("I")
    box = {card.key: card for card in table.game.catalogue if card.catalogue == "buildings"}
    mine: list[list[str]] = [[], [], []]
    for seat, card in taps:
        if not table.do("lay", pad="tableau", card=card, seat=seat):
            mine[seat].append(card)
        assert sum(hand.count(card) for hand in mine) <= box[card].copies
    pad, offers = table.play.pad("tableau"), table.play.offers("tableau")
    for seat, hand in enumerate(mine):
        laid = table.play.pads["tableau"][seat]
        assert added(pad, offers, laid, CARDS) == len(hand) + 1 == table.play.tracks["owned"][seat]
        assert added(pad, offers, laid, POINTS) == sum(box[card].points or 0 for card in hand)


def test_a_key_knows_how_far_it_goes() -> None:
    """So that a phone greys it before the table has answered."""
    table = goods()
    table.must("lay", pad="tableau", card="office-wood", seat=0)
    faces = {f.key: f for _, group in pads(table.play, 0, NO_LOOK)["tableau"].faces for f in group}
    assert (faces["office-wood"].count, faces["office-wood"].high) == (1, 2)
    assert faces["mill-1"].high == 1
