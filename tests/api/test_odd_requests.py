"""Tybor and Merchants over the public API: what is odd is told, never an error page."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import games

pytestmark = pytest.mark.slow

PATH = "/api/v1/games/{}/chapters/{}/{}"
ODD = [True, False, 2.5, 1e300, 10**30, -1, "", "x", "3+x", [], {}, [1], [[]], {"a": 1}, None]
NUMBERS = (
    "printed", "red", "yellow", "green", "blue", "citizens", "farmers", "merchants", "craftsmen",
    "captains", "priests", "soldiers", "strength",
)  # fmt: skip
TYBOR: dict[str, Any] = {**dict.fromkeys(NUMBERS, 0), "secret": "red+green+blue"}
MERCHANT: dict[str, Any] = {"coins": 20, "prestige": 20}
PLAIN = {"tybor": ("I", TYBOR), "merchants": ("base", MERCHANT)}
TYBOR_FREE = {"great", "symbols", "sets"} | {
    f"{kind}_{colour}"
    for kind in ("most", "pairs")
    for colour in ("red", "yellow", "green", "blue")
}
FREE = {
    "tybor": TYBOR_FREE,
    "merchants": {"deeds", "dice", "upgrade_vp", "gifts", "commissions", "heroes"},
}


def score(client: FlaskClient, slug: str, *entries: Any, **more: Any) -> tuple[int, Any]:
    seats = [{"name": "Ada", "entry": entry} for entry in entries]
    path = PATH.format(slug, PLAIN[slug][0], "score")
    answer = client.post(path, json={"seats": seats, **more})
    return answer.status_code, answer.get_json()


def told(answer: Any) -> list[tuple[int | None, str | None, str]]:
    return [(issue["seat"], issue["field"], issue["code"]) for issue in answer["issues"]]


@pytest.mark.parametrize("slug", PLAIN)
def test_any_value_anywhere_is_scored_or_told(client: FlaskClient, slug: str) -> None:
    plain = PLAIN[slug][1]
    fields = [field.key for field in games()[slug].sheet.fields()]
    for key, odd in product(fields, ODD):
        status, answer = score(client, slug, plain, {**plain, key: odd})
        assert status in (200, 422), (key, odd)
        if status == 422:
            assert all(issue["message"] for issue in answer["issues"])
            assert {seat for seat, _, _ in told(answer)} == {1}, (key, odd)


@pytest.mark.parametrize(("sign", "code"), [("", "too-high"), ("-", "too-low")])
def test_a_number_of_any_length_is_still_a_number(
    client: FlaskClient, sign: str, code: str
) -> None:
    body = json.dumps({"seats": [{"name": "Ada", "entry": {**MERCHANT, "coins": 77}}] * 2})
    path = PATH.format("merchants", "base", "score")
    answer = client.post(path, data=body.replace("77", sign + "9" * 5000))
    assert answer.status_code == 422
    assert told(answer.get_json()) == [(0, "coins", code), (1, "coins", code)]


@pytest.mark.parametrize("slug", PLAIN)
def test_every_setting_takes_any_value_or_says_why_not(client: FlaskClient, slug: str) -> None:
    plain = PLAIN[slug][1]
    for setting, odd in product(games()[slug].settings(), ODD):
        status, answer = score(client, slug, plain, plain, settings={setting.key: odd})
        assert status in (200, 422), (setting.key, odd)
        if status == 422:
            assert {(seat, field) for seat, field, _ in told(answer)} == {(None, setting.key)}


@pytest.mark.parametrize("slug", PLAIN)
def test_only_the_listed_fields_may_be_left_out(client: FlaskClient, slug: str) -> None:
    plain = PLAIN[slug][1]
    for key in plain:
        for entry in ({k: v for k, v in plain.items() if k != key}, {**plain, key: None}):
            assert told(score(client, slug, entry, plain)[1]) == [(0, key, "missing")]
    for key in FREE[slug]:
        assert score(client, slug, {**plain, key: None}, plain)[0] == 200
    fields = {field.key for field in games()[slug].sheet.fields() if not field.sole}
    assert fields == FREE[slug] | plain.keys()


@pytest.mark.parametrize("first", [-1, 2, 10**30, True, 1.0, "1", []])
@pytest.mark.parametrize("slug", PLAIN)
def test_a_first_seat_nobody_has(client: FlaskClient, slug: str, first: Any) -> None:
    plain = PLAIN[slug][1]
    status, answer = score(client, slug, plain, plain, first=first)
    code = "players" if type(first) is int else "not-a-number"
    assert (status, told(answer)) == (422, [(None, "first", code)])


def test_tybor_takes_two_to_eight_and_ties_are_shared(client: FlaskClient) -> None:
    for players in range(11):
        status, answer = score(client, "tybor", *[TYBOR] * players)
        if not 2 <= players <= 8:
            assert (status, told(answer)) == (422, [(None, None, "players")])
            continue
        assert answer["winners"] == ["Ada"] * players
        assert {seat["place"] for seat in answer["seats"]} == {1}
        assert [line["category"] for line in answer["seats"][-1]["lines"]] == [
            "printed", "majority", "sets", "pairs", "farmers", "merchants", "craftsmen",
            "captains", "priests", "soldiers", "objectives", "secret",
        ]  # fmt: skip


def test_the_colours_of_a_secret_stand_in_any_order(client: FlaskClient) -> None:
    held = {**TYBOR, "red": 2, "green": 3, "blue": 2}
    for secret in ("red+green+blue", "blue+red+green", ["green", "blue", "red"]):
        _, answer = score(client, "tybor", {**held, "secret": secret}, TYBOR)
        assert answer["seats"][0]["lines"][-1]["points"] == 10


def test_merchants_notes_only_what_its_set_up_needs(client: FlaskClient) -> None:
    answer = client.get(PATH.format("merchants", "base", "setup"), query_string={"players": 4})
    said = " ".join(answer.get_json()["notes"])
    assert "step 14" in said and "step 16" in said
    assert not [word for word in ("tablet", "oracle", "wagon board", "your tiles") if word in said]
    query = {"players": 4, "buildings": "chosen"}
    chosen = client.get(PATH.format("merchants", "base", "setup"), query_string=query).get_json()
    assert "your tiles" in " ".join(chosen["notes"])
    assert [(deck["size"], deck["segments"][0]["pool"]) for deck in chosen["decks"]] == [
        (13, [])
    ] * 2
