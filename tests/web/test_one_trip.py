"""The script's forms are answered with the page itself; all others with the way to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import companion
from tests.web.evening import Evening, guard


def sent(evening: Evening, page: str, here: str, prefix: str = "", **form: str) -> TestResponse:
    return evening.client.post(
        f"/t/{evening.token}/{page}",
        data={"csrf_token": guard(evening.app, evening.token), **form},
        headers={"X-Here": here},
        environ_overrides={"SCRIPT_NAME": prefix} if prefix else {},
    )


def test_the_page_itself_is_the_answer(app: Flask) -> None:
    evening = Evening(app)
    here = f"/t/{evening.token}/setup"
    form = {"action": "tick", "data": '{"step":"board"}', "back": "setup#step-board"}
    answer = sent(evening, "do", here, **form, **{"back-seat": "1"})
    assert answer.status_code == 200
    assert answer.headers["Content-Location"] == f"{here}?seat=1"
    assert answer.text.count(f'data-seq="{evening.state.seq}"') == 1
    assert 'id="who-1" href' in answer.text and 'id="undo"' in answer.text


def test_it_knows_the_device_that_the_first_half_made(app: Flask) -> None:
    """Its undo is offered only to the device that entered it."""
    evening = Evening(app)
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "play"}
    answer = sent(evening, "do", f"/t/{evening.token}/play", **form)
    assert 'id="undo"' in answer.text and len(answer.headers.getlist("Set-Cookie")) >= 1
    assert 'id="undo"' in evening.get("play").text


def test_it_is_entered_once_and_the_device_has_one_new_cookie(app: Flask) -> None:
    evening = Evening(app)
    before = evening.state.seq
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "play"}
    answer = sent(evening, "do", f"/t/{evening.token}/play", **form)
    assert evening.state.seq == before + 1 and len(answer.headers.getlist("Set-Cookie")) == 1


def test_an_error_on_the_way_there_is_told_as_ever(app: Flask) -> None:
    evening = Evening(app)
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "play", "back-play": "77"}
    answer = sent(evening, "do", f"/t/{evening.token}/play", **form)
    assert answer.status_code == 404 and "<h1" in answer.text


def test_behind_a_prefix_too(app: Flask) -> None:
    evening = Evening(app)
    here = f"/guild/t/{evening.token}/play"
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "play"}
    answer = sent(evening, "do", here, "/guild", **form)
    assert answer.headers["Content-Location"] == here and "“Rain.”" in answer.text


def test_what_was_asked_there_stays_asked(app: Flask) -> None:
    evening = Evening(app)
    here = f"/t/{evening.token}/play"
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "play", "back-seat": "0"}
    asked = "aid=production&seat=1&f-needs.yellow=2&f-draws="
    answer = sent(evening, "do", f"{here}?{asked}", **form)
    assert answer.headers["Content-Location"] == (
        f"{here}?aid=production&seat=0&f-needs.yellow=2&f-draws="
    )
    assert 'id="close-production"' in answer.text
    form["data"] = '{"text":"Hail."}'
    odd = sent(evening, "do", f"{here}?%ff&=&endpoint=x&_anchor=y&aid&f-", **form)
    assert odd.status_code == 200


def test_of_another_page_only_the_address_is_told(app: Flask) -> None:
    evening = Evening(app)
    form = {"action": "note", "data": '{"text":"Rain."}', "back": "log"}
    answer = sent(evening, "do", f"/t/{evening.token}/play", **form)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Content-Location"] == f"/t/{evening.token}/log"


def test_a_refusal_stays_one(app: Flask) -> None:
    evening = Evening(app)
    answer = sent(evening, "do", f"/t/{evening.token}/play", action="nothing", back="play")
    assert answer.status_code == 422 and "Content-Location" not in answer.headers


def test_without_a_script_the_browser_is_sent_on(app: Flask) -> None:
    evening = Evening(app)
    assert evening.act("note", {"text": "Rain."}, back="play").status_code == 303


MOST_MODULES = 60


@contextmanager
def modules_visited() -> Iterator[set[str]]:
    """The modules of ours in which a function is called meanwhile."""
    ours, found = str(Path(companion.__file__).parent), set[str]()

    def note(frame: FrameType, _event: str, _value: object) -> None:
        if frame.f_code.co_filename.startswith(ours):
            found.add(frame.f_code.co_filename.removeprefix(ours))

    before: Callable[..., object] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize(
    ("slug", "chapter", "action", "tapped"),
    [
        ("newdale", "I", "count", {"track": "points", "by": 1}),
        ("ohmygoods", "I", "count", {"track": "owned", "by": 1}),
        ("merchants", "base", "count", {"track": "coins", "by": 1}),
        ("tybor", "I", "lay", {"pad": "citizens", "card": "farmer"}),  # which counts nothing
    ],
)
def test_a_tap_passes_few_modules(
    app: Flask, slug: str, chapter: str, action: str, tapped: dict[str, object]
) -> None:
    """What whoever follows a tap through the code has to read; the first one warms the caches."""
    evening = Evening(app, slug, chapter=chapter)
    while evening.play.moment.phase == "deal":  # nobody taps a card before there are any
        evening.must("advance", moment=evening.play.moment.as_json())
    data, here = json.dumps({**tapped, "seat": 0}), f"/t/{evening.token}/play"
    for _ in range(2):
        with modules_visited() as visited:
            answer = sent(evening, "do", here, action=action, data=data, back="play")
        assert answer.status_code == 200
    assert len(visited) <= MOST_MODULES, sorted(visited)
