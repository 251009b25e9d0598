"""A turn of Merchants on the Play screen: the wheel as it lies, six places, two piles."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from companion.games.merchants.market import wheel_from
from companion.rules.parts.clock import Moment
from companion.show.lookup import look_up
from companion.show.play.aid import AidForm, aid_form
from companion.show.play.aid_fields import TapKey
from companion.show.play.asked import Look
from companion.show.play.layout import Places
from companion.show.play.screen import play_page
from companion.show.play.tracks import tallies
from companion.show.score.boxes import box
from tests.journal import Journal

GAME = games()["merchants"]
WHEEL = ["weapon", "book", "instrument", "potion", "staff", "armor"]


def table(players: int = 3) -> Journal:
    found = Journal("merchants")
    found.start("base", players)
    return found


def with_wheel() -> Journal:
    found = table()
    found.must("record", fact="wheel_order", value=WHEEL)
    found.must("record", 0, fact="five", value="potion")
    return found


def asked(journal: Journal, aid: str, **args: str) -> AidForm:
    found = journal.play.game.aid(aid)
    assert found is not None
    query = {key.replace("__", ".").replace("f_", "f-"): [value] for key, value in args.items()}
    return aid_form(journal.play, found, 0, query)


def keys(form: AidForm, field: str) -> list[TapKey]:
    return [key for f in form.boxes if f.box.key == field for key in f.keys]


def test_the_keys_of_the_bazaar_stand_as_on_the_wheel_with_price_and_dice() -> None:
    told = with_wheel()
    form = asked(told, "bazaar")
    assert [(key.label, key.cap) for key in keys(form, "bought")] == [
        ("potion", "$5"), ("staff", "$4"), ("armor", "$3"),
        ("weapon", "$2"), ("book", "$1"), ("instrument", "$1"),
    ]  # fmt: skip
    told.must("count", 0, track="dice-potion", by=1)
    told.must("count", 0, track="dice-armor", by=2)
    there = {key.label: key for key in keys(asked(told, "bazaar"), "bought")}
    assert [there[good].pips for good in ("potion", "armor", "staff")] == ["●○", "●●", "○○"]
    assert there["staff"].is_full and there["potion"].most == 1 and there["armor"].most == 2


def test_one_tap_turns_the_wheel_and_every_good_falls_one_price() -> None:
    told = with_wheel()
    turn = asked(told, "bazaar").turn
    assert turn is not None and turn.label == "Turn wheel"
    told.must("record", 0, **turn.data)
    caps = {key.label: key.cap for key in keys(asked(told, "bazaar"), "bought")}
    assert caps == {
        "instrument": "$5", "potion": "$4", "staff": "$3", "armor": "$2", "weapon": "$1",
        "book": "$1",
    }  # fmt: skip


def test_by_ruling_the_wheel_turns_the_other_way() -> None:
    told = with_wheel()
    told.must("rule", ruling="wheel-direction", value="up")
    turn = asked(told, "bazaar").turn
    assert turn is not None and turn.data["value"] == "staff"


def test_nothing_turns_before_the_wheel_is_told() -> None:
    form = asked(table(), "bazaar")
    assert form.turn is None and [fact.key for fact in form.untold] == ["wheel_order", "five"]


def test_a_full_key_is_emptied_by_the_next_tap() -> None:
    told = with_wheel()
    form = asked(told, "bazaar", f_bought__potion="2")
    assert keys(form, "bought")[0].is_full
    form = asked(told, "bazaar", f_bought__potion="2", none="bought.potion")
    assert keys(form, "bought")[0].count == 0 and not form.lines


def test_buying_says_what_each_section_costs() -> None:
    told = with_wheel()
    form = asked(told, "bazaar", f_bought__armor="2", f_bought__book="1", f_brembizant="yes")
    [line] = form.lines
    assert line.figure == "2 coins"
    assert line.text == "book 1; armor 3, the second free; Brembizánt takes 2 off."


def test_what_brembizant_makes_free_is_bought_all_the_same() -> None:
    told = with_wheel()
    told.must("count", 0, track="dice-book", by=1)
    [line] = asked(told, "bazaar", f_bought__book="1", f_brembizant="yes").lines
    assert (line.figure, line.text) == ("0 coins", "book 1; Brembizánt takes 2 off.")
    told.must("book", **line.books)
    assert told.play.tracks["dice-book"] == (0,)
    [line] = asked(table(), "bazaar", f_bought__book="1", f_values__book="0").lines
    assert "right?" in line.text and not line.book, "prices that nobody has told"


def test_selling_at_the_inn_is_tapped_twice_for_upgraded() -> None:
    told = with_wheel()
    form = asked(told, "inn", f_sold__potion="1", f_sold__staff="2")
    line, _ = form.lines
    assert (line.figure, line.text) == (
        "10 coins", "and 1 quartz: potion 5, upgraded staff 4 + 1."
    )  # fmt: skip
    there = {key.label: key.called for key in keys(form, "sold")}
    assert (there["staff"], there["potion"], there["book"]) == ("sold, +1", "sold", "")


def test_a_turn_asks_where_somebody_is_and_opens_what_helps_there() -> None:
    told = with_wheel()
    page = play_page(told.state, told.play)
    [places] = page.layout.tool
    assert isinstance(places, Places) and places.here is None and page.layout.places is None
    assert [place.label for place in places.places if not place.ends] == [
        "Bazaar", "Inn", "Queen’s", "Dark", "Yurg’s", "Building",
    ]  # fmt: skip
    assert places.ends and places.ends.label == "Rest"
    page = play_page(told.state, told.play, Look(opened="ruins"))
    places, aid = page.layout.tool
    assert isinstance(places, Places) and places.here
    assert aid.key == "ruins" and places.here.label == "Yurg’s"
    assert [part.key for part in places.aids] == ["caravan", "ruins"]
    others = {part.key for part in page.layout.aids}
    assert "balance" in others and not others & {"bazaar", "inn", "caravan", "building"}


def test_coins_somebody_told_are_on_the_sheet_and_the_others_are_asked() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=1, to=9)
    assert [entry.get("coins") for entry in told.play.filled_in] == [None, 9, None]
    field = told.game.sheet.by_key["coins"]
    assert box(told.play, 1, field, []).mark == "From play"
    assert box(told.play, 0, field, []).mark == "needed"


def test_the_lower_of_two_piles_is_marked_where_both_are_told() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=0, to=1)
    told.must("count", 0, track="coins", seat=1, to=9)
    there = tallies(told.play)
    assert [counter.lower for counter in there["coins"].counters] == [True, False, False]
    assert [counter.lower for counter in there["prestige"].counters] == [False, True, False]
    assert [counter.told for counter in there["coins"].counters] == [True, True, False]


def test_what_rests_on_a_ruling_is_marked_until_the_group_decides() -> None:
    told = table()

    def notes() -> dict[str, str]:
        kinds = look_up(told.play, "", "all", ()).kinds
        return {find.key: find.note for kind in kinds for find in kind.finds}

    assert notes()["cave_dragon"] and notes()["above_six"] and not notes()["stray"]
    told.must("rule", ruling="cave-dragon", value="not-delivered")
    assert not notes()["cave_dragon"]


def test_at_most_six_reminders_a_phase() -> None:
    phases = [reminder.phase for reminder in GAME.clock.reminders]
    assert max(phases.count(phase) for phase in phases) <= 6


def test_the_final_travel_ranks_towns_from_what_the_table_knows() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=0, to=4)
    while told.play.moment != Moment(13, "final-travel"):
        told.must("advance", moment=told.play.moment.as_json())
    [part] = play_page(told.state, told.play).layout.tool
    assert part.key == "final-travel"
    form = asked(told, "final-travel", f_heroes__farglen="2")
    [best] = form.lines  # where nothing is delivered nobody goes
    assert (best.label, best.figure, best.big) == ("Farglen", "4", True)
    assert best.text == "0 coins, +4 prestige, 10 in all"
    both = asked(told, "final-travel", f_heroes__farglen="2", f_heroes__northbreak="1")
    towns = [(line.label, line.big) for line in both.lines if line.label]
    assert towns == [("Farglen", True), ("Northbreak", False)]
    told.must("book", **best.books)
    assert told.play.tracks["prestige"][0] == 6 and told.play.filled_in[0]["heroes"] == 2


def test_a_deed_that_leaves_a_choice_asks_for_the_coins_nobody_has_entered() -> None:
    told, either = table(), {"f_kind": "choice", "f_coins_each": "3", "f_prestige_each": "3"}
    form = asked(told, "deeds", **either)
    assert form.lines == () and form.wanting == "Your coins" and "coins" not in form.assumed
    assert "Your coins" in [box.box.label for box in form.boxes]
    [line] = asked(told, "deeds", **either, f_coins="0").lines
    assert (line.label, line.tag) == ("3 coins or 3 prestige", "Take coins")
    told.must("count", 0, track="coins", seat=0, to=9)
    [line] = asked(told, "deeds", **either).lines
    assert line.tag == "Take prestige", "9 coins, 2 prestige"


def test_a_deed_without_a_choice_needs_no_coins() -> None:
    told = table()
    told.fill(0, deeds=[{"kind": "choice", "coins": 3, "prestige": 3}])
    form = asked(told, "deeds", f_kind="vp", f_vp_each="2")
    assert [(line.label, line.tag) for line in form.lines] == [
        ("3 coins or 3 prestige", ""), ("2 points", "")
    ]  # fmt: skip
    assert form.gives and "Your coins" not in [box.box.label for box in form.boxes]


def test_coins_behind_a_screen_appear_once_their_owner_has_entered_them() -> None:
    told = table()
    assert [counter.shown for counter in tallies(told.play)["coins"].counters] == ["–"] * 3
    assert [counter.shown for counter in tallies(told.play)["prestige"].counters] == ["2"] * 3
    told.must("count", 0, track="coins", seat=1, to=0)
    assert [counter.shown for counter in tallies(told.play)["coins"].counters] == ["–", "0", "–"]
    told.must("restart")
    assert [counter.shown for counter in tallies(told.play)["coins"].counters] == ["–"] * 3


def test_deeds_on_the_sheet_are_in_the_mind_of_the_final_travel() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=0, to=11)
    either = {"kind": "choice", "coins": 3, "prestige": 3}
    told.fill(0, prestige=6, deeds=[either, {"kind": "coins", "coins": 2}])
    [best] = asked(told, "final-travel", f_heroes__windglass="2", f_prestige="6").lines
    assert best.figure == "13", "11 + 2 coins; 6 + 4 + 3 prestige"


def test_a_deed_that_cannot_be_read_is_told_where_it_is_in_the_way() -> None:
    told = table()
    told.fill(0, coins=11, prestige=6, deeds=[{"kind": "coins", "coins": "x"}])
    form = asked(told, "final-travel", f_heroes__windglass="2")
    assert not form.lines and form.faults[0].startswith(
        "Deeds on the sheet, row 1: Coins: enter a whole"
    )
    told.fill(0, deeds=[{"coins": 3}])
    form = asked(told, "final-travel", f_heroes__windglass="2")
    assert form.faults and not form.wanting, "it is nothing that the form asks for"


def test_what_is_bought_is_paid_and_its_dice_are_set_aside() -> None:
    told = with_wheel()
    for good in ("potion", "armor"):
        told.must("count", 0, track=f"dice-{good}", by=1)
    told.must("count", 0, track="coins", seat=0, to=9)
    [line] = asked(told, "bazaar", f_bought__potion="1", f_bought__armor="1").lines
    assert line.figure == "8 coins" and line.book and line.book.label == "Buy"
    told.must("book", **line.books)
    assert told.play.tracks["coins"][0] == 1
    assert told.play.tracks["dice-potion"] == told.play.tracks["dice-armor"] == (0,)


def test_what_nobody_counts_is_not_booked() -> None:
    told = with_wheel()
    [line] = asked(told, "bazaar", f_bought__potion="1").lines
    assert line.books == {}  # neither coins nor dice were told
    line, _ = asked(told, "inn", f_sold__potion="1").lines
    assert line.books["counts"] == {"used-heroes": 1}, "only that a hero has left the inn"
    told.must("count", 0, track="coins", seat=0, to=3)
    line, _ = asked(told, "inn", f_sold__potion="2").lines
    told.must("book", **line.books)
    assert told.play.tracks["coins"][0] == 3 + 5 + 1


def test_coins_spent_to_the_last_are_told_and_the_next_sale_is_booked() -> None:
    told = with_wheel()
    told.must("count", 0, track="coins", seat=0, to=5)
    [line] = asked(told, "bazaar", f_bought__potion="1").lines
    told.must("book", **line.books)
    assert told.play.tracks["coins"] == (0, 0, 0)
    there = tallies(told.play)
    assert [counter.told for counter in there["coins"].counters] == [True, False, False]
    assert there["coins"].counters[0].lower and not there["prestige"].counters[0].lower
    assert [entry.get("coins") for entry in told.play.filled_in] == [0, None, None]
    line, _ = asked(told, "inn", f_sold__potion="1").lines
    told.must("book", **line.books)
    assert told.play.tracks["coins"] == (5, 0, 0)


def test_dice_lie_as_set_up_by_one_tap_and_as_rolled_at_rest() -> None:
    told = with_wheel()
    wheel = wheel_from(told.play.situation["wheel_order"], told.play.situation["five"])
    line, *_ = asked(told, "roll").lines
    told.must("book", **line.books)
    assert [told.play.tracks[f"dice-{good}"][0] for good in wheel] == [1, 1, 1, 1, 1, 0]
    assert asked(told, "roll").lines[0].figure == "0"
    told.must("count", track=f"dice-{wheel[0]}", by=-1)
    line, *_ = asked(told, "roll").lines
    assert line.figure == "1" and line.books == {}
    line, *_ = asked(told, "roll", **{f"f_rolled__{wheel[5]}": "1"}).lines
    told.must("book", **line.books)
    assert told.play.tracks[f"dice-{wheel[5]}"] == (1,)


def test_once_all_five_are_bought_they_are_rolled_not_laid_out_as_set_up() -> None:
    told = with_wheel()
    told.must("pace", value="round")
    told.must("advance", 0, moment=[1, "turn", 0])
    line, *_ = asked(told, "roll").lines
    assert (line.figure, line.book) == ("5", None)
    assert line.text == "off the wheel. Roll them and tap where each lands."


def test_rest_lists_what_this_turn_used_up_else_how_much_there_is_to_be() -> None:
    told = with_wheel()
    _, *targets = asked(told, "roll").lines
    assert [line.figure for line in targets] == ["3", "4", "2"]
    sold, _ = asked(told, "inn", f_sold__potion="1").lines
    told.must("book", **sold.books)
    _, hero = asked(told, "roll").lines
    assert (hero.figure, hero.label) == ("+1", "Heroes back to 4")
    told.must("book", **hero.books)
    assert told.play.tracks["used-heroes"] == (0,)


def test_the_dark_market_remembers_its_marker() -> None:
    told = table()
    ways = asked(told, "dark-market").lines
    assert [line.label for line in ways] == ["West", "North", "East", "South"]
    assert ways[2].text == "book and staff"
    told.must("book", **ways[2].books)
    assert asked(told, "dark-market").lines[0].label == "South"


def test_a_die_is_moved_by_two_taps_on_the_wheel() -> None:
    told = with_wheel()
    told.must("count", 0, track="dice-potion", by=1)
    [box] = asked(told, "die").boxes
    assert box.template == "wheel" and {key.name for key in box.keys} >= {
        "from:potion",
        "from:weapon",
    }
    [box] = asked(told, "die", f_from="potion").boxes
    names = {key.label: (key.name, key.called) for key in box.keys}
    assert names["potion"] == ("from:", "from") and names["weapon"] == ("to:weapon", "")
    form = asked(told, "die", f_from="potion", f_to="weapon")
    told.must("book", **form.lines[0].books)
    assert told.play.tracks["dice-potion"] == (0,) and told.play.tracks["dice-weapon"] == (1,)
    assert asked(told, "die", f_from="potion", f_to="weapon").lines == ()


def test_brembizant_is_known_from_the_steed_that_was_drawn() -> None:
    told = with_wheel()
    told.must("hold", draw="steeds", seat=0, thing="Brembizánt")
    [line] = asked(told, "bazaar", f_bought__potion="1").lines
    assert line.figure == "3 coins" and "takes 2 off" in line.text


def test_every_turn_stands_in_a_row_with_what_is_due() -> None:
    told = table()
    row = play_page(told.state, told.play).course
    assert row is not None
    assert [cell.figure for cell in row.cells] == list("4321321211000")
    assert [n for n, cell in enumerate(row.cells, 1) if cell.ends] == [4, 7, 9, 10]
    assert [cell.now for cell in row.cells].index(True) == 0 and row.due == ""
    while told.play.moment.round < 4:
        told.must("advance", moment=told.play.moment.as_json())
    row = play_page(told.state, told.play).course
    assert row is not None and row.due.startswith("1 spent die leaves the game, 3 are rolled")


def test_the_opened_strip_says_what_one_more_of_each_pile_is_worth() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=0, to=5)
    piles = tallies(told.play)
    assert piles["prestige"].counters[0].worth == "the lower one counts: 1 more is +1"
    assert piles["coins"].counters[0].worth == "3 higher: 1 more adds nothing"
    assert piles["coins"].counters[1].worth == ""
    told.must("count", 0, track="prestige", seat=0, to=5)
    assert tallies(told.play)["coins"].counters[0].worth == "tied: 1 more of each is +1"


def test_deeds_are_told_one_by_one_and_say_what_to_take() -> None:
    told = table()
    told.must("count", 0, track="coins", seat=0, to=9)
    first = {"f_coins_each": "3", "f_prestige_each": "2"}
    form = asked(told, "deeds", f_kind="choice", **first)
    assert [(line.label, line.tag) for line in form.lines] == [
        ("3 coins or 2 prestige", "Take prestige")
    ]
    told.must("fill", **form.gives)
    form = asked(told, "deeds", f_kind="vp", f_vp_each="2")
    assert [line.label for line in form.lines] == ["3 coins or 2 prestige", "2 points"]
    told.must("fill", **form.gives)
    assert [row["kind"] for row in told.play.filled_in[0]["deeds"]] == ["choice", "vp"]
    assert asked(told, "deeds", f_kind="coins").lines == ()  # how much is still to tell


def test_a_deed_asks_only_for_what_its_kind_gives() -> None:
    told = table()

    def amounts(**kind: str) -> list[str]:
        return [f.box.label for f in asked(told, "deeds", **kind).boxes if f.template == "stepper"]

    assert amounts() == ["Coins", "Prestige", "Points", "Times"]
    assert amounts(f_kind="coins") == ["Coins", "Times"]
    assert amounts(f_kind="choice") == ["Coins", "Prestige", "Times"]
    assert amounts(f_kind="vp") == ["Points", "Times"]


DEED = st.fixed_dictionaries(
    {
        "kind": st.just("choice"),
        "coins": st.integers(0, 9),
        "prestige": st.integers(0, 9),
        "times": st.integers(1, 2),
    }
)


@given(st.lists(DEED, max_size=4), st.integers(0, 30), st.integers(0, 30))
def test_no_other_way_to_take_deeds_makes_the_lower_pile_higher(
    rows: list[dict[str, Any]], coins: int, prestige: int
) -> None:
    game = table().play.game
    aid, situation = game.aid("deeds"), table().play.situation
    assert aid is not None
    raw = {"coins": coins, "prestige": prestige, "told": rows}
    answer, issues = aid.ask(game, situation, raw)
    ways = product(*(range(row["times"] + 1) for row in rows))
    best = max(
        min(
            coins + sum(n * row["coins"] for n, row in zip(way, rows, strict=True)),
            prestige
            + sum((row["times"] - n) * row["prestige"] for n, row in zip(way, rows, strict=True)),
        )
        for way in ways
    )
    assert issues == [] and answer["base"] == best
