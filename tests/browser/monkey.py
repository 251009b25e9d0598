"""A monkey with a phone: taps, types, changes tabs, goes back and loses the network, by a seed.

Whenever it pauses, every number on its screen has to be the one that a fresh visitor gets.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from playwright.sync_api import Browser, Error, Page

from tests.browser.player import NAMES, Player, opened

SCREENS = ("score", "sheet", "play")
ROUNDS, MOVES, PATIENCE = 3, 12, 20.0  # of a run, of a round at most, seconds for all to arrive
TEXTS = ("7", "12", "17", "20", "0", "3+5", "10+28", "3+", "1", "4", "9", "")

# Where a finger can tap or type, as points on the screen; what is not in sight is scrolled to.
AIM = """
([selector, number]) => {
  const all = [...document.querySelectorAll(selector)];
  const seen = all.filter(one => one.checkVisibility() && !one.disabled);
  const one = seen[number % seen.length];
  if (!one) return null;
  one.scrollIntoView({block: "center"});
  const {x, y, width, height} = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2]; }
"""
TAPPED = {
    "dock": ".dock :is(a, button, summary)",
    "main": "main :is(button, summary, label:has(input[type=radio], input[type=checkbox]))",
    "tab": ".people > *, .phases a, .order a",
}
TYPED = "form.act input:is([inputmode=tel], [data-signed]):not([data-once])"

# Every number of the page: those in fields by name, those in words with the words around.
NUMBERS = """
() => {
  const own = "#undo, .toast, [data-own], [role=alert], time, noscript, datalist, [data-once]";
  const said = {}, fields = "form.act :is([inputmode], select, [type=radio], [type=checkbox])";
  const put = (key, text) => { said[key] = key in said ? `${said[key]} | ${text}` : text; };
  for (const one of document.querySelectorAll(fields)) if (one.id && !one.closest(own)) {
    const value = one.matches("[type=radio], [type=checkbox]") ? one.checked : one.value;
    put(`#${one.id}`, one.ariaInvalid === "true" ? null : value);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const {parentElement: node, data} = walk.currentNode;
    if (!/\\d/.test(data) || node.closest(own) || !node.closest("main, .dock")) continue;
    put(node.closest("[id]")?.id || "page", data.replace(/\\s+/g, " ").trim());
  }
  return said; }
"""
# What is called saved while it is only on this screen; in the field one is in none may have typed.
CALLED_SAVED = """
() => document.querySelector("[data-seq]")?.dataset.state === "saved"
  ? [...document.querySelectorAll("form.act input:is([inputmode=tel], [data-signed])")]
    .filter(one => one.value !== one.defaultValue && one !== document.activeElement)
    .map(one => `#${one.id} ${one.value}, not ${one.defaultValue}`) : []
"""


class Monkey:
    """One phone at one screen of one table; ``faults`` is what it has found."""

    def __init__(self, browser: Browser, server: str, slug: str, screen: str, seed: int) -> None:
        self.random, self.screen = Random(f"{slug} {screen} {seed}"), screen
        self.context = browser.new_context(base_url=server, viewport={"width": 390, "height": 844})
        self.visitor = browser.new_context(base_url=server, java_script_enabled=False).new_page()
        self.player = Player(self.context.new_page())
        self.player.join(opened(slug, NAMES[:2]), screen=screen)
        self.page.set_default_timeout(5_000)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.offline, self.faults, self.done = False, list[str](), list[str]()
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))

    @property
    def page(self) -> Page:
        return self.player.page

    def run(self, rounds: int = ROUNDS) -> list[str]:
        """Rounds of moves, each ended by a comparison, up to the first fault."""
        for _ in range(rounds):
            if not self.faults:
                self.play_round()
        self.context.close()
        self.visitor.context.close()
        return self.faults

    def play_round(self) -> None:
        for _ in range(self.random.randint(2, MOVES)):
            self.move()
        self.compare()

    def move(self) -> None:
        moves = {
            self.type: 6, self.tap: 6, self.change_tab: 1, self.go_back: 0.5,
            self.lose_network: 0.7, self.find_network: 0.7, self.pause: 2,
        }  # fmt: skip
        (move,) = self.random.choices([*moves], [*moves.values()])
        try:
            move()
            self.stay()
            self.listen()
        except Error as error:  # the page went while something was aimed at
            self.done.append(f"{move.__name__} met {error.message.splitlines()[0][:60]}")

    def listen(self) -> None:
        """Nothing is called saved that is not; what was just answered is drawn a moment later."""
        if found := self.page.evaluate(CALLED_SAVED):
            self.page.wait_for_timeout(700)
            still = self.page.evaluate(CALLED_SAVED)
            self.faults += [f"called saved: {one}" for one in found if one in still]

    def type(self) -> None:
        text = self.random.choice(TEXTS)
        if not self.aimed(TYPED):
            return
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text) if text else self.page.keyboard.press("Delete")
        left = self.random.choice(("Tab", "Enter", "", "", ""))
        if left:
            self.page.keyboard.press(left)
        self.done.append(f"typed {text!r} {left}")

    def tap(self) -> None:
        self.aimed(TAPPED[self.random.choice(("dock", "main"))])

    def change_tab(self) -> None:
        self.aimed(TAPPED["tab"])

    def aimed(self, selector: str) -> bool:
        """Tap one of these, wherever it is; something else may lie there by then."""
        point = self.page.evaluate(AIM, [selector, self.random.randrange(1000)])
        if not point:
            return False
        what: Any = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[id]')?.id", point
        )
        self.page.mouse.click(*point, delay=self.random.choice((0, 0, 40)))
        self.done.append(f"tapped #{what}")
        return True

    def go_back(self) -> None:
        self.page.go_back(wait_until="commit")
        self.done.append("went back")

    def lose_network(self) -> None:
        self.network(away=True)

    def find_network(self) -> None:
        self.network(away=False)

    def network(self, away: bool) -> None:
        self.offline = away
        self.context.set_offline(away)
        self.done.append("offline" if away else "online")

    def pause(self) -> None:
        self.page.wait_for_timeout(self.random.choice((50, 200, 400, 900)))

    def stay(self) -> None:
        """Back to the screen where a tap has led away from it, and off a page that is none."""
        if f"/{self.screen}" in self.page.url:
            return
        if self.page.url.startswith("chrome-error"):
            self.network(away=False)
        self.page.wait_for_timeout(self.random.choice((50, 600)))
        if "/result" in self.page.url and self.player.see("score").locator("#undo").count():
            self.page.click("#undo")  # goes on with the game, which has ended
        self.player.see(self.screen)
        self.done.append(f"returned to {self.screen}")

    def compare(self) -> None:
        """Everything has arrived after a while, and the screen shows what everybody sees."""
        self.network(away=False)
        end = time.monotonic() + PATIENCE
        while found := self.differences():
            if time.monotonic() > end:
                self.faults += found
                return
            self.page.wait_for_timeout(300)
        self.done.append("compared")

    def differences(self) -> list[str]:
        try:
            self.stay()
            self.page.evaluate("document.activeElement?.blur()")
            self.visitor.goto(self.page.url.split("#")[0])
            mine, fresh = self.page.evaluate(NUMBERS), self.visitor.evaluate(NUMBERS)
        except Error as error:
            return [error.message]
        asked = {key for key, value in mine.items() if value is None}
        known = [key for key in fresh if mine.get(key) != fresh[key] and key not in asked]
        return [f"{key}: {mine.get(key)!r}, a fresh visitor gets {fresh[key]!r}" for key in known]
