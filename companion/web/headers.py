"""Security headers on every answer."""

from __future__ import annotations

from flask import Response

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # A table's address is its key, so it must not travel to other sites.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def guard(response: Response) -> Response:
    """Add the headers a view has not set itself."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
