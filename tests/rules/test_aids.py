"""The aids against trying everything, and what a table fills in for them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.aids import questions
from companion.games import HERE, games, opened
from companion.games.ohmygoods.sunset import chance
from companion.rules.aids import inputs
from companion.rules.aids.calculator import Answer, Binding, Calculator, as_json
from companion.rules.aids.table import Table
from companion.rules.issues import Issue
from companion.rules.parts.decks import good_values
from companion.rules.situation import Situation
from tests.journal import Journal

COLOURS = ("yellow", "green", "red", "blue")
few = settings(max_examples=60)


def usual(slug: str) -> Situation:
    game = games()[slug]
    return game.situation(game.chapters[0].key, game.players[0], {})[0]


def ask(slug: str, key: str, **values: Any) -> Answer:
    game = games()[slug]
    aid = game.aid(key)
    assert aid
    answer, issues = aid.ask(game, usual(slug), values)
    assert not issues, issues
    return answer


counts = st.fixed_dictionaries(dict.fromkeys(COLOURS, st.integers(0, 3)))


@few
@given(counts, counts, counts, counts, st.integers(0, 2), st.integers(0, 5), st.data())
def test_production_agrees_with_every_draw(
    needs: dict[str, int], market: dict[str, int], own: dict[str, int], bag: dict[str, int],
    hooded: int, sloppy: int, data: st.DataObject,
) -> None:  # fmt: skip
    figures = [colour for colour, n in {**bag, "hooded": hooded}.items() for _ in range(n)]
    draws = data.draw(st.integers(0, min(5, len(figures))))
    extra = data.draw(st.integers(0, 4))
    found = ask(
        "newdale", "production", needs=needs, market=market, own=own, draws=draws,
        bag={**bag, "hooded": hooded}, sloppy=sloppy, extra=extra,
    )  # fmt: skip
    ends = []
    for drawn in combinations(figures, draws):
        there = {c: market[c] + own[c] + drawn.count(c) for c in COLOURS}
        short = sum(max(0, needs[c] - there[c]) for c in COLOURS)
        over = sum(max(0, there[c] - needs[c]) for c in COLOURS if needs[c])
        ends.append((short, over))
    share = {
        "sloppy": [short <= sloppy for short, _ in ends],
        "orderly": [short == 0 for short, _ in ends],
        "extraordinary": [short == 0 and over >= extra for short, over in ends],
    }
    assert found["chances"] == {k: Fraction(sum(v), len(ends)) for k, v in share.items()}
    assert found["missing"] == Fraction(sum(short for short, _ in ends), len(ends))


rows = st.lists(
    st.fixed_dictionaries({"value": st.integers(0, 7), "count": st.integers(0, 2)},
                          optional={"for": st.sampled_from([[], ["first"], ["second"]])}),
    max_size=4,
)  # fmt: skip
options = st.lists(
    st.fixed_dictionaries({"coins": st.integers(0, 20), "points": st.integers(0, 9)}), max_size=2
)


@few
@given(rows, options)
def test_no_objective_brings_more_or_gives_less(
    goods: list[dict[str, Any]], cards: list[dict[str, int]]
) -> None:
    found = ask("newdale", "objective", goods=goods, options=cards)
    coins = sum(row["value"] * row["count"] for row in goods)
    ways = [(coins // 5, 0, "none")]
    for key, card in zip(("first", "second"), cards, strict=False):
        fits = [row["count"] if key in row.get("for", (key,)) else 0 for row in goods]
        for given_ in product(*(range(n + 1) for n in fits)):
            paid = sum(n * row["value"] for n, row in zip(given_, goods, strict=True))
            if paid >= card["coins"]:
                ways.append((card["points"] + (coins - paid) // 5, -paid, key))
    best = max(way[:2] for way in ways)
    assert (found["points"], -found["given"]) == best
    assert found["option"] == next(way[2] for way in ways if way[:2] == best)
    assert found["given"] == sum(
        n * row["value"] for n, row in zip(found["goods"], goods, strict=True)
    )


@cache
def recipes() -> dict[str, tuple[tuple[str, ...], str]]:
    game = games()["ohmygoods"]
    rows = [card for card in game.catalogue if card.catalogue == "buildings"]
    return {
        card.key: (tuple(card.details["chain"].split(" + ")), card.details["good"])
        for card in rows
        if "chain" in card.details
    }


def used(heap: Counter[str], building: str) -> Counter[str] | None:
    """What is there after a chain was used once; None where it cannot be."""
    uses, makes = recipes()[building]
    after = heap.copy()
    after.subtract(uses)
    if min(after[item] for item in uses) < 0:
        return None
    after[makes] += len(uses)
    return +after


def reachable(heap: Counter[str], buildings: list[str]) -> Iterator[Counter[str]]:
    seen, open_ = set(), [heap]
    while open_:
        here = open_.pop()
        if (key := frozenset(here.items())) in seen:
            continue
        seen.add(key)
        yield here
        open_ += [after for building in buildings if (after := used(here, building)) is not None]


# One or two of everything grows beyond trying, so coal, cards and what both lead to are few.
METAL = ("iron-smelter", "tool-maker", "charburner", "brick-manufacture", "sawmill")
FOOD = ("mill", "bakery", "food-factory", "cattle-ranch", "butcher", "charburner")
CLOTH = ("weaving-mill", "tailors-shop", "charburner", "tannery", "shoemaker", "cattle-ranch")
WOOD = ("sawmill", "cooperage", "window-manufacture", "charburner", "glassmaker")


@settings(max_examples=120)
@given(st.data())
def test_no_use_of_chains_is_worth_more(data: st.DataObject) -> None:
    buildings = data.draw(st.sampled_from([METAL, FOOD, CLOTH, WOOD]))
    owned = data.draw(st.lists(st.sampled_from(buildings), min_size=1, max_size=6))
    items = sorted({i for b in set(owned) & recipes().keys() for i in recipes()[b][0]})
    heap = Counter({item: data.draw(st.integers(0, 3), item) for item in items})
    goods = {item: n for item, n in heap.items() if not item.endswith(" card")}
    cards = {i.removesuffix(" card"): n for i, n in heap.items() if i.endswith(" card")}
    found = ask("ohmygoods", "chains", buildings=owned, goods=goods, cards=cards)
    values = good_values(games()["ohmygoods"].catalogue)
    chains = [building for building in set(owned) if building in recipes()]
    ends = reachable(+heap, chains)
    worth = [sum(values.get(item, 0) * n for item, n in end.items()) for end in ends]
    assert found["coins"] == max(worth) and found["points"] == max(worth) // 5
    here: Counter[str] | None = +heap
    for step in found["steps"]:
        assert step["times"] >= 1
        for _ in range(step["times"]):
            assert here is not None
            here = used(here, step["building"])
    assert here is not None
    assert sum(values.get(item, 0) * n for item, n in here.items()) == found["coins"]


small = st.integers(0, 3)


@few
@given(small, small, small, st.integers(0, 2), st.integers(0, 2), st.integers(1, 2))
def test_market_rows_agree_with_every_order_of_the_pile(
    plain: int, sunny: int, others: int, blank: int, coming: int, wanted: int
) -> None:
    if plain + sunny + others + blank > 6:
        return
    pile = [*"p" * plain, *"s" * sunny, *"o" * others, *"-" * blank]
    hits = []
    for order in permutations(pile):
        suns = drawn = 0
        for card in order:
            if suns == coming:
                break
            suns += card in "so"
            drawn += card in "ps"
        hits.append(drawn >= wanted)
    assert chance(plain, sunny, sunny + others, coming, wanted) == Fraction(sum(hits), len(hits))


def test_more_suns_never_make_a_chance_better() -> None:
    for kind in ask("ohmygoods", "sunset")["chances"].values():
        assert kind["one"][0] < kind["one"][1] and kind["two"][0] < kind["two"][1]
        assert kind["two"][0] < kind["one"][0]


def test_the_pile_is_that_of_94_cards() -> None:
    assert ask("ohmygoods", "sunset")["cards"] == 94


def test_the_goods_to_choose_from_are_those_with_a_value() -> None:
    game = games()["ohmygoods"]
    for aid in game.aids:
        for field in aid.fields:
            if field.key == "goods":
                assert {choice.key for choice in field.choices} == good_values(
                    game.catalogue
                ).keys()


def test_no_answer_holds_a_float() -> None:
    def floats(value: Any) -> bool:
        parts = value.values() if isinstance(value, dict) else value
        several = isinstance(value, dict | list | tuple)
        return any(floats(part) for part in parts) if several else isinstance(value, float)

    for slug, aid, question in questions():
        game = games()[slug]
        assert not floats(aid.ask(game, usual(slug), question)[0])


def test_answers_tell_chances_as_reduced_fractions() -> None:
    assert as_json({"a": [Fraction(4, 6)], "b": (Fraction(1), 2, None)}) == {
        "a": ["2/3"],
        "b": ["1/1", 2, None],
    }


def test_the_hardest_questions_are_answered_at_once() -> None:
    for slug, aid, question in questions():
        game = games()[slug]
        start = process_time()
        aid.ask(game, usual(slug), question)
        assert process_time() - start < 0.25, (slug, aid.key)


def test_what_the_table_knows_is_filled_in() -> None:
    journal = Journal("newdale")
    journal.start("I")
    journal.must("count", 0, track="red", by=2)
    production = games()["newdale"].aid("production")
    assert production
    known = production.known(Table(journal.play, 0))
    assert known["market"] == {"yellow": 0, "green": 0, "red": 2, "blue": 0}
    assert known["draws"] == 4 and known["bag"] == {"yellow": 6, "green": 5, "red": 4, "blue": 3}


def test_what_a_table_does_not_have_cannot_be_asked_of_it() -> None:
    journal = Journal("newdale")
    journal.start("I")
    table = Table(journal.play, 0)
    with pytest.raises(LookupError, match="no track 'pink'"):
        table.track("pink")
    with pytest.raises(LookupError, match="no pad 'sack'"):
        table.pad("sack")
    with pytest.raises(LookupError, match="no field 'hats'"):
        table.sheet("hats")
    with pytest.raises(LookupError, match="no setting 'moon'"):
        table.setting("moon")


@pytest.mark.parametrize("slug", games())
def test_every_calculator_is_filled_in_at_every_table(slug: str) -> None:
    game = games()[slug]
    for chapter in game.chapters:
        for players in {*(chapter.players or game.players)}:
            journal = Journal(slug)
            journal.start(chapter.key, players, story=False)
            for aid in game.aids:
                assert aid.known(Table(journal.play, 0)).keys() <= aid.inputs.keys()


def test_a_calculator_has_few_attributes_to_know() -> None:
    assert len(Calculator.__annotations__) <= 12


class Share(Calculator):
    key, label, src = "share", "Who gets how many?", "p. 4"
    hats = inputs.number("Hats", high=20)
    among = inputs.number("Among", low=1, high=7, default=2)
    from_ = inputs.choice("From", inputs.choices_of("box bag"), default="box")

    @inputs.check
    def there_is_one_for_each(self) -> Iterator[Issue]:
        if self.hats < self.among:
            yield Issue("too-low", "There is not one for each.", field="hats")

    @inputs.check
    def the_bag_is_small(self) -> Iterator[Issue]:
        if self.from_ == "bag" and self.hats > 9:
            yield Issue("too-high", "So many are not in the bag.", field="from")

    def answer(self) -> Answer:
        return {"each": self.hats // self.among}


def shared(**raw: Any) -> tuple[Answer, list[tuple[str | None, str]]]:
    aid = Binding((), {}).aid(Share)
    answer, issues = aid.ask(games()["newdale"], usual("newdale"), raw)
    return answer, [(issue.field, issue.code) for issue in issues]


def test_a_small_class_is_a_calculator() -> None:
    assert shared(hats=7) == ({"each": 3}, [])
    assert shared(hats="3+4", among=7, **{"from": "bag"}) == ({"each": 1}, [])
    assert shared(hats=1) == ({}, [("hats", "too-low")])


def test_a_check_ends_at_what_is_wrong_by_itself_and_the_others_go_on() -> None:
    bad = {"among": "x", "from": "bag"}
    assert shared(hats=12, **bad)[1] == [("among", "not-a-number"), ("from", "too-high")]


def test_a_game_from_elsewhere_has_a_calculator_by_one_file_more(tmp_path: Path) -> None:
    """The one of the page that tells how to add a game."""
    page = (HERE.parent.parent / "docs/adding-a-game.md").read_text("utf-8")
    code = page.split('```python\n"""Calculators', 1)[1].split("```")[0]
    folder = shutil.copytree(HERE.parent.parent / "tests/games/fair", tmp_path / "hats")
    (folder / "calculators.py").write_text('"""Calculators' + code, "utf-8")
    [said] = opened(folder).faults
    assert said.startswith("calculators.py line") and "Share, phases: no phase 'deal'" in said
    (folder / "calculators.py").write_text(
        '"""Calculators' + code.replace('phases = ("deal",)', "phases = ()"), "utf-8"
    )
    found = opened(folder)
    assert found.game and not found.faults
    [aid] = found.game.aids
    here = found.game.situation(found.game.chapters[0].key, 3, {})[0]
    asked = {"hats": {"red": 4, "blue": 3}, "players": 3}
    assert aid.ask(found.game, here, asked) == ({"each": 2, "left": 1}, [])
