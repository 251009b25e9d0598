"""Blank sheets of any game, without a table: to fill in by hand."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.files import print_name
from companion.rules.game import Game
from companion.rules.situation import Situation
from companion.show.paper.sheet import offered
from companion.web.answers import downloads
from companion.web.answers.downloads import print_answer
from companion.web.table.exports import chapter_names, check, counts, on
from companion.web.visitor.device import PAPERS, chosen_paper

pages = Blueprint("sheets", __name__, url_prefix="/print")


@pages.get("/")
def shelf() -> str:
    """The games there are sheets for."""
    return render_template("printing/shelf.html", games=games().values())


@pages.get("/<slug>")
def sheets(slug: str) -> str:
    """Every blank sheet of one game, for the chapter and the players asked for."""
    game = games().get(slug) or abort(404)
    there = situation(game, "chapter")
    return render_template(
        "printing/game.html", game=game, counts=[(n, n) for n in counts(game)],
        chapters=chapter_names(game.chapters), stories=chapter_names(game.story_chapters),
        paper=chosen_paper(), papers=PAPERS, slips=offered(game, there.players), there=there,
    )  # fmt: skip


@pages.get("/<slug>/<document>.pdf")
def sheet(slug: str, document: str) -> ResponseReturnValue:
    """One blank sheet."""
    game = games().get(slug) or abort(404)
    there = situation(game, "chapter")
    made = wanted(document, game, there) or abort(404)
    about = "" if made.whole else there.chapter
    kind = "Blank score sheet" if document == "score" else made.name
    return print_answer(made, print_name(game.title, about, kind))


@pages.get("/progress/<key>")
def progress(key: str) -> ResponseReturnValue:
    """How far a print is, for the page that waits for it; its name is hard to guess."""
    return downloads.progress(key)


def wanted(document: str, game: Game, there: Situation) -> Document | None:
    """The blank sheet asked for, if there is one."""
    match document:
        case "blank-log":
            return documents.blank_book(game, there.players, {game.graph.first}, on("open"))
        case "aid":
            return documents.aid(game, there)
        case "pad":
            each = request.args.get("each", 0, type=int)
            return documents.score_pad(game, there.players, each)
        case "score":
            return documents.score_blank("", game, there, None)
        case "setup":
            return documents.setup("", game, there)
        case "changeover":
            return documents.changeover("", game, there, situation(game, "to"))
    return None


def situation(game: Game, name: str) -> Situation:
    """The chapter named by the request, for so many players, all else by default."""
    chapter = request.args.get(name, game.graph.first)
    players = request.args.get("players", usual_players(game, chapter), type=int)
    check(game, chapter, players)
    return game.situation(chapter, players, {})[0]


def usual_players(game: Game, chapter: str) -> int:
    """Three players, or the nearest number that the chapter allows."""
    here = game.chapter(chapter)
    low, high = (here and here.players) or game.players
    return min(max(3, low), high)
