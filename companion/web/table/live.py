"""The poll of open pages: one cheap statement while nothing is new."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.table import tables
from companion.web.table.blueprint import refuse

live = Blueprint("live", __name__)


@live.get("/t/<token>/seq")
def seq(token: str) -> Response:
    """The number of the newest entry; 304 when the page has it already."""
    newest = tables.newest(token)
    if newest is None:
        refuse(token)
    tag = f'"{newest}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers={"ETag": tag})
    headers = {"ETag": tag, "Cache-Control": "no-cache, private"}
    return Response(f'{{"seq":{newest}}}', headers=headers, mimetype="application/json")
