"""The first page of a table, its rulings, results, statistics and log."""

from __future__ import annotations

from functools import partial

from flask import abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.config import MIB
from companion.interchange import exports
from companion.rules.words import plural
from companion.show.consequences import follows
from companion.show.log import FILTERS, log_page
from companion.show.result import outcome
from companion.show.rulings import ground
from companion.show.standing import tells_story, title
from companion.show.statistics.page import statistics as worked_out
from companion.show.statistics.results import results
from companion.show.story import story
from companion.table import care, links
from companion.table.care import rewind
from companion.table.journal import Refused, state_cache
from companion.table.links import Role
from companion.web.forms import LONGEST_KEY, KeyForm, Number
from companion.web.guards import limits
from companion.web.shelf.statistics import filters, source
from companion.web.table.actions import refusal
from companion.web.table.blueprint import (
    asked_seat,
    current_table,
    earlier,
    new_draft,
    pages,
    the_play,
)
from companion.web.table.people import is_asked_who
from companion.web.visitor import device, roles
from companion.web.visitor.visit import own_tables


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


@pages.get("/rulings")
def rulings() -> str:
    """Rulings and card facts; ``?seat=`` leads back to the scores of that seat."""
    state, play = current_table().state, the_play()
    seat = asked_seat(play)
    return render_template(
        "table/rulings.html",
        play=play,
        name=title(play),
        earlier=not state.is_newest(play),
        ground=ground(state, play),
        seat=seat,
    )


@pages.get("/result")
def result() -> ResponseReturnValue:
    """The result; redirects to the sheet while the play is not finished."""
    play, state = the_play(), current_table().state
    at = earlier(play)
    if not play.finished:
        return redirect(url_for("table.score", play=at))
    done = next((one for one in results(state) if one.play.number == play.number), None)
    return render_template(
        "table/result.html", play=play, at=at, result=outcome(play), follows=follows(state, play),
        # The chapter, or how many played where there is only one.
        where=title(play) if len(play.game.chapters) > 1 else plural(len(play.seats), "player"),
        bgstats=exports.bgstats_link(current_table().uid, done) if done else "",
    )  # fmt: skip


@pages.get("/statistics")
def statistics() -> str:
    choice = filters()
    told = worked_out([source(current_table())], device.identity(), choice)
    return render_template("table/statistics.html", told=told, choice=choice)


@pages.get("/log")
def log() -> str:
    state = current_table().state
    before, kind = request.args.get("before", type=int), request.args.get("kind", "")
    number = request.args.get("play", type=int)
    if number is not None and not 0 <= number < len(state.plays):
        abort(404)
    return render_template(
        "table/log.html",
        page=log_page(state, device.name(), before, kind, number),
        may_undo=partial(roles.may_undo, current_table()),
        filters=FILTERS,
        kind=kind if kind in FILTERS else "",
        number=number,
        before=before,
        notes=[(title(play), play.notes) for play in state.plays if play.notes],
        stories=any(tells_story(play) for play in state.plays),
    )


class EntryForm(KeyForm):
    """An entry of the log, and the newest one that the page showed."""

    entry, seen = Number(default=0), Number(default=0)


@pages.post("/log/rewind")
def go_back() -> ResponseReturnValue:
    """Undo everything after an entry; for the host only."""
    form = EntryForm(request.form)
    draft = new_draft("undo", {}, key=form.key.data[: LONGEST_KEY - 24])
    try:
        rewind(current_table(), form.entry.data, form.seen.data, draft)
    except Refused as refused:
        return refusal(refused.issues)
    return redirect(url_for("table.log"), 303)


@pages.post("/log/fork")
def fork() -> ResponseReturnValue:
    """Copy the table up to an entry; sent again, the form leads to the same copy."""
    form, table = EntryForm(request.form), current_table()
    seq, key = form.entry.data, form.key.data
    if not 0 < seq <= table.state.seq:
        abort(404)
    once = f"{table.id}:{seq}:{key}" if key else None
    token = _untouched(seq)
    if token is None:
        # Copies have the same first entry, so a table and its copies count as one.
        limits.take_by_table("FORKS_A_MINUTE", table.state.log[0].entry.key)
        limits.take_by_address("MIB_AN_HOUR", state_cache().stored(table.id, table.state) / MIB)
        try:
            token = care.fork(table, seq, f"{table.name[:70]} (copy)", once)
        except Refused as refused:
            return refusal(refused.issues)
    session["keep"] = links.link_id(token)
    return redirect(url_for("table.home", token=token), 303)


def _untouched(seq: int) -> str | None:
    """A copy from this entry that this device has and in which nothing was entered."""
    last = current_table().state.log[seq - 1].entry.key
    # A lower id would be the table that this one was copied from.
    later = (one for one in own_tables() if one.id > current_table().id and not one.archived)
    mine = (one for one in later if one.role == Role.HOST and one.state.seq == seq)
    return next((one.token for one in mine if one.state.log[-1].entry.key == last), None)
