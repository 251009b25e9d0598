"""What Newdale's guides say, against worked examples from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.newdale.guide import GUIDES
from companion.rules.aids.guide import Deed, Said, Step, Told
from companion.rules.aids.table import Table
from tests.journal import Journal

VI, END = "special", "end"


def newdale(
    chapter: str = "II", players: int = 3, phase: str = "event", number: int = 1
) -> Journal:
    table = Journal("newdale")
    table.start(chapter, players)
    go_on(table, phase, number)
    return table


def go_on(table: Journal, phase: str, number: int = 1) -> None:
    while (table.play.moment.phase, table.play.moment.round) != (phase, number):
        table.must("advance", moment=table.play.moment.as_json())


def build(table: Journal, seat: int, *cards: str, pad: str = "built") -> None:
    for card in cards:
        table.must("lay", pad=pad, card=card, seat=seat)


def told(table: Journal, phase: str = "", seat: int = 0) -> list[Told]:
    here = phase or table.play.moment.phase
    return list(GUIDES[here](Table(table.play, seat, here)))


def steps(table: Journal) -> list[str]:
    return [one.text for one in told(table) if isinstance(one, Step)]


def said(table: Journal) -> list[str]:
    return [one.text for one in told(table) if isinstance(one, Said)]


def deeds(table: Journal) -> list[Deed]:
    return [one for one in told(table) if isinstance(one, Deed)]


def rows(table: Journal) -> list[tuple[int | None, str, str]]:
    return [(deed.seat, deed.title, deed.text) for deed in deeds(table) if not deed.none]


def do(table: Journal, deed: Deed) -> None:
    """What a tap on its button enters."""
    others = [{"seat": seat, "counts": dict(book.counts)} for seat, book in deed.others]
    data: dict[str, Any] = {"counts": dict(deed.book.counts)} if deed.book else {}
    table.must(
        "deed", deed=deed.key, round=table.play.moment.round, phase=table.play.moment.phase,
        title=deed.title, seat=deed.seat, **data, **({"others": others} if others else {}),
    )  # fmt: skip


def no_fists(table: Journal, *seats: int) -> None:
    """Somebody has said that they have none."""
    for seat in seats:
        for by in (1, -1):
            table.must("count", track="fists", seat=seat, by=by)


def named(table: Journal, title: str) -> Iterator[Deed]:
    return (deed for deed in deeds(table) if deed.title == title)


def test_the_only_event_left_is_stated() -> None:
    """Chapter I, rounds 1 to 3: 100, 101 and 102 in any order (p. 4, step 6)."""
    table = newdale("I")
    assert steps(table)[0] == "Ada reveals the event and reads it out."
    for number, card in enumerate((100, 101)):
        table.must("reveal", deck="events", card=card, position=number)
        go_on(table, "event", number + 2)
    assert steps(table)[0] == "Cleo reveals event 102 and reads it out."
    table.must("reveal", deck="events", card=102, position=2)
    assert steps(table)[0] == "Cleo reveals the event and reads it out."
    assert isinstance(told(table)[0], Step) and told(table)[0].done


def test_nothing_is_stated_where_an_event_was_not_entered() -> None:
    table = newdale("I", number=2)
    table.must("reveal", deck="events", card=100, position=0)
    go_on(table, "event", 3)
    assert steps(table)[0] == "Cleo reveals the event and reads it out."


def test_round_7_has_one_event_and_it_is_stated() -> None:
    table = newdale("II", 2)
    for number, card in enumerate((101, 103, 104, 10, 12, 10)):
        table.must("reveal", deck="events", card=card, position=number)
        go_on(table, "event", number + 2)
    assert steps(table)[0] == "Ada reveals event 1 and reads it out."
    table.must("pace", value="round")
    assert steps(table) == [
        "Ada reveals event 1.",
        "Play phases II to VI. Do any end-of-round effect last.",
        "Put the market’s assistants back into the bag. Pass the bag to Ben.",
    ]


def test_who_turns_over_the_event_is_named_and_a_solo_player_addressed() -> None:
    assert steps(newdale())[0] == "Ada reveals the event and reads it out."
    assert steps(newdale(number=2))[0] == "Ben reveals the event and reads it out."
    assert steps(newdale(players=1))[0] == "Reveal the event and read it."


def test_tokens_bought_are_planned_with_from_the_next_round_on() -> None:
    table = newdale(phase="planning")
    table.must("lay", pad="growth", card="token-3", seat=1)
    assert said(table) == []
    go_on(table, "planning", 2)
    assert said(table) == ["Tokens: Ben 3, Cleo 2 and Ada 2."]
    table.must("lay", pad="growth", card="token-3", seat=0)
    table.must("lay", pad="growth", card="token-4", seat=2)
    go_on(table, "planning", 3)
    assert said(table) == ["Everyone has 3 tokens."]
    solo = newdale(players=1, phase="planning")
    solo.must("lay", pad="growth", card="token-4", seat=0)
    go_on(solo, "planning", 2)
    assert said(solo) == ["You have 3 tokens."]


def test_figures_to_draw_are_4_or_6_as_the_event_says() -> None:
    table = newdale(phase="assistants")
    assert steps(table)[0] == "Ada draws 4 figures from the bag without looking."
    table.must("count", track="draws", by=2)
    assert steps(table)[0] == "Ada draws 6 figures from the bag without looking."
    for card in ("yellow", "yellow", "green", "red", "red", "blue"):
        table.must("lay", pad="drawn", card=card)
    first = told(table)[0]
    assert isinstance(first, Step) and first.done and not first.due


def test_what_was_bought_says_that_its_points_are_booked() -> None:
    """Progress 2 points, token 4 three, token 3 none (p. 10)."""
    table = newdale(phase="actions")
    table.must("turn", seat=0)
    for card in ("token-3", "range", "token-4"):
        table.must("lay", pad="growth", card=card, seat=0)
    found = [one for one in told(table) if isinstance(one, Said)]
    assert [one.text for one in found] == ["+5 points added, 8 now. Don’t add them again."]
    assert (found[0].kind, found[0].seat, found[0].short) == ("booked", 0, "+5 points added")
    assert not [one for one in told(table, seat=1) if isinstance(one, Said)]
    go_on(table, "actions", 2)
    assert said(table) == []


def test_ten_buildings_leave_no_house() -> None:
    """11 houses, one of them in the starting town (p. 5, step 14; p. 9)."""
    table = newdale("I", phase="building")
    build(table, 1, *["production"] * 9)
    assert said(table) == []
    build(table, 1, "fortress")
    assert said(table) == ["Ben has no house left and can’t build."]


def test_phase_vi_has_a_row_per_person_and_card_in_turn_order() -> None:
    table = newdale("II", 4, VI, 3)
    build(table, 0, "corn-farm", "barracks")
    build(table, 1, "fortress", "production")
    build(table, 2, "coal-trade", "coal-storage", "writing-room", "writing-room")
    assert rows(table) == [
        (2, "Writing Room", "draw 1 card"),
        (2, "Writing Room", "draw 1 card"),
        (2, "Coal Storage", "put 2 coal on the Coal Mine"),
        (2, "Coal Trade", "3 coal for 2 points, if you like"),
        (0, "Corn Farm", "put 1 corn on it"),
        (0, "Barracks", "everyone else with fewer fists loses 1 point"),
    ]
    assert len({(deed.seat, deed.key) for deed in deeds(table)}) == 7
    assert [deed.title for deed in deeds(table) if deed.none] == [
        "Dov and Ben have nothing for phase VI."
    ]


def test_points_are_booked_by_one_tap_and_taken_back_by_one() -> None:
    table = newdale("II", 3, VI)
    build(table, 0, "coal-trade")
    build(table, 1, "barracks", "fortress", "barracks")
    no_fists(table, 0, 2)
    [trade] = named(table, "Coal Trade")
    do(table, trade)
    assert table.play.tracks["points"] == (5, 3, 3)
    first, second = named(table, "Barracks")
    assert first.text == "Ada and Cleo lose 1 point (fewer than 4 fists)"
    do(table, first)
    assert table.play.tracks["points"] == (4, 3, 2)
    do(table, second)
    assert table.play.tracks["points"] == (3, 3, 1)
    assert all(Table(table.play, 0).did(one.key, one.seat) for one in (trade, first, second))
    table.must("undo", entry=table.entries[-2].seq)
    assert table.play.tracks["points"] == (4, 3, 2)
    assert [Table(table.play, 0).did(one.key, 1) for one in (first, second)] == [False, True]
    go_on(table, VI, 2)
    assert not any(Table(table.play, 0).did(one.key, one.seat) for one in (trade, first, second))


def test_barracks_name_nobody_while_somebodys_fists_are_unknown() -> None:
    table = newdale("VII", 3, VI)
    build(table, 0, "barracks")
    assert rows(table) == [(0, "Barracks", "everyone else with fewer fists loses 1 point")]
    no_fists(table, 1)
    assert not deeds(table)[0].others
    no_fists(table, 2)
    assert rows(table) == [(0, "Barracks", "Ben and Cleo lose 1 point (fewer than 1 fist)")]


def test_as_many_fists_are_not_fewer() -> None:
    """Each player with fewer fists loses a point; a tie does not (p. 15)."""
    table = newdale("II", 3, VI)
    build(table, 0, "barracks")
    build(table, 1, "small-watchtower")
    build(table, 2, "small-watchtower")
    assert rows(table) == []
    assert next((deed.title, deed.text) for deed in deeds(table) if deed.none) == (
        "Barracks", "no one has fewer fists",
    )  # fmt: skip


def test_alone_barracks_cost_nobody_a_point() -> None:
    table = newdale("II", 1, VI)
    build(table, 0, "barracks", "coal-trade")
    assert rows(table) == [(0, "Coal Trade", "3 coal for 2 points, if you like")]
    assert steps(table) == ["In any order, use each card once."]
    barracks = deeds(table)[-1]
    assert barracks.none and barracks.text == "no one loses points in a solo game"


def test_at_0_points_barracks_follow_the_ruling() -> None:
    for ruling, after in (("allow", -1), ("stop-at-zero", 0)):
        table = newdale("II", 2, VI)
        table.must("rule", ruling="below-zero", value=ruling)
        table.must("count", track="points", seat=1, to=0)
        build(table, 0, "barracks")
        no_fists(table, 1)
        do(table, deeds(table)[0])
        assert table.play.tracks["points"] == (3, after)


def test_a_prison_holds_one_figure() -> None:
    """An assistant stays on it, a Hooded One leaves for a point (p. 15)."""
    table = newdale("VII", 2, VI)
    build(table, 0, "prison")
    assert len(rows(table)) == 2
    do(table, deeds(table)[1])
    assert table.play.tracks["points"] == (4, 3)
    assert [deed.key for deed in deeds(table) if deed.title == "Prison"] == ["prison-0-hooded"]
    for card in ("yellow", "yellow", "green", "red"):
        table.must("lay", pad="drawn", card=card)
    go_on(table, VI, 2)
    table.must("lay", pad="drawn", card="blue")
    assert [deed.key for deed in deeds(table) if deed.title == "Prison"] == ["prison-0-assistant"]


def test_navigators_trade_fish_and_watch_officers_have_fists_unless_ruled_otherwise() -> None:
    for ruling, pad, loses in (("count", "sailors", 1), ("do-not-count", "sailors-unarmed", 0)):
        table = Journal("newdale")
        table.must("rule", ruling="watch-officers", value=ruling)
        table.start("VIII", 2)
        go_on(table, VI)
        build(table, 0, "barracks")
        build(table, 0, "watch-officer", "navigator", pad=pad)
        build(table, 1, "barracks")
        assert (0, "Navigator", "1 fish for 1 point, if you like") in rows(table)
        assert len([row for row in rows(table) if row[1] == "Barracks"]) == loses


def test_where_no_building_was_entered_the_rule_stands() -> None:
    table = newdale("II", 3, VI)
    assert told(table) == []
    build(table, 0, "production")
    assert [deed.title for deed in deeds(table)] == ["Ada, Ben and Cleo have nothing for phase VI."]


def test_the_end_of_a_round_says_whose_the_bag_is() -> None:
    table = newdale("I", 3, END)
    assert said(table) == ["Bag to Ben"]
    assert told(table)[-1].more == "Ben goes first in round 2."
    assert steps(table)[0] == (
        "If the event has an end-of-round effect, do it now. Then put the card away."
    )
    go_on(table, END, 7)
    assert said(table) == ["Bag to Ben"]
    assert "round" not in told(table)[-1].more
    assert said(newdale("I", 1, END)) == []


def test_what_goes_back_into_the_bag_is_what_came_out() -> None:
    """Jailed figures stay on the Prison, characters' figures go back (pp. 7, 14, 15)."""
    table = newdale("II", 3, "assistants")
    table.must("reveal", deck="events", card=103, position=0)
    for card in ("yellow", "green", "green", "blue"):
        table.must("lay", pad="drawn", card=card)
    go_on(table, END)
    assert steps(table) == [
        "If event 103 has an end-of-round effect, do it now. Then put the card away.",
        "Put the 4 drawn figures back into the bag. It holds 18 again.",
    ]
    table.must("lay", pad="onyx", card="red", seat=0)
    back = "Put the market’s assistants back into the bag."
    assert steps(table)[1] == f"{back} Also return those taken for a character."
    assert steps(newdale("VII", 3, END))[1] == f"{back} Figures on a Prison stay there."
    assert steps(newdale("V", 3, END))[1] == back
    by_round = newdale("VII", 3)
    by_round.must("pace", value="round")
    assert steps(by_round)[-1] == f"{back} Figures on a Prison stay there. Pass the bag to Ben."


def test_final_production_names_characters_only_where_there_are_some() -> None:
    table = newdale("I", 2, "final-production", 7)
    assert steps(table)[-1] == "Use your bonus tiles now or never."
    other = newdale("II", 2, "final-production", 7)
    assert steps(other)[-1] == "Use your bonus tiles and character now or never."
