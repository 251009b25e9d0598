"""What one mission leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.data.load import Verbs
from companion.rules.parts.campaign import Finished


def ropes(before: Finished) -> Mapping[str, Any]:
    """Worn ropes are missing in the next mission."""
    return {"ropes": "few" if (before.settings["worn"] or 0) > 2 else "all"}


VERBS = Verbs(carries={"ropes": ropes})
