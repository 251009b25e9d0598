"""The first page of a table: the story, the cup, and where to go on."""

from __future__ import annotations

from flask import g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.show.story.home import story
from companion.table.links import Role
from companion.web.guards.proxy import full_address
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.visitor import device


@pages.get("/")
def home() -> ResponseReturnValue:
    if current_table().role == Role.WATCHER and not request.args:
        return redirect(url_for("table.watch"))
    covered = device.setting("cover", "on") != "off" and "uncover" not in request.args
    the_play()
    return render_template(
        "table/home.html", story=story(current_table().state, covered), first=first_visit()
    )


def first_visit() -> bool:
    """Whether to advise keeping the link: once, unless this device opened the table."""
    table = current_table()
    told = session.get("told", [])
    if table.link in told:
        return False
    session["told"] = [table.link, *told][: device.MOST_TABLES]
    return bool(
        table.state.log[0].entry.device != device.name() or session.get("keep") == table.link
    )


@pages.context_processor
def whole_link() -> dict[str, str]:
    """The address that opens this table, in full."""
    if "table" not in g:  # the link opens nothing, and the error page is being drawn
        return {}
    return {"whole_link": full_address("table.home")}
