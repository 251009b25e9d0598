"""A monkey at Score and Play of every game: whether what it sees is what the table has.

`python3 app.py bench monkey` plays ten rounds at each of eight tables a screen and prints their
seeds; `bench monkey 4 7` plays at four, from seed 7 on. The tests play three rounds at one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import randrange

from playwright.sync_api import Browser, sync_playwright

from companion.games import games
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.monkey import SCREENS, Monkey
from tests.browser.player import Player
from tests.serving import served

ROUNDS = 10


def main() -> int:
    tables, *given = [int(one) for one in sys.argv[1:]] or [8]
    first = given[0] if given else randrange(1_000_000)
    if not CHROMIUM:
        print("the monkey needs Chromium: apt-get install chromium", file=sys.stderr)
        return 1
    seeds = range(first, first + tables)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        Player.server = server
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            screens = [(slug, screen) for slug in sorted(games()) for screen in SCREENS]
            found = [played(browser, *where, seeds) for where in screens]
            browser.close()
    return 1 if any(found) else 0


def played(browser: Browser, slug: str, screen: str, seeds: range) -> int:
    """How many of the seeds find a fault."""
    bad = 0
    for seed in seeds:
        monkey = Monkey(browser, Player.server.address, slug, screen, seed)
        faults = monkey.run(ROUNDS)
        bad += bool(faults)
        print(f"{slug} {screen}, seed {seed}: {len(monkey.done)} moves, {len(faults)} faults")
        for line in [*faults[:5], *(f"  … {one}" for one in monkey.done[-20:] if faults)]:
            print(f"  {line}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
