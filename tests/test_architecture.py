"""docs/architecture.md names functions, modules and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
STEPS = re.findall(r"^\| \d+ \|[^|]+\|([^|]+)\|([^|]+)\|$", DOCUMENT, re.M)


def test_every_path_in_the_document_exists() -> None:
    paths = re.findall(r"`((?:companion|static/script)/[\w/.]+)`", DOCUMENT)
    assert paths and not [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize(("functions", "files"), STEPS)
def test_every_function_on_the_way_of_a_tap_is_in_a_file_beside_it(
    functions: str, files: str
) -> None:
    names = [name.rpartition(".")[2] for name in re.findall(r"`([^`]+)`", functions)]
    text = "".join((ROOT / path).read_text("utf-8") for path in re.findall(r"`([^`]+)`", files))
    defined = {*re.findall(r"\b(?:def|class|function|const) (\w+)", text)}
    assert names and not {*names} - defined
