"""The floor: a Flask app that reads one row and draws a template, on our own server."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from flask import Flask, Response, jsonify, render_template
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import select

from benchmarks.serving import HOST, address
from companion.commands.server import listening
from companion.table.store import StoredTable

ROWS = 40
TEMPLATE = """\
{{ start|safe }}<h1>{{ campaign.name }}</h1>
{% for row in rows %}{{ row.html|safe }}<b>{{ row.name }}</b> {{ row.count }} <i>{{ row.note }}</i>
{% endfor %}
"""


def drawn_from(html: str) -> dict[str, object]:
    """What makes the template as long as a page of ours.

    The page is cut into a head and forty rows of a loop; each row is a piece of the page's own
    HTML, handed through, and three values that are escaped. That is little for a page of that
    size (ours hold a value in every form and label), so the floor is on the quick side.
    """
    small = len("<b>Ada Lovelace</b> 12 <i>three & more</i>\n")
    size = max(1, len(html) // (ROWS + 1) - small)
    pieces = [html[i : i + size] for i in range(0, size * (ROWS + 1), size)]
    rows = [
        {"html": piece, "name": "Ada Lovelace", "count": 12, "note": "three & more"}
        for piece in pieces[1:]
    ]
    return {"start": pieces[0], "rows": rows}


def bare(folder: Path) -> Flask:
    """One row by the ORM and a template; or one row by SQLAlchemy Core and JSON."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = address(folder)
    db = SQLAlchemy(app)
    template = app.jinja_env.from_string(TEMPLATE)  # compiled once, like any template in a file
    pages = {path.stem: drawn_from(path.read_text("utf-8")) for path in folder.glob("*.html")}

    @app.get("/page/<name>")
    def page(name: str) -> str:
        campaign = db.session.scalars(select(StoredTable).limit(1)).one()
        return render_template(template, campaign=campaign, **pages[name])

    row = select(StoredTable.id, StoredTable.name).where(StoredTable.id == 1)

    @app.get("/seq")
    def seq() -> Response:
        with db.engine.connect() as connection:
            return jsonify(seq=connection.execute(row).one().id)

    return app


def main() -> None:
    """Serve it until told to stop."""
    listening(bare(Path(sys.argv[1])), HOST, int(os.environ["PORT"])).run()
