"""The checks a game has to pass: its data, its examples, every screen opened and measured."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from flask import Flask

from companion.games import OpenedGame, python_fault
from companion.printing import documents, sample_tables
from companion.printing.documents import Document
from companion.printing.sample_tables import Sample
from companion.rules.aids.table import Table
from companion.rules.data.files import DataError, file_with
from companion.rules.fields import Kind
from companion.rules.game import Chapter, Game
from companion.rules.issues import errors
from companion.rules.journal.log import Entry
from companion.rules.parts.clock import OVER, Pace
from companion.rules.situation import fitting
from companion.rules.soundness import seats, situations
from companion.table import tables
from companion.table.journal import Draft
from companion.table.store import db
from companion.workshop.examples import Example, examples, folder_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

CODES = (
    "missing", "not-a-number", "too-low", "too-high", "supply", "conflict", "unknown-field",
    "unknown-choice", "players",
)  # fmt: skip

WIDTH, HEIGHT = 390, 844
ROUNDS = 30  # nobody measures for longer; a phase that begins later is seldom
# How far the tool reaches below the top of the dock, and how much wider the page is than the phone.
MEASURED = """() => {
  const low = Math.max(0, ...[...document.querySelectorAll(".stack > .tool")]
    .map(one => one.getBoundingClientRect().bottom + scrollY));
  const room = innerHeight - document.querySelector(".foot").offsetHeight;
  return [low - room, document.documentElement.scrollWidth - innerWidth];
}"""


def uncovered(game: Game, examples: list[Example]) -> Iterator[str]:
    """A sentence for everything that no example shows."""
    scores = [example for example in examples if example.kind == "score"]
    yield from _sheet(game, scores)
    yield from _tables(game, examples, scores)
    yield from _rulings(game, examples)
    shown = {e.row.get("aid") for e in examples if e.kind == "aid" and "answer" in e.row}
    yield from (f"aid {aid.key}: no example" for aid in game.aids if aid.key not in shown)


def _sheet(game: Game, scores: list[Example]) -> Iterator[str]:
    used, paid = set(), set()
    for seat in (seat for example in scores for seat in example.row["seat"]):
        paid |= {key for key, points in seat.get("lines", {}).items() if points}
        if "total" in seat:
            used |= {key for key, value in seat["entry"].items() if value}
    for key in (key for key in game.sheet.by_key if key not in used):
        yield f"field {key}: no example fills it and gives a total"
    for category in (one for one in game.sheet.categories if one.key not in paid):
        yield f"category {category.key}: no example has points for it in its lines"
    decided = {example.row.get("decided_by") for example in scores}
    for tie in (tie for tie in game.tiebreaks if tie.label not in decided):
        yield f"tie-break {tie.label}: decides no example"
    found = [e.row.get(kind, []) for e in scores for kind in ("issues", "warnings")]
    said = {issue.rsplit(": ", 1)[-1] for issues in found for issue in issues}
    field = next(iter(game.sheet.by_key), "field")
    for code in (code for code in _codes(game) if code not in said):
        shown = "table None: players" if code == "players" else f"Ada {field}: {code}"
        yield f"issue {code}: no example; one says issues = [{shown!r}]".replace("'", '"')


def _codes(game: Game) -> list[str]:
    """The codes that this game's sheet can give at all."""
    fields, checks = list(game.sheet.fields()), game.sheet.checks
    together = any(game.is_together(chapter.key) for chapter in game.chapters)
    counted = any(f.kind in (Kind.COUNT, Kind.POINTS, Kind.SIGNED) or f.item for f in fields)
    possible = {
        **dict.fromkeys(("not-a-number", "too-low", "too-high"), counted),
        "missing": together or any(f.default is None for f in fields),
        "supply": bool(game.sheet.supplies or checks),
        "conflict": bool(checks) or any(f.sole for f in fields),
        "unknown-choice": any(f.choices or f.kind == "flag" for f in fields),
    }
    return [code for code in CODES if possible.get(code, True)]


def _tables(game: Game, examples: list[Example], scores: list[Example]) -> Iterator[str]:
    rows = [(e.row["chapter"], e.row["players"]) for e in examples if e.kind == "setup"]
    set_up = {_shape(game, *row) for row in rows}
    scored = {e.row["chapter"] for e in scores if _is_scored(game, e)}
    for chapter in game.chapters:
        counts = seats(game, chapter)
        missing = [str(n) for n in counts if _shape(game, chapter.key, n) not in set_up]
        if missing:
            yield f"chapter {chapter.key}: no example of its set-up with {', '.join(missing)}"
        if chapter.key not in scored:
            yield f"chapter {chapter.key}: no example that is scored"


