"""A story that does not go straight: corrections, rulings at a fork, shared wins, undo."""

from __future__ import annotations

from typing import Any

from companion.rules.journal.replay import replay
from companion.show.consequences import cup, follows
from companion.show.paper.log import campaign_log
from companion.show.story import story
from tests.journal import Journal, codes

EMPTY = {"track": 0, "fists": 0, "coins": 0, "towns": 0, "buildings": 0}


def told(journal: Journal, chapter: str, *tracks: int, **more: Any) -> None:
    journal.start(chapter, players=len(tracks), story=True, **more)
    for seat, track in enumerate(tracks):
        journal.fill(seat, **{**EMPTY, "track": track})
    journal.must("finish")


def start(journal: Journal, chapter: str) -> list[str]:
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    return codes(journal.do("start", chapter=chapter, seats=seats, story=True))


def test_a_ruling_made_at_the_fork_decides_it() -> None:
    journal = Journal()
    for chapter in ("I", "II", "IIIa"):
        told(journal, chapter, 1, 2)
    journal.must("rule", ruling="branch", value="same-letter")
    assert [way.to for way in journal.state.ways(journal.play)] == ["IVa"]
    assert codes(journal.do("branch", to="IVb")) == ["unknown-choice"]
    assert start(journal, "IVb") == ["conflict"]
    journal.must("rule", ruling="branch", value="free")
    journal.must("branch", to="IVb")
    assert start(journal, "IVb") == []


def test_a_ruling_on_the_cup_after_the_last_chapter_moves_it() -> None:
    journal = Journal()
    told(journal, "I", 9, 2)
    told(journal, "II", 1, 2)
    assert journal.state.cup() == ("Ben",)
    journal.must("rule", ruling="cup", value="most-points")
    assert journal.state.cup() == ("Ada",)


def of_the_cup(journal: Journal, number: int) -> list[str]:
    """What a chapter's result says of the cup, on its page and on paper."""
    page = follows(journal.state, journal.state.plays[number]).lines
    return [
        *(line.text for line in page if line.icon == "cup"),
        campaign_log(journal.state).chapters[number].cup,
    ]


def test_a_result_says_where_the_cup_went_while_the_story_goes_on() -> None:
    journal = Journal()
    told(journal, "I", 9, 2)
    start(journal, "II")
    assert of_the_cup(journal, 0) == ["Ada holds the cup", "The cup went to Ada"]
    assert campaign_log(journal.state).chapters[1].cup == ""
    for seat, track in enumerate((1, 2)):
        journal.fill(seat, **{**EMPTY, "track": track})
    journal.must("finish")
    assert of_the_cup(journal, 0) == ["The cup went to Ada"] * 2
    assert of_the_cup(journal, 1) == ["Ben holds the cup", "The cup went to Ben"]


def test_a_chapter_alone_leaves_the_cup_where_it_is() -> None:
    journal = Journal()
    told(journal, "I", 3)
    assert journal.state.cup() == () and campaign_log(journal.state).cup == ()
    told(journal, "II", 1, 9)
    journal.must("branch", to="IIIa")
    told(journal, "IIIa", 5)
    assert story(journal.state, covered=True).cup == ("Ben",)
    assert [line.text for line in cup(journal.state)] == ["Ben holds the cup"]
    assert campaign_log(journal.state).cup == ("Ben",)


def test_the_way_taken_cannot_be_changed_once_it_is_walked() -> None:
    journal = Journal()
    told(journal, "I", 1, 2)
    told(journal, "II", 1, 2)
    journal.must("branch", play=1, to="IIIa")
    journal.must("branch", play=1, to="IIIb")
    told(journal, "IIIb", 1, 2)
    found = journal.do("branch", play=1, to="IIIa")
    assert found[0].message == "Chapter IIIb has already started."


def test_what_an_earlier_chapter_brought_in_can_be_told_late() -> None:
    journal = Journal("ohmygoods")
    for chapter in ("I", "II"):
        journal.start(chapter, players=2, story=True)
        if chapter == "I":
            for seat in (0, 1):
                journal.fill(seat, buildings=seat, coins=0)
            journal.must("finish")
    assert journal.play.known()["new_buildings"].value == ()
    journal.must("record", play=0, fact="introduced", value=["40", "38", "46"])
    assert journal.play.known()["new_buildings"].value == (38, 40)
    assert journal.play.known()["new_characters"].value == (46,)
    journal.must("undo", entry=len(journal.entries))
    assert journal.play.known()["new_buildings"].value == ()
    assert replay(journal.game, journal.entries) == journal.state


