"""The public JSON API: stateless, without login or cookie."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.config import MIB
from companion.games import games
from companion.interchange.importing import judged
from companion.interchange.table_file import Budget, NoFile, Unopenable, read, schema
from companion.rules.game import Chapter, Game
from companion.rules.issues import Issue, at_most
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.rules.plain import Unshowable
from companion.table import tables
from companion.table.links import Role
from companion.table.store import FILES
from companion.web.api import contract, shapes
from companion.web.api.contract import issues_of, seats_of
from companion.web.api.openapi import document
from companion.web.guards import gate, limits
from companion.web.table.blueprint import refuse
from companion.web.visitor.visit import redacted_for_visitor

api = Blueprint("api", __name__, url_prefix="/api/v1")


def table_json(name: str, state: State) -> shapes.Table:
    """The newest play of a table, with its result once it is finished."""
    play = state.play
    if play is None:
        phase: shapes.Phase = {"round": None, "label": "Not started"}
    elif play.finished or play.moment == OVER:
        phase = {"round": None, "label": "Finished" if play.finished else "Scoring"}
    else:
        phase = {"round": play.moment.round, "label": play.game.clock.phase(play.moment).label}
    players = zip(play.names, play.colours, strict=True) if play else ()
    scored = play.scored if play and play.finished else None
    return {
        "game": state.game.slug,
        "name": name,
        "chapter": play.chapter if play else None,
        "players": [{"name": name, "colour": colour.key} for name, colour in players],
        "phase": phase,
        "finished": bool(play and play.finished),
        "seats": seats_of(play.names, *scored) if play and scored else None,
    }


@api.get("/openapi.json")
def openapi() -> Response:
    return jsonify(document(games().values()))


@api.get("/games")
def every_game() -> Response:
    return jsonify(games=[contract.brief(game) for game in games().values()])


@api.get("/games/<slug>")
def one_game(slug: str) -> Response:
    return jsonify(contract.whole_game(_game(slug)))


@api.get("/games/<slug>/chapters/<key>/setup")
def setup(slug: str, key: str) -> ResponseReturnValue:
    return _answered(*contract.setup(*_chapter(slug, key), request.args))


@api.post("/games/<slug>/chapters/<key>/score")
def score(slug: str, key: str) -> ResponseReturnValue:
    return _answered(*contract.scoring(*_chapter(slug, key), _body()))


@api.post("/games/<slug>/aids/<key>")
def aid(slug: str, key: str) -> ResponseReturnValue:
    game = _game(slug)
    found = game.aid(key) or abort(404, f"{game.title} has no aid {key[:40]!r}.")
    return _answered(*contract.aided(game, found, _body()))


@api.get("/tables/<token>")
def watched_table(token: str) -> Response:
    """A table as a watcher sees it, for bots."""
    found = tables.find(token, limits.charge_table)
    if found is None:
        refuse(token)
    if found.role != Role.WATCHER:
        abort(403, "Only a viewer’s link works here. A program needs no more.")
    return jsonify(table_json(found.name, redacted_for_visitor(found).state))


@api.post("/files/check")
def check_file() -> ResponseReturnValue:
    """What opening a file would result in; nothing is stored."""
    limits.take_by_address("TABLES_AN_HOUR")
    limits.take_by_address("MIB_AN_HOUR", (request.content_length or 0) / MIB)
    try:
        with FILES.taken():
            budget, sent = Budget(limits.has_left), request.get_data(cache=False)
            found = judged(read(sent, budget), budget)
    except NoFile as wrong:
        raise BadRequest(str(wrong)) from None
    except Unopenable as unopenable:
        return _answered(None, unopenable.issues)
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


def _answered(answer: object, issues: list[Issue]) -> ResponseReturnValue:
    """The answer, unless there are issues with what was asked."""
    return (jsonify(issues=issues_of(at_most(issues))), 422) if issues else jsonify(answer)
