"""Guildbook: a companion at the table; `create_app` puts its parts together.

These are imported when they are put together: a process that only prints needs none of them.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web app, configured by the environment and then by `config`."""
    from flask import Flask

    from companion.commands.cli import register
    from companion.config import PROJECT, settings
    from companion.database import attach_database
    from companion.web import attach_pages

    instance = PROJECT / "instance"
    app = Flask(__name__, root_path=str(PROJECT), instance_path=str(instance))
    app.config.from_mapping(settings(config or {}, instance))
    attach_database(app)
    attach_pages(app)
    register(app)
    return app


def ready_app() -> Flask:
    """The app ready to be served: its database migrated, weak secrets reported in the log."""
    from companion.config import WEAK_BEFORE, can_be_guessed, secret_weakness
    from companion.database import make_ready
    from companion.web.guards.log_lines import start_log

    app = create_app()
    start_log(app)
    if weakness := secret_weakness(app.config):
        app.logger.warning(weakness)
    if any(map(can_be_guessed, app.config["SECRET_KEY_FALLBACKS"] or ())):
        app.logger.warning(WEAK_BEFORE)
    make_ready(app)
    gc.freeze()  # so that what is loaded for good is not searched for garbage, 36 ms each time
    return app
