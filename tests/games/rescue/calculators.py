"""A calculator that knows a fact of the mission."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Result


class Load(Calculator):
    """How many crates fit into the boats."""

    key, label, src = "load", "How much fits?", "made up"
    phases = ("row",)

    each = ask.number("Crates in a boat", low=0, high=9)

    def answer(self) -> Answer:
        return {"crates": self.each * (self.fact("boats") or 1)}

    def lines(self, answer: Answer) -> Iterator[Line]:
        yield Result(str(answer["crates"]), "crates fit.")


CALCULATORS = (Load,)
