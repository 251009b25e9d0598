"""A person with a phone at the table: opens it by its form, taps, types, and looks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import uuid4

from playwright.sync_api import APIResponse, Locator, Page, expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.serving import Server

REST = 310  # a button that has just changed its meaning does not take a tap, see showing.js
# When a button got another meaning: until REST has passed the page may keep a tap from it. As
# there, keys of a pad and those who take turns say the same after every tap, but for switches.
TAPS = """
addEventListener("DOMContentLoaded", () => {
  const drawn = window.drawn = new WeakMap(), own = ":is(button, a.button):not(.pad *, .order *)";
  const note = node => {
    const button = (node.closest ? node : node.parentElement)?.closest(own);
    if (button) drawn.set(button, performance.now());
    for (const inner of node.querySelectorAll?.(own) ?? []) drawn.set(inner, performance.now());
  };
  new MutationObserver(changes => {
    for (const {target, type, addedNodes, attributeName} of changes)
      if (attributeName === "aria-pressed") drawn.set(target, performance.now());
      else type === "childList" && !target.closest(own) ? addedNodes.forEach(note) : note(target);
  }).observe(document.body, {subtree: true, childList: true, characterData: true,
    attributeFilter: ["aria-label", "aria-pressed"]});
});
"""
RESTS = f"""node =>
  window.drawn?.get(node.closest("button, a.button")) + {REST} - performance.now()"""
SHOWN = "seq => +document.querySelector('[data-seq]').dataset.seq >= seq"
NAMES = ("Ada", "Ben", "Cleo", "Dov")
TITLE = "Thursday"


LINE = "[data-seq]"
"""The line below the masthead, which says what is not with the table."""
SAVED, SAVING, OFFLINE = ("[data-state=saved]", "[data-state=saving]", "[data-state=offline]")


def waiting(count: int) -> str:
    """What the line says while so many changes wait for the network."""
    changes = "1 change" if count == 1 else f"{count} changes"
    return f"Offline. {changes} will be sent when you’re back."


FOLDS = """node => {
  if (node.closest("tr.idle")) document.getElementById("idle").open = true;
  for (let fold = node; fold = fold.parentElement?.closest("details:not([open])");)
    fold.querySelector("summary").click(); }"""


def unfold(page: Page, selector: str) -> None:
    """Open whatever it is folded away in."""
    page.locator(selector).first.evaluate(FOLDS)


class Player:
    """One device at one table. Taps go through the page; what would take long is entered behind it.

    Where opening a table is not the point, ``sit`` has one ready.
    """

    server: ClassVar[Server]  # that all tables of these tests are on

    def __init__(self, page: Page, table: str = "") -> None:
        self.page, self.table = page, table

    def sit(
        self,
        slug: str = "newdale",
        names: Sequence[str] = NAMES[:2],
        title: str = TITLE,
        screen: str | None = "setup",
    ) -> Page:
        """At a table just opened, at the first chapter of a story if there is one."""
        return self.join(opened(slug, names), title, screen=screen)

    def join(
        self,
        sample: Sample,
        title: str = TITLE,
        server: Server | None = None,
        screen: str | None = "setup",
    ) -> Page:
        """At a table where everything was entered that was played in memory, one screen shown."""
        on, (start, *others) = server or self.server, [row.entry for row in sample.state.log]
        token = on.opened(sample.state.game.slug, start.data, title)
        if others:
            on.enter(token, others)
        self.table = f"{on.address}/t/{token}/"
        return self.page if screen is None else self.see(screen)

    def open(
        self, slug: str, names: Sequence[str] = NAMES[:2], title: str = "", **asked: str
    ) -> None:
        """Fill in the New table form; ``asked`` are its radio buttons."""
        page = self.page
        page.goto(f"/new/{slug}")
        for name, value in asked.items():
            self.answer(name, value)
        if page.get_attribute(f"#players-{len(names)}", "aria-pressed") != "true":
            page.click(f"#players-{len(names)}")
        for seat, name in enumerate(names):
            page.fill(f"#name-{seat}", name)
        self.choose("#first-0")
        page.fill("#title", title)
        page.click("#open")
        page.wait_for_url("**/setup")
        self.table = page.url.removesuffix("setup")

    def guest(self, page: Page, seat: int) -> Player:
        """Another phone, by the players' link of Invite; it says who has it."""
        people = self.page.context.new_page()
        people.goto(f"{self.table}people")
        link = people.locator("#players input[readonly]").input_value()
        people.close()
        page.goto("/t/" + link.partition("/t/")[2])
        page.click(f"#i-am-{seat}")
        page.wait_for_url(re.compile(r"/t/[^/]+/(?!who)"))
        return Player(page, self.server.address + "/t/" + link.partition("/t/")[2])

    def answer(self, name: str, value: str) -> None:
        """A question of the form, asked by buttons or by a list."""
        self.page.locator(f"select#{name}, #{name}-{value}").wait_for(state="attached")
        if self.page.locator(f"select#{name}").count():
            self.page.select_option(f"#{name}", value)
            expect(self.page.locator(f"#{name}")).to_have_value(value)
        else:
            self.choose(f"#{name}-{value}")

    def choose(self, selector: str) -> None:
        """Pick a radio button whose choice may draw the page anew."""
        self.page.check(selector)
        expect(self.page.locator(selector)).to_be_checked()

    def see(self, screen: str = "") -> Page:
        self.page.goto(f"{self.table}{screen}")
        return self.page

    def tap(self, selector: str) -> None:
        """Tap, and wait until it is saved and shown."""
        before = self.seq
        self.press(selector)
        self.saved(before)

    def press(self, selector: str) -> None:
        """Tap, once it takes one."""
        self.page.locator(selector).first.wait_for(state="attached")
        unfold(self.page, selector)
        self.rest(selector)
        self.page.click(selector)

    def rest(self, selector: str) -> None:
        """Wait until a button that was just drawn anew takes a tap."""
        button = self.page.locator(selector).first
        while (rests := button.evaluate(RESTS) or 0) > 0:
            self.page.wait_for_timeout(rests)

    def go(self, selector: str, screen: str) -> None:
        """Tap what leads to another screen."""
        self.press(selector)
        self.page.wait_for_url(f"**/{screen}")

    def finish(self) -> None:
        """See who won, though rounds are left, which is asked once."""
        self.press("#finish")
        self.page.click(".refusal button:has-text('Yes')")
        self.page.wait_for_url("**/result")

    def type(self, seat: int, **values: str) -> None:
        """Fill in fields of the score sheet, one after the other; each is saved on leaving it."""
        before = self.seq
        for field, value in values.items():
            self.page.fill(f"#s{seat}-{field}", value)
            self.page.press(f"#s{seat}-{field}", "Tab")
        self.saved(before, len(values))

    def pick(self, selector: str, value: str) -> None:
        """Choose from a list that is saved at once."""
        before = self.seq
        self.page.select_option(selector, value)
        self.saved(before)

    def mark(self, selector: str) -> None:
        """Tick a box that is saved at once."""
        before = self.seq
        self.page.check(selector)
        self.saved(before)

    def saved(self, before: int, entries: int = 1) -> None:
        """Wait until the page shows so many more entries of the journal."""
        self.page.wait_for_function(SHOWN, arg=before + entries, polling=50)

    @property
    def seq(self) -> int:
        return int(self.page.get_attribute("[data-seq]", "data-seq") or 0)

    @property
    def state(self) -> str:
        """Whether all is with the table: saved, saving or offline."""
        return self.page.get_attribute("[data-seq]", "data-state") or ""

    @property
    def status(self) -> str:
        """The line below the masthead; nothing while all is well."""
        return self.page.inner_text("[data-seq]").strip()

    @property
    def dock(self) -> Locator:
        return self.page.locator(".dock")

    def tell(self, kind: str, play: int | None = None, key: str = "", **data: Any) -> APIResponse:
        """Send an action as a form would, without drawing a page."""
        form: dict[str, Any] = {
            "csrf_token": self.server.guard(self.token),
            "action": kind,
            "back": "home",
            "sure": "yes",
        }
        form |= {"data": json.dumps(data), "key": key or uuid4().hex}
        if play is not None:
            form["play"] = str(play)
        return self.page.request.post(f"{self.table}do", form=form, max_redirects=0)

    def must(self, kind: str, play: int | None = None, **data: Any) -> None:
        answer = self.tell(kind, play, **data)
        assert answer.status == 303, re.findall(r"data-said>(.*?)</p>", answer.text(), re.S)

    @property
    def token(self) -> str:
        return self.table.rstrip("/").rpartition("/")[2]

    def tell_all(self, sample: Sample, known: int = 1) -> None:
        """Enter what was played in memory after the entries that are known here already."""
        self.server.enter(self.token, [row.entry for row in sample.state.log][known:])


def opened(slug: str, names: Sequence[str]) -> Sample:
    """An evening in memory just begun, at the first chapter of a story if there is one."""
    game = games()[slug]
    story = sum(chapter.story for chapter in game.chapters) > 1
    return sampled(slug, game.graph.first, names, story)


def sampled(slug: str, chapter: str, names: Sequence[str], story: bool, first: int = 0) -> Sample:
    """An evening in memory, begun as ``Player.open`` begins one."""
    sample = Sample(games()[slug])
    seats = [{"name": name} for name in names]
    sample.do("start", chapter=chapter, seats=seats, first=first, story=story)
    return sample
