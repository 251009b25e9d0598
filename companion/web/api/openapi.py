"""The API's OpenAPI 3.1 document, made from the games themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.game import Game
from companion.web.api.openapi_files import answer, in_json, paths, refusal
from companion.web.api.openapi_schemas import JSON, TEXT, aid_name, ref, schemas, table_name


def document(games: Iterable[Game]) -> JSON:
    """The whole document."""
    found = list(games)
    slug = _in_path("slug", [game.slug for game in found])
    keys = dict.fromkeys(chapter.key for game in found for chapter in game.chapters)
    chapter = _in_path("chapter", list(keys))
    aids = dict.fromkeys(aid.key for game in found for aid in game.aids)
    where = "/api/v1/games/{slug}/chapters/{chapter}"
    about = "Set-up, scoring and calculators of board games. Stateless, no login, no cookie."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Guildbook", "version": "1", "description": about},
        "paths": {
            "/api/v1/games": {"get": _call("games", "Every game", "Games")},
            "/api/v1/games/{slug}": {"get": _call("game", "One game", "Game", [slug])},
            f"{where}/setup": {"get": _setup_call(found, [slug, chapter])},
            f"{where}/score": {"post": _score_call(found, [slug, chapter])},
            "/api/v1/games/{slug}/aids/{key}": {
                "post": _aid_call(found, [slug, _in_path("key", list(aids))])
            },
            **paths(),
        },
        "components": {"schemas": schemas(found)},
    }


def _call(name: str, summary: str, schema: str, parameters: Sequence[JSON] = ()) -> JSON:
    answers = {"200": answer("The answer", ref(schema))}
    if parameters:
        answers["404"] = refusal("No such game, chapter or aid")
    operation = {"operationId": name, "summary": summary, "responses": answers}
    return operation | ({"parameters": list(parameters)} if parameters else {})


def _setup_call(games: list[Game], parameters: list[JSON]) -> JSON:
    most = max(game.players[1] for game in games)
    number = {"type": "integer", "minimum": 1, "maximum": most}
    players = {"name": "players", "in": "query", "required": True, "schema": number}
    settings = {
        "name": "settings",
        "in": "query",
        "description": "Options and rulings under their own names, as listed for the game.",
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": TEXT},
    }
    call = _call("setup", "How to set a chapter up", "Setup", [*parameters, players, settings])
    call["responses"]["422"] = answer("What breaks a rule", ref("Issues"))
    return call


def _score_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("score", "Score a table", "Scored", parameters)
    return call | _asked([table_name(game) for game in games], call)


def _aid_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("aid", "Ask a calculator of a game", "Answer", parameters)
    return call | _asked([aid_name(game, aid) for game in games for aid in game.aids], call)


def _asked(names: list[str], call: JSON) -> JSON:
    """What a call with a body adds: one of these schemas is sent, and more can go wrong."""
    schema = {"anyOf": [ref(name) for name in names]}
    refusals = {
        "400": refusal("Not JSON"),
        "413": refusal("Over 256 KiB"),
        "422": answer("Every issue of what was sent", ref("Issues")),
    }
    body = {"required": True, "content": in_json(schema)}
    return {"requestBody": body, "responses": call["responses"] | refusals}


def _in_path(name: str, values: list[str]) -> JSON:
    schema = {"type": "string", "enum": values}
    return {"name": name, "in": "path", "required": True, "schema": schema}
