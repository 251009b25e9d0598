"""Settings of this device: how it likes to read. The game belongs to the table, these do not."""

from __future__ import annotations

from dataclasses import dataclass

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.shelf.home import pages
from companion.web.visitor import device


@dataclass(frozen=True, slots=True)
class Preference:
    """Something this device can be told; the first choice is the usual one."""

    key: str
    label: str
    hint: str
    choices: tuple[tuple[str, str], ...]

    @property
    def usual(self) -> str:
        return self.choices[0][0]


YES_NO = (("on", "Yes"), ("off", "No"))
THEMES = (("system", "As this device"), ("light", "Light"), ("dark", "Dark"))
SIZES = (("normal", "Normal"), ("large", "Large"))
AWAKE = "While a game is being played, where the browser allows it."
PAPERS = (("guess", "As usual in your language"), ("a4", "A4"), ("letter", "Letter"))
COVER = "Titles and cards stay hidden until you get there."

PREFERENCES = (
    Preference("theme", "Light or dark", "", THEMES),
    Preference("text", "Text size", "", SIZES),
    Preference("wake", "Keep the screen awake", AWAKE, YES_NO),
    Preference("cover", "Cover later chapters", COVER, YES_NO),
    Preference("paper", "Paper to print on", "", PAPERS),
)


@pages.get("/settings")
def settings() -> str:
    return render_template("settings.html", preferences=PREFERENCES)


@pages.post("/settings")
def set_settings() -> ResponseReturnValue:
    """Keep what was chosen; what is not among the choices is left as it was."""
    for preference in PREFERENCES:
        value = request.form.get(preference.key)
        if value in dict(preference.choices):
            device.set_setting(preference.key, value)
    return redirect(url_for(".settings"), 303)
