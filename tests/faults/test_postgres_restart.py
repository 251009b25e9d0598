"""PostgreSQL is updated and restarted while people enter: nobody is told that anything failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.book import LATER, TAKEN, Book, check, phones, until_taken
from tests.table.test_postgres import database, server

__all__ = ["database", "server"]
pytestmark = pytest.mark.slow


@pytest.fixture
def book(database: str) -> Iterator[Book]:
    book = Book(database)
    yield book
    book.kill()


def test_a_restart_costs_nobody_an_entry_and_no_500(book: Book, server: Any) -> None:
    with phones(book, "ada", "ben", "cleo") as crowd:
        for _ in range(2):
            until_taken(crowd, 5)
            server.stop()
            server.start()
        until_taken(crowd, 5)
    check(book, crowd)
    assert {status for phone in crowd for status in phone.answers} <= {TAKEN, LATER}