def _shape(game: Game, chapter: str, players: int) -> Hashable:
    """What chapters have in common that differ in a fact only, so that one example shows both."""
    here = game.chapter(chapter)
    if here is None or game.players_issue(here, players):
        return None
    situation = game.situation(chapter, players, {})[0]
    steps = tuple(step.key for step in fitting(game.steps, situation))
    draws = tuple(draw.key for draw in fitting(game.draws, situation))
    decks = tuple((deck.key, deck.size) for deck in game.decks(situation))
    return players, steps, draws, decks, frozenset(game.facts_of(situation))


def _is_scored(game: Game, example: Example) -> bool:
    """Whether it gives a total; where nothing is counted, who won."""
    totals = any("total" in seat for seat in example.row["seat"])
    return totals or ("winners" in example.row and game.is_together(example.row["chapter"]))


def _rulings(game: Game, examples: list[Example]) -> Iterator[str]:
    """An alternative counts as exercised only if some example fails without it."""
    for ruling in game.rulings:
        for option in (one.key for one in ruling.options if one.key != ruling.default):
            told = [e for e in examples if e.settings.get(ruling.key) == option]
            if not any(e.without(ruling.key).mismatches() for e in told):
                yield f"ruling {ruling.key} = {option}: changes no example"


def faults(opened: OpenedGame) -> Iterator[str]:
    """Each on a line of its own. Screens are opened once nothing else is wrong."""
    if opened.faults or opened.game is None:
        yield from opened.faults
        return
    game, folder = opened.game, opened.folder
    found = [*file_faults(game, folder), *_examples(game, folder)]
    yield from found or screen_faults(game, folder)


def file_faults(game: Game, folder: Path) -> Iterator[str]:
    """A README, rows on one line each so that a fact is a line, as many events as rounds."""
    readme = folder / "README.md"
    if not readme.exists():
        yield "README.md: is missing; it names the edition and says what is not modelled"
    elif "not modelled" not in readme.read_text("utf-8", errors="replace").lower():
        yield "README.md: does not say what is not modelled"
    for path in sorted(folder.glob("*.toml")):
        for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
            if re.match(r"\s*\{[^}]*[^\[}]$", line):
                yield f"{path.name} line {number}: a row stands on one line"
    for situation in situations(game):
        rounds = game.rounds(situation)
        for deck in game.decks(situation):
            if deck.key == "events" and deck.numbered and rounds not in (None, deck.size):
                where = f"{situation.chapter} with {situation.players}"
                file = file_with(folder, "deck_plans")
                yield f"{file}: {deck.size} events for {rounds} rounds ({where})"


def _examples(game: Game, folder: Path) -> Iterator[str]:
    place = folder_of(folder)
    name = "examples" if place.parent == folder else f"tests/games/{folder.name}"
    try:
        found = list(examples(game, place))
    except (DataError, KeyError, TypeError) as error:
        yield f"{name}/{error}"
        return
    wrong = [f"{name}/{said}" for example in found for said in _mismatches(example, folder)]
    yield from wrong
    if not wrong:
        yield from (f"{name}: {said}" for said in uncovered(game, found))


def _mismatches(example: Example, folder: Path) -> Iterator[str]:
    at = f"{example.place}, {example.kind} {example.row.get('name', '')!r}"
    try:
        yield from (f"{at}: {said}" for said in example.mismatches())
    except Exception as error:  # a game's own Python can go wrong in any way
        yield f"{at}: {python_fault(folder, error)}"


def screen_faults(game: Game, folder: Path) -> Iterator[str]:
    """What cannot be shown or printed; empty when all of it can."""
    with checking_app() as app:
        for chapter in game.chapters:
            for players in sorted({*(chapter.players or game.players)}):
                yield from _evening(app, game, folder, chapter, players)


@contextmanager
def checking_app() -> Iterator[Flask]:
    """An app on an empty database of its own, which is gone afterwards."""
    from companion import create_app
    from companion.database import make_ready

    with TemporaryDirectory() as place:
        url = f"sqlite:///{place}/check.sqlite3"
        app = create_app(
            {"SQLALCHEMY_DATABASE_URI": url, "SECRET_KEY": "check", "PRINTS": Path(place)}
        )
        app.config["PROPAGATE_EXCEPTIONS"] = True  # so that a fault is told by its line
        make_ready(app)
        yield app
        with app.app_context():
            db.engine.dispose()


def _evening(app: Flask, game: Game, folder: Path, chapter: Chapter, players: int) -> Iterator[str]:
    """One evening, looked at before it is played, in its midst and when it is scored."""
    where = f"{chapter.key} with {players}"
    sample = Sample(game)
    story = chapter.story and chapter.key == game.graph.first
    try:
        sample.open(chapter.key, sample_tables.names(players), story)
        if sample.state.play is None:
            yield f"game.toml: no table of {where} can be opened"
            return
        started = len(sample.state.log)
        sample.set_up()
        sample.moment()
        for aid in fitting(game.aids, sample.play.situation):
            aid.known(Table(sample.play, 0))
        midst = len(sample.state.log)
        sample.play_on()
        sample.tell()
        sample.score()
        sample.finish()
        if not sample.play.finished:
            wrong = errors(sample.play.checked_sheet[1])
            said = wrong[0].message if wrong else "nothing says why"
            file = file_with(folder, "sheet")
            yield f"{file}: no likely score of {where} can be finished: {said}"
        if stands_for_all(game, chapter):
            marks = (started, midst, len(sample.state.log))
            yield from _looked_at(app, game, [row.entry for row in sample.state.log], marks, where)
        with app.test_request_context():
            for document in _documents(game, chapter, sample, players):
                document.html("a4")
    except Exception as error:  # a game's own Python and sentences can go wrong in any way
        yield f"{python_fault(folder, error)} ({where})"


