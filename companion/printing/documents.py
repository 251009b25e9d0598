"""The documents that can be printed: title, file name and the values for the template."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, TypeVar

from flask import render_template
from markupsafe import Markup

from companion.printing.pdf import FILLING
from companion.printing.typesetting import in_drawings, isolated, printable
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.situation import Situation
from companion.rules.words import capital, plural
from companion.show import formats
from companion.show.formats import spans
from companion.show.paper.chapter import seal
from companion.show.paper.charts import WIDTH, bars, marks, within
from companion.show.paper.handouts import blank_log, change_over, player_aid, setup_sheet
from companion.show.paper.log import campaign_log, closing, next_time, people
from companion.show.paper.poster import poster
from companion.show.paper.sheet import blank, filled, pad
from companion.show.standing import title as title_of

NARROW, LARGE, NARROW_LARGE = 390.0, 390.0, 265.0
"""The width of drawings on half a page, in large type, and both, in SVG units."""
HEAD, HALF_HEAD = 62, 44
"""How many letters of a table's name fit into the running head of a page, and of half a page."""
KINDS: dict[str, str] = {}
"""The name of each kind of document; its key is also its address and its template."""
Maker = TypeVar("Maker", bound=Callable[..., "Document | None"])
MAKERS: dict[str, Callable[..., Document | None]] = {}


def document(kind: str, name: str) -> Callable[[Maker], Maker]:
    """Register the function below, which makes this kind of document.

    Nothing else has to know of it: ``made`` gives it what its parameters are called.
    """

    def register(maker: Maker) -> Maker:
        KINDS[kind], MAKERS[kind] = name, maker
        return maker

    return register


def made(kind: str, order: object) -> Document | None:
    """The document, from the attributes of ``order`` that its maker names; None if one lacks."""
    if kind not in MAKERS:
        return None
    wanted = signature(MAKERS[kind]).parameters
    if not wanted.keys() <= set(dir(order)):
        return None
    return MAKERS[kind](**{name: getattr(order, name) for name in wanted})


@dataclass(frozen=True, slots=True)
class Code:
    """A link with its QR code."""

    label: str
    lets: str  # what scanning it allows
    address: str
    drawing: Markup


@dataclass(frozen=True, slots=True)
class Document:
    """One document, ready to be rendered."""

    kind: str
    title: str
    left: str  # the running head, usually the table's name
    values: dict[str, Any] = field(default_factory=dict)
    called: str = ""  # its name, if it is not the usual one of its kind
    whole: bool = True  # about the table or the game, not about one chapter

    @property
    def name(self) -> str:
        return capital(self.called or KINDS[self.kind])

    @property
    def folded(self) -> bool:
        """Whether it is a booklet: two pages to a side, to be folded and stapled."""
        return self.kind == "booklet"

    def html(self, paper: str, pdf: bool = True) -> str:
        """The document as HTML, for PDF or for a browser."""
        page = render_template(
            f"print/{self.kind}.html", title=self.title, left=self.left, kind=self.name,
            running=within(HALF_HEAD if self.folded else HEAD, self.left),
            look=self.kind, paper=paper, pdf=pdf, **self.values,
        )  # fmt: skip
        return printable(isolated(in_drawings(page))) if pdf else isolated(page)


@document("log", "campaign log")
def log(name: str, state: State, journal: bool, large: bool = False) -> Document:
    shown = campaign_log(state, journal, LARGE if large else WIDTH)
    values = {"log": shown, "game": state.game.title, "marks": people(state), "large": large}
    kind = log_of(state.game) if state.told else "log"
    return Document("log", f"{name}: {kind}", name, values, kind)


def log_of(game: Game) -> str:
    """The title of a table's log; only that of a story is a campaign log."""
    return "campaign log" if game.tells_story else "log"


@document("booklet", "booklet")
def booklet(name: str, state: State, large: bool = False) -> Document:
    """The log as a booklet on pages half as large."""
    shown = campaign_log(state, wide=NARROW_LARGE if large else NARROW)
    values = {"log": shown, "game": state.game.title, "marks": people(state), "large": large}
    values |= {"narrow": True, "filling": FILLING}
    return Document("booklet", f"{name}: booklet", name, values)


@document("closing", "closing page")
def closing_page(name: str, state: State) -> Document | None:
    """The last page of a story; None while it goes on."""
    page = closing(state)
    values = {"page": page, "marks": people(state)}
    return Document("closing", f"{name}: campaign complete", name, values) if page else None


@document("poster", "poster")
def wall_poster(name: str, state: State, large: bool = False) -> Document | None:
    """The road of the story with its results; None before the first one."""
    page = poster(state, large)
    values = {"page": page, "marks": people(state), "large": large}
    return Document("poster", f"{name}: poster", name, values) if page else None


