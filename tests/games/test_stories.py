"""Whole stories from the first chapter to the last, with what each chapter hands to the next."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.journal.replay import replay
from companion.rules.parts.clock import OVER
from tests.journal import NAMES, Journal

ENTRIES: dict[str, dict[str, Any]] = {
    "newdale": {"track": 10, "fists": 0, "coins": 0, "towns": 0, "buildings": 0},
    "ohmygoods": {"buildings": 10, "coins": 0},
}
LEADS = {"newdale": "track", "ohmygoods": "buildings"}


def play_through(journal: Journal, brings: list[str] | None, winner: int) -> None:
    """Tick, reveal and advance one chapter to its end, note what came in, and score it."""
    for step in sorted(journal.play.steps):
        journal.must("tick", step=step)
    journal.must("shuffle", deck="events", seed=journal.play.number)
    order = journal.play.orders["events"]
    while journal.play.moment != OVER:
        moment, seen = journal.play.moment, journal.play.seen.get("events", ())
        if journal.game.clock.phase(moment).deck and len(seen) < moment.round:
            journal.must("reveal", deck="events", card=order[len(seen)], position=len(seen))
        journal.must("advance", moment=moment.as_json())
    assert journal.play.seen["events"] == order
    if brings is not None:
        journal.must("record", fact="introduced", value=brings)
    slug = journal.game.slug
    for seat in range(len(journal.play.seats)):
        journal.fill(seat, **{**ENTRIES[slug], LEADS[slug]: 10 + 5 * (seat == winner)})
    journal.must("finish")


def begin(journal: Journal, chapter: str, players: int) -> dict[str, Any]:
    """Start the story's next chapter as the app would; what is known of its table."""
    names = NAMES[:players]
    journal.start(chapter, players, story=True, first=journal.state.next_first(names) or 0)
    return {key: known.value for key, known in journal.play.known().items()}


def told_again(journal: Journal) -> None:
    """The journal comes to the same state when it is replayed from its first entry."""
    assert replay(journal.game, journal.entries) == journal.state


# Newdale

PILE = {"I": 0, "II": 1, "III": 3, "IV": 5, "V": 6, "VI": 6, "VII": 7, "VIII": 7}
POOL = {"I": 0, "II": 4, "III": 4, "IV": 5, "V": 5, "VI": 5, "VII": 6, "VIII": 6}
LETTERS = {"a": ("B", "Creekside"), "b": ("C", "Thickthorn")}
BOARDS = {"I": "A", "II": "A", "V": "D", "VI": "D", "VII": "E", "VIII": "F"}
LIKELY = {
    "I": ["200"], "II": ["201", "202"], "III": ["203", "204", "P05"], "IV": ["205"],
    "V": [], "VI": ["206", "P06"], "VII": ["207"], "VIII": [],
}  # fmt: skip
"""What the events of a chapter probably bring in, by the fact sheet."""


def newdale(third: str, fourth: str) -> list[str]:
    return ["I", "II", f"III{third}", f"IV{fourth}", "V", "VI", "VII", "VIII"]


@pytest.mark.parametrize(
    ("third", "fourth", "players", "noted"),
    [("a", "a", 3, False), ("b", "b", 4, True), ("a", "b", 1, True), ("b", "a", 2, False)],
)
def test_newdale_in_eight_chapters(third: str, fourth: str, players: int, noted: bool) -> None:
    journal, winner = Journal(), 0
    for number, chapter in enumerate(newdale(third, fourth)):
        key = chapter.rstrip("ab")
        known = begin(journal, chapter, players)
        board, town = LETTERS[third if key == "III" else fourth]
        assert known["board"] == BOARDS.get(key, board)
        if key == "V":
            assert known["start"] == (town,)
        assert known["numbered"] == tuple(range(200, 200 + PILE[key]))
        assert known["characters"] == tuple(f"P0{n}" for n in range(1, POOL[key] + 1))
        assert known["bonus_tiles"] == 7 * players
        assert ("bridge tiles" in known["components"]) == (chapter in ("IIIa", "IVa"))
        after_winner = number > 0 and players > 1
        assert ("first-after-winner" in journal.play.steps) == after_winner
        assert journal.play.situation.first == ((winner + 1) % players if number else 0)
        winner = number % players
        play_through(journal, LIKELY[key] if noted else None, winner)
        assert journal.state.cup() == ((NAMES[winner],) if players > 1 else ())
        if key in ("II", "III"):
            journal.must("branch", to=f"III{third}" if key == "II" else f"IV{fourth}")
    assert len(journal.state.outcomes()) == 8
    ended = journal.do("start", chapter="I", seats=[{"name": "Ada"}], story=True)
    assert ended[0].message == "The campaign is complete."
    told_again(journal)


