"""The one door: `python3 app.py` serves, `… test` tests; `app:app` is for WSGI servers."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Only the standard library is certain to be here, so nothing else is imported yet.
    from bootstrap import main

    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

from companion import ready_app

app = ready_app()
