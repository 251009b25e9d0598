"""A sample of everything that can be printed, to be looked at before it is sent out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.printing import documents, sample_tables
from companion.printing.documents import Code, Document
from companion.printing.qr import qr
from companion.rules.game import Game
from companion.rules.state import State
from companion.show.paper.pad import offered

TABLE = "Thursday at Ada’s"
LONG = tuple(f"{name} Featherstonehaugh-Cholmondeley of York"[:40] for name in sample_tables.NAMES)

SCRIPTS = ("Ελένη", "שרה לוי", "محمد علي", "Ада", "桌子", "Zoë 🎲", "<b>Gus", "ฮาล")
ADDRESS = "http://192.0.2.7:8000/t/2vq-0Yh3c6nB9sXwLk1r4tDz"
CODES = tuple(
    Code(label, "Scan it with a camera.", ADDRESS, qr(ADDRESS, label))
    for label in ("Play along", "Watch")
)


def sampled(games: Iterable[Game]) -> Iterator[tuple[str, str, Document]]:
    """Name, paper and document, for every game."""
    for game in games:
        for name, paper, document in of_game(game):
            yield f"{game.slug}-{name}", paper, document


def of_game(game: Game) -> Iterator[tuple[str, str, Document]]:
    most = game.players[1]
    told = sample_tables.sample_state(game, min(4, most), 4)
    first = game.situation(game.graph.first, most, {})[0]
    yield "log", "a4", documents.log(TABLE, told, journal=False)
    yield "log-begun", "letter", documents.log(TABLE, _begun(game), journal=True)
    yield "log-long-names", "a4", documents.log(TABLE, _long(game), journal=False)
    yield "log-scripts", "letter", documents.log(TABLE, _long(game, SCRIPTS), journal=False)
    yield "blank-log", "a4", documents.blank_book(game, 4, {game.graph.first}, shown=False)
    yield "blank-log-open", "letter", documents.blank_book(game, most, set(), shown=True)
    yield "score", "a4", documents.score_of(TABLE, told, told.plays[-1])
    yield "score-blank", "letter", documents.score_blank("", game, first, None)
    yield "setup", "a4", documents.setup("", game, first)
    yield "join-tent", "a4", documents.join(TABLE, game, CODES, tent=True)
    yield "join-cards", "letter", documents.join(TABLE, game, CODES[:1], tent=False)
    for each in offered(game, most):
        if slips := documents.score_pad(game, most, each):
            yield f"pad-{each}", "letter" if each == 6 else "a4", slips
    yield "aid", "a4", documents.aid(game, first)
    whole = sample_tables.sample_state(game, min(4, most))
    yield "booklet", "letter", documents.booklet(TABLE, told)
    for paper in ("a4", "tabloid"):
        if wall := documents.wall_poster(TABLE, whole if paper == "a4" else told):
            yield f"poster-{paper}", paper, wall
    if last := documents.closing_page(TABLE, whole):
        yield "closing", "a4", last
    if lid := documents.next_evening(TABLE, told):
        yield "next", "a4", lid
    chapters = [chapter.key for chapter in game.chapters if chapter.story]
    if len(chapters) > 1:
        old, new = (game.situation(key, game.players[0], {})[0] for key in chapters[:2])
        yield "changeover", "a4", documents.changeover("", game, old, new)


def _begun(game: Game) -> State:
    """A story just begun: one chapter on the table and nothing scored."""
    sample = sample_tables.Sample(game)
    sample.open(game.graph.first, sample_tables.NAMES[: game.players[0]])
    sample.set_up()
    return sample.state


def _long(game: Game, names: Sequence[str] = LONG) -> State:
    """Everybody at the table, with the longest names there can be."""
    return sample_tables.sample_state(game, game.players[1], 1, names)
