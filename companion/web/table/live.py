"""How open pages follow the table: a question that costs one statement when nothing is new."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from sqlalchemy import bindparam, func, select

from companion.table import tables, tokens
from companion.table.store import Entry, Link, db
from companion.web.table.blueprint import refuse

live = Blueprint("live", __name__)

# Put together once: every open page asks every other second.
_NEWEST = select(
    Link.generation,
    Link.revoked,
    select(func.max(Entry.seq))
    .where(Entry.campaign_id == Link.campaign_id)
    .scalar_subquery()
    .label("seq"),
).where(Link.id == bindparam("link"))


@live.get("/t/<token>/seq")
def seq(token: str) -> Response:
    """The number of the newest entry; 304 when the page has it already."""
    row = _newest(token)
    if row is None:
        refuse(token)
    tag = f'"{row.seq}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers={"ETag": tag})
    headers = {"ETag": tag, "Cache-Control": "no-cache, private"}
    return Response(f'{{"seq":{row.seq}}}', headers=headers, mimetype="application/json")


def _newest(token: str) -> Any:
    """The row of a link that opens its table, or None."""
    number = tokens.link_id(token)
    if number is None:
        return None
    with db.engine.connect().execution_options(single=True) as connection:
        row = connection.execute(_NEWEST, {"link": number}).first()
    if row is None or row.revoked:
        return None
    return row if tokens.is_token(token, tables.secret(), number, row.generation) else None
