"""The first page of a table, its rulings, results and statistics."""

from __future__ import annotations

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.interchange import exports
from companion.rules.journal.play import Play
from companion.rules.words import plural
from companion.show.consequences import follows
from companion.show.result import outcome
from companion.show.rulings import ground
from companion.show.standing import back_to_scores, onward, title
from companion.show.statistics.page import statistics as worked_out
from companion.show.statistics.results import results
from companion.show.story.home import story
from companion.table.links import Role
from companion.web.guards.headers import full_address
from companion.web.shelf.statistics import asked, source
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.table.people import is_asked_who
from companion.web.visitor import device


@pages.get("/")
def home() -> ResponseReturnValue:
    is_viewer = current_table().role == Role.WATCHER and not current_table().sample
    if is_viewer and not request.args:
        return redirect(url_for("table.watch"))
    if is_asked_who():
        return redirect(url_for("table.ask_who"))
    covered = device.setting("cover", "on") != "off" and "uncover" not in request.args
    the_play()
    return render_template("table/home.html", story=story(current_table().state, covered))


@pages.get("/more")
def more() -> str:
    """What is not needed every minute, as a page; with the script it is a sheet on any page."""
    return render_template("table/more.html")


@pages.context_processor
def whole_link() -> dict[str, str]:
    """The address that opens this table, in full."""
    if "table" not in g:  # the link opens nothing, and the error page is being drawn
        return {}
    return {"whole_link": full_address("table.home")}


@pages.get("/rulings")
def rulings() -> str:
    """Rulings and card facts; ``?seat=`` leads back to the scores of that seat."""
    state, play = current_table().state, the_play()
    asked = request.args.get("seat", type=int)
    seat = asked if asked in range(len(play.seats)) else None  # somebody may have left meanwhile
    return render_template(
        "table/rulings.html",
        play=play,
        name=title(play),
        earlier=not state.is_newest(play),
        ground=ground(state, play),
        seat=seat,
        onward=onward(state, state.plays[-1]) if seat is None else back_to_scores(play, seat),
    )


@pages.get("/result")
def result() -> ResponseReturnValue:
    """The result; redirects to the sheet while the play is not finished."""
    play, state = the_play(), current_table().state
    at = None if state.is_newest(play) else play.number
    if not play.finished:
        return redirect(url_for("table.score", play=at))
    done = next((one for one in results(state) if one.play.number == play.number), None)
    return render_template(
        "table/result.html", play=play, at=at, result=outcome(play), follows=follows(state, play),
        where=_called(play),
        bgstats=exports.bgstats_link(current_table().uid, done) if done else "",
    )  # fmt: skip


def _called(play: Play) -> str:
    """The game in a few words: its chapter, or how many played where there is only one."""
    several = len(play.game.chapters) > 1
    return title(play) if several else plural(len(play.seats), "player")


@pages.get("/statistics")
def statistics() -> str:
    choice = asked()
    told = worked_out([source(current_table())], device.identity(), choice)
    return render_template("table/statistics.html", told=told, choice=choice)
