"""What aids say to people: filled in from the table, told in the game's words, exact."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.aids.calculator import Line, as_json
from companion.rules.aids.table import Table
from companion.rules.words import bar_width, odds, percent, percents
from companion.show.play.aid import AidForm, aid_form
from companion.show.play.asked import asked, pairs
from tests.examples import Example, all_examples
from tests.journal import NAMES, Journal

ANSWERED = [e for e in all_examples() if e.kind == "aid" and "answer" in e.row]
READABLE = [e for e in ANSWERED if json.loads(e.row["ask"]).get("needs") != {}]


def said(example: Example) -> list[Line]:
    game, row = example.game, example.row
    aid = game.aid(row["aid"])
    assert aid
    situation, _ = game.situation(row["chapter"], game.players[0], row.get("settings", {}))
    question, issues = aid.read(game, situation, json.loads(row["ask"]), NAMES)
    assert not issues
    return [one for one in question.lines(question.answer()) if isinstance(one, Line)]


@pytest.mark.parametrize("example", READABLE, ids=lambda e: f"{e.game.slug} {e.row['name']}")
def test_every_answer_is_told(example: Example) -> None:
    lines = said(example)
    assert lines
    for line in lines:
        words = f"{line.figure} {line.label} {line.text} {line.tag}"
        assert not set("{}|") & set(words) and "None" not in words and "Fraction" not in words


def asks(journal: Journal, key: str, seat: int = 0, **typed: str) -> AidForm:
    """An aid of a table as somebody asks it; ``needs__red`` is the key red of needs."""
    aid = journal.play.game.aid(key)
    assert aid
    args = {f"f-{name.replace('__', '.')}": [value] for name, value in typed.items()}
    return aid_form(journal.play, aid, seat, args)


def words(form: AidForm) -> list[str]:
    return [" ".join(filter(None, (x.figure, x.label, x.text, x.tag))) for x in form.lines]


def table(slug: str, chapter: str, players: int = 3, **more: Any) -> Journal:
    journal = Journal(slug)
    journal.start(chapter, players, **more)
    return journal


def go_to(journal: Journal, phase: str) -> None:
    while journal.play.moment.phase != phase:
        journal.must("advance", 0, moment=journal.play.moment.as_json())


# Newdale


def newdale() -> Journal:
    journal = table("newdale", "I")
    journal.must("count", 0, track="yellow", by=2)
    journal.must("count", 0, track="green", by=2)
    journal.must("count", 0, track="red", by=1)
    return journal


def test_chances_are_told_by_per_cent_and_reason() -> None:
    form = asks(newdale(), "production", needs__yellow="2", needs__red="2")
    assert words(form) == [
        "100% Sloppy certain: 1 may be missing",
        "67% Orderly 1 red must be drawn, or 3 cards paid",
        "60% Extraordinary 1 red, and 1 more yellow or red",
    ]


def test_nothing_is_answered_before_something_is_asked() -> None:
    form = asks(newdale(), "production")
    assert form.lines == () and form.wanting == "What the building needs" and form.query == []


def test_the_bag_and_what_is_drawn_follow_the_table() -> None:
    journal = newdale()
    go_to(journal, "assistants")
    for card in ("blue", "blue", "red"):
        journal.must("lay", 0, pad="drawn", card=card)
    production = journal.play.game.aid("production")
    assert production
    known = production.known(Table(journal.play, 0))
    assert known["draws"] == 1 and known["bag"] == {"yellow": 6, "green": 5, "red": 3, "blue": 1}
    assert known["market"]["blue"] == 2
    go_to(journal, "actions")
    assert production.known(Table(journal.play, 0))["draws"] == 0


def test_barracks_name_the_people_who_lose_a_point() -> None:
    journal = table("newdale", "II")
    journal.must("count", 0, track="fists", seat=1, by=3)
    journal.must("count", 0, track="fists", seat=2, by=3)
    assert words(asks(journal, "barracks", 1)) == ["−1 point for Ada."]
    assert words(asks(journal, "barracks", 0)) == ["0 points lost. No one has fewer fists."]
    assert words(asks(journal, "barracks", 0, owner="2")) == ["−1 point for Ada."]


def test_many_goods_are_keys_and_what_the_table_knows_of_them_is_counted_with() -> None:
    form = asks(newdale(), "cost", printed="6", goods__bread="2", goods__yarn="1")
    goods = next(box for box in form.boxes if box.box.key == "goods")
    assert goods.dense and not goods.others
    assert [(key.label, key.count) for key in form.taken] == [("bread", 2), ("yarn", 1)]
    assert [key.label for key in goods.taken if not key.is_priced] == ["yarn"]
    assert form.assumed.startswith("Coins each: bread 5")


def test_a_cost_is_told_with_the_goods_to_pay_and_what_is_lost() -> None:
    typed = {"f-printed": "6", "f-town": "yes", "f-goods.bread": "1"}
    journal = newdale()
    aid = journal.play.game.aid("cost")
    assert aid
    form = aid_form(journal.play, aid, 0, {name: [value] for name, value in typed.items()})
    assert words(form) == ["3 coins to pay. Give 1 bread. You lose 2 coins. There’s no change."]
    assert words(asks(journal, "cost", printed="4", town="yes")) == ["1 coin to pay."]


def test_one_point_is_no_points() -> None:
    form = asks(newdale(), "worth", goods__bread="1")
    assert words(form) == ["1 point for goods worth 5 coins. Enter the main objective to compare."]


# Oh my Goods!


def test_the_market_row_is_counted_among_the_cards_seen() -> None:
    journal = table("ohmygoods", "base")
    go_to(journal, "sunrise")
    for card, mark in (("wood", ""), ("wood", ""), ("ore", "sun")):
        journal.must("lay", 0, pad="row", card=card, **({"mark": mark} if mark else {}))
    aid = journal.play.game.aid("sunset")
    assert aid
    known = aid.known(Table(journal.play, 0))
    assert known["suns"] == 1
    assert known["seen"] == [
        {"resource": "wood", "sun": "no", "count": 2},
        {"resource": "ore", "sun": "yes", "count": 1},
    ]
    form = asks(journal, "sunset")
    assert [line.label for line in form.lines] == ["Wood", "Clay", "Ore", "Grain", "Cotton"]
    assert re.fullmatch(r"\d+–\d+%", form.lines[0].figure)
    assert re.fullmatch(r"two or more: \d+–\d+%", form.lines[0].text)


def test_what_is_known_is_never_more_than_can_be_asked() -> None:
    journal = table("ohmygoods", "base")
    go_to(journal, "sunset")  # and nobody has told the suns of the sunrise
    assert not asks(journal, "sunset").is_wrong and len(asks(journal, "sunset").lines) == 5


def test_chains_know_the_tableau_and_say_what_they_add() -> None:
    journal = table("ohmygoods", "base")
    for card in ("mill", "bakery"):
        journal.must("lay", 0, pad="tableau", card=card, seat=0)
    form = asks(journal, "chains", goods__flour="3", goods__coal="2", cards__grain="2")
    assert words(form) == [
        "+14 8 → 22 coins: 4 points, 2 coins over.",
        "1. 2 grain → 2 flour at the Mill",
        "2. 2 flour + 2 coal → 4 bread at the Bakery",
    ]
    assert asks(journal, "chains", 1).folded[0].said == "1 Charburner"


def test_goods_of_the_expansion_are_offered_only_with_it() -> None:
    base, later = (
        {key.label for key in asks(j, "worth").boxes[0].keys}
        for j in (table("ohmygoods", "base"), table("ohmygoods", "I"))
    )
    assert later - base == {"weapon", "corn", "oven", "wine"}


def test_what_can_be_made_is_told_of_the_buildings_one_has() -> None:
    journal = table("ohmygoods", "base")
    journal.must("hold", 0, draw="charburners", seat=0, thing="Charburner, grain")
    for card in ("mill-3", "tannery-1", "office-grain"):
        journal.must("lay", 0, pad="tableau", card=card, seat=0)
    journal.must("count", 0, track="grain", by=1)
    journal.must("count", 0, track="cotton", by=2)
    form = asks(journal, "produce")
    assert [(line.label, line.text, line.tag) for line in form.lines] == [
        ("Mill", "2 cotton, 2 grain: all there", "efficient"),
        ("Charburner, grain", "1 wood, 2 grain: 1 wood missing", "sloppy"),
        ("Tannery", "2 cotton, 3 grain: 1 grain missing", "sloppy"),
    ]
    assert "1 grain" in form.assumed


def test_what_can_be_made_has_a_verdict_for_each_card() -> None:
    journal = table("ohmygoods", "base")
    journal.must("count", 0, track="grain", by=2)
    journal.must("count", 0, track="cotton", by=2)
    args = {"f-buildings-0-f-card": ["mill-3"], "f-buildings-1-f-card": ["tannery-1"]}
    aid = journal.play.game.aid("produce")
    assert aid
    form = aid_form(journal.play, aid, 0, args)
    assert [line.tag for line in form.lines[:2]] == ["efficient", "sloppy"]
    assert (form.lines[2].figure, form.lines[2].label) == ("?", "Charburner"), "nobody told which"
    assert form.lines[0].label == "Mill" and form.lines[0].good


# Tybor


def test_both_sizes_are_answered_at_once() -> None:
    form = asks(table("tybor", "I"), "build", symbols="2", workers__3="1", workers__4="1")
    assert words(form) == [
        "1 Little: 1 Strength Hand in Worker 3. 2 Strength wasted. Yes",
        "5 Great: 5 Strength Hand in Workers 3 and 4. 2 Strength wasted. Yes",
    ]


def test_thresholds_are_those_of_ones_own_sheet() -> None:
    journal = table("tybor", "I")
    journal.fill(1, farmers=2)
    assert words(asks(journal, "thresholds", 1))[0] == "+5 Farmers 1 more"
    mine = [line for line in asks(journal, "thresholds", 0).lines if line.label == "Captains"]
    assert mine[0].tag == "?"


def test_an_answer_speaks_in_the_group_s_own_words() -> None:
    journal = table("tybor", "I", 2)
    journal.must("record", fact="yellow_name", value="amber")
    [line] = words(asks(journal, "missing-colours", display__red="1", display__blue="1"))
    assert "one Building each of Amber and Green." in line


def test_the_hand_goes_on_by_name() -> None:
    assert words(asks(table("tybor", "I"), "passing", 1))[0].endswith("goes to Cleo.")


# Merchants


def test_the_wheel_fills_in_the_prices() -> None:
    journal = table("merchants", "base")
    goods = ["potion", "staff", "book", "armor", "weapon", "instrument"]
    before = asks(journal, "bazaar")
    assert [box.box.key for box in before.boxes] == ["bought"]
    assert [fact.key for fact in before.untold] == ["wheel_order", "five"]
    journal.must("record", fact="wheel_order", value=goods)
    journal.must("record", 0, fact="five", value="book")
    form = asks(journal, "bazaar", bought__book="2", bought__armor="1")
    assert words(form) == ["9 coins book 5 (second free), armor 4."]
    assert [box.box.key for box in form.boxes] == ["bought"]


def test_a_caravan_picks_by_name() -> None:
    journal = table("merchants", "base")
    aid = journal.play.game.aid("caravan")
    assert aid
    form = aid_form(journal.play, aid, 1, {"f-joined": ["", "2", "0"], "f-shortcut": ["no", "yes"]})
    assert words(form) == ["3 dice Dice are taken in this order: Cleo, Ada and Ben."]


def test_the_first_seat_is_picked_like_any_other() -> None:
    form = asks(table("newdale", "I"), "barracks", seat=1, owner="0", fists="3 1 2")
    [owner] = [box.box for box in form.boxes if box.box.key == "owner"]
    assert owner.value == "0" and [one.key for one in owner.choices] == ["0", "1", "2"]
    assert words(form) == ["−1 point for Ben and Cleo."]


def test_the_lower_pile_counts() -> None:
    form = asks(table("merchants", "base"), "balance", coins="3+4", prestige="9")
    assert words(form)[0].startswith("7 is your base score. Coins are lower")


def test_towns_are_ranked_by_what_the_game_would_end_with() -> None:
    form = asks(
        table("merchants", "base"), "final-travel", coins="8", prestige="5", heroes__farglen="1"
    )
    assert words(form)[0] == "7 Farglen 0 coins, +2 prestige, 15 in all"


# What was asked, and how it is shown


def test_what_is_wrong_is_said_under_its_field() -> None:
    journal = table("merchants", "base")
    form = asks(journal, "dark-market", at="north", coins="lots")
    [coins] = [box.box for box in (*form.boxes, *form.folded) if box.box.key == "coins"]
    assert coins.errors[0].startswith("Your coins: enter a whole number") and not form.lines
    fine = asks(journal, "dark-market", at="north")
    assert fine.lines and not any(box.box.errors for box in fine.boxes)


def test_a_form_that_was_sent_keeps_only_what_somebody_changed() -> None:
    journal = newdale()
    aid = journal.play.game.aid("production")
    assert aid
    drawn = aid_form(journal.play, aid, 0, {})
    sent = {
        name: [text]
        for f in aid.fields
        for name, text in pairs(f, aid.known(Table(journal.play, 0)).get(f.key))
    }
    sent |= {"was": [drawn.was], "more": ["needs.red"], "f-draws": ["6"]}
    form = aid_form(journal.play, aid, 0, sent)
    assert form.query == [("f-needs.red", "1"), ("f-draws", "6")]
    journal.must("count", 0, track="blue", by=1)
    assert '"blue":1' in aid_form(journal.play, aid, 0, sent).was
    [market] = [b for b in aid_form(journal.play, aid, 0, sent).folded if b.box.key == "market"]
    assert market.said == "2 yellow, 2 green, 1 red and 1 blue"


@pytest.mark.parametrize("was", ["", "{", "[]", '"x"', "{}"])
def test_a_form_with_nonsense_in_it_is_still_read(was: str) -> None:
    journal = newdale()
    aid = journal.play.game.aid("production")
    assert aid
    args = {"was": [was], "f-needs.red": ["9" * 30], "less": ["needs.red", "x"], "take": ["a"]}
    assert aid_form(journal.play, aid, 0, args).lines == ()


def test_absurd_questions_are_refused_by_limits() -> None:
    form = asks(table("tybor", "I"), "payment", workers__3="100000", cost="5")
    assert form.lines == () and any(box.box.errors for box in form.boxes)


def test_every_question_of_the_examples_survives_its_address() -> None:
    for example in ANSWERED:
        aid = example.game.aid(example.row["aid"])
        assert aid
        question = json.loads(example.row["ask"])
        args: dict[str, list[str]] = {}
        for field in aid.fields:
            for name, text in (
                pairs(field, question.get(field.key)) if field.key in question else ()
            ):
                args.setdefault(name, []).append(text)
        again = asked(aid.fields, args)
        for field in aid.fields:
            if field.key in question:
                value, same = (field.read(q[field.key])[0] for q in (question, again))
                assert as_json(same) == as_json(value) or is_numbers(value), field.key


def is_numbers(value: Any) -> bool:
    """Numbers that are tapped come sorted, and one without a key cannot be tapped."""
    return isinstance(value, tuple) and all(isinstance(one, int) for one in value)


# Chances


@given(st.fractions(0, 1))
def test_per_cents_are_rounded_exactly(chance: Fraction) -> None:
    shown = percent(chance)
    if chance in (0, 1):
        assert shown == f"{int(chance) * 100}%" and odds(chance) in ("never", "for certain")
    elif shown == "<1%":
        assert chance < Fraction(1, 200)
    elif shown == ">99%":
        assert chance >= Fraction(199, 200)
    else:
        assert abs(chance * 100 - int(shown.removesuffix("%"))) <= Fraction(1, 2)
    assert abs(Fraction(bar_width(chance).removesuffix("%")) - chance * 100) <= Fraction(1, 20)


def test_chances_and_numbers_in_words() -> None:
    assert odds(Fraction(1, 2)) == "1 in 2" and odds(Fraction(1, 34)) == "1 in 34"
    assert odds(Fraction(2, 61)) == "about 1 in 31 (2 in 61)"
    assert odds(Fraction(59, 61)) == "about 30 in 31 (59 in 61)"
    assert odds(Fraction(20001, 30000)) == "about 2 in 3"
    assert percents(Fraction(1, 3), Fraction(1, 2)) == "33–50%"
    assert percents(Fraction(1, 3), Fraction(1, 3)) == "33%"


def test_rows_ask_only_what_this_chapter_has() -> None:
    """The base game knows no towers."""
    for chapter, columns in (("base", ["card"]), ("I", ["card", "tower"])):
        [(buildings,)] = asks(table("ohmygoods", chapter), "produce").rows
        assert [cell.key.rpartition("f-")[2] for cell in buildings.box.rows[0]] == columns


@pytest.mark.parametrize(("aid", "said"), [
    ("building", "Building"), ("inn", "What you sell"), ("bazaar", "What you buy"),
])  # fmt: skip
def test_what_is_still_to_tell_reads_as_a_sentence(aid: str, said: str) -> None:
    journal = table("merchants", "base")
    goods = "potion,staff,book,armor,weapon,instrument"
    journal.must("record", fact="wheel_order", value=goods)
    journal.must("record", fact="five", value="potion")
    assert asks(journal, aid).wanting == said


def test_no_town_is_named_before_there_is_something_to_deliver() -> None:
    piles = {"coins": "8", "prestige": "5"}
    form = asks(table("merchants", "base"), "final-travel", **piles)
    assert (form.wanting, form.lines) == ("Heroes on your wagon", ())
    assert asks(table("merchants", "base"), "final-travel", heroes__farglen="1", **piles).lines
