"""People: they stay who they are, wherever they sit and whatever they are called."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.journal.people import shown_names
from tests.journal import Journal, codes


def seats(*names: str) -> list[dict[str, Any]]:
    return [{"name": name} for name in names]


def played(*tables: tuple[str, ...]) -> Journal:
    """A table of games beside the story, each with those who sat down to it."""
    journal = Journal("tybor")
    for names in tables:
        journal.must("start", chapter="I", seats=seats(*names))
    return journal


def people(journal: Journal, play: int) -> list[int | None]:
    return [seat.person for seat in journal.state.plays[play].seats]


def test_somebody_who_was_away_is_still_the_same() -> None:
    journal = played(("Ada", "Ben", "Cleo", "Dan"), ("Ada", "Cleo", "Dan"), ("Dan", "Ben"))
    assert [people(journal, play) for play in range(3)] == [[1, 2, 3, 4], [1, 3, 4], [4, 2]]


def test_case_and_spaces_make_nobody_else() -> None:
    journal = played(("Ada", "Ben"), ("  aDA ", "BEN"))
    assert people(journal, 1) == [1, 2]
    assert journal.state.plays[1].names == ("Ada", "Ben")


def test_the_same_name_twice_is_two_people_who_can_be_told_apart() -> None:
    journal = played(("Ada", "Ada", "Ben"), ("Ada", "Ben", "ada"))
    assert people(journal, 0) == [1, 2, 3]
    assert people(journal, 1) == [1, 3, 2]
    assert journal.state.plays[0].names == ("Ada", "Ada 2", "Ben")


def test_a_start_may_say_who_it_means() -> None:
    journal = played(("Ada", "Ada"))
    mixed = [{"name": "Ada 2", "person": 2}, {"name": "Ada", "person": 1}]
    journal.must("start", chapter="I", seats=mixed)
    assert people(journal, 1) == [2, 1]


@pytest.mark.parametrize(
    ("who", "code"), [([7, 1], "unknown-choice"), ([1, 1], "conflict"), ([True, 1], None)]
)
def test_nobody_unknown_and_nobody_twice(who: list[Any], code: str | None) -> None:
    journal = played(("Ada", "Ben"))
    sitting = [{"name": name, "person": one} for name, one in zip("xy", who, strict=True)]
    if code is None:
        with pytest.raises(ValueError, match="person"):
            journal.do("start", chapter="I", seats=sitting)
    else:
        assert codes(journal.do("start", chapter="I", seats=sitting)) == [code]


def test_a_new_name_holds_for_what_was_played_before() -> None:
    journal = played(("Ada", "Ben"), ("Ben", "Ada"))
    journal.must("rename", person=2, name="  Benjamin ")
    assert [play.names for play in journal.state.plays] == [
        ("Ada", "Benjamin"),
        ("Benjamin", "Ada"),
    ]
    journal.must("undo", entry=3)
    assert journal.state.plays[0].names == ("Ada", "Ben")


def test_a_name_is_not_taken_from_anybody() -> None:
    journal = played(("Ada", "Ben"))
    assert codes(journal.do("rename", person=2, name="ada")) == ["conflict"]
    assert codes(journal.do("rename", person=2, name=" ")) == ["missing"]
    assert codes(journal.do("rename", person=9, name="Zoe")) == ["unknown-choice"]


def test_an_entry_names_the_person_and_an_old_one_the_seat() -> None:
    journal = played(("Ada", "Ben", "Cleo"), ("Cleo", "Ada"))
    journal.must("fill", play=1, person=3, field="red", value=2)
    journal.must("fill", play=1, seat=1, field="red", value=5)
    assert [dict(entry) for entry in journal.play.entries] == [{"red": 2}, {"red": 5}]
    with pytest.raises(ValueError, match="isn’t playing in this game"):
        journal.do("fill", play=1, person=2, field="red", value=1)


def test_the_private_concern_is_a_seat_without_a_person() -> None:
    journal = Journal("merchants")
    concern = seats("Ada", "private concern")
    journal.must("start", chapter="base", seats=concern, settings={"concern": "yes"})
    assert people(journal, 0) == [1, None]
    assert shown_names(journal.state.people) == {1: "Ada"}
    journal.must("mask")
    journal.must("ready", person=1)
    assert not journal.play.secret  # nobody waits for it
