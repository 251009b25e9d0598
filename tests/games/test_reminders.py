"""Reminders are read at a glance: two sentences and twenty words at most, six in a phase."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.games import games

SENTENCE_ENDS = re.compile(r"[.?!](?= |$)")


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_reminder_is_short(slug: str) -> None:
    said = [text for r in games()[slug].clock.reminders for text in (r.text, r.unknown) if text]
    assert [text for text in said if len(text.split()) > 20] == []
    assert [text for text in said if len(SENTENCE_ENDS.findall(text)) > 2] == []


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_sentence_exists_once_and_a_phase_has_few(slug: str) -> None:
    reminders = games()[slug].clock.reminders
    keys = [key for r in reminders for key in (r.key, *r.was)]
    assert [key for key, times in Counter(keys).items() if times > 1] == []
    # The draw pile can run out in other stages with one Scenario, which needs a second row.
    texts = Counter(r.text for r in reminders if r.key != "short-pile-escape")
    assert [text for text, times in texts.items() if times > 1] == []
    phases = Counter(r.phase for r in reminders if r.key != "short-pile-escape")
    assert [phase for phase, rows in phases.items() if rows > 6] == []
