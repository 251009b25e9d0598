"""Merchants of the Dark Road: the deed choice against brute force, draws, calculators."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.games.merchants.assist import (
    TILES,
    Caravan,
    Gain,
    Town,
    balance,
    bazaar_cost,
    caravan,
    clashes,
    commission,
    dark_market,
    final_travel,
    inn_sale,
    ruins,
    space,
    travel_die,
    turned,
    wheel_from,
)
from companion.games.merchants.deeds import Choice, Piles, best
from companion.rules.decks import UNNUMBERED
from companion.rules.score import score

GAME = games()["merchants"]
SITUATION = GAME.situation("base", 4, {})[0]
TABLE = (1, 3, 6)
GOODS = ("potion", "staff", "book", "armor", "weapon", "instrument")
VALUES = dict(zip(GOODS, (5, 4, 3, 2, 1, 1), strict=True))

unhurried = settings(deadline=None)
amounts = st.integers(0, 9)
choices = st.lists(st.builds(Choice, amounts, amounts, st.integers(0, 4)), max_size=5)
piles = st.builds(Piles, st.integers(0, 40), st.integers(0, 40))


def ends(start: Piles, cards: list[Choice], split: bool) -> Iterator[tuple[int, int]]:
    """Every way to choose, one by one: base and sum."""
    counts = [range(c.times + 1) if split else sorted({0, c.times}) for c in cards]
    for taken in product(*counts):
        pairs = list(zip(taken, cards, strict=True))
        coins = start.coins + sum(n * c.coins for n, c in pairs)
        prestige = start.prestige + sum((c.times - n) * c.prestige for n, c in pairs)
        yield min(coins, prestige), coins + prestige


@unhurried
@given(piles, choices, st.booleans())
def test_no_other_choice_of_deeds_is_better(start: Piles, cards: list[Choice], split: bool) -> None:
    found = best(start, cards, split)
    assert (found.base, found.sum) == max(ends(start, cards, split))


@unhurried
@given(piles, choices, st.booleans())
def test_the_piles_are_what_the_choice_comes_to(
    start: Piles, cards: list[Choice], split: bool
) -> None:
    found = best(start, cards, split)
    pairs = list(zip(found.as_coins, cards, strict=True))
    assert all(0 <= n <= card.times for n, card in pairs)
    assert split or all(n in (0, card.times) for n, card in pairs)
    assert found.coins == start.coins + sum(n * c.coins for n, c in pairs)
    assert found.prestige == start.prestige + sum((c.times - n) * c.prestige for n, c in pairs)


@unhurried
@given(
    st.lists(st.builds(dict, kind=st.just("choice"), coins=amounts, prestige=amounts), max_size=9)
)
def test_the_sheet_carries_the_piles_and_every_choice(rows: list[dict[str, object]]) -> None:
    entries = [{"coins": 12, "prestige": 9, "deeds": rows}, {"final": 3}]
    line = score(GAME, "base", ["Ada", "Concern"], entries, {}).breakdowns[0].lines[0]
    found = best(Piles(12, 9), [Choice(r["coins"], r["prestige"]) for r in rows])  # type: ignore[arg-type]
    assert line.points == found.base
    assert (line.detail["coins"], line.detail["prestige"]) == (found.coins, found.prestige)
    assert line.detail["deeds"] == ["coins" if n else "prestige" for n in found.as_coins]


def test_the_largest_sheet_is_scored_while_people_wait() -> None:
    rows = [{"kind": "choice", "coins": 50 - i, "prestige": 31 + i, "times": 78} for i in range(19)]
    began = perf_counter()
    scored = score(
        GAME, "base", ["A", "B"],
        [{"coins": 3, "prestige": 9, "deeds": rows}, {"coins": 0, "prestige": 0}], {},
    )  # fmt: skip
    assert scored.result
    assert perf_counter() - began < 5


def test_the_working_explains_the_choice() -> None:
    deeds = [{"kind": "coins", "coins": 2}, {"kind": "choice", "coins": 3, "prestige": 4}]
    entries = [{"coins": 30, "prestige": 34, "deeds": deeds}, {"coins": 1, "prestige": 1}]
    working = score(GAME, "base", ["A", "B"], entries, {}).breakdowns[0].lines[0].working
    assert working.startswith("30 + 2 from deeds + 3 from choices = 35 coins, 34 prestige: the ")
    assert "1 as coins, 0 as prestige" in working


def test_one_seat_is_refused_with_the_reason() -> None:
    (found,) = score(GAME, "base", ["Ada"], [{"coins": 1, "prestige": 1}], {}).issues
    assert "Private Concern takes the second seat" in found.message


@unhurried
@given(st.integers())
def test_buildings_are_drawn_from_four_tiles(seed: int) -> None:
    draw = next(d for d in GAME.draws if d.key == "buildings")
    hand = draw.drawn(SITUATION, {}, seed)
    assert len(hand) == 4
    assert all(len(set(tile) & set(hand)) < 2 for tile in TILES)


@unhurried
@given(st.integers(0, 13), st.sampled_from(["highway", "shortcut"]))
def test_an_event_deck_counts_down_from_thirteen(seen: int, key: str) -> None:
    deck = next(d for d in GAME.decks(SITUATION) if d.key == key)
    came = [UNNUMBERED] * seen
    assert deck.fault(came) == ""
    assert sum(left.choose for left in deck.left(came)) == 13 - seen
    assert bool(deck.refusal(came, UNNUMBERED)) == (seen == 13)


def test_the_pairs_are_the_same_wherever_they_stand() -> None:
    draw = next(d for d in GAME.draws if d.key == "buildings")
    assert draw.exclusive == TILES
    assert GAME.facts_of(SITUATION)["building_pairs"].value == tuple(" / ".join(t) for t in TILES)


def test_buildings_that_share_a_tile_clash() -> None:
    assert clashes(["Yedl's Workshop", "Oracle of Lumi", "Frosted Filigree"]) == (
        "Yedl's Workshop and Frosted Filigree",
    )


def test_the_second_good_of_a_section_is_free() -> None:
    assert bazaar_cost({"armor": 3, "weapon": 1}, {"armor": 2, "weapon": 1}) == 4
    assert bazaar_cost({"armor": 3, "weapon": 1}, {"armor": 2, "weapon": 1}, discount=2) == 2
    assert bazaar_cost(VALUES, {"weapon": 1}, discount=2) == 0


def test_five_goods_cost_4_to_15() -> None:
    assert bazaar_cost(VALUES, dict.fromkeys(GOODS[:5], 1)) == 15
    assert bazaar_cost(VALUES, {"armor": 1, "weapon": 2, "instrument": 2}) == 4


def test_a_third_die_on_a_section_is_refused() -> None:
    with pytest.raises(ValueError, match="At most 2 dice"):
        bazaar_cost(VALUES, {"armor": 3})


def test_atlantes_buys_an_upgraded_staff_and_a_potion() -> None:
    assert inn_sale([4, 5], upgraded=1) == Gain(coins=10, quartz=1)


def test_commissions() -> None:
    table = GAME.facts_of(SITUATION)["commission"].value
    rows = {1: [1, 2], 2: [3, 4, 5], 3: [6, 7, 8, 9]}  # goods: by upgraded goods, B5
    for goods, prestige in rows.items():
        assert [commission(table, goods, n) for n in range(goods + 1)] == prestige


def test_commissions_by_the_text_of_page_15() -> None:
    other = GAME.situation("base", 2, {"commission-prestige": "one-two-three"})[0]
    assert commission(GAME.facts_of(other)["commission"].value, 3, 1) == 4


@pytest.mark.parametrize(("goods", "upgraded"), [(0, 0), (4, 0), (2, 3), (1, -1)])
def test_impossible_commissions_are_refused(goods: int, upgraded: int) -> None:
    with pytest.raises(ValueError):
        commission(TABLE, goods, upgraded)


def test_selling_more_upgraded_goods_than_goods_is_refused() -> None:
    with pytest.raises(ValueError):
        inn_sale([4], upgraded=2)


def test_griffins_caravan() -> None:
    griffin, susie, brian = 0, 1, 2
    assert caravan(4, griffin, [susie, brian], shortcut=True, die=True) == Caravan(
        4, (susie, brian, griffin), 2
    )


def test_a_highway_caravan_starts_with_its_leader() -> None:
    assert caravan(4, 2, [0, 1, 3], shortcut=False, die=True) == Caravan(5, (2, 3, 0, 1), 1)


def test_the_wheel_turns_down_and_by_ruling_up() -> None:
    wheel = wheel_from(GOODS, "book")
    assert wheel == ("book", "armor", "weapon", "instrument", "potion", "staff")
    assert turned(wheel)[:2] == ("staff", "book")
    assert turned(wheel, up=True)[0] == "armor"
    assert turned(wheel, 6) == wheel


def test_ways_round_the_ringway() -> None:
    assert space(0, 2, horseshoe=1) == 3
    assert space(4, 4) == 3
    assert space(0, 0, horseshoe=-1) == 4
    with pytest.raises(ValueError, match="only 1"):
        space(0, 1, horseshoe=2)


def test_andrea_goes_from_west_to_east_for_2_coins() -> None:
    north, east, south, west = range(4)
    assert dark_market(west, coins=9) == {north: 1, east: 2, south: 3, west: 4}
    assert dark_market(south, coins=2) == {west: 1, north: 2}
    assert dark_market(south, coins=0) == {}


def test_heroes_reach_further_in_the_ruins() -> None:
    assert ruins(0, heroes=0) == (1,)
    assert ruins(2, heroes=3) == (3, 0, 1, 2)


def test_a_travel_die_above_six() -> None:
    assert [travel_die(5, 1), travel_die(6, 2), travel_die(6, 1, "nothing")] == [6, 6, 0]


def test_balance_says_which_pile_is_worth_more() -> None:
    assert balance(30, 34) == (-4, 1, 0)
    assert balance(34, 30) == (4, 0, 1)
    assert balance(30, 30) == (0, 0, 0)


def test_griffin_delivers_at_scorchborn() -> None:
    known = {card.key: card.details for card in GAME.catalogue if card.catalogue == "towns"}
    hero = Gain(known["scorchborn"]["coins"], known["scorchborn"]["prestige"])
    town = Town("scorchborn", hero, heroes=2, commissions=((2, 1),))
    assert town.gain(TABLE) == Gain(coins=4, prestige=4)


def test_the_final_travel_ranks_towns_with_the_deeds_in_mind() -> None:
    towns = [
        Town("scorchborn", Gain(coins=2), heroes=2),
        Town("farglen", Gain(prestige=2), heroes=1, commissions=((3, 0),)),
        Town("nightpoem", Gain(coins=1, prestige=1)),
    ]
    trips = final_travel(Piles(30, 28), towns, TABLE, [Choice(5, 5)])
    assert [(t.town, t.piles.base) for t in trips] == [
        ("farglen", 35), ("scorchborn", 33), ("nightpoem", 30),
    ]  # fmt: skip
