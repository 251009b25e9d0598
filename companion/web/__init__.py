"""The pages: one blueprint a module, put together here."""

from __future__ import annotations

from flask import Flask

from companion.web.answers.assets import attach_assets
from companion.web.answers.charts import attach_charts
from companion.web.answers.downloads import attach_printer
from companion.web.answers.template_helpers import attach_helpers
from companion.web.api.routes import api
from companion.web.guards.errors import attach_errors
from companion.web.guards.gate import attach_gate, attach_proxy, guard
from companion.web.guards.limits import attach_effort, give_room
from companion.web.guards.log_lines import attach_redaction, attach_request_lines
from companion.web.shelf.files import moving_pages as moving
from companion.web.shelf.files import pages as files
from companion.web.shelf.health import pages as health
from companion.web.shelf.home import install_pages as install
from companion.web.shelf.home import pages as shelf
from companion.web.shelf.samples import attach_samples
from companion.web.shelf.statistics import pages as shelf_statistics
from companion.web.table import (  # noqa: F401  (each adds its routes to the table's pages)
    actions,
    exports,
    home,
    people,
    play,
    score,
    settings,
    starting,
)
from companion.web.table.blueprint import live
from companion.web.table.blueprint import pages as table_pages
from companion.web.table.exports import sheet_pages as blank_sheets
from companion.web.table.starting import new_pages as new
from companion.web.visitor.visit import attach_visit


def attach_pages(app: Flask) -> None:
    """Give the app its pages, its error pages and what guards them."""
    attach_gate(app)
    attach_redaction(app)
    attach_request_lines(app)
    attach_effort(app)
    attach_proxy(app)
    attach_assets(app)
    app.before_request(give_room)
    attach_visit(app)
    app.after_request(guard)
    attach_errors(app)
    attach_helpers(app)
    attach_charts(app)
    attach_printer(app)
    outside = (shelf, health, files, moving, shelf_statistics, install, new, blank_sheets)
    for blueprint in (*outside, table_pages, live, api):
        app.register_blueprint(blueprint)
    attach_samples(app)
