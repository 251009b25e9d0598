"""Blank sheets of any game, without a table: to fill in by hand."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import games
from companion.printing import documents
from companion.printing.documents import KINDS, file_name
from companion.rules.game import Game
from companion.rules.situation import Situation
from companion.web.edge.paper_size import PAPERS, paper
from companion.web.edge.printer import answer
from companion.web.table.prints import Drawn, check, counts, on

pages = Blueprint("sheets", __name__, url_prefix="/print")


@pages.get("/")
def shelf() -> str:
    """The games there are sheets for."""
    return render_template("printing/shelf.html", games=games().values())


@pages.get("/<slug>")
def sheets(slug: str) -> str:
    """Every blank sheet of one game."""
    game = the_game(slug)
    stories = [chapter for chapter in game.chapters if chapter.story]
    return render_template(
        "printing/game.html", game=game, counts=counts(game), stories=stories, paper=paper(),
        papers=PAPERS, usual=min(max(3, game.players[0]), game.players[1]),
    )  # fmt: skip


@pages.get("/<slug>/<document>.pdf")
def sheet(slug: str, document: str) -> ResponseReturnValue:
    """One blank sheet."""
    game = the_game(slug)
    if document not in KINDS or document == "log":
        abort(404)
    there = situation(game, "chapter")
    parts = [document, there.chapter, request.args.get("to", ""), str(there.players)]
    make = wanted(document, game, there)
    about = "" if document == "blank-log" else there.chapter
    name = file_name(game.title, about, KINDS[document])
    return answer(slug, [*parts, str(on("open"))], name, make)


def wanted(document: str, game: Game, there: Situation) -> Drawn:
    match document:
        case "blank-log":
            first = {game.graph.first}
            return lambda: documents.blank_book(game, there.players, first, on("open"))
        case "score":
            return lambda: documents.score_blank("", game, there, None)
        case "setup":
            return lambda: documents.setup("", game, there)
    new = situation(game, "to")
    return lambda: documents.changeover("", game, there, new)


def situation(game: Game, name: str) -> Situation:
    """The chapter named by the request, for so many players, all else by default."""
    chapter = request.args.get(name, game.graph.first)
    players = request.args.get("players", min(max(3, game.players[0]), game.players[1]), type=int)
    check(game, chapter, players)
    return game.situation(chapter, players, {})[0]


def the_game(slug: str) -> Game:
    found = games().get(slug)
    if found is None:
        abort(404)
    return found
