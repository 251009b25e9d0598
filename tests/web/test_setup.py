"""The Set up screen: exactly this play's checklist, ticked, shared out, drawn and corrected."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import games
from companion.show.setup.checklist import set_up
from companion.show.setup.rows import shared_out
from tests.journal import HOST, NAMES
from tests.web.evening import Evening
from tests.web.pressing import Element, Page

EMPTY = {"track": 0, "fists": 0, "coins": 0, "towns": 0, "buildings": 0}


class Table(Evening):
    """A table in the browser: its pages, and its forms sent as they stand there."""

    def __init__(self, app: Flask, client: FlaskClient, slug: str, **start: Any) -> None:
        super().__init__(app, slug, **{"story": False, **start})
        self.client = client

    def get(self, query: str = "", **more: Any) -> TestResponse:
        return super().get(f"setup{query}", **more)

    def page(self, query: str = "") -> str:
        answer = self.get(query)
        assert answer.status_code == 200
        return answer.text

    def form(self, button: str, query: str = "") -> dict[str, Any]:
        """What the form around a button sends when it is pressed."""
        return Page(self.page(query)).sent(button, {})

    def tap(self, button: str, query: str = "", **more: Any) -> TestResponse:
        return self.send({**self.form(button, query), **more})

    def send(self, form: dict[str, Any]) -> TestResponse:
        return self.client.post(f"/t/{self.token}/do", data=form)


@pytest.fixture
def newdale(app: Flask, client: FlaskClient) -> Table:
    return Table(app, client, "newdale", chapter="I", story=True)


def after_chapter_one(at: Table) -> None:
    for seat in range(3):
        for field, value in {**EMPTY, "track": 9 - seat}.items():
            at.must("fill", seat=seat, field=field, value=value)
    at.must("finish")
    seats = [{"name": name} for name in NAMES[:3]]
    at.must("start", chapter="II", seats=seats, story=True, first=1)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_chapter_of_every_game_lists_its_own_steps(
    app: Flask, client: FlaskClient, slug: str
) -> None:
    for chapter in games()[slug].chapters:
        low, high = chapter.players or games()[slug].players
        for players in {low, high}:
            at = Table(app, client, slug, chapter=chapter.key, players=players)
            steps = at.play.game.checklist(at.play.situation)
            page = at.page()
            ticks = Page(page).called("tick-")  # which also sees to it that no id stands twice
            assert ticks and sorted(ticks) == sorted(s.key for s in steps)
            (thread,) = Page(page).all("progress")
            assert thread.given["max"] == str(len(steps)) and thread.given["value"] == "0"


def test_a_tap_on_a_row_ticks_it_and_another_unticks_it(newdale: Table) -> None:
    answer = newdale.tap("tick-board")
    assert answer.status_code == 303 and answer.location.endswith("/setup#step-board")
    assert newdale.play.ticks == {"board"}
    assert 'id="tick-board" aria-pressed="true"' in newdale.page()
    newdale.tap("tick-board")
    assert newdale.play.ticks == frozenset()


def test_sending_the_same_tap_twice_is_one_entry(newdale: Table) -> None:
    form = newdale.form("tick-board")
    assert [newdale.send(form).status_code for _ in range(2)] == [303, 303]
    assert newdale.state.seq == 2


def test_the_same_page_with_something_else_in_it_is_stale(newdale: Table) -> None:
    form = newdale.form("tick-board")
    newdale.send(form)
    assert newdale.send({**form, "data": '{"step":"goods"}'}).status_code == 409


def test_progress_stands_in_the_masthead_and_going_on_waits_for_it(newdale: Table) -> None:
    newdale.must("tick", step="board")
    total = len(newdale.play.steps)
    page = Page(newdale.page())
    assert page.texts("span", ".where") == [f"1 of {total} done"]
    (thread,) = page.all("progress", ".thread")
    assert (thread.given["value"], thread.given["max"]) == ("1", str(total))
    assert main_actions(page) == [("Start round 1", False)]
    for step in newdale.play.steps:
        newdale.must("tick", step=step)
    page = Page(newdale.page())
    assert page.texts("span", ".where") == [f"{total} of {total} done"]
    assert main_actions(page) == [("Start round 1", True)]
    newdale.must("advance", moment=newdale.play.moment.as_json())
    assert main_actions(Page(newdale.page())) == [("Back to play", True)]


def main_actions(page: Page) -> list[tuple[str, bool]]:
    """What leads on from the page, and whether it is the main action."""
    found = page.all("a", ".go")
    return [(one.text, one.is_a("a", ".primary")) for one in found]


def test_a_group_closes_when_all_of_it_is_done(newdale: Table) -> None:
    def group(key: str) -> Element:
        return next(d for d in Page(newdale.page()).all("details") if d.given["id"] == key)

    steps = [row.key for part in set_up(newdale.state, newdale.play, HOST).everything
             if part.key == "board" for row in part.rows]  # fmt: skip
    for step in steps:
        assert "open" in group("part-board").given and not group("part-board").all(
            "", ".tag", ".ok"
        )
        newdale.must("tick", step=step)
    assert "open" not in group("part-board").given
    assert group("part-board").texts("span", ".ok") == ["Done"]


def test_the_next_step_is_tinted_and_it_is_ones_own(newdale: Table) -> None:
    def here(query: str = "") -> list[str | None]:
        return [step.given["id"] for step in Page(newdale.page(query)).all("li", ".is-here")]

    assert here() == ["step-board"]
    newdale.must("tick", step="board")
    assert here() == ["step-action-board"]
    page = set_up(newdale.state, newdale.play, HOST, 1)
    assert here("?seat=1") == [f"step-{page.parts[0].rows[0].key}"]


def test_whoever_does_all_of_a_group_stands_in_its_heading(newdale: Table) -> None:
    newdale.must("claim", group="board", person=2)
    groups = {d.given["id"]: d for d in Page(newdale.page()).all("details", ".group")}
    heading = groups["part-board"].all("summary")[0]
    assert heading.texts("span", ".name") == ["Ben"]
    assert groups["part-board"].texts("span", ".by") == []
    heading = groups["part-start"].all("summary")[0]
    assert heading.texts("span", ".name") == [] and groups["part-start"].all("span", ".by")


def test_steps_say_where_the_rules_say_so(newdale: Table) -> None:
    steps = {step.given["id"]: step for step in Page(newdale.page()).all("li", ".step")}
    assert steps["step-board"].texts("span", ".page") == ["p. 4"]


def test_counts_and_card_numbers_stand_out(app: Flask, client: FlaskClient) -> None:
    here = Page(Table(app, client, "newdale", chapter="IIIa").page())
    steps = {step.given["id"]: step for step in here.all("li", ".step")}
    assert steps["step-board"].text.startswith("Set out game board B.")
    assert steps["step-board"].texts("b") == ["B"]
    assert steps["step-bonus-tiles"].texts("b") == ["21"]
    assert {"100", "105", "106"} <= {said for step in steps.values() for said in step.texts("b")}


def shares(parts: dict[str, int], people: int, **claims: int) -> list[int]:
    """How many steps each of so many people takes on."""
    units = [(part, (f"{part}-{step}",)) for part, count in parts.items() for step in range(count)]
    taken = shared_out(units, range(people), claims)
    assert len(taken) == sum(parts.values())
    return [list(taken.values()).count(seat) for seat in range(people)]


def test_four_people_set_up_at_once_and_have_as_much_to_do() -> None:
    assert shares({"box": 2, "board": 5, "decks": 5, "start": 4}, 4) == [4, 4, 4, 4]
    assert shares({"a": 5, "b": 4, "c": 1}, 2) == [5, 5]
    assert shares({"a": 11}, 3) == [4, 4, 3]
    assert shares({"a": 5, "b": 8}, 4) == [3, 3, 4, 3]


def test_what_has_its_place_is_not_counted_into_the_shares(app: Flask, client: FlaskClient) -> None:
    """Merchants' money by seat: one step for each, besides the fifteen that are shared."""
    at = Table(app, client, "merchants", chapter="base", players=4)
    page = set_up(at.state, at.play, HOST)
    left = [page.left_for(seat) for seat in range(4)]
    assert max(left) - min(left) == 1


