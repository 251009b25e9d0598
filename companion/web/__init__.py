"""The pages: one blueprint a module, put together here."""

from __future__ import annotations

from flask import Flask
from flask_wtf import CSRFProtect

from companion.web import (  # noqa: F401  (each adds its routes to the table's pages)
    acts,
    log,
    next,
    people,
    play,
    preferences,
    prints,
    result,
    rulings,
    score,
    settings,
    setup,
    shelved,
    story,
)
from companion.web.api import api
from companion.web.assets import attach_assets
from companion.web.behind import attach_proxy
from companion.web.discretion import attach_discretion
from companion.web.errors import attach_errors
from companion.web.headers import guard
from companion.web.home import pages as home
from companion.web.install import pages as install
from companion.web.live import live
from companion.web.looks import attach_looks
from companion.web.new import pages as new
from companion.web.printer import attach_printer
from companion.web.sheets import pages as sheets
from companion.web.tables import pages as table_pages

csrf = CSRFProtect()


def attach_pages(app: Flask) -> None:
    """Give the app its pages, its error pages and what guards them."""
    attach_discretion(app)
    attach_proxy(app)
    attach_assets(app)
    csrf.init_app(app)
    app.after_request(guard)
    attach_errors(app)
    attach_looks(app)
    attach_printer(app)
    app.register_blueprint(home)
    app.register_blueprint(install)
    app.register_blueprint(new)
    csrf.exempt(new)  # it checks the token itself, to show again what was typed
    app.register_blueprint(sheets)
    app.register_blueprint(table_pages)
    app.register_blueprint(live)
    csrf.exempt(table_pages)  # its forms carry a token of their own, which outlives the session
    app.register_blueprint(api)
    csrf.exempt(api)  # it keeps no session that a foreign page could misuse
