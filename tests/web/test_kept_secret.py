"""What was entered in secret stays one, whatever anybody does besides showing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.printing.documents import KINDS
from companion.table.links import Role
from tests.printing.test_prints import fake
from tests.web.evening import Evening
from tests.web.every_page import pages
from tests.web.test_files import send
from tests.web.test_people import SECRET, Guest, tells

FILE = "tables.guildbook.json"
SHELF = ("", FILE, "tables.csv", "tables-long.csv", "statistics", "settings")
MORE = ("score?play=1&seat=1", "sheet?seat=1", "result?play=1", "file")


class Company:
    """A table with secret scores: Ben has entered his by his own phone, and is not done."""

    number = 1  # the second game, so that its start can be taken back too

    def __init__(self, app: Flask) -> None:
        self.evening, self.press = Evening(app, players=3), fake(app)
        self.evening.finish(3, 2, 1)
        self.evening.start("II")
        self.evening.must("mask", play=self.number)
        self.ben = Guest(self.evening, Role.PLAYER).sit(1)
        self.others = {
            "host": Guest(self.evening, Role.HOST),
            "also Ben’s": Guest(self.evening, Role.PLAYER).sit(1),
            "bound": Guest(self.evening, Role.PLAYER, 0),
            "watcher": Guest(self.evening, Role.WATCHER),
        }
        self.does(self.ben, "fill", person=2, field="coins", value=SECRET)
        for guest in self.others.values():
            guest.get()  # which puts the table on its shelf

    def does(self, who: Guest, kind: str, **data: Any) -> int:
        form = {"action": kind, "data": json.dumps(data), "play": self.number, "sure": "yes"}
        return who.post("do", **form).status_code

    @property
    def hides(self) -> bool:
        plays = self.evening.state.plays
        return len(plays) > self.number and plays[self.number].secret

    @property
    def over(self) -> bool:
        plays = self.evening.state.plays
        return len(plays) > self.number and plays[self.number].finished

    def leaks(self) -> Iterator[tuple[str, str]]:
        """Who can read the number where, of all that the others can open."""
        for name, guest in self.others.items():
            for address in [f"/{page}" for page in SHELF] + self.addresses(guest):
                if tells(guest.client.get(address).text):
                    yield name, address
        for job in self.press.jobs.values():
            if tells(job.html):  # type: ignore[attr-defined]
                yield "print", job.key  # type: ignore[attr-defined]

    def addresses(self, guest: Guest) -> list[str]:
        """Every page of the tables on a guest's shelf; papers are the same for all."""
        shelf = guest.client.get("/").text
        copies = {part.split("/")[0] for part in shelf.split('href="/t/')[1:]}
        own, papers = guest.link.token, sorted(KINDS) if guest.link.role == Role.WATCHER else []
        mine = [page.replace(self.evening.token, own) for page in pages(self.evening)]
        mine += [f"/t/{own}/{page}" for page in MORE]
        mine += [f"/t/{own}/print/{kind}.pdf?journal=1" for kind in papers]
        others = [f"/t/{token}/{page}" for token in copies - {own} for page in ("log", *MORE)]
        return [*mine, *others, f"/api/v1/tables/{own}"]


def restart(company: Company, who: Guest) -> None:
    company.does(who, "restart")


def abandon(company: Company, who: Guest) -> None:
    company.does(who, "abandon")


def reseat(company: Company, who: Guest, **how: Any) -> None:
    people = how.pop("people", (1, 2, 3))
    named = [person for person in company.evening.state.people if person.id in people]
    seats = [{"name": one.name, "person": one.id} for one in named]
    company.does(who, "reseat", **{"chapter": "II", "story": True, "seats": seats, **how})


def another_chapter(company: Company, who: Guest) -> None:
    reseat(company, who, chapter="V", story=False)


def single_game(company: Company, who: Guest) -> None:
    reseat(company, who, story=False)


def without_ben(company: Company, who: Guest) -> None:
    """And all who stay are done."""
    reseat(company, who, people=(1, 3))
    for person in (1, 3):
        company.does(who, "ready", person=person)


def without_whoever_is_not_ready(company: Company, who: Guest) -> None:
    """Ben is done, and would be the only one who is waited for."""
    company.does(company.ben, "ready", person=2)
    reseat(company, who, people=(2,))


def undo_mask(company: Company, who: Guest) -> None:
    log = company.evening.state.log
    masks = [row.entry.seq for row in log if row.entry.action == "mask"]
    company.does(who, "undo", entry=masks[-1])


def rewind(company: Company, who: Guest, to: int = 2) -> None:
    seen = company.evening.state.seq
    who.post("log/rewind", entry=to, seen=seen, key=f"back-{seen}")


