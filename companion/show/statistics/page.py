"""Everything the statistics page shows, worked out from finished plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.play import Play
from companion.rules.words import plural
from companion.show.result.chart import Chart as Bars
from companion.show.result.chart import chart as bars
from companion.show.statistics import numbers
from companion.show.statistics.heat import Duel, Duels, Heat, heat
from companion.show.statistics.identity import Identity, Source
from companion.show.statistics.numbers import Counted, PersonNumbers
from companion.show.statistics.results import Score
from companion.show.story.totals import Chart as Lines
from companion.show.story.totals import chart as lines
from companion.show.story.wins import PersonRecord

MOST_LINES = 40  # plays drawn over time, the newest
LONG = 10  # hours whose minutes no longer matter
MOST_PEOPLE = 8  # drawn; the list has everybody
LABELS = 8  # names of plays that have room below the lines


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked for by the filters."""

    game: str = ""
    people: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One person in the list."""

    key: str
    name: str
    play: Play
    seat: int
    plays: int
    wins: int
    share: int  # per cent of their plays
    average: float
    best: int
    worst: int
    place: float
    run: int


@dataclass(frozen=True, slots=True)
class Fact:
    """Something worth telling, with the play it comes from."""

    label: str
    figure: str
    text: str
    token: str
    play: int


@dataclass(frozen=True, slots=True)
class ChapterRow:
    title: str
    plays: int
    average: float
    best: int
    who: str


@dataclass(frozen=True, slots=True)
class History:
    chart: Lines
    people: tuple[PersonRecord, ...]
    names: tuple[str, ...]  # of the plays, all of them
    all: int


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category that gave points, and how many on average."""

    label: str
    means: tuple[float, ...]  # of each person, in the order of the bars
    average: float  # of everybody


@dataclass(frozen=True, slots=True)
class Categories:
    rows: tuple[CategoryRow, ...]
    chart: Bars


@dataclass(frozen=True, slots=True)
class Statistics:
    plays: int
    evenings: int
    time: str
    rows: tuple[Row, ...]
    drawn: tuple[Row, ...]  # of these the pictures are
    duels: Duels  # by row and column of ``drawn``
    heat: Heat
    focus: str  # the game whose points are compared, where there are several
    history: History | None
    categories: Categories | None
    chapters: tuple[ChapterRow, ...]
    records: tuple[Fact, ...]
    games: tuple[tuple[str, str], ...]  # to choose from
    people: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]


def statistics(tables: Sequence[Source], who: Identity, choice: Choice) -> Statistics:
    """All of it; two plays of different games are never compared by their points."""
    every = numbers.counted(tables, who)
    plays = numbers.chosen(every, choice.game, choice.people, choice.count)
    return told(every, plays, len(tables) > 1)


def told(every: Sequence[Counted], plays: Sequence[Counted], tables: bool = False) -> Statistics:
    """What ``plays`` come to; ``every`` play there is says what can be asked for.

    ``tables``: there are several, so a record names its own.
    """
    everybody = numbers.everybody(plays)
    drawn = sorted(everybody, key=lambda one: -len(one.plays))[:MOST_PEOPLE]
    game = numbers.most_played(plays)
    focus = [play for play in plays if game and play.result.game.slug == game.slug]
    duels = tuple(_duels(plays, drawn))
    several = len({play.result.game.slug for play in plays}) > 1
    return Statistics(
        len(plays), numbers.evenings(plays), told_time(numbers.minutes(plays)),
        tuple(map(_row, everybody)), tuple(map(_row, drawn)), duels, heat(duels),
        game.title if game and several else "",
        _history(focus), _categories(focus), tuple(_chapters(focus)),
        tuple(_records(focus, tables)),
        tuple({p.result.game.slug: p.result.game.title for p in every}.items()),
        tuple((one.key, one.name) for one in numbers.everybody(every)),
        tuple(sorted({len(play.result.scores) for play in every})),
    )  # fmt: skip


