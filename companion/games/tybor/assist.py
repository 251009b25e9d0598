"""Calculators for Tybor: what a Building costs, how to pay it, what the next card brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.facts import Facts
from companion.rules.fields import Field
from companion.rules.sheet import ScoreSheet
from companion.rules.situation import Situation

from .objectives import COLOURS
from .stages import direction, hand, play_order, stage_first

SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)


def build_cost(known: Facts, great: bool, symbols: int) -> int:
    """Strength to pay in the stage of ``known`` with so many matching colour symbols."""
    cost: int = known["cost_great" if great else "cost_little"].value
    saved: int = known["discount"].value * symbols
    return max(0, cost - saved)


@dataclass(frozen=True, slots=True)
class Payment:
    """The Workers to discard, and the Strength lost because there is no change."""

    workers: tuple[int, ...]
    wasted: int


def best_payment(workers: Sequence[int], cost: int) -> Payment | None:
    """Least Strength, then fewest cards; None where all Workers are too weak together."""
    ways: dict[int, tuple[int, ...]] = {0: ()}  # Strength → the fewest Workers that make it
    for strength in workers:
        for total, chosen in sorted(ways.items(), reverse=True):
            rival = ways.get(total + strength)
            if rival is None or len(chosen) + 1 < len(rival):
                ways[total + strength] = (*chosen, strength)
    enough = [total for total in ways if total >= cost]
    if not enough:
        return None
    return Payment(ways[min(enough)], min(enough) - max(0, cost))


@dataclass(frozen=True, slots=True)
class Next:
    """How many more of a symbol bring how many points."""

    field: str
    more: int
    points: int


def next_thresholds(
    sheet: ScoreSheet, entry: Mapping[str, Any], situation: Situation
) -> list[Next]:
    """What the next steps of a tableau would bring, the nearest first."""
    fields = sheet.by_key
    found = [
        _every(fields["farmers"], entry, fields["farmers"].worth),
        _every(fields["soldiers"], entry, fields["soldiers"].worth),
        *_merchants(fields["merchants"], entry),
        *_captains(fields["captains"], entry, situation),
        *_priests(fields["priests"], entry),
    ]
    if "great-fours" in (situation["objectives"] or ()):
        found.append(_every(fields["great"], entry, fields["great"].worth))
    return sorted(found, key=lambda step: (step.more, -step.points))


def _every(field: Field, entry: Mapping[str, Any], worth: int) -> Next:
    count = entry.get(field.key) or 0
    return Next(field.key, field.per - count % field.per, worth)


def _merchants(field: Field, entry: Mapping[str, Any]) -> Iterator[Next]:
    """What the Citizens of now would bring; a Merchant played as Citizen adds 1 to it."""
    if citizens := entry.get("citizens") or 0:
        yield _every(field, entry, citizens)


def _captains(field: Field, entry: Mapping[str, Any], situation: Situation) -> Iterator[Next]:
    count, table = entry.get(field.key) or 0, situation["captain_table"]
    steps = (0, *table)
    if count < len(table):
        yield Next(field.key, 1, steps[count + 1] - steps[count])
    elif count == len(table) and situation["beyond-five"] == "three-each":
        yield Next(field.key, 1, field.worth * (count + 1) - steps[count])
    else:
        yield Next(field.key, 1, field.worth)


def _priests(field: Field, entry: Mapping[str, Any]) -> Iterator[Next]:
    if not entry.get(field.key):
        yield Next(field.key, 1, field.worth)


def missing_colours(display: Iterable[str], situation: Situation) -> list[str]:
    """The colours to search the pile for, one Building each; none with 4 and more."""
    if situation.players not in SEARCHED_WITH:
        return []
    shown = set(display)
    return [colour for colour in COLOURS if colour not in shown]


@dataclass(frozen=True, slots=True)
class Pick:
    """One card of everybody's hand: its number in the stage and the seats in play order."""

    stage: int
    number: int
    order: tuple[int, ...]


def picks(situation: Situation, stage: int) -> list[Pick]:
    """Every card of a stage, each with whose turn it is."""
    numbers = range(1, hand(situation, stage) + 1)
    return [
        Pick(stage, number, play_order(situation.at(stage, f"pick-{number}"), stage))
        for number in numbers
    ]


def pass_to(situation: Situation, stage: int, seat: int) -> int:
    """The neighbour who gets this seat's hand."""
    return (seat + direction(situation, stage)) % situation.players


def next_stage_first(situation: Situation, stage: int) -> int:
    """Who holds the First Player card once a stage is over."""
    return stage_first(situation, stage + 1)
