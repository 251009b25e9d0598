"""A table with a score sheet, filled in the way a browser fills it: through the page's own form."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import games
from companion.table import tables
from companion.table.journal import Draft
from tests.journal import NAMES
from tests.web.seated import Seated


@dataclass
class Sheets(Seated):
    app: Flask
    client: FlaskClient
    token: str

    def entry(self, seat: int = 0) -> dict[str, Any]:
        return dict(self.play.entries[seat])

    def fill(self, seat: int, **values: Any) -> None:
        for field, value in values.items():
            self.do("fill", seat=seat, field=field, value=value)

    def get(self, path: str = "score") -> TestResponse:
        return self.client.get(f"/t/{self.token}/{path}")

    def form(self, seat: int = 0, path: str = "score") -> dict[str, Any]:
        """Everything the browser would send of a seat's form as it stands."""
        page = self.get(path).text
        found = re.search(rf'<form[^>]*id="sheet-{seat}".*?</form>', page, re.S)
        assert found is not None
        return _controls(found.group(0))

    def send(self, form: dict[str, Any], **typed: Any) -> TestResponse:
        changed = {f"f-{key}": value for key, value in typed.items()}
        return self.client.post(f"/t/{self.token}/score", data={**form, **changed})

    def save(self, seat: int = 0, **typed: Any) -> TestResponse:
        answer = self.send(self.form(seat, f"score?seat={seat}"), **typed)
        assert answer.status_code == 303, answer.text
        return answer

    def press(self, button: str, value: str, seat: int = 0, **typed: Any) -> TestResponse:
        form = {**self.form(seat, f"score?seat={seat}"), button: value}
        return self.send(form, **typed)


def sheets(app: Flask, client: FlaskClient, slug: str, chapter: str, players: int,
           **more: Any) -> Sheets:  # fmt: skip
    seats = [{"name": name} for name in NAMES[:players]]
    with app.app_context():
        start = Draft("start", {"chapter": chapter, "seats": seats, **more})
        return Sheets(app, client, tables.open_table(games()[slug], "Thursday", start))


def _controls(html: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        kind = (re.search(r'type="(\w+)"', tag) or ["", "text"])[1]
        name = re.search(r'name="([^"]*)"', tag)
        if name is None or (kind in ("radio", "checkbox") and " checked" not in tag):
            continue
        value = unescape((re.search(r'value="([^"]*)"', tag) or ["", ""])[1])
        known = found.get(name[1])
        found[name[1]] = (
            value if known is None else [*([known] if isinstance(known, str) else known), value]
        )
    for name, body in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', html, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        found[name] = chosen[1] if chosen else ""
    return found


def dumped(value: Any) -> str:
    return json.dumps(value)
