"""What the print tests share: real PDFs."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from companion import create_app
from companion.printing.documents import Document
from companion.printing.icons import stylesheet
from companion.printing.pdf import pdf

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


@pytest.fixture(scope="session")
def printed(pango: None) -> Printed:
    """A document as the PDF that people get."""
    app = create_app({"TESTING": True, "SECRET_KEY": "test"})

    def make(document: Document, paper: str = "a4") -> PdfReader:
        with app.app_context(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            css = stylesheet(paper, kind=document.kind)
            return PdfReader(BytesIO(pdf(document.html(paper), css, document.folded)))

    return make
