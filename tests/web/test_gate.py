"""Whatever comes in goes through one gate, and every page opens after it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask, request, session
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.rules.actions import ACTIONS
from companion.rules.journal.log import Entry
from companion.table.journal import Draft, Refused, write
from companion.table.store import db
from tests.web.evening import Evening
from tests.web.every_page import broken, papers
from tests.web.pressing import guard_of
from tests.web.test_start import form as start_form
from tests.web.test_start import opened

SCORE = "/api/v1/games/merchants/chapters/base/score"
HUGE = 99999999999999999999
ODD = [
    r'"\ud800"', r'"a\u0000b"', r'"\u001b[2J"', "NaN", "Infinity", "-Infinity", "1e999", "-1e999",
    str(10**30), "[" * 50 + "]" * 50,
]  # fmt: skip


@pytest.mark.parametrize(
    "entry",
    [("note", '{"text": %s}'), ("record", '{"fact": "introduced", "value": [%s]}'),
     ("fill", '{"seat": 0, "field": "coins", "value": %s}'),
     ("fill", '{"seat": 0, "field": "coins", "also": {"towns": {"a": %s}}}'),
     ("start", '{"chapter": "I", "seats": [{"name": %s}]}'), ("undo", '{"entry": %s}'),
     ("rule", '{"ruling": %s, "value": "x"}')],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_and_no_page_breaks(
    app: Flask, entry: tuple[str, str]
) -> None:
    evening = Evening(app)
    action, data = entry
    for odd in ODD:
        answer = evening.post("do", action=action, data=data % odd)
        assert (answer.status_code, odd) == (422, odd)
        assert len(evening.state.log) == 1
        assert evening.get("log").status_code == 200


@pytest.mark.parametrize("name", ["also", "ticks"])
def test_what_a_tap_enters_besides_is_refused_as_well(app: Flask, name: str) -> None:
    evening = Evening(app)
    for odd in (
        str(HUGE),
        r'{"step": "\u0000"}',
        f'{{"action": "turn", "data": {HUGE}}}',
    ):
        answer = evening.post("do", action="note", data='{"text": "a"}', **{name: odd})
        assert (answer.status_code, len(evening.state.log)) == (422, 1)


def test_the_refusal_names_the_rule(app: Flask) -> None:
    evening = Evening(app)
    answer = evening.post("do", action="note", data=r'{"text": "\ud800"}')
    assert "control characters" in answer.text
    answer = evening.post("do", action="claim", data=r'{"group": "a\nb"}')
    assert "Only a note can have tabs" in answer.text


def test_a_typed_note_keeps_its_lines_and_loses_what_nobody_sees(app: Flask) -> None:
    evening = Evening(app)
    text = "Zoe\u0308 won\r\nat\tlast\0\x1b"
    assert evening.post("do", action="note", **{"d-text": text}).status_code == 303
    assert evening.play.notes == ("Zo\u00eb won\nat\tlast",)


def test_a_repeat_in_another_spelling_is_the_same_entry(app: Flask) -> None:
    evening = Evening(app)
    for text in ("Zoe\u0308", "Zo\u00eb"):
        assert evening.act("note", {"text": text}, key="k").status_code == 303
    assert evening.play.notes == ("Zo\u00eb",)


@pytest.mark.parametrize("odd", ["\ud800", "\0", float("nan"), float("inf"), 2**63, b"x"])
def test_the_journals_own_door_is_shut_too(app: Flask, odd: Any) -> None:
    evening = Evening(app)
    with pytest.raises(Refused):
        evening.must("note", text=odd)
    with pytest.raises(Refused):
        evening.must("fill", seat=0, field="coins", value=odd)
    entry = Entry(2, "note", {"text": odd}, 0, "k")
    with pytest.raises(Refused), app.app_context(), db.engine.begin() as connection:
        write(connection, evening.table.id, [entry])
    with pytest.raises(Refused):
        evening.append([Draft("note", {"text": "x"}, 0, key="\0")])
    assert len(evening.state.log) == 1


def test_a_name_typed_with_a_stray_character_is_the_name(client: FlaskClient, app: Flask) -> None:
    names = ("Zoe\u0308\0", "Ben\x7f")
    sent = start_form(client.get("/new/newdale").text, names, title="Our\r\nweek\0")
    found = opened(app, client.post("/new/newdale", data=sent))
    assert found.name == "Our week"
    assert found.state.plays[0].names == ("Zo\u00eb", "Ben")


@pytest.mark.parametrize("number", [HUGE, "9" * 5000, 2**63])
@pytest.mark.parametrize("page", ["people/{}/renew", "people/{}/off"])
def test_a_number_no_database_holds_leads_nowhere(app: Flask, page: str, number: Any) -> None:
    assert Evening(app).post(page.format(number)).status_code == 404


def test_numbers_in_forms_and_queries_stay_within_64_bits(app: Flask) -> None:
    evening = Evening(app)
    assert evening.client.post("/forget", data={"link": HUGE}).status_code < 500
    for page in ("log", "score", "play", "setup", "result", "people"):
        for name in ("play", "seat", "before"):
            assert evening.get(page, **{name: HUGE}).status_code < 500
    for page in ("do", "score", "who", "people/invite", "log/rewind", "log/fork", "next"):
        names = ("play", "seat", "entry", "seen", "after", "back-play", "go", "plays", "d-entry")
        form = dict.fromkeys(names, HUGE)
        for more in ({}, {"play": 0, "seat": 0, "f-coins": 3, "action": "undo"}):
            assert evening.post(page, **form | more).status_code < 500
    assert broken(evening) == {}


def test_an_undo_names_a_play_that_is_there(app: Flask) -> None:
    evening = Evening(app)
    evening.must("note", text="x")
    assert evening.act("undo", {"entry": 2}, play=2**40).status_code == 409


def test_a_card_before_the_first_or_after_the_last_is_refused(app: Flask) -> None:
    evening = Evening(app)
    deck = evening.play.game.decks(evening.play.situation)[0].key
    data = {"deck": deck, "card": 1, "position": -1}
    assert evening.act("reveal", data).status_code == 409
    evening.must("shuffle", deck=deck, seed=1)
    for place, card in enumerate(evening.play.orders[deck]):
        evening.must("reveal", deck=deck, card=card, position=place)
    more = {"deck": deck, "card": card, "position": place + 1}
    assert evening.act("reveal", more).status_code == 422


def test_names_and_values_everywhere_are_cleaned(own_app: Flask) -> None:
    seen: list[Any] = []

    @own_app.post("/seen")
    def see() -> str:
        seen.append([request.form.to_dict(), request.args.to_dict(), request.cookies.get("c")])
        return ""

    client = own_app.test_client()
    token = guard_of(client, "/settings")
    client.set_cookie("c", "x\x7fy")
    client.post("/seen?q%00=a%00%ED%A0%80", data={"n\0": "v\x01", "csrf_token": token})
    [[form, args, cookie]] = seen
    assert form == {"n": "v", "csrf_token": token} and cookie == "xy"
    assert list(args) == ["q"] and "\0" not in args["q"]


def test_what_a_cookie_remembers_is_cleaned(own_app: Flask) -> None:
    @own_app.get("/names")
    def names() -> list[str]:
        return list(session.get("names", []))

    for odd in (["A\0da", "\ud800"], ["Ada", float("nan")]):
        client = own_app.test_client()
        with client.session_transaction() as kept:
            kept["names"] = odd
        answer = client.get("/names")
        assert answer.get_json() in (["Ada", ""], [])
        assert client.get("/new/newdale").status_code == 200


@pytest.mark.parametrize("odd", ODD)
def test_the_api_answers_a_program_in_its_own_terms(client: FlaskClient, odd: str) -> None:
    whole = {"name": "Ada", "entry": {"coins": 1, "prestige": 1}}
    body = json.dumps({"seats": [whole, {**whole, "name": "Q"}], "settings": {"x": "Q"}})
    answer = client.post(SCORE, data=body.replace('"Q"', odd))
    told = answer.get_json()
    assert answer.status_code in (400, 422)
    assert told["error"]["message"] if answer.status_code == 400 else told["issues"]


def test_the_api_refuses_bytes_that_are_no_text(client: FlaskClient) -> None:
    body = b'{"seats": [{"name": "\xed\xa0\x80", "entry": {}}]}'
    assert client.post(SCORE, data=body).status_code == 400


TEXT = st.sampled_from(["\ud800", "a\udfffb", "\0", "\x1b", "e\u0301"]) | st.text(
    st.characters(), max_size=12
)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(TEXT, part, max_size=3),
    max_leaves=6,
)
KNOWN = {"seat": 0, "first": 0, "on": True, "position": 0, "card": 1, "entry": 1, "group": "board",
         "field": "coins", "chapter": "I", "fact": "introduced", "track": "points"}  # fmt: skip
FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def sendable(form: dict[Any, str]) -> dict[Any, Any]:
    """The form as a browser can send it: halves of characters only fit into JSON's escapes."""
    return {_sendable(name): _sendable(value) for name, value in form.items()}


