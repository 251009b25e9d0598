"""A score sheet on paper, filled or blank, and small ones to cut apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.rules.fields import Field, Kind
from companion.rules.game import WON, Game
from companion.rules.journal.play import Play
from companion.rules.parts.facts import Ladder
from companion.rules.scoring.origin import unconfirmed
from companion.rules.scoring.sheet import Category, ScoreLine
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, listed, minus, plural, stopped, together
from companion.show.paper.charts import PersonMark, marks
from companion.show.score.questions import waited_for
from companion.show.score.so_far import points_so_far

OPEN = "·"  # in place of points that are not known yet
BESIDE = 4  # columns beside which the words of a line have room
WORDY = 400  # letters of workings beyond which those of 0 points are left out
MANY = 16  # lines of a blank sheet up to which hints have room there
THICK = 12  # lines that can be high enough for a thick pen
LINE, HEAD, NOTE = 7, 12, 9  # mm: a line for a pen, the title with the date, and two of print
HIGHEST = 12  # mm: no line is higher, whatever room is left
LABEL, CELL = 34, 9  # mm: the names of the lines, and the narrowest column
ROOM = {6: (95, 84), 4: (95, 127), 2: (190, 127)}
"""Width and height of a slip on the smaller of both papers, by how many share a page."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One line: ``points`` is False where something is only counted on the way to them."""

    label: str
    small: str
    cells: tuple[str, ...]
    points: bool = True


