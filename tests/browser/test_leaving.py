"""Leaving a page and going on: nothing typed stays behind unseen, whoever ends the page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import Player, unfold
from tests.browser.test_numbers import typed
from tests.browser.test_taps import playing

# A page that ends before anything of it is sent or stored; what it leaves for the next one.
LEFT = """() => { window.fetch = () => new Promise(() => {});
  dispatchEvent(new PageTransitionEvent("pagehide")); return localStorage.left; }"""
# While the next page picks that up, another one of this phone ends, too.
MEANWHILE = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (row) {
  const {meanwhile} = localStorage;
  if (meanwhile) {
    localStorage.removeItem("meanwhile");
    const left = JSON.parse(localStorage.left || "[]");
    localStorage.left = JSON.stringify([...left, ...JSON.parse(meanwhile)]);
  }
  return put.call(this, row);
};
"""


@pytest.mark.parametrize("screen", ["setup", "score?seat=0"])
def test_several_numbers_outlive_the_browsers_own_way_out(phone: Phone, screen: str) -> None:
    """The captain table, which is saved when all of its boxes are left."""
    player = playing(phone, "tybor", screen)
    page, boxes, before = player.page, player.page.locator(".numbers input"), player.seq
    unfold(page, ".numbers input")
    boxes.nth(4).click()
    page.keyboard.type("14")
    page.reload()
    player.saved(before)
    player.see("setup")
    unfold(page, ".numbers input")
    expect(boxes.nth(4)).to_have_value("14")


def test_what_two_pages_leave_at_once_is_picked_up_from_both(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page = player.page
    page.click("#s0-coins")
    page.keyboard.type("5")
    (row,) = json.loads(page.evaluate(LEFT))
    other = row["body"].replace("f-coins=5", "f-towns=2").replace("f-towns=&", "") + "b"
    page.evaluate("row => { localStorage.meanwhile = row; }", json.dumps([{**row, "body": other}]))
    page.add_init_script(MEANWHILE)
    before = player.seq
    page.goto(f"{player.table}play")
    player.saved(before)
    page.goto(f"{player.table}score?seat=0")
    player.saved(before, 2)
    expect(page.locator("#s0-coins")).to_have_value("5")
    expect(page.locator("#s0-towns")).to_have_value("2")


def test_a_question_left_without_an_answer_is_asked_on_the_next_page(phone: Phone) -> None:
    player = playing(phone, "ohmygoods")
    page, before, field = player.page, player.seq, "#to-ore"
    typed(player, field, "12+20")
    expect(page.locator(".refusal")).to_contain_text("32 is unusually high")
    player.see("look-up")
    expect(page.locator("#waiting")).to_contain_text("32 is unusually high")
    assert player.seq == before
    page.click("#waiting button:has-text('Yes')")
    player.saved(before)
    expect(page.locator("#waiting li")).to_have_count(0)
    player.see("play")
    expect(page.locator(field)).to_have_value("32")


def test_next_opens_the_fold_in_which_something_is_no_number(phone: Phone) -> None:
    player = Player(phone(width=320))
    page = player.sit("merchants", screen="play")
    field = "#to-prestige-0"
    typed(player, field, "two")
    page.click("#strip > summary")
    expect(page.locator(field)).to_be_hidden()
    player.press("#on")
    expect(page.locator(field)).to_be_focused()
    expect(page.locator(".refusal")).to_be_in_viewport()