def rewind_and_begin(company: Company, who: Guest) -> None:
    rewind(company, who)
    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
    company.does(who, "start", chapter="II", seats=seats, story=True)


def undo_all(company: Company, who: Guest) -> None:
    for seq in range(company.evening.state.seq, 0, -1):
        company.does(who, "undo", entry=seq)


def correct_and_restart(company: Company, who: Guest) -> None:
    """A number that was undone before is no less secret."""
    company.does(company.ben, "undo", entry=company.evening.state.seq)
    restart(company, who)


def save_and_open(company: Company, who: Guest) -> None:
    saved = who.client.get(f"/{FILE}").text
    company.does(who, "note", text="Something else happened here")
    apart = json.loads(saved) if who.link.role == Role.HOST else None
    if apart:
        apart["tables"][0]["entries"][0]["at"] = "2026-01-01T00:00:00+00:00"
        assert send(who.client, json.dumps(apart)).status_code == 303


def fork(company: Company, who: Guest) -> None:
    who.post("log/fork", entry=company.evening.state.seq, key="k")


Deed = Callable[[Company, Guest], None]
DEEDS: list[Deed] = [
    restart, abandon, another_chapter, single_game, without_ben, undo_mask, rewind,
    rewind_and_begin, undo_all, correct_and_restart, save_and_open, fork,
]  # fmt: skip


# Once Ben is done, the others may say that they are, which shows all: no part of a random order.
ONCE: list[Deed] = [*DEEDS, without_whoever_is_not_ready]


@pytest.mark.slow
@pytest.mark.parametrize("deed", ONCE, ids=lambda deed: deed.__name__)
def test_whatever_is_done_to_its_play_a_secret_number_stays_one(app: Flask, deed: Deed) -> None:
    company = Company(app)
    for who in ("also Ben’s", "host"):
        deed(company, company.others[who])
    assert list(company.leaks()) == []


def random_deed(company: Company, dice: Random) -> None:
    who = dice.choice([company.ben, *company.others.values()])
    seq = company.evening.state.seq
    match dice.randrange(6):
        case 0:
            company.does(who, "undo", entry=dice.randint(1, seq))
        case 1:
            rewind(company, who, dice.randint(max(1, seq - 6), seq))
        case 2:
            company.does(who, "ready", person=dice.choice([1, 3]), on=dice.random() < 0.8)
        case 3:
            company.does(who, "mask")
        case 4:
            if company.hides:  # else he would tell it openly
                company.does(company.ben, "fill", person=2, field="coins", value=SECRET)
        case _:
            dice.choice(DEEDS)(company, who)


@pytest.mark.slow
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_no_order_of_deeds_tells_a_secret_number(app: Flask, seed: int) -> None:
    app.config["ENTRIES_A_MINUTE"] = app.config["TABLES_AN_HOUR"] = 100_000
    dice, company = Random(seed), Company(app)
    for _ in range(8):
        random_deed(company, dice)
    assert company.over or list(company.leaks()) == []


def with_coins(text: str, value: Any) -> str:
    """A file in which something else stands in the place of the hidden number."""
    file = json.loads(text)
    for entry in file["entries"]:
        if entry["data"].get("value") == "hidden":
            entry["data"]["value"] = value
    return json.dumps(file)


def test_nobody_finds_a_secret_number_by_opening_files_that_guess_it(app: Flask) -> None:
    """Whatever a file says in its place, the answer is the same and no second table is made."""
    company = Company(app)
    host = company.others["host"]
    text = host.get("file").text
    assert "hidden" in text
    answers = set()
    for guess in (SECRET, SECRET - 1, "hidden", None, str(SECRET), [SECRET], {"a": 1}):
        answer = send(host.client, with_coins(text, guess), key=f"{guess}")
        answers.add((answer.status_code, answer.location, host.client.get(answer.location).text))
    said = {text.count("already has all") for _, _, text in answers}
    assert said == {1} and len({answer[:2] for answer in answers}) == 1


def test_no_file_that_goes_on_takes_the_cover_off(app: Flask) -> None:
    company = Company(app)
    host = company.others["host"]
    file = json.loads(host.get("file").text)
    masks = [entry["seq"] for entry in file["entries"] if entry["action"] == "mask"]
    last = file["entries"][-1]
    undo = {"seq": last["seq"] + 1, "action": "undo", "data": {"entry": masks[-1]}, "play": None}
    file["entries"].append({**last, **undo})
    assert send(host.client, json.dumps(file)).status_code == 303
    assert company.evening.play.secret and list(company.leaks()) == []
