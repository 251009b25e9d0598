"""A table in the public JSON for watchers, without secrets."""

from __future__ import annotations

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.web.api.contract import JSON, seats_of


def table(name: str, state: State) -> JSON:
    """The newest play of a table, with its result once it is finished."""
    play = state.play
    return {
        "game": state.game.slug,
        "name": name,
        "chapter": play.chapter if play else None,
        "players": _players(play) if play else [],
        "phase": _phase(play) if play else {"round": None, "label": "Not started"},
        "finished": bool(play and play.finished),
        "seats": _seats(play) if play else None,
    }


def _players(play: Play) -> list[JSON]:
    return [{"name": n, "colour": play.colour(seat).key} for seat, n in enumerate(play.names)]


def _phase(play: Play) -> JSON:
    if play.finished or play.moment == OVER:
        return {"round": None, "label": "Finished" if play.finished else "Scoring"}
    label = play.game.clock.phase(play.moment).label
    return {"round": play.moment.round, "label": label}


def _seats(play: Play) -> list[JSON] | None:
    if not play.finished or play.scored is None:
        return None
    return seats_of(play.names, *play.scored)