@pytest.mark.parametrize("slug", ("newdale", "tybor", "ohmygoods"))
def test_whoever_begins_fetches_what_marks_it(app: Flask, client: FlaskClient, slug: str) -> None:
    at = Table(app, client, slug, chapter=games()[slug].graph.first, players=4, first=2)
    page = set_up(at.state, at.play, HOST)
    rows = [row for part in page.everything for row in part.rows]
    assert [row.seat for row in rows if row.draw and row.draw.begins] == [2]


def test_who_has_a_step_of_their_own_takes_on_one_less() -> None:
    steps = [("a", (str(number),)) for number in range(7)]
    taken = shared_out(steps, range(4), {}, placed=(2,))
    assert [list(taken.values()).count(seat) for seat in range(4)] == [2, 2, 1, 2]


def test_whoever_takes_a_part_on_has_less_of_the_others() -> None:
    assert shares({"a": 6, "b": 4, "c": 2}, 3, a=2) == [3, 3, 6]


def test_steps_that_belong_together_stay_in_one_hand() -> None:
    taken = shared_out([("a", ("x",)), ("a", ("deck-1", "deck-2", "deck-3"))], (0, 1), {})
    assert taken == {"x": 0, "deck-1": 1, "deck-2": 1, "deck-3": 1}
    single = [("a", (name,)) for name in "uvwx"]
    after = [("b", ("y",)), ("b", ("z",))]
    taken = shared_out([*single, ("b", ("d1", "d2", "d3")), *after], range(4), {})
    assert [list(taken.values()).count(seat) for seat in range(4)] == [2, 2, 3, 2]


