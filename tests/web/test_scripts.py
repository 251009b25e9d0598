"""The script's small modules reach the phone as one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import PROJECT
from companion.web.edge.scripts import joined

NAMED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("name", ["guildbook.js", "table.js"])
def test_a_script_is_joined_from_its_modules(client: FlaskClient, name: str) -> None:
    text = client.get(f"/static/{name}").text
    assert not re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE)
    names = NAMED.findall(text)
    assert "enqueue" in names and sorted(set(names)) == sorted(names)


def test_what_is_imported_twice_comes_once_and_first(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import "./b.js";\nimport {c} from "./c.js";\nc();\n')
    (tmp_path / "b.js").write_text('/* Why. */\nimport {c} from "./c.js";\nc();\n')
    (tmp_path / "c.js").write_text("// Says it.\nexport const c = () => {};\n")
    assert joined(tmp_path / "a.js") == "const c = () => {};\nc();\nc();\n"


def test_every_module_reaches_a_page(client: FlaskClient) -> None:
    table = client.get("/static/table.js").text
    for part in (PROJECT / "static" / "script").glob("*.js"):
        assert joined(part).splitlines()[-1] in table, part
    assert client.get("/static/script/sending.js").status_code == 404
