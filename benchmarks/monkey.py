"""A monkey at Score and Play of every game: whether what it sees is what the table has.

`python3 app.py bench monkey` plays two minutes a screen, a new table each quarter of a minute, and
prints its seeds; `bench monkey 60 7` plays a minute a screen from seed 7 on.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import randrange

from playwright.sync_api import Browser, sync_playwright

from companion.games import games
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.monkey import SCREENS, SECONDS, Monkey
from tests.browser.player import Player
from tests.serving import served


def main() -> int:
    seconds, *given = [int(one) for one in sys.argv[1:]] or [120]
    first = given[0] if given else randrange(1_000_000)
    if not CHROMIUM:
        print("the monkey needs Chromium: apt-get install chromium", file=sys.stderr)
        return 1
    seeds = range(first, first + max(1, round(seconds / SECONDS)))
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
        faults = monkey.run()
        bad += bool(faults)
        print(f"{slug} {screen}, seed {seed}: {len(monkey.done)} moves, {len(faults)} faults")
        for line in [*faults[:5], *(f"  … {one}" for one in monkey.done[-20:] if faults)]:
            print(f"  {line}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
