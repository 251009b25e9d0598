"""A table's finished plays for spreadsheets and other apps."""

from __future__ import annotations

from flask import Response

from companion.interchange import bgstats, spreadsheet
from companion.web.answers.attachments import attachment, file_name
from companion.web.table.blueprint import here, pages


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
    content = bgstats.file(here().uid, here().state)
    return attachment(content, file_name(here().name, ".bgsplay"), "application/json")
