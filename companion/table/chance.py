"""Seeds of secret draws: nobody can work out beforehand, or try out elsewhere, what they give."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from companion.rules.actions.drawing import DrawThings
from companion.rules.journal.play import Play

BYTES = 6  # as many as every browser and spreadsheet keeps exact


def with_chance(
    action: str, data: Mapping[str, Any], play: Play | None, table_id: int
) -> dict[str, Any]:
    """The data of an entry that is being made; a secret draw gets its seed only now.

    The form's own seed, the table and the play go into it, and something that no client chooses.
    """
    named = data.get("draw") if action == DrawThings.kind else None
    if play is None or not any(d.secret and d.key == named for d in play.game.draws):
        return dict(data)
    said = f"{table_id} {play.number} {data.get('seed')}".encode()
    mixed = hmac.digest(secrets.token_bytes(32), said, "sha256")
    return {**data, "seed": int.from_bytes(mixed[:BYTES])}
