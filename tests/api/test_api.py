"""The public API as other programs meet it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import games
from companion.rules.soundness import seats

ADA = {"track": 17, "fists": 3, "coins": 38, "towns": 4, "buildings": "10+9"}
ALONE = {"seats": [{"name": "Ada", "entry": ADA}]}
SCORE = "/api/v1/games/newdale/chapters/I/score"
SETUP = "/api/v1/games/newdale/chapters/{}/setup?players={}"


def post(client: FlaskClient, body: Any, path: str = SCORE) -> tuple[int, Any]:
    answer = client.post(path, data=body if isinstance(body, str) else json.dumps(body))
    return answer.status_code, answer.get_json()


def table(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    seats = [{"name": f"P{i}", "entry": entry} for i, entry in enumerate(entries)]
    return {"seats": seats, **more}


def codes(answer: Any) -> list[tuple[int | None, str | None, str]]:
    return [(issue["seat"], issue["field"], issue["code"]) for issue in answer["issues"]]


def test_it_lists_the_games(client: FlaskClient) -> None:
    listed = client.get("/api/v1/games").get_json()["games"]
    newdale = next(game for game in listed if game["slug"] == "newdale")
    assert newdale["title"] == "Expedition to Newdale"
    assert newdale["players"] == {"min": 1, "max": 4}
    assert newdale["chapters"] == [
        "I",
        "II",
        "IIIa",
        "IIIb",
        "IVa",
        "IVb",
        "V",
        "VI",
        "VII",
        "VIII",
    ]


def test_it_tells_of_one_game(client: FlaskClient) -> None:
    game = client.get("/api/v1/games/newdale").get_json()
    following = {chapter["key"]: chapter["next"] for chapter in game["chapters"]}
    assert following["II"] == ["IIIa", "IIIb"] and following["VIII"] == []
    assert [r["source"] for r in game["rulings"]] == [f"R{n}" for n in range(1, 24)]
    assert all(r["default"] in r["options"] for r in game["rulings"])
    fields = {f["key"]: f for c in game["sheet"]["categories"] for f in c["fields"]}
    assert fields["towns"]["high"] == 11 and fields["track"]["low"] is None
    assert [c["key"] for c in game["sheet"]["categories"]] == (
        ["track", "military", "objective", "goods", "secret", "buildings", "chapter"]
    )


def test_set_up_of_chapter_two_is_the_contracts_example(client: FlaskClient) -> None:
    answer = client.get(SETUP.format("II", 3)).get_json()
    deck = answer["decks"][0]
    assert deck["key"] == "events" and deck["size"] == 7
    assert deck["segments"][1] == {
        "label": "rounds 4-6",
        "draw": 3,
        "fixed": [12],
        "choose": 2,
        "pool": [10] * 7,
        "shuffled": True,
    }
    assert answer["facts"]["board"] == "A" and answer["facts"]["bonus_tiles"] == 21
    assert {"key", "text", "count"} == set(answer["steps"][0])
    assert any("p. 16" in note for note in answer["notes"])


def test_rulings_and_options_are_query_parameters(client: FlaskClient) -> None:
    path = SETUP.format("VIII", 2)
    assert client.get(path).get_json()["facts"]["board"] == "F"
    assert client.get(f"{path}&board-of-viii=E").get_json()["facts"]["board"] == "E"
    town = client.get(SETUP.format("V", 2) + "&start-town=creekside").get_json()
    assert town["facts"]["start"] == ["Creekside"]


@pytest.mark.parametrize("query", ["", "?players=", "?players=many", "?players=5", "?players=0"])
def test_bad_players_are_an_issue(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/api/v1/games/newdale/chapters/I/setup{query}")
    assert answer.status_code == 422
    assert codes(answer.get_json()) == [(None, "players", "players")]


def test_unknown_settings_are_issues(client: FlaskClient) -> None:
    answer = client.get(SETUP.format("I", 2) + "&bord=E&threshold=maybe")
    assert answer.status_code == 422
    assert codes(answer.get_json()) == [
        (None, "bord", "unknown-field"),
        (None, "threshold", "unknown-choice"),
    ]


def test_every_game_sets_up_every_table(client: FlaskClient) -> None:
    for game in games().values():
        for chapter in game.chapters:
            for players in seats(game, chapter):
                path = f"/api/v1/games/{game.slug}/chapters/{chapter.key}/setup?players={players}"
                answer = client.get(path)
                assert answer.status_code == 200 and answer.get_json()["steps"], path


def test_it_scores_a_table(client: FlaskClient) -> None:
    status, answer = post(client, table(ADA, {**ADA, "track": -1}, first=1))
    assert status == 200
    assert [seat["total"] for seat in answer["seats"]] == [55, 37]
    assert answer["winners"] == ["P0"] and answer["decided_by"] is None
    assert answer["why"] == "P0 wins with 55 points, 18 ahead of P1."
    assert codes({"issues": answer["warnings"]}) == [(1, "track", "too-low")]
    lines = answer["seats"][0]["lines"]
    assert [line["category"] for line in lines] == [
        c.key for c in games()["newdale"].sheet.categories
    ]
    assert lines[1]["working"] == "3 fists, tied with P1, 1st"


def test_the_order_of_first_decides_a_tie(client: FlaskClient) -> None:
    for first, winner in ((0, "P0"), (1, "P1")):
        _, answer = post(client, table(ADA, ADA, first=first))
        assert answer["winners"] == [winner]
        assert answer["decided_by"] == "the seat furthest from the final starting player"


MERCHANTS = "/api/v1/games/merchants/chapters/base/score"


def test_a_tie_is_broken_only_by_what_every_tied_seat_gave(client: FlaskClient) -> None:
    piles = {"coins": 30, "prestige": 34}
    body = table({**piles, "gifts": 3}, piles, {**piles, "coins": 9})
    status, answer = post(client, body, MERCHANTS)
    assert (status, answer["winners"], answer["decided_by"]) == (200, ["P0", "P1"], None)
    assert [seat["place"] for seat in answer["seats"]] == [1, 1, 3]
    assert answer["why"] == (
        "P0 and P1 share the win with 30 points each, also tied on coins and prestige together."
    )
    assert sorted(codes({"issues": answer["warnings"]})) == [
        (0, "commissions", "missing"), (0, "heroes", "missing"),
        (1, "commissions", "missing"), (1, "gifts", "missing"), (1, "heroes", "missing"),
    ]  # fmt: skip
    said = next(w["message"] for w in answer["warnings"] if w["field"] == "gifts")
    assert said == "Tied without a number for gifts on loyal companions, so the rank is shared."
    _, answer = post(client, table({**piles, "gifts": 3}, {**piles, "gifts": 2}), MERCHANTS)
    assert (answer["decided_by"], answer["warnings"]) == ("gifts on loyal companions", [])


def test_a_tie_broken_in_steps_names_who_was_compared_in_each(client: FlaskClient) -> None:
    piles = {"coins": 30, "prestige": 34}
    given = ({"gifts": 2, "commissions": 1}, {"gifts": 2, "commissions": 0}, {"gifts": 1})
    _, answer = post(client, table(*({**piles, **mine} for mine in given)), MERCHANTS)
    assert (answer["winners"], answer["decided_by"]) == (["P0"], "commissions delivered")
    assert answer["why"] == (
        "P0, P1 and P2 are tied on 30 points. P0 and P1 are ahead on gifts on loyal companions. "
        "P0 wins on commissions delivered (1 to 0)."
    )


def test_all_issues_come_at_once(client: FlaskClient) -> None:
    bad = {"track": "many", "fists": 15, "coins": 2.5, "towns": 12, "camels": 1}
    status, answer = post(client, table(bad, {**ADA, "towns": -1}))
    assert status == 422
    assert sorted(codes(answer), key=str) == sorted(
        [
            (0, "camels", "unknown-field"),
            (0, "track", "not-a-number"),
            (0, "fists", "too-high"),
            (0, "coins", "not-a-number"),
            (0, "towns", "too-high"),
            (0, "buildings", "missing"),
            (1, "towns", "too-low"),
        ],
        key=str,
    )
    said = next(i["message"] for i in answer["issues"] if i["field"] == "towns")
    assert said == "At most 11 houses, so at most 11 towns."


def test_a_wrong_shape_hides_no_other_issue(client: FlaskClient) -> None:
    seats = [{"name": "", "entry": {**ADA, "towns": 12}}, {"name": "Ben", "entry": []}]
    body = {"seats": seats, "first": "1", "settings": {"furthest": "left"}}
    status, answer = post(client, body)
    assert (status, codes(answer)) == (422, [
        (0, "name", "missing"), (1, "entry", "missing"), (None, "first", "not-a-number"),
        (None, "furthest", "unknown-choice"), (0, "towns", "too-high"),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("value", "code"),
    [("3++5", "not-a-number"), ("+".join(["1"] * 10_000), "not-a-number"), ("", "missing"),
     ("3 5", "not-a-number"), ("3,5", "not-a-number"), (2.5, "not-a-number"),
     ("3+", "not-a-number"), (True, "not-a-number"), ([], "not-a-number"), ({}, "not-a-number"),
     ("9999+1", "too-high"), ("9" * 5000, "not-a-number"), (10**30, "too-high")],
)  # fmt: skip
def test_strange_sums_are_refused(client: FlaskClient, value: Any, code: str) -> None:
    status, answer = post(client, table({**ADA, "buildings": value}))
    assert (status, codes(answer)) == (422, [(0, "buildings", code)])


@pytest.mark.parametrize(("value", "total"), [("3+5+2", 10), (" 3 + 5 ", 8), ("12-2", 10), (7, 7)])
def test_sums_are_added_up(client: FlaskClient, value: Any, total: int) -> None:
    entry = {"track": 0, "fists": 0, "coins": 0, "towns": 0, "buildings": value}
    assert post(client, table(entry))[1]["seats"][0]["total"] == total


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", "NaN", '{"seats": NaN}', "[" * 10_000, '{"a":' * 10_000, "\xff"]
)
def test_what_is_not_json_is_a_400(client: FlaskClient, body: str) -> None:
    status, answer = post(client, body)
    assert status == 400 and answer["error"]["message"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (None, None, "players")),
        ({"seats": []}, (None, None, "players")),
        ({"seats": "ab"}, (None, "seats", "missing")),
        ({"seats": 5}, (None, None, "players")),
        ({"seats": True}, (None, None, "players")),
        ({"seats": {"name": "Ada"}}, (None, None, "players")),
        ({"seats": [1]}, (0, "name", "missing")),
        ({"seats": [{"name": "", "entry": ADA}]}, (0, "name", "missing")),
        ({"seats": [{"name": "x" * 41, "entry": ADA}]}, (0, "name", "too-high")),
        ({"seats": [{"name": "Ada"}]}, (0, "entry", "missing")),
        ({**ALONE, "first": "0"}, (None, "first", "not-a-number")),
        ({**ALONE, "first": True}, (None, "first", "not-a-number")),
        ({**ALONE, "first": 1}, (None, "first", "players")),
        ({**ALONE, "settings": []}, (None, "settings", "unknown-choice")),
        ({**ALONE, "settings": {"target": "x"}}, (None, "target", "not-a-number")),
        ({"seats": [{"name": f"P{i}", "entry": ADA} for i in range(5)]}, (None, None, "players")),
        ({"seats": [{"name": "A", "entry": ADA}] * 900}, (None, None, "players")),
    ],
)  # fmt: skip
def test_wrong_shapes_are_issues(client: FlaskClient, body: Any, expected: Any) -> None:
    status, answer = post(client, body)
    assert (status, codes(answer)) == (422, [expected])


@pytest.mark.parametrize(
    "path",
    ["/api/v1/games/chess", "/api/v1/games/newdale/chapters/IX/setup?players=2", "/api/v1/nothing",
     "/api/v1/games/newdale/chapters/%00/setup?players=2", "/api/v1/games/" + "x" * 3000],
)  # fmt: skip
def test_unknown_games_and_chapters_are_404(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and answer.get_json()["error"]["code"] == "not-found"


def test_a_huge_body_is_refused_unread(client: FlaskClient) -> None:
    answer = client.post(SCORE, data=b" " * 10_000_000)
    assert answer.status_code == 413 and answer.get_json()["error"]["code"]


def test_the_api_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.post(SCORE, json=table(ADA)).headers
    assert "Set-Cookie" not in client.get("/api/v1/games").headers


def test_a_wrong_method_is_told_in_json(client: FlaskClient) -> None:
    answer = client.get(SCORE)
    assert answer.status_code == 405 and "error" in answer.get_json()


@pytest.mark.parametrize("missed", ["solo_goods_met", "solo_task_met"])
def test_alone_all_that_the_card_asks_for_has_to_be_met(client: FlaskClient, missed: str) -> None:
    met = {"target": 10, "solo_goods_met": True, "solo_task_met": None}
    assert post(client, {**ALONE, "settings": met})[1]["winners"] == ["Ada"]
    status, answer = post(client, {**ALONE, "settings": {**met, missed: False}})
    assert (status, answer["winners"], answer["decided_by"]) == (200, [], None)


def test_a_seat_level_with_the_private_concern_shares_its_place(client: FlaskClient) -> None:
    body = table({"coins": 30, "prestige": 34}, {"final": 30})
    status, answer = post(client, body, "/api/v1/games/merchants/chapters/base/score")
    assert status == 200 and answer["decided_by"] is None
    assert [seat["place"] for seat in answer["seats"]] == [1, 1]
    assert answer["winners"] == ["P0", "P1"]
    assert [warning["message"] for warning in answer["warnings"]] == [
        "The solo booklet says who is ahead."
    ]


ODD = [f"{n:x}" for n in range(20_000)]


def test_of_many_faults_the_first_are_told_and_the_others_counted(client: FlaskClient) -> None:
    seats = [{"name": "Ada", "entry": {}}, {"name": "Ben", "entry": dict.fromkeys(ODD, 1)}]
    answer = client.post("/api/v1/games/newdale/chapters/I/score", json={"seats": seats})
    issues = answer.get_json()["issues"]
    assert answer.status_code == 422 and len(issues) == 51
    assert re.fullmatch(r"… and 19,\d\d\d more\.", issues[-1]["message"])
    assert issues[-1]["code"] == "unknown-field"
