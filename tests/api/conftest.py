"""The API looks nothing up and enters nothing: a file of tests shares an app without a database."""

from __future__ import annotations

import pytest
from flask import Flask

from companion import create_app


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app({"TESTING": True, "SECRET_KEY": "test"})
