"""Guildbook: a companion at the table; `create_app` puts its parts together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from companion import database, web
from companion.config import PROJECT, settings


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web app, configured by the environment and then by `config`."""
    app = Flask(
        __name__,
        root_path=str(PROJECT),
        instance_path=str(PROJECT / "instance"),
    )
    app.config.from_mapping(settings(config or {}, PROJECT / "instance"))
    database.init_app(app)
    web.init_app(app)
    return app