@document("aid", "player aid")
def aid(game: Game, situation: Situation) -> Document:
    """A player aid with a round, costs and scoring, twice on a page."""
    values = {"page": player_aid(game, situation)}
    return Document("aid", f"{game.title}: player aid", game.title, values, whole=False)


@document("blank-log", "blank campaign log")
def blank_book(game: Game, players: int, reached: set[str], shown: bool) -> Document:
    """A log to fill in; later chapters have their titles only where they are ``shown``."""
    kind, title = log_of(game), game.title
    page = blank_log(game, players, reached, shown)
    values = {"page": page, "game": title, "players": players, "log": capital(kind)}
    return Document("blank-log", f"{title}: blank {kind}", title, values, f"blank {kind}")


@document("score", "score sheet")
def score(
    name: str, game: Game, old: Situation, play: Play | None, told: State | None, large: bool
) -> Document:
    """The sheet of a play with what is ``told`` of it, or a blank one; one that is ``old``, if
    there is no play."""
    if play and told:
        return score_of(name, told, play, large)
    return score_blank(name, game, play.situation if play else old, play)


def score_of(name: str, state: State, play: Play, large: bool = False) -> Document:
    """The sheet of a play as it stands."""
    span = spans(state).get(play.number)
    day = f"Played {formats.said_span(span)}." if span and play.finished else ""
    drawn = play.finished and play.has_points
    drawing = bars(play, LARGE if large else WIDTH) if drawn else None
    values = {"page": filled(play), "lede": day, "drawing": drawing, "large": large}
    return _sheet("score", name, play.game, play.chapter, values)


def score_blank(name: str, game: Game, situation: Situation, play: Play | None) -> Document:
    heads = marks(play) if play else (None,) * situation.players
    page = blank(game, situation, heads)
    lede = f"For {game.company(situation)}. Fill in from top to bottom."
    return _sheet("score", name, game, situation.chapter, {"page": page, "lede": lede})


@document("setup", "setup sheet")
def setup(
    name: str, game: Game, situation: Situation, without: Collection[str] = frozenset(),
    ruled: Collection[str] = (),
) -> Document:  # fmt: skip
    """The set-up checklist, ``without`` the steps that nobody at this table has to do."""
    lede = f"Setup for {game.company(situation)}. Tick as you go."
    page = setup_sheet(game, situation, without, ruled)
    return _sheet("setup", name, game, situation.chapter, {"page": page, "lede": lede})


@document("changeover", "chapter reset sheet")
def changeover(name: str, game: Game, old: Situation, new: Situation) -> Document:
    before = game.title_of(old.chapter)
    lede = f"From {before} to {game.title_of(new.chapter)}, {plural(new.players, 'player')}."
    values = {"page": change_over(game, old, new), "over": game.title, "lede": lede}
    return _sheet("changeover", name, game, new.chapter, values)


@document("next", "next time")
def next_evening(name: str, state: State) -> Document | None:
    """Half a page for the box with what to do next time; None if no story goes on."""
    page = next_time(state)
    return Document("next", f"{name}: next time", name, {"page": page}) if page else None


@document("pad", "score pad")
def score_pad(game: Game, players: int, each: int) -> Document | None:
    """Small score sheets to cut apart; None if so many do not fit on a page."""
    page = pad(game, players, each)
    return Document("pad", f"{game.title}: score pad", game.title, {"page": page}) if page else None


@document("join", "join card")
def join(name: str, game: Game, codes: Sequence[Code], tent: bool) -> Document:
    """A join card with QR codes, to stand on the table or to hand out."""
    values = {"game": game.title, "codes": codes, "tent": tent}
    return Document("join", f"{name}: join card", name, values)


def _sheet(kind: str, name: str, game: Game, chapter: str, values: dict[str, Any]) -> Document:
    """A sheet for one chapter; above its title is the game, unless the title names it."""
    title, called = game.title_of(chapter), KINDS[kind]
    over, right = game.title, title
    if title == game.title:
        over = right = capital(called)
    elif kind == "score":
        over = f"{game.title}, {called}"
    own = {"chapter": title, "over": over, "right": right, "seal": seal(chapter), **values}
    left = name or game.title
    return Document(kind, f"{left}: {called}, {title}", left, own, whole=False)


def play_names(state: State) -> list[str]:
    """The name of each play in a list: number, chapter and day."""
    days = {number: f", {formats.short_day(span.start)}" for number, span in spans(state).items()}
    return [f"{p.number + 1}. {title_of(p)}{days.get(p.number, '')}" for p in state.plays]
