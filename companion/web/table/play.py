"""The game as it is being played."""

from __future__ import annotations

import secrets

from flask import render_template, request

from companion.rules.decks import UNNUMBERED
from companion.show.play.aid import aids_here
from companion.show.play.deck import changes
from companion.show.play.screen import play_page
from companion.web.table.aid import address, open_aid
from companion.web.table.blueprint import here, pages, the_play

SEED_BITS = 31


@pages.get("/play")
def play() -> str:
    """This moment of the game; ``?change=`` corrects a deck, ``?to=`` asks about a phase."""
    played, change = the_play(), request.args.get("change", "")
    newest = here().state.is_newest(played)
    helps, others = aids_here(played)
    tool = open_aid(played, helps, others)
    return render_template(
        "table/play.html",
        play=played,
        page=play_page(here().state, played),
        change=change,
        to=request.args.get("to", ""),
        changes=changes(played, change) if change and not played.finished else (),
        back_play=None if newest else played.number,
        unnumbered=UNNUMBERED,
        aid=tool,
        address=address(played, tool, True) if tool else "",
        helps=helps,
        others=others,
        seed=secrets.randbits(SEED_BITS),
    )
