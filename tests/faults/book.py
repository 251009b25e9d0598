"""A Guildbook that is really served, and phones that go on entering whatever befalls it."""

from __future__ import annotations

import http.client
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Thread
from urllib.parse import urlencode

from tests.serving import Server

TAKEN, LATER = 200, 503
EVENINGS = count(1)  # a table sees many, and each has people of its own


class Book(Server):
    """A server with one table."""

    def __init__(self, url: str) -> None:
        super().__init__(url, ENTRIES_A_MINUTE="1000000")
        self.token = self.opened()
        self.form_token = self.guard(self.token)
        self.start()

    def ask(self, method: str, path: str, body: str | None = None) -> int:
        """The status of one request; 0 where nobody answered."""
        headers = {"Accept": "application/json"} if body else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def page(self, name: str = "play") -> int:
        return self.ask("GET", f"/t/{self.token}/{name}")

    def note(self, text: str) -> int:
        form = {"csrf_token": self.form_token, "action": "note", "d-text": text, "key": text}
        return self.ask("POST", f"/t/{self.token}/do", urlencode(form))

    def journal(self) -> list[str]:
        """The keys of all notes as the database has them, numbered without a gap."""
        rows = [row.entry for row in self.table(self.token).state.log]
        assert [entry.seq for entry in rows] == list(range(1, len(rows) + 1))
        return [entry.key for entry in rows if entry.action == "note"]


@dataclass
class Phone(Thread):
    """Enters one note after another and sends each again until it is taken."""

    book: Book
    who: str
    taken: list[str] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    enough: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while not self.enough.is_set():
            key = f"{self.who}-{len(self.taken)}"
            status = self.book.note(key)
            self.answers[status] += 1
            if status == TAKEN:
                self.taken.append(key)
            else:
                time.sleep(0.05)


@contextmanager
def phones(book: Book, *names: str) -> Iterator[list[Phone]]:
    """People who enter as long as the block lasts, and are not cut off in its midst."""
    evening = next(EVENINGS)
    crowd = [Phone(book, f"{name} {evening}") for name in names]
    for phone in crowd:
        phone.start()
    try:
        yield crowd
    finally:
        for phone in crowd:
            phone.enough.set()
        for phone in crowd:
            phone.join()


def until_taken(crowd: list[Phone], more: int, seconds: float = 30) -> None:
    """Wait until every phone has had so many more entries taken."""
    wanted = {phone: len(phone.taken) + more for phone in crowd}
    end = time.monotonic() + seconds
    while any(len(phone.taken) < many for phone, many in wanted.items()):
        assert time.monotonic() < end, "nothing is taken any more"
        time.sleep(0.02)


def check(book: Book, crowd: list[Phone]) -> None:
    """Every acknowledged entry is there, once, in the order in which its phone sent it."""
    kept = book.journal()
    assert len(kept) == len(set(kept))
    for phone in crowd:
        mine = [key for key in kept if key.startswith(f"{phone.who}-")]
        # The last one may have been kept without its phone having heard so.
        assert mine[: len(phone.taken)] == phone.taken and len(mine) <= len(phone.taken) + 1
        assert phone.taken
