"""A seat that the game plays by itself: it has no chores and no things, and only its booklet says
who is ahead where somebody is level with it."""

from __future__ import annotations

from companion.rules.parts.clock import Moment
from companion.show.paper.chapter import chapter_pages
from companion.show.paper.log import campaign_log, people, summary
from companion.show.paper.poster import poster
from companion.show.play.aid import aid_form
from companion.show.play.asked import Look
from companion.show.play.screen import board, play_page
from companion.show.play.tracks import tallies
from companion.show.result import ended, outcome
from companion.show.setup.checklist import set_up
from companion.show.statistics.results import results
from companion.show.statistics.tally import counted
from companion.show.story import story
from tests.journal import HOST, Journal

CONCERN = {"name": "Private Concern", "person": None}


def table(*names: str, first: int = 0) -> Journal:
    """Merchants at which ``""`` is the seat of the Private Concern."""
    journal = Journal("merchants")
    seats = [{"name": name} if name else CONCERN for name in names]
    journal.must(
        "start", chapter="base", seats=seats, settings={"concern": "yes"}, story=False, first=first
    )
    return journal


def level() -> Journal:
    """Alone, with as many points as the Private Concern."""
    journal = table("Ada", "")
    journal.fill(0, coins=8, prestige=6)
    journal.fill(1, final=6)
    journal.must("finish", 0)
    return journal


def test_level_with_it_nobody_is_asked_for_what_breaks_ties() -> None:
    journal = table("Ada", "", "Ben")
    for seat in (0, 2):
        journal.fill(seat, coins=8, prestige=6)
    journal.fill(1, final=5)
    assert [one.seats for one in journal.play.level] == [(0, 2)]
    journal.fill(1, final=6)
    assert journal.play.level == ()


def test_level_with_it_nobody_has_won_on_any_page() -> None:
    journal = level()
    state, play = journal.state, journal.play
    [told] = story(state, True).outcomes.values()
    assert told.line == "Ada and Private Concern are tied"
    assert ended(play) == "Ada and Private Concern are tied"
    assert [person.wins for person in story(state, True).ranked] == [0]
    [scores] = [one.scores for one in results(state)]
    assert [(score.won, score.place) for score in scores] == [(False, 1), (False, 1)]
    shown = outcome(play)
    assert shown and shown.winners == ()
    assert [column.won for column in board(play).columns] == [False, False]


def test_level_with_it_nobody_has_won_on_paper() -> None:
    journal = level()
    assert [one.wins for _, one in campaign_log(journal.state).standings] == [0]
    pages = chapter_pages(journal.state, journal.play, {}, 500)
    assert [(p.position, pages.result.won(p.seat)) for p in pages.places] == [
        (1, False),
        (1, False),
    ]
    told = summary(journal.state)
    assert told and [one.winners for one in told.chapters] == ["Ada and Private Concern, tied"]
    wall = poster(journal.state)
    assert wall and wall.halts[0].winners.endswith(", tied")


def test_wins_and_points_are_counted_of_people_on_every_page() -> None:
    journal = table("Ada", "")
    journal.fill(0, coins=8, prestige=6)
    journal.fill(1, final=9)
    journal.must("finish", 0)
    assert list(counted(results(journal.state)).people) == ["ada"]
    assert [(one.name, one.wins) for one in story(journal.state, True).ranked] == [("Ada", 0)]
    cover = campaign_log(journal.state)
    assert [(mark.name, one.points) for mark, one in cover.standings] == [("Ada", 6)]
    assert list(people(journal.state)) == ["Ada"]


def test_level_with_it_further_back_leaves_the_winner_alone() -> None:
    journal = table("Ada", "", "Ben")
    journal.fill(0, coins=9, prestige=9)
    journal.fill(1, final=6)
    journal.fill(2, coins=8, prestige=6)
    journal.must("finish", 0)
    assert journal.play.outcome and journal.play.outcome.winners == ("Ada",)
    assert ended(journal.play) == "Ada won by 3"


