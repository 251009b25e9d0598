"""Nothing that is sent is dropped in silence, and nothing is called saved that is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.player import LINE, REST, SAVED, Player, sampled, waiting
from tests.browser.test_numbers import typed
from tests.browser.test_taps import playing, slow

# Sent in the same moment, before any of it is answered.
BOTH = """fields => { for (const [field, value] of Object.entries(fields)) {
  const box = document.querySelector(field);
  box.value = value; box.form.requestSubmit(); } }"""


def unforeseen(page: Page) -> None:
    """The page hears nothing of what it would show while somebody types."""

    def answered(route: Route) -> None:
        looks = "look=yes" in (route.request.post_data or "")
        route.abort() if looks else route.continue_()

    page.route("**/score", answered)


def goods(phone: Phone, **size: int) -> Player:
    """Oh my Goods! for two, Sam's sheet filled in and handed over to Priya."""
    player = Player(phone(**size))
    player.page.add_init_script(
        "delete Navigator.prototype.serviceWorker"
    )  # it would hide requests
    sample = sampled("ohmygoods", "base", ("Sam", "Priya"), story=False)
    sample.do("pace", value="ends")
    player.join(sample, screen="score")
    player.type(0, buildings="12", assistants="0", coins="13")
    player.press("#on-wide" if size.get("width", 0) > 1000 else "#on")
    player.page.wait_for_url("**seat=1*")
    return player


@pytest.mark.parametrize("width", [390, 1280])
def test_the_sheet_goes_on_sending_after_the_way_to_what_is_open(phone: Phone, width: int) -> None:
    """The last number is typed, the cursor stays in its field, and the button calls it open."""
    player = goods(phone, width=width)
    page = player.page
    unforeseen(page)
    player.type(1, buildings="9")
    before = player.seq
    page.click("#s1-coins")
    page.keyboard.type("17")
    page.wait_for_timeout(1000)
    page.click("#on:has-text('Go to')")
    player.saved(before)
    player.type(1, buildings="20")
    fresh = Player(phone(), player.table)
    expect(fresh.see("score?seat=1").locator("#s1-buildings")).to_have_value("20")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Priya")


def test_the_last_number_turns_the_button_as_it_is_typed(phone: Phone) -> None:
    """Totals and what is open follow, too; nothing is entered before the field is left."""
    player = goods(phone)
    page, total = player.page, player.page.locator("#total-1")
    player.type(1, buildings="9")
    before = player.seq
    expect(total).to_contain_text("so far")
    page.click("#s1-coins")
    page.keyboard.type("1")
    expect(page.locator("#finish")).to_contain_text("See who won")
    expect(total).not_to_contain_text("so far")
    page.keyboard.press("Backspace")
    expect(page.locator("#on")).to_contain_text("Go to")
    expect(total).to_contain_text("so far")
    page.keyboard.type("17")
    expect(page.locator("#finish")).to_be_visible()
    assert player.seq == before
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Sam")


def test_half_a_sum_is_not_looked_at_and_the_result_waits_for_it(phone: Phone) -> None:
    player = goods(phone)
    page = player.page
    player.type(1, buildings="9")
    looked: list[str] = []
    page.on("request", lambda r: looked.append(r.post_data or "") if r.method == "POST" else None)
    page.click("#s1-coins")
    page.keyboard.type("3")
    expect(page.locator("#finish")).to_be_visible()
    page.keyboard.type("+")
    player.press("#finish")
    expect(page.locator("#s1-coins")).to_be_focused()
    assert not [body for body in looked if "look=yes" in body and "f-coins=3%2B" in body]
    page.keyboard.press("End")
    page.keyboard.type("4")
    expect(page.locator(".people [aria-current] b")).to_have_text(
        "10"
    )  # the button rests once it is drawn
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Sam")


def test_what_others_enter_does_not_turn_the_button_back(phone: Phone) -> None:
    player = goods(phone)
    page = player.page
    player.type(1, buildings="9")
    before = player.seq
    page.click("#s1-coins")
    page.keyboard.type("17")
    expect(page.locator("#finish")).to_be_visible()
    player.must("note", text="Rain.")
    player.saved(before)
    page.wait_for_timeout(2 * REST)
    expect(page.locator("#finish")).to_be_visible()
    assert page.input_value("#s1-coins") == "17"


def test_what_is_typed_is_not_called_saved_before_the_table_has_it(phone: Phone) -> None:
    player = goods(phone)
    page, status = player.page, player.page.locator(LINE)
    before = player.seq
    expect(status).to_have_attribute("data-state", "saved")
    page.click("#s1-buildings")
    page.keyboard.type("9")
    expect(status).to_have_attribute("data-state", "saving")
    page.wait_for_timeout(2500)  # others are asked for meanwhile
    expect(status).to_have_attribute("data-state", "saving")
    page.keyboard.press("Backspace")
    expect(status).to_have_attribute("data-state", "saved")
    slow(page, 700)
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    expect(status).to_have_attribute("data-state", "saving")
    player.saved(before)
    expect(status).to_have_attribute("data-state", "saved")
    expect(status).to_have_text("")


