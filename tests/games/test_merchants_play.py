"""Merchants from the first draw to the final score, told to a journal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.journal.replay import replay
from companion.rules.parts.clock import OVER
from companion.rules.parts.decks import UNNUMBERED
from companion.show.play.tracks import tallies
from tests.journal import Journal, codes


def journal(players: int = 3, **settings: Any) -> Journal:
    found = Journal("merchants")
    found.start("base", players, settings=settings)
    return found


def advance(journal: Journal) -> None:
    journal.must("advance", moment=journal.play.moment.as_json())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thirteen_turns_each_and_one_last_travel(players: int) -> None:
    told = journal(players)
    told.must("begin", seat=players - 1)
    seen = []
    while (moment := told.play.moment) != OVER:
        seen.append((moment.round, moment.phase, moment.seat))
        advance(told)
    order = [(players - 1 + n) % players for n in range(players)]
    turns = [(turn, "turn", seat) for turn in range(1, 14) for seat in order]
    assert seen == [*turns, (13, "final-travel", None)]


def test_the_start_player_drawn_takes_the_first_turn() -> None:
    told = journal(4)
    for seed in range(6):
        told.must("draw", draw="first", seed=seed)
        assert told.play.moment.seat == told.play.drawn["first"][0]


def test_the_good_drawn_stands_at_five_and_makes_the_prices() -> None:
    told = journal()
    told.must("record", fact="wheel_order", value="potion,staff,book,armor,weapon,instrument")
    told.must("draw", draw="five", seed=3)
    (good,) = told.play.drawn["five"]
    assert told.play.situation["five"] == good
    assert told.play.known()["prices"].value[0] == f"{good} $5"
    told.must("record", fact="five", value="book")
    assert told.play.known()["prices"].value[0] == "book $5"


@pytest.mark.parametrize(("pairs", "draw"), [("warn", "buildings"), ("off", "buildings-free")])
def test_the_buildings_drawn_are_in_play(pairs: str, draw: str) -> None:
    told = journal(2, buildings="random", **{"building-pairs": pairs})
    told.must("draw", draw=draw, seed=8)
    assert told.play.known()["buildings"].value == told.play.drawn[draw]
    if pairs == "warn":
        assert told.play.known()["clash"].value == ()


def test_prestige_and_market_dice_are_counted_within_their_limits() -> None:
    told = journal(2)
    told.must("count", track="prestige", seat=1, by=7)
    assert told.play.tracks["prestige"] == (2, 9)
    assert codes(told.do("count", track="prestige", seat=0, by=-3)) == ["too-low"]
    told.must("count", track="dice-armor", to=2)
    assert codes(told.do("count", track="dice-armor", by=1)) == ["too-high"]


def test_a_whole_game_with_the_private_concern_and_back() -> None:
    told = journal(3, concern="yes")
    for step in sorted(told.play.steps):
        told.must("tick", step=step)
    for position in range(13):
        told.must("reveal", deck="shortcut", card=UNNUMBERED, position=position)
    assert told.do("reveal", deck="shortcut", card=UNNUMBERED, position=13)
    while told.play.moment != OVER:
        advance(told)
    deeds = [{"kind": "choice", "coins": 3, "prestige": 2, "times": 2}, {"kind": "vp", "vp": 2}]
    told.fill(0, coins=30, prestige=32, deeds=deeds, dice=1)
    told.fill(1, coins=33, prestige=40, upgrade_vp=True)
    assert set(codes(told.do("finish"))) == {"missing"}
    told.must("fill", seat=2, field="final", value=36)
    told.must("finish")
    breakdowns, result = told.play.scored or ([], None)
    assert [b.total for b in breakdowns] == [36, 35, 36] and result is not None
    assert result.winners == (0, 2)  # level with it: the solo booklet says, not we
    assert codes(told.do("fill", seat=1, field="final", value=3)) == ["conflict", "conflict"]
    told.must("undo", entry=len(told.entries))
    assert not told.play.finished and replay(told.game, told.entries) == told.state


def test_a_sixth_market_die_has_no_place_to_go() -> None:
    told = journal()
    for good in ("potion", "potion", "staff", "book"):
        told.must("count", track=f"dice-{good}", by=1)
    dice = {c.track.key: (c.value, c.high) for c in tallies(told.play)["dice"].counters}
    assert dice["dice-staff"] == (1, 2) and dice["dice-weapon"] == (0, 1)
    told.must("count", track="dice-armor", by=1)
    assert all(c.value == c.high for c in tallies(told.play)["dice"].counters)
