"""What the table knows of a turn in Merchants: a travel under way, who still visits a town."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids.guide import Guides, Said, Told
from companion.rules.aids.table import Table
from companion.rules.words import together

from .trip import partner, still_to_travel, town_names, trip_of

MOVES = {
    "sugarfoot": "may move exactly 3 (Sugarfoot)",
    "longshadow": "may use any 1 of the 4 buildings with an illuminated die (Longshadow)",
}
"""What a steed allows in a turn (p. 23). What it does at a place is said there."""


def turn(table: Table) -> Iterator[Told]:
    """A travel under way, for those who only look on; else the dice, and what a steed allows."""
    here = trip_of(table)
    if not here.step:
        yield from _last_die(table)
        yield from _steeds(table)
        return
    towns = town_names(table)
    town, other = towns[here.town], towns[partner(here.town)]
    route = "shortcut" if here.shortcut else "highway"
    who = together([table.names[seat] for seat in here.picks])
    others = together([table.names[seat] for seat in here.others])
    more = f"{who} travel. {others} may visit {other} instead." if others else f"{who} travels."
    said = f"{table.names[here.leader]} leads the {route} to {town}."
    yield Said(said, more=more, short=f"{town} by {route}", seat=here.leader)


def _last_die(table: Table) -> Iterator[Told]:
    """The reserve is used up after this turn, so it is refilled (p. 10)."""
    if table.fact("refreshing"):
        left = table.play.game.facts_of(table.play.situation.at(table.round + 1))["reserve"].value
        dice = f"the other {left}" if left > 1 else "the other"
        roll = f" Roll {dice} into your reserve." if left else ""
        more = f"At the end of your turn remove 1 spent die.{roll}"
        yield Said("Last die of this set.", more=more, figure="−1")


def _steeds(table: Table) -> Iterator[Told]:
    for seat in table.order if table.acting is None else (table.acting,):
        for steed, allowed in MOVES.items():
            if table.seat_view(seat).held("steeds", steed):
                yield Said(f"{table.names[seat]} {allowed}.", seat=seat)


def final_travel(table: Table) -> Iterator[Told]:
    """One town for each person: who has not been to theirs."""
    left, people = still_to_travel(table), len(table.play.sitting)
    if left:
        names = together([table.names[seat] for seat in left])
        who = "Everyone" if len(left) == people > 1 else names
        each = " each" if 1 < len(left) < people else ""
        yield Said(f"{who} may{each} visit one town.")
    else:
        yield Said("Everyone has visited a town.", kind="booked")


GUIDES: Guides = {"turn": turn, "final-travel": final_travel}
