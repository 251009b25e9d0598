"""Public objectives: what the Scenario and the Chapter pay at the end."""

from __future__ import annotations

from companion.rules.fields import Field
from companion.rules.scoring.sheet import Category, Entry, ScoreLine, ScoringContext

AT_LEAST = {  # field, how many it takes, points once (A4, P2 and P4 to P6)
    "four-symbols": ("symbols", 4, 5),
    "strength-ten": ("strength", 10, 10),
    "two-soldiers": ("soldiers", 2, 5),
    "five-citizens": ("citizens", 5, 5),
}
SHOWN = {"symbols": "colour symbols", "strength": "Strength", "citizens": "Citizens"}
THREE_OF, THREE, FOR_THREE = "three-of:", 3, 5  # P3
MORE_BUILDINGS, FOR_BUILDINGS = "more-buildings", 5  # P1
GREAT_FOURS = "great-fours"  # P7
COLOURS = ("red", "yellow", "green", "blue")


def buildings(entry: Entry) -> int:
    return sum(entry.get(colour) or 0 for colour in COLOURS)


def objectives(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """What each objective on Scenario and Chapter pays you."""
    great = next(field for field in category.fields if field.key == "great")
    in_play, mine = context.setting("objectives") or (), context.entries[seat]
    parts = [_scored(key, great, mine, context) for key in in_play]
    working = "; ".join(part.working for part in parts) or "none in play"
    return ScoreLine(sum(part.points for part in parts), working)


def _scored(key: str, great: Field, entry: Entry, context: ScoringContext) -> ScoreLine:
    if key == GREAT_FOURS:
        count = entry["great"]
        return ScoreLine(great.points(count), f"Great Buildings {great.working(count)}")
    if key == MORE_BUILDINGS:
        return _more_buildings(entry, context)
    field, least, points = AT_LEAST.get(key) or (key.removeprefix(THREE_OF), THREE, FOR_THREE)
    met = entry[field] >= least
    shown = context.setting(f"{field}_name") or SHOWN.get(field, field)
    return ScoreLine(points * met, f"{shown} {entry[field]} of {least}: {points * met}")


def _more_buildings(entry: Entry, context: ScoringContext) -> ScoreLine:
    """At least as many Buildings as Citizens; by ruling not with nothing at all (11)."""
    count, citizens = buildings(entry), entry["citizens"]
    met = count >= citizens
    if not count and context.setting("empty-tableau") == "need-building":
        met = False
    points = FOR_BUILDINGS * met
    return ScoreLine(points, f"Buildings {count}, Citizens {citizens}: {points}")
