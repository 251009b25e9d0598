"""Pages and documents speak as a friend at the table would: what people read is read as drawn.

Every page of a table of each game is drawn while it is set up, in every phase, before and after
scoring, for a group and for one player, in every chapter; then a tie, what the rules refuse, and
the printouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.sample_tables import Sample, least, names
from companion.rules.actions import ACTIONS, Malformed, action
from companion.rules.game import Game
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import judge
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.table import tables
from companion.table.journal import Draft
from tests.web.voice import Piece, all_faults, faults, read

DURING = ("", "play", "watch", "sheet")
LATER = (("setup", "look-up"), ("play", "score"), ("", "result"))
ODD: tuple[Any, ...] = ("x", -1, 999, None)
USUAL = {
    "str": "towns", "int": 0, "bool": True, "int | None": 0, "int | str | None": 0, "Any": 1,
    "tuple[Any, ...]": [], "tuple[Any, ...] | None": [],
    "tuple[Any, ...] | str": [], "Mapping[str, Any]": {},
}  # fmt: skip
Text = tuple[str, list[Piece]]


@dataclass
class Watched:
    """A sample table, with what to look at after which of its entries."""

    sample: Sample
    looks: list[tuple[State, tuple[str, ...]]] = field(default_factory=list)

    def look(self, *pages: str) -> None:
        self.looks.append((self.sample.state, pages))

    def played(self, every: tuple[str, ...], aids: tuple[str, ...]) -> None:
        """One game from setup to result, on every page where much is new."""
        sample, phases = self.sample, set[str]()
        self.look(*every)
        sample.set_up()
        while sample.play.moment != OVER and (key := sample.play.moment.phase) not in phases:
            phases.add(key)
            self.look(*DURING, *(aids if len(phases) == 2 else ()))
            sample.moment()
        sample.play_on()
        self.look(*every)
        sample.do("note", text="Tea ran out.")
        self.scored(every, every)

    def ended_early(self) -> None:
        """A later chapter, in which only setup, scoring and what can be looked up are new."""
        begun, ending, after = LATER
        self.look(*begun)
        self.sample.set_up()
        end_now(self.sample)
        self.scored(ending, after)

    def scored(self, ending: tuple[str, ...], after: tuple[str, ...]) -> None:
        self.sample.tell()
        self.sample.score()
        self.look(*ending)
        self.sample.finish()
        self.look(*after)


def end_now(sample: Sample) -> None:
    """Go to final scoring, whatever round it is."""
    sample.do("advance", moment=sample.play.moment.as_json(), to=OVER.as_json())


def evening(game: Game, players: int, every: tuple[str, ...]) -> tuple[State, Watched]:
    """The state after the first chapter, and a table looked at in all of them."""
    sample = Sample(game)
    own = players < game.players[0] and bool(game.automaton)  # the game itself takes a seat
    seats: list[dict[str, Any]] = [{"name": name} for name in names(players)]
    seats += [{"name": game.automaton, "person": None}] if own else []
    settings = dict(game.automaton_sets) if own else {}
    watched = Watched(sample)
    first, *others = dict.fromkeys([str(game.graph.first), *(c.key for c in game.chapters)])
    for key in (first, *others):
        story = game.tells_story and key == first
        how: dict[str, Any] = {"settings": settings, "first": 0, "story": story}
        if not sample.do("start", chapter=key, seats=seats, **how):
            continue
        if len(sample.state.plays) == 1:
            watched.played(every, tuple(f"aid/{aid.key}" for aid in game.aids))
            after_first = sample.state
        else:
            watched.ended_early()
    watched.look("log", "statistics")
    return after_first, watched


def drawn(app: Flask, game: Game) -> Iterator[Text]:
    """Every page of a game from setup to result, then its documents; solo, if that is played."""
    low, high = game.people
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/t/")]
    reads = [rule.rule for rule in rules if rule.arguments == {"token"} and "GET" in rule.methods]
    every = tuple(sorted(rule.removeprefix("/t/<token>/") for rule in reads))
    for players in sorted({max(low, min(3, high)), low}):
        first, whole = evening(game, players, every)
        yield from pages(app, whole)
        with app.test_request_context():
            for document in printed(game, first):
                yield f"paper {document.kind}", read(document.html("a4"))
        yield "refused", [Piece(text) for text in refusals(whole)]
    yield from pages(app, tied(game))
    client = app.test_client()
    for address in ("/", f"/new/{game.slug}", f"/print/{game.slug}", f"/sample/{game.slug}/"):
        yield address, read(client.get(address).text)


def pages(app: Flask, watched: Watched) -> Iterator[Text]:
    """The pages of a stored table, as they were when it was looked at."""
    entries = [row.entry for row in watched.sample.state.log]
    start, *rest = [Draft(entry.action, entry.data, entry.play) for entry in entries]
    with app.app_context():
        token = tables.open_table(watched.sample.state.game, "Thursday", start)
    client, done = app.test_client(), 0
    for state, looked in watched.looks:
        with app.app_context():
            found = tables.find(token)
            assert found is not None
            tables.append(found, rest[done : len(state.log) - 1])
        done = len(state.log) - 1
        yield from seen(client, token, looked)


def seen(client: FlaskClient, token: str, looked: Iterable[str]) -> Iterator[Text]:
    for page in looked:
        answer = client.get(f"/t/{token}/{page}")
        if answer.mimetype == "text/html" and answer.status_code == 200:
            yield page.partition("/")[0] or "home", read(answer.text)


def tied(game: Game) -> Watched:
    """A game that ends with the same points for everyone, before and after it is finished."""
    sample = Sample(game)
    seats = [{"name": name} for name in names(max(2, game.people[0]))]
    for chapter in game.chapters:
        if sample.state.play is None:
            sample.do("start", chapter=chapter.key, seats=seats, first=0, story=False)
    watched = Watched(sample)
    end_now(sample)
    for seat in range(len(seats)):
        for one in sample.asked(seat):
            if not one.tied:
                sample.do("fill", seat=seat, field=one.key, value=least(one, seat))
    watched.look("score", "sheet")
    sample.finish()
    watched.look("score", "result", "", "log")
    return watched


def refusals(watched: Watched) -> set[str]:
    """What the rules answer to what comes too early, too late, twice, or with odd values."""
    said, sent = set[str](), {row.entry.action: row.entry.data for row in watched.sample.state.log}
    states = [watched.looks[n][0] for n in (0, 3, -2)]
    for kind, cls in ACTIONS.items():
        usual = {one.name: USUAL[str(one.type)] for one in fields(cls)}
        drafts = [sent.get(kind, usual), usual]
        drafts += [{**drafts[0], name: odd} for name in usual for odd in ODD]
        for state in states:
            for data in drafts:
                said.update(answers(state, kind, data))
    return said


def answers(state: State, kind: str, data: Mapping[str, Any]) -> Iterator[str]:
    """Why the rules refuse an entry, what they ask about it, or what it says in the log."""
    try:
        after, found = judge(state, Entry(state.seq + 1, kind, data))
        act = action(kind, data, state.play)
    except Malformed:  # only programs send these
        return
    yield from (issue.message for issue in found)
    if not found:
        yield after.log[-1].sentence(after)
        yield from (issue.message for issue in act.doubts(state, state.play))
        yield from (one.label for one in act.instead(state, state.play))


def printed(game: Game, state: State) -> Iterator[Document]:
    play = state.play
    assert play is not None
    players = len(play.seats)
    yield documents.setup("", game, play.situation)
    yield documents.score_blank("", game, play.situation, None)
    yield documents.log("Thursday", state, journal=True)
    yield documents.booklet("Thursday", state)
    yield documents.score_of("Thursday", state, play)
    yield documents.aid(game, play.situation)
    yield documents.blank_book(game, players, {play.chapter}, shown=True)
    yield documents.changeover("Thursday", game, play.situation, play.situation)
    some = (
        documents.closing_page("Thursday", state), documents.wall_poster("Thursday", state),
        documents.next_evening("Thursday", state), documents.score_pad(game, players, 1),
    )  # fmt: skip
    yield from filter(None, some)


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_game_is_read_aloud_from_home_to_printed_log(app: Flask, slug: str) -> None:
    found = all_faults(drawn(app, games()[slug]))
    assert not found, found


def test_the_reader_knows_what_it_reads() -> None:
    button = "<button class=button>Save it for later now<span class=away> or never</span></button>"
    page = f"<p class=hint>One; two</p>{button}<p>There is no event.</p>"
    found = [fault for piece in read(page) for fault in faults(piece)]
    assert [fault.partition(":")[0] for fault in found] == ["semicolon", "long button"]
    assert next(faults(Piece("33 % told"))) == "word 'told': 33 % told"