def test_a_person_sees_the_own_part_and_comes_back_to_it(newdale: Table) -> None:
    state = newdale.state
    mine = set_up(state, newdale.play, HOST, 1)
    page = newdale.page("?seat=1")
    shown = {row.key for part in mine.parts for row in part.rows}
    assert set(Page(page).called("tick-")) == shown < newdale.play.steps
    assert mine.left_for(1) == len(shown)
    button = f"tick-{min(shown)}"
    assert newdale.tap(button, "?seat=1").location.endswith(f"/setup?seat=1#step-{min(shown)}")


def test_all_parts_are_taken_by_somebody(newdale: Table) -> None:
    parts = set_up(newdale.state, newdale.play, HOST).everything
    seats = [{row.seat for row in part.rows} for part in parts if not part.everyone]
    assert all(None not in some for some in seats) and set.union(*seats) == {0, 1, 2}


def test_whoever_has_nothing_to_fetch_is_told_so(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "tybor", chapter="I", players=8)
    assert 'id="only-own"' not in at.page("?seat=7")
    for part in ("box", "cards", "piles", "start"):
        at.must("claim", group=part, person=1)
    assert 'id="only-own"' in at.page("?seat=7")


def test_nobody_shares_out_alone(app: Flask, client: FlaskClient) -> None:
    page = Page(Table(app, client, "newdale", chapter="I", players=1).page())
    assert not page.all("nav", ".chips") and not page.ids & {"begins", "begin-other"}


@pytest.mark.parametrize("query", ["?seat=3", "?seat=-1", "?play=1", "?play=-1"])
def test_an_unknown_seat_or_play_is_not_found(newdale: Table, query: str) -> None:
    assert newdale.get(query).status_code == 404


def test_a_story_changes_over_first(newdale: Table) -> None:
    assert 'id="part-over"' not in newdale.page()
    after_chapter_one(newdale)
    over, *others = Page(newdale.page()).all("details", ".group")
    assert over.given["id"] == "part-over" and others
    assert "Read out the Epilogue" in over.text and "Clear the table" in over.text
    assert "Put away" in over.text and "102" in over.texts("b")
    assert "Fetch" not in over.text and "Shuffle into" not in over.text, "the set-up below says so"
    for thing in ("200", "side objective"):
        assert sum(thing in text for text in newdale.play.texts.values()) == 1, thing
    assert 'id="part-over"' not in newdale.page("?play=0")


