"""Merchants: a travel step by step, against the example of the rulebook (pp. 17, 18)."""

from __future__ import annotations

from typing import Any

from companion.games.merchants.guide import final_travel, turn
from companion.games.merchants.trip import trip_of
from companion.rules.aids.table import Table
from companion.show.play.aid import AidForm, aid_form
from companion.show.play.screen import play_page
from companion.show.play.tools import AidTool
from tests.journal import Journal, codes


def table(players: int = 4) -> Journal:
    journal = Journal("merchants")
    journal.start("base", players)
    return journal


def opened(journal: Journal) -> str:
    """The calculator that Play opens by itself."""
    tool = play_page(journal.state, journal.play).layout.tool
    return next((part.key for part in tool if isinstance(part, AidTool)), "")


def form(journal: Journal, key: str, seat: int | None = None, **args: Any) -> AidForm:
    aid = journal.game.aid(key)
    assert aid is not None
    due = aid.calculator.due(Table(journal.play, 0))
    sent = {
        f"f-{name}": value if isinstance(value, list) else [str(value)]
        for name, value in args.items()
    }
    return aid_form(journal.play, aid, seat if seat is not None else due or 0, sent)


def book(journal: Journal, key: str, seat: int | None = None, **args: Any) -> str:
    asked = form(journal, key, seat, **args)
    line = next(line for line in asked.lines if line.books)
    journal.must("book", journal.play.number, **line.books)
    return line.text


def tracks(journal: Journal, name: str) -> list[int]:
    return list(journal.play.tracks[name])


def shortcut_to_scorchborn(journal: Journal) -> None:
    """Griffin leads, Susie and Brian join, Andrea stays (p. 17)."""
    book(journal, "caravan", 0, town="scorchborn", shortcut="yes", die="yes", joined=["1", "2"])


def test_a_full_travel_as_in_the_book() -> None:
    journal = table()
    asked = form(
        journal, "caravan", 0, town="scorchborn", shortcut="yes", die="yes", joined=["1", "2"]
    )
    assert asked.lines[0].figure == "4 dice"
    assert asked.lines[0].text == (
        "Shortcut to Scorchborn for 3 lanterns. Others in the caravan may visit Northbreak instead."
    )
    shortcut_to_scorchborn(journal)

    assert opened(journal) == "event"
    event = form(journal, "event")
    order = [(line.figure, line.label) for line in event.lines if line.label != "Lantern"][1:]
    assert order[:3] == [("1", "Ben"), ("2", "Cleo"), ("3", "Ada")], "the leader last on a shortcut"
    book(journal, "event")

    assert opened(journal) == "towns" and form(journal, "towns").seat == 0, "the leader first"
    griffin = form(journal, "towns", **{"commissions.2-1": 1, "heroes": 2})
    assert griffin.lines[0].figure == "+4"
    assert [line.label for line in griffin.lines[1:]] == ["Take 4 coins", "Your log"]
    book(journal, "towns", **{"commissions.2-1": 1, "heroes": 2})
    assert form(journal, "towns").seat == 1
    book(journal, "towns", where="pass")
    assert form(journal, "towns").seat == 2
    assert "Northbreak" in book(journal, "towns", **{"where": "partner", "commissions.3-0": 1})
    assert tracks(journal, "prestige") == [6, 2, 8, 2]
    assert tracks(journal, "delivered-commissions") == [1, 0, 1, 0]
    assert tracks(journal, "delivered-heroes") == [2, 0, 0, 0]
    assert tracks(journal, "coins") == [0, 0, 0, 0], "behind screens, so nobody knows them"

    assert opened(journal) == "fortune"
    one = form(journal, "fortune", **{"taken.die": 1})
    assert one.lines[0].figure == "1 of 2" and not one.lines[0].books
    text = book(journal, "fortune", **{"taken.die": 1, "taken.deed": 1})
    assert text == "Ada takes 1 illuminated die and 1 deed."
    assert opened(journal) == "" and trip_of(Table(journal.play, 0)).step == 0
    assert tracks(journal, "used-companions") == [1] and tracks(journal, "used-deeds") == [1]


