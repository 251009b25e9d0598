"""Calculators for Tybor: what a Building costs, how to pay it, what the next card brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.rules.aids.aid import Answer, Question
from companion.rules.aids.paying import pay_with_fewest
from companion.rules.fields import Field
from companion.rules.situation import Situation
from companion.rules.words import listed

from .objectives import COLOURS
from .stages import direction, hand, stage_first

GREAT_POINTS = 3  # more than on the Little side (2b, As a Builder)
SEARCHED_WITH = (2, 3)  # players for whom missing colours are searched (1. Deal Cards)


def payment(question: Question) -> Answer:
    """The Workers to discard: the least Strength that is enough, then the fewest cards."""
    return _paid(question["workers"], question["cost"])


def build(question: Question) -> Answer:
    """What a Building costs with so many matching colour symbols, and how to pay it."""
    stage = question["stage"]
    printed: int = question.fact("cost_great" if question["great"] else "cost_little", stage)
    cost = max(0, printed - question.fact("discount") * question["symbols"])
    return {"cost": cost, **_paid(question["workers"], cost)}


def _sides(question: Question, symbols: int) -> dict[str, dict[str, Any]]:
    """Both sides of a Building for somebody with so many matching symbols."""
    values = {**question.values, "symbols": symbols}
    there = sum(question["workers"]) or question["sum"]
    found: dict[str, dict[str, Any]] = {}
    for size, great in (("Little", False), ("Great", True)):
        answer = build(replace(question, values={**values, "great": great}))
        short = max(0, answer["cost"] - there)
        found[size] = {"size": size, "short": short, **answer}
        if question["colour"] and not short:
            found[size]["books"] = _built(question, great, answer["given"] or ())
    return found


def _built(question: Question, great: bool, given: Sequence[int]) -> Answer:
    """The Building before whoever builds it, and the Workers that paid for it gone."""
    printed = question["points"]
    points = {"points": printed + GREAT_POINTS * great} if printed else {}
    mark = {"mark": "great"} if great else {}
    return {
        "lays": [{"pad": "built", "card": question["colour"], **points, **mark}],
        "lifts": [{"pad": "workers", "card": str(strength)} for strength in given],
    }


def sizes(question: Question) -> Answer:
    """The Little and the Great side at once; of every colour, where symbols were noted."""
    noted, colour = question["noted"], question["colour"]
    if colour or not any(noted.values()):
        symbols = question["symbols"] + noted.get(colour, 0)
        return {"sizes": [_way(side) for side in _sides(question, symbols).values()]}
    rows = []
    for colour in COLOURS:
        sides = _sides(question, question["symbols"] + noted.get(colour, 0))
        both = {size.lower(): _way(side) for size, side in sides.items()}
        rows.append({"colour": colour, **both})
    return {"colours": rows}


def _way(side: Answer) -> Answer:
    """Whether and how one side can be paid, in words."""
    if not side["cost"]:
        return {**side, "can": "yes", "way": "free", "verdict": "Free"}
    if side["short"]:
        return {**side, "can": "no", "way": f"{side['short']} short"}
    if side["given"] is None:
        return {**side, "can": "yes", "way": "enough", "verdict": "Enough"}
    given = listed([str(strength) for strength in side["given"]])
    lost = f", {side['lost']} Strength lost" if side["lost"] else ""
    verdict = "Yes" if lost else "Exactly"
    return {**side, "can": "yes", "way": f"pay with {given}{lost}", "verdict": verdict}


def _paid(workers: Sequence[int], cost: int) -> Answer:
    kinds = sorted(Counter(workers).items())
    given = pay_with_fewest(kinds, cost)
    if given is None:
        return {"given": None, "lost": None}
    used = [strength for (strength, _), n in zip(kinds, given, strict=True) for _ in range(n)]
    return {"given": used, "lost": sum(used) - cost}


def missing_colours(question: Question) -> Answer:
    """The colours to search the pile for, one Building each; none with 4 and more."""
    searched = question["players"] in SEARCHED_WITH
    return {"missing": [c for c in COLOURS if searched and not question["display"][c]]}


@dataclass(frozen=True, slots=True)
class Next:
    """How many more of a symbol bring how many points."""

    field: str
    more: int
    points: int


def thresholds(question: Question) -> Answer:
    """What the next steps of a tableau would bring, the nearest first."""
    entry, situation = question.values, question.situation
    fields = question.game.sheet.by_key
    found = [
        _every(fields["farmers"], entry),
        _every(fields["soldiers"], entry),
        _merchants(fields["merchants"], entry),
        *_captains(fields["captains"], entry, situation),
        *_priests(fields["priests"], entry),
    ]
    if "great-fours" in (situation["objectives"] or ()):
        found.append(_every(fields["great"], entry))
    return {"next": [asdict(step) for step in sorted(found, key=lambda s: (s.more, -s.points))]}


def doubted(question: Question) -> Answer:
    """The same for people, who are told what their cards have not confirmed yet."""
    unsure = question.situation["captain-values"] == "unconfirmed"
    steps = thresholds(question)["next"]
    return {
        "next": [
            {**step, "doubt": "?" if unsure and step["field"] == "captains" else None}
            for step in steps
        ]
    }


def _every(field: Field, entry: Mapping[str, Any]) -> Next:
    return Next(field.key, field.per - entry[field.key] % field.per, field.worth)


def _merchants(field: Field, entry: Mapping[str, Any]) -> Next:
    """Merchants are played as Citizens, so each is one of those it pays for."""
    sets, more = entry[field.key] // field.per, field.per - entry[field.key] % field.per
    citizens = entry["citizens"]
    return Next(field.key, more, (sets + 1) * (citizens + more) - sets * citizens)


def _captains(field: Field, entry: Mapping[str, Any], situation: Situation) -> Iterator[Next]:
    count, table = entry[field.key], situation["captain_table"]
    steps = (0, *table)
    if count < len(table):
        yield Next(field.key, 1, steps[count + 1] - steps[count])
    elif count == len(table) and situation["beyond-five"] == "three-each":
        yield Next(field.key, 1, field.worth * (count + 1) - steps[count])
    else:
        yield Next(field.key, 1, field.worth)


def _priests(field: Field, entry: Mapping[str, Any]) -> Iterator[Next]:
    if not entry[field.key]:
        yield Next(field.key, 1, field.worth)


def passing(question: Question) -> Answer:
    """Who gets a seat's hand, which way round, and who is first in the next stage (2c)."""
    here, stage, seat = question.situation, question["stage"], question["seat"]
    way = direction(here, stage)
    return {
        "to": (seat + way) % here.players,
        "way": "left" if way > 0 else "right",
        "hand": hand(here, stage),
        "next": stage_first(here, stage + 1),
    }


def handed(question: Question) -> Answer:
    """Where every hand goes, for the table seen from above."""
    here = question.situation
    way = direction(here, question["stage"])
    return {"everybody": [(seat + way) % here.players for seat in range(here.players)]}


AIDS = {
    "payment": payment,
    "build": build,
    "sizes": sizes,
    "passing": passing,
    "handed": handed,
    "missing-colours": missing_colours,
    "thresholds": thresholds,
    "doubted": doubted,
}
