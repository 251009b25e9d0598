"""Finished plays as rows of numbers, for statistics, spreadsheets and other apps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property, partial

from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.show import formats
from companion.show.score.questions import untold_win
from companion.show.standing import title

MINUTE = timedelta(minutes=1)
NIGHT = timedelta(hours=5)  # so long after midnight an evening may last
LONGEST = timedelta(hours=12)  # whatever took longer lay on the table overnight


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat came to."""

    seat: int
    name: str
    person: int | None  # None: the game played this seat by itself
    colour: str
    total: int
    place: int
    won: bool
    begins: bool
    points: tuple[int, ...]  # one for each category of the game


@dataclass(frozen=True)
class PlayResult:
    """One finished play with what came out of it; it remembers what is asked again and again."""

    game: Game
    play: Play
    began: datetime | None  # by the table's own clock
    ended: datetime | None
    scores: tuple[Score, ...]
    place: str = ""  # where the group meets

    @cached_property
    def title(self) -> str:
        return title(self.play)

    @cached_property
    def when(self) -> float:
        """When it ended, for the order in time; plays of one moment stay as they come."""
        return self.ended.timestamp() if self.ended else 0.0

    @cached_property
    def together(self) -> bool:
        """Whether all have won or lost, so that nobody is compared with anybody."""
        return self.play.together

    @cached_property
    def margin(self) -> int | None:
        """How far the first was ahead of the second; None where nobody was against them."""
        if self.together:
            return None
        totals = sorted((score.total for score in self.scores), reverse=True)
        return totals[0] - totals[1] if len(totals) > 1 else None

    @cached_property
    def minutes(self) -> int:
        """How long it took; 0 where that cannot be told."""
        if not (self.began and self.ended):
            return 0
        took = self.ended - self.began
        return took // MINUTE if timedelta() < took <= LONGEST else 0

    @cached_property
    def winners(self) -> list[Score]:
        return [score for score in self.scores if score.won]

    @cached_property
    def people(self) -> list[Score]:
        """The scores of people, without seats that the game plays by itself."""
        return [score for score in self.scores if score.person is not None]

    @cached_property
    def top(self) -> int:
        """The most points that anybody had."""
        return max([score.total for score in self.people])

    @cached_property
    def points(self) -> int:
        """What everybody had, added up."""
        return sum([score.total for score in self.people])

    @cached_property
    def scored(self) -> frozenset[int]:
        """The categories that gave anybody points."""
        columns = zip(*[score.points for score in self.people], strict=True)
        return frozenset(number for number, each in enumerate(columns) if any(each))

    @cached_property
    def evening(self) -> date | None:
        """The day of the evening on which it ended, which may last beyond midnight."""
        return (self.ended - NIGHT).date() if self.ended else None


def results(state: State) -> Iterator[PlayResult]:
    """The finished plays of a table that add up, in their order; each is worked out once."""
    about = "result", state.zone, state.place
    for play in state.plays:
        if play.finished and play.scored:
            yield play.once(about, partial(_result, state, play))


def counting_results(state: State) -> list[PlayResult]:
    """Finished plays without earlier attempts at a chapter: the last finished one counts."""
    kept = {play.number for play in state.without_repeats(state.plays)}
    return [one for one in results(state) if one.play.number in kept]


def _result(state: State, play: Play) -> PlayResult:
    began, ended = (formats.entered(state, seq) for seq in (play.started_at, play.finished_at))
    return PlayResult(state.game, play, began, ended, tuple(_scores(play)), state.place)


def _scores(play: Play) -> Iterator[Score]:
    assert play.scored is not None
    breakdowns, result = play.scored
    told = untold_win(play) is None
    for seat, (who, place) in enumerate(zip(play.seats, result.places, strict=True)):
        lines = tuple(line.points for line in breakdowns[seat].lines)
        points = lines or (0,) * len(play.game.sheet.categories)
        yield Score(
            seat=seat,
            name=who.name,
            person=who.person,
            colour=play.colours[seat].label,
            total=place.total,
            place=place.position,
            won=told and result.won(seat),
            begins=play.game.first and seat == play.situation.first,
            points=points,
        )