def test_on_the_highway_the_leader_takes_the_first_die_and_one_fortune() -> None:
    journal = table(3)
    book(journal, "caravan", 1, town="farglen", joined=["0"])
    event = form(journal, "event")
    assert [line.label for line in event.lines[1:3]] == ["Ben", "Ada"]
    assert event.lines[0].figure == "2 dice"
    book(journal, "event")
    green = form(journal, "towns", heroes=2)
    assert green.seat == 1 and green.lines[0].figure == "+4", "2 prestige per hero"
    book(journal, "towns", heroes=2)
    book(journal, "towns")
    assert "Highway" not in form(journal, "fortune").label
    assert book(journal, "fortune", **{"taken.coins": 1}) == "Ben takes 5 coins."
    assert tracks(journal, "five-coins") == [2]


def test_the_five_coins_go_once_and_a_wagon_has_one_upgrade() -> None:
    journal = table(2)
    for taken in ("coins", "upgrade"):
        book(journal, "caravan", 0, town="farglen")
        book(journal, "event")
        book(journal, "towns")
        book(journal, "fortune", **{f"taken.{taken}": 1})
    book(journal, "caravan", 0, town="farglen", shortcut="yes")
    book(journal, "event")
    book(journal, "towns")
    again = form(journal, "fortune", **{"taken.upgrade": 1})
    assert not again.lines and "only 1 upgrade" in str(again.boxes[0].box.errors)
    coins = form(journal, "fortune", **{"taken.coins": 2})
    assert coins.lines[0].text == "Ada takes 6 coins."
    assert coins.lines[1].text == "Ada took the 5."


def test_undo_in_the_middle_goes_back_one_step() -> None:
    journal = table()
    shortcut_to_scorchborn(journal)
    book(journal, "event")
    book(journal, "towns", **{"commissions.1-0": 1})
    assert tracks(journal, "prestige")[0] == 3
    journal.must("undo", entry=len(journal.entries))
    assert tracks(journal, "prestige")[0] == 2 and form(journal, "towns").seat == 0
    journal.must("undo", entry=len(journal.entries) - 2)
    assert opened(journal) == "event"


def test_the_leader_has_no_other_town() -> None:
    journal = table()
    shortcut_to_scorchborn(journal)
    book(journal, "event")
    wrong = form(journal, "towns", where="partner")
    assert not wrong.lines and wrong.faults == ("The leader visits only the named town.",)
    assert "where" not in [box.box.key for box in wrong.boxes], "nothing to choose"


def test_solo_nobody_need_come_along() -> None:
    journal = Journal("merchants")
    seats = [{"name": "Max"}, {"name": "Private Concern", "person": None}]
    journal.must("start", chapter="base", seats=seats, settings={"concern": "yes"})
    book(journal, "caravan", 0, town="nightpoem")
    assert form(journal, "event").lines[0].figure == "1 die"
    book(journal, "event")
    purple = form(journal, "towns", heroes=1)
    assert purple.lines[0].figure == "+1" and purple.lines[1].label == "Take 1 coin"
    book(journal, "towns", heroes=1)
    assert opened(journal) == "fortune"


def test_a_second_phone_reads_who_travels_where() -> None:
    journal = table()
    assert [*turn(Table(journal.play, 3))] == []
    shortcut_to_scorchborn(journal)
    [said] = turn(Table(journal.play, 3))
    assert said.text == "Ada leads the shortcut to Scorchborn."


def test_by_the_other_ruling_the_keys_say_less() -> None:
    journal = Journal("merchants")
    journal.start("base", 2)
    journal.must("rule", ruling="commission-prestige", value="one-two-three")
    book(journal, "caravan", 0, town="farglen")
    book(journal, "event")
    grid = next(box for box in form(journal, "towns").boxes if box.grid)
    rows = [[key.label if key else "" for key in keys] for _, keys in grid.cells]
    assert rows == [["+1", "+2", "", ""], ["+2", "+3", "+4", ""], ["+3", "+4", "+5", "+6"]]


