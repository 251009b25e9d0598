"""The statistics pages: of a table, of a shelf, and who is who on this device."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import event

from companion.rules.game import Game
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.table.journal import state_cache
from companion.table.links import Role
from companion.table.store import db
from tests.web.evening import Evening, link_for
from tests.web.pressing import guard_of
from tests.web.test_people import Guest

COMPARING = ("duels", "records", "history", "bars")


@pytest.fixture
def evening(app: Flask) -> Evening:
    found = Evening(app, "ohmygoods", chapter="base", story=False)
    found.finish(12, 9, 4)
    found.start("base", story=False)
    found.finish(5, 9, 4)
    found.get()
    return found


def tell(evening: Evening, **form: str) -> str:
    token = guard_of(evening.client, "/statistics/people")
    answer = evening.client.post("/statistics/people", data={"csrf_token": token, **form})
    assert answer.status_code == 303
    return evening.client.get("/statistics").get_data(as_text=True)


def test_a_table_has_its_statistics_one_tap_away(evening: Evening) -> None:
    assert f"/t/{evening.token}/statistics" in evening.get("more").text
    text = evening.get("statistics").get_data(as_text=True)
    assert 'id="who"' in text and "50% of 2 games" in text
    assert text.count("Show numbers") == 3 and "result?play=0" in text


def test_what_compares_games_comes_with_the_second_one(app: Flask) -> None:
    found = Evening(app, "ohmygoods", chapter="base", story=False)
    found.finish(12, 9, 4)
    for _ in range(2):
        for text in (found.get("statistics").text, found.client.get("/statistics").text):
            assert 'id="who"' in text and 'id="later"' in text
            assert not any(f'id="{part}"' in text for part in COMPARING)
    found.start("base", story=False)
    found.finish(5, 9, 4)
    text = found.get("statistics").text
    assert 'id="later"' not in text and all(f'id="{part}"' in text for part in COMPARING)


def test_nothing_yet_is_said(app: Flask) -> None:
    for page in (Evening(app).get("statistics").text, app.test_client().get("/statistics").text):
        assert 'id="nothing"' in page and "after your first finished game" in page


def test_the_shelf_counts_every_table(app: Flask, evening: Evening) -> None:
    other = Evening(app, "ohmygoods", "Sunday", chapter="base", story=False)
    other.finish(5, 6, 7)
    assert "of 2 games" in evening.client.get("/statistics").get_data(as_text=True)
    evening.client.get(f"/t/{other.token}/")
    text = evening.client.get("/statistics").get_data(as_text=True)
    assert "% of 3 games" in text
    assert "matches this filter" in evening.client.get("/statistics?count=7").text


def test_a_new_result_is_counted_at_once(evening: Evening) -> None:
    evening.client.get("/statistics")
    evening.start("base", story=False)
    evening.finish(1, 2, 3)
    assert "% of 3 games" in evening.client.get("/statistics").get_data(as_text=True)


def test_people_are_joined_and_told_apart_on_this_device(app: Flask, evening: Evening) -> None:
    seats = [{"name": "Adi"}, {"name": "Ben"}]
    other = Evening(app, "ohmygoods", "Sunday", chapter="base", story=False, seats=seats)
    other.finish(5, 6)
    evening.client.get(f"/t/{other.token}/")
    assert "Adi" in evening.client.get("/statistics").get_data(as_text=True)
    text = tell(evening, do="join", name="adi", other="ada")
    assert text.count("% of 3 games") == 2 and "1 game: " not in text
    text = tell(evening, do="apart", name="ben", table=other.table.uid)
    assert text.count("% of 3 games") == 1 and "1 game: " in text
    tell(evening, do="forget", name="adi")
    text = tell(evening, do="forget", name="ben", table=other.table.uid)
    assert text.count("% of 3 games") == 1 and text.count("1 game: ") == 1


def test_a_tables_own_page_counts_those_who_were_joined_as_one(evening: Evening) -> None:
    evening.start("base", story=False, seats=[{"name": "Adi"}, {"name": "Ben"}])
    evening.finish(5, 6)
    assert 'class="name">Adi<' in evening.get("statistics").text
    tell(evening, do="join", name="adi", other="ada")
    assert "1 game: " not in evening.get("statistics").text
    tell(evening, do="forget", name="adi")
    assert 'class="name">Adi<' in evening.get("statistics").text


@pytest.mark.parametrize("page", ["/statistics", "/statistics?game=ohmygoods&who=ada"])
def test_statements_do_not_grow_with_the_tables(app: Flask, evening: Evening, page: str) -> None:
    def asked() -> int:
        found: list[str] = []
        with app.app_context():
            engine = db.engine
        note = lambda *args: found.append(args[2])  # noqa: E731
        event.listen(engine, "before_cursor_execute", note)
        evening.client.get(page)
        event.remove(engine, "before_cursor_execute", note)
        return len(found)

    before = asked()
    for n in range(3):
        other = Evening(app, "ohmygoods", f"T{n}", chapter="base", story=False)
        other.finish(5, 6, 7)
        evening.client.get(f"/t/{other.token}/")
    assert asked() == before <= 3


def test_nobody_is_handed_the_link_of_another_device(app: Flask, evening: Evening) -> None:
    assert evening.token in evening.client.get("/statistics").get_data(as_text=True)
    guest = Guest(evening, Role.WATCHER)
    assert guest.get("watch").status_code == 200
    text = guest.client.get("/statistics").get_data(as_text=True)
    assert "of 2 games" in text and guest.link.token in text and evening.token not in text


def test_a_table_with_two_links_here_is_counted_once(evening: Evening) -> None:
    evening.client.get(f"/t/{link_for(evening, Role.PLAYER)}/")
    evening.client.get(f"/t/{link_for(evening, Role.WATCHER)}/watch")
    text = evening.client.get("/statistics").get_data(as_text=True)
    assert "<dt>Games</dt><dd>2</dd>" in text
    assert f"/t/{evening.token}/result" in text  # by the link that may do most
    assert evening.client.get("/tables.csv").get_data(as_text=True).count("Ada") == 2


def test_who_is_who_offers_only_what_can_be_told(app: Flask, evening: Evening) -> None:
    def page() -> str:
        return evening.client.get("/statistics/people").get_data(as_text=True)

    assert 'id="join"' in page() and 'id="apart"' not in page()
    other = Evening(app, "ohmygoods", "Sunday", chapter="base", story=False)
    other.finish(5, 6, 7)
    evening.client.get(f"/t/{other.token}/")
    assert page().count(">Split<") == 6 and 'id="told"' not in page()
    tell(evening, do="apart", name="ben", table=other.table.uid)
    assert "Ben in Sunday is someone else" in page() and "Ben (Sunday)" in page()


def test_cold_every_table_is_folded_once(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Evening(app, "ohmygoods", "Sunday", chapter="base", story=False)
    other.finish(5, 6, 7)
    evening.client.get(f"/t/{other.token}/")
    with app.app_context():
        for table in (evening.table, other.table):
            state_cache().forget(table.id)
    folded: list[int] = []

    def counting(game: Game, entries: list[Entry]) -> State:
        folded.append(len(entries))
        return replay(game, entries)

    monkeypatch.setattr("companion.table.states.replay", counting)
    for _ in range(2):
        assert "% of 3 games" in evening.client.get("/statistics").get_data(as_text=True)
    assert len(folded) == 2