def test_the_change_over_is_ticked_like_any_step(newdale: Table) -> None:
    after_chapter_one(newdale)
    here = Page(newdale.page())
    total = len(here.called("tick-"))
    assert here.texts("span", ".where") == [f"0 of {total} done"]
    first, *others = [f"over-{move}" for move in here.called("tick-over-")]
    newdale.tap(f"tick-{first}")
    assert newdale.play.ticks == {first}
    here = Page(newdale.page())
    assert here.texts("span", ".where") == [f"1 of {total} done"]
    assert here.all("details", ".group")[0].texts("span", ".hint") == [f"1 of {1 + len(others)}"]


def test_a_single_chapter_changes_nothing_over(newdale: Table) -> None:
    newdale.must("start", chapter="II", seats=[{"name": "Ada"}])
    assert 'id="part-over"' not in newdale.page()


def steps_of(at: Table, query: str = "") -> dict[str | None, Element]:
    return {step.given["id"]: step for step in Page(at.page(query)).all("li", ".step")}


def test_an_uncertain_fact_asks_and_takes_the_answer(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "newdale", chapter="VIII")
    step = steps_of(at)["step-board"]
    assert step.texts("span", ".ask") == ["Unconfirmed"]
    assert "Check p. 16. Using board F until you do." in step.text
    assert at.tap("step-board-board-of-viii-2").status_code == 303
    assert at.play.known()["board"].value == "E"
    step = steps_of(at)["step-board"]
    assert "Using board F" not in step.text and not step.all("span", ".ask")
    assert "Set out game board E" in step.text and "Board E" in step.texts("b")
    assert at.play.ticks == {"board"}, "the answer ticks the step"
    assert at.tap("step-board-board-of-viii-1").status_code == 303, "and can be changed"
    assert at.play.known()["board"].value == "F" and at.play.ticks == {"board"}


def test_one_undo_takes_back_the_answer_and_its_tick(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "newdale", chapter="VIII")
    before = at.play
    at.tap("step-board-board-of-viii-2")
    assert at.state.seq == 3 and at.play.ticks == {"board"}
    at.tap("undo")
    assert at.play.ticks == frozenset()
    assert at.play.known()["board"].value == before.known()["board"].value
    last = at.state.log[-1].entry
    at.must("undo", entry=last.seq)  # from elsewhere: one at a time
    assert at.play.known()["board"].value == "E" and not at.play.ticks


def test_both_come_back_with_one_redo(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "newdale", chapter="II")
    at.tap("step-side-objective-side_objective-2")
    assert at.play.ticks == {"side-objective"}
    at.tap("undo")
    undone = at.form("tick-board") | {"action": ["undo"], "data": ['{"entry":4}'], "key": ["again"]}
    at.send(undone)
    assert at.play.ticks == {"side-objective"} and at.play.situation["side_objective"] == "A02"


def test_what_asks_more_than_one_thing_is_ticked_by_hand(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "merchants", chapter="base", players=2)
    at.tap("step-wheel-five-1")
    assert not at.play.ticks


def test_an_answer_to_what_everyone_does_ticks_for_whoever_gives_it(
    app: Flask, client: FlaskClient
) -> None:
    at = Table(app, client, "merchants", chapter="base", players=2)
    at.tap("step-pawn-start-space-1", "?seat=1")
    assert at.play.own_ticks and not at.play.ticks


def test_a_tick_that_its_answer_makes_impossible_is_left_out(
    app: Flask, client: FlaskClient
) -> None:
    at = Table(app, client, "newdale", chapter="VIII")
    form = at.form("step-board-board-of-viii-2") | {"ticks": ['{"step":"no-such-step"}']}
    assert at.send(form).status_code == 303
    assert at.play.known()["board"].value == "E" and not at.play.ticks


def test_a_card_fact_is_typed_beside_its_step(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "ohmygoods", chapter="VIII", players=1)
    box = "step-assistants-grown-assistants_alone-save"
    refused = at.tap(box, **{"d-value": "many"})
    assert refused.status_code == 422 and "whole number" in refused.text
    assert at.tap(box, **{"d-value": "6"}).status_code == 303
    step = steps_of(at)["step-assistants-grown"]
    assert "set out 6" in step.text and not step.all("span", ".ask"), "told, so no doubt is left"
    assert at.play.ticks == {"assistants-grown"}
    at.tap(box, **{"d-value": ""})
    assert at.play.situation["assistants_alone"] is None


