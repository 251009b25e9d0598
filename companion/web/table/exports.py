"""Downloads of a table: its own file, and finished plays in other formats."""

from __future__ import annotations

from flask import Response, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.interchange import exports
from companion.interchange.importing import saved
from companion.interchange.reading import excess
from companion.interchange.table_file import SUFFIX, table_json
from companion.table.store import db
from companion.web.answers.attachments import attachment, file_name
from companion.web.table.blueprint import current_table, pages, the_play

TOO_LARGE = "This table is larger than a file may be. Ask whoever runs this server for a backup."


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
    return _sheet(
        exports.wide_spreadsheet([(current_table().name, current_table().state)]), " scores.csv"
    )


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
