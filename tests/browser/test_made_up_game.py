"""What only the made-up game of tests/games has: own guests beside names, a list to search."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.config import PROJECT
from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import Player, unfold
from tests.serving import served

RESCUE = Path(__file__).parent.parent / "games" / "rescue"
TRACK = """
[[tracks]]
key = "{0}"
label = "Of {0}"
moves = "plain"
src = "made up"
"""
LONG = "Bartholomäus von Hohenfels-Wiesengrund"

pytestmark = pytest.mark.usefixtures("fair")


def test_a_guest_is_dealt_by_hand_and_a_song_is_searched(phone: Phone, tmp_path: Path) -> None:
    sample = Sample(games()["fair"])
    sample.open("base", ["Ada", LONG, "Cleo", "Dov", "Maximiliane-Charlotte"], story=False)
    with served(tmp_path) as server:
        player = Player(phone())
        page = player.join(sample, server=server)
        unfold(page, "#deal-guest-1")
        player.pick("#deal-guest-0", "Cook")  # saved by the choice itself
        player.pick("#deal-guest-1", "Juggler")
        expect(page.locator("#deal-guest-1")).to_be_visible()  # the fold stays open
        expect(page.locator("#deal-guest-1-save")).to_be_hidden()
        assert_good_everywhere(page)

        player.see("play")
        expect(page.locator(".row .own").nth(1)).to_have_text("Juggler")
        assert_good_everywhere(page)

        player.see("score?seat=0")
        song = page.locator("#s0-song")
        player.type(0, song="wild geese")
        expect(song).to_have_value("Seven Wild Geese")
        player.type(0, song="the song of all")
        expect(song).to_have_value("the song of all")
        expect(page.locator("#s0-song-error")).to_contain_text("there is no “the song of all”")
        assert_good_everywhere(page)
        player.tap("#s0-song-near-dusk")
        expect(song).to_have_value("A Song of the Dusk")
        expect(page.locator("#s0-song-error")).to_have_count(0)
        player.tap("#s0-song-all-frost")
        expect(song).to_have_value("The Frost Waltz")
        token = player.table.rstrip("/").rpartition("/")[2]
        assert server.table(token).state.plays[0].entries[0] == {"song": "frost"}


def test_the_check_measures_what_does_not_fit_a_phone(tmp_path: Path) -> None:
    folder = shutil.copytree(RESCUE, tmp_path / "rescue")
    play = folder / "play.toml"
    keys = [f"tally-{letter}" for letter in "abcdefghij"]
    text = play.read_text("utf-8").replace('shows = ["ice"]', f"shows = {json.dumps(keys)}")
    play.write_text(text + "".join(map(TRACK.format, keys)), "utf-8")
    own = {**os.environ, "GAMES_PATH": str(tmp_path)}
    command = [sys.executable, "app.py", "games", "check", "rescue"]
    done = subprocess.run(command, cwd=PROJECT, env=own, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert done.returncode == 1 and said[-1] == "The Winter Rescue: 2 faults", done
    assert said[0].startswith("play.toml: phase row: on a phone of 390 × 844 its tool reaches ")
    assert [one.rpartition(" below ")[2] for one in said[:-1]] == [
        "the dock (M1 with 4)", "the dock (regatta with 4)",
    ]  # fmt: skip


def test_a_mission_is_lost_together_by_taps(phone: Phone, tmp_path: Path) -> None:
    sample = Sample(games()["rescue"])
    sample.open("M1", ["Ada", LONG, "Cleo"], story=True)
    with served(tmp_path) as server:
        player = Player(phone())
        player.join(sample, server=server, screen=None)
        page = player.see("play")
        assert_good_everywhere(page)  # cards with names
        player.tap("#card-waves-2")
        expect(page.locator(".event.is-up")).to_contain_text("Long swell")
        player.tap("#on")
        player.tap("#fact-captain-3")
        expect(page.locator("#fact-captain-3")).to_have_attribute("aria-pressed", "true")
        assert_good_everywhere(page)  # a question with people as its answers
        page = player.see("score")
        player.tap("#fact-won-2")
        assert_good_everywhere(page)
        player.press(".dock .primary")
        page.locator(".foot").get_by_role("button", name="Yes", exact=True).click()
        page.wait_for_url("**/result*")
        expect(page.locator("h1, h2").filter(has_text="Mission 1: failed")).to_be_visible()
        expect(page.locator("main use[href$='#cup']")).to_have_count(0)
        assert_good_everywhere(page)
        player.see("")
        expect(page.locator("main")).to_contain_text("Mission 1 again")
        assert_good_everywhere(page)
