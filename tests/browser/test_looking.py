"""Looking: nothing sticks out, doubts in the players' words, reminders by situation, names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled, unfold

TRIO = ("Maximilian", "Dominique", "Cleo")


def on_both(page: Page) -> Iterator[ViewportSize]:
    """The page on a phone and on a small one."""
    for size in (SMALL, PHONE):
        page.set_viewport_size(size)
        yield size


def test_nothing_sticks_out_where_it_did(phone: Phone) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", TRIO)
    sample.open("II", TRIO)
    player = Player(phone())
    page = player.page
    page.goto("/")
    for _ in on_both(page):
        assert faults(page) == []  # no title breaks within a word
    player.join(sample, screen=None)
    for screen in ("", "log", "rulings", "play", "statistics"):
        player.see(screen)
        for size in on_both(page):
            assert faults(page) == [], (screen, size)
    player.join(sampled("tybor", "I", TRIO, story=True))
    boxes = page.locator(".numbers input")  # of the captain table: side by side, or three
    for size in on_both(page):
        tops = boxes.evaluate_all("all => all.map(box => box.getBoundingClientRect().top)")
        assert len(set(tops)) == (1 if size == PHONE else 2)
    player.see("print")
    for _ in on_both(page):
        assert faults(page) == []


def test_the_name_of_the_present_phase_is_not_cut(phone: Phone) -> None:
    sample = sampled("newdale", "I", TRIO, story=False)
    while sample.play.moment.phase != "end":
        sample.moment()
    cut = "e => e.scrollWidth > e.clientWidth"
    player = Player(phone(width=320))
    for told in (sample, sampled("ohmygoods", "I", TRIO, story=False)):
        now = player.join(told, screen="play").locator(".phases [aria-current] > span")
        assert not now.first.evaluate(cut)


def test_a_doubt_says_what_to_check_and_ends_with_the_answer(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("newdale", "VIII", TRIO, story=False))
    step = player.page.locator("#step-board")
    expect(step).to_contain_text("Check p. 16. Using board F until you do.")
    player.tap("#step-board button:has-text('Board E')")
    expect(step).to_contain_text("Set out game board E.")
    expect(step).not_to_contain_text("Unconfirmed")
    player = Player(phone())
    page = player.join(sampled("ohmygoods", "VIII", TRIO[:1], story=False))
    field, before = "#step-assistants-grown-assistants_alone-value", player.seq
    unfold(page, field)
    page.fill(field, "6")
    page.press(field, "Tab")
    player.saved(before)
    row = page.locator("#step-assistants-grown")
    expect(row).to_contain_text("set out 6")
    expect(row).not_to_contain_text("Unconfirmed")


def test_reminders_come_with_their_situation_two_at_once(phone: Phone) -> None:
    sample = sampled("newdale", "II", TRIO, story=False)
    while (sample.play.moment.round, sample.play.moment.phase) != (6, "building"):
        sample.moment()
    player = Player(phone())
    page = player.join(sample, screen="play")
    said = page.locator("main .recalls:visible > li")
    assert said.count() <= 2
    every = " ".join(page.locator("main .recalls").all_text_contents())  # folded ones, too
    assert "Reitzke" not in every and "Ship’s Cook" not in every
    known = len(sample.state.log)
    while (sample.play.moment.round, sample.play.moment.phase) != (7, "event"):
        sample.moment()
    player.tell_all(sample, known)
    page = player.see("play")
    expect(said.first).to_contain_text("Use your bonus tiles this round")
    assert said.count() <= 2


def test_a_tie_says_who_sits_where(phone: Phone) -> None:
    sample = sampled("newdale", "I", TRIO, story=False)
    sample.play_on()
    values = {"track": 9, "fists": 0, "coins": 0, "towns": 1, "buildings": 4}
    for seat in range(3):
        for field, value in values.items():
            sample.do("fill", seat=seat, field=field, value=value)
    player = Player(phone(width=320))
    page = player.join(sample, screen="score")
    player.go("#finish", "result")
    why = page.locator("#why")
    expect(why).to_contain_text("The bag ended with Dominique")
    expect(why).to_contain_text("Maximilian sits 2 seats away, Cleo 1")


def test_dealt_things_name_people_and_say_what_they_do(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("newdale", "II", NAMES[:3], story=False))
    page = player.page
    player.tap("#draw-characters")
    drawn = page.locator("#step-characters .drawn li")
    expect(drawn).to_have_count(3)
    for row in drawn.all_inner_texts():
        assert len(row.split()) > 5  # its name and its effect
    page = player.see("play")
    player.tap("#card-events-103")
    unfold(page, "#change-events")
    came = page.locator("#pile-events, #fold-events").first.inner_text()
    assert came.count("103") == 1


def test_the_list_of_events_says_each_card_once(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("ohmygoods", "I", TRIO, story=False), screen="settings")
    player.tap("#pace-round")
    player.see("play")
    cards = []
    for _ in range(2):
        button = page.locator("[id^=card-events-]").first
        cards.append((button.get_attribute("id") or "").rpartition("-")[2])
        player.tap(f"#card-events-{cards[-1]}")
        player.tap("#on")
    unfold(page, "#change-events")
    came = page.locator("#pile-events, #fold-events").first.inner_text().split()
    assert [came.count(card) for card in cards] == [1, 1], came


def test_reminders_of_a_second_game_come_with_what_has_happened(phone: Phone) -> None:
    """Told by taps: nothing of the last round before it is known to be the last."""
    player = Player(phone())
    page = player.join(sampled("ohmygoods", "base", NAMES[:2], story=False), screen="play")
    player.press("#change-pace")
    player.press("#phase-producing")
    expect(page.locator(".phases [aria-current]")).to_contain_text("Producing")
    every = page.locator("main .recalls")
    told = " ".join(every.all_text_contents())
    assert told and "ast round" not in told and "7 buildings" not in told
    assert page.locator("main .recalls:visible > li").count() <= 2
    expect(page.locator("#aid-of-chains")).to_have_count(0)
    unfold(page, "#to-buildings-1")
    page.fill("#to-buildings-1", "7")
    page.press("#to-buildings-1", "Enter")
    for phase in ("producing", "end"):
        player.must("advance", moment=[1, phase, None])
    player.see("play")
    expect(every.first).to_contain_text("If anyone builds an 8th building")


def test_dealt_steeds_and_heroes_of_a_second_game_name_people(phone: Phone) -> None:
    player = Player(phone(width=320))
    page = player.join(sampled("merchants", "base", TRIO, story=False))
    for draw in ("steeds", "starting-heroes"):
        player.tap(f"#draw-{draw}")
        rows = page.locator(f"#step-{draw} .drawn li")
        expect(rows).to_have_count(3)
        texts = rows.all_inner_texts()
        for name, text in zip(TRIO, texts, strict=True):
            assert name in text and len(text.split()) > 3, text  # what it is and what it does
        assert len({text.split(":", 1)[1] for text in texts}) == 3  # each card once


ONE_LINE = "all => all.every(one => one.getClientRects().length === 1)"
CUT = "e => e.scrollHeight > e.clientHeight + 1"


def test_undo_says_whole_what_it_takes_back_and_the_toast_breaks_no_name(phone: Phone) -> None:
    people = ("Maximilian", "Bartholomew", "Dominiquebartholomaeusel")
    player = Player(phone())
    page = player.join(sampled("newdale", "I", people, story=False), screen=None)
    for seat in (1, 2):
        words = f"Points: {people[seat]} +1"
        player.must("count", 0, track="points", seat=seat, by=1)
        for screen in ("play", "score", "setup"):
            player.see(screen)
            expect(page.locator("#undo")).to_have_attribute("aria-label", f"Undo: {words}")
            player.tap("#undo")
            toast = page.locator(".toast > span")
            expect(toast).to_have_text(f"Undone: {words}")
            for size in on_both(page):
                # 24 letters may end in an ellipsis on a small phone.
                whole = not toast.evaluate(CUT)
                assert whole or (seat, size) == (2, SMALL), (screen, seat, size)
                assert faults(page) == [], (screen, size)
            player.tap("#redo")


def test_a_name_and_its_s_stay_together_on_next(phone: Phone) -> None:
    sample = sampled("merchants", "base", ("Bartholomew", "Dominiquebartholomaeusel"), story=False)
    player = Player(phone())
    page = player.join(sample, screen="play?aid=roll")
    for size in on_both(page):
        assert page.locator("#on .who").inner_text() in ("Dominiqueb…’s", "Bartholomew’s")
        assert page.locator("#on .who").evaluate_all(ONE_LINE), size
        assert not page.locator("#on > span").evaluate(CUT), size


@pytest.mark.parametrize(("slug", "phase"), [("ohmygoods", "sunset"), ("tybor", "pick-1")])
def test_headings_without_room_are_there_for_those_who_listen(
    phone: Phone, slug: str, phase: str
) -> None:
    sample = sampled(slug, "I", TRIO, story=False)
    while sample.play.moment.phase != phase:
        sample.moment()
    page = Player(phone()).join(sample, screen="play")
    headings = page.get_by_role("heading")
    spoken = [headings.all_text_contents() for _ in on_both(page)]
    assert spoken[0] == spoken[1] and len(spoken[0]) > 2
    page.set_viewport_size(SMALL)
    present = page.locator(".phases [aria-current]")  # its tab says the name of the phase
    expect(present.or_(headings.nth(1)).first).to_be_in_viewport()


def test_nothing_empty_holds_a_place_on_the_score_sheet(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("tybor", "I", TRIO, story=False), screen="score")
    expect(page.locator("main p:empty")).to_have_count(0)
