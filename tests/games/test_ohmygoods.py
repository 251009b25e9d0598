"""Oh my Goods!: its cards, and how a play and a story of it go."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from companion.games import games
from companion.games.ohmygoods.scoring import KINDS, NAME
from companion.rules.actions.settling import worked_out
from companion.rules.parts.clock import OVER
from companion.rules.parts.decks import CatalogueCard, good_values, worth_of
from companion.rules.situation import Situation
from companion.show.paper.handouts import player_aid
from companion.show.play.screen import play_page
from companion.show.play.tools import Pick
from companion.show.result import outcome
from companion.show.score.boxes import box
from companion.show.score.questions import asked
from companion.show.score.so_far import thresholds
from tests.journal import Journal, codes

GAME = games()["ohmygoods"]
COINS = good_values(GAME.catalogue)


def cards(catalogue: str) -> list[CatalogueCard]:
    return [card for card in GAME.catalogue if card.catalogue == catalogue]


def kinds(known: bool) -> list[CatalogueCard]:
    return [card for card in cards("buildings") if (card.points is not None) == known]


# The cards


def test_the_base_deck_has_94_buildings_of_five_colours() -> None:
    colours: Counter[str] = Counter()
    for kind in kinds(known=True):
        colours[kind.details.get("colour", "start")] += kind.copies
    assert colours == {"red": 17, "yellow": 17, "white": 17, "gray": 17, "green": 26, "start": 4}


def test_every_single_card_belongs_to_a_kind_and_has_its_points() -> None:
    points = {kind.key: kind.points for kind in cards("buildings")}
    copies = Counter[str]()
    for card in cards("cards"):
        assert card.points == points[card.details["kind"]], card.key
        copies[card.details["kind"]] += card.copies
    assert copies == {kind.key: kind.copies for kind in cards("buildings")}


def test_a_new_kind_has_one_card_of_each_colour() -> None:
    for kind in kinds(known=False):
        mine = [c.details["colour"] for c in cards("cards") if c.details["kind"] == kind.key]
        assert sorted(mine) == ["gray", "green", "red", "white", "yellow"], kind.key


def test_the_costs_of_a_kind_are_those_of_its_cards() -> None:
    for kind in kinds(known=True):
        mine = [c for c in cards("cards") if c.details["kind"] == kind.key]
        costs = Counter(c.details["cost"] for c in mine for _ in range(c.copies))
        said = [f"{cost} × {n}" if n > 1 else f"{cost}" for cost, n in sorted(costs.items())]
        if kind.key != "charburner":
            assert kind.details["costs"] == ", ".join(said), kind.key


def test_the_expansion_has_eight_kinds_of_five_whose_points_are_not_known() -> None:
    *each, any_of_them = kinds(known=False)
    assert [kind.copies for kind in each] == [5] * 8
    assert any_of_them.copies == sum(kind.copies for kind in each)
    assert all(kind.note for kind in kinds(known=False))


def test_the_base_assistants_are_15_known_faces_and_one_unknown() -> None:
    faces = [card for card in cards("assistants") if card.key != "new"]
    assert len(faces) == 16
    assert sorted({face.points for face in faces if face.points}) == [2, 3]
    assert [face.key for face in faces if face.points is None] == ["sixteenth-face"]


def test_the_goods_that_the_rulebook_prices_cost_that() -> None:
    said = {"leather": 6, "shoes": 8, "iron": 3, "flour": 2, "weapon": 4, "corn": 2, "oven": 5}
    assert said.items() <= COINS.items() and COINS["wine"] == 5 and COINS["coal"] == 1
    assert "grape" not in COINS


def test_warnings_about_building_points_are_those_of_the_best_cards() -> None:
    best = sorted((k.points or 0 for k in kinds(known=True) for _ in range(k.copies)), reverse=True)
    found = {
        supply.when.needs["players"][0]: supply.most
        for supply in GAME.sheet.supplies
        if supply.fields == ("buildings",)
    }
    assert found == {players: sum(best[: 8 * players]) for players in (2, 3, 4)}


# A play and a story


def to_next_round(journal: Journal) -> None:
    here = journal.play.moment.round
    while journal.play.moment.round == here:
        journal.must("advance", moment=journal.play.moment.as_json())


def test_the_base_game_ends_a_round_after_the_eighth_building() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", players=2)
    to_next_round(journal)
    journal.must("count", track="buildings", seat=1, to=8)
    assert "one more" in journal.play.prompted(journal.play.prompts[0])
    assert journal.play.last_round == 3
    to_next_round(journal)
    assert journal.play.moment.round == 3
    journal.must("count", track="buildings", seat=0, to=8)
    to_next_round(journal)
    assert journal.play.moment == OVER


def test_an_eighth_building_taken_back_lets_the_game_go_on() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", players=2)
    journal.must("count", track="buildings", seat=0, to=8)
    journal.must("count", track="buildings", seat=0, to=7)
    to_next_round(journal)
    to_next_round(journal)
    assert journal.play.moment.round == 3


def test_ten_buildings_are_too_many_in_the_base_game() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", players=2)
    assert codes(journal.do("count", track="buildings", seat=0, to=10)) == ["too-high"]


@pytest.mark.parametrize(("players", "rounds"), [(1, 10), (4, 9)])
def test_a_chapter_ends_with_its_last_event(players: int, rounds: int) -> None:
    journal = Journal("ohmygoods")
    journal.start("II", players=players)
    for number in range(1, rounds + 1):
        assert journal.play.moment.round == number
        to_next_round(journal)
    assert journal.play.moment == OVER


def test_the_base_game_cannot_be_played_alone() -> None:
    journal = Journal("ohmygoods")
    found = journal.do("start", chapter="base", seats=[{"name": "Ada"}])
    assert codes(found) == ["players"] and "need the expansion" in found[0].message


def tell(journal: Journal, chapter: str, introduced: list[str]) -> None:
    journal.start(chapter, players=2, story=True)
    journal.must("record", fact="introduced", value=introduced)
    for seat in (0, 1):
        journal.fill(seat, buildings=10 + seat, coins=7)
    journal.must("finish")


def test_what_events_bring_in_is_in_every_later_set_up() -> None:
    journal = Journal("ohmygoods")
    tell(journal, "I", ["40", "47", "51"])
    tell(journal, "II", ["38", "52"])
    journal.must("branch", to="IIIb")
    journal.start("IIIb", players=2, story=True)
    known = journal.play.known()
    assert known["new_buildings"].value == (38, 40) and known["new_characters"].value == (47,)
    assert known["new_assistants"].value == (51, 52)
    steps = {step.key: step for step in GAME.checklist(journal.play.situation)}
    assert "Buildings: 38 and 40. Characters: 47." in steps["pile-grown"].text


def test_what_an_event_brings_in_is_asked_beside_it_without_what_is_there_already() -> None:
    def asked() -> list[str]:
        (part,) = play_page(journal.state, journal.play).layout.folds
        assert part.key == "introduced" and isinstance(part, Pick)
        return [answer.label for answer in part.question.answers]

    journal = Journal("ohmygoods")
    tell(journal, "I", ["38", "51"])
    journal.start("II", players=2, story=True)
    journal.must("record", fact="introduced", add=["39"])
    assert asked()[0] == "Building 39" and "Assistant 51" not in asked()
    assert len(asked()) == 8 + 5 + 13 - 2 + len(["None of them"])


def test_what_is_told_to_be_in_play_already_stays_for_the_chapters_after_it() -> None:
    """Where the chapters before were not noted at this table."""
    journal = Journal("ohmygoods")
    journal.start("I", players=2, story=True)
    for seat in (0, 1):
        journal.fill(seat, buildings=10 + seat, coins=7)
    journal.must("finish")
    journal.start("II", players=2, story=True)
    journal.must("record", fact="buildings_in", value=["38"])
    journal.must("record", fact="assistants_in", value=["51"])
    journal.must("record", fact="introduced", value=["39"])
    for seat in (0, 1):
        journal.fill(seat, buildings=10 + seat, coins=7)
    journal.must("finish")
    journal.must("branch", to="IIIa")
    before = journal.play.situation
    journal.start("IIIa", players=2, story=True)
    known = journal.play.known()
    assert known["new_buildings"].value == (38, 39) and known["new_assistants"].value == (51,)
    change = GAME.changeover(before, journal.play.situation)
    assert [c.items for c in change.shuffle_in] == [("building 39",)]


def test_alone_at_a_table_points_enough_do_not_win_where_the_goal_is_missed() -> None:
    journal = Journal("ohmygoods")
    journal.start("VIII", players=1)
    journal.must("record", fact="target", value=25)
    journal.must("record", fact="goal_met", value=False)
    journal.fill(0, buildings=30, coins=0)
    journal.must("finish")
    assert journal.play.scored is not None
    result = journal.play.scored[1]
    assert result.winners == () and "but the chapter’s goal was missed" in result.why


@pytest.mark.parametrize(
    ("paid", "met", "won"), [(12, None, True), (8, None, False), (8, True, False)]
)
def test_alone_at_a_table_goods_that_are_short_miss_the_goal_as_the_sheet_says(
    paid: int, met: bool | None, won: bool
) -> None:
    """Whether the goal's own question was answered, or is still open (Q4)."""
    journal = Journal("ohmygoods")
    journal.start("VIII", players=1)
    journal.must("record", fact="target", value=25)
    journal.must("record", fact="demand_coins", value=12)
    if met is not None:
        journal.must("record", fact="goal_met", value=met)
    journal.fill(0, buildings=30, coins=12, paid=paid)
    journal.must("finish")
    assert journal.play.scored is not None
    (breakdown,), result = journal.play.scored
    assert ("goal missed" in breakdown.lines[-1].working) is not won
    assert bool(result.winners) is won
    assert ("but the chapter’s goal was missed" in result.why) is not won


