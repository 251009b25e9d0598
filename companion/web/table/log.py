"""The log page, with undo, rewind and copies from any entry."""

from __future__ import annotations

from functools import partial

from flask import abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from companion.config import MIB
from companion.show.log import FILTERS, log_page
from companion.show.standing import tells_story, title
from companion.table import care, tokens
from companion.table.care import rewind
from companion.table.journal import Refused, state_cache
from companion.table.links import Role
from companion.web.forms import Number, text
from companion.web.guards import limits
from companion.web.table.actions import LONGEST_KEY, refusal
from companion.web.table.blueprint import current_table, new_draft, pages
from companion.web.visitor import device, roles, sight


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


class EntryForm(Form):
    """An entry of the log, and the newest one that the page showed."""

    entry, seen = Number(default=0), Number(default=0)
    key = text(LONGEST_KEY)


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
    form = EntryForm(request.form)
    seq, key = form.entry.data, form.key.data
    if not 0 < seq <= current_table().state.seq:
        abort(404)
    once = f"{current_table().id}:{seq}:{key}" if key else None
    try:
        token = _untouched(seq) or _copy(seq, once)
    except Refused as refused:
        return refusal(refused.issues)
    session["keep"] = tokens.link_id(token)
    return redirect(url_for("table.home", token=token), 303)


def _copy(seq: int, once: str | None) -> str:
    # Copies have the same first entry, so a table and its copies count as one.
    table = current_table()
    limits.take_by_table("FORKS_A_MINUTE", table.state.log[0].entry.key)
    limits.take_by_address("MIB_AN_HOUR", state_cache().stored(table.id, table.state) / MIB)
    return care.fork(table, seq, f"{table.name[:70]} (copy)", once)


def _untouched(seq: int) -> str | None:
    """A copy from this entry that this device has and in which nothing was entered."""
    last = current_table().state.log[seq - 1].entry.key
    # A lower id would be the table that this one was copied from.
    later = (one for one in sight.own_tables() if one.id > current_table().id and not one.archived)
    mine = (one for one in later if one.role == Role.HOST and one.state.seq == seq)
    return next((one.token for one in mine if one.state.log[-1].entry.key == last), None)