def test_what_its_place_would_bring_goes_to_nobody() -> None:
    journal = table("Ada", "", "Ben")
    part = next(p for p in set_up(journal.state, journal.play, HOST).everything if p.key == "seat")
    assert [(row.key, row.seat) for row in part.rows] == [("seat-1", 0), ("seat-3", 2)]
    journal.must("begin", 0, seat=1)
    part = next(p for p in set_up(journal.state, journal.play, HOST).everything if p.key == "seat")
    assert [(row.key, row.seat) for row in part.rows] == [("seat-2", 2), ("seat-3", 0)]


def test_a_set_up_is_complete_without_what_is_nobodys() -> None:
    journal = table("Ada", "")
    assert "seat-2" not in journal.play.to_do and "seat-1" in journal.play.to_do
    journal.must("tick", 0, step="seat-2")  # as tables did before
    for step in journal.play.to_do:
        journal.must("tick", 0, step=step)
    assert set_up(journal.state, journal.play, HOST).left == 0


def test_nothing_is_dealt_to_it() -> None:
    journal = table("Ada", "", "Ben", first=1)
    journal.must("draw", 0, draw="steeds", seed=4)
    ada, concern, ben = journal.play.held["steeds"]
    assert concern is None and ada and ben
    sentence = journal.state.log[-1].sentence(journal.state)
    assert sentence == f"Steeds drawn. Ada: {ada}. Ben: {ben}."
    rows = [r for p in set_up(journal.state, journal.play, HOST).everything for r in p.rows]
    drawing = next(row.draw for row in rows if row.draw and row.draw.key == "steeds")
    assert [thing.seat for thing in drawing.things] == [2, 0]
    assert [dealing.seat for dealing in drawing.dealings] == [0, 2]
    journal.must("draw", 0, draw="steeds", seed=5, kept=[ben])
    assert journal.play.held["steeds"][1:] == (None, ben)


def test_alone_nobody_is_sent_to_people_who_do_not_play() -> None:
    journal = table("Ada", "")
    parts = set_up(journal.state, journal.play, HOST).everything
    mine = next(part for part in parts if part.key == "player")
    said = ["".join(words for words, _ in row.words) for row in mine.rows]
    assert said and not [text for text in said if "everyone" in text]
    page = play_page(journal.state, journal.play)
    told = [reminder.text for reminder in (*page.reminders, *page.further)]
    assert not [text for text in told if "neighbour" in text]


def test_it_does_not_travel() -> None:
    journal = table("Ada", "", "Ben", first=1)
    aid = journal.game.aid("final-travel")
    assert aid and aid_form(journal.play, aid, 0, {}).askers == (0, 2)
    alone = table("Ada", "", first=1)
    while alone.play.moment != Moment(13, "final-travel"):
        alone.must("advance", moment=alone.play.moment.as_json())
    assert aid_form(alone.play, aid, 0, {}).askers == ()
    assert Look().whose(alone.play) == 0


def test_its_turn_has_no_rules_of_ours() -> None:
    journal = table("Ada", "", first=1)
    page = play_page(journal.state, journal.play)
    assert (page.now.heading, page.now.text, page.now.more) == ("Private Concern’s turn", "", "")
    assert [reminder.key for reminder in page.reminders] == ["concern-turn"]
    journal.must("advance", 0, moment=journal.play.moment.as_json())
    assert play_page(journal.state, journal.play).now.text.startswith(
        "Plan, move, activate one place, rest."
    )


def test_on_its_turn_the_sheet_offered_is_that_of_a_person() -> None:
    journal = table("Ada", "")
    journal.must("advance", 0, moment=journal.play.moment.as_json())
    assert journal.play.is_automatons
    assert play_page(journal.state, journal.play, Look()).seat == 0


def test_its_counters_say_nothing_until_somebody_tells() -> None:
    journal = table("Ada", "")
    prestige = tallies(journal.play)["prestige"].counters
    assert [counter.told for counter in prestige] == [True, False]
    journal.must("count", 0, track="prestige", seat=1, to=5)
    assert tallies(journal.play)["prestige"].counters[1].told
