"""A table's first page: the story as a path, the cup, where to go on."""

from __future__ import annotations

from flask import abort, render_template, request, session, url_for

from companion.show.story import story
from companion.web import device
from companion.web.tables import here, pages

MOST_REMEMBERED = device.MOST_TABLES


@pages.get("/")
def home() -> str:
    if not here().state.plays:
        abort(404)
    covered = device.setting("cover", "on") != "off" and "uncover" not in request.args
    return render_template(
        "table/home.html", story=story(here().state, covered), covered=covered, first=first_visit()
    )


def first_visit() -> bool:
    """Whether this device has yet to be told to keep the table's link; it is told once."""
    told = session.get("told", [])
    if here().link in told:
        return False
    session["told"] = [here().link, *told][:MOST_REMEMBERED]
    return True


@pages.context_processor
def whole_link() -> dict[str, str]:
    """The address that opens this table, in full."""
    return {"whole_link": url_for("table.home", _external=True)}
