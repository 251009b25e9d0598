"""What must always hold, whatever a group does."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.rules.actions import ACTIONS
from companion.rules.fields import Field, Kind
from companion.rules.game import Game
from companion.rules.issues import Level
from companion.rules.journal.log import STRIDE
from companion.rules.journal.outcome import score
from companion.rules.journal.play import Play
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.rules.soundness import situations
from tests.journal import NAMES, Journal

pytestmark = pytest.mark.slow

GAMES = st.sampled_from(list(games().values()))
DECKS = [
    deck
    for game in games().values()
    for situation in situations(game)
    for deck in game.decks(situation)
    if deck.segments[0].numbered
]


def values(field: Field) -> st.SearchStrategy[Any]:
    match field.kind:
        case Kind.CHOICE if field.picks == 1:
            return st.sampled_from([choice.key for choice in field.choices])
        case Kind.CHOICE:
            keys = [choice.key for choice in field.choices]
            return st.permutations(keys).map(lambda picked: "+".join(picked[: field.picks]))
        case Kind.FLAG:
            return st.booleans()
        case Kind.LIST:
            return st.lists(
                st.fixed_dictionaries({f.key: values(f) for f in field.item}), max_size=4
            )
    low = -20 if field.least is None else field.least
    return st.integers(low, min(field.high or 60, 60))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, str, list[dict[str, Any]]]:
    game = draw(GAMES)
    chapter = draw(st.sampled_from(game.chapters))
    low, high = chapter.players or game.players
    fields = [field for field in game.sheet.fields() if not field.sole]
    entry = st.fixed_dictionaries({field.key: values(field) for field in fields})
    return game, chapter.key, draw(st.lists(entry, min_size=low, max_size=high))


@given(tables())
@settings(max_examples=200)
def test_a_table_is_scored_or_refused_and_totals_are_sums(
    table: tuple[Game, str, list[dict[str, Any]]],
) -> None:
    game, chapter, entries = table
    names = NAMES[: len(entries)]
    scored = score(game, chapter, names, entries, {})
    refused = any(issue.level is Level.ERROR for issue in scored.issues)
    assert refused == (scored.result is None)
    for breakdown in scored.breakdowns:
        assert [line.category for line in breakdown.lines] == [c.key for c in game.sheet.categories]
        assert breakdown.total == sum(line.points for line in breakdown.lines)
    if scored.result:
        best = max(breakdown.total for breakdown in scored.breakdowns)
        for seat in scored.result.winners:
            assert scored.breakdowns[seat].total == best


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_seat_order_does_not_change_points(
    table: tuple[Game, str, list[dict[str, Any]]], random: Any
) -> None:
    game, chapter, entries = table
    order = list(range(len(entries)))
    random.shuffle(order)
    names = NAMES[: len(entries)]
    here = score(game, chapter, names, entries, {})
    there = score(game, chapter, [names[i] for i in order], [entries[i] for i in order], {})
    assert [b.total for b in there.breakdowns] == [
        here.breakdowns[i].total for i in order if here.breakdowns
    ]


@given(st.sampled_from(DECKS), st.integers(0, 2**32))
@settings(max_examples=150)
def test_a_shuffled_deck_is_possible_card_by_card(deck: Deck, seed: int) -> None:
    order = deck.shuffled(seed)
    assert len(order) == deck.size
    assert not Counter(order) - deck.cards()
    for i, card in enumerate(order):
        odds = deck.odds(order[:i])
        assert sum(odds.values()) == 1 and odds[card] > 0
        assert deck.refusal(order[:i], card) == ""
    assert deck.odds(order) == {} and deck.left(order) == []


@given(st.sampled_from(DECKS), st.lists(st.integers(0, 120), max_size=40))
@settings(max_examples=150)
def test_a_deck_never_reveals_more_copies_than_it_has(deck: Deck, cards: list[int]) -> None:
    seen: list[int] = []
    for card in (*cards, *deck.cards()):
        if not deck.refusal(seen, card):
            seen.append(card)
    assert len(seen) <= deck.size and not Counter(seen) - deck.cards()
    assert deck.fault(seen) == ""


TAPS = st.one_of(
    st.tuples(st.just("tick"), st.sampled_from(["board", "goods", "hand"]), st.booleans()),
    st.tuples(st.just("reveal"), st.sampled_from([100, 101, 102, 10, 1])),
    st.tuples(st.just("advance")),
    st.tuples(st.just("count"), st.integers(0, 1), st.integers(-5, 9)),
    st.tuples(st.just("fill"), st.integers(0, 1), st.integers(0, 13)),
    st.tuples(st.just("undo"), st.integers(1, 30)),
    st.tuples(st.just("start")),
)


def tap(journal: Journal, step: tuple[Any, ...]) -> None:
    """One thing a group may do; what the rules refuse leaves no entry."""
    play = journal.state.play
    if play is None:
        journal.start("I", players=2)
        return
    match step:
        case ("tick", key, on):
            journal.do("tick", step=key, on=on)
        case ("reveal", card):
            seen = play.seen.get("events", ())
            journal.do("reveal", deck="events", card=card, position=len(seen))
        case ("advance",):
            journal.do("advance", moment=play.moment.as_json())
        case ("count", seat, by):
            journal.do("count", track="points", seat=seat, by=by)
        case ("fill", seat, value):
            journal.do("fill", seat=seat, field="towns", value=value)
        case ("undo", seq):
            journal.do("undo", entry=seq)
        case ("start",):
            journal.do("start", chapter="I", seats=[{"name": "Ada"}, {"name": "Ben"}])


@given(st.lists(TAPS, max_size=25))
@settings(max_examples=100)
def test_replaying_is_the_same_as_going_step_by_step(taps: list[tuple[Any, ...]]) -> None:
    journal = Journal()
    journal.start("I", players=2)
    for step in taps:
        tap(journal, step)
    again = replay(journal.game, journal.entries)
    assert again == journal.state and again.seq == len(journal.entries)
    assert [row.refused for row in again.log] == [""] * len(journal.entries)


@given(st.lists(TAPS, max_size=15), st.integers(1, 16))
@settings(max_examples=100)
def test_undo_then_redo_is_the_same_state(taps: list[tuple[Any, ...]], seq: int) -> None:
    journal = Journal()
    journal.start("I", players=2)
    for step in taps:
        tap(journal, step)
    before = journal.state
    if not journal.do("undo", entry=seq):
        journal.must("undo", entry=len(journal.entries))
    assert journal.state == before


@given(st.lists(TAPS, max_size=30), st.lists(st.integers(1, 40), min_size=1, max_size=6))
@settings(max_examples=100)
def test_an_undo_far_back_is_the_same_as_replaying(
    taps: list[tuple[Any, ...]], seqs: list[int]
) -> None:
    with patch("companion.rules.journal.log.STRIDE", 2):  # so that short journals have marks too
        journal = Journal()
        journal.start("I", players=2)
        for step in taps:
            tap(journal, step)
        for seq in seqs:
            journal.do("undo", entry=seq)
            again = replay(journal.game, journal.entries)
            assert again == journal.state and again.log.revoked == journal.state.log.revoked
            assert list(again.log) == list(journal.state.log)
        for mark in journal.state.log.marks:
            assert mark.seq == len(mark.log) and not mark.log.marks


def test_an_undo_in_a_long_journal_folds_little_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal()
    journal.start("I", players=2)
    for n in range(1000):
        journal.must("tick", step="board", on=n % 2 == 0)
    assert len(journal.state.log.marks) < 20
    folded: list[int] = []

    tick = ACTIONS["tick"]

    def counted(act: Any, state: State, play: Play | None, apply: Any = tick.apply) -> State:
        folded.append(state.seq)
        return apply(act, state, play)

    monkeypatch.setattr(tick, "apply", counted)
    journal.must("undo", entry=1001)
    assert "board" in journal.play.ticks
    assert 0 < len(folded) <= STRIDE + 1
