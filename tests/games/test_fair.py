"""A made-up game, on no shelf, that says what ours do not: it meets every demand all the same."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion import games as shelf
from companion.games import games
from companion.printing.documents import blank_book, log
from companion.printing.sample_tables import sample_state
from companion.rules.journal.state import State
from companion.show.plan import fresh, pressed
from companion.show.play.screen import play_page
from companion.show.score.boxes import Box, box, read_choice
from companion.show.score.so_far import points_so_far
from companion.show.start import sheet
from companion.workshop.check import faults
from tests.journal import NAMES, Journal
from tests.web.evening import Evening
from tests.web.pressing import Page

PLACE = Path(__file__).parent


pytestmark = pytest.mark.usefixtures("fair")


def begun(players: int = 3) -> Journal:
    journal = Journal("fair")
    journal.start("base", players)
    return journal


@pytest.mark.slow
def test_it_meets_every_demand() -> None:
    opened = next(one for one in shelf.everything() if one.slug == "fair")
    assert list(faults(opened)) == []


def test_nobody_begins_on_any_page_or_paper(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)
    pages = "".join(evening.get(page).text for page in ("setup", "play", "watch", "log"))
    pages += app.test_client().get("/new/fair").text
    with app.test_request_context():
        pages += log("Thursday", sample_state(games()["fair"], 3, 1), journal=True).html("a4")
    pages = pages.replace("The Lantern Fair started: ", "")  # the game does, nobody in it
    assert [said for said in ("begins", "began", "starts", "goes first") if said in pages] == []


def test_a_sentence_says_how_many_play_and_which_round_it_is(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=4)
    page = evening.get("play").text
    assert "All 4 of you light lanterns at once." in page
    assert "Round 1: compare with your 2 neighbours." in page


def test_a_choice_is_offered_only_where_it_can_be_made(app: Flask) -> None:
    short = Evening(app, "fair", chapter="base", players=3)
    long = Evening(app, "fair", chapter="base", players=3, settings={"length": "long"})
    assert "Bread" in short.get("score").text and "Wine" not in short.get("score").text
    assert "Wine" in long.get("score").text


def test_a_track_fills_the_sheet_and_sees_its_neighbours() -> None:
    journal = begun(4)
    for _ in range(2):
        journal.must("advance", moment=list(journal.play.moment.as_json()))
    journal.must("count", track="lanterns", seat=1, by=2)
    (prompt,) = journal.play.prompts
    assert journal.play.moment.round == 3 and journal.play.prompted(prompt) == "take a coin"
    journal.must("count", track="lanterns", seat=0, by=2)
    assert len(journal.play.prompts) == 1
    assert journal.play.checked_sheet[0].values("lanterns") == [2, 2, 0, 0]


def certain(journal: Journal) -> list[int | None]:
    return points_so_far(journal.play, *journal.play.checked_sheet)["stall"]


def test_points_are_certain_only_if_no_open_choice_changes_them() -> None:
    """The first and the last stall are worth nothing here, one between them is not."""
    journal = begun()
    for seat in range(3):
        journal.fill(seat, lanterns=1, coins=0)
    assert certain(journal) == [None, None, None]
    for seat, stall in enumerate(("fish", "bread", "tin")):
        journal.fill(seat, stall=stall)
    assert certain(journal) == [0, 2, 0]


def test_a_line_waits_for_what_its_rule_looks_at() -> None:
    """A guest looks at the stall."""
    journal = begun(5)
    for seat in range(len(NAMES[:5])):
        journal.fill(seat, lanterns=1, coins=0)
    so_far = points_so_far(journal.play, *journal.play.checked_sheet)
    assert so_far == {"lanterns": [1] * 5, "stall": [None] * 5, "guest": [None] * 5}
    for seat, stall in enumerate(("fish", "bread")):
        journal.fill(seat, stall=stall)
    so_far = points_so_far(journal.play, *journal.play.checked_sheet)
    assert so_far["lanterns"] == [1] * 5 and so_far["stall"] == [0, 4, None, None, None]


def test_a_line_that_does_not_count_here_changes_nothing_that_is_certain() -> None:
    journal = begun()
    journal.fill(2, stall="toys")
    for song in ("?", "none"):
        assert certain(journal) == [None, None, 0]
        journal.fill(0, song=song)
    assert certain(journal) == [None, None, 0]


def test_a_table_by_players_with_a_gap_is_a_fault(tmp_path: Path) -> None:
    folder = shutil.copytree(PLACE / "fair", tmp_path / "fair")
    sheet = (folder / "sheet.toml").read_text("utf-8")
    (folder / "sheet.toml").write_text(sheet.replace(", 5 = 40", ""), "utf-8")
    assert shelf.opened(folder).faults == (
        "sheet.toml line 12, supply number 1, most: no number for 5 players (base with 5)",
    )


def test_a_row_of_a_list_keeps_its_names_in_the_log() -> None:
    journal = begun()
    journal.fill(0, goods=[{"kind": "bakers", "cards": 4}])
    told = journal.state.log[-1].sentence(journal.state)
    assert told == "Ada, Guilds: Bakers, Cards 4."


def test_a_log_without_a_story_is_no_campaign_log(app: Flask) -> None:
    with app.test_request_context():
        state = sample_state(games()["fair"], 3, 1)
        assert state.plays[0].finished  # the sample keeps to limits, choices and what is unique
        papers = [log("Thursday", state, journal=True), blank_book(state.game, 3, {"base"}, True)]
        assert [paper.name for paper in papers] == ["Log", "Blank log"]
        assert not any("ampaign" in paper.html("a4") for paper in papers)


def test_fifteen_choices_are_a_list_and_six_are_buttons() -> None:
    field = games()["fair"].sheet.by_key["stall"]
    many = tuple(replace(field.choices[0], key=f"s{n}") for n in range(15))
    play = begun().play
    assert not box(play, 0, field, []).is_long
    assert replace(box(play, 0, field, []), choices=many).is_long


def long_box(typed: object) -> Box:
    journal = begun()
    if typed is not None:
        journal.must("fill", seat=0, field="song", value=typed)
    said = [issue for issue in journal.play.checked_sheet[1] if issue.field == "song"]
    return box(journal.play, 0, games()["fair"].sheet.by_key["song"], said)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("geese", "geese"),
        ("Seven Wild Geese", "geese"),
        ("seven wild", "geese"),
        ("st. ede", "bell"),
        ("DAWN song", "dawn"),
        ("song of the", None),
        ("a hymn", None),
        ("", None),
    ],
)
def test_a_choice_out_of_many_is_typed_by_any_part_of_its_name(
    typed: str, meant: str | None
) -> None:
    field = games()["fair"].sheet.by_key["song"]
    found = read_choice(field, typed, begun().play.situations[0])
    assert found == (meant or typed)


def test_a_name_that_no_choice_has_stays_and_those_near_it_are_offered() -> None:
    shown = long_box("song of the")
    assert shown.named == "song of the"
    assert shown.errors == ("Song of your guest: there is no “song of the” in the list.",)
    assert [choice.key for choice in shown.near][:2] == ["dawn", "dusk"]
    assert long_box("Seven Wild Geeze!").near[0].key == "geese"
    assert long_box("geese").named == "Seven Wild Geese" and not long_box("geese").near


def test_a_long_list_is_searched_without_a_script(app: Flask) -> None:
    evening = Evening(app, "fair", chapter="base", players=3)

    def entered(button: str, **typed: str) -> str:
        sent = Page(evening.get("score", seat=0).text).sent(button, typed)
        evening.client.post(f"/t/{evening.token}/score", data=sent, follow_redirects=True)
        return str(evening.play.entries[0].get("song"))

    page = evening.get("score", seat=0).text
    assert page.count('<option value="Seven Wild Geese">') == 3  # on everybody's sheet
    assert "All 15" in page
    assert entered("save-0", **{"f-song": "wild geese"}) == "geese"
    assert 'value="Seven Wild Geese"' in evening.get("score", seat=0).text
    assert entered("save-0", **{"f-song": "the song"}) == "the song"
    wrong = evening.get("score", seat=0).text
    assert 'value="the song"' in wrong and "there is no “the song” in the list." in wrong
    assert entered("s0-song-near-dusk") == "dusk"
    assert entered("s0-song-all-frost") == "frost"
    assert entered("save-0", **{"f-song": ""}) == "None"


def test_a_refusal_does_not_name_every_one_of_many_choices() -> None:
    journal = begun()
    journal.fill(0, song="a hymn")
    found = [issue.message for issue in journal.play.checked_sheet[1] if issue.field == "song"]
    assert found == ["Song of your guest: choose one of 15."]


def test_its_phase_shows_its_tool_keeps_its_strip_and_folds_the_rest_away() -> None:
    journal = begun()
    layout = play_page(journal.state, journal.play).layout
    named = [[part.key for part in parts] for parts in (layout.tool, layout.strip, layout.folds)]
    assert named == [["lanterns"], ["lanterns"], ["prize"]]


def counts(page: str) -> list[str]:
    return Page(page).called("players-")


def test_only_so_many_players_are_offered_as_can_be(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/new/fair").text
    assert counts(page) == ["3", "4", "5"]
    assert Page(page).buttons["players-3"]["aria-pressed"] == "true"
    sent = Page(page).sent("players-5", {})
    for button, seats in (("players-5", 5), ("players-2", 3), ("players-6", 3), ("players-1", 3)):
        again = client.post("/new/fair", data={**sent, "do": button}).text
        assert counts(again) == ["3", "4", "5"]
        assert len(Page(again).named("name")) == seats


def test_a_chapter_for_fewer_offers_fewer() -> None:
    game = games()["fair"]
    small = replace(game.chapters[0], key="small", players=(4, 4), why="Four chairs are there.")
    game = replace(game, chapters=(*game.chapters, small))
    plan = pressed(replace(fresh(game), chapter="small"), "players-4", game)
    offered = sheet(plan, State(game), covered=False)
    assert offered.counts == (4,) and offered.counts_note == "Four chairs are there."
