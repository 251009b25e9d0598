"""The aids as other programs ask them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import games

BAG = {"yellow": 6, "green": 5, "red": 4, "blue": 3, "hooded": 0}
PRODUCTION = {
    "needs": {"yellow": 2, "red": 2}, "market": {"yellow": 2, "green": 2, "red": 1}, "own": {},
    "draws": 4, "bag": BAG, "sloppy": 1, "extra": 2,
}  # fmt: skip


def post(client: FlaskClient, aid: str, body: Any) -> tuple[int, Any]:
    slug, _, key = aid.partition(" ")
    sent = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(f"/api/v1/games/{slug}/aids/{key}", data=sent)
    return answer.status_code, answer.get_json()


def codes(answer: Any) -> set[tuple[str | None, str]]:
    assert all(issue["seat"] is None and issue["message"] for issue in answer["issues"])
    return {(issue["field"], issue["code"]) for issue in answer["issues"]}


def test_an_aid_answers(client: FlaskClient) -> None:
    chances = {"sloppy": "1/1", "orderly": "2059/3060", "extraordinary": "199/612"}
    answer = {"chances": chances, "missing": "1001/3060"}
    assert post(client, "newdale production", PRODUCTION) == (200, answer)


@pytest.mark.parametrize(
    "aid", [f"{game.slug} {aid.key}" for game in games().values() for aid in game.aids]
)
def test_every_aid_answers_whoever_may_use_it_at_the_table(client: FlaskClient, aid: str) -> None:
    assert post(client, aid, {})[0] in (200, 422)


@pytest.mark.parametrize(
    "path", ["newdale/aids/chains", "ohmygoods/aids/nothing", "chess/aids/chains"]
)
def test_what_is_not_there_is_a_404(client: FlaskClient, path: str) -> None:
    answer = client.post(f"/api/v1/games/{path}", data="{}")
    assert answer.status_code == 404 and answer.get_json()["error"]["code"] == "not-found"


@pytest.mark.parametrize("body", ["[]", "3", '"x"', "null", "{", "", '{"cost": NaN}'])
def test_a_body_that_is_no_object_is_a_400(client: FlaskClient, body: str) -> None:
    status, answer = post(client, "tybor payment", body)
    assert status == 400 and answer["error"]["message"]


def test_all_issues_come_at_once(client: FlaskClient) -> None:
    body = {"needs": {"purple": 1}, "bag": {"red": -1}, "draws": "3+100", "sloppy": 2.5, "x": 1}
    status, answer = post(client, "newdale production", body)
    assert status == 422
    assert codes(answer) == {
        ("x", "unknown-field"), ("needs", "unknown-field"), ("market", "missing"),
        ("draws", "too-high"), ("bag", "too-low"), ("sloppy", "not-a-number"),
        ("extra", "missing"),
    }  # fmt: skip


def test_no_more_is_drawn_than_the_bag_holds(client: FlaskClient) -> None:
    status, answer = post(client, "newdale production", {**PRODUCTION, "draws": 19})
    assert status == 422 and codes(answer) == {("draws", "too-high")}


REFUSED = [
    ("tybor payment", {"workers": [1] * 121, "cost": 0}, "workers too-high"),
    ("tybor payment", {"workers": [100], "cost": True}, "workers too-high, cost not-a-number"),
    ("tybor payment", {"workers": 3, "cost": None}, "workers not-a-number, cost missing"),
    ("tybor payment", {"workers": [10**12], "cost": -1}, "workers too-high, cost too-low"),
    ("ohmygoods chains", {"buildings": ["mill"] * 31, "goods": {}}, "buildings too-high"),
    (
        "ohmygoods chains",
        {"buildings": ["mill", 3], "goods": {"grape": 1}, "cards": {"gold": 1}},
        "buildings unknown-choice, goods unknown-choice, cards unknown-choice",
    ),
    (
        "ohmygoods chains",
        {"buildings": "mill", "goods": []},
        "buildings not-a-number, goods not-a-number",
    ),
    (
        "ohmygoods payment",
        {"goods": {"flour": "3 5", "coal": 100}, "costs": [1, 2, 3]},
        "goods not-a-number, goods too-high, costs too-high",
    ),
    (
        "newdale objective",
        {"goods": [{"value": 1, "count": 1}] * 41, "options": [{}] * 3},
        "goods too-high, options too-high",
    ),
    (
        "newdale objective",
        {"goods": [{"value": 1, "for": ["third"], "x": 1}], "options": [3]},
        "goods missing, goods unknown-choice, goods unknown-field, options not-a-number",
    ),
    (
        "merchants bazaar",
        {"values": {"book": 5}, "bought": {"book": 3}, "brembizant": 1},
        "bought too-high, brembizant unknown-choice",
    ),
]


@pytest.mark.parametrize(("aid", "body", "found"), REFUSED)
def test_what_is_beyond_the_limits_is_refused(
    client: FlaskClient, aid: str, body: Any, found: str
) -> None:
    status, answer = post(client, aid, body)
    assert status == 422
    assert codes(answer) == {tuple(issue.split()) for issue in found.split(", ")}


@pytest.mark.parametrize("aid", ["deeds", "final-travel"])
def test_deeds_that_cannot_be_are_refused_not_weighed(client: FlaskClient, aid: str) -> None:
    deed = {"kind": "choice", "coins": 50, "prestige": 50, "times": 78}
    piles = {"coins": 1, "prestige": 1}
    status, answer = post(client, f"merchants {aid}", {"told": [deed] * 19, **piles})
    assert (status, codes(answer)) == (422, {(None, "too-high")})
    some = {"kind": "choice", "coins": 3, "prestige": 2, "times": 2}
    assert post(client, f"merchants {aid}", {"told": [some] * 19, **piles})[0] == 200


def test_sums_and_what_is_absent_count(client: FlaskClient) -> None:
    body = {"workers": ["1+1", 3, 4], "cost": "2+3"}
    assert post(client, "tybor payment", body) == (200, {"given": [2, 3], "lost": 0})
    body = {"values": {"book": 5}, "bought": {"staff": 1, "book": None}}
    assert post(client, "merchants bazaar", body) == (200, {"coins": 0})


@pytest.mark.parametrize("slug", games())
def test_a_game_lists_its_aids_and_catalogue(client: FlaskClient, slug: str) -> None:
    game = client.get(f"/api/v1/games/{slug}").get_json()
    assert all({"key", "label", "fields"} <= aid.keys() for aid in game["aids"])
    fields = [field for aid in game["aids"] for field in aid["fields"]]
    assert all({"key", "label", "kind", "low", "high"} <= field.keys() for field in fields)
    assert all({"key", "label", "copies", "points"} <= card.keys() for card in game["catalogue"])


def test_every_aid_of_the_contract_is_there(client: FlaskClient) -> None:
    listed = {
        f"{slug} {aid['key']}"
        for slug in games()
        for aid in client.get(f"/api/v1/games/{slug}").get_json()["aids"]
    }
    assert listed >= {
        "newdale production", "newdale objective", "ohmygoods chains", "ohmygoods payment",
        "tybor payment", "merchants bazaar",
    }  # fmt: skip


def test_the_catalogue_tells_what_a_building_makes(client: FlaskClient) -> None:
    cards = client.get("/api/v1/games/ohmygoods").get_json()["catalogue"]
    mill = next(card for card in cards if card["key"] == "mill")
    assert mill["label"] == "Mill" and mill["copies"] == 6 and mill["points"] == 2
    assert mill["good"] == "flour" and mill["coins"] == 2 and mill["chain"] == "grain card"


def test_asking_sets_no_cookie(client: FlaskClient) -> None:
    answer = client.post("/api/v1/games/newdale/aids/production", data=json.dumps(PRODUCTION))
    assert "Set-Cookie" not in answer.headers
