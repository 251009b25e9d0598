"""Static files with a fingerprint in their URL; script modules joined into one file."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, abort, current_app, request

_IMPORT = re.compile(r'^import (?:\{.*\} from )?"(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_FOR_READERS = re.compile(r"^ *//.*\n|  +//.*|^/\*[\s\S]*?\*/\n|^\s+", re.MULTILINE)
FOR_GOOD = "max-age=31536000, immutable"
PACKABLE = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/json")
_COMMENT = re.compile(r"/\*[\s\S]*?\*/")
_SPACE = re.compile(r"(?<=[:;,{}])\s+|\s+(?=[{}])|;\s*(?=})|(?<=[>~]) | (?=[>~])")


def joined_scripts(path: Path) -> str:
    """A script after everything it imports, as one module; so no name may be defined twice."""
    found = "".join(_parts(path.resolve(), set()))
    return _FOR_READERS.sub("", _EXPORT.sub("", _IMPORT.sub("", found)))


def _parts(path: Path, known: set[Path]) -> Iterator[str]:
    """Each module once, in the order in which a browser would run them."""
    if path in known:
        return
    known.add(path)
    text = path.read_text("utf-8")
    for name in _IMPORT.findall(text):
        yield from _parts((path.parent / name).resolve(), known)
    yield text


@dataclass(frozen=True, slots=True)
class Asset:
    name: str  # with its fingerprint
    body: bytes
    packed: bytes
    kind: str
    mark: str


def attach_assets(app: Flask) -> None:
    """Read the static files once, serve them, and compress responses."""
    assert app.static_folder is not None
    found = _read(Path(app.static_folder))
    named = {asset.name: asset for asset in found.values()}
    app.extensions["assets"] = found | named
    app.extensions["assets_version"] = sha256("\n".join(sorted(named)).encode()).hexdigest()[:12]
    app.view_functions["static"] = serve
    app.jinja_env.globals.update(asset=asset, version=version)
    app.after_request(pack)


def asset(filename: str) -> str:
    """The URL of a static file with its fingerprint."""
    found: Asset = current_app.extensions["assets"][filename]
    return f"{request.script_root}{current_app.static_url_path}/{found.name}"


def version() -> str:
    """A version of all static files together; it changes when any of them does."""
    return str(current_app.extensions["assets_version"])


def serve(filename: str) -> Response:
    """Serve a file: cached for ever by its fingerprint, revalidated by its plain name."""
    found: Asset | None = current_app.extensions["assets"].get(filename)
    if found is None:
        abort(404)
    packed = _takes_gzip()
    answer = Response(found.packed if packed else found.body, mimetype=found.kind)
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    if filename == found.name:
        answer.headers["Cache-Control"] = FOR_GOOD
        return answer
    answer.headers["Cache-Control"] = "no-cache"
    answer.set_etag(found.mark, weak=True)
    answer.make_conditional(request)
    return answer


def pack(response: Response) -> Response:
    """Compress pages and JSON for browsers that accept it."""
    if response.mimetype not in PACKABLE or response.is_streamed or response.status_code == 304:
        return response
    body = response.get_data()
    if len(body) < 500:  # compressing less saves hardly anything
        return response
    response.vary.add("Accept-Encoding")
    if "Content-Encoding" not in response.headers and _takes_gzip():
        # The best level costs a quarter more, for pages hardly smaller.
        response.set_data(gzip.compress(body, 7, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


@cache
def _read(folder: Path) -> dict[str, Asset]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in files}
    # The modules in script/ are only sent inside another file.
    sent = {name: path for name, path in names.items() if not name.startswith("script/")}
    return {name: _asset(folder, path) for name, path in sent.items()}


def _asset(folder: Path, path: Path) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".js":
        body = joined_scripts(path).encode()
    elif path.suffix == ".css":  # without comments and needless spaces
        body = _SPACE.sub("", _COMMENT.sub("", body.decode())).strip().encode()
    mark = sha256(body).hexdigest()[:12]
    name = path.with_suffix(f".{mark}{path.suffix}").relative_to(folder).as_posix()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(name, body, gzip.compress(body, 9, mtime=0), kind, mark)
