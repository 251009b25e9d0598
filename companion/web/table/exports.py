"""A table's finished plays for spreadsheets and other apps."""

from __future__ import annotations

from flask import Response, request

from companion.interchange import bgstats, spreadsheet
from companion.web.answers.attachments import attachment, file_name
from companion.web.table.blueprint import here, pages, the_play


@pages.get("/scores.csv")
def scores() -> Response:
    return _sheet(spreadsheet.wide([(here().name, here().state)]), " scores.csv")


@pages.get("/scores-long.csv")
def scores_long() -> Response:
    return _sheet(spreadsheet.long([(here().name, here().state)]), " scores long.csv")


def _sheet(content: str, suffix: str) -> Response:
    return attachment(content, file_name(here().name, suffix), spreadsheet.KIND)


@pages.get("/plays.bgsplay")
def plays() -> Response:
    """All finished plays, or the one asked for."""
    play = the_play() if "play" in request.args else None
    content = bgstats.file(here().uid, here().state, play)
    return attachment(content, file_name(here().name, ".bgsplay"), "application/json")
