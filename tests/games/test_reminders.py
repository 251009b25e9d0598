"""Reminders are read at a glance: two sentences and twenty words at most."""

from __future__ import annotations

import re

import pytest

from companion.games import games

SENTENCE_ENDS = re.compile(r"[.?!](?= |$)")


@pytest.mark.parametrize("slug", ["newdale", "tybor"])
def test_a_reminder_is_short(slug: str) -> None:
    said = [text for r in games()[slug].clock.reminders for text in (r.text, r.unknown) if text]
    assert [text for text in said if len(text.split()) > 20] == []
    assert [text for text in said if len(SENTENCE_ENDS.findall(text)) > 2] == []
