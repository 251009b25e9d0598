"""The script's small modules reach the phone as one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import PROJECT
from companion.web.answers.assets import joined_scripts

PARTS = sorted((PROJECT / "static" / "script").glob("*.js"))
NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def named(text: str) -> list[str]:
    """What a module declares for all of it, each name of ``let a = 0, b = 0`` too."""
    lines = re.findall(r"^(?:export )?(?:let|const) (.*)", text, re.MULTILINE)
    further = [name for line in lines for name in re.findall(r"[\w)}\]\"], (\w+) = ", line)]
    return NAMED.findall(text) + further


@pytest.mark.parametrize("name", ["guildbook.js", "table.js", "sheet.js"])
def test_a_script_is_joined_from_its_modules(client: FlaskClient, name: str) -> None:
    text = client.get(f"/static/{name}").text
    assert "function enqueue(" in text
    assert not re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE)


def test_no_name_is_taken_by_two_modules() -> None:
    """Joined they are one module, and the browser would refuse it."""
    names = [name for part in PARTS for name in named(part.read_text("utf-8"))]
    assert len(names) > 50 and sorted(set(names)) == sorted(names)


def test_what_is_imported_twice_comes_once_and_first(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import "./b.js";\nimport {c} from "./c.js";\nc();\n')
    (tmp_path / "b.js").write_text('/* Why. */\nimport {c} from "./c.js";\nc();\n')
    (tmp_path / "c.js").write_text("// Says it.\nexport const c = () => {};\n")
    assert joined_scripts(tmp_path / "a.js") == "const c = () => {};\nc();\nc();\n"


def test_every_module_reaches_a_page(client: FlaskClient) -> None:
    sent = "".join(client.get(f"/static/{name}.js").text for name in ("sheet", "open"))
    for part in PARTS:
        assert joined_scripts(part).splitlines()[-1] in sent, part
    assert client.get("/static/script/sending.js").status_code == 404
