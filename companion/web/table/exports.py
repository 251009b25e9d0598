"""Downloads: a table's file, plays in other formats, prints, and blank sheets of any game."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from companion.games import games
from companion.interchange import exports
from companion.interchange.importing import saved
from companion.interchange.table_file import SUFFIX, excess, table_json
from companion.printing import documents
from companion.printing.documents import Code
from companion.printing.files import print_name
from companion.printing.typesetting import PACKAGES, missing
from companion.rules.game import Chapter, Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.situation import Situation
from companion.rules.soundness import seats
from companion.show.formats import moment
from companion.show.paper.log import coming, next_time, over
from companion.show.paper.sheet import offered
from companion.show.standing import being_set_up, title
from companion.table.store import db
from companion.table.tables import Table
from companion.web.answers import downloads
from companion.web.answers.downloads import attachment, file_name, large_text
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.table.people import join_codes, open_links
from companion.web.visitor.device import LARGER, PAPERS, chosen_paper
from companion.web.visitor.visit import redacted_for_everyone

TOO_LARGE = "This game is too large for one file. Ask the person who runs this server for a backup."

sheet_pages = Blueprint("sheets", __name__, url_prefix="/print")


@pages.get("/file")
def file() -> ResponseReturnValue:
    """The table's own file with the whole journal; for the host only."""
    with db.engine.connect() as connection:
        found = saved(connection, current_table().uid)
    if found is None:
        abort(404)
    content = table_json(found)
    if excess(content.encode()):
        flash(TOO_LARGE)
        return redirect(url_for(".settings"), 303)
    return attachment(content, file_name(current_table().name, SUFFIX), "application/json")


@pages.get("/scores.csv")
def scores() -> Response:
    table = current_table()
    return _sheet(exports.wide_spreadsheet([(table.name, table.state)]), " scores.csv")


@pages.get("/scores-long.csv")
def scores_long() -> Response:
    table = current_table()
    return _sheet(exports.long_spreadsheet([(table.name, table.state)]), " scores long.csv")


def _sheet(content: str, suffix: str) -> Response:
    return attachment(content, file_name(current_table().name, suffix), exports.KIND)


@pages.get("/plays.bgsplay")
def plays() -> Response:
    """All finished plays, or the one asked for."""
    play = the_play() if "play" in request.args else None
    content = exports.bgstats_file(current_table().uid, current_table().state, play)
    return attachment(content, file_name(current_table().name, ".bgsplay"), "application/json")


@pages.get("/print")
def prints() -> str:
    """What can be printed of this table: three documents first, then every other one."""
    state, play = current_table().state, the_play()
    if current_table().sample:
        make_sample_log()
    lacking = missing(typed())
    if lacking:
        current_app.logger.warning("letters without a font are printed as ?: add %s", PACKAGES)
    return render_template(
        "printing/table.html", play=play, plays=state.plays, name=title(play),
        **choices(state.game), larger=LARGER[chosen_paper()],
        names=list(enumerate(documents.play_names(state))), cards=first_cards(state, play),
        onward=next_chapter(play), joins=open_links(), lacking=lacking,
        goes_on=next_time(state), results=any(p.outcome for p in state.plays),
        slips=offered(play.game, len(play.seats)), story=bool(state.told),
    )  # fmt: skip


def choices(game: Game) -> dict[str, Any]:
    """What can be chosen of every sheet: the paper, the number of players and the chapter."""
    return {
        "paper": chosen_paper(), "papers": PAPERS, "counts": [(n, n) for n in counts(game)],
        "chapters": chapter_names(game.chapters), "stories": chapter_names(game.story_chapters),
    }  # fmt: skip


def chapter_names(chapters: Sequence[Chapter]) -> list[tuple[str, str]]:
    """The key of each and its title; those that are not for everybody say for how many."""
    crowds = {c.key: f", {c.players[0]}–{c.players[1]} players" for c in chapters if c.players}
    return [(chapter.key, chapter.title + crowds.get(chapter.key, "")) for chapter in chapters]


def first_cards(state: State, play: Play) -> list[str]:
    """The three documents that the game at hand needs most, the likeliest first."""
    needed = "closing" if over(state) else "next" if next_time(state) else "aid"
    if being_set_up(play):
        needed = "setup"
    begun = any(one.outcome for one in state.plays)
    return ["log", "score", needed] if begun else [needed, "score", "log"]


def make_sample_log() -> None:
    """Order the log of a sample before anybody asks for it, once in each process and paper."""
    made = current_app.extensions.setdefault("sample_logs", set())
    wanted = current_table().sample, chosen_paper(), large_text()
    if wanted not in made:
        made.add(wanted)
        printed("log")