@pytest.mark.parametrize(
    ("players", "said"),
    [(1, "with goods short it counts as missed. Correct one"), (2, "Is that right?")],
)
def test_alone_nobody_is_asked_about_a_goal_that_goods_have_missed(players: int, said: str) -> None:
    """What was answered decides nothing there (Q4)."""
    journal = Journal("ohmygoods")
    journal.start("VIII", players=players)
    journal.must("record", fact="demand_coins", value=12)
    journal.must("record", fact="goal_met", value=True)
    for seat in range(players):
        journal.fill(seat, buildings=30, coins=12, paid=8)
    doubt = {issue.message for issue in journal.play.checked_sheet[1] if issue.field == "goal_met"}
    assert len(doubt) == 1 and said in doubt.pop()


def test_a_chapter_brings_nothing_into_its_own_set_up() -> None:
    journal = Journal("ohmygoods")
    tell(journal, "I", ["40"])
    assert journal.play.known()["new_buildings"].value == ()


def test_the_change_over_shuffles_in_what_was_brought() -> None:
    journal = Journal("ohmygoods")
    tell(journal, "I", ["40", "47", "51"])
    before = journal.play.situation
    journal.start("II", players=2, story=True)
    change = GAME.changeover(before, journal.play.situation)
    assert {c.label: c.items for c in change.shuffle_in} == {
        "New buildings": ("building 40",),
        "Characters": ("character 47",),
    }
    assert ("assistant 51",) in [c.items for c in change.fetch]