def test_a_card_fact_belongs_to_the_chapter_it_is_told_of() -> None:
    journal = Journal()
    told(journal, "I", 1, 2)
    journal.start("II", players=2, story=True)
    journal.must("record", play=0, fact="objective_first_points", value=8)
    assert journal.play.situation["objective_first_points"] is None
    journal.start("I", players=2)
    assert journal.play.situation["objective_first_points"] == 8


def test_what_is_told_during_play_replaces_what_it_began_with() -> None:
    journal = Journal()
    journal.start("I", players=1, settings={"below-zero": "stop-at-zero", "target": 40})
    journal.must("rule", ruling="below-zero", value="allow")
    journal.must("record", fact="target", value=50)
    assert journal.play.situation["below-zero"] == "allow"
    assert journal.play.situation["target"] == 50


def test_a_ruling_holds_in_every_play_that_is_still_open() -> None:
    journal = Journal()
    journal.start("I", players=2, story=True)
    journal.start("VIII", players=2)
    journal.must("rule", ruling="board-of-viii", value="E")
    journal.must("rule", ruling="below-zero", value="stop-at-zero")
    assert [play.situation["below-zero"] for play in journal.state.plays] == ["stop-at-zero"] * 2
    assert journal.play.known()["board"].value == "E"


def test_after_a_shared_win_the_starting_player_is_drawn() -> None:
    journal = Journal()
    journal.must("rule", ruling="furthest", value="either-way")
    told(journal, "I", 20, 5, 20, 5)
    outcome = journal.play.outcome
    assert outcome is not None and outcome.winners == ("Ada", "Cleo")
    journal.start("II", players=4, story=True)
    assert "first-drawn" in journal.play.steps and "first-after-winner" not in journal.play.steps


def test_when_the_winner_is_away_the_starting_player_is_drawn() -> None:
    journal = Journal()
    told(journal, "I", 1, 2, 9)
    journal.start("II", players=2, story=True)
    assert "first-drawn" in journal.play.steps and "first-after-winner" not in journal.play.steps


def test_undo_in_the_middle_of_a_story_names_what_depends_on_it() -> None:
    journal = Journal()
    journal.start("I", players=2, story=True)
    journal.must("record", fact="introduced", value=["201"])
    noted = len(journal.entries)
    for seat in (0, 1):
        journal.fill(seat, **{**EMPTY, "track": seat})
    journal.must("finish")
    finished = len(journal.entries)
    told(journal, "II", 3, 1)
    assert journal.state.plays[1].known()["numbered"].value == (201,)
    found = journal.do("undo", entry=finished)
    assert codes(found) == ["depends"] and "Chapter II started" in found[0].message
    journal.must("undo", entry=noted)
    assert journal.state.plays[1].known()["numbered"].value == (200,)
    journal.must("undo", entry=len(journal.entries))
    assert journal.state.plays[1].known()["numbered"].value == (201,)


def test_an_event_that_never_came_up_leaves_the_table_as_it_is_printed() -> None:
    """Of 103 and 104 only one was told, and the game was scored early: 202 is not left out."""
    journal = Journal()
    told(journal, "I", 3, 1)
    journal.start("II", players=2, story=True)
    journal.must("reveal", deck="events", card=103, position=0)
    journal.must("record", fact="introduced", value=["201"])
    for seat in (0, 1):
        journal.fill(seat, **{**EMPTY, "track": seat})
    journal.must("finish")
    told(journal, "IIIa", 3, 1)
    assert journal.play.known()["numbered"].value == (200, 201, 202)


def test_the_log_tells_what_was_ticked_and_left_of_the_chapter_it_was_then() -> None:
    journal = Journal()
    journal.start("I", 2, story=False)
    journal.must("tick", step="board")
    journal.must("restart")
    journal.must("abandon")
    journal.must("undo", entry=journal.state.seq)
    journal.must("reseat", chapter="IIIb", seats=[{"name": "Ada"}, {"name": "Ben"}])
    assert journal.play.texts["board"] == "Set out game board C."
    assert [row.sentence(journal.state) for row in journal.state.log][1:4] == [
        "Ticked: Set out game board A.",
        "Chapter I was restarted.",
        "Chapter I was left unfinished.",
    ]
