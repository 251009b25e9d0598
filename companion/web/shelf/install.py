"""Installing Guildbook on a phone: the manifest and the service worker."""

from __future__ import annotations

import json

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from companion.interchange.table_file import SUFFIX
from companion.web.answers.assets import Asset, asset, version

pages = Blueprint("install", __name__)

# What every page of a table needs; the worker keeps them from the start.
NEEDED = (
    "style/frame.css", "style/play.css", "style/score.css",
    "guildbook.js", "table.js", "sheet.js", "icons.svg", "plates.svg", "icon.svg",
)  # fmt: skip
PAPER = "#f6f1e7"
FILE_KIND = "application/vnd.guildbook+json"


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, colours and icons for the home screen."""
    start = url_for("home.home")
    sizes = (("icon.svg", "any", "image/svg+xml"), ("icon-192.png", "192x192", "image/png"),
             ("icon-512.png", "512x512", "image/png"))  # fmt: skip
    answer = jsonify(
        name="Guildbook", short_name="Guildbook", id=start, start_url=start, scope=start,
        display="standalone", background_color=PAPER, theme_color=PAPER,
        icons=[{"src": asset(name), "sizes": size, "type": kind} for name, size, kind in sizes],
        share_target={
            "action": url_for("files.shared"), "method": "POST", "enctype": "multipart/form-data",
            "params": {"files": [{"name": "file", "accept": ["application/json", SUFFIX]}]},
        },
        file_handlers=[{"action": url_for("files.choose"), "accept": {FILE_KIND: [SUFFIX]}}],
    )  # fmt: skip
    answer.mimetype = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/worker.js")
def worker() -> Response:
    """The service worker, from the top so that it may serve every page, asked for each time.

    Pages name it with their version, so that one of a newer app brings its worker at once.
    """
    found: Asset = current_app.extensions["assets"]["worker.js"]
    files = [asset(name) for name in NEEDED]
    told = {"version": version(), "files": files, "root": request.script_root}
    body = f"const APP = {json.dumps(told)};\n".encode() + found.body
    answer = Response(body, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
