"""What was drawn in secret stays one, whatever is taken back: tables that differ in nothing but
what was dealt look the same to everybody else, on every page, on paper and to programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.interchange.table_file import lasting
from companion.printing import documents
from companion.rules.journal.secrecy import NOBODY, Viewer, hiding, redacted_for
from companion.rules.journal.state import State
from companion.table.journal import Draft
from companion.table.links import Role
from tests.journal import Journal, codes
from tests.web.evening import Evening
from tests.web.test_people import Guest

pytestmark = pytest.mark.usefixtures("fair")

SEEDS = (3, 4)
"""Each gives everybody another stall."""

Told = list[tuple[str, dict[str, object]]]


def drawn(seed: int) -> Told:
    return [("draw", {"draw": "stalls", "seed": seed})]


def taken_back(seed: int) -> Told:
    return [*drawn(seed), ("undo", {"entry": 2})]


def brought_back(seed: int) -> Told:
    return [*taken_back(seed), ("undo", {"entry": 3})]


def begun_anew(seed: int) -> Told:
    return [*drawn(seed), ("restart", {})]


def told_by_hand(seed: int) -> Told:
    thing = {3: "tin", 4: "toys"}[seed]
    return [("hold", {"draw": "stalls", "seat": 0, "thing": thing}), ("undo", {"entry": 2})]


def shown_by_mistake(seed: int) -> Told:
    return [*drawn(seed), ("unveil", {"draw": "stalls"}), ("undo", {"entry": 3})]


COURSES = [drawn, taken_back, brought_back, begun_anew, told_by_hand, shown_by_mistake]
courses = pytest.mark.parametrize("course", COURSES, ids=lambda course: course.__name__)


def told(course: Callable[[int], Told], seed: int) -> Journal:
    journal = Journal("fair")
    journal.start("base", 3)
    for kind, data in course(seed):
        journal.must(kind, **data)
    return journal


def log_of(state: State) -> list[str]:
    return [f"{row.sentence(state)} {json.dumps(dict(row.entry.data))}" for row in state.log]


def test_the_seeds_of_these_tests_deal_differently() -> None:
    hands = [told(drawn, seed).play.held["stalls"] for seed in SEEDS]
    assert all(one != other for one, other in zip(*hands, strict=True))


@courses
def test_nobody_else_can_tell_two_deals_apart(course: Callable[[int], Told]) -> None:
    states = [told(course, seed).state for seed in SEEDS]
    views = [redacted_for(state, NOBODY) for state in states]
    assert log_of(views[0]) == log_of(views[1])
    assert views[0].plays[0].held == views[1].plays[0].held
    assert views[0].plays[0].drawn == views[1].plays[0].drawn
    files = [hiding(lasting(state, "2026-01-01T00:00:00+00:00"), state) for state in states]
    assert files[0] == files[1]


def papers(state: State) -> Iterator[str]:
    play = state.plays[0]
    yield documents.log("Thursday", state, journal=True).html("a4")
    yield documents.booklet("Thursday", state).html("a4")
    yield documents.score_of("Thursday", state, play).html("a4")
    yield documents.score_blank("Thursday", play.game, play.situation, play).html("a4")
    yield documents.setup("Thursday", play.game, play.situation).html("a4")
    yield documents.aid(play.game, play.situation).html("a4")


@courses
def test_no_paper_tells_two_deals_apart(app: Flask, course: Callable[[int], Told]) -> None:
    with app.test_request_context():
        one, other = (
            list(papers(redacted_for(told(course, seed).state, NOBODY))) for seed in SEEDS
        )
    assert one == other


PAGES = ("", "setup", "play", "score", "log", "people", "rulings", "watch", "look-up", "print")
OF_THIS_PAGE = re.compile(r'/t/[\w.~-]+|(?<=value=")[\w.~-]{20,}|seed&#34;:\d+|<time.*?</time>')
"""A link, the keys of its forms, with what the next draw would begin, and when it was."""


def seen(guest: Guest) -> str:
    pages = "\n".join(guest.get(page).text for page in PAGES)
    return OF_THIS_PAGE.sub(
        "…", pages + guest.client.get(f"/api/v1/tables/{guest.link.token}").text
    )


@pytest.mark.parametrize("course", [drawn, brought_back], ids=["drawn", "brought_back"])
def test_watchers_and_other_players_see_the_same_pages(
    app: Flask, course: Callable[[int], Told]
) -> None:
    """And nobody who is not told is told by a page of the shelf, either."""
    looks = []
    for seed in SEEDS:
        evening = Evening(app, "fair", chapter="base", players=3)
        evening.append([Draft(kind, data) for kind, data in course(seed)])
        watcher, player = Guest(evening, Role.WATCHER), Guest(evening, Role.PLAYER)
        looks.append((seen(watcher), seen(player)))
    assert looks[0] == looks[1]
    assert "Stall drawn. Everyone sees only their own." in looks[0][1]


def test_an_own_phone_still_tells_what_was_drawn_before_the_redo() -> None:
    journal = told(brought_back, 3)
    own = redacted_for(journal.state, Viewer(2)).plays[0].held["stalls"]
    assert own == (None, journal.play.held["stalls"][1], None)


def test_who_taps_undo_and_redo_reads_no_more_than_before() -> None:
    journal = told(brought_back, 3)
    view = redacted_for(journal.state, Viewer(1))
    undo, redo = view.log[2].sentence(view), view.log[3].sentence(view)
    assert undo == "Undone: Stall drawn. Everyone sees only their own."
    assert redo == "Redone: Stall drawn. Everyone sees only their own."


def test_shown_by_mistake_and_taken_back_the_log_tells_no_names() -> None:
    journal = told(shown_by_mistake, 3)
    view = redacted_for(journal.state, NOBODY)
    assert view.log[2].sentence(view) == "Stall revealed."


def test_only_the_host_shows_it_again_by_a_redo(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    evening.append([Draft(kind, data) for kind, data in shown_by_mistake(3)])
    player = Guest(evening, Role.PLAYER)
    assert player.act("undo", entry=4).status_code == 403
    assert evening.play.concealed_draws == {"stalls"}
    assert evening.act("undo", {"entry": 4}).status_code == 303
    assert evening.play.shown == {"stalls"}


def test_a_copy_of_the_table_is_the_hosts_alone_while_a_redo_would_tell(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    evening.append([Draft(kind, data) for kind, data in taken_back(3)])
    assert Guest(evening, Role.PLAYER).post("log/fork", entry=1).status_code == 403


def test_what_others_have_is_not_told_by_a_refusal() -> None:
    """Asking for one thing after the other would find out what is taken."""
    journal = told(drawn, 3)
    taken = journal.play.held["stalls"][1]
    assert codes(journal.do("hold", draw="stalls", seat=0, thing=taken)) == []
