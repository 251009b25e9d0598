"""The paper size of a device: as set, else by the region of its language."""

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
    """The same on a page with a choice of paper, which this device remembers."""
    wanted = request.args.get("paper", "")
    if wanted in PAPERS and wanted != device.setting("paper", ""):
        device.set_setting("paper", wanted)
    return paper()


def guess() -> str:
    """Letter for regions that use it, else A4; a language without a region is no hint."""
    for language, _ in request.accept_languages:
        _, _, region = language.partition("-")
        if region:
            return "letter" if region.upper()[-2:] in LETTER else "a4"
    return "a4"
