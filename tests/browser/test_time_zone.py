"""Hours on the screen: those of the table, wherever the phone is."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good
from tests.browser.player import Player


def test_a_table_keeps_the_zone_of_the_phone_that_opened_it(phone: Phone) -> None:
    player = Player(phone(zone="Asia/Tokyo"))
    player.open("ohmygoods", title="Far away")
    page = player.see("settings")
    expect(page.locator("#in-zone")).to_have_value("Asia/Tokyo")
    assert_good(page)
    abroad = Player(phone(zone="America/New_York"), player.table)
    told = abroad.see("log").locator("time[data-clock]").first
    at = datetime.fromisoformat(told.get_attribute("datetime") or "").astimezone(UTC)
    expect(told).to_have_text(f"{at.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}")


def test_a_table_without_one_is_offered_the_hosts_own(phone: Phone) -> None:
    player = Player(phone(zone="Europe/Berlin", script=False))
    page = player.page
    page.goto("/new/ohmygoods")
    for seat, name in enumerate(("Ada", "Ben")):
        page.fill(f"#name-{seat}", name)
    page.click("#open")
    page.wait_for_url("**/setup")
    host = Player(phone(zone="Europe/Berlin"), page.url.removesuffix("setup"))
    page = host.see("settings")
    expect(page.locator("#zone + p")).to_contain_text("Not set yet")
    expect(page.locator("#in-zone")).to_have_value("Europe/Berlin")
    page.click("#set-zone")
    expect(page.locator("#zone + p")).not_to_contain_text("Not set yet")