def test_the_change_over_of_a_whole_newdale_story_is_what_the_tables_differ_in() -> None:
    journal = Journal()
    for chapter in newdale("a", "a"):
        before = journal.state.play
        begin(journal, chapter, 3)
        if before:
            change = journal.game.changeover(before.situation, journal.play.situation)
            new = journal.play.known()["numbered"].value[len(before.known()["numbered"].value) :]
            assert [item for c in change.shuffle_in for item in c.items] == [str(n) for n in new]
            assert change.take_out == ()
        play_through(journal, None, 0)


def test_newdale_events_that_brought_something_else_change_every_later_pile() -> None:
    brings = {"I": ["201"], "II": ["202", "P06"], "III": ["203", "204", "P05", "200"], "IV": []}
    piles = {
        "I": (), "II": (201,), "III": (201, 202), "IV": (200, 201, 202, 203, 204),
        "V": (200, 201, 202, 203, 204), "VI": (200, 201, 202, 203, 204),
        "VII": (200, 201, 202, 203, 204, 206), "VIII": (200, 201, 202, 203, 204, 206),
    }  # fmt: skip
    journal = Journal()
    for chapter in newdale("b", "b"):
        key = chapter.rstrip("ab")
        known = begin(journal, chapter, 2)
        assert known["numbered"] == piles[key], chapter
        assert ("P06" in known["characters"]) == (PILE[key] >= 3), chapter
        play_through(journal, brings.get(key), 1)
    told_again(journal)


# Oh my Goods!

NEW = {
    "I": ["38", "46"], "II": ["39", "51", "52"], "III": ["40"], "IV": ["41", "47"], "V": ["53"],
    "VI": [], "VII": ["42", "48", "54"], "VIII": ["43", "55"], "IX": ["44", "49"], "X": ["45"],
    "XI": ["50", "63"],
}  # fmt: skip
"""Made up: our facts do not say which event brings what."""

CARDS = {
    "I": 64, "II": 65, "IIIa": 66, "IIIb": 67, "IV": 68, "Va": 69, "Vb": 70, "VI": 71, "VII": 72,
    "VIII": 73, "IXa": 74, "IXb": 75, "Xa": 76, "Xb": 77, "XIa": 78, "XIb": 79,
}  # fmt: skip


def longsdale(letters: str) -> list[str]:
    """The story's eleven chapters, with one letter for each of its five forks."""
    three, five, nine, ten, eleven = list(letters)
    forks = [f"IX{nine}", f"X{ten}", f"XI{eleven}"]
    return ["I", "II", f"III{three}", "IV", f"V{five}", "VI", "VII", "VIII", *forks]


@pytest.mark.parametrize(
    ("letters", "players"), [("aaaaa", 2), ("bbbbb", 4), ("ababa", 1), ("babab", 3)]
)
def test_longsdale_in_eleven_chapters(letters: str, players: int) -> None:
    journal = Journal("ohmygoods")
    brought: list[int] = []
    chapters = longsdale(letters)
    for number, chapter in enumerate(chapters):
        known = begin(journal, chapter, players)
        assert known["setting"] == CARDS[chapter] + (16 if players == 1 else 0)
        assert known["rounds"] == (10 if players == 1 else 9)
        assert known["new_buildings"] == tuple(n for n in brought if n <= 45)
        assert known["new_characters"] == tuple(n for n in brought if 46 <= n <= 50)
        assert known["new_assistants"] == tuple(n for n in brought if n >= 51)
        assert ("pile-grown" in journal.play.steps) == (chapter != "I")
        new = NEW[chapter.rstrip("ab")]
        play_through(journal, new, number % players)
        brought = sorted([*brought, *map(int, new)])
        ways = [way.to for way in journal.state.ways(journal.play)]
        if len(ways) > 1:
            journal.must("branch", to=chapters[number + 1])
    assert len(journal.state.outcomes()) == 11 and journal.state.next_first(NAMES) is None
    ended = journal.do("start", chapter="all-in", seats=[{"name": "Ada"}], story=True)
    assert ended[0].message == "The campaign is complete."
    told_again(journal)
