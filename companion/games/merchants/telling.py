"""Deeds told one by one: what each is best taken as, and all of them for the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.aids.aid import Answer, Question
from companion.rules.issues import Issue
from companion.rules.words import listed, plural

from .deeds import Piles, best, choices_of, gained

MOST_OFFERED = 200
AMOUNTS = ("coins", "prestige", "vp")
OF_KIND = {"coins": ("coins",), "prestige": ("prestige",), "choice": AMOUNTS[:2], "vp": ("vp",)}


def deeds(question: Question) -> Answer:
    """The lower pile with every deed, and how each choice is taken for it (p. 16).

    Without the coins nobody can say either; a deed that leaves no choice does without.
    """
    rows = [*question["told"], *_new(question)]
    if question["coins"] is None:
        each = [_taken(row, None) for row in rows]
        return {"base": None, "vp": gained(rows, "vp"), "each": each, "all": rows}
    start = Piles(
        question["coins"] + gained(rows, "coins"), question["prestige"] + gained(rows, "prestige")
    )
    piles = best(start, choices_of(rows), question.situation["choice-deeds"] == "each-time")
    taken = iter(piles.as_coins)
    each = [_taken(row, next(taken) if row["kind"] == "choice" else 0) for row in rows]
    return {"base": piles.base, "vp": gained(rows, "vp"), "each": each, "all": rows}


def _new(question: Question) -> list[dict[str, Any]]:
    """The deed that is being told, once it is known what it gives."""
    kind = question["kind"]
    if not kind:
        return []
    amounts = {name: question[name + "_each"] for name in OF_KIND[kind]}
    rest = dict.fromkeys(set(AMOUNTS) - amounts.keys(), 0)
    return [{"kind": kind, **rest, **amounts, "times": question["times"]}]


def _taken(row: Mapping[str, Any], as_coins: int | None) -> Answer:
    """``3 coins or 2 prestige, twice``: what is to be taken."""
    units = {"coins": "coin", "prestige": "", "vp": "point"}
    words = {
        name: plural(row[name], unit) if unit else f"{row[name]} {name}"
        for name, unit in units.items()
    }
    deed = " or ".join(words[name] for name in OF_KIND[row["kind"]])
    if row["kind"] != "choice" or as_coins is None:
        return {"deed": deed, "times": row["times"], "take": None}
    prestige = row["times"] - as_coins
    parts = [f"{n} × {what}" for n, what in ((as_coins, "coins"), (prestige, "prestige")) if n]
    whole = "coins" if not prestige else "prestige" if not as_coins else listed(parts)
    return {"deed": deed, "times": row["times"], "take": whole}


def check_deed(question: Question) -> Iterator[Issue]:
    """A deed that is told gives something."""
    kind = question["kind"]
    names = [name + "_each" for name in OF_KIND.get(kind or "", ())]
    if kind and not any(question[name] for name in names):
        yield Issue("missing", "How much does it give?", field=names[0])


def check_told(question: Question) -> Iterator[Issue]:
    """So many coins to choose from cannot be: scores are about 40 (B8)."""
    new = _new(question) if "kind" in question.values else ()
    if None in (question["told"], *(value for row in new for value in row.values())):
        return
    offered = sum(one.coins * one.times for one in choices_of([*question["told"], *new]))
    if offered > MOST_OFFERED:
        said = f"Deeds with {offered} coins to choose from cannot be: look at them again."
        yield Issue("too-high", said)


AIDS = {"deeds": deeds}
AID_CHECKS = {"deed": check_deed, "told": check_told}