def test_all_in_stands_outside_the_story() -> None:
    journal = Journal("ohmygoods")
    assert codes(journal.do("start", chapter="all-in", seats=[{"name": "Ada"}], story=True)) == [
        "conflict"
    ]


def test_a_drawn_chapter_card_is_the_setting_and_89_lays_out_six() -> None:
    journal = Journal("ohmygoods")
    journal.start("all-in", players=1)
    for seed in range(200):
        journal.must("draw", draw="setting-alone", seed=seed)
        known = journal.play.known()
        card = known["setting"].value
        assert 80 <= card <= 95
        assert known["assistants"].value == (6 if card == 89 else 2)
        if card == 89:
            return
    pytest.fail("card 89 was never drawn")


def test_a_name_given_to_a_number_is_kept_for_the_table() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", players=2)
    journal.must("record", fact="building_45", value="wine-press-house")
    journal.start("II", players=2)
    assert journal.play.known()["building_names"].value == ("45 Wine-Press House",)


def test_the_market_is_empty_again_each_round() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", players=2)
    journal.must("count", track="wood", to=3)
    journal.must("count", track="suns", by=2)
    to_next_round(journal)
    assert journal.play.tracks["wood"] == journal.play.tracks["suns"] == (0,)


def test_assistants_are_told_apart_by_what_their_cards_show() -> None:
    faces = [card for card in GAME.catalogue if card.catalogue == "assistants" and card.points]
    assert "1 green + 2 white, costs 6" in [card.label for card in faces]
    assert all("costs" in card.label for card in faces)
    assert len({card.label for card in faces}) == len(faces) == 15
    for card in faces:  # buildings in these colours are needed, no resources
        words = card.label.partition(",")[0].replace(" + ", " ").split()
        assert {*words[1::2]} <= {"green", "red", "gray", "yellow", "white"}


