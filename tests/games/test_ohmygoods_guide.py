"""Guides of Oh my Goods! against played tables: what is said, to whom, and what undo takes back."""

from __future__ import annotations

from companion.rules.aids.guide import Said, Step, Told
from companion.rules.aids.table import Table
from companion.show.play.screen import play_page
from tests.games.test_ohmygoods_play import go_on, goods
from tests.journal import Journal


def told(table: Journal, seat: int = 0) -> list[Told]:
    guide = table.game.guides[table.play.moment.phase]
    return list(guide(Table(table.play, seat)))


def steps(table: Journal) -> list[tuple[str, str]]:
    """Each step with ``due``, ``done`` or nothing."""
    found = [one for one in told(table) if isinstance(one, Step)]
    return [(one.text, "done" if one.done else "due" if one.due else "") for one in found]


def said(table: Journal) -> list[str]:
    found = [one.text for one in told(table) if isinstance(one, Said)]
    return [text for text in found if not text.endswith("’s turn")]


def to_round(table: Journal, number: int, phase: str) -> None:
    while (table.play.moment.round, table.play.moment.phase) != (number, phase):
        table.must("advance", moment=table.play.moment.as_json())


def test_whoever_has_a_card_office_may_draw_one_more_for_each() -> None:
    table = goods()
    for _ in range(2):
        table.must("lay", pad="tableau", card="office-card", seat=1)
    assert said(table) == ["Ben may draw 2 more."]
    (line,) = (one for one in told(table) if isinstance(one, Said))
    assert (line.seat, line.figure) == (1, "+2") and "at most 3" in line.more


def test_at_two_half_suns_the_sunrise_turns_to_worker_and_plan() -> None:
    table = goods()
    go_on(table, "sunrise")
    first, then = steps(table)
    assert first == ("Reveal cards until 2 half suns show.", "due")
    assert "place your worker" in then[0] and not then[1]
    table.must("lay", pad="row", card="wood", mark="sun")
    assert steps(table) == [first, then]
    table.must("lay", pad="row", card="ore", mark="sun")
    assert [state for _, state in steps(table)] == ["done", "due", "due"]
    table.must("undo", entry=table.state.seq)
    assert [state for _, state in steps(table)] == ["due", ""]


def test_the_second_row_counts_its_own_half_suns() -> None:
    table = goods()
    go_on(table, "sunrise")
    for phase in ("sunrise", "sunset"):
        go_on(table, phase)
        assert steps(table)[0][1] == "due"
        table.must("lay", pad="row", card="clay", mark="sun")
        assert steps(table)[0][1] == "due"
        table.must("lay", pad="row", card="clay", mark="sun")
        assert steps(table)[0][1] == "done"


def test_in_the_base_game_one_building_completes_a_turn() -> None:
    table = goods()
    go_on(table, "producing")
    assert [state for _, state in steps(table)] == ["due", "due"] and not said(table)
    assert told(table)[0].text == "Ada’s turn"
    table.must("turn", seat=1)
    assert told(table)[0].text == "Ben’s turn"
    table.must("lay", pad="tableau", card="mill-1", seat=1)
    assert [state for _, state in steps(table)] == ["done", "done"]
    assert said(table) == ["Ben built Mill."]
    table.must("turn", seat=2)
    assert [state for _, state in steps(table)] == ["due", "due"] and not said(table)
    table.must("undo", entry=table.state.seq)
    table.must("undo", entry=table.state.seq - 2)
    assert [state for _, state in steps(table)] == ["due", "due"] and not said(table)


def test_in_the_expansion_somebody_builds_and_hires() -> None:
    table = goods("I", 2)
    go_on(table, "producing")
    table.must("turn", seat=0)
    table.must("lay", pad="tableau", card="mill-1", seat=0)
    assert [state for _, state in steps(table)] == ["done", "due"]
    table.must("lay", pad="hired", card="tailor", seat=0)
    assert [state for _, state in steps(table)] == ["done", "done"]
    assert said(table) == ["Ada built Mill.", "Ada hired an assistant."]


def test_the_end_of_a_round_says_whose_the_first_player_card_is() -> None:
    table = goods()
    go_on(table, "end")
    assert said(table) == ["First-player card to Ben."]
    to_round(table, 3, "end")
    assert said(table) == ["First-player card to Ada."]


def test_the_eighth_building_is_news_in_its_round_and_chains_work_in_the_next() -> None:
    table = goods()
    to_round(table, 4, "producing")
    table.must("count", track="buildings", seat=2, to=8)
    assert "chains of buildings that produced" in told(table)[1].more
    go_on(table, "end")
    assert said(table)[0] == "Cleo has 8 buildings, so round 5 is the last."
    to_round(table, 5, "producing")
    assert "all your chains" in steps(table)[0][0]
    assert steps(table)[1][0].endswith("A new building’s chain works too.")
    go_on(table, "end")
    assert said(table) == ["This was the last round. Score next."]


def test_an_eighth_building_taken_back_is_no_news() -> None:
    table = goods()
    to_round(table, 4, "producing")
    table.must("count", track="buildings", seat=2, to=8)
    table.must("undo", entry=table.state.seq)
    go_on(table, "end")
    assert said(table) == ["First-player card to Ben."]


def test_solo_no_card_is_passed_and_the_tenth_round_is_the_last() -> None:
    table = goods("I", 1)
    assert steps(table)[0][0] == "Reveal the next event and read it."
    go_on(table, "end")
    assert not said(table)
    to_round(table, 10, "event")
    assert play_page(table.state, table.play).now.last == "Scoring"
    to_round(table, 10, "end")
    assert said(table) == ["This was the last round. Score next."]


def test_all_in_ends_with_its_ninth_event_and_waiting_assistants_are_assigned_before() -> None:
    table = goods("all-in", 4)
    go_on(table, "end")
    assert any("You may assign waiting assistants" in text for text, _ in steps(table))
    to_round(table, 9, "end")
    assert not any("Assign" in text for text, _ in steps(table))


def test_by_house_rule_idle_buildings_have_no_chains_in_the_last_round() -> None:
    table = goods("I", 2)
    table.must("rule", ruling="final-chains", value="as-ever")
    to_round(table, 9, "producing")
    assert "chains of buildings that produced" in told(table)[1].more


def test_no_sentence_of_a_guide_is_long() -> None:
    for chapter, players in (("base", 4), ("I", 1), ("all-in", 3)):
        table = goods(chapter, players)
        for _ in range(14):
            for one in told(table):
                assert len(one.text.split()) <= 25, one
                assert ";" not in one.text
            table.must("advance", moment=table.play.moment.as_json())


def test_what_buildings_make_is_shown_once_they_are_known_and_until_something_is_built() -> None:
    table = goods()
    make = next(aid.calculator for aid in table.game.aids if aid.key == "produce")
    go_on(table, "producing")
    assert make.is_idle(Table(table.play, 0))
    table.must("lay", pad="tableau", card="mill-1", seat=0)
    assert make.is_idle(Table(table.play, 0))  # built in this turn
    to_round(table, 2, "producing")
    assert not make.is_idle(Table(table.play, 0)) and make.is_idle(Table(table.play, 1))
