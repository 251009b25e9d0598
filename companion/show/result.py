"""The result of a play: who won and why, every line with its working, and its chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.actions.scoring import tied
from companion.rules.game import WON
from companion.rules.issues import Level
from companion.rules.journal.play import Play
from companion.rules.parts.campaign import Finished
from companion.rules.parts.settings import Ruling
from companion.rules.scoring.ranking import RankedSeat, Result
from companion.rules.scoring.sheet import Breakdown, Category, ScoreLine
from companion.rules.situation import fitting
from companion.rules.words import capital, listed_within, plural, together
from companion.show.charts import BarChart, bar_chart
from companion.show.formats import source
from companion.show.score.questions import untold_win
from companion.show.standing import title

ResultRow = tuple[Category, str, Sequence[ScoreLine]]
"""A category, where the rules have it, and everybody's points in the order of the ranking."""


@dataclass(frozen=True, slots=True)
class Outcome:
    heading: str
    why: str  # what decided it; empty where the margin says it
    places: tuple[RankedSeat, ...]  # the best first
    winners: tuple[int, ...]  # alone a target can be missed, and with some nobody can compare
    ties: Mapping[int, str]  # by seat how it stands to others with as many points
    rows: tuple[ResultRow, ...]
    chart: BarChart | None
    odd: tuple[str, ...]
    rests_on: tuple[tuple[Ruling, str], ...]  # how the group reads the tie-breaks that decided
    open_ties: tuple[str, ...]  # that a correction has made, and nobody has answered
    together: bool = False  # all have won or lost, so nobody is ranked
    told: tuple[tuple[str, str], ...] = ()  # what else the sheet asked the group
    sum: int | None = None  # of all points, where they are counted together


def outcome(play: Play) -> Outcome | None:
    """The result, or None where the sheet does not add up."""
    scored = play.scored
    if scored is None:
        return None
    breakdowns, result = scored
    places = tuple(sorted(result.places, key=lambda place: (place.position, place.seat)))
    order = [place.seat for place in places]
    rows = tuple(_rows(play, [breakdowns[seat] for seat in order]))
    points = [[lines[at].points for _, _, lines in rows] for at in range(len(order))]
    names = [play.names[seat] for seat in order]
    broken = {place.seat: result.tie(place) for place in places}
    shared = Counter(place.position for place in places)
    ties = {p.seat: broken[p.seat] or ("tied" if shared[p.position] > 1 else "") for p in places}
    decided = fitting(play.game.tiebreaks, play.situation)
    used = {tie.ruling for tie in decided if tie.label in broken.values()}
    rests_on = [one for one in play.game.rulings if one.key in used]
    return Outcome(
        heading=verdict(play, result),
        why=_said(play, result),
        places=places,
        winners=() if result.undecided else result.winners,
        ties={} if result.together else ties,
        rows=rows,
        chart=bar_chart([category.label for category, _, _ in rows], names, points),
        odd=tuple(_odd(play, result)),
        rests_on=tuple((one, one.words(play.situation[one.key])) for one in rests_on),
        open_ties=tuple(tied(play, level) for level in play.level),
        together=result.together,
        told=tuple(told_with_result(play)),
        sum=sum(place.total for place in places) if result.together and rows else None,
    )


def verdict_together(play: Play) -> str:
    """``failed, third attempt``: how a finished play ended that all won or lost."""
    assert play.scored is not None
    said = play.scored[1].why.removesuffix(".")
    return said.removeprefix(f"{title(play)}: ")


def told_with_result(play: Play) -> Iterator[tuple[str, str]]:
    """What the sheet asked the group, with the answers: ``Distress signal sent?``, ``yes``."""
    for fact in play.card_facts:
        value = play.situation.settings.get(fact.key)
        if fact.key in play.game.sheet.asks and fact.key != WON and value is not None:
            yield fact.label, capital(fact.words(value))


