"""Probabilities for people: per cents, odds and bars, computed with whole numbers."""

from __future__ import annotations

from fractions import Fraction

LARGEST = 9999
"""The largest denominator that people still read."""

FEW = 6
"""The largest number that odds are given out of."""


def percent(chance: Fraction) -> str:
    """``67 %``. What can happen is never 0, and what can fail never 100."""
    return f"{_figure(chance)} %"


def _figure(chance: Fraction) -> str:
    whole = rounded(chance * 100)
    if whole == 0 and chance:
        return "< 1"
    return "> 99" if whole == 100 and chance != 1 else str(whole)


def percents(least: Fraction, most: Fraction) -> str:
    """``61–67 %``, or one number where both ends read the same."""
    ends = dict.fromkeys((_figure(least), _figure(most)))
    return f"{'–'.join(ends)} %"


def in_words(chance: Fraction) -> str:
    """``2059 in 3060``, exactly."""
    return "for certain" if chance == 1 else f"{chance.numerator} in {chance.denominator}"


def odds(chance: Fraction) -> str:
    """``about 2 in 3 (2059 in 3060)``."""
    if chance in (0, 1):
        return "never" if chance == 0 else "for certain"
    near = chance.limit_denominator(FEW)
    if near == chance or chance.numerator == 1:
        return in_words(chance)
    about = _about(chance, near)
    return about if chance.denominator > LARGEST else f"{about} ({in_words(chance)})"


def _about(chance: Fraction, near: Fraction) -> str:
    """Small chances as 1 in so many, and their opposites likewise."""
    if near == 0:
        return f"about 1 in {rounded(1 / chance)}"
    if near == 1:
        out_of = rounded(1 / (1 - chance))
        return f"about {out_of - 1} in {out_of}"
    return f"about {in_words(near)}"


def width(chance: Fraction) -> str:
    """How long its bar is drawn."""
    tenths = rounded(chance * 1000)
    return f"{tenths // 10}.{tenths % 10}%"


def decimal(number: Fraction) -> str:
    """``1.4``, or a whole number where it is one."""
    tenths = rounded(number * 10)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def rounded(number: Fraction) -> int:
    """To the nearest whole number; a half goes up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)
