"""How many taps an evening takes on a phone at its default pace, counted by the page itself.

`python3 app.py bench taps` fails where one takes more than its bound.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.tapping import EVENINGS, Thumb
from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, PHONE
from tests.browser.player import Player
from tests.serving import served


def main() -> int:
    if not CHROMIUM:
        print("taps are counted in Chromium: apt-get install chromium", file=sys.stderr)
        return 1
    print("taps on the page, four players unless said otherwise; keys are typed into fields")
    good = True
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        Player.server = server
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for name, (play, most) in EVENINGS.items():
                context = browser.new_context(base_url=server.address, viewport=PHONE)
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                count = play(Thumb(page))
                context.close()
                besides = f"{count.ticks} setup ticks, {count.keys} keys"
                print(f"{name}: {count.taps} taps (at most {most}), besides {besides}")
                good &= count.taps <= most
            browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
