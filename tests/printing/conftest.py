"""What the print tests share: documents laid out, and real PDFs."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader

from companion import create_app
from companion.printing.documents import Document
from companion.printing.pdf import laid_out, pdf
from companion.printing.typesetting import stylesheet
from tests.printing.laid import Laid, Lays

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
def laid(pango: None) -> Lays:
    """A document as the press lays it out; for all that need not be asked of the PDF."""

    from weasyprint import document as setting

    class OpenPage(setting.Page):
        """A page that can be asked for its boxes."""

        def __init__(self, page_box: Any) -> None:
            super().__init__(page_box)
            self.box = page_box

    def make(document: Document, paper: str = "a4", large: bool = False) -> Laid:
        css = stylesheet(paper, large, document.kind)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(setting, "Page", OpenPage)
            return Laid(laid_out(html(document, paper), css).pages)

    return make


@pytest.fixture(scope="session")
def printed(pango: None) -> Printed:
    """A document as the PDF that people get."""

    def make(document: Document, paper: str = "a4") -> PdfReader:
        css = stylesheet(paper, kind=document.kind)
        return PdfReader(BytesIO(pdf(html(document, paper), css, document.folded)))

    return make


def html(document: Document, paper: str = "a4") -> str:
    """A document as its template draws it."""
    with _app().app_context():
        return document.html(paper)


@cache
def _app() -> Flask:
    return create_app({"TESTING": True, "SECRET_KEY": "test"})
