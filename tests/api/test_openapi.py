"""The OpenAPI document describes what the code does: random calls must fit it."""

from __future__ import annotations

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion import create_app

app: Flask = create_app(
    {"TESTING": True, "SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
)
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck), derandomize=True)
def test_answers_fit_the_document(case: schemathesis.Case) -> None:
    case.call_and_validate(
        headers={"Accept-Encoding": "identity"},  # its client asks for gzip but does not unpack it
        checks=[status_code_conformance, content_type_conformance, response_schema_conformance],
    )


def test_it_names_the_contracts_calls() -> None:
    paths = app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    assert {(path, method) for path, calls in paths.items() for method in calls} == {
        ("/api/v1/games", "get"),
        ("/api/v1/games/{slug}", "get"),
        ("/api/v1/games/{slug}/chapters/{chapter}/setup", "get"),
        ("/api/v1/games/{slug}/chapters/{chapter}/score", "post"),
        ("/api/v1/games/{slug}/aids/{key}", "post"),
        ("/api/v1/tables/{token}", "get"),
        ("/api/v1/files/check", "post"),
        ("/api/v1/files/schema.json", "get"),
    }
