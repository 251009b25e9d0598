"""What the table knows in each phase of Tybor, against examples worked by hand."""

from __future__ import annotations

from typing import Any

from companion.rules.aids.guide import Deed, Head, Rule, Said, Step, Told
from companion.rules.aids.table import Table
from tests.journal import Journal


def table(players: int = 3, effects: tuple[str, ...] = (), **more: Any) -> Journal:
    told = Journal("tybor")
    told.start("I", players, settings={"scenario": "third", **more})
    if effects:
        told.must("record", fact="effects", value=list(effects))
    return told


def on_to(told: Journal, phase: str) -> None:
    while told.play.moment.phase != phase:
        told.must("advance", moment=told.play.moment.as_json())


def tap(told: Journal, seat: int, pad: str, card: str) -> None:
    told.must("lay", pad=pad, card=card, seat=seat, moment=told.play.moment.as_json())


def play_stage(told: Journal, cards: dict[int, list[tuple[str, str]]]) -> None:
    """Everyone's five cards in play order, by tapping; those not named are Workers."""
    on_to(told, "pick-1")
    while (moment := told.play.moment).phase.startswith("pick-"):
        number = int(moment.phase.removeprefix("pick-")) - 1
        for seat in told.game.clock.order_at(moment, told.play.situation):
            mine = cards.get(seat, [])
            tap(told, seat, *(mine[number] if number < len(mine) else ("workers", "1")))


def said(told: Journal, phase: str = "") -> list[Told]:
    key = phase or told.play.moment.phase
    return list(told.game.guides[key](Table(told.play, 0, key)))


def rows(told: Journal) -> list[str]:
    """The deeds as they stand in a row: ``Ada: 2 captain symbols``, or a grey line."""
    names = told.play.names
    found = [one for one in said(told) if isinstance(one, Deed)]
    return [f"{names[d.seat]}: {d.title}" if d.seat is not None else d.title for d in found]


def steps(told: Journal, phase: str = "") -> list[str]:
    return [one.text for one in said(told, phase) if isinstance(one, Step)]


def rules(told: Journal, phase: str = "") -> list[str]:
    """What is said of effects for everyone, without names."""
    return [f"{r.title}. {r.text}" for r in said(told, phase) if isinstance(r, Rule)]


CAPTAIN, SOLDIER, PRIEST = ("citizens", "captain"), ("citizens", "soldier"), ("citizens", "priest")
FARMER, BLUE = ("citizens", "farmer"), ("built", "blue")


def test_the_captains_effect_names_who_has_most_and_why_the_others_do_not() -> None:
    told = table(effects=("most-captains",))
    play_stage(told, {0: [CAPTAIN, CAPTAIN], 1: [CAPTAIN]})
    assert told.play.moment.phase == "end"
    assert rows(told) == ["Ada: 2 captain symbols", "Not Cleo (0) or Ben (1)"]
    deed = next(one for one in said(told) if isinstance(one, Deed))
    assert deed.text.startswith("May discard a Captain or a Building. If you do, draw 3")


def test_three_tied_for_most_all_may_in_play_order() -> None:
    told = table(4, effects=("most-captains",))
    play_stage(told, {0: [CAPTAIN], 2: [CAPTAIN], 3: [CAPTAIN]})
    first = told.game.clock.order_at(told.play.moment, told.play.situation)[0]
    assert first == 1, "five cards with four players: the card has moved on by one"
    symbols = [f"{name}: 1 captain symbol" for name in ("Cleo", "Dov", "Ada")]
    assert rows(told) == [*symbols, "Not Ben (0)"]


def test_those_still_tied_keep_their_right_when_the_first_has_given_a_captain_up() -> None:
    told = table(effects=("most-captains",))
    play_stage(told, {0: [CAPTAIN], 1: [CAPTAIN]})
    assert rows(told) == ["Ada: 1 captain symbol", "Ben: 1 captain symbol", "Not Cleo (0)"]
    key = next(one.key for one in said(told) if isinstance(one, Deed) and one.seat == 0)
    told.must("deed", deed=key, round=1, phase="end", title="Most captain symbols", seat=0)
    told.must("lift", pad="citizens", card="captain", seat=0)
    assert rows(told) == ["Ada: 0 captain symbols", "Ben: 1 captain symbol", "Not Cleo (0)"]
    told.must("undo", entry=len(told.entries) - 1)
    assert rows(told) == ["Ben: 1 captain symbol", "Not Cleo (0) or Ada (0)"]


