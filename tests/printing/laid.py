"""A document laid out as the press does it: its pages, boxes and words, without a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

POINT = 96 / 72


@dataclass(frozen=True)
class Laid:
    """Pages as WeasyPrint sets them; to write a PDF and to read it takes as long again."""

    pages: list[Any]

    @property
    def size(self) -> tuple[int, int]:
        """Of its paper, in points."""
        return round(self.pages[0].width / POINT), round(self.pages[0].height / POINT)

    @cached_property
    def words(self) -> str:
        """All that stands on its pages, with breaks and spaces as one."""
        lines = (line for page in self.pages for line in _lines(page.box))
        return re.sub(r"\s+", " ", " ".join(lines))


Lays = Callable[..., Laid]


def _lines(box: Any) -> Iterator[str]:
    if type(box).__name__ == "LineBox":
        yield "".join(_texts(box))
    else:
        for child in getattr(box, "children", ()):
            yield from _lines(child)


def _texts(box: Any) -> Iterator[str]:
    """What stands on a line; blocks within it, such as cells, stand by themselves."""
    if hasattr(box, "text"):
        yield box.text
    for child in getattr(box, "children", ()):
        if type(child).__name__ == "LineBox":
            yield " "
        yield from _texts(child)
