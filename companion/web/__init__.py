"""The pages: one blueprint a module, put together here."""

from __future__ import annotations

from flask import Flask

from companion.web.answers.assets import attach_assets
from companion.web.answers.charts import attach_charts
from companion.web.answers.downloads import attach_printer
from companion.web.answers.template_helpers import attach_helpers
from companion.web.api.routes import api
from companion.web.guards.errors import attach_errors
from companion.web.guards.gate import attach_gate
from companion.web.guards.limits import attach_limits
from companion.web.guards.log_lines import attach_log
from companion.web.shelf import files, health, home, samples, statistics
from companion.web.table import blueprint, exports, play, score, settings, starting  # noqa: F401
from companion.web.table import home as _home  # noqa: F401  (these add pages to those of a table)
from companion.web.visitor.visit import attach_visit


def attach_pages(app: Flask) -> None:
    """Give the app its pages, its error pages and what guards them."""
    # Answers pass these in reverse: guarded by the gate, compressed with the assets, logged.
    attach_log(app)
    attach_assets(app)
    attach_gate(app)
    attach_limits(app)
    attach_visit(app)
    attach_errors(app)
    attach_helpers(app)
    attach_charts(app)
    attach_printer(app)
    for pages in (
        home.pages, health.pages, files.pages, files.moving_pages, statistics.pages,
        starting.new_pages, exports.sheet_pages, blueprint.pages, blueprint.live, api,
    ):  # fmt: skip
        app.register_blueprint(pages)
    samples.attach_samples(app)