def test_no_captains_at_all_is_for_no_one_unless_the_group_plays_it_so() -> None:
    told = table(effects=("most-captains",))
    play_stage(told, {})
    assert rows(told) == ["No one has a captain symbol. Skip this effect."]
    told.must("rule", ruling="no-captains", value="all-tied")
    assert len(rows(told)) == 3 and rows(told)[0].endswith(": 0 captain symbols")


def test_boardwalk_and_port_tavern_count_as_captain_symbols() -> None:
    told = table(effects=("most-captains",))
    play_stage(told, {0: [CAPTAIN], 1: [BLUE]})
    told.must("lay", pad="shown", card="harbour", seat=1)
    told.must("lay", pad="shown", card="harbour", seat=1)
    assert rows(told)[0] == "Ben: 2 captain symbols"


def test_different_citizens_are_types_or_cards_as_the_group_plays_it() -> None:
    told = table(effects=("different-citizens",))
    told.must("record", fact="citizens_needed", value=3)
    play_stage(told, {0: [FARMER, FARMER, PRIEST], 1: [FARMER, SOLDIER, PRIEST]})
    assert rows(told) == ["Ben: 3 different Citizens", "Not Cleo (0) or Ada (2)"]
    told.must("rule", ruling="different-citizens", value="cards")
    assert rows(told) == ["Ada: 3 different Citizens", "Ben: 3 different Citizens", "Not Cleo (0)"]


def test_enough_buildings_and_a_discard_for_everyone_who_has_something() -> None:
    told = table(2, effects=("enough-buildings", "discard-one"))
    told.must("record", fact="buildings_needed", value=2)
    play_stage(told, {0: [BLUE] * 5, 1: [BLUE]})
    assert rows(told) == ["Ada: 5 Buildings", "Not Ben (1)", "Ben: 4 cards", "Not Ada (0)"]
    told.must("record", fact="buildings_needed", value=6)
    assert rows(told)[0] == "No one has enough. Skip this effect."


def test_the_scenarios_effect_comes_first_where_it_is_known_which_it_is() -> None:
    told = table(effects=("most-captains", "discard-one"))
    told.must("record", fact="scenario_effect", value="discard-one")
    on_to(told, "end")
    titles = [one.title for one in said(told) if isinstance(one, Rule)]
    assert titles == ["Scenario: everyone discards", "Chapter: most captain symbols"]
    play_stage(other := table(effects=("most-captains", "discard-one")), {})
    heads = [one.text for one in said(other) if isinstance(one, Head)]
    assert heads == ["Most captain symbols", "Everyone discards", "Then, all together"]


def test_unknown_tableaux_leave_the_rule_without_names() -> None:
    told = table(8, effects=("most-captains", "different-citizens"))
    on_to(told, "end")
    assert rows(told) == []
    most, different = rules(told)
    assert most.startswith(
        "Most captain symbols. If you have the most, alone or tied, you may discard"
    )
    assert different.startswith("Different Citizens. If you have enough of them, draw 2")
    told.must("record", fact="citizens_needed", value=4)
    assert rules(told)[1].startswith("4 different Citizens. If you have 4 or more, draw 2")


def test_one_person_without_a_card_in_a_stage_leaves_everyone_unnamed() -> None:
    told = table(effects=("most-captains",))
    play_stage(told, {0: [CAPTAIN]})
    told.must("advance", moment=told.play.moment.as_json())
    on_to(told, "pick-1")
    tap(told, 2, *CAPTAIN)
    on_to(told, "end")
    assert rows(told) == [] and told.play.moment.round == 2


def test_a_hand_of_which_some_cards_are_unknown_leaves_everyone_unnamed() -> None:
    told = table(2, effects=("most-captains",))
    told.must("pace", value="round")
    for seat in (0, 1):
        for _ in range(4):
            told.must("lay", pad="workers", card="1", seat=seat)
    told.must("lay", pad="citizens", card="captain", seat=0)
    assert len(rules(told, "end")) == 1, "Ben’s fifth card may be a captain"
    told.must("lay", pad="workers", card="1", seat=1)
    assert rules(told, "end") == []
    short = table(effects=("most-captains",))
    on_to(short, "pick-5")
    for seat, card in ((0, CAPTAIN), (1, FARMER), (2, FARMER)):
        tap(short, seat, *card)
    assert short.play.moment.phase == "end" and rows(short) == []


