"""Oh my Goods! while it is played: the market as it lies, its odds, whom one can hire, the end."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from companion.rules.aids.table import Table
from companion.rules.parts.clock import OVER
from companion.show.lookup import look_up
from companion.show.play.aid import aid_form
from companion.show.play.asked import NO_LOOK
from companion.show.play.pad_keys import PadButton
from companion.show.play.pads import pads
from companion.show.play.screen import play_page
from tests.journal import Journal


def goods(chapter: str = "base", players: int = 3) -> Journal:
    table = Journal("ohmygoods")
    table.start(chapter, players)
    return table


def go_on(table: Journal, phase: str) -> None:
    while table.play.moment.phase != phase:
        table.must("advance", moment=table.play.moment.as_json())


def faces(table: Journal, pad: str = "row", seat: int = 0) -> dict[str, PadButton]:
    view = pads(table.play, seat, NO_LOOK)[pad]
    return {face.key: face for _, group in view.faces for face in group}


def rest(table: Journal) -> bool:
    resting = {face.disabled for face in faces(table).values()}
    assert len(resting) == 1
    return resting.pop()


def test_a_market_that_is_complete_takes_no_more_taps_until_a_card_is_taken_back() -> None:
    table = goods()
    go_on(table, "sunrise")
    for card in ("wood", "clay"):
        assert not rest(table)
        table.must("lay", pad="row", card=card, mark="sun")
    assert rest(table)
    last = pads(table.play, 0, NO_LOOK)["row"].lying[-1]
    assert (last.lifts["card"], last.lifts["position"]) == ("clay", 1)
    table.must("lift", **last.lifts)
    assert not rest(table)
    table.must("lay", pad="row", card="clay", mark="sun")
    go_on(table, "sunset")
    assert not rest(table)


def test_half_suns_to_come_are_those_of_this_row_then_of_the_next() -> None:
    table = goods()
    go_on(table, "sunrise")
    found = [Table(table.play, 0).pad("row").coming]
    for _ in range(2):
        table.must("lay", pad="row", card="wood", mark="sun")
        found.append(Table(table.play, 0).pad("row").coming)
    go_on(table, "sunset")
    for _ in range(2):
        found.append(Table(table.play, 0).pad("row").coming)
        table.must("lay", pad="row", card="ore", mark="sun")
    assert found == [2, 1, 2, 2, 1] and Table(table.play, 0).pad("row").coming == 0


def test_keys_of_the_market_say_how_likely_one_or_two_more_are() -> None:
    table = goods()
    assert {face.ahead for face in faces(table).values()} == {""}
    go_on(table, "sunset")
    table.must("lay", pad="row", card="cotton")
    aid = table.game.aid("sunset")
    assert aid
    lines = aid_form(table.play, aid, 0, {}).lines
    said = {face.label: face.ahead for face in faces(table).values()}
    assert len(said) == 5
    for line in lines:
        two = line.text.removeprefix("two or more: ")
        assert said[line.label.lower()] == f"{line.figure}\n{two}".replace(" %", "")
    assert pads(table.play, 0, NO_LOOK)["row"].foretold == "Chance in % of 1 more and of 2 more"


def to_round(table: Journal, number: int) -> None:
    while table.play.moment.round < number or table.play.moment.phase != "sunrise":
        table.must("advance", moment=table.play.moment.as_json())


def seen(table: Journal) -> dict[str, int]:
    aid = table.game.aid("sunset")
    assert aid
    rows = aid.known(Table(table.play, 0))["seen"]
    return {row["resource"]: row["count"] for row in rows}


def test_chances_count_the_cards_of_earlier_rounds_until_a_shuffle_is_told() -> None:
    table = goods()
    for number, card in ((1, "ore"), (2, "wood"), (3, "clay")):
        to_round(table, number)
        for _ in range(4):
            table.must("lay", pad="row", card=card)
    assert seen(table) == {"ore": 4, "wood": 4, "clay": 4}
    aid = table.game.aid("sunset")
    assert aid
    form = aid_form(table.play, aid, 0, {})
    assert form.turn and form.turn.label == "Discards shuffled this round"
    assert form.turn.data == {"fact": "shuffled", "value": 3}
    assert "none" not in form.assumed.split("·")[1]
    table.must("record", fact="shuffled", value=2)
    assert seen(table) == {"wood": 4, "clay": 4}
    table.must("record", **form.turn.data)
    assert seen(table) == {"clay": 4} and aid_form(table.play, aid, 0, {}).turn is None
    table.must("undo", entry=table.state.seq)
    assert seen(table) == {"wood": 4, "clay": 4}


def test_a_pile_that_must_have_run_out_was_shuffled() -> None:
    """4 players draw 20 cards and 8 a round: with 12 in each market 94 last for 3 rounds."""
    table = goods(players=4)
    for number in range(1, 5):
        to_round(table, number)
        for card in ("ore", "wood", "clay", "grain", "cotton") * 2 + ("wood", "wood"):
            table.must("lay", pad="row", card=card)
        kept = 1 if number < 4 else 4
        assert seen(table)["ore"] == 2 * (number - kept + 1), number


def test_what_was_seen_stays_when_people_change_seats() -> None:
    table = goods()
    to_round(table, 1)
    table.must("lay", pad="row", card="ore")
    to_round(table, 2)
    before = table.play.earlier
    assert [laid.card for laid in before["row"]] == ["ore"]
    names = [{"name": name} for name in ("Ben", "Ada", "Cleo")]
    table.must("reseat", chapter="base", seats=names)
    assert table.play.earlier == before and seen(table) == {"ore": 1}


def test_cards_that_are_built_do_not_come_up_any_more() -> None:
    table = goods()
    go_on(table, "sunset")
    before = faces(table)["grain"].ahead
    for seat, card in enumerate(("mill-1", "mill-2", "bakery-1")):
        table.must("lay", pad="tableau", card=card, seat=seat)
    aid = table.game.aid("sunset")
    assert aid and aid.known(Table(table.play, 2))["built"] == ["mill-1", "mill-2", "bakery-1"]
    assert faces(table)["grain"].ahead != before


def test_whom_one_can_hire_follows_from_the_colours_one_has_built() -> None:
    table = goods()
    table.must("lay", pad="tableau", card="tannery-1", seat=1)
    table.must("lay", pad="tableau", card="cattle-ranch-1", seat=1)
    assert faces(table, "hired", 1)["brick-layer"].ahead == "You have its colours"
    assert faces(table, "hired", 1)["builder"].ahead == "Missing: 2 red"
    assert faces(table, "hired", 0)["brick-layer"].ahead == "Missing: 2 red"
    table.must("lay", pad="hired", card="brick-layer", seat=1)
    aid = table.game.aid("hire")
    assert aid and "2 red, costs 4" not in [
        line.label for line in aid_form(table.play, aid, 0, {}).lines
    ]


def test_a_market_that_is_complete_gives_way_to_what_buildings_make() -> None:
    def tool() -> list[str]:
        return [part.key for part in play_page(table.state, table.play).layout.tool]

    table = goods()
    table.must("lay", pad="tableau", card="mill", seat=0)
    go_on(table, "sunrise")
    assert tool() == ["row"]
    page = play_page(table.state, table.play)
    assert page.next.small == "2 more half suns, then"
    table.must("lay", pad="row", card="wood", mark="sun")
    assert play_page(table.state, table.play).next.small == "1 more half sun, then"
    table.must("lay", pad="row", card="wood", mark="sun")
    assert tool() == ["produce"]
    assert "row" in {part.key for part in play_page(table.state, table.play).layout.folds}
    table.must("undo", entry=table.state.seq)
    assert tool() == ["row"]


def test_once_it_is_known_who_lies_out_only_those_are_offered_for_hire() -> None:
    table = goods()
    assert len(faces(table, "hired")) == 17 - 1
    for card in ("tailor", "weaver"):
        table.must("lay", pad="on-offer", card=card)
    assert set(faces(table, "hired")) == {"tailor", "weaver"}
    table.must("lay", pad="hired", card="tailor", seat=1)
    aid = table.game.aid("hire")
    assert aid
    assert [line.label for line in aid_form(table.play, aid, 0, {}).lines] == ["4 white, costs 2"]


def test_the_best_chains_say_what_they_bring_and_fill_in_the_sheet() -> None:
    table = goods()
    for card in ("mill-1", "bakery-1"):
        table.must("lay", pad="tableau", card=card, seat=0)
    aid = table.game.aid("chains")
    assert aid
    asked = {"f-goods.flour": ["3"], "f-goods.coal": ["2"], "f-cards.grain": ["2"]}
    form = aid_form(table.play, aid, 0, asked)
    assert form.lines[0].figure == "+14"
    assert form.lines[0].text == "8 → 22 coins: 4 points, 2 coins over."
    assert [(line.label, line.text) for line in form.lines[1:]] == [
        ("2 grain → 2 flour", "at the Mill"),
        ("2 flour + 2 coal → 4 bread", "at the Bakery"),
    ]
    assert (form.gives["field"], form.gives["value"]) == ("coins", 22)


def test_by_ruling_only_buildings_that_produced_have_chains_in_the_last_round() -> None:
    table = goods("I", 2)
    for card in ("mill-1", "bakery-1"):
        table.must("lay", pad="tableau", card=card, seat=0)
    aid, asked = table.game.aid("chains"), {"f-goods.flour": ["3"], "f-goods.coal": ["2"]}
    assert aid and aid_form(table.play, aid, 0, asked).lines[1].text == "at the Bakery"
    table.must("rule", ruling="final-chains", value="as-ever")
    assert len(aid_form(table.play, aid, 0, asked).lines) == 1
    told = {**asked, "f-produced.bakery": ["1"]}
    assert aid_form(table.play, aid, 0, told).lines[1].text == "at the Bakery"
    table.must("start", chapter="base", seats=[{"name": "Ada"}, {"name": "Ben"}])
    table.must("lay", pad="tableau", card="bakery-1", seat=0)
    assert aid_form(table.play, aid, 0, asked).lines[1].text == "at the Bakery"


def test_worker_and_unbuilt_plan_come_back_in_phase_iv_and_not_at_the_end() -> None:
    phases = {phase.key: phase for phase in games()["ohmygoods"].clock.phases}
    for said in (phases["producing"].text, phases["producing"].alone):
        back, hiring = said.index("take your worker back"), said.index("hiring")
        assert back < hiring < said.index("unbuilt plan")
    for said in (phases["end"].text, phases["end"].alone):
        assert "worker" not in said and "plan" not in said


def test_alone_assistants_stay_at_hand_for_event_15_where_the_deck_has_it() -> None:
    for chapter, players, said in (
        ("I", 1, "Keep the others nearby."),
        ("II", 1, "Keep the others nearby."),
        ("IXa", 1, "Return the rest to the box."),
        ("II", 2, "Return the rest to the box."),
        ("base", 2, "Return the other 4 to the box."),
    ):
        here, _ = games()["ohmygoods"].situation(chapter, players, {})
        steps = {step.key: step for step in games()["ohmygoods"].checklist(here)}
        step = steps.get("assistants") or steps["assistants-grown"]
        assert step.text.endswith(said)
        assert any("event 15" in note for note in step.notes) is said.startswith("Keep")


def test_grapes_are_unconfirmed_wherever_they_are_counted() -> None:
    table = goods("all-in", 2)
    aid = table.game.aid("worth")
    assert aid
    hints = {field.key: field.hint for field in aid.fields}
    assert hints["grapes"].startswith("unconfirmed") and hints["colours"].startswith("using")
    said = table.game.clock.reminder("grapes").text
    assert said.startswith("Check the Vineyard") and "Using" in said


def test_grapes_are_worth_the_buildings_of_their_colour() -> None:
    table = goods("all-in", 2)
    for card in ("vineyard-red", "tannery-1", "vineyard-gray"):
        table.must("lay", pad="tableau", card=card, seat=1)
    aid = table.game.aid("worth")
    assert aid
    form = aid_form(table.play, aid, 1, {"f-grapes.red": ["3"], "f-grapes.gray": ["1"]})
    assert form.gives["value"] == 3 * 2 + 1 and form.gives["field"] == "coins"
    chains = table.game.aid("chains")
    assert chains and not aid_form(table.play, chains, 1, {"f-goods.coal": ["1"]}).gives
    base = goods()
    fields = [box.box.key for box in aid_form(base.play, aid, 0, {}).boxes]
    assert fields == ["goods"] and not aid_form(base.play, aid, 0, {}).folded


COLOURS = ("gray", "green", "red", "white", "yellow")


@given(st.lists(st.sampled_from(COLOURS), max_size=8))
def test_nobody_can_be_hired_whose_colours_are_not_all_there(built: list[str]) -> None:
    game = games()["ohmygoods"]
    aid, here = game.aid("hire"), goods().play.situation
    assert aid
    has = {colour: built.count(colour) for colour in COLOURS}
    answer, issues = aid.ask(game, here, {"colours": has})
    assert not issues and len(answer["assistants"]) == 15
    for card in game.catalogue:
        if card.key in answer["assistants"]:
            parts = [part.split() for part in card.details["needs"].split(" + ")]
            wanted = sorted(colour for n, colour in parts for _ in range(int(n)))
            most = max(
                (n for n in range(len(wanted) + 1) for some in combinations(sorted(built), n)
                 if not some or _within(some, wanted)),
                default=0,
            )  # fmt: skip
            assert answer["assistants"][card.key]["missing"] == len(wanted) - most


def _within(some: tuple[str, ...], wanted: list[str]) -> bool:
    return all(some.count(colour) <= wanted.count(colour) for colour in some)


def test_only_the_first_eighth_building_asks_for_one_more_round() -> None:
    table = goods()
    table.must("count", track="buildings", seat=1, to=7)
    table.must("count", track="buildings", seat=0, to=8)
    assert [prompt.seat for prompt in table.play.prompts] == [0]
    go_on(table, "end")
    go_on(table, "producing")
    table.must("count", track="buildings", seat=1, by=1)
    assert table.play.tracks["buildings"][1] == 8
    assert [prompt.seat for prompt in table.play.prompts] == [0]


def test_in_the_expansion_everybody_is_told_of_one_building_too_many() -> None:
    table = goods("I")
    for seat in (0, 1):
        table.must("count", track="owned", seat=seat, to=11)
    assert [prompt.seat for prompt in table.play.prompts] == [0, 1]


def test_the_line_of_a_market_office_does_not_repeat_its_name() -> None:
    table = goods()
    go_on(table, "producing")
    offices = [face for face in faces(table, "tableau").values() if "Office" in face.label]
    assert len(offices) == 6
    assert {face.hint for face in offices if "clay" in face.label} == {"clay: costs 8, 3 ×"}
    assert not any(face.label in face.hint for face in offices)


def test_more_of_a_resource_than_the_box_has_cards_is_asked_about() -> None:
    table = goods()
    for kind, most in (("wood", 26), ("clay", 17), ("ore", 17), ("grain", 17), ("cotton", 17)):
        track = next(track for track in table.game.tracks if track.key == kind)
        assert track.usual == most == offered(table, kind)


def offered(table: Journal, kind: str) -> int:
    """How often the key of a resource can be tapped."""
    copies = faces(table)[kind].high
    assert copies is not None
    return copies


def test_the_best_chains_are_offered_once_it_is_the_last_round() -> None:
    def offered() -> bool:
        page = play_page(table.state, table.play)
        return "chains" in {part.key for part in (*page.layout.tool[:1], *page.layout.aids)}

    table = goods("I")
    go_on(table, "producing")
    assert not offered()
    while table.play.moment.round < 9:
        table.must("advance", moment=table.play.moment.as_json())
    go_on(table, "producing")
    assert offered()
    while table.play.moment != OVER:
        table.must("advance", moment=table.play.moment.as_json())
    assert offered()


def test_whom_somebody_hired_is_not_read_as_a_number_of_colours() -> None:
    table = goods()
    table.must("lay", pad="hired", card="sawmill-manager", seat=0)
    said = table.state.log[-1].sentence(table.state)
    assert said == "Ada hired: 2 green, costs 4."


def test_a_card_that_only_comes_alone_is_not_spoken_of_to_several() -> None:
    def told(players: int) -> bool:
        found = look_up(goods("II", players).play, "", "course").kinds
        finds = [find for kind in found for find in kind.finds]
        return any("Event 15" in line for find in finds for line in find.says)

    assert told(1) and not told(4)


def test_keys_are_only_for_goods_that_ones_own_buildings_make() -> None:
    table = goods()
    aid = table.game.aid("payment")
    assert aid
    (box,) = (b for b in aid_form(table.play, aid, 0, {}).boxes if b.box.key == "goods")
    assert len(box.keys) == 17 and not box.further
    for card in ("weaving-mill-1", "sawmill-1"):
        table.must("lay", pad="tableau", card=card, seat=0)
    form = aid_form(table.play, aid, 0, {"f-goods.bread": ["1"]})
    (box,) = (b for b in form.boxes if b.box.key == "goods")
    assert {key.label for key in box.keys} == {"bread", "fabric", "planks", "coal"}
    assert len(box.further) == 13 and all(key.by == 5 for key in box.keys)


def test_a_tap_may_add_five_at_once() -> None:
    table = goods()
    aid = table.game.aid("payment")
    assert aid
    asked = {"f-goods.coal": ["2"], "by": ["goods.coal:5"], "f-costs": ["6"]}
    line = aid_form(table.play, aid, 0, asked).lines[0]
    assert (line.figure, line.text) == ("6", "Hand in 6 coal. Exact. 1 coal left.")