class Order:
    """What is asked for, by the names that documents give it: here for a blank sheet."""

    name = ""  # of the table
    play: Play | None = None
    told: State | None = None  # what fills a sheet in
    ruled: Collection[str] = ()

    def __init__(self, game: Game, there: Situation) -> None:
        self.game, self.old = game, there
        self.chapter, self.players = there.chapter, there.players
        self.reached = {game.graph.first}
        self.each = request.args.get("each", 0, type=int)
        self.shown, self.large = on("open"), large_text()

    @property
    def situation(self) -> Situation:
        return self.old

    @property
    def without(self) -> Collection[str]:
        return ()

    @property
    def new(self) -> Situation:
        return situation(self.game, "to")


class TableOrder(Order):
    """The same at a table. All visitors get the same file, so it contains no secrets."""

    def __init__(self, table: Table, play: Play) -> None:
        super().__init__(play.game, play.situation)
        self.name, self.state = table.name, redacted_for_everyone(table).state
        self.here = self.play = self.state.plays[play.number]
        self.told = None if on("blank") else self.state
        self.players, self.ruled = len(play.seats), self.state.rulings
        self.reached = {one.chapter for one in self.state.plays}
        self.journal, self.tent = on("journal"), request.args.get("as") != "cards"

    @property
    def situation(self) -> Situation:
        return table_situation(self.state, self.here)

    @property
    def without(self) -> Collection[str]:
        return self.here.for_nobody if self.situation is self.here.situation else ()

    @property
    def new(self) -> Situation:
        return table_situation(self.state, self.here, next_chapter(self.here))

    @property
    def codes(self) -> list[Code]:
        return join_codes() or abort(404)


@pages.get("/print/<document>.pdf")
def printed(document: str) -> ResponseReturnValue:
    """One document as PDF, or the page that waits for it."""
    table = current_table()
    log = table.state.log
    made_on = moment(log[-1].entry.at, table.state.zone) if len(log) else None
    day = f"{made_on:%Y-%m-%d}" if made_on else ""
    return _print(document, TableOrder(table, the_play()), day, "" if table.sample else table.uid)


def _print(document: str, order: Order, day: str = "", uid: str = "") -> ResponseReturnValue:
    made = documents.made(document, order) or abort(404)
    blank = document == "score" and not order.told
    kind = "Blank score sheet" if blank else made.name
    about = "" if made.whole else order.chapter
    return downloads.print_answer(
        made, print_name(order.name or order.game.title, about, kind, day), uid
    )


def typed() -> str:
    """All text that people typed at this table, for finding letters that no font has."""
    told = [row.entry.data for row in current_table().state.log]
    return current_table().name + json.dumps(told, ensure_ascii=False)


def table_situation(state: State, play: Play, chapter: str = "") -> Situation:
    """The situation of the chapter asked for, as this table would play it."""
    game = state.game
    asked = request.args.get("chapter") or chapter or play.chapter
    players = request.args.get("players", len(play.seats), type=int)
    if asked == play.chapter and players == len(play.seats):
        return play.situation
    check(game, asked, players)
    return coming(state, play, asked, players)


def check(game: Game, chapter: str, players: int) -> None:
    """404 for what is not offered; a player count of other chapters is explained."""
    found = game.chapter(chapter) or abort(404)
    if players not in counts(game):
        abort(404)
    if issue := game.players_issue(found, players):
        why = f"{found.title}: {issue.message}" if len(game.chapters) > 1 else issue.message
        page = render_template("printing/unfit.html", game=game, why=why, players=players)
        abort(make_response(page, 422))


def next_chapter(play: Play) -> str:
    """The chapter that comes after this play, as far as it is known."""
    ways = [path.to for path in play.game.graph.open(play.ended)]
    return play.branch or (ways[0] if ways else play.chapter)


def counts(game: Game) -> list[int]:
    """Numbers of players for which some chapter can be played."""
    return sorted({n for chapter in game.chapters for n in seats(game, chapter)})


def on(name: str) -> bool:
    return request.args.get(name) == "1"


@sheet_pages.get("/")
def shelf() -> str:
    """The games there are sheets for."""
    return render_template("printing/shelf.html", games=games().values())


@sheet_pages.get("/<slug>")
def sheets(slug: str) -> str:
    """Every blank sheet of one game, for the chapter and the players asked for."""
    game = games().get(slug) or abort(404)
    there = situation(game, "chapter")
    return render_template(
        "printing/game.html", game=game, there=there, slips=offered(game, there.players),
        **choices(game),
    )  # fmt: skip


@sheet_pages.get("/<slug>/<document>.pdf")
def sheet(slug: str, document: str) -> ResponseReturnValue:
    game = games().get(slug) or abort(404)
    return _print(document, Order(game, situation(game, "chapter")))


# How far a print is, for the page that waits for it; its name is hard to guess.
sheet_pages.get("/progress/<key>")(downloads.progress)


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
