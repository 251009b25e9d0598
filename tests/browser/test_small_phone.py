"""The smallest phone in use: what is asked, set off and taken back is read there, too."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Phone
from tests.browser.full_asks import DEEDS
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled

PEOPLE = ("Maximilian", "Anna", "Bartholomew", "Dominique")
IS_CUT = (
    "all => all.some(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)"
)
ON_TOP = """all => all.map(one => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


def small(phone: Phone) -> Player:
    return Player(phone(width=320, height=640, dark=True))


def seen(of: Locator) -> list[bool]:
    """Whether each of them lies above everything else, as far as one has scrolled."""
    found: list[bool] = of.evaluate_all(ON_TOP)
    return found


def at_the_top(page: Page) -> None:
    page.evaluate("scrollTo(0, 0)")


def test_what_is_drawn_or_printed_is_headed(phone: Phone) -> None:
    """Both pads of figures look alike, so each says what it is for."""
    sample, player = sampled("newdale", "I", PEOPLE, story=True), small(phone)
    sample.do("reveal", deck="events", card=100, position=0)
    page = player.join(sample, screen="play")
    tool = page.locator(".stack > .tool:has(> .pad)").first
    for heading in ("Printed on the event", "Drawn from the bag"):
        expect(tool.locator("h2")).to_have_text(heading)
        assert seen(tool.locator("h2")) == [True]
        assert seen(tool.locator(".key, .less")) == [True] * 8
        while sample.play.moment.phase != "assistants":
            sample.moment()
        player.join(sample, screen="play")


def test_undo_says_what_it_takes_back_and_the_toast_what_was(phone: Phone) -> None:
    player = small(phone)
    page = player.join(sampled("newdale", "I", PEOPLE, story=True), screen=None)
    for screen in ("play", "setup", "score"):
        player.must("count", 0, track="points", seat=2, by=1)
        player.see(screen)
        undo = page.locator("#undo")
        expect(undo).to_have_attribute("aria-label", "Undo: Points: Bartholomew +1")
        player.tap("#undo")
        expect(page.locator(".toast.is-up")).to_contain_text("Undone: Points: Bartholomew +1")
        assert not page.locator(".toast, .go").evaluate_all(IS_CUT), screen
        player.tap("#redo")


def test_what_a_counter_sets_off_stands_above_the_dock(phone: Phone) -> None:
    sample, player = sampled("newdale", "I", PEOPLE, story=True), small(phone)
    while sample.play.moment.phase != "actions":
        sample.moment()
    page = player.join(sample, screen="play")
    at_the_top(page)
    player.must("count", 0, track="points", seat=0, to=6)
    page.reload()
    at_the_top(page)
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("passed 5")
    assert seen(prompt) == seen(prompt.locator("button")) == [True]


SHORT_OF = """list => {
  const {fontWeight, fontSize, fontFamily, paddingLeft, paddingRight} = getComputedStyle(list);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return pen.measureText(list.selectedOptions[0].text).width - room;
}"""


def test_what_a_deed_gives_is_read_whole(phone: Phone) -> None:
    sample, player = sampled("merchants", "base", PEOPLE, story=False), small(phone)
    sample.do("fill", seat=0, field="deeds", value=DEEDS)
    page = player.join(sample, screen="score?seat=0")
    for size in ({"width": 320, "height": 640}, PHONE):
        page.set_viewport_size(size)
        assert page.locator("#s0-deeds-0-kind").evaluate(SHORT_OF) <= 0, size


def test_whom_the_phone_goes_to_is_named_whole(phone: Phone) -> None:
    sample, player = sampled("merchants", "base", PEOPLE, story=False), small(phone)
    sample.do("fill", seat=1, field="coins", value=5)
    page = player.join(sample, screen="score?seat=1")
    player.must("note", 0, text="so that Undo stands beside it")
    page.reload()
    expect(page.locator("#undo")).to_be_visible()
    name = page.locator(".dock #on.phone .name")
    expect(name).to_contain_text("Bartholomew")
    assert not name.evaluate_all(IS_CUT)


def test_keys_for_sums_lie_on_a_bar_and_no_frame_on_what_is_said(phone: Phone) -> None:
    player = small(phone)
    page = player.sit("tybor", PEOPLE, screen=None)
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    player.see("score?seat=0")
    page.click("#s0-printed")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    assert keys.evaluate("keys => keys.getBoundingClientRect().width") == 320
    assert keys.evaluate("keys => getComputedStyle(keys).backgroundColor") != "rgba(0, 0, 0, 0)"
    frame = "field => parseFloat(getComputedStyle(field).outlineOffset)"
    assert page.locator("#s0-printed").evaluate(frame) < 0


# The keys, what is asked, and its answer, one below the other and all in view.
IN_ORDER = """() => {
  const [keys, asked, answer] = ["#keys", ".dock .refusal p", ".dock .refusal button"]
    .map(of => document.querySelector(of)?.getBoundingClientRect());
  return answer && keys.height && keys.top >= 0 && keys.bottom <= asked.top
    && asked.bottom <= answer.top;
}"""


def test_a_question_in_the_dock_stands_above_its_answer_and_below_the_keys(phone: Phone) -> None:
    player = small(phone)
    page = player.sit("ohmygoods", PEOPLE, screen=None)
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    player.see("play")
    page.click("#strip > summary")
    page.fill("#to-wood", "10+28")
    page.press("#to-wood", "Enter")
    said = page.locator(".dock .refusal")
    expect(said).to_contain_text("38 is unusually high")
    page.click("#to-cotton")
    page.wait_for_function(IN_ORDER, polling=50)


def test_a_range_of_cards_is_not_taken_apart_where_a_line_ends(phone: Phone) -> None:
    player = small(phone)
    page = player.join(sampled("newdale", "I", PEOPLE, story=True), screen="setup")
    expect(page.get_by_text("Shuffle cards 100\u2060–\u2060102")).to_have_count(1)
    for width in range(300, 400, 10):  # wherever its lines end
        page.set_viewport_size({"width": width, "height": 640})
        assert not [one for one in faults(page) if "broken" in one], width
