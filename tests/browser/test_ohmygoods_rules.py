"""Rules of Oh my Goods! that people stumbled over: goals, assistants, copies, forks."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled, unfold

PAIR = NAMES[:2]


def test_what_the_chapter_asks_for_is_told_in_the_set_up_and_shown_in_play(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("ohmygoods", "I", NAMES[:1], story=False))
    page = player.page
    for fact, text in (("target", "30"), ("demand", "3 bread"), ("demand_coins", "12")):
        field, before = f"#step-chapter-card-{fact}-value", player.seq
        unfold(page, field)
        page.fill(field, text)
        page.press(field, "Tab")
        player.saved(before)
    page = player.see("play")
    tools = page.locator("main")
    expect(tools).to_contain_text("3 bread, 12 coins")
    expect(tools).to_contain_text("Points to reach")
    page = player.see("score")
    expect(page.locator("[id^=fact-target], [id^=fact-demand]")).to_have_count(0)
    player.type(0, buildings="20+15", coins="10")
    expect(page.locator("#sheet-0")).to_contain_text("12 coins short")


def test_the_base_game_comes_first_and_says_nothing_of_the_story(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.click("text=Oh my Goods!")
    expect(page.locator("#kind-single")).to_be_checked()
    expect(page.locator("#chapter")).to_have_value("base")
    expect(page.locator("#players-1, select[name=colour]")).to_have_count(0)
    for seat, name in enumerate(PAIR):
        page.fill(f"#name-{seat}", name)
    page.click("#open")
    page.wait_for_url("**/setup")
    player = Player(page, page.url.removesuffix("setup"))
    for screen in ("setup", "play", "score", "rulings", "log", ""):
        said = player.see(screen).inner_text("body").lower()
        for word in ("story", "chapter", "campaign", "expansion", "conspiracy", "in secret"):
            assert word not in said, (screen, word)
    said = player.see("print").inner_text("main")
    assert "Log of the table" in said and "Uncover" not in said and "Change-over" not in said


def test_no_card_is_built_more_often_than_the_box_has_it(phone: Phone) -> None:
    sample = sampled("ohmygoods", "base", PAIR, story=False)
    while sample.play.moment.phase != "producing":
        sample.moment()
    player = Player(phone())
    player.join(sample)
    page = player.see("play")
    office = "#lay-tableau-office-wood"
    for _ in range(2):
        player.tap(office)
    expect(page.locator(office)).to_be_disabled()
    player.press("#fold-hired")
    hired = page.locator("button[id^=lay-hired-]")
    hired.first.wait_for()
    said = hired.all_inner_texts()
    assert len(said) > 10 and sum("costs" in text for text in said) > 10  # told apart by that


def test_a_fork_names_the_cards(phone: Phone) -> None:
    sample = Sample(games()["ohmygoods"])
    for chapter in ("I", "II"):
        sample.chapter(chapter, PAIR)
    player = Player(phone(width=320))
    player.join(sample)
    page = player.see("result")
    expect(page.locator("#to-IIIa")).to_contain_text("Chapter IIIa")
    follows = page.locator("main")
    expect(follows).to_contain_text("Card 66")
    expect(follows).to_contain_text("Card 67")
    player.tap("#to-IIIb")
    player.go("#on", "next**")
    expect(page.locator("main")).to_contain_text("Chapter IIIb, card 67")


def test_all_in_has_the_assistants_of_the_expansion_only(phone: Phone) -> None:
    sample = sampled("ohmygoods", "all-in", PAIR, story=False)
    player = Player(phone())
    page = player.join(sample)
    expect(page.locator("#step-assistants-all-in")).to_contain_text("mix 51-63 and lay out 4")
    expect(page.locator("#step-chapter-card-all-in")).to_contain_text("(64-79)")
    player.tap("#draw-setting")
    expect(page.locator("#step-chapter-card-all-in")).not_to_contain_text("(64-79)")
    page = player.see("score")
    assert "Tap cards instead" not in page.locator("[id^=s0-assistants]").all_inner_texts()
    expect(page.locator("#s0-assistants-cards")).to_have_count(0)
