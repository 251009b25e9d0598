"""Tybor the Builder at the table: stages, an uncertain fact, a secret objective, a tie."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled

NEEDED = (
    "red", "yellow", "green", "blue", "farmers", "merchants", "citizens", "craftsmen", "captains",
    "priests", "soldiers", "strength",
)  # fmt: skip


def test_stages_a_secret_and_strength_that_breaks_a_tie(phone: Phone) -> None:
    player = Player(phone())
    player.open("tybor", NAMES[:2], "Builders", kind="story")
    page = player.page
    correct_the_discount(player)
    player.go(".dock .primary", "play")
    expect(page.locator("h1")).to_have_text("Stage I of IV")
    player.tap("#on")
    expect(page.locator("#strip")).to_contain_text("Little")
    told(player)
    score(player)
    expect(page.locator("#win")).to_have_text("Ben wins")
    expect(page.locator(".verdict p")).to_contain_text("Strength")
    player.go("#on", "next")
    player.choose("#first-1")
    player.go("#open", "setup")
    expect(page.locator(".masthead .over")).to_contain_text("Chapter II")


def correct_the_discount(player: Player) -> None:
    """What we could not read is put right beside its step."""
    step = player.page.locator("#step-discount")
    expect(step).to_contain_text("We are not sure.")
    player.tap("#step-discount-discount-2")
    expect(step).to_contain_text("2")
    expect(step).not_to_contain_text("We are not sure.")


def told(player: Player) -> None:
    sample = sampled("tybor", "I", NAMES[:2], story=True)
    sample.do("advance", moment=[1, "deal", None])
    known = len(sample.state.log)
    sample.play_on()
    player.tell_all(sample, known)


def score(player: Player) -> None:
    page = player.see("score")
    for seat in (0, 1):
        fields = {field: "0" for field in NEEDED} | {"strength": str(seat + 2)}
        player.type(seat, printed="5+5", **fields)
        secret(player, seat)
        if seat == 0:
            player.press("#on")
            expect(page.locator("#s1-printed")).to_be_visible()
    expect(page.locator("#finish")).to_have_count(0)
    page.click("#fact-objectives-all summary")
    player.tap("#fact-objectives button:has-text('None of them')")
    player.go("#finish", "result")


def secret(player: Player, seat: int) -> None:
    page = player.page
    page.check(f"#s{seat}-secret")
    expect(page.locator(f"#s{seat}-secret-error")).to_contain_text("choose 3 of")
    player.mark(f"#s{seat}-secret-yellow")
    player.mark(f"#s{seat}-secret-green")
    expect(page.locator(f"#s{seat}-secret-error")).to_have_count(0)


def test_a_colour_named_twice_is_entered_where_the_group_plays_so(phone: Phone) -> None:
    player = Player(phone())
    player.sit("tybor")
    player.must("rule", ruling="repeated-colour", value="allowed")
    page = player.see("score?seat=0")
    for box, colour in (("", "red"), ("-1", "red"), ("-2", "blue")):
        player.pick(f"#s0-secret{box}", colour)
    expect(page.locator("#s0-secret-error")).to_have_count(0)
    page.reload()
    assert [page.input_value(f"#s0-secret{box}") for box in ("", "-1", "-2")] == [
        "red", "red", "blue",
    ]  # fmt: skip
