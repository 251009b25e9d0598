"""A draw may answer a card fact or an option, so that nobody has to type what the app has drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games import games
from companion.rules.data.faults import Fault
from companion.rules.fields import Choice
from companion.rules.game import Game
from companion.rules.journal.log import Entry
from companion.rules.journal.play import Play
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.rules.parts.facts import ByPlayers
from companion.rules.parts.settings import Option
from companion.rules.parts.setup import Draw
from companion.rules.soundness import faults
from companion.rules.soundness.names import PART, things
from companion.show.play.screen import play_page
from companion.show.play.tools import Pick
from companion.show.rulings import ask_draw
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.draws import drawings
from tests.journal import HOST, Journal


def with_draw(draw: Draw) -> Game:
    return replace(games()["newdale"], draws=(draw,))


def play_of(game: Game, *more: tuple[str, dict[str, object]]) -> Play:
    start = ("start", {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}]})
    entries = [Entry(i, kind, data) for i, (kind, data) in enumerate([start, *more], 1)]
    state = replay(game, entries)
    assert state.play is not None and not any(row.refused for row in state.log)
    return state.play


NAMED = Draw("town", "a name for the town", "test", pool={"Ashford": 1}, settles="town")


def test_what_was_drawn_can_be_told_to_be_something_else() -> None:
    """The app drew one Scenario, and another one lies on the table: it takes that one's place."""
    journal = Journal("tybor")
    journal.start("I", players=2)
    journal.must("draw", draw="scenario", seed=1)
    drawn = journal.play.situation["scenario"]
    others = [key for key in ("escape", "size-matters", "third", "fourth") if key != drawn]
    for other in others:
        journal.must("draw", draw="scenario", seed=1, kept=[other])
        assert journal.play.situation["scenario"] == other


def test_what_is_drawn_is_told() -> None:
    play = play_of(with_draw(NAMED), ("draw", {"draw": "town", "seed": 1}))
    assert play.drawn["town"] == ("Ashford",)
    assert play.facts["town"] == play.situation.settings["town"] == "Ashford"


def test_a_draw_that_settles_nothing_tells_nothing() -> None:
    play = play_of(with_draw(replace(NAMED, settles="")), ("draw", {"draw": "town", "seed": 1}))
    assert play.drawn["town"] == ("Ashford",) and not play.facts


def sound_but_for(draw: Draw) -> list[Fault]:
    """What is wrong with a game that is sound but for one more draw."""
    game = games()["newdale"]
    more = replace(game, draws=(*game.draws, draw), options=(*game.options, WAYS))
    return list(faults(more))


def test_a_draw_cannot_settle_what_is_not_asked() -> None:
    [fault] = sound_but_for(replace(NAMED, settles="weather"))
    assert fault.message.startswith("no card fact or option 'weather'")


WAYS = Option(
    "way", "Way", (Choice("open", "Not drawn"), Choice("low", "Low road")), "test", "open"
)
ROAD = Draw("way", "a way", "test", pool={"low": 1}, settles="way")


def test_what_is_drawn_is_the_option_from_then_on() -> None:
    game = replace(with_draw(ROAD), options=(WAYS,))
    assert play_of(game).situation["way"] == "open"
    play = play_of(game, ("draw", {"draw": "way", "seed": 1}))
    assert play.situation["way"] == "low"


OPEN = replace(WAYS, choices=(Choice("open", "Not drawn", open=True), *WAYS.choices[1:]))
TOLD = ("draw", {"draw": "way", "seed": 0, "kept": ["low"]})


def asked_of(play: Play) -> dict[str, list[str]]:
    """Where it is asked which one was drawn by hand."""
    state = State(play.game).but(plays=(play,))
    page = play_page(state, play)
    places: dict[str, Iterable[Any]] = {
        "set-up": [row.asked for row in drawings(state, play, HOST).values()],
        "play": [tool.question for tool in page.layout.rest if isinstance(tool, Pick)],
        "score": sheet_of(play, Asking(0)).asked,
    }
    return {at: [q.label for q in found if q and q.draw and q.open] for at, found in places.items()}


def test_what_is_drawn_from_the_box_is_asked_in_set_up_play_and_score_until_it_is_told() -> None:
    game = replace(with_draw(ROAD), options=(OPEN,))
    every = ("set-up", "play", "score")
    assert asked_of(play_of(game)) == {at: ["Which Way did you draw?"] for at in every}
    play = play_of(game, TOLD)
    assert play.situation["way"] == "low" and play.drawn == {"way": ("low",)}
    assert asked_of(play) == {at: [] for at in every}
    told = drawings(State(game), play, HOST)["way"].asked
    assert told and told.now == "Low road"
    lines = play_page(State(game).but(plays=(play,)), play).card_facts.lines
    assert [line.said for line in lines if line.label == "Way"] == ["Low road"]


def test_an_answer_sends_what_tells_it() -> None:
    question = ask_draw(ROAD, play_of(replace(with_draw(ROAD), options=(OPEN,))))
    assert question and (question.action, question.data) == ("draw", {"draw": "way", "seed": 0})
    assert [(a.name, a.value, a.on) for a in question.answers] == [
        ("d-kept[json]", '["low"]', False)
    ]


def test_only_where_one_way_to_play_is_drawn_it_is_asked_which() -> None:
    several = replace(ROAD, pool={"low": 1, "open": 1}, count=ByPlayers({2: 2}))
    for draw in (replace(ROAD, settles=""), NAMED, several):
        assert ask_draw(draw, play_of(replace(with_draw(draw), options=(OPEN,)))) is None


def test_a_phase_may_show_what_was_not_drawn() -> None:
    game = replace(games()["newdale"], options=(OPEN,), draws=(ROAD,))
    first, *others = game.clock.phases
    phases = (replace(first, shows=("way",)), *others)
    known = things(replace(game, clock=replace(game.clock, phases=phases)))
    assert "way" in known[PART] and "way" not in things(games()["newdale"])[PART]


def test_a_draw_cannot_settle_an_option_with_what_it_does_not_offer() -> None:
    [fault] = sound_but_for(replace(ROAD, pool={"high": 1}))
    assert "can give 'high', which way cannot be" in fault.message


def test_what_is_dealt_to_each_names_people_from_whoever_begins_on() -> None:
    journal = Journal("merchants")
    journal.start("base", 3, first=1)
    journal.must("draw", draw="steeds", seed=1)
    steeds = drawings(journal.state, journal.play, HOST)["steeds"].things
    assert [thing.seat for thing in steeds] == [1, 2, 0]
    assert all(thing.does for thing in steeds)


def test_a_drawn_card_has_its_name_and_what_it_does() -> None:
    journal = Journal()
    journal.start("II", 2)
    journal.must("draw", draw="characters", seed=1)
    things = drawings(journal.state, journal.play, HOST)["characters"].things
    known = {card.key: card for card in journal.game.catalogue}
    for thing in things:
        card = known[thing.copies[0]]
        assert (thing.label, thing.does) == (f"{card.key} {card.label}", card.details["gives"])
