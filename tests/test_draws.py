"""A draw may answer a card fact or an option, so that nobody has to type what the app has drawn."""

from __future__ import annotations

from dataclasses import replace

from companion.games import games
from companion.rules.data.faults import Fault
from companion.rules.game import Game
from companion.rules.journal.log import Entry
from companion.rules.journal.play import Play
from companion.rules.journal.replay import replay
from companion.rules.parts.rulings import Choice, Option
from companion.rules.parts.setup import Draw
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
    return list(more.faults())


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
