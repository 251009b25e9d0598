"""What the print tests share: an app whose prints lie in a folder of their own, and real PDFs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader

from companion import create_app
from companion.database import make_ready
from companion.printing.documents import Document
from companion.printing.icons import stylesheet
from companion.printing.pdf import pdf
from companion.table.store import db

Printed = Callable[..., PdfReader]


@pytest.fixture(scope="session")
def pango() -> None:
    """Skip where this system cannot make PDFs."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import weasyprint  # noqa: F401
    except OSError as missing:
        pytest.skip(f"PDFs need Pango: {missing}")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    given = {"SQLALCHEMY_DATABASE_URI": url, "PRINTS": tmp_path / "prints"}
    app = create_app({"TESTING": True, "SECRET_KEY": "test", **given})
    make_ready(app)
    yield app
    if "press" in app.extensions:
        app.extensions["press"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def printed(pango: None) -> Printed:
    """A document as the PDF that people get."""
    app = create_app({"TESTING": True, "SECRET_KEY": "test"})

    def make(document: Document, paper: str = "a4") -> PdfReader:
        with app.app_context(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return PdfReader(BytesIO(pdf(document.html(paper), stylesheet(paper))))

    return make
