"""Seeds that nobody can know: whoever asks for a secret draw must not be able to work it out."""

from __future__ import annotations

import hmac
from dataclasses import replace

from flask import current_app

from companion.rules.actions.drawing import DrawThings
from companion.rules.journal.play import Play
from companion.table.journal import Draft

BYTES = 6  # as many as every browser and spreadsheet keeps exact


def sealed(draft: Draft, play: Play | None) -> Draft:
    """The same draft; where it draws in secret, with a seed made of the form's and of our key.

    A form that is sent again has the same key, and so gives the same.
    """
    named = draft.data.get("draw") if draft.action == DrawThings.kind else None
    if play is None or not any(d.secret and d.key == named for d in play.game.draws):
        return draft
    return replace(draft, data={**draft.data, "seed": _seed(draft)})


def _seed(draft: Draft) -> int:
    said = f"{draft.key} {draft.data.get('seed')}".encode()
    mixed = hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), said, "sha256")
    return int.from_bytes(mixed[:BYTES])
