"""Tybor: ranking and totals against brute force, and the calculators."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from companion.games.tybor import scoring
from companion.games.tybor.scoring import COLOURS
from companion.rules.journal.outcome import Scored, score
from companion.rules.situation import Situation
from companion.show.plan import following
from companion.show.play.screen import play_page
from companion.show.rulings import ground
from companion.show.score.boxes import box
from companion.show.score.questions import asked
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.checklist import set_up
from tests.journal import HOST, Journal

GAME = games()["tybor"]
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]
SYMBOLS = scoring.SYMBOLS
NEEDED = ("printed", *COLOURS, *SYMBOLS, "citizens", "strength")


def situation(players: int = 3, **settings: Any) -> Situation:
    found, issues = GAME.situation("I", players, settings)
    assert not issues
    return found


def scored(entries: list[dict[str, Any]], **settings: Any) -> Scored:
    found = score(GAME, "I", NAMES[: len(entries)], entries, settings)
    assert found.result, found.issues
    return found


def lines(found: Scored, seat: int) -> dict[str, int]:
    return {line.category: line.points for line in found.breakdowns[seat].lines}


@st.composite
def tableaux(draw: st.DrawFn) -> dict[str, Any]:
    """One player's tableau that could lie on a table of two to four."""
    entry: dict[str, Any] = {c: draw(st.integers(0, 2)) for c in COLOURS}
    owned = sum(entry.values())
    entry |= {symbol: draw(st.integers(0, 5)) for symbol in SYMBOLS}
    on_buildings = sum(min(entry[s], n) for s, n in scoring.ON_BUILDINGS.items())
    spare = draw(st.integers(0, min(on_buildings, owned)))
    entry["citizens"] = sum(entry[s] for s in SYMBOLS) - spare
    entry["great"] = draw(st.integers(0, owned))
    for key in ("printed", "strength", "symbols"):
        entry[key] = draw(st.integers(0, 30))
    for key in ("sets", *(f"{kind}_{c}" for kind in ("most", "pairs") for c in COLOURS)):
        entry[key] = draw(st.integers(0, 2))
    entry["secret"] = "+".join(draw(st.permutations(COLOURS))[:3])
    return entry


def fits(entries: list[dict[str, Any]]) -> bool:
    """Whether one copy has the Characters for so many Citizens."""
    return sum(entry["citizens"] for entry in entries) <= 59


TABLES = st.lists(tableaux(), min_size=2, max_size=4).filter(fits)


