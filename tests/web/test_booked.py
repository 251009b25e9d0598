"""What is booked by itself is said, with Undo beside it: nobody counts it a second time."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from tests.web.evening import Evening


def said(table: Evening) -> str:
    found = re.findall(r'<div class="note booked.*?<p>(.*?)</p>', table.get("play").text, re.S)
    assert len(found) <= 1
    return found[0] if found else ""


def does(table: Evening, kind: str, **data: Any) -> None:
    assert table.act(kind, data, back="play", sure="yes").status_code == 303


def test_buying_a_card_says_the_points_it_brought(app: Flask) -> None:
    table = Evening(app)
    does(table, "lay", pad="growth", card="range", seat=1)
    assert said(table) == "Ben bought Range 3. Points +2, now 5."


def test_undo_stands_beside_it_and_takes_it_back(app: Flask) -> None:
    table = Evening(app)
    does(table, "lay", pad="growth", card="range", seat=1)
    assert 'id="undo-booked"' in table.get("play").text
    does(table, "undo", entry=table.state.seq)
    assert said(table) == "" and table.play.tracks["points"][1] == 3


def test_a_card_taken_away_says_what_went_with_it(app: Flask) -> None:
    table = Evening(app)
    does(table, "lay", pad="growth", card="range", seat=1)
    does(table, "lift", pad="growth", card="range", seat=1)
    assert said(table) == "Growth and Progress, Ben: Range 3 removed. Points −2, now 3."


def test_a_purchase_says_the_coins_and_the_dice(app: Flask) -> None:
    table = Evening(app, "merchants", chapter="base", players=2)
    table.must("count", track="coins", seat=0, to=10)
    table.must("count", track="dice-potion", to=1)
    does(table, "book", aid="bazaar", seat=0, counts={"coins": -12, "dice-potion": -1})
    assert said(table) == ("Ada, Great Bazaar. Coins −10, now 0. Market dice: Potion −1.")


def test_a_building_says_the_workers_that_went(app: Flask) -> None:
    table = Evening(app, "tybor")
    for strength in ("3", "4"):
        table.must("lay", pad="workers", card=strength, seat=0)
    lifts = [{"pad": "workers", "card": card} for card in ("3", "4")]
    does(table, "book", aid="build", seat=0, lays=[{"pad": "built", "card": "red"}], lifts=lifts)
    assert said(table) == "Ada built Red: gave Strength 3 and Strength 4."


def test_an_event_seen_before_says_what_it_brings_along(app: Flask) -> None:
    table = Evening(app)
    table.must("reveal", deck="events", card=100, position=0)
    table.must("lay", pad="printed", card="yellow")
    table.must("restart")
    does(table, "reveal", deck="events", card=100, position=0)
    assert said(table).endswith("100 revealed. In the market: Yellow +1.")


def test_a_tapped_building_says_its_count(app: Flask) -> None:
    table = Evening(app, "ohmygoods", chapter="base", story=False)
    does(table, "lay", pad="tableau", card="mill-1", seat=0)
    assert said(table) == "Ada built Mill. Buildings +1, now 2."


def test_what_was_tapped_itself_is_not_said(app: Flask) -> None:
    table = Evening(app, "ohmygoods", chapter="base", story=False)
    does(table, "lay", pad="row", card="wood")
    assert said(table) == ""
    does(table, "count", track="buildings", seat=0, by=1)
    assert said(table) == ""


def test_another_phone_is_not_told_and_the_next_entry_ends_it(app: Flask) -> None:
    table = Evening(app)
    does(table, "lay", pad="growth", card="range", seat=1)
    other = app.test_client().get(f"/t/{table.token}/play").text
    assert 'class="note booked' not in other
    does(table, "note", text="Tea")
    assert said(table) == ""