def test_in_the_final_travel_everybody_visits_one_town() -> None:
    journal = table(2)
    journal.must("pace", value="round")
    for number in range(1, 14):
        journal.must("advance", 0, moment=[number, "turn", 0])
    assert [said.text for said in final_travel(Table(journal.play, 0))] == [
        "Everyone may visit one town."
    ]
    assert form(journal, "final-travel").seat == 0
    args = {"coins": 9, "prestige": 2, "heroes.farglen": 1}
    book(journal, "final-travel", 0, **args)
    assert tracks(journal, "delivered-heroes") == [1, 0] and tracks(journal, "prestige") == [4, 2]
    [said] = final_travel(Table(journal.play, 0))
    assert said.text == "Ben may visit one town."
    assert form(journal, "final-travel").seat == 1


def offer(journal: Journal, key: str, seat: int | None = None, **args: Any) -> dict[str, Any]:
    """What the page books, as it was drawn."""
    found = (line.books for line in form(journal, key, seat, **args).lines if line.books)
    return dict(next(found, {}))


def sent(journal: Journal, entry: dict[str, Any]) -> list[str]:
    return codes(journal.do("book", journal.play.number, **entry))


def to_farglen(players: int = 4, joined: tuple[str, ...] = ("1",), leader: int = 0) -> Journal:
    journal = table(players)
    book(journal, "caravan", leader, town="farglen", joined=[*joined])
    return journal


def reseat(journal: Journal, *seats: int) -> None:
    people = [journal.play.seats[seat] for seat in seats]
    rows = [{"name": one.name, "person": one.person} for one in people]
    journal.must("reseat", 0, chapter="base", seats=rows, first=0)


def test_without_its_leader_a_travel_is_over() -> None:
    journal = to_farglen(leader=3, joined=("2",))
    reseat(journal, 0, 1, 2)
    assert trip_of(Table(journal.play, 0)).step == 0 and opened(journal) == ""


def test_the_leader_leads_from_another_seat() -> None:
    journal = to_farglen(leader=3, joined=("2",))
    reseat(journal, 3, 2, 0, 1)
    here = trip_of(Table(journal.play, 0))
    assert (here.leader, here.joined) == (0, (1,))


def test_nobody_travels_where_what_is_remembered_cannot_be() -> None:
    journal = table(2)
    for marks in ({"travel-leader": 3}, {"travel-leader": -3, "travel-joined": 8}):
        journal.must("book", 0, aid="caravan", seat=0, counts={"travel-step": 1, **marks})
        assert trip_of(Table(journal.play, 0)).step == 0 and opened(journal) == ""
    book(journal, "caravan", 1, town="farglen", joined=["0"])
    here = trip_of(Table(journal.play, 0))
    assert (here.leader, here.joined, here.step) == (1, (0,), 1), "begun afresh"


def test_two_phones_enter_a_step_once() -> None:
    journal = table()
    steps: list[tuple[str, dict[str, Any]]] = [
        ("caravan", {"seat": 0, "town": "farglen"}), ("event", {}), ("towns", {"heroes": 1}),
        ("fortune", {"taken.coins": 1}),
    ]  # fmt: skip
    for key, args in steps:
        entry = offer(journal, key, **args)
        assert sent(journal, entry) == []
        after = journal.play.tracks
        assert sent(journal, entry) == ["stale"] and journal.play.tracks == after


def test_travellers_deliver_at_the_same_moment_in_any_order() -> None:
    for order in ((0, 1), (1, 0)):
        journal = to_farglen()
        book(journal, "event")
        drawn = [offer(journal, "towns", seat, heroes=1) for seat in (0, 1)]
        assert [sent(journal, drawn[seat]) for seat in order] == [[], []]
        assert opened(journal) == "fortune"
        assert tracks(journal, "delivered-heroes") == [1, 1, 0, 0]
        book(journal, "fortune", **{"taken.die": 1})
        assert trip_of(Table(journal.play, 0)).step == 0


