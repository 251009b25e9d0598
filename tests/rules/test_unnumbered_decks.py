"""Decks whose cards have no numbers: a reveal counts down, and an empty deck asks the group."""

from __future__ import annotations

from typing import Any

from companion.games import games
from companion.rules.actions import Action
from companion.rules.actions.cards import Reveal, Shuffle
from companion.rules.actions.playing import Tick
from companion.rules.actions.settling import Record
from companion.rules.actions.starting import Start
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import judge
from companion.rules.journal.state import State
from companion.rules.parts.decks import UNNUMBERED, Deck, DeckSegment

DECK = Deck("road", "Road", (DeckSegment("road", "p. 6", choose=3),))


def after(state: State, *acts: Action[Any]) -> State:
    for act in acts:
        state, found = told(state, act)
        assert found == [], act
    return state


def told(state: State, act: Action) -> tuple[State, list[Issue]]:
    return judge(state, Entry(state.seq + 1, act.kind, act.as_json()))


def refusal(state: State, act: Action) -> str:
    _, (found,) = told(state, act)
    return found.message


def table() -> State:
    start = Start.from_json({"chapter": "base", "seats": [{"name": "Ada"}, {"name": "Ben"}]})
    return after(State(games()["merchants"]), start)


def reveals(number: int, first: int = 0) -> list[Action[Any]]:
    return [Reveal("highway", UNNUMBERED, first + i) for i in range(number)]


def test_a_reveal_counts_down() -> None:
    assert [left.choose for left in DECK.left([UNNUMBERED])] == [2]
    assert DECK.left([UNNUMBERED] * 3) == []


def test_a_number_is_refused() -> None:
    assert DECK.refusal([], 7) == "The cards of this deck have no numbers."


def test_an_empty_deck_asks_the_group() -> None:
    assert "reshuffled the discards" in DECK.refusal([UNNUMBERED] * 3, UNNUMBERED)


def test_it_counts_through_the_journal_and_goes_on_once_the_group_has_shuffled() -> None:
    state = after(table(), *reveals(13))
    said = refusal(state, Reveal("highway", UNNUMBERED, 13))
    assert said.startswith("All 13 cards")
    state = after(state, Record("highway_shuffles", 1), *reveals(2, first=13))
    assert state.play is not None
    deck = state.play.deck("highway")
    assert deck is not None
    assert [left.choose for left in deck.left(state.play.seen["highway"])] == [11]


def test_discards_shuffled_in_again_are_no_step_of_the_set_up() -> None:
    state = after(table(), Tick("highway-1"), Record("highway_shuffles", 2))
    assert state.play is not None
    assert (
        state.play.texts["highway-1"]
        == "Shuffle these 13 cards and place them face down (highway events)"
    )
    assert {key for key in state.play.to_do if "highway" in key} == {"highway-1"}


def test_a_repeated_reveal_is_told_without_a_number() -> None:
    said = refusal(after(table(), *reveals(1)), Reveal("highway", UNNUMBERED, 0))
    assert said == "A card is entered there already."
    noted = after(table(), *reveals(1))
    assert noted.log[-1].sentence(noted) == "Highway events: a card revealed."


def test_the_app_cannot_shuffle_cards_without_numbers() -> None:
    assert "the app can’t shuffle" in refusal(table(), Shuffle("highway", 4))
