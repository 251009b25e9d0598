"""The Play screen: where the game stands, what may come up, what is counted, and how to go on."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from flask import Flask

from companion.games import games
from companion.rules.parts.clock import OVER, Phase
from companion.rules.parts.decks import Deck, DeckSegment
from companion.show.play import deck as decks
from companion.show.play.moment import short, way
from tests.web.evening import Evening
from tests.web.pressing import Page, press


def opened(app: Flask, slug: str, chapter: str, players: int = 3, **settings: str) -> Evening:
    return Evening(app, slug, chapter=chapter, players=players, story=False, settings=settings)


def on(evening: Evening, times: int = 1) -> None:
    for _ in range(times):
        evening.must("advance", moment=evening.play.moment.as_json())


def shown(evening: Evening, **query: object) -> str:
    answer = evening.get("play", **query)
    assert answer.status_code == 200
    return Page(answer.text).said


@pytest.fixture
def newdale(app: Flask) -> Evening:
    return opened(app, "newdale", "IIIa")


def test_the_moment_is_told(newdale: Evening) -> None:
    text = shown(newdale)
    assert "Round 1 of 7" in text and "Ada starts" in text
    assert "Which event was revealed?" in text and "Round 1 of 7, I Event" in text
    assert "Event not entered, then II Planning" in text


def test_only_possible_cards_are_offered_with_their_exact_chance(newdale: Evening) -> None:
    for position, card in enumerate((105, 100, 106)):
        newdale.must("reveal", deck="events", card=card, position=position)
        on(newdale, 7)
    page = Page(newdale.get("play").text)
    assert {i for i in page.buttons if i.startswith("card-")} == {
        "card-events-10",
        "card-events-13",
    }
    text = shown(newdale)
    assert "67% 2 in 3" in text and "33% 1 in 3" in text and "2 left" in text


def test_a_card_that_came_up_opens_the_way_on(newdale: Evening) -> None:
    assert press(newdale, "card-events-105").status_code == 303
    assert newdale.play.seen["events"] == (105,)
    assert "this round’s event" in shown(newdale)
    assert press(newdale, "on").status_code == 303
    assert newdale.play.moment.phase == "planning"
    text = shown(newdale)
    assert "II Planning" in text and "Next: III Assistants" in text


def test_a_group_can_go_on_without_telling_the_card(newdale: Evening) -> None:
    assert press(newdale, "on").status_code == 303
    assert newdale.play.moment.phase == "planning"
    assert "Add the missed event" in shown(newdale)
    on(newdale, 6)
    assert "Which event was revealed in round 1?" in shown(newdale)


def test_the_last_step_of_a_round_names_the_next_round(newdale: Evening) -> None:
    on(newdale, 6)
    assert "2 things left, then Round 2" in shown(newdale)


def test_a_shuffled_deck_is_turned_up_by_one_button(newdale: Evening) -> None:
    assert press(newdale, "shuffle-events").status_code == 303
    top = newdale.play.orders["events"][0]
    assert press(newdale, "top-events").status_code == 303
    assert newdale.play.seen["events"] == (top,)
    assert "change-events" not in Page(newdale.get("play").text).ids


def test_a_card_that_is_certain_is_stated_and_not_asked(newdale: Evening) -> None:
    for position, card in enumerate((105, 106)):
        newdale.must("reveal", deck="events", card=card, position=position)
        newdale.must("advance", moment=list(newdale.play.moment.as_json()))
    while (newdale.play.moment.round, newdale.play.moment.phase) != (3, "event"):
        newdale.must("advance", moment=list(newdale.play.moment.as_json()))
    text = shown(newdale)
    assert "reveals event 100" in text and "Which event was revealed" not in text
    assert "It’s another card" in text and "100 revealed" in text
    second = Page(newdale.get("play").text).sent("on", {})  # another phone's tap
    assert press(newdale, "on").status_code == 303  # Next enters it, and one Undo takes back both
    assert newdale.post("do", **second).status_code == 303
    assert newdale.play.seen["events"] == (105, 106, 100)
    assert newdale.play.moment.phase != "event"
    assert press(newdale, "undo").status_code == 303
    assert newdale.play.seen["events"] == (105, 106) and newdale.play.moment.phase == "event"


def test_a_card_noted_wrongly_is_changed_among_what_is_possible(newdale: Evening) -> None:
    newdale.must("reveal", deck="events", card=105, position=0)
    newdale.must("reveal", deck="events", card=100, position=1)
    html = newdale.get("play", change="events").text
    assert 'value="106"' in html and 'value="13"' not in html
    form = Page(html).sent("set-1", {"d-card": "106"})
    assert newdale.client.post(f"/t/{newdale.token}/do", data=form).status_code == 303
    assert newdale.play.seen["events"] == (105, 106)


def test_a_deck_that_is_not_there_offers_no_changes(newdale: Evening) -> None:
    assert "it was" not in shown(newdale, change="nonsense")


def chosen(evening: Evening) -> list[str]:
    """What is ticked of the things that events bring in."""
    pressed = re.compile(
        r'id="fact-introduced-\d+"\s+aria-pressed="true">.*?</span>\s*<span>(.*?)</', re.S
    )
    return pressed.findall(evening.get("play").text)


def test_an_event_that_brings_something_in_asks_for_it(newdale: Evening) -> None:
    newdale.must("reveal", play=0, deck="events", card=105, position=0)
    assert "Did event 105 add Building 203?" in shown(newdale)
    assert press(newdale, "brought-1").status_code == 303
    assert newdale.play.facts["introduced"] == ("203",)
    assert "Did event 105" not in shown(newdale) and chosen(newdale) == ["Building 203"]


def test_what_was_brought_in_before_stays_noted(newdale: Evening) -> None:
    newdale.must("reveal", play=0, deck="events", card=105, position=0)
    press(newdale, "fact-introduced-10")
    assert newdale.play.facts["introduced"] == ("P05",)
    assert "Did event 105 add Building 203?" in shown(newdale)
    press(newdale, "brought-2")
    assert newdale.play.facts["introduced"] == ("P05",) and "Did event 105" not in shown(newdale)
    newdale.must("reveal", play=0, deck="events", card=106, position=1)
    assert "Did event 106 add Building 204?" in shown(newdale)
    press(newdale, "brought-1")
    assert newdale.play.facts["introduced"] == ("P05", "204")


def test_events_are_asked_about_one_by_one_and_none_twice(newdale: Evening) -> None:
    for position, card in enumerate((105, 100, 106)):
        newdale.must("reveal", play=0, deck="events", card=card, position=position)
    newdale.must("record", play=0, fact="introduced", add=["204"])
    assert "Did event 105 add Building 203?" in shown(newdale)
    assert press(newdale, "brought-2").status_code == 303
    assert newdale.play.facts["introduced"] == ("204",)
    text = shown(newdale)
    assert "Did event 105" not in text and "Did event 106" not in text
    newdale.must("reveal", play=0, deck="events", card=13, position=3)
    assert "Did event 13 add P05 Gunda?" in shown(newdale)
    press(newdale, "brought-1")
    assert newdale.play.facts["introduced"] == ("204", "P05")
    assert "Did event 1" not in shown(newdale)


def test_no_for_one_event_leaves_the_next_to_be_asked(newdale: Evening) -> None:
    for position, card in enumerate((105, 106)):
        newdale.must("reveal", play=0, deck="events", card=card, position=position)
    press(newdale, "brought-2")
    assert "Did event 106 add Building 204?" in shown(newdale)
    press(newdale, "brought-2")
    assert newdale.play.facts["introduced"] == () and "Did event 1" not in shown(newdale)


def test_nothing_brought_in_is_an_answer_too(newdale: Evening) -> None:
    newdale.must("reveal", play=0, deck="events", card=105, position=0)
    press(newdale, "brought-2")
    assert newdale.play.facts["introduced"] == () and "Did event 105" not in shown(newdale)


def test_two_phones_tick_what_came_in_without_losing_a_tick(newdale: Evening) -> None:
    page = Page(newdale.get("play").text)
    for button in ("fact-introduced-1", "fact-introduced-2", "fact-introduced-10"):
        form = page.sent(button, {"key": button})
        assert newdale.client.post(f"/t/{newdale.token}/do", data=form).status_code == 303
    assert newdale.play.facts["introduced"] == ("200", "201", "P05")
    assert chosen(newdale) == ["Building 200", "Building 201", "P05 Gunda"]


def test_points_go_up_down_and_are_typed(newdale: Evening) -> None:
    press(newdale, "more-points-1")
    press(newdale, "less-points-2")
    assert newdale.play.tracks["points"] == (3, 4, 2)
    newdale.act("count", {"track": "points", "seat": 0}, **{"d-to": "12"})
    assert newdale.play.tracks["points"] == (12, 4, 2)


def test_a_prompt_stands_below_its_cause_until_done(newdale: Evening) -> None:
    newdale.must("count", track="points", seat=1, to=6)
    assert "Ben passed 5: draw 2 cards Tick off" in shown(newdale)
    (prompt,) = newdale.play.prompts
    assert press(newdale, f"done-{prompt.key}").status_code == 303
    assert "Ben passed 5" not in shown(newdale)  # only Undo still names it


def test_several_prompts_are_one_line_that_opens_each_with_its_done(newdale: Evening) -> None:
    for seat in (1, 2):
        newdale.must("count", track="points", seat=seat, to=6)
    assert "2 to do: Ben passed 5: draw 2 cards" in shown(newdale)
    for prompt in newdale.play.prompts:
        assert press(newdale, f"done-{prompt.key}").status_code == 303
    assert not newdale.play.prompts and "to do" not in shown(newdale)


def test_next_passes_the_turn_token_by_token_then_the_phase(app: Flask) -> None:
    evening = opened(app, "newdale", "IIIa", players=3)
    while evening.play.moment.phase != "actions":
        on(evening)
    assert "Ada is done Ben’s turn" in shown(evening)
    for _ in range(2):
        press(evening, "on")
    assert (evening.play.turn, evening.play.lap) == (2, 0)
    assert "Cleo is done Token 2: Ada’s turn" in shown(evening)
    for _ in range(3):
        press(evening, "on")
    assert (evening.play.turn, evening.play.lap) == (2, 1)
    press(evening, "on")
    assert evening.play.moment.phase == "building"


def test_a_name_only_looks(app: Flask) -> None:
    evening = opened(app, "newdale", "IIIa", players=3)
    while evening.play.moment.phase != "actions":
        on(evening)
    before = evening.state.seq
    text = shown(evening, look=2)
    assert "Cleo’s tableau" in text and "You’re only looking. It’s still Ada’s turn." in text
    assert (evening.state.seq, evening.play.turn) == (before, None)


def test_the_pace_is_two_taps_away_on_play(newdale: Evening) -> None:
    text = shown(newdale, steps=1)
    assert "Step through" in text and "Event, bag, points. About 2 taps per round." in text
    press(newdale, "pace-round", "play?steps=1")
    assert newdale.play.pace == "round" and "Step through: every round" in shown(newdale)


def test_the_labour_market_stands_together(newdale: Evening) -> None:
    text = shown(newdale)
    market = text[text.index("In the market: ") :]
    places = [market.index(colour) for colour in ("Yellow", "Green", "Red", "Blue")]
    assert places == sorted(places)
    press(newdale, "more-yellow")
    assert newdale.play.tracks["yellow"] == (1,)
    assert "disabled" in Page(newdale.get("play").text).buttons["less-green"]


def test_a_reminder_is_hidden_for_good_and_shown_again(newdale: Evening) -> None:
    on(newdale, 3)
    assert "never used up" in shown(newdale)
    press(newdale, "hide-market-stays")
    assert "market-stays" in newdale.state.hidden and "1 hidden" in shown(newdale)
    press(newdale, "show-market-stays")
    assert not newdale.state.hidden


def test_a_reminder_is_hidden_while_another_tool_is_open(newdale: Evening) -> None:
    on(newdale, 3)
    page = Page(newdale.get("play?aid=production").text)
    hides = next(name for name in page.buttons if name.startswith("hide-"))
    press(newdale, hides, "play?aid=production")
    assert newdale.state.hidden == {hides.removeprefix("hide-")}


def test_a_note_is_kept_and_escaped(newdale: Evening) -> None:
    press(newdale, "note-add", d_text="<b>Ben</b> built the tower")
    assert newdale.play.notes == ("<b>Ben</b> built the tower",)
    assert "&lt;b&gt;Ben" in newdale.get("play").text


def test_after_the_last_round_it_is_time_to_score(newdale: Evening) -> None:
    while newdale.play.moment != OVER:
        on(newdale)
    text = shown(newdale)
    assert "Time to score" in text and "Reveal secret objectives only for step 4" in text
    assert any(href.endswith("/score") for href in Page(newdale.get("play").text).hrefs)


def test_a_finished_play_can_only_be_read(newdale: Evening) -> None:
    newdale.finish(9, 5, 7)
    page = Page(newdale.get("play").text)
    assert page.buttons.keys() <= {""} and any("/result" in href for href in page.hrefs)


def test_an_earlier_play_leads_back_to_itself(newdale: Evening) -> None:
    newdale.start("I", story=False)
    form = Page(newdale.get("play", play=0).text).sent("card-events-105", {})
    answer = newdale.client.post(f"/t/{newdale.token}/do", data=form)
    assert "play=0" in answer.location and newdale.state.plays[0].seen["events"] == (105,)


def test_a_play_that_is_not_there_is_not_found(newdale: Evening) -> None:
    assert newdale.get("play", play=7).status_code == 404
    assert newdale.get("play", play=-1).status_code == 404


def test_a_stale_page_skips_nothing(newdale: Evening) -> None:
    newdale.must("reveal", deck="events", card=105, position=0)
    form = Page(newdale.get("play").text).sent("on", {})
    on(newdale)
    for status, phase in ((303, "planning"), (409, "planning")):  # alike, then too late
        answer = newdale.client.post(f"/t/{newdale.token}/do", data=form | {"key": str(status)})
        assert answer.status_code == status and newdale.play.moment.phase == phase
        newdale.must("tick", step="board")


def test_a_double_tap_is_one_step(newdale: Evening) -> None:
    form = Page(newdale.get("play").text).sent("more-points-0", {})
    for _ in range(2):
        answer = newdale.client.post(f"/t/{newdale.token}/do", data=form)
        assert answer.status_code == 303
    assert newdale.play.tracks["points"][0] == 4


def test_an_impossible_card_or_number_is_refused_in_words(newdale: Evening) -> None:
    wrong = newdale.act("reveal", {"deck": "events", "position": 0}, **{"d-card": "13"})
    assert wrong.status_code == 422 and "can’t be in" in wrong.text
    wrong = newdale.act("count", {"track": "yellow"}, **{"d-to": "99"})
    assert wrong.status_code == 422 and "at most 22" in wrong.text
    wrong = newdale.act("count", {"track": "yellow"}, **{"d-to": "many"})
    assert wrong.status_code == 422


def test_the_eighth_building_says_how_long_it_still_goes(app: Flask) -> None:
    goods = opened(app, "ohmygoods", "base")
    on(goods, 5 * 6)
    goods.must("count", track="buildings", seat=2, to=8)
    assert "Buildings: Cleo has 8. 1 round left after this one." in shown(goods)
    assert "Round 7 of 8" in shown(goods)
    on(goods, 5)
    assert "Round 8 of 8" in shown(goods) and "The last round." in shown(goods)


def test_the_eighth_building_is_no_task_and_gone_at_scoring(app: Flask) -> None:
    goods = opened(app, "ohmygoods", "base")
    on(goods, 5 * 6)
    goods.must("count", track="buildings", seat=2, to=8)
    for _ in range(4):  # wherever the counter stands, and where it does not
        assert "to do:" not in shown(goods) and "Tick off" not in shown(goods)
        on(goods, 1)
    on(goods, 6)
    assert goods.play.moment == OVER and "has 8" not in shown(goods)


def test_a_card_is_tapped_with_or_without_its_printed_points(app: Flask) -> None:
    goods = opened(app, "ohmygoods", "all-in")
    on(goods, 4)
    lay = {"pad": "tableau", "card": "armory", "seat": 0}
    assert 'id="points-tableau"' in goods.get("play", open="tableau").text
    for typed in ("", " ", "4", "2+3"):
        answer = goods.act("lay", lay, sure="yes", **{"d-points": typed})
        assert answer.status_code == 303, typed
    hand = goods.play.pads["tableau"][0]
    assert [laid.points for laid in hand] == [None, None, None, 4, 5]
    wrong = goods.act("lay", lay, **{"d-points": "4 5"})
    assert wrong.status_code == 422 and "Is it 4+5 or 45?" in wrong.text


def test_many_equal_chances_share_a_line(app: Flask) -> None:
    goods = opened(app, "ohmygoods", "VII")
    for position, card in enumerate((17, 26, 27)):
        goods.must("reveal", deck="events", card=card, position=position)
        on(goods, 6)
    text = shown(goods)
    assert "3-12 8% 2 in 25" in text and "28 20% 1 in 5" in text


def test_a_stage_of_tybor_shows_costs_order_and_direction(app: Flask) -> None:
    tybor = opened(app, "tybor", "I", 5, scenario="escape")
    text = shown(tybor)
    assert "Stage I of IV" in text and "Deal 7 Characters to each player." in text
    assert "Set out 12 Buildings" in text and "Ada goes first in stage I." in text
    on(tybor, 1)
    assert "Little 3, Great 7 Strength" in shown(tybor), "where they are paid"
    while tybor.play.moment.round == 1:
        on(tybor)
    text = shown(tybor)
    assert "Stage II of IV" in text and "anticlockwise" in text.lower() and "Dov" in text


def test_merchants_names_whose_turn_it_is_and_counts_the_dice(app: Flask) -> None:
    road = opened(app, "merchants", "base")
    text = shown(road)
    assert "Turn 1 of 13" in text and "Ada’s turn" in text
    assert "Nothing to count here? Rest" in text
    assert "Next: Ben’s turn" in shown(road, aid="roll")
    assert "Night dice in the reserve turn by turn Turn 1: 4 Turn 2: 3" in text
    assert "Last die of this set" not in text
    on(road, 2)
    assert "Next: Ada’s turn" in shown(road, aid="roll")
    on(road, 7)
    rest = "At the end of your turn remove 1 spent die. Roll the other 3 into your reserve."
    assert f"Last die of this set. {rest}" in shown(road)


def test_cards_without_numbers_are_counted(app: Flask) -> None:
    road = opened(app, "merchants", "base")
    press(road, "one-highway")
    assert "1 of 13 revealed" in shown(road) and road.play.seen["highway"] == (0,)
    for position in range(1, 13):
        road.must("reveal", deck="highway", card=0, position=position)
    assert "If it runs out" in shown(road)
    assert "one-highway" not in Page(road.get("play").text).buttons


def test_the_wheel_is_told_and_prices_follow(app: Flask) -> None:
    road = opened(app, "merchants", "base")
    order = ["potion", "staff", "book", "armor", "weapon", "instrument"]
    road.must("record", fact="wheel_order", value=order)
    press(road, "fact-five-3")
    assert road.play.facts["five"] == "book"
    assert "Prices now Book $5, armor $4" in shown(road)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_can_be_gone_through_to_its_end(app: Flask, slug: str) -> None:
    chapter = games()[slug].chapters[-1].key
    evening = opened(app, slug, chapter)
    for step in range(200):
        if evening.play.moment == OVER:
            break
        page = Page(evening.get("play").text) if step % 5 == 0 else None
        assert page is None or "on" in page.ids
        on(evening)
    assert "Time to score" in shown(evening) or games()[slug].rounds(evening.play.situation) is None


@pytest.mark.parametrize(("label", "said"), [
    ("II Planning", "II"), ("Card 3", "3"), ("End of round", "End"), ("Deal", "Deal"),
])  # fmt: skip
def test_phases_have_short_names(label: str, said: str) -> None:
    assert short(Phase("p", label, "", "")) == said


def test_the_way_round_the_table_is_read_off_the_order() -> None:
    assert way((1, 2, 0)) == "clockwise" and way((1, 0, 2)) == "anticlockwise"
    assert way((1, 0)) == "" and way((0, 2, 1, 3)) == ""


def test_a_single_possible_card_comes_for_certain() -> None:
    deck = Deck("road", "Road", (DeckSegment("end", "p. 1", fixed=(7,)),))
    (offer,) = decks.offers(deck, ())
    assert offer.chance == Fraction(1) and decks.in_words(offer.chance) == "for certain"
    assert deck.one == "card"


def test_what_the_next_card_is_stands_before_its_keys_once(app: Flask) -> None:
    evening = Evening(app, "tybor", chapter="I")
    page = evening.get("play", open="built").text
    places = [
        page.index(f'id="{name}"') for name in ("mark-built", "points-built", "lay-built-red")
    ]
    assert places == sorted(places) and page.count('id="mark-built"') == 1


def test_at_every_round_whose_tools_are_open_is_chosen_by_a_tap(app: Flask) -> None:
    road = Evening(app, "merchants", chapter="base", players=4, story=False)
    assert 'id="seat-2"' not in road.get("play").text, "whose turn it is says whose they are"
    road.must("pace", value="round")
    page = road.get("play", seat=2).text
    chosen = page[page.index('id="seat-2"') :].partition(">")[0]
    assert 'aria-current="true"' in chosen
    assert 'href="/t/' in page and "aid=bazaar&amp;seat=2" in page, "a place opens for them"
    page = road.get("play", seat=2, aid="bazaar").text
    assert f"What does {road.play.names[2]} buy?" in shown(road, seat=2, aid="bazaar")
    assert 'id="bazaar-seat"' not in page, "nobody is asked twice whose it is"
    assert '<input type="hidden" name="seat" value="2">' in page, "it is theirs"


def test_next_waits_for_a_pad_that_is_folded_away_for_an_aid(app: Flask) -> None:
    evening = Evening(app, "ohmygoods", chapter="base", players=2, story=False)
    evening.must("advance", moment=evening.play.moment.as_json())
    evening.must("lay", pad="row", card="wood", mark="sun")
    for page in ("play", "play?aid=payment"):
        assert 'id="without"' in evening.get(page).text, page


def test_what_an_event_brought_in_is_one_fold_beside_it_with_nothing_more_to_open(
    app: Flask,
) -> None:
    page = Evening(app, "ohmygoods").get("play").text
    fold = page[page.index('id="fold-introduced"') :].partition("</details>")[0]
    assert page.index('id="fold-introduced"') < page.index('id="fold-rest"')
    assert "<details" not in fold and fold.count('class="button answer"') == 8 + 5 + 13 + 1


def test_a_list_whose_cards_have_no_names_is_not_searched_for_a_name(app: Flask) -> None:
    page = Evening(app, "ohmygoods").get("play?open=hired").text
    assert 'placeholder="Card or word"' in page and 'placeholder="Name"' not in page


def test_coins_nobody_has_entered_are_no_number_on_the_page(app: Flask) -> None:
    table = Evening(app, "merchants", chapter="base", players=2)
    table.must("count", track="coins", seat=1, to=7)
    page = table.get("play").text
    unknown, known = (re.search(rf'<input[^>]*id="to-coins-{n}"[^>]*>', page) for n in (0, 1))
    assert unknown and 'value=""' in unknown[0]
    assert known and 'value="7"' in known[0]
    assert re.search(r'id="more-coins-0" disabled', page)
    assert not re.search(r'id="more-coins-1" disabled', page)
