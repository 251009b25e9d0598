"""Oh my Goods! while it is played: the market as it lies, its odds, whom one can hire, the end."""

from __future__ import annotations

from companion.show.play.faces import Face
from companion.show.play.look import NOTHING
from companion.show.play.pads import pads
from tests.journal import Journal


def goods(chapter: str = "base", players: int = 3) -> Journal:
    table = Journal("ohmygoods")
    table.start(chapter, players)
    return table


def go_on(table: Journal, phase: str) -> None:
    while table.play.moment.phase != phase:
        table.must("advance", moment=table.play.moment.as_json())


def faces(table: Journal, pad: str = "row", seat: int = 0) -> dict[str, Face]:
    view = pads(table.play, seat, NOTHING)[pad]
    return {face.card: face for _, group in view.faces for face in group}


def rest(table: Journal) -> bool:
    resting = {face.rests for face in faces(table).values()}
    assert len(resting) == 1
    return resting.pop()


def test_a_market_that_is_complete_takes_no_more_taps_until_a_card_is_taken_back() -> None:
    table = goods()
    go_on(table, "sunrise")
    for card in ("wood", "clay"):
        assert not rest(table)
        table.must("lay", pad="row", card=card, mark="sun")
    assert rest(table)
    last = pads(table.play, 0, NOTHING)["row"].lying[-1]
    assert (last.lifts["card"], last.lifts["position"]) == ("clay", 1)
    table.must("lift", **last.lifts)
    assert not rest(table)
    table.must("lay", pad="row", card="clay", mark="sun")
    go_on(table, "sunset")
    assert not rest(table)
