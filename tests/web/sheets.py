"""An evening with a score sheet, filled in the way a browser fills it: by the page's own form."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.evening import Evening
from tests.web.pressing import Page


class Sheets(Evening):
    def entry(self, seat: int = 0) -> dict[str, Any]:
        return dict(self.play.entries[seat])

    def fill(self, seat: int, **values: Any) -> None:
        for field, value in values.items():
            self.must("fill", seat=seat, field=field, value=value)

    def get(self, page: str = "score", **query: Any) -> TestResponse:
        return super().get(page, **query)

    def form(self, seat: int = 0, page: str = "score") -> dict[str, Any]:
        """Everything the browser would send of a seat's form as it stands."""
        return Page(self.get(page).text).held(f"sheet-{seat}")

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
    there = Sheets(app, slug, chapter=chapter, players=players, **{"story": False, **more})
    there.client = client
    return there


def dumped(value: Any) -> str:
    return json.dumps(value)
