"""The result of a finished play, and what follows from it."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.interchange import exports
from companion.show.result.consequences import follows
from companion.show.result.result import outcome
from companion.show.statistics.results import results
from companion.web.table.blueprint import current_table, pages, the_play


@pages.get("/result")
def result() -> ResponseReturnValue:
    """The result; redirects to the sheet while the play is not finished."""
    play, state = the_play(), current_table().state
    at = None if state.is_newest(play) else play.number
    if not play.finished:
        return redirect(url_for("table.score", play=at))
    done = next((one for one in results(state) if one.play is play), None)
    return render_template(
        "table/result.html", play=play, at=at, result=outcome(play), follows=follows(state, play),
        bgstats=exports.bgstats_link(current_table().uid, done) if done else "",
    )  # fmt: skip