def test_what_was_dealt_by_hand_can_be_told_after_its_step_is_done(
    app: Flask, client: FlaskClient
) -> None:
    at = Table(app, client, "ohmygoods", chapter="base", players=2)
    at.tap("tick-charburner")
    at.tap("deal-charburners-1-save", **{"d-thing": "Charburner, ore"})
    assert at.play.held["charburners"] == (None, "Charburner, ore")


def test_a_list_is_ticked_and_can_be_emptied(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "ohmygoods", chapter="IV", players=2)
    boxes = "step-pile-grown-buildings_in"
    at.tap(f"{boxes}-1")
    at.tap(f"{boxes}-3")
    assert at.play.situation["buildings_in"] == ("38", "40")
    assert "Buildings: 38 and 40." in at.page()
    at.tap(f"{boxes}-1")
    assert at.play.situation["buildings_in"] == ("40",)
    at.tap(f"{boxes}-9")
    assert at.play.situation["buildings_in"] == ()


def test_a_finished_play_can_be_read_and_ticked_but_not_ruled_on(newdale: Table) -> None:
    after_chapter_one(newdale)
    page = newdale.page("?play=0")
    assert 'name="action" value="rule"' not in page and 'name="action" value="draw"' not in page
    assert main_actions(Page(page)) == [("See result", True)]
    answer = newdale.tap("tick-board", "?play=0")
    assert answer.location.endswith("/setup?play=0#step-board")
    assert newdale.state.plays[0].ticks == {"board"} and not newdale.play.ticks


def test_things_are_drawn_kept_and_drawn_again(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "newdale", chapter="II")
    assert at.tap("draw-characters").status_code == 303
    first = at.play.drawn["characters"]
    page = at.page()
    assert len(first) == 3 and all(card in page for card in first)
    at.tap("draw-characters", **{"d-kept[json]": [json.dumps([first[1]])]})
    assert at.play.drawn["characters"][1] == first[1]
    kept = at.form("draw-characters")["d-kept[json]"]
    assert kept == [json.dumps([first[1]])]


def test_copies_of_a_thing_are_kept_together(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "newdale", chapter="II", players=4)
    at.tap("draw-bonus-tiles")
    kind = max(at.play.drawn["bonus-tiles"], key=at.play.drawn["bonus-tiles"].count)
    places = [place for place, thing in enumerate(at.play.drawn["bonus-tiles"]) if thing == kind]
    at.tap("draw-bonus-tiles", **{"d-kept[json]": [json.dumps([kind] * len(places))]})
    assert [at.play.drawn["bonus-tiles"][place] for place in places] == [kind] * len(places)
    assert f"×&nbsp;{len(places)}" in at.page()  # how many stays beside its sign


@pytest.mark.parametrize("kept", ["{", '["Queen"]', "[[1]]", "7", "[" * 3000])
def test_what_was_never_drawn_cannot_be_kept(app: Flask, client: FlaskClient, kept: str) -> None:
    at = Table(app, client, "newdale", chapter="II")
    answer = at.tap("draw-characters", **{"d-kept[json]": [kept]})
    assert answer.status_code == 422 and "can’t be kept" in answer.text


def test_every_form_has_a_seed_of_its_own(app: Flask, client: FlaskClient) -> None:
    page = Page(Table(app, client, "newdale", chapter="II").page())
    sent = [*page.named("data"), *(one.given.get("value") or "" for one in page.all("button"))]
    seeds = [json.loads(data)["seed"] for data in sent if '"seed":' in data]
    assert len(seeds) > 2 and len(set(seeds)) == len(seeds)


def test_who_begins_is_drawn_or_agreed_on(newdale: Table) -> None:
    """It is known, so how to say otherwise is folded away."""

    def first() -> list[str]:
        return Page(newdale.page()).texts("p", ".first")

    assert "Ada goes first" in first()[0]
    told = newdale.page().partition('id="begin-other"')[0]
    assert "draw-first" not in told and "begin-1" not in told
    newdale.tap("begin-2")
    assert newdale.play.situation.first == 2 and "Cleo goes first" in first()[0]
    assert newdale.play.ticks == {"first-drawn"}, "the answer ticks its step"
    newdale.tap("draw-first")
    assert newdale.play.drawn["first"] == (newdale.play.situation.first,)


