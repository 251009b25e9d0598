"""Tybor the Builder at the table: stages, an uncertain fact, a secret objective, a tie."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled


def test_stages_a_secret_and_strength_that_breaks_a_tie(phone: Phone) -> None:
    player = Player(phone())
    player.open("tybor", NAMES[:2], "Builders", kind="story")
    page = player.page
    correct_the_discount(player)
    player.go(".dock .primary", "play")
    expect(page.locator("h1")).to_have_text("Stage I of IV")
    player.tap("#on")
    expect(page.locator("#strip summary")).to_contain_text("Little 3")
    for seat in (0, 1):
        tableau(player, seat)
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


def tableau(player: Player, seat: int) -> None:
    """A Great Building of 6 points, two Farmers and a Worker, one tap each."""
    page = player.see(f"play?seat={seat}")
    before = player.seq
    page.click("#lay-citizens-farmer")
    page.click("#lay-citizens-farmer")
    expect(page.locator("[data-of=lay-citizens-farmer]")).to_have_text("2")
    page.check("#mark-built")
    page.fill("#points-built", "6")
    page.click("#lay-built-red")
    player.saved(before, 3)
    expect(page.locator("li:has(#lay-citizens-farmer) .cap")).to_have_text("1 more: +5")
    expect(page.locator("li:has(#lay-citizens-captain) .cap")).to_have_text("1 more: +1?")
    player.tap(f"#lay-workers-{seat + 2}")
    page.goto(f"{player.table}play?aid=build&seat={seat}")
    expect(page.locator("#aid-build .gives")).to_contain_text(
        "Short by" if seat == 0 else "pay with 3"
    )


def told(player: Player) -> None:
    sample = sampled("tybor", "I", NAMES[:2], story=True)
    sample.do("advance", moment=[1, "deal", None])
    known = len(sample.state.log)
    sample.play_on()
    player.tell_all(sample, known)


def score(player: Player) -> None:
    """Nothing is asked again that was tapped: only the secret is left."""
    page = player.see("score")
    for seat in (0, 1):
        for field, value in {"printed": 6, "red": 1, "farmers": 2, "citizens": 2}.items():
            expect(page.locator(f"#s{seat}-{field}")).to_have_value(str(value))
        expect(page.locator(f"#s{seat}-strength")).to_have_value(str(seat + 2))
        expect(page.locator(f"label[for=s{seat}-farmers]")).to_contain_text("from the tableau")
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


def test_build_is_one_tap_on_two_phones_without_a_network_in_between(phone: Phone) -> None:
    """Ada builds with a script, offline for a moment; Ben on a small phone without one."""
    player = Player(phone())
    player.sit("tybor", NAMES[:2])
    player.must("advance", 0, moment=[1, "deal", None])
    page = player.see("play?seat=0")
    page.context.set_offline(True)
    for strength in "34":
        page.click(f"#lay-workers-{strength}")
    expect(page.locator("[data-of=lay-workers-4]")).to_have_text("1")
    before = player.seq
    page.context.set_offline(False)
    player.saved(before, 2)
    page = player.see("play?seat=0&aid=build")
    player.press("#build-colour-1")
    expect(page.locator("#aid-build .gives")).to_contain_text("pay with 3 and 4")
    player.tap("#book-build-2")
    expect(page.locator("#undo")).to_contain_text("Ada built Red")
    small = phone(script=False, dark=True, width=320, height=640)
    small.goto(f"{player.table}play?seat=1")
    for _ in range(2):
        small.click("#lay-workers-2")
    small.goto(f"{player.table}play?seat=1&aid=build")
    small.click("#build-colour-4")
    small.click("#book-build-1")
    expect(small.locator("#undo")).to_contain_text("Ben built Blue")
    page = player.see("score")
    for seat, colour in ((0, "red"), (1, "blue")):
        player.see(f"score?seat={seat}")
        expect(page.locator(f"#s{seat}-{colour}")).to_have_value("1")
        expect(page.locator(f"#s{seat}-strength")).to_have_value("")  # all Workers have paid
