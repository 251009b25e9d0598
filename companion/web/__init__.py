"""The pages: one blueprint a module, put together here."""

from __future__ import annotations

from flask import Flask
from flask_wtf import CSRFProtect

from companion.web.api import api
from companion.web.errors import attach_errors
from companion.web.headers import guard
from companion.web.home import pages as home

csrf = CSRFProtect()


def attach_pages(app: Flask) -> None:
    """Give the app its pages, its error pages and what guards them."""
    csrf.init_app(app)
    app.after_request(guard)
    attach_errors(app)
    app.register_blueprint(home)
    app.register_blueprint(api)
    csrf.exempt(api)  # it keeps no session that a foreign page could misuse
