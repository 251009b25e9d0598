"""How many bytes go over the wire: every page of a full table, first and later visits.

`python3 app.py bench weight`; the tests fail at a fifth above these bounds.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.table.store import db
from tests.web.test_weight import FIRST, LATER, SCRIPT, script_weight, weights


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'weight.sqlite3'}"
        app = create_app({"TESTING": True, "SECRET_KEY": "bench", "SQLALCHEMY_DATABASE_URI": url})
        make_ready(app)
        script = script_weight(app.test_client())
        print(f"script: {script} bytes (at most {SCRIPT})")
        good = script <= SCRIPT
        for slug in sorted(games()):
            found = list(weights(app, slug))
            page, first = max(found, key=lambda w: w.page), max(found, key=lambda w: w.first)
            print(f"{slug}: heaviest page {page.name} {page.page} bytes (at most {LATER})")
            print(f"{slug}: heaviest first visit {first.name} {first.first} (at most {FIRST})")
            good &= page.page <= LATER and first.first <= FIRST
        with app.app_context():
            db.engine.dispose()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
