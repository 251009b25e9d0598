"""Seeds of secret draws, made so that nobody can predict a draw or try it out on a copy."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from companion.rules.actions.drawing import DrawThings
from companion.rules.issues import Issue
from companion.rules.journal.play import Play

DICTATED = Issue("secret", "What is drawn in secret is all drawn again: keep none of it.")
BYTES = 6  # integers that JavaScript and spreadsheets keep exact


def with_chance(
    action: str, data: Mapping[str, Any], play: Play | None, table_id: int
) -> dict[str, Any]:
    """The data of a new entry; a secret draw gets its seed here.

    It is mixed from the form's seed, the table, the play and random bytes of the server.
    """
    if play is None or not _is_secret(action, data, play):
        return dict(data)
    said = f"{table_id} {play.number} {data.get('seed')}".encode()
    mixed = hmac.digest(secrets.token_bytes(32), said, "sha256")
    return {**data, "seed": int.from_bytes(mixed[:BYTES])}


def is_dictated(action: str, data: Mapping[str, Any], play: Play | None) -> bool:
    """Whether somebody tries to choose the result of a secret draw by what it keeps."""
    return play is not None and bool(data.get("kept")) and _is_secret(action, data, play)


def _is_secret(action: str, data: Mapping[str, Any], play: Play) -> bool:
    named = data.get("draw") if action == DrawThings.kind else None
    return any(draw.secret and draw.key == named for draw in play.game.draws)
