"""The display settings of this device."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.fields import Choice
from companion.rules.parts.settings import Option
from companion.web.shelf.home import pages
from companion.web.visitor import device


def _preference(key: str, label: str, note: str = "", **choices: str) -> Option:
    """Something this device can be told; the first choice is the usual one."""
    known = tuple(Choice(choice, said) for choice, said in choices.items())
    return Option(key, label, known, src="", default=known[0].key, note=note)


AWAKE = "While a game is being played, where the browser allows it."
COVER = "Titles and cards stay hidden until you get there."
PREFERENCES = (
    _preference("theme", "Light or dark", system="As this device", light="Light", dark="Dark"),
    _preference("text", "Text size", normal="Normal", large="Large"),
    _preference("wake", "Keep the screen awake", AWAKE, on="Yes", off="No"),
    _preference("cover", "Cover later chapters", COVER, on="Yes", off="No"),
    _preference(
        "paper", "Paper to print on", guess="As usual in your language", a4="A4", letter="Letter"
    ),
)


@pages.get("/settings")
def settings() -> str:
    return render_template("settings.html", preferences=PREFERENCES)


@pages.post("/settings")
def set_settings() -> ResponseReturnValue:
    """Keep what was chosen; what is not among the choices is left as it was."""
    for preference in PREFERENCES:
        value, wrong = preference.read(request.form.get(preference.key))
        if not wrong:
            device.set_setting(preference.key, value)
    return redirect(url_for(".settings"), 303)
