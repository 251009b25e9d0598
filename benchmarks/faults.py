"""Kills the server again and again while phones write, and counts what became of their entries.

`python3 app.py bench faults [KILLS]`; the tests do it three times, this as often as you like.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.book import Book, check, phones, until_taken

KILLS = 20


def main(kills: int = KILLS) -> int:
    with TemporaryDirectory() as folder:
        book = Book(f"sqlite:///{Path(folder) / 'book.sqlite3'}")
        try:
            with phones(book, *(f"phone{number}" for number in range(4))) as crowd:
                for _ in range(kills):
                    until_taken(crowd, 1, seconds=60)
                    time.sleep(random.random())
                    book.kill()
                    book.start()
                until_taken(crowd, 1, seconds=60)
            check(book, crowd)
        finally:
            book.kill()
    answers = sum((phone.answers for phone in crowd), Counter[int]())
    print(f"{kills} kills, {answers[200]} entries acknowledged: all there, once, in order.")
    print(f"Without an answer: {answers[0]}. Other answers: {dict(answers)}")
    return 0 if set(answers) <= {0, 200, 503} else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
