"""Whole evenings by thumb alone, every tap counted by the page itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.player import NAMES, REST, TAPS, Player

COUNTING = "addEventListener('pointerdown', () => tapped(), {capture: true});"


@dataclass(frozen=True, slots=True)
class Count:
    """What an evening took: taps on the page, setup steps ticked, keys typed into fields."""

    taps: int
    ticks: int
    keys: int


class Thumb(Player):
    """A player who has nothing but a thumb: what is typed begins with a tap on its field."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.taps = self.ticks = self.keys = 0
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
        return Count(self.taps, self.ticks, self.keys)


def begin(thumb: Thumb, slug: str, chapter: str, names: Sequence[str] = NAMES) -> None:
    """A game just begun, at the pace it begins with; every setup step ticked, told apart."""
    asked = {"kind": "single", "chapter": chapter} if slug != "merchants" else {}
    thumb.open(slug, names, **asked)
    thumb.taps = 0
    for row in thumb.page.locator("button[id^=tick-]").all():
        before = thumb.seq
        row.click()
        thumb.saved(before)
    thumb.ticks, thumb.taps = thumb.taps, 0
    thumb.go(".dock .primary", "play")


def rounds(thumb: Thumb, number: int) -> None:
    """So many rounds by Next, where there are event cards with each one’s."""
    for _ in range(number):
        event = thumb.page.locator("[id^=card-events-]").first
        if event.count():
            thumb.tap(f"#{event.get_attribute('id')}")
        thumb.tap("#on")


def to_the_score(thumb: Thumb) -> None:
    thumb.press("#on")
    thumb.page.wait_for_url("**/score*")


def newdale_chapter(thumb: Thumb) -> Count:
    """The event of each round, and Next."""
    begin(thumb, "newdale", "II")
    rounds(thumb, 7)
    to_the_score(thumb)
    thumb.fill_in([
        {"track": str(17 - seat), "fists": "3", "coins": "10+28", "towns": "4", "buildings": "19"}
        for seat in range(4)
    ])  # fmt: skip
    return finish(thumb)


def merchants_game(thumb: Thumb) -> Count:
    """Thirteen rounds, the final travel, and what everybody has then."""
    begin(thumb, "merchants", "base")
    rounds(thumb, 14)
    to_the_score(thumb)
    thumb.fill_in([{"coins": str(37 - seat), "prestige": "39", "dice": "1"} for seat in range(4)])
    return finish(thumb)


def merchants_confirmed(thumb: Thumb) -> Count:
    """The final scoring of what was counted all along: one tap a person, and one for the group."""
    begin(thumb, "merchants", "base")
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


def ohmygoods_chapter(thumb: Thumb) -> Count:
    """The event of each round, and Next."""
    begin(thumb, "ohmygoods", "I")
    rounds(thumb, 9)
    to_the_score(thumb)
    thumb.fill_in(GOODS)
    return finish(thumb)


def ohmygoods_base(thumb: Thumb) -> Count:
    begin(thumb, "ohmygoods", "base")
    thumb.tap("#on")
    to_the_score(thumb)
    thumb.fill_in(GOODS)
    return finish(thumb)


def ohmygoods_tapped(thumb: Thumb) -> Count:
    """The same with every building tapped on the sheet instead of its points typed."""
    begin(thumb, "ohmygoods", "base")
    thumb.tap("#on")
    to_the_score(thumb)
    for seat in range(4):
        thumb.page.locator(f"#tab-{seat}[aria-current]").wait_for()
        thumb.press(f"#s{seat}-buildings-cards")
        for colour, kinds in BUILT.items():
            thumb.press(f".sorts [value={colour}]")
            for kind in kinds:
                thumb.tap(f"#lay-tableau-{kind}-{seat + 1}")
        thumb.go("#on", "score*")
        thumb.enter(f"#s{seat}-assistants", "2+3")
        thumb.enter(f"#s{seat}-coins", str(30 + seat))
        thumb.tap(f"#confirm-{seat}")
        if seat < 3:
            thumb.press("#on")
    return finish(thumb)