def by_hand(entries: list[dict[str, Any]], seat: int) -> int:
    """A tableau's points without public objectives, written down once more from A5."""
    e = entries[seat]
    rivals = [entry for i, entry in enumerate(entries) if i != seat]
    points = int(e["printed"])
    for colour in COLOURS:
        if all(rival[colour] <= e[colour] for rival in rivals):
            points += 3 * e[f"most_{colour}"]
        points += 2 * (e[colour] // 2) * e[f"pairs_{colour}"]
    points += 3 * e["sets"] * min(e[c] for c in COLOURS)
    points += e["farmers"] // 3 * 5 + e["merchants"] // 4 * e["citizens"]
    points += e["soldiers"] // 4 * 8 + (5 if e["priests"] else 0)
    points += [0, 1, 3, 6, 10, 15][e["captains"]]
    points += 5 * min(e[c] for c in e["secret"].split("+"))
    return points + prize([entry["craftsmen"] for entry in entries], seat)


def prize(counts: list[int], seat: int) -> int:
    """6 and 2 by sorting, not by counting who is ahead."""
    ranks = sorted(set(counts) - {0}, reverse=True)
    if not counts[seat]:
        return 0
    if counts[seat] == ranks[0]:
        return 6
    second = counts.count(ranks[0]) == 1 and counts[seat] == ranks[1]
    return 2 if second else 0


@given(st.lists(st.integers(0, 4), min_size=2, max_size=8))
def test_craftsmen_are_ranked_as_by_hand(counts: list[int]) -> None:
    zero = dict.fromkeys(("printed", "strength", *COLOURS, *SYMBOLS), 0)
    entries = [{**zero, "craftsmen": n, "citizens": n, "secret": "red+green+blue"} for n in counts]
    found = scored(entries)
    got = [lines(found, seat)["craftsmen"] for seat in range(len(counts))]
    assert got == [prize(counts, seat) for seat in range(len(counts))]


@given(TABLES)
def test_totals_and_places_agree_with_the_sheet_worked_by_hand(
    entries: list[dict[str, Any]],
) -> None:
    found = scored(entries)
    totals = [by_hand(entries, seat) for seat in range(len(entries))]
    assert [b.total for b in found.breakdowns] == totals
    assert all(line.points >= 0 for b in found.breakdowns for line in b.lines)
    assert found.result is not None
    merits = [(total, e["strength"]) for total, e in zip(totals, entries, strict=True)]
    best = max(merits)
    assert list(found.result.winners) == [i for i, merit in enumerate(merits) if merit == best]


@given(TABLES, st.permutations(range(4)))
def test_nobody_scores_otherwise_for_sitting_elsewhere(
    entries: list[dict[str, Any]], order: list[int]
) -> None:
    seats = [seat for seat in order if seat < len(entries)]
    before, after = scored(entries), scored([entries[seat] for seat in seats])
    assert [before.breakdowns[s].total for s in seats] == [b.total for b in after.breakdowns]


@pytest.mark.parametrize(
    ("captains", "ruling", "points"),
    [
        (0, "three-each", 2),
        (4, "three-each", 2),
        (5, "three-each", 6),
        (5, "on-top", 3),
        (7, "three-each", 3),
    ],
)
def test_the_next_captain_follows_the_group_s_table(
    captains: int, ruling: str, points: int
) -> None:
    here = situation(captain_table=[2, 4, 7, 10, 12], **{"beyond-five": ruling})
    aid = GAME.aid("thresholds")
    assert aid
    steps = aid.ask(GAME, here, {"captains": captains})[0]["next"]
    assert next(step["points"] for step in steps if step["field"] == "captains") == points


def test_hands_are_passed_on_the_way_the_scenario_says() -> None:
    aid = GAME.aid("passing")
    assert aid
    escape = situation(4, scenario="escape")
    answer = aid.ask(GAME, escape, {"stage": 2, "seat": 0})[0]
    assert (answer["to"], answer["way"], answer["hand"]) == (3, "right", 5)
    assert aid.ask(GAME, escape, {"stage": 1, "seat": 0})[0]["hand"] == 7
    assert aid.ask(GAME, situation(5), {"stage": 1, "seat": 0})[0]["next"] == 1


def test_the_guessed_captain_table_is_the_one_we_ask_to_compare() -> None:
    assert tuple(situation().settings["captain_table"]) == scoring.GUESS


def test_a_group_s_names_reach_labels_and_workings() -> None:
    here = situation(red_name="ochre", craftsmen_name="labourers")
    labels = [field.label for field in GAME.worded(here.settings).sheet.fields()]
    assert "Ochre Buildings" in labels
    assert "Labourers symbols" in labels
    assert "“No one has more ochre” cards" in labels
    zero = dict.fromkeys(("printed", "strength", "citizens", *COLOURS, *SYMBOLS), 0)
    entry = {**zero, "red": 1, "most_red": 1, "secret": "red+green+blue"}
    found = scored([entry, entry], red_name="ochre")
    working = {line.category: line.working for line in found.breakdowns[0].lines}
    assert working["majority"] == "ochre 1, no one has more: 1 × 3"
    assert working["secret"] == "ochre 1, green 0 and blue 0: 0 sets × 5"


def test_a_stage_plays_as_many_cards_as_are_dealt() -> None:
    for scenario in ("open", "escape"):
        here = situation(scenario=scenario)
        dealt = GAME.facts_of(here)["hand"].value
        phases = [GAME.clock.phases_of(here, number) for number in (1, 2, 3, 4)]
        assert [sum(p.key.startswith("pick") for p in some) for some in phases] == list(dealt)
        now = [GAME.facts_of(here.at(number))["hand_now"].value for number in (1, 2, 3, 4)]
        assert now == list(dealt)


def test_a_typed_sum_shows_in_the_working() -> None:
    zero = dict.fromkeys(("strength", "citizens", *COLOURS, *SYMBOLS), 0)
    entry = {**zero, "printed": "3+5+2", "red": 3, "secret": "red+green+blue"}
    (first, *_) = scored([entry, entry]).breakdowns[0].lines
    assert (first.points, first.working) == (10, "3+5+2 = 10")


def told(**settings: str) -> Journal:
    journal = Journal("tybor")
    journal.start("I", players=2, settings=settings)
    return journal


def test_scoring_asks_which_objectives_are_in_play_instead_of_giving_nothing() -> None:
    journal = told()
    for seat in (0, 1):
        journal.fill(seat, **dict.fromkeys(NEEDED, 0), secret="red+green+blue")
    sheet = sheet_of(journal.play, Asking(0))
    missing = sheet.missing()
    assert missing and missing.key == "objectives" and not sheet.filled
    points = {group.key: group.points for group in sheet.seats[0].groups}
    assert points["objectives"] is None and points["farmers"] == 0
    journal.must("record", fact="objectives", value=[])
    sheet = sheet_of(journal.play, Asking(0))
    assert sheet.filled and sheet.missing() is None


def test_a_secret_objective_counts_at_a_full_table_before_the_others_have_told_theirs() -> None:
    journal = Journal("tybor")
    journal.start("I", 8)
    journal.must("record", fact="objectives", value=["five-citizens"])
    secret = ["red", "yellow", "green"]
    journal.fill(0, printed=20, red=1, yellow=2, green=1, citizens=0, secret=secret)
    own = sheet_of(journal.play, Asking(0)).seats[0]
    assert (own.subtotal, own.so_far) == (25, False)


def test_the_captain_table_is_doubted_beside_its_line_until_somebody_has_looked() -> None:
    journal = told()
    captains = GAME.sheet.by_key["captains"]
    assert box(journal.play, 0, captains, []).hint.endswith("score 1, 3, 6, 10 and 15?")
    asks = {question.key: question.way for question in asked(journal.play, [], ())}
    assert asks["captain_table"] == "numbers" and asks["captain-values"] == "tap"
    journal.must("rule", ruling="captain-values", value="confirmed")
    assert box(journal.play, 0, captains, []).hint.endswith("score 1, 3, 6, 10 and 15")
    assert "captain_table" not in [q.key for q in asked(journal.play, [], ("captain-values",))]


def test_a_row_of_a_card_may_be_typed_into_the_first_of_its_boxes() -> None:
    journal = told()
    journal.must("record", fact="captain_table", value=["1 2 4 7 11", "3", "6", "10", "15"])
    assert journal.play.situation["captain_table"] == (1, 2, 4, 7, 11)


def test_a_captain_table_that_the_group_has_told_is_not_called_ours() -> None:
    journal = told()
    journal.must("record", fact="captain_table", value=["1", "2", "4", "7", "11"])
    there = ground(journal.state, journal.play)
    asked_there = {one.key: one for one in there.usual}
    assert asked_there["captain-values"].now == "Yes"
    assert " our " not in asked_there["captain-values"].label


@pytest.mark.parametrize("typed", [["1 2 4", "3", "6", "10", "15"], ["1", "2 4", "", "7", "11"]])
def test_a_captain_table_with_numbers_missing_is_asked_for_whole(typed: list[str]) -> None:
    (issue,) = told().do("record", fact="captain_table", value=typed)
    assert issue.message.endswith(": 5 numbers are needed.")


def test_a_captain_table_that_was_copied_is_not_doubted_any_more() -> None:
    journal = told()
    journal.must("record", fact="captain_table", value=["1 2 4 7 11", "3", "6", "10", "15"])
    hint = box(journal.play, 0, GAME.sheet.by_key["captains"], []).hint
    assert hint.endswith("score 1, 2, 4, 7 and 11")
    questions = [question.key for question in asked(journal.play, [], ())]
    assert "captain-values" not in questions and "captain_table" not in questions
    settled = {one.key: one for one in ground(journal.state, journal.play).usual}
    assert settled["captain-values"].now == "Yes"
    assert in_set_up(journal, "captain-table") == ["captain_table"]
    journal.must("record", fact="captain_table", value=[1, 3, 6, 10, 15])  # as we thought
    assert not box(journal.play, 0, GAME.sheet.by_key["captains"], []).hint.endswith("?")
    assert in_set_up(journal, "captain-table") == ["captain_table"]


def test_a_captain_table_that_nobody_compared_is_asked_about_in_set_up() -> None:
    assert in_set_up(told(), "captain-table") == ["captain_table", "captain-values"]


def in_set_up(journal: Journal, step: str) -> list[str]:
    """What a step of the set-up asks."""
    rows = [row for part in set_up(journal.state, journal.play, HOST).parts for row in part.rows]
    return [question.key for row in rows if row.key == step for question in row.questions]


def test_what_may_wait_is_asked_apart_from_what_is_needed() -> None:
    sheet = sheet_of(told().play, Asking(1))
    assert [question.key for question in sheet.needed] == ["objectives"]
    waits = [question.key for question in sheet.to_check]
    assert waits == ["captain_table", "captain-values", "scenario"]


def test_every_chapter_draws_its_scenario_anew() -> None:
    journal = told(scenario="escape")
    assert journal.play.situation["scenario"] == "escape"
    assert "scenario" not in following(journal.state).options


def test_what_the_cards_say_can_still_be_told_while_playing() -> None:
    journal = told()
    questions = play_page(journal.state, journal.play).card_facts.open
    assert {"objectives", "effects"} <= {question.key for question in questions}
    journal.must("record", fact="effects", value=["discard-one"])
    page = play_page(journal.state, journal.play).card_facts
    assert "effects" not in [question.key for question in page.open]
    assert "Everyone discards a Citizen or Worker" in [line.said for line in page.lines]


def test_with_size_matters_a_missing_objective_is_waited_for_and_chapter_seven_has_none() -> None:
    def waits(chapter: str, scenario: str) -> bool:
        told = Journal("tybor")
        told.start(chapter, players=2, settings={"scenario": scenario})
        shown = sheet_of(told.play, Asking(0))
        return any(q.key == "objectives" and q.issue for q in shown.asked)

    assert waits("II", "size-matters") and waits("II", "escape") and waits("VII", "size-matters")
    assert not waits("VII", "escape")
