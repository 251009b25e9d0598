"""QR codes of addresses, as inline SVG."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(256)
def qr(address: str, title: str | None = None) -> Markup:
    """The address as a QR code, with a text alternative."""
    out = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, nl=False, title=title
    )
    return Markup(out.getvalue().decode())
