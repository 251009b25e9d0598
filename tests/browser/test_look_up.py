"""Look up on a phone: as one types, by kind, back to the same place, and without a network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.measuring import faults
from tests.browser.player import Player
from tests.browser.test_installed import kept, patiently
from tests.serving import served


def finds(page: Page) -> list[str]:
    return page.locator("[data-find]:visible b").all_inner_texts()


COSTLY = (
    "Queen's Eyes Surveyor", "Merchant's Guildhall", "Candle & Quartz", "Frosted Filigree"
)  # fmt: skip


def test_what_a_building_costs_leaves_its_name_room(phone: Phone) -> None:
    sample, seats = Sample(games()["merchants"]), [{"name": "Anna"}, {"name": "Jo"}]
    chosen = {"buildings": "chosen"}
    sample.do("start", chapter="base", seats=seats, first=0, story=False, settings=chosen)
    for building in COSTLY:
        sample.do("record", fact="buildings_in_play", add=[building])
    page = Player(phone(width=320, height=640)).join(sample, screen="look-up?kind=buildings")
    assert finds(page) == [name.replace("'", "’") for name in COSTLY]
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []


def test_it_narrows_as_one_types_and_by_kind(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("merchants", screen="look-up")
    page.fill("[name=q]", "brembizant")
    expect(page.locator("#found")).to_have_text("1 result")
    assert finds(page) == ["Brembizánt"]
    for typed in ("otho's", "otho’s"):  # as a keyboard has it, or a phone
        page.fill("[name=q]", "")
        page.fill("[name=q]", typed)
        assert finds(page) == ["Otho’s Lanternworks"]
    page.fill("[name=q]", "")
    page.click("[name=kind][value=steeds]")
    assert len(finds(page)) == 7
    page.press("[name=q]", "Enter")  # sends nothing: the page stays
    assert len(finds(page)) == 7


def test_what_others_enter_leaves_the_search_as_it_is(phone: Phone) -> None:
    one, other = Player(phone()), Player(phone())
    page = one.sit("merchants", screen="look-up")
    page.click("[name=kind][value=steeds]")
    page.fill("[name=q]", "lantern")
    shown = finds(page)
    other.table = one.table
    other.page.goto(one.table)
    before = one.seq
    other.must("note", text="Hello")
    one.saved(before)
    assert finds(page) == shown
    expect(page.locator("[name=q]")).to_have_value("lantern")


def test_back_leads_to_the_same_place_of_the_page(phone: Phone) -> None:
    player = Player(phone(height=640))
    page = player.sit(screen="play")
    page.evaluate("scrollTo(0, 40)")
    page.evaluate("location.assign('look-up')")
    page.wait_for_url("**/look-up")
    page.click(".back")
    page.wait_for_url("**/play")
    page.wait_for_function("() => scrollY === 40")


def test_without_a_script_a_button_searches(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = player.sit(screen="look-up")
    page.fill("[name=q]", "fortress")
    page.press("[name=q]", "Enter")
    assert finds(page) == ["Fortress"]
    page.fill("[name=q]", "")
    page.click("[name=kind][value=goods]")
    assert "Coal" in finds(page)
    page.click(".back")
    page.wait_for_url("**/play")


def test_whoever_plays_can_look_up_without_a_network(phone: Phone, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = kept(phone(worker=True), server)
        page.goto(page.url.replace("/setup", "/play"))
        there = page.url.replace("/play", "/look-up")
        there_too = "async url => Boolean(await caches.match(url))"
        assert any(page.evaluate(there_too, there) for _ in patiently(page))
        server.stop()
        page.goto(there)  # nobody has opened it before
        page.fill("[name=q]", "fortress")
        assert finds(page) == ["Fortress"]
        expect(page.locator("[data-state]")).to_have_attribute("data-state", "offline")
