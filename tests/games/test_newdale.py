"""Newdale's better option, its known cards, and who begins a chapter."""

from __future__ import annotations

import pytest

from companion.games import games
from companion.games.newdale.scoring import after_winner, best_option
from companion.rules.fields import Kind
from companion.rules.issues import errors
from companion.rules.journal.outcome import score
from companion.rules.parts.campaign import Finished
from companion.rules.parts.clock import OVER, Moment
from companion.rules.situation import fitting
from companion.show.lookup import look_up
from companion.show.setup.rows import doubt_questions, doubts_of
from tests.journal import Journal

GAME = games()["newdale"]
CHAPTERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def test_the_better_option_counts_what_is_left() -> None:
    options = {"first": (21, 8), "second": (12, 5)}
    assert best_option(options, 38) == ("first", 11)
    assert best_option(options, 20) == ("second", 6)
    assert best_option(options, 11) == ("none", 2)
    assert best_option({}, 50) == ("none", 10)


@pytest.mark.parametrize("copied", ["coins", "points"])
def test_an_option_of_which_only_half_was_copied_is_not_advised(copied: str) -> None:
    entry = {f.key: [] if f.kind is Kind.LIST else 0 for f in GAME.sheet.fields() if not f.sole}
    entry |= {f.key: f.choices[0].key for f in GAME.sheet.fields() if f.choices and not f.sole}
    entry |= {"objective": "none", "coins": 40}
    settings = {f"objective_first_{copied}": 5}
    said = score(GAME, "I", ["Ada", "Ben"], [entry, entry], settings=settings).issues
    assert "better" not in [issue.code for issue in said]


def test_the_special_buildings_and_sailors_are_as_many_as_the_box_holds() -> None:
    copies = {
        catalogue: sum(card.copies for card in GAME.catalogue if card.catalogue == catalogue)
        for catalogue in ("special", "sailors", "characters")
    }
    assert copies == {"special": 45, "sailors": 17, "characters": 6}


def fists(chapter: str) -> int:
    at = CHAPTERS.index(chapter)
    return sum(
        card.copies * card.details["fists"]
        for card in GAME.catalogue
        if "fists" in card.details
        and CHAPTERS.index(card.details["from"]) <= at <= CHAPTERS.index(card.details["to"])
    )


def test_warnings_about_fists_are_those_of_the_known_cards() -> None:
    known = {chapter: fists(chapter) for chapter in CHAPTERS}
    assert set(known.values()) == {14, 17, 20} and known["VIII"] == 14
    for supply in GAME.sheet.supplies:
        officers = 3 if "do-not-count" in supply.when.needs.get("watch-officers", ()) else 0
        for chapter in supply.when.needs["chapter"]:
            assert supply.most == known[chapter.rstrip("ab")] - officers, chapter


def test_characters_of_a_chapter_are_those_that_have_come_in() -> None:
    come = {c.key: c.details["from"] for c in GAME.catalogue if c.catalogue == "characters"}
    for chapter in GAME.chapters[1:]:
        known = GAME.facts_of(GAME.situation(chapter.key, 2, {})[0])["characters"].value
        at = CHAPTERS.index(chapter.key.rstrip("ab"))
        assert known == tuple(p for p, first in come.items() if CHAPTERS.index(first) <= at)


@pytest.mark.parametrize(
    ("winners", "seats", "first"),
    [(("Ada",), "Ada Ben", 1), (("Ben",), "Ada Ben", 0), (("Ada",), "Ada", 0),
     (("Ada", "Ben"), "Ada Ben", None), (("Cleo",), "Ada Ben", None), ((), "Ada", None),
     (("Ada",), "Ada Ben Ada", None)],
)  # fmt: skip
def test_the_seat_after_the_one_winner_begins(
    winners: tuple[str, ...], seats: str, first: int | None
) -> None:
    before = Finished("I", tuple(seats.split()), (1,) * len(seats.split()), winners)
    assert after_winner(before, seats.split()) == first


