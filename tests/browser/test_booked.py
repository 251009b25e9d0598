"""What an entry changes by itself is said over the page, and what the rules forbid is asked."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import Player


def test_buying_a_card_says_its_points_and_undo_takes_them_back(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", screen="play?open=growth")
    player.tap("#lay-growth-range")
    said = page.locator(".booked")
    expect(said).to_contain_text("Ada bought Range 3. Points +2, now 5.")
    expect(said).to_be_in_viewport()
    top = page.locator("#phase").bounding_box()
    player.tap("#undo-booked")
    expect(said).to_have_count(0)
    assert page.locator("#phase").bounding_box() == top  # nothing moves below a finger
    player.see("play")
    expect(page.locator("#to-points-0")).to_have_value("3")


def test_without_a_script_it_is_a_line_at_the_top(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = player.sit("newdale", screen="play?open=growth")
    page.click("#lay-growth-range")
    said = page.locator("main > .booked")
    expect(said).to_contain_text("Points +2, now 5.")
    box, tool = said.bounding_box(), page.locator("#phase").bounding_box()
    assert box and tool and box["y"] + box["height"] <= tool["y"]
    page.click("#undo-booked")
    expect(page.locator(".booked")).to_have_count(0)


def test_a_second_building_is_asked_about_and_can_be_passed_over(phone: Phone) -> None:
    player = Player(phone())
    player.open("ohmygoods", kind="single", chapter="base")
    player.must("pace", 0, value="phase")
    player.must("advance", moment=[1, "new-cards", None], to=[1, "producing", None])
    page = player.see("play?open=tableau")
    expect(page.locator("#lay-tableau-mill-1")).to_be_hidden()  # no colour is chosen yet
    build(player, "mill-1")
    expect(page.locator("#pad-tableau")).to_have_count(0)  # one building is the whole of it
    player.press("#open-tableau")
    before = player.seq
    build(player, "mill-2", saves=False)
    asked = page.locator(".refusal")
    expect(asked).to_contain_text("Ada built Mill in this round already. Whose is the Mill?")
    page.click(".refusal >> text=Don’t enter it")
    expect(asked).to_have_count(0)
    assert player.seq == before
    player.press("#open-tableau")
    build(player, "mill-2", saves=False)
    page.click(".refusal >> text=keep both")
    player.saved(before)
    expect(asked).to_have_count(0)
    expect(page.locator("#strip summary [data-of=to-buildings-0]")).to_have_text("3")


def test_the_likeliest_answer_ends_the_turn(phone: Phone) -> None:
    player = Player(phone())
    player.open("ohmygoods", kind="single", chapter="base")
    player.must("pace", 0, value="phase")
    player.must("advance", moment=[1, "new-cards", None], to=[1, "producing", None])
    page = player.see("play?open=tableau")
    build(player, "mill-1")
    player.press("#open-tableau")
    before = player.seq
    build(player, "mill-2", saves=False)
    answers = page.locator(".refusal button")
    expect(answers).to_have_text(
        ["Ben’s: Ada is done", "Ada’s, instead of the Mill", "Ada’s, keep both"]
    )
    answers.first.click()
    player.saved(before)
    expect(page.locator("#guide")).to_contain_text("Ben’s turn")
    expect(page.locator("#strip summary [data-of=to-buildings-1]")).to_have_text("2")


def build(player: Player, card: str, *, saves: bool = True) -> None:
    """Its colour, then the card."""
    before = player.seq
    player.press(".sorts [value=yellow]")
    player.press(f"#lay-tableau-{card}")
    if saves:
        player.saved(before)
