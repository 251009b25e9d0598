"""Evenings that move: saved on one phone, opened on another, and every chart told as a table."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games import games
from companion.interchange.table_file import TableFile, lasting, table_json
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.looks import assert_good, assert_good_everywhere
from tests.browser.player import NAMES, Player, opened

TWO = NAMES[:2]
EIGHT = tuple(f"{n} Wilhelmina Wilhelmsdotter" for n in "ABCDEFGH")


def finished(phone: Phone) -> Player:
    """A table with one result."""
    player, sample = Player(phone()), opened("newdale", TWO)
    sample.tell()
    sample.score()
    sample.finish()
    player.join(sample, "Thursday", screen=None)
    return player


def open_file(page: Page, file: Path) -> None:
    page.goto("/open")
    page.set_input_files("#file", file)
    page.click("#open-file")
    page.wait_for_url("**/t/*/")


def test_a_table_is_saved_on_one_phone_and_opened_on_another(phone: Phone, tmp_path: Path) -> None:
    player = finished(phone)
    with player.see("settings").expect_download() as saved:
        player.page.click("#save-file")
    assert saved.value.suggested_filename == "Thursday.guildbook.json"
    file = tmp_path / "Thursday.guildbook.json"
    saved.value.save_as(file)
    other = phone()
    open_file(other, file)
    expect(other.locator("h1")).to_have_text("Thursday")
    expect(other.locator("#tab-story")).to_have_attribute("aria-current", "page")
    other.goto(f"{other.url}result?play=0")
    expect(other.locator("main .rank")).to_have_count(1)
    other.goto("/")
    expect(other.locator("a.row")).to_have_count(1)


def test_a_file_that_is_none_says_so(phone: Phone, tmp_path: Path) -> None:
    page, file = phone(), tmp_path / "holiday.json"
    file.write_text("{}")
    page.goto("/open")
    page.set_input_files("#file", file)
    page.click("#open-file")
    expect(page.locator(".refusal")).to_contain_text("isn’t a Guildbook file")
    assert_good_everywhere(page)


def test_every_chart_has_its_table(phone: Phone) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", TWO)
    sample.chapter("II", TWO)
    page = Player(phone()).join(sample, screen="statistics")
    for name in TWO:
        expect(page.locator("main .ledger").first).to_contain_text(name)
    tables = page.locator("main details:has(table)")
    pictures = page.locator("main svg[role=img]").count()
    assert pictures == tables.count() == 3
    for number in range(pictures):
        tables.nth(number).locator("summary").click()
        cells = tables.nth(number).locator("td")
        assert cells.count() >= 4 and any(text.strip("–") for text in cells.all_inner_texts())
    assert_good_everywhere(page)
    page.goto("/statistics")
    assert_good(page)
    page.goto("/statistics/people")
    assert_good(page)


def test_eight_people_with_long_names_fit_on_a_small_phone(phone: Phone, tmp_path: Path) -> None:
    club = Sample(games()["tybor"])
    for _ in range(3):
        club.chapter("I", EIGHT, story=False, notes=0)
    file, page = tmp_path / "club.guildbook.json", phone()
    moment = "2026-11-16T20:00:00+00:00"
    entries = lasting(club.state, moment)
    file.write_text(table_json(TableFile("eight-people", "tybor", "Club", moment, entries)))
    open_file(page, file)
    assert_good(page)
    page.goto(f"{page.url}statistics")
    for opens in page.locator("main summary").all():
        opens.click()
    expect(page.locator("svg.heat .who")).to_have_count(8)
    page.set_viewport_size({"width": 320, "height": 640})
    assert_good(page)


def test_the_next_evening_is_for_the_calendar(phone: Phone) -> None:
    player = finished(phone)
    page = player.see("evening")
    assert_good_everywhere(page)
    page.fill("#start", "2026-11-19T20:00")
    with page.expect_download() as saved:
        page.click("#save-evening")
    assert saved.value.suggested_filename == "Thursday.ics"


def test_a_shelf_moves_to_another_phone(phone: Phone) -> None:
    player = finished(phone)
    page = player.see()
    page.goto("/move")
    assert_good_everywhere(page)
    page.click("#make-code")
    address = page.input_value("#address")
    assert_good_everywhere(page)
    other = phone()
    other.goto(f"/move/{address.rsplit('/', 1)[1]}")
    assert_good_everywhere(other)
    other.click("#take-along")
    expect(other.locator("a.row")).to_contain_text("Thursday")
    late = phone()
    late.goto(f"/move/{address.rsplit('/', 1)[1]}")
    expect(late.locator("h1")).to_have_text("This code has expired")


def test_shared_files_fill_the_form(phone: Phone) -> None:
    page = phone(worker=True)
    page.goto("/open")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.evaluate("""() => {
      const form = document.createElement("form"), input = document.createElement("input");
      form.method = "post"; form.enctype = "multipart/form-data"; form.action = "/open/shared";
      input.type = "file"; input.name = "file"; form.append(input); document.body.append(form);
      const held = new DataTransfer(); held.items.add(new File(["{}"], "a.guildbook.json"));
      input.files = held.files; form.submit(); }""")
    page.wait_for_url("**/open?shared")
    page.wait_for_function("() => document.getElementById('file').files.length === 1")
    page.click("#open-file")
    expect(page.locator(".refusal")).to_contain_text("isn’t a Guildbook file")
