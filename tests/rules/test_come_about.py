"""Reminders by situation: what has come about in a play decides what is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games import games
from companion.games.merchants.guide import turn
from companion.rules.aids.guide import Said
from companion.rules.aids.table import Table
from companion.rules.journal.outcome import reminder_conditions
from companion.rules.parts.clock import OVER
from companion.rules.soundness import faults
from companion.show.play.screen import AT_ONCE, play_page
from tests.journal import Journal


def said(journal: Journal) -> list[str]:
    play = journal.play
    return [row.key for row in play.game.clock.reminders_at(play.moment, reminder_conditions(play))]


def go_to(journal: Journal, number: int, phase: str) -> None:
    while (journal.play.moment.round, journal.play.moment.phase) != (number, phase):
        journal.must("advance", moment=journal.play.moment.as_json())


def test_a_building_is_spoken_of_once_an_event_has_brought_it_in() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", story=False)
    go_to(journal, 2, "producing")
    assert "towers" not in said(journal)
    journal.must("record", fact="introduced", add=["40"], play=0)
    assert "towers" in said(journal)
    journal.must("record", fact="introduced", drop=["40"], play=0)
    assert "towers" not in said(journal)


def test_a_character_is_spoken_of_where_it_was_drawn() -> None:
    spoken = set()
    for seed in range(1, 9):
        journal = Journal()
        journal.start("VII", 2, story=False)
        journal.must("draw", draw="characters", seed=seed)
        go_to(journal, 1, "building")
        assert ("reitzke" in said(journal)) == ("P06" in journal.play.drawn["characters"])
        spoken.add("reitzke" in said(journal))
    assert spoken == {True, False}


def test_that_the_end_is_near_is_said_until_the_last_round_is_known() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", 2)
    go_to(journal, 8, "new-cards")
    assert "one-to-go" not in said(journal)
    journal.must("count", track="buildings", seat=1, to=7)
    assert said(journal)[0] == "one-to-go"
    journal.must("count", track="buildings", seat=1, to=8)
    go_to(journal, 9, "new-cards")
    assert "one-to-go" not in said(journal)


def test_an_event_is_spoken_of_only_in_its_round() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", 1)
    for position, card in enumerate((16, 17, 19)):
        go_to(journal, position + 1, "event")
        journal.must("reveal", deck="events", card=card, position=position)
    go_to(journal, 4, "event")
    assert "card-fifteen" not in said(journal)
    journal.must("reveal", deck="events", card=15, position=3)
    assert said(journal)[0] == "card-fifteen"
    go_to(journal, 5, "event")
    assert "card-fifteen" not in said(journal)


def test_a_steed_is_spoken_of_in_its_owners_turn() -> None:
    journal = Journal("merchants")
    journal.start("base", 4)
    journal.must("draw", draw="steeds", seed=3)
    steeds = journal.play.drawn["steeds"]
    assert {"Longshadow", "Sugarfoot"} & {*steeds}
    journal.must("pace", value="phase")
    for steed in steeds:
        allowed = [told.text for told in turn(Table(journal.play, 0)) if isinstance(told, Said)]
        assert len(allowed) == (steed in ("Longshadow", "Sugarfoot"))
        assert all(steed in text for text in allowed)
        journal.must("advance", moment=journal.play.moment.as_json())


def test_the_private_concern_is_spoken_of_in_its_own_turn() -> None:
    journal = Journal("merchants")
    seats = [{"name": "Ada"}, {"name": "Private Concern", "person": None}]
    journal.must("start", chapter="base", seats=seats)
    assert "concern-turn" not in said(journal)
    journal.must("advance", moment=journal.play.moment.as_json())
    assert said(journal)[0] == "concern-turn"


def test_a_reminder_names_card_facts_only_with_what_it_says_before_they_are_told() -> None:
    game = games()["tybor"]
    (named,) = (r for r in game.clock.reminders if r.key == "effects-stage")

    named = replace(named, text="{citizens_needed} Citizens", unknown="Enough Citizens")

    def said_of(**changes: str) -> list[str]:
        others = tuple(r for r in game.clock.reminders if r.key != named.key)
        clock = replace(game.clock, reminders=(*others, replace(named, **changes)))
        return [fault.message for fault in faults(replace(game, clock=clock))]

    assert said_of() == []
    (fault,) = said_of(unknown="")
    assert fault.startswith("says nothing as long as")
    (fault,) = said_of(text="{weather} Citizens")
    assert fault.startswith("no fact 'weather'")
    (fault,) = said_of(unknown="{citizens_needed} Citizens")
    assert fault.startswith("no word 'citizens_needed'")


@pytest.mark.parametrize("slug", sorted(games()))
def test_two_reminders_at_most_are_said_at_once(slug: str) -> None:
    journal = Journal(slug)
    journal.start(journal.game.chapters[-1].key)
    for _ in range(60):
        page = play_page(journal.state, journal.play)
        assert len(page.reminders) <= AT_ONCE == 2
        if journal.play.moment == OVER:
            break
        journal.must("advance", moment=journal.play.moment.as_json())
