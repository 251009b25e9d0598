"""Newdale's goods by kind: what they are worth, what to give of them, what a building takes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.aids.calculator import Line
from companion.rules.aids.table import Table
from companion.rules.words import percent
from companion.show.play.aid import AidForm, aid_form
from companion.show.play.asked import NO_LOOK
from companion.show.play.pads import pads
from tests.journal import Journal, codes

few = settings(max_examples=40)
KINDS = ("bread", "meat", "coal")
FIGURES = {"yellow": 3, "green": 2, "red": 2, "blue": 1}


def newdale(chapter: str = "VIII", players: int = 3, **told: Any) -> Journal:
    table = Journal("newdale")
    table.start(chapter, players, settings=told)
    return table


def form(table: Journal, key: str, seat: int = 0, **asked: str) -> AidForm:
    aid = table.game.aid(key)
    assert aid
    args = {f"f-{name.replace('__', '.')}": [value] for name, value in asked.items()}
    return aid_form(table.play, aid, seat, args)


def answer(key: str, **values: Any) -> Any:
    table = newdale("I")
    aid = table.game.aid(key)
    assert aid
    found, issues = aid.ask(table.game, table.play.situation, values)
    assert not issues
    return found


purses = st.fixed_dictionaries({kind: st.integers(0, 2) for kind in KINDS})
prices = st.fixed_dictionaries({kind: st.integers(1, 6) for kind in KINDS})
some = st.lists(st.sampled_from(KINDS), unique=True, max_size=2)
cards = st.lists(
    st.fixed_dictionaries({"coins": st.integers(0, 15), "points": st.integers(0, 9)}),
    min_size=1,
    max_size=2,
)


@few
@given(purses, prices, cards, some, some)
def test_nothing_better_can_be_given_for_the_main_objective(
    goods: dict[str, int], values: dict[str, int], options: list[Any], first: list[str],
    second: list[str],
) -> None:  # fmt: skip
    found = answer("worth", goods=goods, values=values, options=options, first=first, second=second)
    coins = sum(values[kind] * n for kind, n in goods.items())
    ways = [(coins // 5, 0)]
    for taken, option in zip((first, second), options, strict=False):
        fits = [goods[kind] if not taken or kind in taken else 0 for kind in KINDS]
        for each in product(*(range(n + 1) for n in fits)):
            paid = sum(n * values[kind] for n, kind in zip(each, KINDS, strict=True))
            if paid >= option["coins"]:
                ways.append((option["points"] + (coins - paid) // 5, -paid))
    assert (found["points"], -found["given"]) == max(ways)
    assert found["coins"] == coins
    assert found["given"] == sum(values[kind] * n for kind, n in found["goods"].items())
    assert all(n <= goods[kind] for kind, n in found["goods"].items())


@few
@given(purses, prices, st.integers(0, 20), st.tuples(*[st.booleans()] * 3))
def test_no_payment_for_a_building_loses_less(
    goods: dict[str, int], values: dict[str, int], printed: int, off: tuple[bool, bool, bool]
) -> None:
    town, gunda, tile = off
    found = answer(
        "cost", printed=printed, town=town, gunda=gunda, tile=tile, goods=goods, values=values
    )
    cost = max(0, printed - 3 * town - 3 * gunda - 4 * tile)
    paid = [
        sum(n * values[kind] for n, kind in zip(each, KINDS, strict=True))
        for each in product(*(range(goods[kind] + 1) for kind in KINDS))
    ]
    enough = [sum_ - cost for sum_ in paid if sum_ >= cost]
    assert (found["cost"], found["lost"]) == (cost, min(enough, default=None))
    if enough:
        given_ = sum(values[kind] * n for kind, n in found["goods"].items())
        assert given_ - cost == found["lost"]


@few
@given(st.fixed_dictionaries({c: st.integers(0, 3) for c in FIGURES}), st.integers(0, 4))
def test_chances_and_their_reasons_agree_with_every_draw(needs: dict[str, int], draws: int) -> None:
    table = newdale("I")
    aid = table.game.aid("production")
    assert aid
    asked: dict[str, Any] = {"needs": needs, "market": {}, "bag": FIGURES, "draws": draws}
    question, issues = aid.read(
        table.game, table.play.situation, {**asked, "sloppy": 1, "extra": 1, "compensation": 3}
    )
    assert not issues
    lines = [line for line in question.lines(question.answer()) if isinstance(line, Line)]
    assert [line.label for line in lines] == ["Sloppy", "Orderly", "Extraordinary"]
    bag = [colour for colour, n in FIGURES.items() for _ in range(n)]
    short = [
        sum(max(0, n - drawn.count(colour)) for colour, n in needs.items())
        for drawn in combinations(bag, draws)
    ]
    assert question.answer()["missing"] == Fraction(sum(short), len(short))
    for line, most in zip(lines, (1, 0), strict=False):
        chance = Fraction(sum(n <= most for n in short), len(short))
        assert line.figure == percent(chance)
        assert line.text.startswith("certain: ") == (chance == 1)
        assert line.text.startswith("not possible: ") == (chance == 0)
    if missing := sum(needs.values()):
        assert f"must be drawn, or {3 * missing} cards paid" in lines[1].text


def test_a_building_that_lacks_a_red_says_why_its_chances_are_what_they_are() -> None:
    """The Flour Mill with 2 yellow and 2 red beside 2 yellow and 1 red, 4 to be drawn (p. 11)."""
    table = newdale("I")
    aid = table.game.aid("production")
    assert aid
    needs, market = {"yellow": 2, "red": 2}, {"yellow": 2, "red": 1}
    question, _ = aid.read(table.game, table.play.situation, {
        "needs": needs, "market": market, "bag": FIGURES, "draws": 4, "sloppy": 1, "extra": 1,
        "compensation": 3,
    })  # fmt: skip
    lines = [line for line in question.lines(question.answer()) if isinstance(line, Line)]
    assert [(line.label, line.text) for line in lines] == [
        ("Sloppy", "certain: 1 may be missing"),
        ("Orderly", "1 red must be drawn, or 3 cards paid"),
        ("Extraordinary", "1 red, and 1 more yellow or red"),
    ]


def test_known_values_are_there_and_others_are_asked_for() -> None:
    table = newdale("I")
    asked = form(table, "worth", goods__bread="2", goods__flour="1")
    assert [(key.label, key.price) for key in asked.taken] == [
        ("bread", 5),
        ("flour", None),
    ]
    assert not asked.lines and not asked.gives and asked.wanting == "Coins each"
    told = form(table, "worth", goods__bread="2", goods__flour="1", values__flour="3")
    assert told.gives["value"] == 13 and "also" not in told.gives


def test_the_better_objective_is_known_from_the_card_and_put_on_the_sheet() -> None:
    table = newdale("I")
    for key, value in (("coins", 20), ("points", 6)):
        table.must("record", fact=f"objective_first_{key}", value=value)
    asked = form(table, "worth", goods__bread="5")
    assert asked.lines[0].figure == "7 points" and "Give 4 bread, 20 coins" in asked.lines[0].text
    assert asked.gives["also"] == {"objective": "first", "spent": 20}
    table.must("fill", **asked.gives)
    assert table.play.filled_in[0]["objective"] == "first"
    by_value = table.game.aid("objective")
    assert by_value and by_value.known(Table(table.play, 0))["options"] == [
        {"coins": 20, "points": 6}
    ]


def test_grapes_are_worth_the_market_and_ones_own_assistants() -> None:
    table = newdale("VI")
    table.must("count", track="red", to=2)
    table.must("lay", pad="built", card="post-office-red", seat=1)
    aid = table.game.aid("worth")
    assert aid and aid.known(Table(table.play, 1))["values"]["grape-red"] == 3
    assert aid.known(Table(table.play, 0))["values"]["own-grape-red"] == 0
    labels = [key.name for key in form(table, "worth").boxes[0].keys]
    assert "goods.grape-red" in labels and "goods.own-grape-red" not in labels
    ruled = newdale("VI", **{"grape-value": "empty-market"})
    labels = [key.name for key in form(ruled, "worth").boxes[0].keys]
    assert "goods.own-grape-red" in labels and "goods.grape-red" not in labels


def test_gunda_counts_for_whoever_has_her_until_she_is_used() -> None:
    table = newdale("VI")
    table.must("draw", draw="characters", seed=1)
    while "P05" not in table.play.drawn["characters"]:
        table.must("draw", draw="characters", seed=len(table.entries))
    table.must("hold", draw="characters", seat=2, thing="P05")
    aid = table.game.aid("cost")
    assert aid and aid.known(Table(table.play, 2))["gunda"] is True
    assert form(table, "cost", 2, printed="5").lines[0].figure == "2 coins"
    table.must("lay", pad="used", card="P05", seat=2)
    assert form(table, "cost", 2, printed="5").lines[0].figure == "5 coins"
    first = newdale("I")
    assert "gunda" not in [box.box.key for box in form(first, "cost").boxes]


def test_sailors_bring_their_fists_and_deck_hands_their_assistants() -> None:
    table = newdale()
    assert [laid.card for laid in table.play.pads["sailors"][0]] == ["captain"]
    table.must("lay", pad="sailors", card="watch-officer", seat=0)
    table.must("lay", pad="sailors", card="deck-hand-blue", seat=0)
    assert table.play.tracks["fists"] == (1, 0, 0)
    aid = table.game.aid("production")
    assert aid and aid.known(Table(table.play, 0))["own"]["blue"] == 1
    for _ in range(3):
        table.must("lay", pad="sailors", card="deck-hand-red", seat=1)
    assert codes(table.do("lay", pad="sailors", card="deck-hand-green", seat=1)) == ["supply"]
    ruled = newdale(**{"watch-officers": "do-not-count"})
    ruled.must("lay", pad="sailors-unarmed", card="watch-officer", seat=0)
    assert ruled.play.tracks["fists"] == (0, 0, 0)
    assert "sailors" not in pads(newdale("VII").play, 0, NO_LOOK)