Workings = tuple[PersonMark, Sequence[tuple[str, str]]]
"""How the points of one player came about: the name of each line, and its working."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    heads: tuple[PersonMark | None, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[str, ...]
    ties: str = ""  # what decides where totals are level
    why: str = ""
    blank: bool = False
    workings: tuple[Workings, ...] = ()  # once all is scored

    @property
    def crowded(self) -> bool:
        """Whether there are so many columns or lines that the page has no room for more."""
        return len(self.heads) > BESIDE or (self.blank and len(self.rows) > MANY)

    @property
    def named(self) -> str:
        """The whole names of those whose columns have only a short one."""
        cut = [mark for mark in self.heads if mark and mark.head != mark.name]
        return "; ".join(f"{mark.head}: {mark.name}" for mark in cut)

    @property
    def few(self) -> bool:
        """So few lines that each can be high enough for a thick pen."""
        return self.blank and len(self.rows) <= THICK


def blank(game: Game, situation: Situation, heads: Sequence[PersonMark | None]) -> PaperSheet:
    """Every line to be filled in by hand, for as many columns as there are heads."""
    if not game.has_points(situation):
        return PaperSheet((None,), tuple(asked_of_all(game, situation)), (), blank=True)
    empty = ("",) * len(heads)
    tight = len(heads) > BESIDE or len(list(game.sheet.fields())) > MANY
    rows: list[PaperRow] = []
    for category in game.sheet.categories:
        fields = to_tell(game, category, situation)
        if not fields:
            continue
        label, how = category.label, formula(category, situation)
        if len(fields) == 1:
            rows.append(PaperRow(label, _small(fields[0], category, how, tight), empty))
            continue
        rows += [
            PaperRow(_counted(f, label), "" if tight else joined(_hint(f)), empty, False)
            for f in fields
        ]
        rows.append(PaperRow(label, joined(how), empty))
    breaks = fitting(game.sheet.ties if situation.players > 1 else (), situation)
    rows += [PaperRow(field.label, "Only if tied", empty, False) for field in breaks]
    return PaperSheet(tuple(heads), tuple(rows), empty, ties(game, situation), blank=True)


def asked_of_all(
    game: Game, situation: Situation, told: Mapping[str, Any] | None = None
) -> Iterator[PaperRow]:
    """What a sheet without points asks the group, with what it has ``told``."""
    for fact in sorted(fitting(game.card_facts, situation), key=lambda fact: fact.key != WON):
        if fact.key in game.sheet.asks:
            value = told.get(fact.key) if told else None
            yield PaperRow(fact.label, fact.note, ("" if value is None else fact.words(value),))


def filled(play: Play) -> PaperSheet:
    """The points with their working; points so far while something is still open."""
    scored = play.scored
    if not play.has_points:
        asked = tuple(asked_of_all(play.game, play.situation, play.situation.settings))
        return PaperSheet((None,), asked, (), "", scored[1].why if scored else "")
    seats = marks(play)
    untold: set[str] = set() if play.finished else waited_for(play)
    open_yet = not play.finished and (play.untouched or play.level)
    if not scored or untold or open_yet:
        points = points_so_far(play, *play.so_far, untold)
        rows = []
        for c in play.game.sheet.categories:
            if any(fitting(c.fields, play.situation)) or any(points[c.key]):
                cells = tuple(OPEN if n is None else minus(n) for n in points[c.key])
                rows.append(PaperRow(c.label, _origins(play, c), cells))
        return PaperSheet(seats, tuple(rows), (OPEN,) * len(seats), ties(play.game, play.situation))
    breakdowns, result = scored
    lost = {fact.missed_by for fact in play.game.card_facts}  # 0 points may tell of a goal missed
    by_category = zip(*(breakdown.lines for breakdown in breakdowns), strict=True)
    told = [
        (category.label, lines)
        for category, lines in zip(play.game.sheet.categories, by_category, strict=True)
        if any(_counts(line, lost) for line in lines)
    ]
    rows = [PaperRow(label, "", tuple(minus(n.points) for n in lines)) for label, lines in told]
    wordy = sum(len(line.working) for _, lines in told for line in lines) > WORDY
    workings = []
    for seat, mark in enumerate(seats):
        parts = [(label, lines[seat]) for label, lines in told]
        mine = [
            (label, stopped(line.written))
            for label, line in parts
            # A bare number says no more than its cell.
            if line.working not in ("", str(line.points)) and (not wordy or _counts(line, lost))
        ]
        if mine:
            workings.append((mark, mine))
    return PaperSheet(
        seats, tuple(rows), tuple(minus(breakdown.total) for breakdown in breakdowns),
        ties(play.game, play.situation), result.why, workings=tuple(workings),
    )  # fmt: skip


def _counts(line: ScoreLine, lost: Collection[str]) -> bool:
    return bool(line.points or lost & line.detail.keys())


def _origins(play: Play, category: Category) -> str:
    """Whose numbers of a line come from play and are not confirmed, and what nobody has touched."""
    keys = {field.key for field in category.fields}
    names = [play.names[s] for s in play.sitting if keys.intersection(unconfirmed(play, s))]
    said = f"from play: {together(names)}" if names else ""
    return joined(said, "0 if blank" if keys & play.untouched.keys() else "")


def to_tell(game: Game, category: Category, situation: Situation) -> list[Field]:
    """What people fill in of a category; where nobody can be level with them, nothing for ties."""
    alone = game.persons(situation) < 2
    fits = fitting(category.fields, situation)
    return [field for field in fits if not field.sole and not (alone and field.tied)]


def formula(category: Category, situation: Situation) -> str:
    """How a category counts: in its own words, else by what its fields are worth."""
    meaning = (situation.solo and category.alone) or category.meaning
    each = [(field.label, worth(field)) for field in category.fields]
    alike = len({how for _, how in each}) == 1
    told = [how if alike else f"{label}: {how}" for label, how in each if how]
    return meaning or "; ".join(dict.fromkeys(told))


def worth(field: Field) -> str:
    """What one of it brings, in words."""
    if field.ladder:
        return "; ".join(_rungs(field.ladder))
    if not field.worth:
        return ""
    if field.per > 1:
        return f"{plural(field.worth, 'point')} for every {field.per}"
    if field.worth != 1:
        return f"{plural(field.worth, 'point')} for each"
    return "" if field.kind in (Kind.POINTS, Kind.SIGNED) else "1 for each"


def _rungs(ladder: Ladder) -> Iterator[str]:
    """``0 to 2: 0; 3: 1; 4 and more: 2``, equal rungs in one."""
    start = 0
    for points, alike in groupby(ladder.rungs):
        end = start + len(list(alike)) - 1
        open_end = ladder.more == 0 and end == len(ladder.rungs) - 1
        reach = f"{start} and more" if open_end else f"{start} to {end}" if end > start else start
        yield f"{reach}: {minus(points)}"
        start = end + 1
    if ladder.more:
        yield f"each further one: {minus(ladder.more)} more"


def _small(field: Field, category: Category, how: str, tight: bool) -> str:
    """What stands beside the only line of a category: its hint, and how it counts; where there is
    no room for the hint, what a bare worth is for."""
    if tight and how:
        return joined(f"{field.label}: {how}" if how == worth(field) else how)
    if category.meaning:
        return joined(how)
    name = "" if field.label == category.label else field.label
    return joined(", ".join(filter(None, (name, field.hint))), how)


def _hint(field: Field) -> str:
    """The hint, with what there is to choose from: paper has nothing to open."""
    if field.kind is not Kind.CHOICE:
        return field.hint
    names = listed([choice.label for choice in field.choices], "or")
    return f"{names}. {capital(field.hint)}" if field.hint else names


def _counted(field: Field, category: str) -> str:
    """A line on the way to points, told apart from that of the points themselves."""
    what = "which" if field.kind is Kind.CHOICE else "how many"
    return f"{field.label}: {what}" if field.label == category else field.label


def joined(*parts: str) -> str:
    """What there is of these, as sentences."""
    return " ".join(stopped(capital(part)) for part in parts if part)


def ties(game: Game, situation: Situation) -> str:
    """What decides where totals are level, in a sentence; together, what has to be reached."""
    breaks = list(fitting(game.tiebreaks, situation))
    if game.is_together(situation.chapter):
        target = game.target(situation)
        return f"Together you need {plural(target, 'point')}." if target else ""
    if game.persons(situation) < 2:
        return next((f"Tied? {tie.unknown}" for tie in breaks if tie.unknown), "")
    if not breaks:
        return "Players with the same total share the rank."
    found = ", then ".join(tie.label for tie in breaks)
    return f"Ties: {found}. If still tied, players share the rank."


@dataclass(frozen=True, slots=True)
class ScorePad:
    each: int
    players: int
    lines: tuple[str, ...]
    ties: str  # what decides a tie; nothing where nobody can be tied

    @property
    def noted(self) -> bool:
        """Whether a slip has room to say what decides a tie."""
        return bool(self.ties) and ROOM[self.each][1] - HEAD - NOTE >= LINE * self._rows

    @property
    def _rows(self) -> int:
        """The lines of the sheet, the names, the total and the tie-break."""
        return len(self.lines) + 2 + bool(self.ties)

    @property
    def height(self) -> int:
        """How high a line is, in mm, so that the slip is filled."""
        free = ROOM[self.each][1] - HEAD - (NOTE if self.noted else 0)
        return min(HIGHEST, free // self._rows)


def pad(game: Game, players: int, each: int) -> ScorePad | None:
    """The slips of one page; None where so many have no room."""
    if each not in offered(game, players):
        return None
    lines = tuple(category.label for category in game.sheet.categories)
    return ScorePad(each, players, lines, _tied(game, players))


def _tied(game: Game, players: int) -> str:
    situation, _ = game.situation(game.graph.first, players, {})
    return ties(game, situation) if game.persons(situation) > 1 else ""


def offered(game: Game, players: int) -> list[int]:
    """How many slips can share a page, the most first."""
    rows = len(game.sheet.categories) + 2 + bool(_tied(game, players))
    width, height = LABEL + CELL * players, HEAD + LINE * rows
    return [each for each, (wide, high) in ROOM.items() if width <= wide and height <= high]
