"""Which paper this device prints on: as set, or as usual where its language is spoken."""

from __future__ import annotations

from flask import request

from companion.web.visitor import device

PAPERS = {"a4": "A4", "letter": "Letter"}
LARGER = {"a4": "a3", "letter": "tabloid"}
LARGE_NAMES = {"a4": "A3", "letter": "Tabloid"}
LETTER = {"US", "CA", "MX", "CL", "CO", "CR", "GT", "NI", "PA", "PH", "PR", "SV", "VE", "DO", "BZ"}


def paper() -> str:
    """The paper asked for, else this device's own, else the guess."""
    wanted = request.args.get("paper", "") or device.setting("paper", "")
    return wanted if wanted in PAPERS else guess()


def chosen() -> str:
    """The same on a page where it can be chosen: this device keeps what was."""
    wanted = request.args.get("paper", "")
    if wanted in PAPERS and wanted != device.setting("paper", ""):
        device.set_setting("paper", wanted)
    return paper()


def guess() -> str:
    """Letter for regions that use it; the language without a region says nothing."""
    for language, _ in request.accept_languages:
        _, _, region = language.partition("-")
        if region:
            return "letter" if region.upper()[-2:] in LETTER else "a4"
    return "a4"
