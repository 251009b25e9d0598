"""Aids on pages: asked by an address, with and without a script, entered nowhere."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import games
from companion.table.links import Role
from tests.web.evening import Evening
from tests.web.pressing import Page
from tests.web.test_people import Guest

WHEEL = ["weapon", "book", "instrument", "potion", "staff", "armor"]
NEEDS = {"f-needs.yellow": "1", "f-needs.red": "1"}


def sent(page: TestResponse, **changes: str) -> list[tuple[str, str]]:
    """Everything that the form on a page would send, with what somebody changed in it."""
    here = Page(page.text)
    [form] = here.all("form", "data-aid")
    return [*here.fields[form.name], *changes.items()]


def leads(page: Page, id: str) -> str:
    [way] = [node for node in page.all("a", "href") if node.given.get("id") == id]
    return way.given["href"] or ""


def figures(page: str) -> list[str]:
    return Page(page).texts("span", ".figure")


def test_a_button_answers_without_a_script_and_leads_to_a_short_address(app: Flask) -> None:
    evening = Evening(app)
    page = evening.get("aid/production")
    assert "Still missing: What the building needs." in page.text and "<noscript>" in page.text
    pressed = evening.client.get(
        f"/t/{evening.token}/aid/production", query_string=sent(page, more="needs.red")
    )
    assert pressed.status_code == 302
    assert pressed.location == f"/t/{evening.token}/aid/production?f-needs.red=1#aid-production"
    assert "Orderly" in evening.client.get(pressed.location).text
    assert evening.state.seq == 1  # its start: nothing was entered


def test_a_form_on_play_leads_back_to_its_place_there(app: Flask) -> None:
    evening = Evening(app)
    evening.must("advance", 0, moment=evening.play.moment.as_json())
    page = evening.get("play")
    pressed = evening.client.get(
        f"/t/{evening.token}/aid/production", query_string=sent(page, more="needs.red")
    )
    assert (
        pressed.location == f"/t/{evening.token}/play?aid=production&f-needs.red=1#aid-production"
    )
    assert "Orderly" in evening.client.get(pressed.location).text


def test_whoever_was_tapped_above_an_aid_is_whom_it_books_for(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base", players=3, story=False)
    evening.must("pace", value="round")
    evening.must("record", fact="wheel_order", value=WHEEL)
    evening.must("record", 0, fact="five", value="potion")
    evening.must("count", 0, track="coins", seat=2, to=3)
    page = evening.get("play?aid=inn&seat=2")
    query = sent(page, more="sold.potion")
    asked = evening.client.get(f"/t/{evening.token}/aid/inn", query_string=query)
    part = evening.client.get(asked.location).text
    [data] = Page(part).sent("on", {})["data"]
    booked = json.loads(data)
    assert booked["person"] == evening.play.seats[2].person
    [kept] = Page(part).all("", "data-address")
    assert ("seat", "2") in parse_qsl(urlsplit(kept.given["data-address"] or "").query)


def test_an_aid_opened_from_somebody_s_turn_is_theirs_and_leads_back_to_them(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base", players=3, story=False)
    evening.must("pace", value="round")
    way = leads(Page(evening.get("play?seat=2").text), "aid-of-deeds")
    opened = Page(evening.client.get(way).text)
    [now] = [node for node in opened.all("a", ".chip") if node.given.get("aria-current")]
    assert now.given["id"] == "seat-2"
    assert parse_qsl(urlsplit(leads(opened, "close-deeds")).query) == [("seat", "2")]
    assert ("aid", "deeds") in parse_qsl(urlsplit(leads(opened, "seat-1")).query)


def test_a_script_gets_the_part_and_the_address_to_keep(app: Flask) -> None:
    evening = Evening(app)
    query = [*sent(evening.get("aid/production"), more="needs.red"), ("part", "1")]
    part = evening.client.get(f"/t/{evening.token}/aid/production", query_string=query).text
    assert part.lstrip().startswith("<section") and "<html" not in part
    [kept] = Page(part).all("", "data-address")
    assert parse_qsl(urlsplit(kept.given["data-address"] or "").query) == [("f-needs.red", "1")]


def test_every_aid_of_every_game_opens_and_takes_its_own_form(app: Flask) -> None:
    for slug, game in games().items():
        for aid in game.aids:
            here = (game.situation(c.key, 2, {})[0] for c in game.chapters)
            chapter = next(situation.chapter for situation in here if aid.when.holds(situation))
            evening = Evening(app, slug, chapter=chapter, players=2, story=False)
            page = evening.get(f"aid/{aid.key}")
            assert page.status_code == 200, aid.key
            again = evening.client.get(f"/t/{evening.token}/aid/{aid.key}", query_string=sent(page))
            assert again.location == f"/t/{evening.token}/aid/{aid.key}#aid-{aid.key}", aid.key


def test_a_watcher_may_ask(app: Flask) -> None:
    evening = Evening(app)
    evening.must("advance", 0, moment=[1, "event", None], to=[1, "assistants", None])
    guest = Guest(evening, Role.WATCHER)
    page = guest.client.get(f"/t/{guest.link.token}/aid/production", query_string=NEEDS).text
    assert page.index("data-aid") < page.index("<fieldset disabled")
    assert len(figures(page)) == 3  # three chances
    play = guest.client.get(f"/t/{guest.link.token}/play").text
    assert "data-aid" not in play and f"/t/{guest.link.token}/aid/production" in play


def test_look_up_leads_to_every_aid_whatever_the_phase(app: Flask) -> None:
    evening = Evening(app)
    page = evening.get("look-up").text
    for key in ("production", "objective", "cost"):
        assert f'href="/t/{evening.token}/aid/{key}"' in page
    assert "/aid/barracks" not in page


def test_what_nobody_offers_is_not_found(app: Flask) -> None:
    assert Evening(app).get("aid/sorcery").status_code == 404
    assert Evening(app).get("aid/barracks").status_code == 404  # of later chapters


def test_two_aids_with_the_same_question_are_two_pages(app: Flask) -> None:
    evening = Evening(app)
    both = [evening.get(f"aid/{key}").text for key in ("production", "cost", "production")]
    assert both[0] != both[1] and both[0] == both[2]


def test_another_entry_changes_what_is_known_and_nothing_that_was_asked(app: Flask) -> None:
    evening = Evening(app)
    before = figures(evening.get("aid/production", **NEEDS).text)
    evening.must("count", 0, track="red", by=1)
    after = figures(evening.get("aid/production", **NEEDS).text)
    assert before != after and after[0] == "100%"


def test_what_is_typed_is_shown_as_text(app: Flask) -> None:
    page = Evening(app).get("aid/cost", **{"f-printed": '"><script>x', "was": None}).text
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_ones_own_sheet_is_known_and_another_s_secret_is_not(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base")
    evening.must("mask")
    guests = [Guest(evening, Role.PLAYER, seat) for seat in (0, 1)]
    evening.must("fill", 0, seat=0, field="coins", value=4321 % 1000)
    pages = [g.client.get(f"/t/{g.link.token}/aid/balance?seat=0").text for g in guests]
    assert [json.dumps({"coins": 321})[1:-1].replace(" ", "") in unescape(p) for p in pages] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    "query", ["f-needs.red=%00", "seat=99", "seat=x", "f-goods-0-f-value=1", "more=zzz", "play=0"]
)
def test_odd_addresses_are_answered(app: Flask, query: str) -> None:
    evening = Evening(app)
    answer = evening.client.get(f"/t/{evening.token}/aid/production?{query}")
    assert answer.status_code in (200, 400)


def test_what_goods_are_worth_is_put_on_the_sheet_by_a_tap(app: Flask) -> None:
    evening = Evening(app, "ohmygoods", chapter="base", story=False)
    asked = {"f-goods.bread": "3", "f-goods.coal": "2", "seat": "1"}
    page = evening.get("aid/worth", **asked).text
    form = Page(page).held("give-of-worth")
    assert form["action"] == "fill" and 'form="give-of-worth"' in page
    evening.act("fill", json.loads(form["data"]))
    assert evening.play.filled_in[1]["coins"] == 14
    assert "give-worth" not in evening.get("aid/worth").text  # nothing was counted yet


@pytest.mark.parametrize("slug", ["newdale", "ohmygoods"])
def test_the_line_of_the_sheet_that_an_aid_fills_in_leads_to_it(app: Flask, slug: str) -> None:
    evening = Evening(app, slug)
    links = Page(evening.get("score", seat="1").text).all("a", "id")
    [link] = [one.given["href"] or "" for one in links if one.given["id"] == "s1-coins-aid"]
    assert link.endswith("aid/worth?seat=1&back=score")
    asked = evening.client.get(link).text
    assert "What is one" not in asked and "/score?seat=1" in asked
    counted = evening.get(
        "aid/worth", seat="1", back="score", **{"f-goods.bread": "2", "f-values.bread": "5"}
    )
    form = Page(counted.text).held("give-of-worth")
    assert (form["back"], form["back-seat"]) == ("score", "1")


def test_what_one_good_is_worth_is_asked_beside_it_where_nobody_knows(app: Flask) -> None:
    evening = Evening(app)
    page = evening.get("aid/worth", **{"f-goods.bread": "2", "f-goods.flour": "1"}).text
    assert Page(page).named("f-values.bread") == ["5"]
    assert Page(page).named("f-values.flour") == [""]
    asked = {"f-goods.bread": "2", "f-goods.flour": "1", "f-values.flour": "4"}
    page = evening.get("aid/worth", **asked).text
    assert "for goods worth 14 coins" in page and "give-of-worth" in page


def test_a_button_that_stands_alone_says_where_it_puts_what_was_found(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base", players=2, story=False)
    page = evening.get("aid/deeds?f-kind=coins&f-coins_each=3").text
    assert re.search(r"<span>Add to the\s</span>sheet", page)


@pytest.mark.parametrize("value", [5, [5], ["x"], [None], True, [{"kind": ["x"]}]])
def test_odd_deeds_on_a_sheet_break_no_calculator(app: Flask, value: object) -> None:
    evening = Evening(app, "merchants", chapter="base", players=2, story=False)
    evening.must("fill", 0, seat=0, field="deeds", value=value)
    for aid in ("deeds", "final-travel"):
        assert evening.get(f"aid/{aid}").status_code == 200


def test_keys_have_their_name_where_a_choice_of_people_takes_the_room_of_the_hint(
    app: Flask,
) -> None:
    evening = Evening(app, "merchants", chapter="base", story=False)
    evening.must("pace", value="round")
    evening.must("count", 0, track="coins", seat=0, to=5)  # so that only the keys are left to tap
    for _ in range(13):
        evening.must("advance", 0, moment=evening.play.moment.as_json())
    assert '<legend class="hint">Heroes on your wagon</legend>' in evening.get("play").text
