"""How many taps an evening takes; `python3 app.py bench taps` prints them."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Phone
from tests.browser.tapping import EVENINGS, Thumb


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_takes_few_taps(phone: Phone, evening: str) -> None:
    played, most, _ = EVENINGS[evening]
    assert 0 < played(Thumb(phone())).taps <= most
