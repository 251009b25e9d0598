"""Nothing counts that nobody said: every value on the sheet knows its origin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay
from companion.rules.scoring.origin import Origin, ask_zeros, origin
from companion.show.score.page import ScorePage
from companion.show.score.questions import tie_fields
from companion.show.score.sheet import Asking, sheet_of
from tests.journal import HOST, Journal, codes

NEEDED = {"newdale": ("track", "coins", "towns", "buildings"), "merchants": ("coins", "prestige")}


def table(slug: str, chapter: str, players: int = 2, **more: object) -> Journal:
    journal = Journal(slug)
    journal.start(chapter, players=players, **more)
    return journal


def newdale(*tracks: int) -> Journal:
    """Everything that is needed, and nothing that is 0 if blank."""
    journal = table("newdale", "I", len(tracks))
    for seat, points in enumerate(tracks):
        journal.fill(seat, track=points, coins=0, towns=0, buildings=0)
    return journal


def merchants(*piles: tuple[int, int]) -> Journal:
    journal = table("merchants", "base", len(piles))
    for seat, (coins, prestige) in enumerate(piles):
        journal.fill(seat, coins=coins, prestige=prestige, dice=0, upgrade_vp=False, deeds=[])
    return journal


def tybor(strength: tuple[int | None, ...], **more: object) -> Journal:
    journal = table("tybor", "I", len(strength), **more)
    for seat, mine in enumerate(strength):
        journal.fill(seat, printed=10, citizens=0, secret="red+green+blue")
        if mine is not None:
            journal.fill(seat, strength=mine)
    return journal


def page(journal: Journal, seat: int = 0) -> ScorePage:
    return ScorePage(journal.play, sheet_of(journal.play, Asking(seat)), seat, HOST, None)


def test_what_was_counted_early_is_a_suggestion_and_no_result() -> None:
    """Two rounds counted carefully, then none: the truth was 50, not 18."""
    journal = table("newdale", "I")
    for seat in (0, 1):
        journal.must("count", track="points", seat=seat, to=6)
        journal.must("lay", pad="built", seat=seat, card="production", points=3)
        journal.fill(seat, coins=0, towns=0)
    assert origin(journal.play, 0, "track") is Origin.FROM_PLAY
    assert origin(journal.play, 0, "buildings") is Origin.FROM_PLAY
    sheet = page(journal).mine
    assert sheet.subtotal == 9 and page(journal).total(sheet) == "–", "only so far"
    assert page(journal).standing(sheet) == "2 needed"
    assert set(sheet.open) == {"track", "buildings"} == set(sheet.suggested)
    assert journal.play.scored is None
    assert set(codes(journal.do("finish", zeros=["fists", "objective", "spent", "chapter"]))) == {
        "missing"
    }


def test_what_is_confirmed_counts_and_stays_whatever_the_counter_does() -> None:
    journal = newdale(9, 8)
    journal.must("count", track="fists", seat=0, by=2)
    assert origin(journal.play, 0, "fists") is Origin.FROM_PLAY and not journal.play.scored
    journal.confirm()
    assert origin(journal.play, 0, "fists") is Origin.ENTERED and journal.play.scored
    journal.must("count", track="fists", seat=0, by=3)
    assert journal.play.checked_sheet[0].entries[0]["fists"] == 2
    boxes = [box for group in page(journal).mine.groups for box in group.boxes]
    said = next(box.remarks for box in boxes if box.key == "fists")
    assert [remark.message for remark in said] == ["Fists: the track says 5, but you entered 2."]


def test_a_counter_never_moved_for_somebody_suggests_nothing_for_them() -> None:
    """Merchants begin with 2 prestige; after one deed nobody else has said anything."""
    journal = table("merchants", "base", 3)
    journal.must("count", track="prestige", seat=1, by=4)
    origins = [origin(journal.play, seat, "prestige") for seat in range(3)]
    assert origins == [Origin.NEEDED, Origin.FROM_PLAY, Origin.NEEDED]
    journal.must("count", track="prestige", seat=0, by=1)
    journal.must("count", track="prestige", seat=0, by=-1)
    assert journal.play.filled_in[0]["prestige"] == 2, "counted, be it back to the start"


def test_an_old_count_says_in_which_round_it_was_made() -> None:
    journal = table("newdale", "I")
    rounds = iter(range(40))
    while journal.play.moment.round < 3 and next(rounds) is not None:
        if journal.play.moment.round == 2 and not journal.play.moved:
            journal.must("count", track="points", seat=0, by=3)
        journal.must("advance", moment=journal.play.moment.as_json())
    journal.must("count", track="points", seat=1, by=3)
    marks = [
        next(box.mark for group in page(journal, seat).mine.groups for box in group.boxes)
        for seat in (0, 1)
    ]
    assert marks == ["From play, round 2", "From play"]


def test_lines_nobody_touched_are_one_question_for_the_group() -> None:
    journal = newdale(9, 8)
    asked = page(journal).questions
    assert asked and asked.yes == "Yes, 0 for everyone"
    assert asked.zeros == (
        "No one has entered Fists, Main objective, Coins for objective or Chapter. 0 for everyone?"
    )
    assert [*page(journal).sheet.untouched] == ["fists", "objective", "spent", "chapter"]
    assert next(page(journal).ahead()).place == "before-result"
    [refused] = journal.do("finish")
    assert (refused.code, refused.message) == ("missing", asked.zeros)
    assert not journal.play.finished
    assert asked.answer is not None
    journal.must("finish", **asked.answer)
    assert journal.play.finished and not journal.play.untouched, "it is not asked again"


def test_a_line_that_somebody_touched_is_not_asked_about() -> None:
    journal = newdale(9, 8)
    journal.fill(1, fists=0, chapter=2, objective="none", spent=0)
    assert not journal.play.untouched and page(journal).questions is None
    journal.must("finish", zeros=[])
    assert journal.play.outcome and journal.play.outcome.totals == (9, 10)


def test_what_is_emptied_by_a_correction_is_meant_to_be_nothing() -> None:
    journal = newdale(9, 8)
    journal.fill(1, chapter=2)
    journal.must("finish")
    journal.must("fill", 0, seat=1, field="chapter", value=None)
    assert journal.play.scored and not journal.play.untouched


def test_numbers_of_tie_breaks_are_never_among_those_lines() -> None:
    for journal in (merchants((20, 30), (20, 30)), tybor((None, None))):
        compared = {tie.field for tie in journal.game.tiebreaks}
        assert not compared & journal.play.untouched.keys()


def test_strength_that_scores_is_needed_of_everybody() -> None:
    journal = tybor((12, None))
    journal.must("record", fact="objectives", value=["strength-ten"])
    assert [(i.seat, i.field) for i in journal.play.checked_sheet[1]] == [(1, "strength")]


def test_a_tie_is_not_settled_by_strength_that_nobody_entered() -> None:
    journal = tybor((None, None))
    [question] = page(journal).sheet.ties
    assert question.text == "Ada and Ben are tied on 10"
    assert question.asked == (0, 1)
    assert tie_fields(journal.play) == {0: {"strength"}, 1: {"strength"}}
    zeros = [*journal.play.untouched]
    assert codes(journal.do("finish", zeros=zeros)) == ["missing"]
    journal.must("finish", zeros=zeros, shared=True)
    assert journal.play.scored
    result = journal.play.scored[1]
    assert (result.winners, result.decided_by) == ((0, 1), None)
    assert result.why == "Ada and Ben share the win with 10 points each."
    assert not journal.play.level, "left as it is, it is not asked again"


def test_a_tie_is_settled_by_what_everyone_tied_has_entered() -> None:
    journal = tybor((3, None))
    assert [one.asked for one in journal.play.level] == [(1,)]
    journal.fill(1, strength=5)
    journal.must("finish")
    assert journal.play.scored and journal.play.scored[1].decided_by == "Strength left"


def test_a_suggestion_breaks_no_tie_before_it_is_confirmed() -> None:
    journal = merchants((20, 30), (20, 30))
    for seat in (0, 1):
        journal.must("count", track="delivered-commissions", seat=seat, to=4 + seat)
        journal.fill(seat, gifts=2)
    assert [one.asked for one in journal.play.level] == [(0, 1)]
    boxes = [box for group in page(journal).mine.groups for box in group.boxes]
    commissions = next(box for box in boxes if box.key == "commissions")
    assert (commissions.value, commissions.mark, commissions.to_confirm) == (4, "From play", True)
    for seat in (0, 1):
        journal.fill(seat, commissions=4 + seat)
    journal.must("finish")
    assert journal.play.scored and journal.play.scored[1].winners == (1,)


def test_a_tie_that_a_correction_makes_is_asked_then() -> None:
    journal = merchants((20, 30), (21, 30))
    journal.must("finish")
    journal.must("fill", 0, seat=1, field="coins", value=20)
    assert journal.play.scored
    result = journal.play.scored[1]
    assert result.why == (
        "Ada and Ben share the win with 20 points each, also tied on coins and prestige together."
    )
    assert [one.tie.field for one in journal.play.level] == ["gifts"]
    journal.fill(0, gifts=1)
    journal.fill(1, gifts=1)
    assert [one.tie.field for one in journal.play.level] == ["commissions"], "one thing at a time"
    journal.must("finish", 0, zeros=[], shared=True)
    assert not journal.play.level
    assert codes(journal.do("finish", 0, shared=True)) == ["stale"]
    journal.must("fill", 0, seat=0, field="coins", value=25)
    journal.must("fill", 0, seat=0, field="coins", value=20)
    assert journal.play.level, "another correction has made this tie"


def test_alone_there_is_one_question_and_no_tie() -> None:
    journal = newdale(9)
    asked = page(journal).questions
    assert asked and not asked.ties and "0 for everyone?" in asked.zeros
    journal.must("finish")
    assert journal.play.finished


def test_a_seat_that_the_game_plays_is_never_asked() -> None:
    journal = Journal("merchants")
    seats = [{"name": "Ada"}, {"name": "Concern", "person": None}]
    journal.must("start", chapter="base", seats=seats, settings={"concern": "yes"})
    journal.must("count", track="prestige", seat=1, by=3)
    journal.fill(0, coins=20, prestige=30)
    journal.fill(1, final=20)
    assert not journal.play.level and not page(journal, 1).mine.suggested
    assert journal.play.scored


def test_a_play_begun_again_or_reseated_keeps_to_all_of_it() -> None:
    journal = newdale(9, 8)
    journal.must("count", track="fists", seat=0, by=2)
    seats = [{"name": "Ben", "person": 2}, {"name": "Ada", "person": 1}]
    journal.must("reseat", chapter="I", seats=seats)
    assert [origin(journal.play, seat, "fists") for seat in (0, 1)] == [
        Origin.BLANK, Origin.FROM_PLAY,
    ]  # fmt: skip
    journal.must("restart")
    assert [origin(journal.play, 1, key) for key in ("fists", "track")] == [
        Origin.BLANK, Origin.NEEDED,
    ]  # fmt: skip
    assert not journal.play.moved and not journal.play.zeros


def test_a_counter_that_a_ruling_put_out_of_use_says_nothing_at_another_seating() -> None:
    journal = table("merchants", "base")
    journal.must("count", track="prestige", seat=0, by=4)
    journal.must("rule", ruling="start-prestige", value="zero")
    seats = [{"name": "Ada", "person": 1}, {"name": "Ben", "person": 2}]
    journal.must("reseat", chapter="base", seats=seats)
    assert "prestige" not in journal.play.fed and not journal.play.moved
    assert origin(journal.play, 0, "prestige") is Origin.NEEDED


def as_before(journal: Journal, *corrections: tuple[int, str, object]) -> Journal:
    """The same, finished and corrected as earlier editions wrote it."""
    fills = [("fill", {"seat": s, "field": f, "value": value}) for s, f, value in corrections]
    found = Journal(journal.game.slug)
    found.entries = [*journal.entries]
    for kind, data in [("finish", {}), *fills]:
        found.entries.append(Entry(len(found.entries) + 1, kind, data, 0))
    found.state = replay(journal.game, found.entries)
    assert not [row.refused for row in found.state.log if row.refused]
    return found


def test_a_result_of_before_stands_and_its_sentence_names_no_number_nobody_entered() -> None:
    old = as_before(tybor((None, None)))
    assert old.play.finished and old.play.scored and not old.play.level
    assert old.play.scored[1].why == "Ada and Ben share the win with 10 points each."
    old = as_before(tybor((3, None)))
    assert old.play.scored
    result = old.play.scored[1]
    assert (result.winners, result.decided_by) == ((0,), "Strength left")
    assert result.why == "Ada and Ben are tied on 10 points. Ada wins on Strength left."


def test_a_finish_of_before_confirms_what_it_rested_on() -> None:
    journal = table("merchants", "base")
    for seat in (0, 1):
        journal.fill(seat, coins=20)
    journal.must("count", track="prestige", seat=1, by=4)
    old = as_before(journal)
    assert old.play.outcome and old.play.outcome.totals == (2, 6), "the untouched 2 counted"
    assert codes(journal.do("finish", zeros=[*journal.play.untouched])) == ["missing"] * 2


def test_editing_a_result_of_before_asks_only_about_what_the_edit_makes_tied() -> None:
    old = as_before(merchants((20, 30), (20, 30), (21, 30)))
    assert not old.play.level
    old.must("fill", 0, seat=2, field="coins", value=22)
    assert not old.play.level, "they were tied before"
    old.must("fill", 0, seat=2, field="coins", value=20)
    assert [(one.tie.field, one.asked) for one in old.play.level] == [("gifts", (2,))]


@pytest.mark.parametrize(
    ("corrections", "totals"),
    [
        ([], (14, 16)),
        ([(0, "fists", None)], (18, 14)),
        ([(0, "fists", None), (0, "track", 20), (0, "track", None)], (18, 14)),
    ],
)
def test_what_a_correction_of_before_emptied_was_as_counted(
    corrections: list[tuple[int, str, object]], totals: tuple[int, ...]
) -> None:
    journal = table("newdale", "I")
    for seat, (points, fists) in enumerate(((14, 2), (12, 1))):
        journal.must("count", track="points", seat=seat, to=points)
        journal.must("count", track="fists", seat=seat, to=fists)
        journal.fill(seat, coins=0, towns=0, buildings=0)
    journal.fill(0, fists=0)
    old = as_before(journal, *corrections)
    assert old.play.outcome and old.play.outcome.totals == totals


def test_a_tie_that_a_correction_of_before_made_keeps_its_winner() -> None:
    journal = merchants((20, 30), (15, 30), (21, 30))
    journal.fill(2, gifts=1)
    old = as_before(journal, (2, "coins", 20))
    assert old.play.outcome and old.play.outcome.winners == ("Cleo",)
    assert not old.play.level
    old.must("fill", 0, seat=1, field="coins", value=20)
    assert [(one.tie.field, one.asked) for one in old.play.level] == [("gifts", (1,))]
    assert replay(old.game, old.entries).plays[0].level == old.play.level


def test_a_tie_that_a_correction_makes_now_is_asked_about_in_a_result_of_before() -> None:
    journal = merchants((20, 30), (15, 30), (21, 30))
    journal.fill(2, gifts=1)
    old = as_before(journal)
    old.must("fill", 0, seat=2, field="coins", value=20)
    assert [(one.tie.field, one.asked) for one in old.play.level] == [("gifts", (0,))]


def test_reopened_a_result_is_open_though_a_tie_was_left_shared_later() -> None:
    journal = merchants((20, 30), (21, 30))
    journal.must("finish")
    journal.must("fill", 0, seat=1, field="coins", value=20)
    journal.must("finish", 0, zeros=[], shared=True)
    assert journal.play.finished and not journal.play.level
    journal.must("undo", entry=journal.play.finished_at)
    assert not journal.play.finished and journal.play.level
    journal.must("undo", entry=len(journal.entries))
    assert journal.play.finished and not journal.play.level, "brought back with all of it"


def test_taken_back_a_finish_of_before_follows_the_new_rules() -> None:
    journal = table("merchants", "base")
    for seat in (0, 1):
        journal.fill(seat, coins=20 + seat)
        journal.must("count", track="prestige", seat=seat, to=30)
    old = as_before(journal)
    assert old.play.finished
    old.must("undo", entry=len(old.entries))
    assert not old.play.finished and origin(old.play, 0, "prestige") is Origin.FROM_PLAY


@pytest.mark.parametrize("slug", ["newdale", "merchants"])
def test_a_new_finish_is_told_from_one_of_before(slug: str) -> None:
    journal = newdale(9, 8) if slug == "newdale" else merchants((9, 9), (8, 8))
    journal.must("finish")
    written = journal.entries[-1]
    assert "zeros" in written.data
    again = replay(journal.game, journal.entries)
    assert again.play and not again.play.old
    before = replay(journal.game, [*journal.entries[:-1], replace(written, data={})])
    assert before.play and before.play.old


def test_nobody_can_write_a_finish_of_before_now() -> None:
    journal = newdale(9, 8)
    for data in ({}, {"zeros": None}):
        assert codes(journal.do("finish", **data)) == ["missing"]


def test_one_question_about_many_lines_counts_them_instead_of_naming_all() -> None:
    assert ask_zeros(["Fists"]) == "No one has entered Fists. 0 for everyone?"
    assert ask_zeros(["A", "B", "C", "D", "E"]) == (
        "No one has entered 5 of the lines. 0 for everyone?"
    )