def verdict(play: Play, result: Result) -> str:
    """The headline: who won, and by how much where points decided it; of a game played together
    how it ended: ``Mission 12: failed, third attempt``."""
    if result.together:
        return result.why.removesuffix(".")
    if play.situation.solo:
        return _alone(play, result)
    names = together([play.names[seat] for seat in result.winners])
    if result.undecided:
        return f"{names} are tied"
    if len(result.winners) > 1:
        return f"{names} share the win"
    best, second = sorted((place.total for place in result.places), reverse=True)[:2]
    return f"{names} wins by {best - second}" if best > second else f"{names} wins"


def _alone(play: Play, result: Result) -> str:
    """The headline of a solo play: the target is reached or missed, or something else decides."""
    total, target = result.places[0].total, play.target
    if target is not None and total < target:
        return f"Missed by {target - total}"
    if not result.winners:
        return "Not won"
    if target is None:
        return plural(total, "point")
    spare = plural(total - target, "point")
    return f"Reached, {spare} to spare" if total > target else "Reached exactly"


def _said(play: Play, result: Result) -> str:
    """The sentence below the headline, where the margin does not say it all."""
    if result.together:
        return ""
    totals = sorted((place.total for place in result.places), reverse=True)
    tied = len(totals) > 1 and totals[0] == totals[1]
    asked = play.target is not None or result.lost
    return result.why if tied or (play.situation.solo and asked) else ""


def _rows(play: Play, breakdowns: Sequence[Breakdown]) -> Iterator[ResultRow]:
    """The categories of this chapter: the base game has no points of a chapter."""
    for index, category in enumerate(play.game.sheet.categories if play.has_points else ()):
        lines = [breakdown.lines[index] for breakdown in breakdowns]
        asked = not category.fields or any(fitting(category.fields, play.situation))
        if asked or any(line.points for line in lines):
            yield category, source(category.src), lines


def _odd(play: Play, result: Result) -> Iterator[str]:
    """What wins a solo play, while that is unknown; the warnings about the sheet, each once."""
    fact = None if result.lost else untold_win(play)
    if fact:
        yield f"Won or not? Edit the scores and enter what {source(fact.src)} asks for."
    said: dict[str, list[int | None]] = {}
    for issue in play.checked_sheet[1]:
        if issue.level is Level.WARN:
            said.setdefault(issue.message, []).append(issue.seat)
    for text, seats in said.items():
        names = [play.names[seat] for seat in dict.fromkeys(seats) if seat is not None]
        some = 0 < len(names) < len(play.seats)  # a phone's line has room for 40 letters of them
        yield f"{listed_within(40, names)}: {text}" if some else text


def ended(play: Play) -> str:
    """``Gus won by 3``: how a finished play came out, in a few words."""
    done = play.outcome
    if done is None:
        return "No result"
    if len(done.names) == 1 and done.winners and play.has_points:
        how = "scored" if untold_win(play) else "won with"
        return f"{done.winners[0]} {how} {plural(done.totals[0], 'point')}"
    return verdict_together(play) if done.together else in_words(play, done)[1]


def in_words(play: Play, done: Finished) -> tuple[str, str]:
    """The headline on the path, and the line in the list of games."""
    name, names = title(play), together(done.level or done.winners)
    if done.level:
        return f"{names} are tied in {name}", f"{names} are tied"
    if done.lost or not done.winners:
        return f"{name} was not won", "Not won"
    if untold_win(play):
        return f"{names} played {name}", f"{names} played"
    if len(done.winners) > 1:
        return f"{names} shared {name}", f"{names} shared the win"
    by = f" by {ahead}" if (ahead := lead(done)) else " the tie-break" * (len(done.names) > 1)
    return f"{names} won {name}", f"{names} won{by}"


def lead(done: Finished) -> int:
    """By how many points the one winner is ahead of the next; 0 where points did not decide it."""
    if len(done.winners) != 1 or done.level or len(done.totals) < 2:
        return 0
    best, second = sorted(done.totals, reverse=True)[:2]
    return best - second
