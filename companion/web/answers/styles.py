"""Style sheets as they go out: without what only readers of the source need."""

from __future__ import annotations

import re
from pathlib import Path

_COMMENT = re.compile(r"/\*[\s\S]*?\*/")
_SPACE = re.compile(r"(?<=[:;,{}])\s+|\s+(?=[{}])|;\s*(?=})|(?<=>) | (?=>)")


def slimmed(path: Path) -> str:
    """A style sheet without comments and the spaces that mean nothing."""
    return _SPACE.sub("", _COMMENT.sub("", path.read_text("utf-8"))).strip()