def test_a_tap_is_sent_though_a_link_led_to_no_other_page(phone: Phone) -> None:
    """What a download, a stop button or a dead network leaves behind is a page like any other."""
    player = playing(phone)
    page, before = player.page, player.seq
    page.route("**/play?nowhere", lambda route: route.fulfill(status=204))
    page.evaluate("document.querySelector('.masthead .back').href = 'play?nowhere'")
    page.evaluate("document.querySelector('#more-points-0').click()")
    page.click(".masthead .back")
    player.saved(before)
    player.tap("#more-points-0")
    assert page.evaluate("() => window.fetch !== undefined") and "nowhere" not in page.url


def test_the_same_button_again_leads_where_its_first_tap_would_have(phone: Phone) -> None:
    """The result could not be loaded: See who won is no dead button."""
    player = goods(phone)
    page = player.page
    player.type(1, buildings="9", coins="17")
    tries: list[str] = []

    def once(route: Route) -> None:
        tries.append(route.request.url)
        route.fulfill(status=204) if len(tries) == 1 else route.continue_()

    page.route("**/result", once)
    page.route("**/seq", lambda route: route.abort())
    page.wait_for_timeout(REST)
    with page.expect_response("**/result"):
        page.click("#finish")
    page.evaluate("setTimeout(() => document.querySelector('#finish').click())")
    page.wait_for_url("**/result")
    expect(page.locator("#win")).to_contain_text("Sam")
    assert len(tries) == 2


def test_what_is_typed_while_the_next_page_loads_is_not_lost(phone: Phone) -> None:
    player = goods(phone)
    page = player.page
    page.evaluate(f"addEventListener('beforeunload', () => ({BOTH})({{'#s1-coins': '17'}}))")
    page.evaluate(BOTH, {"#s1-buildings": "9"})
    page.evaluate("document.querySelector('.masthead .back').click()")
    page.wait_for_url("**/play")
    fresh = Player(phone(), player.table).see("score?seat=1")
    expect(fresh.locator("#s1-coins")).to_have_value("17")


def test_a_refusal_outlives_what_was_sent_behind_it(phone: Phone) -> None:
    player = playing(phone, "ohmygoods")
    page, before = player.page, player.seq
    page.evaluate(BOTH, {"#to-ore": "12+20", "#to-clay": "2"})
    player.saved(before)
    expect(page.locator(".refusal")).to_contain_text("32")
    expect(page.locator(LINE)).to_have_text("Not saved.")


def test_without_a_store_a_late_refusal_is_said_on_the_page(phone: Phone) -> None:
    """In a private window no list keeps what the table did not take."""
    page = phone()
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('private'); };")
    player = Player(page)
    player.sit("ohmygoods", screen="play")
    page.context.set_offline(True)
    typed(player, "#to-ore", "12+20")
    expect(page.locator(LINE)).to_have_text(waiting(1))
    page.context.set_offline(False)
    expect(page.locator(".refusal")).to_contain_text("32")
    expect(page.locator(LINE)).to_have_text("Not saved.")


def test_a_choice_stays_chosen_while_more_is_tapped(phone: Phone) -> None:
    """One box of several changes the others, also when what is foretold is drawn again."""
    player = playing(phone, screen="score?seat=0")
    page, before, chosen = player.page, player.seq, player.page.locator("#s0-objective")
    chosen.select_option("first")
    taps = ("#s0-towns-more", "#s0-towns-more", "#s0-fists-more")
    page.evaluate("ids => ids.forEach(id => document.querySelector(id).click())", taps)
    expect(chosen).to_have_value("first")
    player.saved(before, 3)
    expect(chosen).to_have_value("first")
    expect(page.locator(SAVED)).to_be_attached()


def test_the_groups_question_comes_as_the_last_number_is_typed(phone: Phone) -> None:
    player = Player(phone())
    sample = sampled("ohmygoods", "base", ("Sam", "Priya"), story=False)
    sample.do("pace", value="ends")
    page = player.join(sample, screen="score?seat=1")
    player.must("fill", seat=0, field="buildings", value=12)
    player.must("fill", seat=0, field="coins", value=13)
    player.type(1, buildings="9")
    page.click("#s1-coins")
    page.keyboard.type("17")
    expect(page.locator("#before-result")).to_contain_text("No one has entered")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Sam")
