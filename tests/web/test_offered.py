"""What a page offers is what its reader may do: nobody is shown a button that refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask

from companion.games import games
from companion.printing.sample_tables import NAMES, Sample
from companion.table.journal import Draft, add_drafts, state_cache
from companion.table.links import Role
from companion.table.store import db
from companion.table.tables import Table
from companion.web.table import blueprint
from tests.web.evening import Evening
from tests.web.every_page import pages
from tests.web.test_people import Guest

Form = dict[str, list[str]]


class Offered(HTMLParser):
    """Every form of a page that can be sent: where to, and with what."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.shut: list[bool] = []
        self.where: dict[str, str] = {}
        self.held: dict[str, list[tuple[str, str]]] = {}
        self.presses: list[tuple[str, list[tuple[str, str]]]] = []
        self._form = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "fieldset":
            self.shut.append("disabled" in given)
        if tag == "form":
            self._form = given.get("id") or f"form {len(self.where)}"
            self.where[self._form] = given["action"] if given.get("method") == "post" else ""
        owner = given.get("form") or self._form
        if not owner or "disabled" in given or any(self.shut):
            return
        pair = [(given["name"], given.get("value") or "x")] if given.get("name") else []
        typed = tag == "textarea" or (tag == "input" and given.get("type") not in UNTYPED)
        if (tag == "button" and given.get("type") != "button") or typed:  # Enter sends it, too
            self.presses.append((owner, pair))
        elif given.get("type") == "hidden":
            self.held.setdefault(owner, []).extend(pair)

    def handle_endtag(self, tag: str) -> None:
        if tag == "fieldset":
            self.shut.pop()
        if tag == "form":
            self._form = ""

    def sent(self) -> Iterator[tuple[str, Form]]:
        for owner, pressed in self.presses:
            form: Form = {}
            for name, value in [*self.held.get(owner, ()), *pressed]:
                form.setdefault(name, []).append(value)
            if self.where[owner]:
                yield self.where[owner], form


UNTYPED = ("hidden", "checkbox", "radio")


def judged(table: Table, drafts: Sequence[Draft]) -> Table:
    """What ``append`` would say, without keeping anything."""
    with db.engine.connect() as connection:
        state = state_cache().current(connection, table.id, table.game)
        add_drafts(connection, table.id, state, drafts)
    return table


def kind_of(where: str, form: Form) -> tuple[Any, ...]:
    """Forms that differ in nothing a role could depend on are tried once."""
    data = json.loads(form.get("data", ["{}"])[0])
    about = (form.get(name) for name in ("action", "person", "seat", "d-entry"))
    return where, sorted(data), data.get("seat"), data.get("person"), *about


def refused(guest: Guest, addresses: list[str]) -> tuple[list[Any], int]:
    """What the pages offer and the server does not take from this guest; how much was tried."""
    found, tried = [], []
    for address in addresses:
        answer = guest.client.get(address, follow_redirects=True)
        for where, form in Offered(answer.text if answer.mimetype == "text/html" else "").sent():
            kind = kind_of(where, form)
            if kind in tried or where.endswith("/who"):  # the guest stays who it is
                continue
            tried.append(kind)
            said = guest.client.post(where, data=form, headers={"Accept": "application/json"})
            secret = said.is_json and any(
                i["code"] == "secret" for i in said.json.get("issues", ())
            )
            if said.status_code in (403, 404) or said.status_code >= 500 or secret:
                found.append((address.split("/", 3)[3], *kind, said.status_code))
    return found, len(tried)


def fresh(sample: Sample) -> None:
    """Nothing told yet."""


def midway(sample: Sample) -> None:
    sample.set_up()
    for _ in range(5):
        sample.moment()
    for deck in sample.state.game.decks(sample.play.situation):
        sample.do("shuffle", deck=deck.key, seed=1)
    for reminder in sample.state.game.clock.reminders[:1]:
        sample.do("hide", reminder=reminder.key, on=True)


def in_secret(sample: Sample) -> None:
    midway(sample)
    sample.do("mask", on=True)
    sample.do("fill", seat=0, field=next(sample.state.game.sheet.fields()).key, value=1)


def scored(sample: Sample) -> None:
    sample.play_on()
    sample.tell()
    sample.score()


def finished(sample: Sample) -> None:
    scored(sample)
    sample.finish()


def going_on(sample: Sample) -> None:
    finished(sample)
    sample.open(sample.go_on() or sample.play.chapter, NAMES[:3])


def told(app: Flask, slug: str, stage: Callable[[Sample], None]) -> Evening:
    """A table of that game, played as far as ``stage`` says."""
    sample = Sample(games()[slug])
    sample.open(games()[slug].graph.first, NAMES[:3])
    stage(sample)
    first, *rest = (row.entry for row in sample.state.log)
    evening = Evening(app, slug, **first.data | {"players": 3})
    evening.append([Draft(entry.action, entry.data, entry.play) for entry in rest])
    return evening


def addresses(evening: Evening, guest: Guest) -> list[str]:
    decks = [deck.key for deck in evening.play.game.decks(evening.play.situation)]
    asked = [
        "?story=1",
        "score?seat=0",
        "score?seat=1",
        "setup?seat=1",
        "play?play=0",
        "log?play=0",
    ]
    asked += [f"play?change={deck}" for deck in decks]
    every = [page.replace(evening.token, guest.link.token) for page in pages(evening)]
    return every + [guest.base + page for page in asked]


STAGES = (fresh, midway, in_secret, scored, finished, going_on)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("slug", games())
def test_every_form_shown_is_one_that_the_server_takes(
    app: Flask, slug: str, stage: Callable[[Sample], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = told(app, slug, stage)
    bound, watcher = Guest(evening, Role.PLAYER, 1), Guest(evening, Role.WATCHER)
    player = Guest(evening, Role.PLAYER).sit(2)
    for guest in (bound, player):  # something of their own, to be taken back
        guest.act("note", text="Mine.")
    monkeypatch.setattr(blueprint.tables, "append", judged)
    for guest in (bound, player):
        found, tried = refused(guest, addresses(evening, guest))
        assert found == [] and tried > 5
    assert refused(watcher, addresses(evening, watcher)) == ([], 0)
