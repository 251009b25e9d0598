"""A table as a file to keep or to take elsewhere."""

from __future__ import annotations

from flask import Response, abort

from companion.interchange.importing import saved
from companion.interchange.table_file import SUFFIX, table_json
from companion.table.store import db
from companion.web.answers.attachments import attachment, file_name
from companion.web.table.blueprint import here, pages


@pages.get("/file")
def file() -> Response:
    """The table's own file; it holds every evening, so it is the host's to save."""
    with db.engine.connect() as connection:
        found = saved(connection, here().uid)
    if found is None:
        abort(404)
    return attachment(table_json(found), file_name(here().name, SUFFIX), "application/json")