@pytest.mark.parametrize("chapter", [chapter.key for chapter in GAME.chapters])
def test_a_limit_names_only_cards_of_its_chapter(chapter: str) -> None:
    entry = {"track": 0, "fists": 15, "coins": 0, "towns": 0, "buildings": 0}
    found = errors(score(GAME, chapter, ["Ada"], [entry], {}).issues)
    assert [(issue.field, issue.code) for issue in found] == [("fists", "too-high")]
    assert "14 fists" in found[0].message
    removed = GAME.facts_of(GAME.situation(chapter, 1, {})[0])["removed"].value
    assert not any(name in found[0].message for name in removed)


def test_the_market_of_round_seven_is_still_there_when_points_are_counted() -> None:
    told = Journal("newdale")
    told.start("I")
    while told.play.moment != OVER:
        if told.play.moment == Moment(7, "assistants"):
            told.must("count", track="yellow", to=3)
        told.must("advance", moment=told.play.moment.as_json())
    assert told.play.tracks["yellow"] == (3,), "grapes and tiles count it (R7)"


def finds(journal: Journal, kind: str) -> dict[str, str]:
    """What can be looked up of a kind, by its label."""
    section = next(one for one in look_up(journal.play, "", kind).kinds if one.key == kind)
    return {find.label: " ".join(find.says) for find in section.finds}


def test_a_bonus_tile_says_what_it_counts_and_that_own_assistants_count() -> None:
    journal = Journal("newdale")
    journal.start("I", 2)
    tiles = finds(journal, "bonus-tiles")
    assert tiles["Cards for yellow"] == "Draw 1 card per yellow assistant in the market"
    assert tiles["1 good on any building"] == "1 good on a building of yours that makes goods"
    assert tiles["Assistants in the market"].startswith("Also count your own")
    assert all(tiles.values()) and len(tiles) == 16


def test_actions_are_told_as_the_book_has_them() -> None:
    journal = Journal("newdale")
    journal.start("I", 2)
    told = finds(journal, "actions")
    assert "draw the same number. Then draw 3 in any case" in told["Cards"]
    assert "makes goods, Coal Mine included" in told["Black Market"]
    assert "where you have none. Other players may have one there" in told["Building"]
    assert "Buy one token per action" in told["Growth: token 4"]
    told = finds(journal, "production")
    assert "the chain, or both" in told["Production"]
    assert "3 cards for each, or 2" in told["Missing assistants"]


def on_display(journal: Journal) -> tuple[str, list[str]]:
    """What the set-up says of the display, and what it asks."""
    step = next(
        one for one in journal.game.checklist(journal.play.situation) if one.key == "display"
    )
    facts = journal.play.known()
    doubts = doubts_of(journal.state, journal.play, facts, ())
    return step.text, [
        one.label for one in doubt_questions(journal.state, journal.play, step, doubts)
    ]


def test_sawmills_are_asked_about_chapter_by_chapter() -> None:
    journal = Journal("newdale")
    journal.start("II", 3)
    asked = "Does p. 16 name Sawmills for this chapter?"
    assert on_display(journal)[1] == [asked]
    assert "sawmill-chapter" not in {r.key for r in fitting(GAME.rulings, journal.play.situation)}
    journal.must("record", fact="sawmills_named", value="no")
    assert on_display(journal) == ("Set out the common display: none.", [asked])
    journal.start("IIIa", 3)
    shown = on_display(journal)[0]
    assert shown.startswith("If p. 16 names buildings"), "another chapter is open"
    journal.must("record", fact="sawmills_named", value="yes")
    assert on_display(journal)[0] == "Set out the common display: Sawmill × 3."
    journal.must("record", fact="sawmills", value=2)
    assert on_display(journal)[0] == "Set out the common display: Sawmill × 2."


def test_the_starting_player_reads_out_and_the_reset_empties_the_bag_of_hooded_ones() -> None:
    journal = Journal("newdale")
    journal.start("II", 3)
    steps = {step.key: step.text for step in journal.game.checklist(journal.play.situation)}
    assert steps["read"].startswith("As starting player, read out “Previously”")
    reset = next(step.text for step in GAME.graph.between if step.key == "reset")
    assert "take out any Hooded Ones" in reset
