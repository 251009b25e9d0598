"""Whole evenings by thumb alone, every tap counted by the page itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.player import NAMES, REST, TAPS, Player

COUNTING = "addEventListener('pointerdown', () => tapped(), {capture: true});"


@dataclass(frozen=True, slots=True)
class Count:
    """What an evening took: taps on the page, and keys typed into fields."""

    taps: int
    keys: int


class Thumb(Player):
    """A player who has nothing but a thumb: what is typed begins with a tap on its field."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.taps = self.keys = 0
        page.context.expose_function("tapped", self._tapped)
        page.add_init_script(TAPS + COUNTING)

    def _tapped(self) -> None:
        self.taps += 1

    def enter(self, selector: str, text: str) -> None:
        """Tap a field and type over what it holds; the next tap leaves it."""
        self.page.click(selector)
        self.page.keyboard.type(text)
        self.keys += len(text)

    def fill_in(self, sheets: Sequence[Mapping[str, str]]) -> None:
        """Everybody's sheet, handed round; only what is not nothing is typed."""
        for seat, values in enumerate(sheets):
            self.page.locator(f"#tab-{seat}[aria-current]").wait_for()
            for field, value in values.items():
                if field == "secret":
                    for colour in value.split("+"):
                        self.mark(f"#s{seat}-secret[value={colour}], #s{seat}-secret-{colour}")
                else:
                    self.enter(f"#s{seat}-{field}", value)
            if seat < len(sheets) - 1:
                self.press("#on")

    def counted(self) -> Count:
        return Count(self.taps, self.keys)


def open_fast(thumb: Thumb, slug: str) -> None:
    thumb.sit(slug, NAMES)
    thumb.taps = 0


def set_up(thumb: Thumb) -> None:
    """Every row of the list ticked, and on to play."""
    page = thumb.page
    for row in page.locator("button[id^=tick-]").all():
        before = thumb.seq
        row.click()
        thumb.saved(before)
    thumb.go(".dock .primary", "play")


def newdale_chapter(thumb: Thumb) -> Count:
    """Set-up to result at pace “every round”: the event of each round, and Next."""
    open_fast(thumb, "newdale")
    page = thumb.page
    thumb.tap("#pace-round")
    set_up(thumb)
    for _ in range(7):
        thumb.tap("[id^=card-events-]")
        thumb.tap("#on")
    thumb.press("#on")
    page.wait_for_url("**/score*")
    thumb.fill_in([
        {"track": str(17 - seat), "fists": "3", "coins": "10+28", "towns": "4", "buildings": "19"}
        for seat in range(4)
    ])  # fmt: skip
    return finish(thumb)


def tybor_scoring(thumb: Thumb) -> Count:
    """The whole final scoring of four, from the first field to the winner."""
    open_fast(thumb, "tybor")
    thumb.must("pace", value="ends")
    page = thumb.see("score")
    thumb.taps = 0
    page.click("#fact-objectives-all summary")
    thumb.tap("#fact-objectives-1")
    built = [("3", "2", "2", "1"), ("1", "2", "3", "2"), ("3", "3", "3", "2"), ("2", "2", "1", "3")]
    people = [
        {"farmers": "4", "merchants": "4", "citizens": "8", "craftsmen": "1", "priests": "1"},
        {"captains": "5", "craftsmen": "3", "citizens": "8", "strength": "4"},
        {"soldiers": "5", "priests": "2", "craftsmen": "3", "citizens": "9", "sets": "1"},
        {"merchants": "8", "farmers": "3", "citizens": "9", "most_blue": "1", "pairs_red": "1"},
    ]
    # No two of them have as many points: a tie would ask for one thing more.
    for seat, colours in enumerate(built):
        have = zip(("red", "yellow", "green", "blue"), colours, strict=True)
        people[seat] |= {"printed": f"6+9+4+{8 + seat}", "secret": "red+yellow+green", **dict(have)}
    thumb.fill_in(people)
    return finish(thumb)


def ohmygoods_base(thumb: Thumb) -> Count:
    """The base game from set-up to result, told only at its start and its end."""
    thumb.open("ohmygoods", NAMES, kind="single", chapter="base")
    thumb.taps = 0
    thumb.tap("#pace-ends")
    set_up(thumb)
    thumb.tap("#on")
    thumb.press("#on")
    thumb.page.wait_for_url("**/score*")
    thumb.fill_in([
        {"buildings": "2+3+2+3", "assistants": "2+3", "coins": str(30 + seat)} for seat in range(4)
    ])  # fmt: skip
    return finish(thumb)


def merchants_game(thumb: Thumb) -> Count:
    """Set-up to result, told only at its start and its end."""
    open_fast(thumb, "merchants")
    thumb.tap("#pace-ends")
    set_up(thumb)
    thumb.tap("#on")
    thumb.press("#on")
    thumb.page.wait_for_url("**/score*")
    thumb.fill_in([{"coins": str(37 - seat), "prestige": "39", "dice": "1"} for seat in range(4)])
    return finish(thumb)


def merchants_confirmed(thumb: Thumb) -> Count:
    """The final scoring of what was counted all along: one tap a person, and one for the group."""
    open_fast(thumb, "merchants")
    thumb.must("pace", value="ends")
    for seat in range(4):
        thumb.must("count", track="coins", seat=seat, to=37 - seat)
        thumb.must("count", track="prestige", seat=seat, to=39)
    thumb.see("score")
    thumb.taps = 0
    for seat in range(4):
        thumb.page.locator(f"#tab-{seat}[aria-current]").wait_for()
        thumb.tap(f"#confirm-{seat}")
        if seat < 3:
            thumb.press("#on")
    thumb.page.wait_for_timeout(2 * REST)
    thumb.go("#finish", "result*")
    thumb.page.locator("#win").wait_for()
    return thumb.counted()


def finish(thumb: Thumb) -> Count:
    thumb.page.wait_for_timeout(REST)
    thumb.page.click("h1")  # leaves the last field
    thumb.page.locator("#finish").wait_for()
    thumb.page.wait_for_timeout(2 * REST)  # it is drawn once more when the last field is saved
    thumb.go("#finish", "result*")
    thumb.page.locator("#win").wait_for()
    return thumb.counted()


EVENINGS = {
    "Newdale, a chapter at pace “every round”": (newdale_chapter, 75, "57 of Next alone"),
    "Tybor, the final scoring": (tybor_scoring, 100, "160 to 200"),
    "Oh my Goods!, the base game": (ohmygoods_base, 40, "45 of Next alone in nine rounds"),
    "Merchants, a game": (merchants_game, 60, "52 of Next alone"),
    "Merchants, confirming what was counted": (merchants_confirmed, 4 + 4 + 1, "4, unconfirmed"),
}
"""By name: who plays it, the most taps it may take, what it took before."""
