"""Merchants of the Dark Road: the deed choice against brute force, draws, calculators."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from companion.games.merchants.deeds import Either, Piles, best
from companion.games.merchants.market import TILES, clashes, turned, wheel_from
from companion.rules.journal.outcome import score
from companion.rules.parts.decks import UNNUMBERED
from companion.show.paper.facts import facts
from companion.show.plan import Plan, PlanRow
from companion.show.rulings import ask_fact, told_in
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.checklist import set_up
from companion.show.setup.rows import StepRow
from companion.show.start import objections, start
from tests.journal import HOST, Journal, codes

GAME = games()["merchants"]
SITUATION = GAME.situation("base", 4, {})[0]
GOODS = ("potion", "staff", "book", "armor", "weapon", "instrument")

amounts = st.integers(0, 9)
choices = st.lists(st.builds(Either, amounts, amounts, st.integers(0, 4)), max_size=5)
piles = st.builds(Piles, st.integers(0, 40), st.integers(0, 40))


def ends(start: Piles, cards: list[Either], split: bool) -> Iterator[tuple[int, int]]:
    """Every way to choose, one by one: base and sum."""
    counts = [range(c.times + 1) if split else sorted({0, c.times}) for c in cards]
    for taken in product(*counts):
        pairs = list(zip(taken, cards, strict=True))
        coins = start.coins + sum(n * c.coins for n, c in pairs)
        prestige = start.prestige + sum((c.times - n) * c.prestige for n, c in pairs)
        yield min(coins, prestige), coins + prestige


@given(piles, choices, st.booleans())
def test_no_other_choice_of_deeds_is_better(start: Piles, cards: list[Either], split: bool) -> None:
    [found] = best([start], cards, split)
    assert (found.base, found.sum) == max(ends(start, cards, split))


@given(piles, choices, st.booleans())
def test_the_piles_are_what_the_choice_comes_to(
    start: Piles, cards: list[Either], split: bool
) -> None:
    [found] = best([start], cards, split)
    pairs = list(zip(found.as_coins, cards, strict=True))
    assert all(0 <= n <= card.times for n, card in pairs)
    assert split or all(n in (0, card.times) for n, card in pairs)
    assert found.coins == start.coins + sum(n * c.coins for n, c in pairs)
    assert found.prestige == start.prestige + sum((c.times - n) * c.prestige for n, c in pairs)


@given(
    st.lists(st.builds(dict, kind=st.just("choice"), coins=amounts, prestige=amounts), max_size=9)
)
def test_the_sheet_carries_the_piles_and_every_choice(rows: list[dict[str, object]]) -> None:
    entries = [{"coins": 12, "prestige": 9, "deeds": rows}, {"final": 3}]
    line = score(GAME, "base", ["Ada", "Concern"], entries, {}).breakdowns[0].lines[0]
    [found] = best([Piles(12, 9)], [Either(r["coins"], r["prestige"]) for r in rows])
    assert line.points == found.base
    assert (line.detail["coins"], line.detail["prestige"]) == (found.coins, found.prestige)
    assert line.detail["deeds"] == ["coins" if n else "prestige" for n in found.as_coins]


def test_the_largest_sheet_is_scored_while_people_wait() -> None:
    rows = [{"kind": "choice", "coins": 50 - i, "prestige": 31 + i, "times": 78} for i in range(19)]
    began = process_time()
    scored = score(
        GAME, "base", ["A", "B"],
        [{"coins": 3, "prestige": 9, "deeds": rows}, {"coins": 0, "prestige": 0}], {},
    )  # fmt: skip
    assert scored.result
    assert process_time() - began < 5


def test_the_working_explains_the_choice() -> None:
    deeds = [{"kind": "coins", "coins": 2}, {"kind": "choice", "coins": 3, "prestige": 4}]
    entries = [{"coins": 30, "prestige": 34, "deeds": deeds}, {"coins": 1, "prestige": 1}]
    working = score(GAME, "base", ["A", "B"], entries, {}).breakdowns[0].lines[0].working
    assert working.startswith("30 + 2 from deeds + 3 from choices = 35 coins, 34 prestige: the ")
    assert "1 as coins, 0 as prestige" in working


def test_one_coin_is_a_coin() -> None:
    entries = [{"coins": 1, "prestige": 2}, {"coins": 2, "prestige": 1}]
    lines = [b.lines[0] for b in score(GAME, "base", ["A", "B"], entries, {}).breakdowns]
    assert [line.working for line in lines] == [
        "1 coin, 2 prestige: the lower counts", "2 coins, 1 prestige: the lower counts"
    ]  # fmt: skip


def test_one_seat_is_refused_with_the_reason() -> None:
    (found,) = score(GAME, "base", ["Ada"], [{"coins": 1, "prestige": 1}], {}).issues
    assert "Private Concern takes the other seat" in found.message


@given(st.integers())
def test_buildings_are_drawn_from_four_tiles(seed: int) -> None:
    draw = next(d for d in GAME.draws if d.key == "buildings")
    hand = draw.drawn(SITUATION, {}, seed)
    assert len(hand) == 4
    assert all(len(set(tile) & set(hand)) < 2 for tile in TILES)


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


def test_the_wheel_turns_down_and_by_ruling_up() -> None:
    wheel = wheel_from(GOODS, "book")
    assert wheel == ("book", "armor", "weapon", "instrument", "potion", "staff")
    assert turned(wheel)[:2] == ("staff", "book")
    assert turned(wheel, up=True)[0] == "armor"
    assert turned(wheel, 6) == wheel


def alone() -> Journal:
    """Opened from the shelf by somebody who asked for one player."""
    journal = Journal("merchants")
    plan = Plan((PlanRow("Ada"),), "base")
    journal.must("start", **start(plan, journal.state, "key"))
    return journal


def test_one_player_plays_against_the_private_concern() -> None:
    play = alone().play
    assert play.names == ("Ada", "Private Concern")
    assert play.seats[1].person is None and play.situation["concern"] == "yes"
    assert "concern-alone" in play.texts


def test_who_asks_for_the_private_concern_need_not_name_its_seat() -> None:
    state = Journal("merchants").state
    both = (PlanRow("Ada"), PlanRow("Ben"))
    seats = start(Plan(both, "base", options={"concern": "yes"}), state, "key")["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Ben", "Private Concern"]
    named = (PlanRow("Ada"), PlanRow("private concern"))
    asked = start(Plan(named, "base"), state, "key")
    assert len(asked["seats"]) == 2 and asked["settings"]["concern"] == "yes"


def test_the_private_concern_has_no_chores_and_one_line() -> None:
    journal = alone()
    parts = set_up(journal.state, journal.play, HOST).everything
    assert {row.seat for part in parts for row in part.rows if not part.everyone} == {0}
    concern = sheet_of(journal.play, Asking(0)).seats[1]
    assert [b.key for group in concern.groups for b in group.boxes] == ["final"]
    assert concern.open == ("final",)


def test_there_are_five_market_dice_and_two_at_most_on_a_good() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    goods = ("potion", "staff", "book", "armor", "weapon")
    for good in goods:
        journal.must("count", track=f"dice-{good}", by=1)
    assert codes(journal.do("count", track="dice-instrument", by=1)) == ["supply"]
    journal.must("count", track="dice-weapon", by=-1)
    journal.must("count", track="dice-potion", to=2)
    assert codes(journal.do("count", track="dice-potion", to=3)) == ["too-high"]


def test_none_is_no_answer_where_the_box_says_how_many() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2, settings={"buildings": "chosen"})
    parts = set_up(journal.state, journal.play, HOST).everything
    [buildings] = [
        q for p in parts for row in p.rows for q in row.questions if q.key == "buildings_in_play"
    ]
    assert len(buildings.answers) == 10, "the ten of them, four of which are in play"


def test_the_wheel_is_told_by_numbered_taps_in_set_up() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    for good in ("staff", "potion"):
        journal.must("record", fact="wheel_order", add=[good])
    parts = set_up(journal.state, journal.play, HOST).everything
    asked = {q.key: q for part in parts for row in part.rows for q in row.questions}
    labels = [answer.label for answer in asked["wheel_order"].answers]
    assert labels[:3] == ["2. Potion", "1. Staff", "Book"]
    assert "None of them" not in labels, "six goods lie on the wheel"
    assert asked["wheel_order"].open, "the list stays in view until all six are tapped"
    assert asked["five"].open, "prices need both"
    for good in ("book", "armor", "weapon", "instrument"):
        journal.must("record", fact="wheel_order", add=[good])
    parts = set_up(journal.state, journal.play, HOST).everything
    asked = {q.key: q for part in parts for row in part.rows for q in row.questions}
    assert not asked["wheel_order"].open


def step(journal: Journal, key: str) -> StepRow:
    parts = set_up(journal.state, journal.play, HOST).everything
    return next(row for part in parts for row in part.rows if row.key == key)


def test_drawn_upgrades_say_what_they_do() -> None:
    journal = alone()
    journal.must("draw", draw="upgrades-out", seed=1)
    drawn = step(journal, "upgrades-out").draw
    assert drawn is not None and len(drawn.things) == 2
    assert all(thing.does for thing in drawn.things)


def test_buildings_are_counted_without_doubt_and_doubted_once() -> None:
    journal = Journal("merchants")
    journal.start("base", players=3, settings={"buildings": "random"})
    row = step(journal, "buildings-random")
    assert ("4", True) in row.words, "the figure stands out in the sentence"
    assert not any(question.open for question in row.questions), "how many is no question"
    journal = Journal("merchants")
    journal.start("base", players=3, settings={"buildings": "chosen"})
    row = step(journal, "buildings-chosen")
    assert [one.key for one in row.questions if one.open] == ["building-pairs"]
    assert " ".join(row.checks).count("Check your tiles") == 1


def test_the_crafting_chart_is_told_by_numbered_taps() -> None:
    journal = Journal("merchants")
    journal.start("base", players=2)
    for good in ("weapon", "potion"):
        journal.must("record", fact="crafting", add=[good])
    [fact] = [fact for fact in GAME.card_facts if fact.key == "crafting"]
    asked = ask_fact(fact, told_in(journal.play, fact), journal.play)
    labels = [answer.label for answer in asked.answers]
    assert labels == ["2. Potion", "Staff", "Book", "Armor", "1. Weapon"]


def test_four_with_the_private_concern_are_told_that_it_takes_a_seat() -> None:
    state = Journal("merchants").state
    four = tuple(PlanRow(name) for name in ("Ada", "Ben", "Cleo", "Dov"))
    found = objections(Plan(four, "base", options={"concern": "yes"}), state)
    assert "at most 3 of you can play" in found["o-concern"][0]


def test_paper_says_nothing_in_the_words_of_the_data() -> None:
    labels = {pair.label for pair in facts(GAME, SITUATION)}
    assert "Turns" in labels and "Good and extra coins by seat" not in labels
