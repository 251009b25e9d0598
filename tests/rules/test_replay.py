"""The journal: what may be told, what it comes to, and how it is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import games
from companion.rules.actions import ACTIONS, Malformed, action
from companion.rules.actions.table import Undo
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay
from companion.rules.parts.clock import OVER
from tests.journal import Journal, codes

EMPTY = {"track": 0, "fists": 0, "coins": 0, "towns": 0, "buildings": 0}


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    journal.start("I", first=1, story=True)
    return journal


def scored(journal: Journal, *tracks: int) -> Journal:
    for seat, track in enumerate(tracks):
        journal.fill(seat, **{**EMPTY, "track": track})
    journal.must("finish")
    return journal


def test_a_play_starts_at_its_first_moment(journal: Journal) -> None:
    assert journal.play.moment.as_json() == [1, "event", None]
    assert journal.play.tracks["points"] == (3, 3, 3)
    assert journal.play.names == ("Ada", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"chapter": "IX", "seats": [{"name": "Ada"}]}, "unknown-choice"),
        ({"chapter": "I", "seats": []}, "players"),
        ({"chapter": "I", "seats": [{"name": str(n)} for n in range(5)]}, "players"),
        ({"chapter": "I", "seats": [{"name": " "}]}, "missing"),
        ({"chapter": "I", "seats": [{"name": "x" * 41}]}, "missing"),
        ({"chapter": "I", "seats": [{"name": "Ada", "colour": "pink"}]}, "unknown-choice"),
        ({"chapter": "I", "seats": [{"name": "Ada"}], "first": 1}, "players"),
        ({"chapter": "I", "seats": [{"name": "Ada"}], "settings": {"x": 1}}, "unknown-field"),
        ({"chapter": "II", "seats": [{"name": "Ada"}], "story": True}, "conflict"),
    ],
)
def test_a_bad_start_is_refused(data: dict[str, Any], code: str) -> None:
    assert codes(Journal().do("start", **data)) == [code]


def test_a_colour_is_taken_once() -> None:
    seats = [{"name": "Ada", "colour": "gray"}, {"name": "Ben", "colour": "gray"}]
    assert codes(Journal().do("start", chapter="I", seats=seats)) == ["conflict", "conflict"]


def test_nothing_can_be_told_before_a_play() -> None:
    for kind, data in {"tick": {"step": "board"}, "finish": {}, "note": {"text": "hi"}}.items():
        assert codes(Journal().do(kind, **data)) == ["conflict"]


def test_ticks_come_and_go(journal: Journal) -> None:
    journal.must("tick", step="board")
    assert "board" in journal.play.ticks
    journal.must("tick", step="board", on=False)
    assert "board" not in journal.play.ticks
    assert codes(journal.do("tick", step="volcano")) == ["unknown-field"]


def test_an_impossible_event_is_refused_with_the_reason(journal: Journal) -> None:
    found = journal.do("reveal", deck="events", card=105, position=0)
    assert found[0].message == "Card 105 can’t be in rounds 1-3. Only 100-102 can."
    journal.must("reveal", deck="events", card=102, position=0)
    assert codes(journal.do("reveal", deck="events", card=100, position=0)) == ["stale"]
    assert codes(journal.do("reveal", deck="events", card=102, position=1)) == ["unknown-choice"]
    assert codes(journal.do("reveal", deck="events", card=100, position=2)) == ["stale"]


def test_an_earlier_reveal_can_be_corrected(journal: Journal) -> None:
    for position, card in enumerate((102, 100)):
        journal.must("reveal", deck="events", card=card, position=position)
    journal.must("reveal", deck="events", card=101, position=0, correction=True)
    assert journal.play.seen["events"] == (101, 100)
    journal.must("reveal", deck="events", card=100, position=0, correction=True)
    assert journal.play.seen["events"] == (100, 101)
    wrong = journal.do("reveal", deck="events", card=10, position=0, correction=True)
    assert codes(wrong) == ["unknown-choice"]
    assert codes(journal.do("reveal", deck="events", card=102, position=5, correction=True)) == [
        "stale"
    ]


def test_a_deck_shuffled_here_comes_in_its_order(journal: Journal) -> None:
    journal.must("shuffle", deck="events", seed=11)
    order = journal.play.orders["events"]
    other = next(card for card in (100, 101, 102) if card != order[0])
    assert codes(journal.do("reveal", deck="events", card=other, position=0)) == ["conflict"]
    for position, card in enumerate(order):
        journal.must("reveal", deck="events", card=card, position=position)
    assert codes(journal.do("shuffle", deck="events", seed=1)) == ["conflict"]


def test_the_game_advances_from_the_moment_named(journal: Journal) -> None:
    moment = journal.play.moment.as_json()
    journal.must("advance", moment=moment)
    assert journal.play.moment.phase == "planning"
    assert codes(journal.do("advance", moment=moment)) == ["stale"]


def test_seven_rounds_and_final_production_end_the_game(journal: Journal) -> None:
    seen = []
    while journal.play.moment != OVER:
        seen.append((journal.play.moment.round, journal.play.moment.phase))
        journal.must("advance", moment=journal.play.moment.as_json())
    assert len(seen) == 7 * 7 + 1 and seen[-1] == (7, "final-production")
    assert codes(journal.do("advance", moment=journal.play.moment.as_json())) == ["conflict"]


def prompted(journal: Journal) -> list[str]:
    return [journal.play.prompted(prompt) for prompt in journal.play.prompts]


def test_passing_a_mark_prompts_for_cards_until_drawn(journal: Journal) -> None:
    journal.must("count", track="points", seat=2, by=8)
    (prompt,) = journal.play.prompts
    assert (prompt.seat, journal.play.prompted(prompt)) == (2, "passed 5 and 10: draw 4 cards")
    journal.must("tick", step=prompt.key)
    assert journal.play.prompts == ()


def test_a_prompt_stays_until_it_is_done(journal: Journal) -> None:
    journal.must("count", track="points", seat=2, by=8)
    for _ in range(7):
        journal.must("advance", moment=journal.play.moment.as_json())
    assert prompted(journal) == ["passed 5 and 10: draw 4 cards"]


def test_a_prompt_goes_when_its_cause_is_corrected(journal: Journal) -> None:
    journal.must("count", track="points", seat=1, by=3)
    journal.must("count", track="points", seat=2, by=8)
    journal.must("count", track="points", seat=2, by=1)
    journal.must("count", track="points", seat=2, to=7)
    assert prompted(journal) == ["passed 5: draw 2 cards"] * 2
    journal.must("count", track="points", seat=2, by=-3)
    assert [prompt.seat for prompt in journal.play.prompts] == [1]


def test_the_labour_market_is_emptied_each_round(journal: Journal) -> None:
    journal.must("count", track="yellow", to=4)
    for _ in range(7):
        journal.must("advance", moment=journal.play.moment.as_json())
    assert journal.play.moment.round == 2 and journal.play.tracks["yellow"] == (0,)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"track": "gold", "by": 1}, "unknown-field"),
        ({"track": "points", "by": 1}, "players"),
        ({"track": "points", "seat": 3, "by": 1}, "players"),
        ({"track": "yellow", "seat": 0, "by": 1}, "players"),
        ({"track": "yellow", "by": -1}, "too-low"),
        ({"track": "yellow", "to": 23}, "too-high"),
    ],
)
def test_impossible_counts_are_refused(journal: Journal, data: dict[str, Any], code: str) -> None:
    assert codes(journal.do("count", **data)) == [code]


def test_a_finished_play_needs_a_whole_sheet(journal: Journal) -> None:
    assert set(codes(journal.do("finish"))) == {"missing"}
    scored(journal, 10, 20, 15)
    assert codes(journal.do("finish")) == ["stale"]


def test_a_finished_score_can_be_corrected_but_not_broken(journal: Journal) -> None:
    scored(journal, 10, 20, 15)
    journal.must("fill", seat=0, field="track", value=30)
    outcome = journal.play.outcome
    assert outcome is not None and outcome.winners == ("Ada",)
    assert codes(journal.do("fill", seat=0, field="towns", value=12)) == ["too-high"]


def test_the_story_goes_on_after_the_winner(journal: Journal) -> None:
    scored(journal, 10, 20, 15)
    assert journal.state.cup() == ("Ben",)
    assert journal.state.next_first(["Ada", "Ben", "Cleo"]) == 2
    assert journal.state.next_first(["Ada", "Cleo"]) is None  # the cup holder is away
    journal.start("II", first=2, story=True)
    assert journal.play.situation["starter"] == "after-winner"


def test_the_story_cannot_skip_a_chapter(journal: Journal) -> None:
    seats = [{"name": "Ada"}]
    unfinished = journal.do("start", chapter="II", seats=seats, story=True)
    assert unfinished[0].message == "Finish Chapter I first."
    scored(journal, 1, 2, 3)
    skipped = journal.do("start", chapter="VI", seats=seats, story=True)
    assert skipped[0].message == "After I comes II."


def test_what_was_introduced_is_carried_on(journal: Journal) -> None:
    journal.must("record", fact="introduced", value=["200", "203"])
    scored(journal, 1, 2, 3)
    journal.start("II", story=True)
    assert journal.play.known()["numbered"].value == (200, 203)
    journal.must("record", fact="introduced", value=["201"])
    scored(journal, 1, 2, 3)
    journal.must("branch", to="IIIb")
    assert codes(journal.do("start", chapter="IIIa", seats=[{"name": "A"}], story=True)) == [
        "conflict"
    ]
    journal.start("IIIb", story=True)
    assert journal.play.known()["numbered"].value == (200, 201, 203)


def test_a_list_is_told_thing_by_thing_and_an_undo_leaves_the_others(journal: Journal) -> None:
    for thing in ("200", "P05", "201", "200"):
        journal.must("record", fact="introduced", add=[thing])
    assert journal.play.facts["introduced"] == ("200", "P05", "201")
    journal.must("record", fact="introduced", drop=["200"])
    told = journal.state.log[-1].sentence(journal.state)
    assert told == "Added by this chapter’s events: not Building 200."
    journal.must("undo", entry=3)
    assert journal.play.facts["introduced"] == ("201",)
    assert codes(journal.do("record", fact="introduced", add=["9"])) == ["unknown-choice"]
    assert codes(journal.do("record", fact="town", add=["9"])) == ["missing"]


@pytest.mark.parametrize(("slug", "key", "value", "words"), [
    ("newdale", "introduced", ["200", "P05"], "Building 200 and P05 Gunda"),
    ("newdale", "introduced", [], "none"),
    ("newdale", "target", 50, "50"),
    ("newdale", "target", None, "not entered"),
    ("newdale", "target", "nonsense", "nonsense"),
    ("newdale", "solo_task_met", False, "no"),
    ("tybor", "captain_table", [1, 3, 6, 10, 15], "1, 3, 6, 10, 15"),
    ("merchants", "five", "book", "Book"),
    ("merchants", "oracle", "a moon", "a moon"),
])  # fmt: skip
def test_a_card_fact_says_its_value_in_words(slug: str, key: str, value: Any, words: str) -> None:
    fact = next(fact for fact in games()[slug].card_facts if fact.key == key)
    assert fact.words(value) == words


def test_the_story_knows_where_v_starts() -> None:
    journal = Journal()
    for chapter in ("I", "II", "IIIa", "IVb", "V"):
        journal.start(chapter, story=True)
        if chapter != "V":
            scored(journal, 1, 2, 3)
    assert journal.play.known()["start"].value == ("Thickthorn",)


def test_card_facts_are_remembered_for_their_chapter(journal: Journal) -> None:
    journal.must("record", fact="objective_first_points", value=8)
    journal.start("II")
    assert journal.play.situation["objective_first_points"] is None
    journal.start("I")
    assert journal.play.situation["objective_first_points"] == 8
    journal.must("record", fact="objective_first_points", value=None)
    assert journal.play.situation["objective_first_points"] is None


def test_a_ruling_told_later_scores_finished_plays_anew_and_the_log_says_so(
    journal: Journal,
) -> None:
    for seat in range(3):
        journal.fill(seat, **{**EMPTY, "track": -2})
    journal.must("finish")
    journal.must("rule", ruling="below-zero", value="stop-at-zero")
    totals = [breakdown.total for breakdown in (journal.play.scored or ([], None))[0]]
    assert totals == [0, 0, 0]
    told = journal.state.log[-1].sentence(journal.state)
    assert told.endswith("Scored again: Chapter I.")
    journal.start("II", story=True)
    assert journal.play.situation["below-zero"] == "stop-at-zero"
    assert codes(journal.do("rule", ruling="below-zero", value="maybe")) == ["unknown-choice"]
    assert codes(journal.do("rule", ruling="chess", value="no")) == ["unknown-field"]


def test_draws_keep_what_is_locked() -> None:
    journal = Journal()
    journal.start("II")
    journal.must("draw", draw="characters", seed=1)
    first = journal.play.drawn["characters"]
    assert len(set(first)) == 3
    journal.must("draw", draw="characters", seed=2, kept=[first[0]])
    assert journal.play.drawn["characters"][0] == first[0]
    assert codes(journal.do("draw", draw="characters", seed=3, kept=["P06"])) == ["unknown-choice"]
    journal.must("draw", draw="bonus-tiles", seed=4)
    assert len(journal.play.drawn["bonus-tiles"]) == 21
    journal.must("draw", draw="first", seed=5)
    (drawn,) = journal.play.drawn["first"]
    assert journal.play.situation.first == drawn
    journal.must("begin", seat=(drawn + 1) % 3)
    assert journal.play.situation.first == (drawn + 1) % 3
    assert codes(journal.do("begin", seat=3)) == ["players"]


def test_locked_things_stay_in_their_place() -> None:
    journal = Journal()
    journal.start("VII", players=4)
    journal.must("draw", draw="characters", seed=1)
    first = journal.play.drawn["characters"]
    journal.must("draw", draw="characters", seed=9, kept=[first[2], first[0]])
    again = journal.play.drawn["characters"]
    assert (again[0], again[2]) == (first[0], first[2]) and len(set(again)) == 4
    for wrong in ([[1]], [{}], [*first, "P06"], ["P07"]):
        assert journal.do("draw", draw="characters", seed=3, kept=wrong)


def test_a_ruling_that_changes_a_deck_undoes_its_shuffle() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", players=2)
    journal.must("shuffle", deck="events", seed=3)
    journal.must("rule", ruling="final-chains", value="as-ever")
    assert "events" in journal.play.orders
    journal.must("rule", ruling="chapter-i-top", value="25")
    assert journal.play.orders == {}


def test_the_change_over_can_be_ticked_in_a_story(journal: Journal) -> None:
    assert codes(journal.do("tick", step="over-put-away-events-cards")) == ["unknown-field"]
    scored(journal, 1, 2, 3)
    journal.start("II", story=True)
    journal.must("tick", step="over-put-away-events-cards")
    assert journal.state.log[-1].sentence(journal.state) == "Ticked: Put away 100 and 102 (Events)."
    journal.must("tick", step="over-epilogue")
    assert "Read out the Epilogue" in journal.state.log[-1].sentence(journal.state)


def test_a_corrected_event_takes_back_what_it_brought_in(journal: Journal) -> None:
    journal.must("reveal", deck="events", card=102, position=0)
    journal.must("record", fact="introduced", add=["200", "P05"])
    journal.must("reveal", deck="events", card=101, position=0, correction=True)
    assert journal.play.facts["introduced"] == ("P05",)
    journal.must("record", fact="introduced", value=["200"])
    journal.must("reveal", deck="events", card=102, position=0, correction=True)
    journal.must("reveal", deck="events", card=100, position=1)
    journal.must("reveal", deck="events", card=102, position=1, correction=True)
    assert journal.play.facts["introduced"] == ("200",), "it came up after all, one round later"
    journal.must("reveal", deck="events", card=101, position=1, correction=True)
    assert "introduced" not in journal.play.facts, "nothing is left, so nothing is told"


def test_a_corrected_result_is_noticed_in_the_chapter_after_it(journal: Journal) -> None:
    scored(journal, 10, 20, 15)
    journal.start("II", first=2, story=True)
    assert journal.state.corrected_first(journal.play) is None
    journal.must("fill", play=0, seat=0, field="track", value=30)
    assert journal.state.corrected_first(journal.play) == 1
    assert journal.play.situation.first == 2  # what was set up stays as it was played
    journal.must("keep", play=1, first=1)
    assert journal.state.corrected_first(journal.play) is None
    journal.must("fill", play=0, seat=2, field="track", value=40)
    assert journal.state.corrected_first(journal.play) == 0  # and is asked about anew


def test_undo_and_redo(journal: Journal) -> None:
    journal.must("tick", step="board")
    before = journal.state
    journal.must("reveal", deck="events", card=102, position=0)
    after = journal.state
    journal.must("undo", entry=3)
    assert journal.state == before
    assert codes(journal.do("undo", entry=3)) == ["stale"]
    journal.must("undo", entry=4)
    assert journal.state == after


def test_a_long_chain_of_undos_is_about_its_first_entry(journal: Journal) -> None:
    journal.must("mask")
    chain = [Entry(seq, "undo", {"entry": seq - 1}) for seq in range(3, 2003)]
    state = replay(journal.game, [*journal.entries, *chain])
    assert Undo(2002).reveals(state) and not Undo(1).reveals(state)
    said = journal.state.log[1].sentence(journal.state)
    told = [row.sentence(state) for row in list(state.log)[-2:]]
    assert told == [f"Undone: {said}", f"Redone: {said}"]


def test_undo_names_what_depends_on_it(journal: Journal) -> None:
    journal.must("reveal", deck="events", card=102, position=0)
    journal.must("tick", step="board")
    journal.must("reveal", deck="events", card=100, position=1)
    found = journal.do("undo", entry=2)
    assert (
        found[0].message
        == "Undo “Events: 100 revealed.” (line 4 of the log) first. It depends on this."
    )
    journal.must("undo", entry=4)
    journal.must("undo", entry=2)
    assert journal.play.seen == {}
    assert journal.play.ticks == {"board"}


def test_redo_that_no_longer_fits_is_refused(journal: Journal) -> None:
    journal.must("reveal", deck="events", card=102, position=0)
    journal.must("undo", entry=2)
    journal.must("reveal", deck="events", card=100, position=0)
    assert codes(journal.do("undo", entry=3)) == ["depends"]


@pytest.mark.parametrize("seq", [0, -1, 99])
def test_only_entries_can_be_taken_back(journal: Journal, seq: int) -> None:
    assert codes(journal.do("undo", entry=seq)) == ["unknown-field"]


def test_an_entry_the_rules_now_refuse_is_kept_and_skipped(journal: Journal) -> None:
    strange = [
        Entry(2, "tick", {"step": "gone"}, 0),
        Entry(3, "dance", {}, 0),
        Entry(4, "tick", {"stop": 1}, 0),
        Entry(5, "tick", {"step": "board"}, 7),
        Entry(6, "tick", {"step": "goods"}, 0),
    ]
    state = replay(journal.game, [*journal.entries, *strange])
    assert [bool(row.refused) for row in state.log] == [False, True, True, True, True, False]
    assert state.plays[0].ticks == {"goods"} and state.seq == 6


def test_a_hidden_reminder_and_a_note_are_kept(journal: Journal) -> None:
    journal.must("hide", reminder="new-tokens")
    journal.must("note", text=" Ada forgot her cards ")
    assert journal.state.hidden == {"new-tokens"}
    assert journal.play.notes == ("Ada forgot her cards",)
    assert codes(journal.do("note", text="x" * 2001)) == ["too-high"]
    assert codes(journal.do("hide", reminder="chess")) == ["unknown-field"]


def test_a_reminder_hidden_by_the_key_of_an_earlier_edition_stays_hidden(journal: Journal) -> None:
    journal.must("hide", reminder="rabbit-jailed")
    assert journal.state.hidden == {"rabbit-hooded"}
    journal.must("hide", reminder="rabbit-hooded", on=False)
    assert journal.state.hidden == set()


def test_the_log_says_a_hidden_reminder_as_the_play_does(journal: Journal) -> None:
    journal.must("hide", reminder="tiles-final")
    *_, hidden = journal.state.log
    assert hidden.sentence(journal.state) == (
        "Hidden: For a bonus tile that counts assistants, count round 7’s market and your own"
        " assistants."
    )
    journal.must("rule", ruling="grape-value", value="empty-market")
    said = "Hidden: For a bonus tile that counts assistants, count only your own assistants."
    assert hidden.sentence(journal.state) == said
    old = Journal()
    old.start("I", 2)
    old.must("hide", reminder="market-gone")
    assert "count round 7’s market" in old.state.log[-1].sentence(old.state)


def test_a_step_of_each_is_done_once_all_have_done_it() -> None:
    journal = Journal()
    journal.start("I", 2)
    journal.must("tick", step="board", seat=0)
    assert "board" not in journal.play.ticks and journal.play.done_by("board") == {1}
    journal.must("tick", step="board", seat=1)
    assert "board" in journal.play.ticks
    journal.must("tick", step="board", seat=0, on=False)
    assert "board" not in journal.play.ticks and journal.play.done_by("board") == {2}
    journal.must("tick", step="board")
    assert journal.play.done_by("board") == {1, 2} and not journal.play.own_ticks
    assert codes(journal.do("tick", step="board", seat=9)) == ["players"]


SAMPLES: dict[str, dict[str, Any]] = {
    "start": {"chapter": "I", "seats": [{"name": "Ada", "colour": "gray"}], "first": 0,
              "settings": {}, "story": True},
    "reseat": {"chapter": "I", "seats": [{"name": "Ada", "colour": "gray", "person": 1}],
               "first": 0, "settings": {}, "story": True},
    "restart": {},
    "abandon": {},
    "tick": {"step": "board", "on": False, "seat": 0},
    "deed": {
        "deed": "a",
        "round": 1,
        "phase": "event",
        "title": "A",
        "seat": None,
        "lays": (),
        "lifts": (),
        "counts": {"points": 1},
        "others": ({"seat": 1, "counts": {"points": -1}},),
    },
    "draw": {"draw": "first", "seed": 3, "kept": []},
    "hold": {"draw": "characters", "seat": 0, "thing": "P01"},
    "unveil": {"draw": "characters"},
    "shuffle": {"deck": "events", "seed": 3},
    "reveal": {"deck": "events", "card": 100, "position": 0, "correction": False},
    "advance": {"moment": [1, "event", None], "to": [1, "assistants", None]},
    "pace": {"value": "round"},
    "place": {"value": "At Ada's"},
    "zone": {"value": "Europe/Berlin"},
    "count": {"track": "points", "seat": 0, "by": 1, "to": None},
    "book": {"aid": "payment", "seat": 0, "lays": [], "lifts": [], "counts": {"coins": -2},
             "moment": [], "given": {}},
    "lay": {"pad": "drawn", "card": "red", "seat": None, "points": None, "mark": "", "along": [],
            "moment": []},
    "lift": {"pad": "drawn", "card": "red", "position": 0, "seat": None, "like": {}},
    "fill": {
        "seat": 0, "field": "track", "value": "3+4", "after": None, "also": {"towns": 2},
        "asks": True,
    },
    "claim": {"group": "box", "seat": 1},
    "mask": {"on": True},
    "rename": {"person": 1, "name": "Ada"},
    "sit": {"person": 1, "waits": False},
    "admit": {"entry": 2},
    "ready": {"seat": 1, "on": True},
    "finish": {"zeros": ["fists"], "shared": True, "stands": True},
    "record": {"fact": "introduced", "value": None, "add": ["200"], "drop": ["201"]},
    "rule": {"ruling": "overpay", "value": "kept"},
    "branch": {"to": "II"},
    "turn": {"seat": 1, "lap": 0},
    "begin": {"seat": 1},
    "keep": {"first": 1},
    "note": {"text": "hello"},
    "hide": {"reminder": "barracks", "on": True},
    "undo": {"entry": 3},
}  # fmt: skip


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_is_its_json_and_back(kind: str) -> None:
    there = action(kind, SAMPLES[kind])
    assert there.as_json() == SAMPLES[kind]
    assert action(kind, there.as_json()) == there


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("tick", {"step": 3}),
        ("tick", {}),
        ("tick", {"step": "a", "x": 1}),
        ("count", {"track": "points"}),
        ("count", {"track": "points", "by": 1, "to": 2}),
        ("reveal", {"deck": "events", "card": True, "position": 0}),
        ("advance", {"moment": []}),
        ("advance", {"moment": "now"}),
        ("start", {"chapter": "I", "seats": [3]}),
        ("start", {"chapter": "I", "seats": [{"name": "A", "x": 1}]}),
        ("undo", {"entry": "3"}),
    ],
)
def test_what_is_no_action_is_malformed(kind: str, data: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        action(kind, data)
