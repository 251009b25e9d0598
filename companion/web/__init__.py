"""The pages: one blueprint a module, put together here."""

from __future__ import annotations

from flask import Flask
from flask_wtf import CSRFProtect

from companion.web import errors, headers, home

csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    """Give the app its pages, its error pages and what guards them."""
    csrf.init_app(app)
    app.after_request(headers.guard)
    errors.init_app(app)
    app.register_blueprint(home.pages)
