"""Opening a table and starting its next chapter: what is offered, refused and remembered."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import games
from companion.printing.sample_tables import Sample
from companion.rules.journal.state import State
from companion.show.plan import Plan, PlanRow, following, fresh, pressed
from companion.show.start import objections, sheet, story_says
from companion.table import tables
from companion.table.tables import Table
from tests.journal import Journal
from tests.web.evening import Evening
from tests.web.pressing import Page

SLUGS = sorted(games())


def field(page: str, name: str) -> str:
    return Page(page).named(name)[0]


def form(page: str, names: tuple[str, ...] = ("Ada", "Ben"), **more: Any) -> dict[str, Any]:
    """A form filled in by somebody who takes what is offered."""
    here = Page(page)
    colours = here.named("colour")
    chapters = [one for one in here.all("input", "name") if one.given["name"] == "chapter"]
    kind = {"kind": "story"} if 'value="story"' in page else {}
    return {
        "csrf_token": field(page, "csrf_token"),
        "key": field(page, "key"),
        "chapter": "".join(one.given["value"] or "" for one in chapters if one.given.get("value")),
        "name": list(names),
        "colour": colours[-len(names) :],
        "first": "draw",
        "do": "open",
        **kind,
        **more,
    }


def opened(app: Flask, answer: TestResponse) -> Table:
    assert answer.status_code == 303, said(answer)
    found = re.fullmatch(r"/t/([^/]+)/setup", answer.location)
    assert found
    with app.app_context():
        mine = tables.find(found[1])
    assert mine is not None
    return mine


def said(answer: TestResponse) -> list[str]:
    return [error.texts("span")[0] for error in Page(answer.text).all("", ".error")]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_opened(app: Flask, client: FlaskClient, slug: str) -> None:
    page = client.get(f"/new/{slug}").text
    mine = opened(app, client.post(f"/new/{slug}", data=form(page)))
    play = mine.state.plays[0]
    assert play.names == ("Ada", "Ben") and mine.name == "Ada and Ben"
    assert len({seat.colour for seat in play.seats}) == 2
    assert client.get(f"/t/{mine.token}/setup").status_code == 200


def test_an_unknown_game_is_nothing(client: FlaskClient) -> None:
    assert client.get("/new/chess").status_code == 404
    assert client.post("/new/chess").status_code == 404


def test_the_link_is_kept_once(client: FlaskClient, app: Flask) -> None:
    page = client.get("/new/newdale").text
    mine = opened(app, client.post("/new/newdale", data=form(page)))

    def setup() -> Page:
        return Page(client.get(f"/t/{mine.token}/setup").text)

    def tick(step: str) -> None:
        form = setup().sent(f"tick-{step}", {})
        assert client.post(f"/t/{mine.token}/do", data=form).status_code == 303

    assert "save-link" not in setup().ids, "the first step comes first"
    tick("board")
    assert "save-link" in setup().ids
    tick("goods")
    assert "save-link" not in setup().ids, "offered once, after the first tick"
    tick("goods")
    token = {"csrf_token": setup().named("csrf_token")[0]}
    there = client.post(f"/t/{mine.token}/kept", data=token)
    assert there.status_code == 303 and there.location.endswith("/settings#link")
    link = Page(client.get(f"/t/{mine.token}/settings").text)
    assert any(one.given.get("id") == "table-link" for one in link.all("input"))
    assert "save-link" not in setup().ids


def test_the_same_form_sent_twice_opens_one_table(app: Flask, client: FlaskClient) -> None:
    filled = form(client.get("/new/newdale").text, title="Thursday")
    first = opened(app, client.post("/new/newdale", data=filled))
    again = opened(app, client.post("/new/newdale", data=filled))
    assert again.id == first.id and again.name == "Thursday" and again.state.seq == 1


def test_the_page_loaded_again_and_sent_again_is_asked_about(
    app: Flask, client: FlaskClient
) -> None:
    first = opened(app, client.post("/new/newdale", data=form(client.get("/new/newdale").text)))
    client.get(f"/t/{first.token}/setup")
    asked = client.post("/new/newdale", data=form(client.get("/new/newdale").text))
    assert asked.status_code == 409
    assert 'id="twin"' in asked.text and f"/t/{first.token}/" in asked.text
    meant = form(asked.text, another=field(asked.text, "another"))
    assert opened(app, client.post("/new/newdale", data=meant)).id != first.id


def test_a_twin_is_known_by_a_name_too_long_to_keep(app: Flask, client: FlaskClient) -> None:
    for status in (303, 409):
        filled = form(client.get("/new/newdale").text, title="Thursday " * 10)
        answer = client.post("/new/newdale", data=filled)
        assert answer.status_code == status
        if status == 303:
            client.get(answer.location)


def test_a_table_named_after_too_many_says_how_many_more_there_are(
    app: Flask, client: FlaskClient
) -> None:
    names = ("Maximilian", "Dominique", "Bartholomea-Konstantinia", "Wilhelmina-Margarethenau-Anna")
    table = opened(
        app, client.post("/new/newdale", data=form(client.get("/new/newdale").text, names))
    )
    assert table.name == "Maximilian, Dominique, Bartholomea-Konstantinia and 1 more"


def test_a_table_with_another_name_is_nobody_twin(app: Flask, client: FlaskClient) -> None:
    for title in ("Thursday", "Friday"):
        filled = form(client.get("/new/newdale").text, title=title)
        mine = opened(app, client.post("/new/newdale", data=filled))
        assert client.get(f"/t/{mine.token}/setup").status_code == 200


def test_the_same_form_with_other_names_is_asked_about(app: Flask, client: FlaskClient) -> None:
    filled = form(client.get("/new/newdale").text)
    opened(app, client.post("/new/newdale", data=filled))
    answer = client.post("/new/newdale", data=filled | {"name": ["Ada", "Cleo"]})
    assert answer.status_code == 409 and 'id="said"' in answer.text
    assert 'value="Cleo"' in answer.text
    opened(app, client.post("/new/newdale", data=form(answer.text, ("Ada", "Cleo"))))


def test_a_key_is_another_one_on_another_device(app: Flask) -> None:
    made = []
    for _ in range(2):
        client = app.test_client()
        filled = form(client.get("/new/newdale").text, key="mine")
        made.append(opened(app, client.post("/new/newdale", data=filled)).id)
    assert made[0] != made[1]


def test_a_form_without_its_session_is_shown_again_whole(app: Flask, client: FlaskClient) -> None:
    filled = form(client.get("/new/newdale").text, title="Thursday")
    fresh_client = app.test_client()
    answer = fresh_client.post("/new/newdale", data=filled)
    assert answer.status_code == 400 and 'id="said"' in answer.text
    assert 'value="Ada"' in answer.text and 'value="Thursday"' in answer.text
    opened(app, fresh_client.post("/new/newdale", data=form(answer.text)))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ["Ada", ""]}, "Enter a name of up to 40 characters."),
        ({"name": ["Ada", "x" * 41]}, "Enter a name of up to 40 characters."),
        ({"name": ["Ada", " Ada "]}, "Two players have this name"),
        ({"colour": ["brown", "brown"]}, "Each colour can be used only once."),
        ({"colour": ["brown", "pink"]}, "There is no such colour."),
        ({"first": ""}, "Choose who goes first"),
        ({"first": "9"}, "Choose who goes first"),
        ({"kind": "single", "chapter": "V"}, "Choose one: Creekside, after IVa; or Thickthorn"),
        ({"kind": "single", "chapter": "XX"}, "has no chapter"),
        ({"name": ["A"], "colour": ["brown"], "kind": "single", "chapter": "?"}, "no chapter"),
        ({"name": list("ABCDE"), "colour": ["brown"] * 5}, "1 to 4 players"),
        ({"name": [], "colour": []}, "1 to 4 players"),
        ({"kind": "single", "chapter": "V", "o-start-town": "Rome"}, "choose creekside or"),
    ],
)
def test_what_cannot_be_is_said_and_everything_kept(
    client: FlaskClient, wrong: dict[str, Any], sentence: str
) -> None:
    filled = form(client.get("/new/newdale").text, title="Thursday") | wrong
    answer = client.post("/new/newdale", data=filled)
    assert answer.status_code == 422
    assert any(sentence in unescape(one) for one in said(answer)), said(answer)
    assert 'value="Thursday"' in answer.text
    assert all(f'value="{name}"' in answer.text for name in filled["name"] if name)


def test_too_few_for_a_chapter_is_said_before_anything_is_typed(client: FlaskClient) -> None:
    filled = form(client.get("/new/ohmygoods").text, kind="single", chapter="base", do="players-1")
    answer = client.post("/new/ohmygoods", data=filled)
    assert answer.status_code == 200
    assert said(answer) == [
        "Oh my Goods! needs 2 to 4 players here. "
        "Solo games need the expansion. Choose a chapter or All-In."
    ]


def test_arrows_move_people_without_a_script(client: FlaskClient) -> None:
    filled = form(client.get("/new/newdale").text, first="0", do="down-0")
    page = client.post("/new/newdale", data=filled).text
    assert Page(page).named("name") == ["Ben", "Ada"]
    assert 'value="1" checked' in page  # Ada still starts


def test_names_used_before_are_offered(app: Flask, client: FlaskClient) -> None:
    opened(app, client.post("/new/newdale", data=form(client.get("/new/newdale").text)))
    assert '<option value="Ada">' in client.get("/new/tybor").text


def test_names_are_escaped(app: Flask, client: FlaskClient) -> None:
    evil = '"><script>alert(1)</script>'
    page = client.get("/new/newdale").text
    mine = opened(app, client.post("/new/newdale", data=form(page, ("Ada", evil))))
    for address in ("/", f"/t/{mine.token}/next", f"/t/{mine.token}/setup", "/new/tybor"):
        assert "<script>alert" not in client.get(address).text


def test_titles_of_chapters_stay_covered_until_asked_for(client: FlaskClient) -> None:
    def offered() -> str:
        page = client.get("/new/tybor").text
        return client.post("/new/tybor", data=form(page, kind="single", do="again")).text

    assert "Harbor" not in offered()
    token = field(client.get("/settings").text, "csrf_token")
    client.post("/settings", data={"csrf_token": token, "cover": "off"})
    assert "Harbor" in offered()


@pytest.mark.parametrize("button", ["up-9", "players-0", "players-99", "join-x", "dance", "up-²"])
def test_buttons_nobody_drew_change_nothing(button: str) -> None:
    plan = fresh(games()["newdale"])
    assert pressed(plan, button, games()["newdale"]) == plan


def test_a_chapter_is_drawn_for_a_one_off_game_where_the_rules_say_so(client: FlaskClient) -> None:
    tybor, newdale = games()["tybor"], games()["newdale"]
    plan = replace(fresh(tybor), story=False)
    assert pressed(plan, "chapter-2", tybor).chapter == "III"
    assert pressed(fresh(tybor), "chapter-2", tybor) == fresh(tybor), "not in a campaign"
    alone = replace(fresh(newdale), story=False)
    assert pressed(alone, "chapter-2", newdale) == alone
    page = client.get("/new/tybor").text
    drawn = client.post("/new/tybor", data=form(page, kind="single", do="chapter")).text
    assert 'id="draw-chapter"' in drawn and " selected>Chapter" in drawn


def test_the_first_seat_moves_up_to_the_last(app: Flask) -> None:
    plan = Plan((PlanRow("Ada"), PlanRow("Ben"), PlanRow("Cleo")), "I", first="0")
    moved = pressed(plan, "up-0", games()["newdale"])
    assert moved.names == ["Cleo", "Ben", "Ada"] and moved.first == "2"


def next_form(evening: Evening, **more: Any) -> dict[str, Any]:
    page = evening.get("next").text
    names, here, first, chapter = map(Page(page).named, ("name", "here", "first", "chapter"))
    filled = form(page, tuple(names), plays=field(page, "plays"), here=here)
    filled |= {"first": first[0] if first else "", "chapter": chapter[0] if chapter else ""}
    del filled["csrf_token"]
    return filled | more


@pytest.mark.parametrize("target", [None, 5])
def test_a_chapter_alone_says_who_starts_only_where_it_was_told_what_wins(
    app: Flask, target: int | None
) -> None:
    evening = Evening(app, players=1)
    if target:
        evening.must("record", fact="target", value=target)
    evening.finish(30)
    plan = Plan((PlanRow("Ada"), PlanRow("Ben")), "II", story=True)
    assert story_says(plan, evening.table.state) is bool(target)


def test_the_next_chapter_keeps_the_seats_and_says_who_starts(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    page = evening.get("next").text
    assert 'id="first-story"' in page and "Ben won the last chapter." in page
    assert evening.post("next", **next_form(evening)).location.endswith("/setup")
    assert evening.play.chapter == "II" and evening.play.story
    assert evening.play.names == ("Ada", "Ben", "Cleo") and evening.play.situation.first == 2


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_is_told_to_join_below_where_no_seat_is_free(app: Flask, players: int) -> None:
    evening = Evening(app, players=players)
    evening.finish(*(5, 30, 1, 2)[:players])
    page = evening.get("next").text
    assert ("Add new players below." in page) is ('id="join"' in page) is (players < 4)
    assert ("to make room for someone new." in page) is (players == 4)


def test_the_same_next_chapter_sent_twice_is_one(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    filled = next_form(evening)
    for _ in range(2):
        assert evening.post("next", **filled).status_code == 303
    assert len(evening.state.plays) == 2


def test_a_page_older_than_the_table_is_told_so(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    filled = next_form(evening)
    evening.start("II")
    answer = evening.post("next", **filled)
    assert answer.status_code == 409 and "since you opened this page" in answer.text
    assert len(evening.state.plays) == 2


def test_an_absent_winner_means_the_group_is_asked(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    filled = next_form(evening, here=["0", "2"])
    answer = evening.post("next", **filled)
    assert answer.status_code == 422 and "Choose who goes first" in answer.text
    assert "Ben won the last chapter and is not here" in answer.text
    assert evening.post("next", **(filled | {"first": "2"})).status_code == 303
    assert evening.play.names == ("Ada", "Cleo") and evening.play.situation.first == 1


@pytest.mark.parametrize(("slug", "here"), [("newdale", []), ("tybor", ["0"])])
def test_too_few_for_the_next_chapter_is_said(app: Flask, slug: str, here: list[str]) -> None:
    evening = Evening(app, slug, chapter="I", players=2)
    evening.finish(5, 30)
    answer = evening.post("next", **next_form(evening, here=here, kind="story"))
    assert answer.status_code == 422 and len(evening.state.plays) == 1


def test_somebody_joins_and_somebody_comes_back(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    evening.post("next", **next_form(evening, here=["0", "1"]))
    evening.finish(5, 30)
    assert "Cleo" in evening.get("next").text
    filled = next_form(evening, do="join-1")
    page = evening.post("next", **filled).text
    assert len(Page(page).named("name")) == 4


def test_a_fork_asks_which_card(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(5, 30, 1)
    evening.post("next", **next_form(evening))
    evening.finish(5, 30, 1)
    page = evening.get("next").text
    assert "The Chronicle decides between IIIa and IIIb." in page
    answer = evening.post("next", **next_form(evening))
    assert answer.status_code == 422 and "Choose the next chapter." in answer.text
    assert evening.post("next", **next_form(evening, chapter="IIIb")).status_code == 303
    assert evening.play.chapter == "IIIb"


def test_an_unfinished_chapter_comes_first(app: Flask) -> None:
    evening = Evening(app)
    assert "Finish Chapter I first" in evening.get("next").text
    answer = evening.post("next", **next_form(evening, kind="story"))
    assert answer.status_code == 422


def test_a_game_beside_an_unfinished_one_is_asked_about(app: Flask) -> None:
    """Whoever goes back to this page has mostly started what they wanted."""
    evening = Evening(app)
    filled = next_form(evening, kind="single", chapter="I")
    asked = evening.post("next", **filled)
    assert asked.status_code == 409 and "Chapter I isn’t finished." in asked.text
    assert len(evening.state.plays) == 1
    meant = filled | {"key": "other", "another": field(asked.text, "another")}
    assert evening.post("next", **meant).status_code == 303 and len(evening.state.plays) == 2


def test_a_story_without_a_rule_for_it_draws_who_starts(app: Flask) -> None:
    evening = Evening(app, "ohmygoods")
    evening.finish(5, 30, 1)
    assert evening.post("next", **next_form(evening)).status_code == 303
    assert evening.play.chapter == "II"


def chosen(page: str) -> str:
    """What stands under “Which one?”."""
    found = re.search(r'<select[^>]*name="chapter".*?value="([^"]*)" selected', page, re.S)
    return found[1] if found else ""


@pytest.mark.parametrize("before", ["base", "II"])
def test_whoever_leaves_the_story_again_finds_what_was_chosen_before(
    client: FlaskClient, before: str
) -> None:
    page = client.get("/new/ohmygoods").text
    story = client.post(
        "/new/ohmygoods", data=form(page, kind="story", chapter=before, do="again")
    ).text
    kept = {"single": field(story, "single")} if 'name="single"' in story else {}
    page = client.post("/new/ohmygoods", data=form(story, kind="single", do="again", **kept)).text
    assert chosen(page) == before


def test_the_base_game_is_offered_beside_a_story_that_goes_on(app: Flask) -> None:
    evening = Evening(app, "ohmygoods")
    evening.finish(5, 30, 1)
    page = evening.get("next").text
    assert field(page, "single") == "base"


def test_a_story_that_is_told_says_so(app: Flask) -> None:
    chapters = [chapter.key for chapter in games()["tybor"].chapters]
    evening = Evening(app, "tybor", chapter=chapters[0], players=2)
    evening.finish(1, 2)
    for chapter in chapters[1:]:
        evening.start(chapter, 2)
        evening.finish(1, 2)
    page = evening.get("next").text
    assert 'id="story-note"' in page and 'value="story"' not in page
    assert not following(evening.state).story


def test_a_game_without_a_story_is_not_asked_about_one() -> None:
    journal = Journal("merchants")
    journal.start("base", 2)
    plan = following(journal.state)
    assert not plan.story and objections(plan, journal.state) == {}
    assert sheet(plan, journal.state, True).kinds == ()


@pytest.mark.parametrize(
    ("winners", "said"), [(("Ada",), "Ada won"), (("Ada", "Ben"), "Ada and Ben won")]
)
def test_whoever_won_and_is_away_is_named_however_many_they_are(
    monkeypatch: pytest.MonkeyPatch, winners: tuple[str, ...], said: str
) -> None:
    journal = Journal()
    journal.start("I", 4, story=True)
    for seat in range(4):
        journal.fill(seat, track=seat, fists=0, coins=0, towns=0, buildings=0)
    journal.must("finish")
    done = replace(journal.state.outcomes()[-1], winners=winners)
    monkeypatch.setattr(State, "outcomes", lambda _: [done])
    plan = following(journal.state)
    people = tuple(replace(row, here=row.name in ("Cleo", "Dov")) for row in plan.people)
    note = sheet(replace(plan, people=people), journal.state, True).first_note
    are = "is" if len(winners) == 1 else "are"
    assert note == f"{said} the last chapter and {are} not here, so choose who goes first."


def test_a_table_whose_start_was_taken_back_can_start_anew(app: Flask) -> None:
    evening = Evening(app)
    evening.must("undo", entry=1)
    assert evening.get("next").status_code == 200


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_offered_first_is_always_right(slug: str) -> None:
    state = State(games()[slug])
    plan = fresh(state.game)
    people = tuple(PlanRow(name, p.colour) for name, p in zip("AB", plan.people, strict=True))
    assert objections(Plan(people, plan.chapter, plan.story), state) == {}


def test_a_game_that_is_more_than_its_story_offers_the_base_game_first(
    client: FlaskClient,
) -> None:
    page = client.get("/new/ohmygoods").text
    assert Page(page).called("kind-") == ["single", "story"]
    assert Page(page).named("kind") == ["single"]
    assert 'value="base" selected' in page and "Base game" in page
    story_first = client.get("/new/newdale").text
    assert Page(story_first).called("kind-") == ["story", "single"]


def test_colours_are_asked_for_only_where_the_box_has_them(client: FlaskClient) -> None:
    assert 'for="colour-0"' in client.get("/new/newdale").text
    page = client.get("/new/ohmygoods").text
    assert "Colour in seat" not in page and 'type="hidden" name="colour"' in page


def test_the_only_way_on_is_not_called_the_likely_one() -> None:
    sample = Sample(games()["tybor"])
    sample.chapter("I", ("Ada", "Ben"), notes=0)
    asked = sheet(following(sample.state), sample.state, covered=True)
    assert [(way.label, way.hint) for way in asked.ways] == [("Chapter II", "")]


def test_a_fifth_person_on_the_way_to_the_next_chapter_breaks_nothing(app: Flask) -> None:
    evening = Evening(app, players=4)
    evening.finish(5, 30, 1, 7)
    page = evening.post("next", **next_form(evening, do="join-1"))
    assert page.status_code == 200 and len(Page(page.text).named("name")) == 5