def test_the_base_game_says_nothing_of_what_only_the_expansion_has() -> None:
    (goods,) = (line for line in GAME.sheet.categories if line.key == "goods")
    assert "paid" not in goods.meaning
    base, story = Situation("base", 3), Situation("I", 3)
    assert "unassigned ones included" in GAME.sheet.hints(story)["assistants"]
    assert "assistants" not in GAME.sheet.hints(base)
    assert "unassigned" not in GAME.sheet.by_key["assistants"].hint


@pytest.mark.parametrize(
    ("chapter", "known", "read_off", "pad"),
    [("base", 15, 1, "hired"), ("I", 15, 2, "hired"), ("all-in", 0, 1, "")],
)
def test_only_assistants_in_the_game_can_be_tapped(
    chapter: str, known: int, read_off: int, pad: str
) -> None:
    told = Journal("ohmygoods")
    told.start(chapter)
    points = [key.points for key in told.play.offers("hired").values()]
    assert (len(points) - points.count(None), points.count(None)) == (known, read_off)
    assert box(told.play, 0, GAME.sheet.by_key["assistants"], []).pad == pad


def test_new_buildings_are_not_offered_in_the_base_game() -> None:
    told = Journal("ohmygoods")
    told.start("base")
    assert box(told.play, 0, GAME.sheet.by_key["buildings"], []).unknown == ()


def test_a_fork_names_its_cards() -> None:
    assert [GAME.told_by(c, 3) for c in ("IIIa", "IIIb", "Va", "Vb")] == [
        "card 66", "card 67", "card 69", "card 70"
    ]  # fmt: skip
    assert GAME.told_by("IIIa", 1) == "card 82"


@pytest.mark.parametrize("players", [1, 3])
def test_target_and_demand_are_asked_in_set_up_and_scoring_until_told(players: int) -> None:
    told = Journal("ohmygoods")
    told.start("I", players=players)
    step = next(s for s in GAME.checklist(told.play.situation) if s.key == "chapter-card")
    assert step.rulings == ("target", "demand")
    keys = [question.key for question in asked(told.play, [], ())]
    assert {"target", "demand"} <= set(keys) and "demand_coins" not in keys
    told.must("record", fact="target", value=40)
    assert "target" not in [question.key for question in asked(told.play, [], ())]


@pytest.mark.parametrize(
    ("words", "coins"),
    [
        ("3 bread", 12), ("2 shoes and 1 shoe", 24), ("1 Barrels, 2 coal", 7),
        ("1 glass + 1 corn", 6),
        ("goods worth 10 coins", 10), ("1 coin", 1), ("none", 0), ("", None), ("3 grapes", None),
        ("bread", None), ("3 bread or 4 meat", None), ("999 bread", None), ("1234 coins", None),
    ],
)  # fmt: skip
def test_goods_in_words_have_their_value(words: str, coins: int | None) -> None:
    assert worth_of(GAME.catalogue, words) == coins


def test_a_demand_is_one_question_unless_its_value_is_not_known() -> None:
    told = Journal("ohmygoods")
    told.start("VII", players=2)

    def tell(words: str | None) -> list[str]:
        entry = {"fact": "demand", "value": words}
        further = list(worked_out(told.play, entry))
        for data in (entry, *further):
            told.must("record", **data)
        return [question.key for question in asked(told.play, [], ())]

    assert not {"demand", "demand_coins"} & {*tell("3 bread")}
    assert told.play.situation["demand_coins"] == 12
    assert told.play.known()["to_pay"].value == "3 bread, worth 12 coins"
    assert "demand_coins" in tell("3 grapes") and told.play.situation["demand_coins"] is None
    assert list(worked_out(told.play, {"fact": "demand", "value": "2 grapes"})) == []
    assert list(worked_out(told.play, {"fact": "target", "value": 9})) == []


def test_words_of_an_older_journal_change_nothing_that_was_scored() -> None:
    told = Journal("ohmygoods")
    told.start("VII", players=1)
    told.must("record", fact="target", value=5)
    told.must("record", fact="demand", value="3 bread")
    told.fill(0, buildings=30, coins=12)
    told.must("finish")
    assert told.play.scored and told.play.scored[1].winners == (0,)


