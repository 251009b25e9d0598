"""A score sheet on paper, filled or blank, and small ones to cut apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.fields import Field, Kind
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.scoring.origin import unconfirmed
from companion.rules.scoring.sheet import Category, ScoreLine
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, listed, minus, plural, stopped, together
from companion.show.paper.charts import PersonMark, marks
from companion.show.score.partial import knowable, points_so_far
from companion.show.score.questions import waited_for

OPEN = "·"  # in place of points that are not known yet
BESIDE = 4  # columns beside which the words of a line have room
WORDY = 900  # letters of all workings that have room there
MANY = 16  # lines of a blank sheet up to which hints have room there
LONG = 9  # lines up to which something else has room on the page
THICK = 12  # lines that can be high enough for a thick pen
LINE, HEAD = 7, 12  # mm: a line for a pen, and the title with the date
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


@dataclass(frozen=True, slots=True)
class PaperSheet:
    heads: tuple[PersonMark | None, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[str, ...]
    ties: str  # what decides where totals are level
    why: str = ""
    blank: bool = False

    @property
    def crowded(self) -> bool:
        """So many columns or words that the words go below instead of beside the figures."""
        words = sum(len(row.small) for row in self.rows)
        many = len(self.rows) > MANY if self.blank else words > WORDY
        return len(self.heads) > BESIDE or many

    @property
    def long(self) -> bool:
        """So many lines that it fills most of a page of its own."""
        return len(self.rows) > LONG

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
    empty = ("",) * len(heads)
    tight = len(heads) > BESIDE or len(list(game.sheet.fields())) > MANY
    rows: list[PaperRow] = []
    for category in game.sheet.categories:
        fields = to_tell(game, category, situation)
        if not fields:
            continue
        label, how = category.label, formula(category, situation)
        if len(fields) == 1:
            asked = asked_for(fields[0])
            told = joined(_of(fields[0], how)) if tight and how else joined(asked, how)
            rows.append(PaperRow(label, told, empty))
            continue
        rows += [
            PaperRow(_counted(f, label), "" if tight else joined(_hint(f)), empty, False)
            for f in fields
        ]
        rows.append(PaperRow(label, joined(how), empty))
    return PaperSheet(tuple(heads), tuple(rows), empty, ties(game, situation), blank=True)


def filled(play: Play) -> PaperSheet:
    """The points with their working; points so far while something is still open."""
    scored = play.scored
    seats = marks(play)
    untold: set[str] = set() if play.finished else waited_for(play)
    open_yet = not play.finished and (play.untouched or play.level)
    if not scored or untold or open_yet:
        points = knowable(play, points_so_far(play, *play.so_far), untold)
        rows = [
            PaperRow(c.label, _origins(play, c), tuple(_cell(n) for n in points[c.key]))
            for c in play.game.sheet.categories
            if any(fitting(c.fields, play.situation)) or any(points[c.key])
        ]
        return PaperSheet(seats, tuple(rows), (OPEN,) * len(seats), ties(play.game, play.situation))
    breakdowns, result = scored
    every = [[b.lines[i] for b in breakdowns] for i in range(len(play.game.sheet.categories))]
    told = [_workings(seats, lines) for lines in every]
    lost = {fact.missed_by for fact in play.game.card_facts}  # 0 points may tell of a goal missed
    if sum(map(len, told)) > WORDY:  # what brought nothing goes first
        told = [_workings(seats, lines, nothing=False) for lines in every]
    rows = [
        PaperRow(c.label, words, tuple(minus(n.points) for n in lines))
        for c, words, lines in zip(play.game.sheet.categories, told, every, strict=True)
        if any(line.points or lost & line.detail.keys() for line in lines)
    ]
    totals = tuple(minus(breakdown.total) for breakdown in breakdowns)
    return PaperSheet(seats, tuple(rows), totals, ties(play.game, play.situation), result.why)


def _origins(play: Play, category: Category) -> str:
    """Whose numbers of a line come from play and are not confirmed, and what nobody has touched."""
    keys = {field.key for field in category.fields}
    names = [play.names[s] for s in play.sitting if keys.intersection(unconfirmed(play, s))]
    said = [f"from play: {together(names)}"] if names else []
    return joined(*said, *(["0 if blank"] if keys & play.untouched.keys() else []))


def to_tell(game: Game, category: Category, situation: Situation) -> list[Field]:
    """What people fill in of a category; where nobody can be level with them, nothing for ties."""
    alone = game.persons(situation) < 2
    fits = fitting(category.fields, situation)
    return [field for field in fits if not field.sole and not (alone and field.tied)]


def formula(category: Category, situation: Situation) -> str:
    """How a category counts: in its own words, else by what its fields are worth."""
    meaning = (situation.solo and category.alone) or category.meaning
    alike = {worth(field) for field in category.fields}
    each = [worth(field) if len(alike) == 1 else named_worth(field) for field in category.fields]
    return meaning or "; ".join(dict.fromkeys(filter(None, each)))


def named_worth(field: Field) -> str:
    """What one of it brings, where its neighbours bring something else."""
    how = worth(field)
    return f"{field.label}: {how}" if how else ""


def worth(field: Field) -> str:
    """What one of it brings, in words."""
    if field.ladder:
        rungs = ", ".join(map(str, field.ladder.rungs))
        more = f", then {field.ladder.more} more each" if field.ladder.more else ""
        return f"for 0, 1, 2 …: {rungs}{more}"
    if field.per > 1:
        return f"{plural(field.worth, 'point')} for every {field.per}"
    if field.worth != 1:
        return f"{plural(field.worth, 'point')} for each"
    return "" if field.kind in (Kind.POINTS, Kind.SIGNED) else "1 for each"


def _of(field: Field, how: str) -> str:
    """What a bare worth is for, where there is no room for the hint."""
    return f"{field.label}: {how}" if how == worth(field) else how


def _hint(field: Field) -> str:
    """The hint, with what there is to choose from: paper has nothing to open."""
    if field.kind is not Kind.CHOICE:
        return field.hint
    names = listed([choice.label for choice in field.choices], "or")
    return f"{names}; {field.hint}" if field.hint else names


def _counted(field: Field, category: str) -> str:
    """A line on the way to points, told apart from that of the points themselves."""
    return "Option taken" if field.label == category else field.label


def asked_for(field: Field) -> str:
    """A field with its hint."""
    return f"{field.label}, {field.hint}" if field.hint else field.label


def joined(*parts: str) -> str:
    """What there is of these, as sentences."""
    sentences = [f"{capital(part)}." for part in parts if part]
    return " ".join(sentences)


def _cell(points: int | None) -> str:
    return OPEN if points is None else minus(points)


def _workings(seats: Sequence[PersonMark], lines: Sequence[ScoreLine], nothing: bool = True) -> str:
    """What each seat did for its points, those with the same story together."""
    told: dict[str, list[str]] = {}
    for seat, line in zip(seats, lines, strict=True):
        if line.working != str(line.points) and (line.points or nothing) and line.working:
            told.setdefault(line.written, []).append(seat.short)
    if len(told) == 1 and len(seats) == len(next(iter(told.values()))):
        return capital(next(iter(told)))
    return " ".join(stopped(f"{together(who)}: {working}") for working, who in told.items())


def ties(game: Game, situation: Situation) -> str:
    """What decides where totals are level, in a sentence."""
    breaks = list(fitting(game.tiebreaks, situation))
    if game.persons(situation) < 2:
        return next((f"Level totals? {tie.unknown}" for tie in breaks if tie.unknown), "")
    found = [tie.label for tie in breaks]
    if not found:
        return "Level totals share the place."
    return f"Level totals: {', then '.join(found)}; else they share the place."


@dataclass(frozen=True, slots=True)
class ScorePad:
    each: int
    players: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        """How high a line is, in mm, so that the slip is filled."""
        _, high = ROOM[self.each]
        return min(HIGHEST, (high - HEAD) // (len(self.lines) + 2))


def pad(game: Game, players: int, each: int) -> ScorePad | None:
    """The slips of one page; None where so many have no room."""
    if each not in offered(game, players):
        return None
    return ScorePad(each, players, tuple(category.label for category in game.sheet.categories))


def offered(game: Game, players: int) -> list[int]:
    """How many slips can share a page, the most first."""
    height = HEAD + LINE * (len(game.sheet.categories) + 2)  # names above, the total below
    width = LABEL + CELL * players
    return [each for each, (wide, high) in ROOM.items() if width <= wide and height <= high]
