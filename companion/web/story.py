"""A table's first page: the story as a path, the cup, where to go on."""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.show.story import story
from companion.web import device
from companion.web.behind import full_address
from companion.web.tables import here, pages


@pages.get("/")
def home() -> ResponseReturnValue:
    if not here().state.plays:  # even its start was taken back: the log can bring it back
        return redirect(url_for("table.log"))
    tell_to_keep()
    covered = device.setting("cover", "on") != "off" and "uncover" not in request.args
    return render_template("table/home.html", story=story(here().state, covered))


def tell_to_keep() -> None:
    """Ask whoever comes by for the first time to keep the link; who opened the table was asked."""
    told = session.get("told", [])
    if here().link in told:
        return
    session["told"] = [here().link, *told][: device.MOST_TABLES]
    if here().state.log[0].entry.by != device.name():
        session["keep"] = here().link


@pages.context_processor
def whole_link() -> dict[str, str]:
    """The address that opens this table, in full."""
    return {"whole_link": full_address("table.home")}
