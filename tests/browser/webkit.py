"""WebKit as on an iPhone, through its own driver: the little of WebDriver an evening needs."""

from __future__ import annotations

import json
import shutil
import time
import urllib.error
import urllib.request
from typing import Any

DRIVER = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("Xvfb")
TAB = "\ue004"
# A person taps what is in sight, lies still and has nothing on top of it, such as the dock.
AT_HAND = """
const it = document.querySelector(arguments[0]);
if (!it) return false;
it.scrollIntoView({block: "center", behavior: "instant"});
const {left, top, width, height} = it.getBoundingClientRect(), at = `${left} ${top}`;
const still = it.dataset.at === at;
it.dataset.at = at;
const hit = document.elementFromPoint(left + width / 2, top + height / 2);
return still && !!hit && (it.contains(hit) || hit.contains(it));
"""
BETWEEN = ("element click intercepted", "stale element reference")  # drawn anew just then
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30  # seconds


class WebKit:
    """One window of the browser at a driver's address."""

    def __init__(self, driver: str, width: int, height: int) -> None:
        self.driver = driver
        asked = {"capabilities": {"alwaysMatch": {}}}
        self.session = f"/session/{self._call('POST', '/session', asked)['sessionId']}"
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def go(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    @property
    def address(self) -> str:
        return str(self._ask("GET", "/url"))

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script of the page's own returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def tap(self, selector: str) -> None:
        """Tap it; once more where something still moved over it."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._found(selector, "/click", {})
            except AssertionError as refused:
                if time.monotonic() > end or not any(why in str(refused) for why in BETWEEN):
                    raise
                time.sleep(0.2)

    def type(self, selector: str, text: str) -> None:
        """Tap a field, type over what it holds and leave it."""
        self.tap(selector)
        self._found(selector, "/value", {"text": text + TAB})

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def until(self, script: str, *arguments: Any) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not self.run(script, *arguments):
            assert time.monotonic() < end, (script, arguments, self.address)
            time.sleep(0.1)

    def close(self) -> None:
        self._ask("DELETE", "")

    def _found(self, selector: str, verb: str, body: dict[str, Any]) -> None:
        self.until(AT_HAND, selector)
        there = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        self._ask("POST", f"/element/{there[ELEMENT]}{verb}", body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._call(method, self.session + path, body)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.driver + path, data, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from None