def told_time(minutes: int) -> str:
    """``45 min``, ``3:20 h``, ``26 h``: as exact as anybody cares; nothing where nobody knows."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return ""
    if not hours:
        return f"{rest} min"
    return f"{hours}:{rest:02} h" if hours < LONG else f"{round(minutes / 60)} h"


def _row(one: PersonNumbers) -> Row:
    result, seat = one.last
    count = len(one.plays)
    return Row(
        one.key, one.name, result.play, seat, count, one.wins, round(100 * one.wins / count),
        one.average, max(one.totals), min(one.totals), one.place, len(one.run),
    )  # fmt: skip


def _duels(
    plays: Sequence[Counted], drawn: Sequence[PersonNumbers]
) -> Iterator[tuple[Duel | None, ...]]:
    before, met = numbers.duels(plays)
    for one in drawn:
        pairs = [(one.key, other.key) for other in drawn]
        yield tuple(Duel(before[p], met[p]) if met[p] else None for p in pairs)


def _history(plays: Sequence[Counted]) -> History | None:
    shown = plays[-MOST_LINES:]
    people = [_line(one, shown) for one in numbers.everybody(shown)[:MOST_PEOPLE]]
    first = len(plays) - len(shown) + 1
    names = [str(first + index) for index in range(len(shown))]
    every = -(-len(names) // LABELS)
    drawn = lines(people, [n if i % every == 0 else "" for i, n in enumerate(names)])
    return History(drawn, tuple(people), tuple(names), len(plays)) if drawn else None


def _line(one: PersonNumbers, plays: Sequence[Counted]) -> PersonRecord:
    result, seat = one.last
    totals = tuple(p.scores[one.key].total if one.key in p.scores else None for p in plays)
    return PersonRecord(
        one.name, result.play, seat, one.wins, sum(one.totals), len(one.plays), totals
    )  # fmt: skip


def _categories(plays: Sequence[Counted]) -> Categories | None:
    if not plays:
        return None
    labels = [category.label for category in plays[-1].result.game.sheet.categories]
    people = numbers.everybody(plays)[:MOST_PEOPLE]
    means = [tuple(numbers.category_means(one, len(labels))) for one in people]
    drawn = bars(
        labels,
        [(i, one.name) for i, one in enumerate(people)],
        [list(map(round, m)) for m in means],
    )
    if not drawn:
        return None
    columns = zip(*(s.points for play in plays for s in play.scores.values()), strict=True)
    table = zip(labels, zip(*means, strict=True), map(list, columns), strict=True)
    told = [CategoryRow(label, mine, numbers.mean(c)) for label, mine, c in table if any(c)]
    return Categories(tuple(told), drawn)


def _chapters(plays: Sequence[Counted]) -> Iterator[ChapterRow]:
    found = list(numbers.by_chapter(plays))
    if len(found) < 2:
        return
    for _, mine in found:
        scores = [score for play in mine for score in play.scores.values()]
        best = max(scores, key=lambda score: score.total)
        mean = numbers.mean([score.total for score in scores])
        yield ChapterRow(mine[0].result.title, len(mine), mean, best.total, best.name)


def _records(plays: Sequence[Counted], several: bool) -> Iterator[Fact]:
    """What a group tells each other again; each with the play it happened in.

    ``several``: the plays are of more than one table, so a record names its own.
    """
    if not plays:
        return
    highest = max(plays, key=lambda play: _best(play).total)
    yield _fact("Most points", _best(highest).total, _best(highest).name, highest, several)
    against = [play for play in plays if play.margin is not None]
    if len(against) > 1:
        closest = min(against, key=lambda play: play.margin or 0)
        clearest = max(against, key=lambda play: play.margin or 0)
        yield _fact("Closest result", closest.margin, _won(closest), closest, several)
        yield _fact("Clearest result", clearest.margin, _won(clearest), clearest, several)
    longest = max(plays, key=lambda play: play.result.minutes)
    if time := told_time(longest.result.minutes):
        yield _fact("Longest play", time, "", longest, several)
    lucky = max(numbers.everybody(plays), key=lambda one: len(one.run))
    if len(lucky.run) > 1:
        said = f"{lucky.name}, {plural(len(lucky.run), 'win')} in a row"
        yield _fact("Longest run", len(lucky.run), said, lucky.run[-1], several)


def _best(play: Counted) -> Score:
    return max(play.scores.values(), key=lambda score: score.total)


def _won(play: Counted) -> str:
    names = " and ".join(score.name for score in play.result.winners)
    return f"{names} won" if names else ""


def _fact(label: str, figure: object, text: str, play: Counted, several: bool) -> Fact:
    about = [text, play.result.title, play.table.name if several else ""]
    said = ", ".join(dict.fromkeys(part for part in about if part))
    return Fact(label, str(figure), said, play.table.token, play.result.play.number)
