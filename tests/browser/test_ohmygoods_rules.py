"""Rules of Oh my Goods! that people stumbled over: goals, assistants."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled, unfold

PAIR = NAMES[:2]


def test_what_the_chapter_asks_for_is_told_in_the_set_up_and_shown_in_play(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("ohmygoods", "I", NAMES[:1], story=False))
    page = player.page
    for fact, text in (("target", "30"), ("demand", "3 bread")):
        field, before = f"#step-chapter-card-{fact}-value", player.seq
        unfold(page, field)
        page.fill(field, text)
        page.press(field, "Tab")
        player.saved(before)
    page = player.see("play")
    tools = page.locator("main")
    expect(tools).to_contain_text("3 bread, worth 12 coins")
    expect(tools).to_contain_text("Points to reach")
    page = player.see("score")
    asked = page.locator("#card-details")
    expect(asked.locator("[id^=fact-target], [id^=fact-demand]")).to_have_count(0)
    for text in ("3 bread", "Points to reach: 30"):  # told, and folded
        expect(page.locator("#card-more summary")).to_contain_text(text)
    expect(page.locator("#fact-target-value")).to_be_hidden()
    player.type(0, buildings="20+15", coins="10")
    expect(page.locator(".scores")).to_contain_text("12 coins short")


def test_all_in_has_the_assistants_of_the_expansion_only(phone: Phone) -> None:
    sample = sampled("ohmygoods", "all-in", PAIR, story=False)
    player = Player(phone())
    page = player.join(sample)
    expect(page.locator("#step-assistants-all-in")).to_contain_text(
        "new assistants, 51\u2060–\u206063, and set out 4"
    )
    expect(page.locator("#step-chapter-card-all-in")).to_contain_text("(64\u2060–\u206079)")
    player.tap("#draw-setting")
    expect(page.locator("#step-chapter-card-all-in")).not_to_contain_text("(64\u2060–\u206079)")
    page = player.see("score")
    assert "Tap cards instead" not in page.locator("[id^=s0-assistants]").all_inner_texts()
    expect(page.locator("#s0-assistants-cards")).to_have_count(0)


def test_on_the_smallest_phone_a_card_dealt_by_hand_is_read_whole_and_no_figure_lacks_its_word(
    phone: Phone,
) -> None:
    player = Player(phone(**SMALL))
    page = player.join(sampled("ohmygoods", "base", ("Maximilian", "Ada"), story=False))
    unfold(page, "#deal-charburners-0")
    assert_wide(page, "#deal-charburners-0", "Charburner, cotton")
    player.pick("#deal-charburners-0", "Charburner, cotton")
    player.see("play")
    expect(page.locator(".own")).to_have_count(0)  # beside names it was cut off
    player.tap("#on")
    expect(page.locator("#lay-row-wood")).to_be_visible()
    expect(page.locator(".keys .cap:visible")).to_have_count(0)  # their legend has no room
    player.press("#aid-of-produce")
    expect(page.locator("#aid-produce .gives")).to_contain_text("Charburner, cotton")
    assert_wide(page, "#aid-produce select[name=seat]", "Maximilian")


def test_on_the_smallest_phone_points_of_a_card_are_asked_for_in_one_line_of_one_size(
    phone: Phone,
) -> None:
    """Where nothing stands beside it."""
    player = Player(phone(**SMALL))
    page = player.join(sampled("ohmygoods", "all-in", PAIR, story=False), screen="play")
    player.press("#change-pace")
    player.press("#phase-producing")
    player.press("#open-hired")
    asked = page.locator("label:has(#points-hired)")
    keys = page.locator("ul:has(#lay-hired-new), ol:has(#lay-hired-new)").bounding_box()
    box = asked.bounding_box()
    assert box and keys and box["width"] == keys["width"]
    sizes = "spans => [...new Set(spans.map(span => getComputedStyle(span).fontSize))]"
    assert len(asked.locator("span").evaluate_all(sizes)) == 1


def test_chances_at_sunset_are_not_broken_in_the_middle(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("ohmygoods", "base", PAIR, story=False), screen=None)
    player.see("aid/sunset?f-suns=2")
    expect(page.locator(".gives")).to_contain_text("two or more")
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        assert [fault for fault in faults(page) if "broken" in fault] == [], size


def assert_wide(page: Page, select: str, words: str) -> None:
    """A list has room for the words beside its arrow."""
    field = page.locator(select)
    letters = """(node, words) => { const pen = document.createElement("canvas").getContext("2d");
      const css = getComputedStyle(node);
      pen.font = `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`;  // "font" is empty there
      return pen.measureText(words).width }"""
    room = field.evaluate("""node => { const css = getComputedStyle(node);
      return node.clientWidth - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight) }""")
    assert field.evaluate(letters, words) <= room