def tybor_tapped(thumb: Thumb) -> Count:
    """Every card of three as it is used, every Citizen with a colour and every Building with its
    points; then the Secret Objectives."""
    begin(thumb, "tybor", "I", NAMES[:3])
    page = thumb.page
    thumb.must("record", 0, fact="objectives", value=["great-fours"])  # as the set-up asks it
    for _ in range(4):
        thumb.tap("#on")
        for card in ("worker", "citizen", "worker", "citizen", "building"):
            for seat in range(3):
                use(thumb, card, seat)
        thumb.tap("#on")
    to_the_score(thumb)
    for seat in range(3):
        page.locator(f"#tab-{seat}[aria-current]").wait_for()
        for colour in ("red", "yellow", "green"):
            thumb.mark(f"#s{seat}-secret[value={colour}], #s{seat}-secret-{colour}")
        thumb.tap(f"#confirm-{seat}")
        if seat < 2:
            thumb.press("#on")
    return finish(thumb)


def use(thumb: Thumb, card: str, seat: int) -> None:
    if card == "worker":
        thumb.tap("#lay-workers-3")
    elif card == "citizen":
        thumb.page.click(f"label:has(#along-symbols-{COLOURS[seat]})")
        thumb.tap(f"#lay-citizens-{PEOPLE[seat]}")
    else:
        thumb.press(f"#lay-built-{COLOURS[seat]}")
        thumb.tap(f"#book-build-1-{4 + seat}")


def tybor_typed(thumb: Thumb) -> Count:
    """The whole final scoring of three, from the first field to the winner."""
    begin(thumb, "tybor", "I", NAMES[:3])
    thumb.must("pace", value="ends")
    page = thumb.see("score")
    thumb.taps = 0
    page.click("#fact-objectives-all summary")
    thumb.tap("#fact-objectives-1")
    built = [("3", "2", "2", "1"), ("1", "2", "3", "2"), ("3", "3", "3", "2")]
    people = [
        {"farmers": "4", "merchants": "4", "citizens": "8", "craftsmen": "1", "priests": "1"},
        {"captains": "5", "craftsmen": "3", "citizens": "8", "strength": "4"},
        {"soldiers": "5", "priests": "2", "craftsmen": "3", "citizens": "9", "sets": "1"},
    ]
    # No two of them have as many points: a tie would ask for one thing more.
    for seat, colours in enumerate(built):
        have = zip(COLOURS, colours, strict=True)
        people[seat] |= {"printed": f"6+9+4+{8 + seat}", "secret": "red+yellow+green", **dict(have)}
    thumb.fill_in(people)
    return finish(thumb)


COLOURS, PEOPLE = ("red", "yellow", "green", "blue"), ("farmer", "soldier", "captain")
BUILT = {
    "yellow": ("mill", "bakery"),
    "red": ("brick-manufacture", "cattle-ranch"),
    "green": ("sawmill", "iron-smelter", "cooperage"),
}
GOODS = [
    {"buildings": "2+3+2+3", "assistants": "2+3", "coins": str(30 + seat)} for seat in range(4)
]


def finish(thumb: Thumb) -> Count:
    thumb.page.wait_for_timeout(REST)
    thumb.page.click("h1")  # leaves the last field
    thumb.page.locator("#finish").wait_for()
    thumb.page.wait_for_timeout(2 * REST)  # it is drawn once more when the last field is saved
    thumb.go("#finish", "result*")
    thumb.page.locator("#win").wait_for()
    return thumb.counted()


EVENINGS = {
    "Newdale, chapter II": (newdale_chapter, 65),
    "Merchants": (merchants_game, 62),
    "Merchants, confirming what was counted": (merchants_confirmed, 4 + 4 + 1),
    "Oh my Goods!, a chapter": (ohmygoods_chapter, 50),
    "Oh my Goods!, the base game": (ohmygoods_base, 30),
    "Oh my Goods!, the base game with every building tapped": (ohmygoods_tapped, 120),
    "Tybor of three with tapped tableaux": (tybor_tapped, 125),
    "Tybor of three, the final scoring typed": (tybor_typed, 45),
}
"""By name: who plays it, and the most taps it may take."""