def test_whose_turn_it_is_matters_to_nothing_at_the_end_of_a_stage() -> None:
    told = table()
    on_to(told, "end")
    told.must("turn", seat=1)
    told.must("deed", deed="remove", round=1, phase="end", title="Remove the rest.")
    told.must("turn", seat=2)
    assert told.play.did("end", "remove")


def test_the_first_player_card_moves_once_more_with_five_by_two_seats() -> None:
    for players, seats, name in ((3, "1 seat", "Cleo"), (5, "2 seats", "Ben")):
        told = table(players)
        on_to(told, "end")
        assert steps(told)[0] == f"Pass the First Player card {seats}, to {name}."
        handover = [one for one in said(told) if isinstance(one, Said)][-1]
        assert handover.text == f"{name} goes first in stage II."


def test_after_the_last_stage_nothing_is_turned_and_no_one_goes_first() -> None:
    told = table()
    while told.play.moment.round < 4:
        told.must("advance", moment=told.play.moment.as_json())
    on_to(told, "end")
    assert not any("Turn the Scenario" in text for text in steps(told))
    assert not any("goes first" in one.text for one in said(told) if isinstance(one, Said))


def test_the_scenario_is_turned_over_after_stage_ii() -> None:
    told = table()
    on_to(told, "end")
    assert any(text.startswith("Turn the Scenario to stage II.") for text in steps(told))
    told.must("advance", moment=told.play.moment.as_json())
    on_to(told, "end")
    assert any(text.startswith("Turn the Scenario over to stage III.") for text in steps(told))


def test_the_deal_of_a_stage_in_numbers() -> None:
    assert steps(table(3))[:2] == [
        "Deal 5 Characters to each player.",
        "Set out 8 Buildings from the bottom of the pile, Little side up. Sort them by colour.",
    ]
    assert steps(table(3, scenario="escape"))[0] == "Deal 7 Characters to each player."
    assert len(steps(table(3))) == 3 and len(steps(table(4))) == 2, "colours are searched with 2, 3"


def test_a_card_says_what_changes_hands_until_the_first_one_is_used() -> None:
    told = table()
    on_to(told, "pick-2")
    assert [one.text for one in said(told) if isinstance(one, Said)] == [
        "Pass hands clockwise and the First Player card to Ben."
    ]
    tap(told, 1, *FARMER)
    assert said(told) == []


def test_escape_from_the_city_passes_the_other_way_in_stage_ii() -> None:
    told = table(scenario="escape")
    while told.play.moment.round < 2:
        told.must("advance", moment=told.play.moment.as_json())
    on_to(told, "pick-2")
    (handover,) = (one for one in said(told) if isinstance(one, Said))
    assert "anticlockwise" in handover.text


def test_eight_people_play_by_stages() -> None:
    told = table(8, effects=("discard-one",))
    told.must("pace", value="round")
    assert said(told)[0] == Head("Play stage I")
    dealt, cards, done = steps(told)
    assert dealt.startswith("Deal 5 Characters to each player. Set out 18 Buildings")
    assert cards.startswith(
        "Play 5 cards, Ada first. After each, pass hands and the First Player card clockwise"
    )
    assert done.endswith("Turn the Scenario to stage II. Put the Chapter back over its lower half.")
    assert said(told, "pick-1") == said(told, "pick-2") == []
    assert rules(told, "end") == [
        "Everyone discards. Discard a Citizen or a Worker. If you have neither, discard nothing."
    ]
    handover = [one for one in said(told, "end") if isinstance(one, Said)][-1]
    assert handover.short == "Fay goes first in stage II"


def test_by_stages_the_first_player_card_is_passed_once_per_card_and_with_five_once_more() -> None:
    """Playing with 5-8: two seats after the last card."""
    twice = "clockwise. After the last, pass that card 2 seats."
    for players, passes in ((4, "clockwise."), (5, twice)):
        told = table(players)
        told.must("pace", value="round")
        assert steps(told)[1].endswith(f"pass hands and the First Player card {passes}")
        assert steps(told, "end") == []


def test_effects_that_were_not_entered_are_named_unless_the_group_skips_them() -> None:
    told = table(4)
    told.must("pace", value="round")
    assert steps(told)[-1].startswith("Do any effects on the Scenario and the Chapter. Remove")
    while told.play.moment.round < 4:
        told.must("advance", moment=told.play.moment.as_json())
    told.must("rule", ruling="last-effects", value="skip")
    assert steps(told, "deal")[-1] == "Remove the unbuilt Buildings."
    told.must("pace", value="phase")
    assert not any("the Scenario and the Chapter" in str(one) for one in said(told, "end"))