def test_no_other_travel_begins_before_this_one_is_over() -> None:
    journal = to_farglen()
    assert not [one for one in form(journal, "event").lines if one.label == "Travel"]
    journal.must("advance", 0, moment=[1, "turn", 0])
    again = form(journal, "caravan", 1, town="windglass")
    assert [line.book.label for line in again.lines if line.book] == ["End this travel"]
    assert again.lines[0].text.startswith("Ada still travels to Farglen.")
    left = form(journal, "event").lines[-1]
    assert left.text == "If you don’t go on with it, end it."
    journal.must("book", 0, **left.books)
    assert trip_of(Table(journal.play, 0)).step == 0
    book(journal, "caravan", 1, town="windglass")
    here = trip_of(Table(journal.play, 0))
    assert (here.leader, here.town, here.joined) == (1, "windglass", ())


def test_a_step_is_undone_only_after_those_that_follow() -> None:
    journal = to_farglen(joined=())
    for key, args in (("event", {}), ("towns", {}), ("fortune", {"taken.deed": 1})):
        book(journal, key, **args)
        last = len(journal.entries)
        assert codes(journal.do("undo", entry=last - 1)) == ["depends"]


def test_only_a_traveller_who_has_not_visited_a_town_delivers() -> None:
    journal = to_farglen()
    assert not offer(journal, "towns", 0, heroes=1), "they take dice first"
    assert not offer(journal, "fortune", 0, **{"taken.die": 1})
    book(journal, "event")
    assert not offer(journal, "event")
    assert not offer(journal, "towns", 2, heroes=1)
    book(journal, "towns", 0, heroes=1)
    assert not offer(journal, "towns", 0, heroes=1)
    said = form(journal, "towns", 0, heroes=1).lines[0].text
    assert said == "Ada does not travel, or has already visited a town."
    book(journal, "towns", 1)
    assert not offer(journal, "fortune", 1, **{"taken.die": 1}), "they are the leader’s"
    assert not offer(table(), "towns", 0), "nobody travels"


def test_by_house_rule_only_full_commissions_count() -> None:
    journal = table(2)
    journal.must("rule", ruling="partial-commission", value="only-full")
    book(journal, "caravan", 0, town="farglen")
    book(journal, "event")
    args = {"commissions.3-0": 1, "commissions.1-0": 2}
    said = form(journal, "towns", **args).lines
    assert (said[-1].figure, said[-1].label) == ("1", "Delivered commissions")
    book(journal, "towns", **args)
    assert tracks(journal, "delivered-commissions") == [1, 0]
    assert tracks(journal, "prestige") == [10, 2], "each brings its prestige"


def at_the_end(**rules: str) -> Journal:
    journal = table(2)
    for ruling, value in rules.items():
        journal.must("rule", ruling=ruling.replace("_", "-"), value=value)
    journal.must("pace", value="round")
    for number in range(1, 14):
        journal.must("advance", 0, moment=[number, "turn", 0])
    return journal


def test_the_final_town_is_visited_once() -> None:
    journal = at_the_end()
    args = {"coins": 9, "prestige": 2, "heroes.farglen": 1}
    entry = offer(journal, "final-travel", 0, **args)
    assert sent(journal, entry) == [] and sent(journal, entry) == ["stale"]
    assert not offer(journal, "final-travel", 0, **args)
    assert offer(journal, "final-travel", 1, **args)


def test_full_commissions_count_in_the_final_travel_too() -> None:
    journal = at_the_end(partial_commission="only-full")
    args: dict[str, Any] = {"coins": 9, "prestige": 2, "heroes.farglen": 1}
    for n, goods in enumerate((3, 2)):
        args |= {f"commissions-{n}-f-town": "farglen", f"commissions-{n}-f-goods": goods}
    book(journal, "final-travel", 0, **args)
    assert tracks(journal, "delivered-commissions") == [1, 0]


def test_a_marker_is_moved_once_and_from_where_it_really_stands() -> None:
    for key, track in (("dark-market", "dark-marker"), ("ruins", "ruins-marker")):
        journal = table()
        entry = offer(journal, key, 0)
        assert sent(journal, entry) == [] and sent(journal, entry) == ["stale"]
        assert tracks(journal, track) == [1]
    journal = table()
    book(journal, "ruins", 0, at="top-right")
    assert tracks(journal, "ruins-marker") == [3], "as was put right by hand"
    book(journal, "dark-market", 0, at="north")
    assert tracks(journal, "dark-marker") == [3]
