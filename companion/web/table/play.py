"""The game as it is being played."""

from __future__ import annotations

import secrets

from flask import render_template, request

from companion.rules.parts.decks import UNNUMBERED
from companion.show.play.asked import Look
from companion.show.play.deck import changes
from companion.show.play.screen import play_page
from companion.web.table.aid import address, asked_here
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.visitor.visit import visit

SEED_BITS = 31
LONGEST_FIND = 60


@pages.get("/play")
def play() -> str:
    """The Play screen.

    ``?change=`` corrects a deck, ``?to=`` asks about a phase, ``?seat=`` opens somebody's tools,
    ``?aid=`` and ``?open=`` an aid or a pad, ``?find=`` and ``?group=`` look for cards.
    """
    played, change = the_play(), request.args.get("change", "")
    look = Look(
        visit().seat(played), request.args.get("seat", type=int),
        request.args.get("find", "")[:LONGEST_FIND], request.args.get("group", ""),
        request.args.get("aid") or request.args.get("open", ""),
    )  # fmt: skip
    newest = current_table().state.is_newest(played)
    page = play_page(current_table().state, played, look)
    aids = {p.key: asked_here(played, p.it) for p in page.layout.tool if p.kind == "aid"}
    return render_template(
        "table/play.html",
        play=played,
        page=page,
        look=look,
        aids=aids,
        addresses={key: address(played, form, True) for key, form in aids.items()},
        change=change,
        to=request.args.get("to", ""),
        changes=changes(played, change) if change and not played.finished else (),
        booked=_booked(),
        back_play=None if newest else played.number,
        unnumbered=UNNUMBERED,
        seed=secrets.randbits(SEED_BITS),
    )


def _booked() -> str:
    """The receipt of this device's last entry, while it is the newest."""
    log, last = current_table().state.log, visit().undo
    newest = log[-1] if last and last == len(log) else None
    return newest.receipt(current_table().state) if newest else ""