@pytest.mark.parametrize(("coins", "offered"), [(20, 12), (12, 12), (11, None)])
def test_everybody_is_offered_to_pay_what_is_demanded(coins: int, offered: int | None) -> None:
    told = Journal("ohmygoods")
    told.start("VII", players=2)
    told.must("record", fact="demand_coins", value=12)
    for seat in (0, 1):
        told.fill(seat, buildings=30, coins=coins)
        mine = [i for i in told.play.checked_sheet[1] if (i.field, i.seat) == ("paid", seat)]
        found = box(told.play, seat, GAME.sheet.by_key["paid"], mine)
        assert (found.better.key if found.better else None) == (str(offered) if offered else None)
    told.must("fill", seat=0, field="paid", value=12)
    mine = [i for i in told.play.checked_sheet[1] if (i.field, i.seat) == ("paid", 0)]
    assert box(told.play, 0, GAME.sheet.by_key["paid"], mine).better is None


def test_new_buildings_are_called_as_the_catalogue_calls_them() -> None:
    catalogue = {card.key: card.label for card in GAME.catalogue if card.catalogue == "buildings"}
    facts = [fact for fact in GAME.card_facts if fact.key.startswith(NAME)]
    assert len(facts) == len(KINDS)
    for fact in facts:
        assert {choice.key: choice.label for choice in fact.choices} == KINDS
    assert KINDS.items() <= catalogue.items()


def test_goods_that_are_not_paid_are_named() -> None:
    journal = Journal("ohmygoods")
    journal.start("VII", players=2)
    journal.must("record", fact="demand", value="3 bread")
    journal.must("record", fact="demand_coins", value=12)
    for field, value in (("coins", 20), ("paid", 8)):
        journal.must("fill", seat=0, field=field, value=value)
    said = [issue.message for issue in journal.play.checked_sheet[1] if issue.field == "paid"]
    assert "4 coins short of what is demanded (3 bread), so the goal counts as missed." in said


def test_paying_costs_no_points_where_there_is_nothing_to_pay_with() -> None:
    journal = Journal("ohmygoods")
    journal.start("I", players=2)
    assert "paid" not in thresholds(journal.play, 0)
    journal.fill(0, coins=5)
    assert thresholds(journal.play, 0)["paid"] == "1 more: −1"


def test_the_result_says_whom_a_second_look_is_about() -> None:
    journal = Journal("ohmygoods")
    journal.start("VII", players=3, story=False)
    journal.must("record", fact="demand", value="3 bread")
    journal.must("record", fact="demand_coins", value=12)
    for seat, paid in enumerate((8, 8, 12)):
        journal.fill(seat, buildings=20, coins=20, paid=paid)
    shown = outcome(journal.play)
    assert shown is not None
    short = [text for text in shown.odd if "coins short" in text]
    assert [text.partition(":")[0] for text in short] == ["Ada and Ben"]
    journal.must("fill", seat=2, field="paid", value=8)
    shown = outcome(journal.play)
    assert shown is not None
    assert any(text.startswith("4 coins short") for text in shown.odd), "everybody's"


@pytest.mark.parametrize("chapter", ["base", "I"])
def test_the_printed_aid_says_nothing_of_how_to_type_points_on_a_phone(chapter: str) -> None:
    page = player_aid(GAME, GAME.situation(chapter, 2, {})[0])
    said = {line.label: line.text for part in page.parts for line in part.lines}
    assert said["Buildings"] == "The points printed on them."
    assert "printed" in said["Assistants"] and "3+5+2" not in " ".join(said.values())


def test_a_ruling_changed_after_a_reveal_leaves_no_chance_above_one() -> None:
    """Chapter I: 19 lies on top, until the group decides that it was 25."""
    journal = Journal("ohmygoods")
    journal.start("I", players=2)
    for position, card in enumerate((17, 19)):
        journal.must("reveal", deck="events", card=card, position=position)
    journal.must("rule", ruling="chapter-i-top", value="25")
    deck = journal.play.deck("events")
    assert deck is not None
    odds = deck.odds(journal.play.seen["events"])
    assert odds == {16: Fraction(1, 2), 25: Fraction(1, 2)}
