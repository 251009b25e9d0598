"""Answers the script's posts with the page they would redirect to, in the same request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from urllib.parse import unquote, urlsplit

from flask import Response, current_app, make_response, request
from flask.globals import request_ctx

from companion.web.table.blueprint import pages
from companion.web.table.page_cache import store_response

HEADER = "X-Here"  # the page whose form the script sends, with what is asked on it


@pages.after_app_request
def answer_with_page(response: Response) -> Response:
    """Render the page that the script would be redirected to, if it is the page it is on.

    Browsers without the script go on as ever: answer, redirect, page.
    """
    here, there = request.headers.get(HEADER), response.location
    if here is None or there is None or response.status_code != 303:
        return response
    if urlsplit(there).path == here.partition("?")[0]:
        with _asked_for(there):
            response = store_response(_page())
    else:
        response = make_response("", 204)
    response.headers["Content-Location"] = there.partition("#")[0]
    return response


@contextmanager
def _asked_for(address: str) -> Iterator[None]:
    """The same visitor and session, as if they had asked for another page of the app."""
    url, context = urlsplit(address), request_ctx
    asked, adapter = context.request, context.url_adapter
    context.request = current_app.request_class(
        {
            **request.environ,
            "REQUEST_METHOD": "GET",
            "PATH_INFO": unquote(url.path).removeprefix(request.script_root),
            "QUERY_STRING": url.query,
            "CONTENT_LENGTH": "0",
            "wsgi.input": BytesIO(),
        }
    )
    context.url_adapter = current_app.create_url_adapter(context.request)
    context.match_request()
    try:
        yield
    finally:
        context.request, context.url_adapter = asked, adapter


def _page() -> Response:
    """The response of the view, before the app's after-request functions."""
    try:
        answer = current_app.preprocess_request()
        if answer is None:
            answer = current_app.dispatch_request()
    except Exception as error:
        answer = current_app.handle_user_exception(error)
    return make_response(answer)
