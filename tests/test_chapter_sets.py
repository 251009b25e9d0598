"""A game may name a set of chapters once and use the name in its conditions."""

from __future__ import annotations

from companion.rules.load import _when


def test_a_named_set_stands_for_its_chapters() -> None:
    when = _when({"chapter": "late", "players": 1}, {"late": ["II", "III"]})
    assert when.needs == {"chapter": ("II", "III"), "players": (1,)}


def test_a_chapter_that_is_no_set_stands_for_itself() -> None:
    assert _when({"chapter": "I"}, {"late": ["II"]}).needs == {"chapter": ("I",)}


def test_other_dimensions_know_no_sets() -> None:
    assert _when({"ruling": "late"}, {"late": ["II"]}).needs == {"ruling": ("late",)}
