"""The public JSON API: stateless, without login or cookie."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.config import MIB
from companion.games import games
from companion.interchange.importing import judged
from companion.interchange.reading import Budget, NoFile, Unopenable, read, schema
from companion.rules.game import Chapter, Game
from companion.rules.issues import Issue, at_most
from companion.rules.plain import Unshowable
from companion.table import tables
from companion.table.turns import file_work
from companion.web.api import contract, described, watched
from companion.web.api.openapi import document
from companion.web.guards import effort, gate, limits
from companion.web.table.blueprint import refuse
from companion.web.visitor import roles, sight

api = Blueprint("api", __name__, url_prefix="/api/v1")


@api.get("/openapi.json")
def openapi() -> Response:
    return jsonify(document(games().values()))


@api.get("/games")
def every_game() -> Response:
    return jsonify(games=[described.brief(game) for game in games().values()])


@api.get("/games/<slug>")
def one_game(slug: str) -> Response:
    return jsonify(described.whole_game(_game(slug)))


@api.get("/games/<slug>/chapters/<key>/setup")
def setup(slug: str, key: str) -> ResponseReturnValue:
    answer, issues = contract.setup(*_chapter(slug, key), request.args)
    return _unprocessable(issues) if issues else jsonify(answer)


@api.post("/games/<slug>/chapters/<key>/score")
def score(slug: str, key: str) -> ResponseReturnValue:
    answer, issues = contract.scoring(*_chapter(slug, key), _body())
    return _unprocessable(issues) if issues else jsonify(answer)


@api.post("/games/<slug>/aids/<key>")
def aid(slug: str, key: str) -> ResponseReturnValue:
    game = _game(slug)
    found = game.aid(key) or abort(404, f"{game.title} has no aid {key[:40]!r}.")
    answer, issues = contract.aided(game, found, _body())
    return _unprocessable(issues) if issues else jsonify(answer)


@api.get("/tables/<token>")
def watched_table(token: str) -> Response:
    """A table as a watcher sees it, for bots."""
    found = tables.find(token, effort.allow)
    if found is None:
        refuse(token)
    roles.check_program(found)
    return jsonify(watched.table(found.name, sight.redacted_for_visitor(found).state))


@api.post("/files/check")
def check_file() -> ResponseReturnValue:
    """What opening a file would result in; nothing is stored."""
    limits.take_by_address("TABLES_AN_HOUR")
    limits.take_by_address("MIB_AN_HOUR", (request.content_length or 0) / MIB)
    try:
        with file_work():
            budget, sent = Budget(effort.has_left), request.get_data(cache=False)
            found = judged(read(sent, budget), budget)
    except NoFile as wrong:
        raise BadRequest(str(wrong)) from None
    except Unopenable as unopenable:
        return _unprocessable(unopenable.issues)
    return jsonify(contract.checked(found))


@api.get("/files/schema.json")
def file_schema() -> Response:
    """The JSON Schema of our own files."""
    return jsonify(schema())


def _game(slug: str) -> Game:
    game = games().get(slug)
    return game if game else abort(404, f"There is no game {slug[:40]!r}.")


def _chapter(slug: str, key: str) -> tuple[Game, Chapter]:
    game = _game(slug)
    chapter = game.chapter(key)
    return (game, chapter) if chapter else abort(404, f"{game.title} has no chapter {key[:40]!r}.")


def _body() -> dict[str, Any]:
    """The JSON object that was sent."""
    try:
        body = gate.from_json(request.get_data(), gate.largest)
    except Unshowable as unshowable:
        raise BadRequest(str(unshowable)) from None
    except ValueError:
        raise BadRequest("The body is not JSON, or it is nested too deeply.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body has to be a JSON object.")
    return body


def _unprocessable(issues: list[Issue]) -> ResponseReturnValue:
    return jsonify(issues=[issue.as_json() for issue in at_most(issues)]), 422
