"""What the rules forbid and the app can see gets a word, which can be passed over."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.rules.actions import action
from tests.games.test_ohmygoods_play import go_on
from tests.journal import Journal
from tests.web.evening import Evening


def goods(chapter: str = "base", players: int = 3) -> Journal:
    table = Journal("ohmygoods")
    table.start(chapter, players)
    return table


def said(table: Journal, kind: str, **data: Any) -> list[str]:
    """What is asked before it is done."""
    found = action(kind, data, table.play).doubts(table.state, table.play)
    assert {issue.code for issue in found} <= {"unusual"}
    return [issue.message for issue in found]


def built(card: str, seat: int = 0) -> dict[str, Any]:
    return {"pad": "tableau", "card": card, "seat": seat}


def test_a_second_building_in_one_turn_is_asked_about() -> None:
    table = goods()
    assert said(table, "lay", **built("mill-1")) == []
    table.must("lay", **built("mill-1"))
    asked = "Ada built Mill in this round already. Whose is the Bakery?"
    assert said(table, "lay", **built("bakery-1")) == [asked]
    assert said(table, "lay", **built("bakery-1", seat=1)) == []


def test_a_second_building_may_be_the_next_players_or_instead_of_the_first() -> None:
    table = goods()
    go_on(table, "producing")
    table.must("lay", **built("mill-1"))
    second = action("lay", built("bakery-1"), table.play)
    answers = second.instead(table.state, table.play)
    assert [answer.label for answer in answers] == [
        "Ben’s: Ada is done",
        "Ada’s, instead of the Mill",
        "Ada’s, keep both",
    ]
    assert [answer.also.get("action") for answer in answers] == ["turn", "lift", None]
    assert action("lay", built("mill-2", seat=1), table.play).instead(table.state, table.play) == []


def test_the_same_card_instead_of_itself_leaves_the_new_one() -> None:
    table = Journal("ohmygoods")
    table.must("rule", ruling="building-points", value="typed")
    table.start("base", 3)
    go_on(table, "producing")
    card = {"pad": "tableau-typed", "card": [*table.play.offers("tableau-typed")][1], "seat": 0}
    table.must("lay", **card, points=3)
    second = action("lay", {**card, "points": 5}, table.play)
    [answer] = [a for a in second.instead(table.state, table.play) if "instead" in a.label]
    table.must("lay", **answer.data)
    table.must("lift", **answer.also["data"])
    assert [laid.points for laid in table.play.pads["tableau-typed"][0] if laid.points] == [5]


def test_after_the_last_one_of_a_round_nobody_else_can_have_built() -> None:
    table = goods()
    go_on(table, "producing")
    last = len(table.play.seats) - 1
    table.must("lay", **built("mill-1", seat=last))
    answers = action("lay", built("bakery-1", seat=last), table.play).instead(
        table.state, table.play
    )
    assert [answer.label for answer in answers] == [
        "Cleo’s, instead of the Mill",
        "Cleo’s, keep both",
    ]


def test_the_first_tapped_card_asks_before_it_takes_away_what_was_counted_by_hand() -> None:
    table = goods()
    table.must("count", track="buildings", seat=0, to=8)
    assert said(table, "lay", **built("mill-1")) == [
        "Ada’s Buildings counter says 8, but only tapped cards will count from now on. "
        "Tap this card?"
    ]
    assert said(table, "lay", **built("mill-1", seat=1)) == []
    table.must("lay", **built("mill-1"))
    table.must("pace", value="ends")
    assert said(table, "lay", **built("bakery-1")) == []


def test_a_building_that_was_counted_first_and_tapped_then_is_not_asked_about() -> None:
    table = goods()
    table.must("count", track="buildings", seat=0, by=1)
    assert said(table, "lay", **built("mill-1")) == []


def test_whoever_passed_over_it_is_not_asked_for_each_further_one() -> None:
    table = goods()
    table.must("lay", **built("mill-1"))
    table.must("lay", **built("bakery-1"))
    assert said(table, "lay", **built("tannery-1")) == []


def test_the_next_round_brings_the_next_building() -> None:
    table = goods()
    table.must("lay", **built("mill-1"))
    while table.play.moment.round == 1:
        table.must("advance", moment=table.play.moment.as_json())
    assert said(table, "lay", **built("bakery-1")) == []


def test_nobody_is_asked_about_turns_that_are_not_followed() -> None:
    table = goods()
    table.must("pace", value="ends")
    table.must("lay", **built("mill-1"))
    assert said(table, "lay", **built("bakery-1")) == []


def named_armory(players: int = 2) -> Journal:
    table = goods("II", players)
    table.must("record", fact="buildings_in", value=["38", "39"])
    table.must("record", fact="building_38", value="armory")
    table.must("record", fact="building_39", value="watchtower")
    return table


def test_a_building_without_the_strength_it_needs_is_asked_about() -> None:
    table = named_armory()
    asked = "Strength: Armory needs 1, Ada has 0. Is that right?"
    assert said(table, "lay", **built("armory")) == [asked]
    table.must("count", track="strength", seat=0, by=1)
    assert said(table, "lay", **built("armory")) == []


def test_a_tower_gives_the_strength() -> None:
    table = named_armory()
    table.must("lay", **built("watchtower", seat=1))
    while table.play.moment.round == 1:
        table.must("advance", moment=table.play.moment.as_json())
    assert said(table, "lay", **built("armory", seat=1)) == []


def paying(coins: int) -> Journal:
    table = Journal("merchants")
    table.start("base", players=2)
    table.must("count", track="coins", seat=0, to=coins)
    return table


TWELVE: dict[str, Any] = {"aid": "bazaar", "seat": 0, "counts": {"coins": -12}}


def test_twelve_coins_paid_out_of_ten_are_asked_about_and_leave_none() -> None:
    table = paying(10)
    assert said(table, "book", **TWELVE) == ["Coins: Ada has 10, but this takes 12. Is that right?"]
    table.must("book", **TWELVE)
    assert table.play.tracks["coins"][0] == 0


def test_what_somebody_has_is_paid_without_a_word() -> None:
    table = paying(12)
    assert said(table, "book", **TWELVE) == []


def test_a_page_asks_and_yes_passes_over_it(app: Flask) -> None:
    table = Evening(app, "ohmygoods", chapter="base", story=False)
    table.must("lay", **built("mill-1"))
    asked = table.act("lay", built("bakery-1"), back="play")
    assert asked.status_code == 422 and "in this round already" in asked.text
    assert 'name="sure"' in asked.text and ">Don’t enter it</a>" in asked.text
    assert table.act("lay", built("bakery-1"), back="play", sure="yes").status_code == 303


def test_the_answer_to_a_second_building_is_one_tap_and_one_undo(app: Flask) -> None:
    evening = Evening(app, "ohmygoods", chapter="base", players=3, story=False)
    evening.must("advance", moment=[1, "new-cards", None], to=[1, "producing", None])
    evening.must("lay", pad="tableau", card="mill-1", seat=0)
    data = {"pad": "tableau", "card": "bakery-1", "seat": 0}
    page = evening.act("lay", data, back="play")
    assert page.status_code == 422 and "Whose is the Bakery?" in page.text
    assert page.text.index("Ben’s: Ada is done") < page.text.index("Ada’s, keep both")
    before, also = evening.state.seq, '{"action": "turn", "data": {"seat": 1}}'
    meant = {**data, "seat": 1}
    assert evening.act("lay", meant, back="play", sure="yes", also=also).status_code == 303
    assert evening.play.acting == 1 and len(evening.play.pads["tableau"][1]) == 2
    evening.act("undo", {"entry": before + 2}, back="play")
    assert evening.play.acting is None and len(evening.play.pads["tableau"][1]) == 1