def _sendable(text: Any) -> Any:
    return text.encode(errors="replace").decode() if isinstance(text, str) else text


@st.composite
def actions(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An action of which some parts are what they should be, and the others are anything."""
    kind = draw(st.sampled_from(["note", "fill", *ACTIONS]))
    names = list(ACTIONS[kind].__dataclass_fields__)
    data = {
        name: draw(st.just(KNOWN[name]) | ANY if name in KNOWN else TEXT | ANY) for name in names
    }
    return kind, data | draw(st.just({}) | st.dictionaries(TEXT, ANY, max_size=1))


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@pytest.mark.slow
@FEW
@example(("note", {"text": "\ud800"}), {}, "json")
@example(("fill", {"seat": 0, "field": "coins", "value": {"\udfff": 1e999}}), {}, "json")
@given(actions(), st.dictionaries(TEXT, TEXT, max_size=3), st.sampled_from(["json", "typed"]))
def test_no_action_whatever_breaks_a_table(
    evening: Evening, action: tuple[str, dict[str, Any]], more: dict[str, str], how: str
) -> None:
    kind, data = action
    typed = {f"d-{name}": str(value) for name, value in data.items()}
    form = {"data": json.dumps(data)} if how == "json" else typed
    sent = sendable(more | form) | {"action": kind}
    assert evening.post("do", **sent).status_code < 500
    assert broken(evening) == {}
    assert papers(evening)


FORMS = ("do", "score", "next", "change", "who", "kept", "evening", "people/invite", "log/rewind",
         "log/fork", "settings/name", "settings/away", "settings/delete")  # fmt: skip
FIELDS = ("action", "data", "play", "seat", "key", "back", "was", "after", "name", "colour", "o-x",
          "f-coins", "step", "tap", "take", "entry", "seen", "role", "first", "chapter",
          "title", "drop", "do", "plays", "d-text", "d-kept[json]", "d-x[]")  # fmt: skip


def test_every_form_of_a_table_is_tried(app: Flask) -> None:
    rules = (rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()))
    mine = {rule.rule for rule in rules if rule.arguments == {"token"}}
    assert mine == {f"/t/<token>/{form}" for form in FORMS}


@pytest.mark.slow
@FEW
@given(st.sampled_from(FORMS), st.dictionaries(st.sampled_from(FIELDS) | TEXT, TEXT, max_size=8))
def test_no_form_whatever_breaks_a_table(evening: Evening, page: str, form: dict[str, str]) -> None:
    sent = {"play": "0", "seat": "0"} | sendable(form)
    assert evening.post(page, **sent).status_code < 500
    assert broken(evening) == {}


@pytest.mark.slow
@FEW
@given(st.lists(TEXT, min_size=1, max_size=4), TEXT, TEXT)
def test_no_name_whatever_breaks_a_new_table(
    app: Flask, names: list[str], title: str, colour: str
) -> None:
    visitor = app.test_client()
    typed = sendable(dict(enumerate(names)) | {"title": title, "colour": colour})
    page = visitor.get("/new/newdale").text
    sent = start_form(page, tuple(typed[n] for n in range(len(names))), title=typed["title"])
    answer = visitor.post("/new/newdale", data=sent | {"colour": [typed["colour"]] * len(names)})
    assert answer.status_code < 500
    assert visitor.get(answer.location or "/").status_code == 200
    assert visitor.get("/").status_code == 200


@FEW
@given(
    st.sampled_from(sorted(games())),
    st.one_of(
        ANY,
        st.fixed_dictionaries(
            {"seats": st.lists(st.fixed_dictionaries({"name": ANY, "entry": ANY}), max_size=3)},
            optional={"settings": ANY, "first": ANY},
        ),
    ),
    st.dictionaries(TEXT, TEXT, max_size=2),
)
def test_no_body_and_no_query_whatever_breaks_the_api(
    client: FlaskClient, slug: str, body: Any, query: dict[str, str]
) -> None:
    path = f"/api/v1/games/{slug}/chapters/{games()[slug].chapters[0].key}"
    answer = client.post(f"{path}/score", data=json.dumps(body))
    assert answer.status_code in (200, 400, 422) and answer.is_json
    sent = {"players": 3} | sendable(query)
    assert client.get(f"{path}/setup", query_string=sent).status_code < 500
