"""One evening on an iPhone's browser: half the phones at a table are iPhones."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.request
from collections.abc import Iterator

import pytest

from tests.browser.webkit import DRIVER, SCREEN, WebKit
from tests.serving import free_port

pytestmark = pytest.mark.skipif(
    not (DRIVER and SCREEN),
    reason="WebKit is not installed: apt-get install webkit2gtk-driver xvfb",
)
SEQ = "return +document.querySelector('[data-seq]').dataset.seq"
SAVED = "return +document.querySelector('[data-seq]').dataset.seq > arguments[0]"
ON_SAYS = "return document.querySelector('#on').innerText "
FITS = "return document.documentElement.scrollWidth <= window.innerWidth"


@pytest.fixture(scope="module")
def driver() -> Iterator[str]:
    """The driver's address, on a screen that nobody sees."""
    assert DRIVER and SCREEN
    number, port = free_port() % 1000 + 100, free_port()
    screen = subprocess.Popen([SCREEN, f":{number}", "-screen", "0", "800x1000x24"])
    env = {**os.environ, "DISPLAY": f":{number}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    time.sleep(1)
    process = subprocess.Popen([DRIVER, f"--port={port}"], env=env)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        for one in (process, screen):
            one.kill()
            one.wait()


@pytest.fixture
def phone(driver: str) -> Iterator[WebKit]:
    browser = WebKit(driver, 390, 844)
    yield browser
    browser.close()


def tap(phone: WebKit, selector: str) -> None:
    """Tap what is an entry, and wait until it is saved."""
    before = phone.run(SEQ)
    time.sleep(0.4)  # a button that has just changed its meaning takes no tap
    phone.tap(selector)
    phone.until(SAVED, before)


def leave(phone: WebKit, selector: str, screen: str) -> None:
    time.sleep(0.4)
    phone.tap(selector)
    phone.until("return location.pathname.endsWith(arguments[0])", screen)
    assert phone.run(FITS), screen


def test_an_evening_from_the_shelf_to_its_winner(phone: WebKit, server: str) -> None:
    phone.go(f"{server}/new/merchants")
    for seat, name in enumerate(("Ada", "Ben")):
        phone.type(f"#name-{seat}", name)
    phone.tap("#first-0")
    leave(phone, "#open", "/setup")
    tap(phone, "#tick-board")
    assert phone.run("return document.querySelector('#tick-board').ariaPressed") == "true"
    leave(phone, "#on", "/play")
    before = phone.text("#on")
    tap(phone, "#on")
    phone.until(ON_SAYS + "!= arguments[0]", before)
    tap(phone, "#undo")
    phone.until(ON_SAYS + "== arguments[0]", before)
    table = phone.address.removesuffix("play")
    for seat, coins in enumerate(("12", "4")):
        phone.go(f"{table}score?seat={seat}")
        for field, value in (("coins", coins), ("prestige", "5")):
            before = phone.run(SEQ)
            phone.type(f"#s{seat}-{field}", value)
            phone.until(SAVED, before)
    phone.until("return !!document.querySelector('#finish')")
    time.sleep(0.4)
    phone.tap("#finish")
    phone.until("return !!document.querySelector('.refusal [name=sure]')")
    leave(phone, ".refusal [name=sure]", "/result")
    assert phone.text("#win").split() == ["Ada", "wins", "by", "1"]
