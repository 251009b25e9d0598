"""A sample of every document, to look at before a release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.printing import documents, sample_tables
from companion.printing.documents import Code, Document
from companion.printing.typesetting import qr
from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.show.paper.sheet import offered

TABLE = "Thursday at Ada’s"
LONG = tuple(f"{name} Featherstonehaugh-Cholmondeley of York"[:40] for name in sample_tables.NAMES)

UNBROKEN = tuple(
    f"{name}{'donaudampfschifffahrtsgesellschaftskapitaen'}"[:40] for name in sample_tables.NAMES
)
SCRIPTS = ("Ελένη", "שרה לוי", "محمد علي", "桌子 🎲", "Ада", "<b>&amp;Gus", 'Zo "Z" O\'Neil',
           "Jose\u0301 N\u0303andu\u0301")  # fmt: skip
"""Names in several scripts; then with markup, quotes and combining marks."""
ODD_TABLE = "\"><i>שלום</i> & O'Neil’s 桌子 🎲 " + "W" * 30
ODD_NOTES = (
    'First it rained.\nThen <b>Gus</b> said: "never again".\n\nשרה לוי won 3 times; 桌子 didn\'t.',
    "\n".join(
        f"Line {n}: somebody said something, and nobody wrote it down." for n in range(1, 13)
    ),
    "W" * 200,
)
CODES = tuple(
    Code(label, lets, address, qr(address, label))
    for label, lets, address in (
        ("Join", "Scan it, then choose your name.",
         "http://192.0.2.7:8000/t/2vq-0Yh3c6nB9sXwLk1r4tDz"),
        ("View", "Can view only.",
         "http://192.0.2.7:8000/t/3kd-8Rt5w1mZ4xYpQe7v2uHb"),
    )
)  # fmt: skip


def sampled(games: Iterable[Game]) -> Iterator[tuple[str, str, Document]]:
    """Name, paper and document of every sample, for every game."""
    for number, game in enumerate(games):
        for name, paper, document in (*of_game(game), *(of_a_table(game) if not number else ())):
            if document:
                yield f"{game.slug}-{name}", paper, document


def of_game(game: Game) -> Iterator[tuple[str, str, Document | None]]:
    most = game.players[1]
    told = sample_tables.sample_state(game, min(4, most), 4)
    first = game.situation(game.graph.first, most, {})[0]
    yield "log", "a4", documents.log(TABLE, told, journal=False)
    yield "log-begun", "letter", documents.log(TABLE, _begun(game), journal=True)
    yield "log-long-names", "a4", documents.log(TABLE, _odd(game, LONG), journal=False)
    yield "blank-log", "a4", documents.blank_book(game, 4, {game.graph.first}, shown=False)
    yield "blank-log-open", "letter", documents.blank_book(game, most, set(), shown=True)
    yield "score", "a4", documents.score_of(TABLE, told, told.plays[-1])
    yield "score-blank", "letter", documents.score_blank("", game, first, None)
    yield "setup", "a4", documents.setup("", game, first)
    yield "join-tent", "a4", documents.join(TABLE, game, CODES, tent=True)
    yield "join-cards", "letter", documents.join(TABLE, game, CODES[:1], tent=False)
    for each in offered(game, most):
        yield f"pad-{each}", "letter" if each == 6 else "a4", documents.score_pad(game, most, each)
    yield "aid", "a4", documents.aid(game, first)
    whole = sample_tables.sample_state(game, min(4, most))
    yield "booklet", "letter", documents.booklet(TABLE, told)
    yield from _odd_ones(game)
    yield "poster-a4", "a4", documents.wall_poster(TABLE, whole)
    yield "poster-tabloid", "tabloid", documents.wall_poster(TABLE, told)
    yield "closing", "a4", documents.closing_page(TABLE, whole)
    yield "next", "a4", documents.next_evening(TABLE, told)
    if game.tells_story:
        first_two = game.story_chapters[:2]
        old, new = (game.situation(one.key, game.players[0], {})[0] for one in first_two)
        yield "changeover", "a4", documents.changeover("", game, old, new)


def _begun(game: Game) -> State:
    """A story that has just begun, with nothing scored."""
    sample = sample_tables.Sample(game)
    sample.open(game.graph.first, sample_tables.NAMES[: game.players[0]])
    sample.set_up()
    return sample.state


def of_a_table(game: Game) -> Iterator[tuple[str, str, Document]]:
    """Documents that look the same in every game, with difficult names."""
    most, table = game.players[1], ODD_TABLE
    first = game.situation(game.graph.first, most, {})[0]
    solid = _odd(game, UNBROKEN)
    yield "odd-booklet", "a4", documents.booklet(table, solid)
    yield "odd-score-blank", "a4", documents.score_blank(table, game, first, solid.plays[-1])
    yield "odd-setup", "letter", documents.setup(table, game, first)
    yield "odd-join-tent", "letter", documents.join(table, game, CODES, tent=True)
    yield "odd-join-cards", "a4", documents.join(table, game, CODES, tent=False)


def _odd_ones(game: Game) -> Iterator[tuple[str, str, Document | None]]:
    """The other documents with names, which are long, foreign or hostile here."""
    scripts, solid = _odd(game, SCRIPTS), _odd(game, UNBROKEN)
    others = (*SCRIPTS[4:], *SCRIPTS[:4])
    whole = sample_tables.sample_state(game, min(4, game.players[1]), 99, others)
    yield "odd-log", "letter", documents.log(ODD_TABLE, scripts, journal=True)
    yield "large-log", "letter", documents.log(TABLE, solid, journal=False, large=True)
    yield "odd-score", "letter", documents.score_of(ODD_TABLE, solid, solid.plays[-1])
    yield "odd-poster", "letter", documents.wall_poster(ODD_TABLE, solid)
    yield "large-poster", "a4", documents.wall_poster(TABLE, whole, large=True)
    yield "odd-closing", "letter", documents.closing_page(ODD_TABLE, whole)
    yield "odd-next", "letter", documents.next_evening(ODD_TABLE, solid)


def _odd(game: Game, names: Sequence[str]) -> State:
    """A first play by people with such names."""
    return sample_tables.sample_state(game, game.players[1], 1, names, ODD_NOTES)
