"""Rules that look at facts, neighbours and the round."""

from __future__ import annotations

from companion.rules.data.load import Verbs
from companion.rules.parts.tracks import Asked, Move, Track
from companion.rules.scoring.sheet import Category, ScoreLine, ScoringContext
from companion.rules.situation import Situation


def stall(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """The prize is a fact; the middle one of the choices is worth most, not the first or last."""
    prize = context.fact("prize")
    worth = {"wine": prize, "bread": prize // 2}
    mine = context.entries[seat]
    coins = mine["coins"] if mine["stall"] == "fish" else 0
    return ScoreLine(worth.get(mine["stall"], coins), str(mine["stall"]))


def guest(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """What a guest gives depends on whose it is, and on those beside."""
    cards = sum(row["cards"] for row in context.entries[seat]["goods"] or ())
    lanterns, seats = context.values("lanterns"), len(context.names)
    match context.seat_trait(seat, "guest"):
        case "Juggler":
            own = 2 * context.values("balls")[seat]
        case "Piper":
            beside = {(seat + 1) % seats, (seat - 1) % seats}
            own = sum(lanterns[other] < lanterns[seat] for other in beside)
        case _:
            own = 0
    sung = int(context.entries[seat]["song"] != "none")
    return ScoreLine(own + cards + sung, f"guest {own}, guilds {cards}, song {sung}")


def beside(track: Track, situation: Situation, before: int, wanted: int) -> Move:
    """Brighter than both neighbours in the last round: take a coin."""
    bright = all(wanted > value for value in situation.beside(track.key))
    return Move(wanted, (Asked("brightest"),) if bright and situation.round == 3 else ())


VERBS = Verbs(rules={"stall": stall, "guest": guest}, tracks={"beside": beside})
