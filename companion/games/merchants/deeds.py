"""Deeds: which to take as coins and which as prestige, so that the lower pile is highest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Said, ToSheet
from companion.rules.aids.inputs import Input, Row
from companion.rules.aids.table import Table
from companion.rules.fields import Choice, Kind
from companion.rules.issues import Issue
from companion.rules.words import plural

UNREACHED = 10**9  # as if so much prestige were given up
MOST_OFFERED = 200
AMOUNTS = ("coins", "prestige", "vp")
OF_KIND = {"coins": ("coins",), "prestige": ("prestige",), "choice": AMOUNTS[:2], "vp": ("vp",)}


@dataclass(frozen=True, slots=True)
class Either:
    """A deed worth coins or prestige, completed so many times."""

    coins: int
    prestige: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Piles:
    """Coins and prestige after deeds, and how many of each choice were taken as coins."""

    coins: int
    prestige: int
    as_coins: tuple[int, ...] = ()

    @property
    def base(self) -> int:
        return min(self.coins, self.prestige)

    @property
    def sum(self) -> int:
        return self.coins + self.prestige


def choices_of(deeds: Iterable[Mapping[str, Any]]) -> list[Either]:
    """The rows of a sheet that leave a choice."""
    return [Either(d["coins"], d["prestige"], d["times"]) for d in deeds if d["kind"] == "choice"]


def gained(deeds: Iterable[Mapping[str, Any]], kind: str) -> int:
    """What the deeds of one kind bring: coins, prestige or vp."""
    return sum(int(deed[kind]) * int(deed["times"]) for deed in deeds if deed["kind"] == kind)


def best(starts: Sequence[Piles], choices: Sequence[Either], split: bool = True) -> list[Piles]:
    """The piles with the highest base, then the highest sum, for each of several starts.

    Goes through every sum of coins with the least prestige given up for it, so it takes time
    in proportion to the coins on offer, however many ways there are to choose.
    Without ``split`` all completions of a card are taken alike.
    """
    cards = choices if split else [Either(c.coins * c.times, c.prestige * c.times) for c in choices]
    layers = list(accumulate(cards, _joined, initial=[0]))
    most = sum(card.prestige * card.times for card in cards)
    found = []
    for start in starts:
        prestige = start.prestige + most
        ends = [(start.coins + coins, prestige - loss) for coins, loss in enumerate(layers[-1])]
        end = max(ends, key=lambda end: (min(end), sum(end)))
        taken = _traced(layers, cards, end[0] - start.coins)
        if not split:
            taken = [n * choice.times for n, choice in zip(taken, choices, strict=True)]
        found.append(Piles(*end, tuple(taken)))
    return found


def _joined(least: list[int], card: Either) -> list[int]:
    """The least prestige given up for every sum of coins, with one more card to choose on.

    Its completions join in lots of 1, 2, 4 … and a rest, out of which every number can be made.
    """
    if not card.coins:
        return least
    left, lot = card.times, 1
    while left > 0:
        lot = min(lot, left)
        gap, loss = [UNREACHED] * (lot * card.coins), lot * card.prestige
        pairs = zip(least + gap, gap + least, strict=True)
        least = [a if a <= b + loss else b + loss for a, b in pairs]
        left, lot = left - lot, 2 * lot
    return least


def _traced(layers: Sequence[list[int]], cards: Sequence[Either], coins: int) -> list[int]:
    """How many completions of each card were taken as coins to end with this sum."""
    taken = []
    for card, before, after in reversed(list(zip(cards, layers, layers[1:], strict=False))):
        for n in range(card.times, -1, -1):
            at = coins - n * card.coins
            if 0 <= at < len(before) and before[at] + n * card.prestige == after[coins]:
                break
        taken.append(n)
        coins = at
    return taken[::-1]


def prestige_told(table: Table) -> int | None:
    """By the counter that this table has, else by the sheet."""
    counted = (table.track(key) for key in ("prestige", "prestige-from-0"))
    return next((value for value in counted if value is not None), table.sheet("prestige"))


TOLD = {
    "kind": ask.choice(
        "What it gives",
        (
            Choice("coins", "Coins"), Choice("prestige", "Prestige"),
            Choice("choice", "Coins or prestige"), Choice("vp", "Victory points"),
        ),
    ),
    "coins": ask.Input(Kind.COUNT, "Coins", default=0, high=50),
    "prestige": ask.Input(Kind.COUNT, "Prestige", default=0, high=50),
    "vp": ask.Input(Kind.COUNT, "Victory points", default=0, high=50),
    "times": ask.Input(Kind.COUNT, "Times", default=1, high=78),
}  # fmt: skip
"""A deed as it stands on the sheet."""


class WithDeeds(Calculator):
    """What counts with the deeds that stand on the sheet already."""

    told: Input[tuple[Row, ...]]

    def every_deed(self) -> list[Row]:
        return [*self.told]

    @property
    def may_split(self) -> bool:
        """Whether each completion of a card is chosen by itself."""
        return bool(self.situation["choice-deeds"] == "each-time")

    @ask.check
    def so_many_can_be(self) -> Iterator[Issue]:
        """So many coins to choose from cannot be: scores are about 40 (B8)."""
        offered = sum(one.coins * one.times for one in choices_of(self.every_deed()))
        if offered > MOST_OFFERED:
            said = f"{offered} coins to choose from is unusually high. Check the deeds."
            yield Issue("too-high", said)


class Deeds(WithDeeds):
    """The lower pile with every deed, and how each choice is taken for it (p. 16).

    Without the coins nobody can say either; a deed that leaves no choice does without.
    """

    key, label, src = "deeds", "A deed", "pp. 16, 21; B8"
    phases = ("turn", "final-travel")
    fills = "deeds"

    kind = ask.choice(
        "What it gives",
        (
            Choice("coins", "Coins"), Choice("prestige", "Prestige"), Choice("choice", "Either"),
            Choice("vp", "Points"),
        ),
        default="", widget=ask.Keys(), awaited=True,
    )  # fmt: skip
    coins_each = ask.number("Coins", high=50, default=0, kinds=("coins", "choice"))
    prestige_each = ask.number("Prestige", high=50, default=0, kinds=("prestige", "choice"))
    vp_each = ask.number("Points", high=50, default=0, kinds=("vp",))
    times = ask.number("Times", low=1, high=78, default=1)
    coins = ask.number("Your coins", high=999, kinds=("choice",), known=lambda t: t.sheet("coins"))
    prestige = ask.number("Your prestige", high=999, default=0, known=prestige_told)
    told = ask.rows(
        "Deeds on the sheet", TOLD, default=[], most=19, hidden=True, awaited=True,
        known=lambda table: table.sheet("deeds"),
    )  # fmt: skip
    folds = (coins, prestige)

    @ask.check
    def it_gives_something(self) -> Iterator[Issue]:
        names = [f"{name}_each" for name in OF_KIND.get(self.kind, ())]
        if self.kind and not any(self.value_of(name) for name in names):
            yield Issue("missing", "How much does it give?", field=names[0])

    def every_deed(self) -> list[Row]:
        """With the one that is being told, once it is known what it gives."""
        if not self.kind:
            return [*self.told]
        amounts = {name: self.value_of(f"{name}_each") for name in OF_KIND[self.kind]}
        new = {"kind": self.kind, **dict.fromkeys(AMOUNTS, 0), **amounts, "times": self.times}
        return [*self.told, new]

    def answer(self) -> Answer:
        deeds, coins = self.every_deed(), self.value_of("coins")
        if coins is None:
            each = [_taken(row, None) for row in deeds]
            return {"base": None, "vp": gained(deeds, "vp"), "each": each, "all": deeds}
        start = Piles(coins + gained(deeds, "coins"), self.prestige + gained(deeds, "prestige"))
        [piles] = best([start], choices_of(deeds), self.may_split)
        taken = iter(piles.as_coins)
        each = [_taken(row, next(taken) if row["kind"] == "choice" else 0) for row in deeds]
        return {"base": piles.base, "vp": gained(deeds, "vp"), "each": each, "all": deeds}

    def lines(self, answer: Answer) -> Iterator[Said]:
        for row in sorted(answer["each"], key=lambda row: not row["take"]):
            tag = f"Take {row['take']}" if row["take"] else ""
            yield Line(f"{row['times']}×", label=row["deed"], tag=tag, good=bool(tag))
        yield ToSheet({"deeds": answer["all"]})


def _taken(row: Mapping[str, Any], as_coins: int | None) -> Answer:
    """``3 coins or 2 prestige, twice``: what is to be taken."""
    words = {
        "coins": plural(row["coins"], "coin"),
        "prestige": f"{row['prestige']} prestige",
        "vp": plural(row["vp"], "point"),
    }
    take, times = None, row["times"]
    if row["kind"] == "choice" and as_coins is not None:
        both = f"{as_coins} × coins and {times - as_coins} × prestige"
        take = "coins" if as_coins == times else "prestige" if not as_coins else both
    deed = " or ".join(words[name] for name in OF_KIND[row["kind"]])
    return {"deed": deed, "times": times, "take": take}