def stands_for_all(game: Game, chapter: Chapter) -> bool:
    """Whether a chapter is looked at: those of a story are shown alike, so its first is enough."""
    return not chapter.story or chapter.key == game.graph.first


def _looked_at(
    app: Flask, game: Game, entries: list[Entry], marks: tuple[int, ...], where: str
) -> Iterator[str]:
    for mark in marks:
        token = _opened(app, game, entries[:mark])
        for page in _pages(app, game, token):
            status = app.test_client().get(page).status_code
            if status not in (200, 302, 303):
                short = page.replace(token, "…")
                yield f"game.toml: the page {short} cannot be shown ({where}, status {status})"


def _pages(app: Flask, game: Game, token: str) -> list[str]:
    rules = app.url_map.iter_rules()
    mine = (rule for rule in rules if rule.arguments == {"token"} and "GET" in (rule.methods or ()))
    own = (r.rule.replace("<token>", token) for r in mine if r.rule.startswith("/t/"))
    pages = sorted(page for page in own if "pdf" not in page)
    return [*pages, f"/new/{game.slug}", f"/api/v1/games/{game.slug}", "/"]


def _documents(game: Game, chapter: Chapter, sample: Sample, players: int) -> Iterator[Document]:
    here: Any = game.situation(chapter.key, players, {})[0]
    yield documents.setup("", game, here)
    yield documents.score_blank("", game, here, None)
    yield documents.log("Check", sample.state, journal=True)
    yield documents.score_of("Check", sample.state, sample.play)
    yield documents.blank_book(game, players, {chapter.key}, shown=True)
    for key in game.graph.after.get(chapter.key, []):
        yield documents.changeover("", game, here, game.situation(key, players, {})[0])


def fit_faults(game: Game, folder: Path) -> Iterator[str]:
    """What does not fit; nothing is said where no browser is there."""
    with _phone() as page, checking_app() as app:
        if page is None:
            return
        _answering(app, page)
        for chapter in (one for one in game.chapters if stands_for_all(game, one)):
            for said in _phases(app, page, game, chapter):
                yield f"{file_with(folder, 'clock')}: {said}"


@contextmanager
def _phone() -> Iterator[Page | None]:
    """A phone's browser; None where there is none to drive."""
    try:
        from playwright.sync_api import sync_playwright

        from tools import chromium
    except ImportError:
        yield None
        return
    if (file := chromium.found()) is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=file, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        browser.close()


def _answering(app: Flask, page: Page) -> None:
    """Let the browser ask the app itself: no server has to listen."""
    client = app.test_client()

    def answer(route: Route) -> None:
        found = client.get(route.request.url)
        route.fulfill(status=found.status_code, headers=dict(found.headers), body=found.data)

    page.route("**/*", answer)


def _phases(app: Flask, page: Page, game: Game, chapter: Chapter) -> Iterator[str]:
    """Every phase of a chapter at its largest table, as it begins."""
    sample, players = Sample(game), (chapter.players or game.players)[1]
    sample.open(chapter.key, sample_tables.names(players), story=False)
    sample.do("pace", value=Pace.PHASE.value)
    seen: set[str] = set()
    while (moment := sample.play.moment) != OVER and moment.round <= ROUNDS:
        if moment.phase not in seen:
            seen.add(moment.phase)
            token = _opened(app, game, [row.entry for row in sample.state.log])
            page.goto(f"http://localhost/t/{token}/play")
            tool, wide = page.evaluate(MEASURED)
            at = f"phase {moment.phase}: on a phone of {WIDTH} × {HEIGHT}"
            where = f"({chapter.key} with {players})"
            if tool > 1:
                yield f"{at} its tool reaches {tool:.0f} px below the dock {where}"
            if wide > 0:
                yield f"{at} the page is {wide} px too wide {where}"
        sample.do("advance", moment=moment.as_json())


def _opened(app: Flask, game: Game, entries: Sequence[Entry]) -> str:
    """The link of a table with these entries."""
    drafts = [Draft(entry.action, entry.data, entry.play) for entry in entries]
    with app.app_context():
        token = tables.open_table(game, "Check", drafts[0])
        found = tables.find(token)
        assert found is not None
        if drafts[1:]:
            tables.append(found, drafts[1:])
    return token