def test_a_corrected_result_asks_who_begins(newdale: Table) -> None:
    after_chapter_one(newdale)
    newdale.must("fill", 0, seat=2, field="track", value=30)
    assert {"begin-instead", "begin-keep"} <= Page(newdale.page()).ids
    newdale.tap("begin-keep")
    assert newdale.play.situation.first == 1
    assert not {"begin-instead", "begin-keep"} & Page(newdale.page()).ids


def test_the_deck_is_shuffled_here_or_by_hand_after_all(newdale: Table) -> None:
    newdale.tap("deck-events-shuffle")
    assert len(newdale.play.orders["events"]) == 7 and "deck-events-hand" in newdale.page()
    assert "tick-events-1" not in newdale.page() and "events-1" not in newdale.play.texts
    newdale.tap("deck-events-hand")
    assert not newdale.play.orders and "deck-events-shuffle" in newdale.page()
    assert "tick-events-1" in newdale.page() and "events-1" in newdale.play.texts


def test_a_deck_that_has_begun_is_not_shuffled(newdale: Table) -> None:
    form = newdale.form("deck-events-shuffle")
    card = next(iter(newdale.play.game.decks(newdale.play.situation)[0].odds(())))
    newdale.must("reveal", deck="events", card=card, position=0)
    page = newdale.page()
    assert 'id="deck-events"' in page and "deck-events-shuffle" not in page
    assert newdale.send(form).status_code == 422


def test_a_ruling_that_changes_the_deck_asks_to_shuffle_again(
    app: Flask, client: FlaskClient
) -> None:
    at = Table(app, client, "ohmygoods", chapter="I")
    at.tap("deck-events-shuffle")
    at.must("rule", ruling="chapter-i-top", value="25")
    assert "out of date" in steps_of(at)["deck-events"].text
    at.tap("deck-events-shuffle")
    assert "shuffled in the app" in steps_of(at)["deck-events"].text


def test_decks_without_numbers_are_not_shuffled_here(app: Flask, client: FlaskClient) -> None:
    at = Table(app, client, "merchants", chapter=games()["merchants"].chapters[0].key)
    assert not Page(at.page()).called("deck-")


def test_what_the_chapter_card_says_is_noted_on_the_rulings_page(newdale: Table) -> None:
    page = newdale.page()
    assert "Coins for option 1" in page and "/rulings" in page
    for fact in ("first_coins", "first_points", "second_coins", "second_points"):
        newdale.must("record", fact=f"objective_{fact}", value=5)
    assert 'id="unnoted"' not in newdale.page()


def test_a_table_without_a_play_says_what_to_do(newdale: Table) -> None:
    newdale.must("undo", entry=1)
    answer = newdale.get("")
    assert answer.status_code == 302 and answer.location.endswith("/next")


def test_names_are_escaped(app: Flask, client: FlaskClient) -> None:
    seats = [{"name": "<b>Ada</b>"}, {"name": 'Ben" x="'}]
    page = Page(Table(app, client, "newdale", chapter="II", seats=seats).page())
    assert "<b>Ada</b>" in page.said and "Ada" not in page.texts("b")
    assert 'Ben" x="' in page.said and {one.tag for one in page.all("", "x")} <= {"text"}


def test_what_has_only_to_be_told_is_no_doubt(app: Flask, client: FlaskClient) -> None:
    step = steps_of(Table(app, client, "merchants", chapter="base", players=2))["step-wheel"]
    assert "Goods on the wheel" in step.text and not step.all("span", ".ask")


def test_who_begins_is_said_without_what_was_drawn_for_them(app: Flask) -> None:
    evening = Evening(app, "merchants", chapter="base", players=2, story=False)
    evening.must("draw", draw="starting-heroes", seed=7)
    (first,) = Page(evening.get("setup").text).texts("p", ".first")
    assert first.endswith("goes first") and " for " not in first
