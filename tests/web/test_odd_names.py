"""Names with a comma or an “and” of their own: sentences stay sentences."""

from __future__ import annotations

from flask import Flask

from companion.table.store import StoredTable, db
from tests.web.evening import Evening
from tests.web.every_page import pages, papers
from tests.web.test_damage import insert


def test_a_name_with_a_comma_shares_the_win(app: Flask) -> None:
    seats = [{"name": "Ada, sen."}, {"name": "Ben"}]
    evening = Evening(app, "ohmygoods", chapter="base", story=False, seats=seats)
    evening.finish(20, 20)
    assert "Ada, sen. and Ben share the win" in evening.get("result").text
    assert "Ada, sen.; Ben" not in evening.get().text + evening.get("log").text


def test_two_in_one_seat_hold_the_cup_as_one(app: Flask) -> None:
    evening = Evening(app, "newdale", seats=[{"name": "Ada and Ben"}, {"name": "Cleo"}])
    evening.finish(9, 1)
    assert "<b>Ada and Ben</b> holds the cup" in papers(evening)


def test_records_name_them_so_too(app: Flask) -> None:
    seats = [{"name": "Ada, sen."}, {"name": "Ben"}]
    evening = Evening(app, "ohmygoods", chapter="base", story=False, seats=seats)
    evening.finish(20, 20)
    for _ in range(2):
        evening.start("base", story=False, seats=seats)
        evening.finish(20, 20)
    page = evening.get("statistics").text
    assert "Ada, sen. and Ben, 3 wins in a row" in page and "Ada, sen.; Ben" not in page


def test_names_never_turn_the_text_around_them(app: Flask) -> None:
    turning = "\u202e\u2066\u2029"
    evening = Evening(app, seats=[{"name": f"A{turning}da"}, {"name": "Ben"}])
    start = '{"chapter": "I", "seats": [{"name": "\u2067"}, {"name": "C\u202ely"}], "story": false}'
    insert(evening, action="start", data=start, play=None)  # as an older Guildbook kept it
    with app.app_context():
        db.session.execute(db.update(StoredTable).values(name=f"Thurs{turning}day"))
        db.session.commit()
    assert [person.name for person in evening.state.people] == ["Ada", "Ben", "\ufffd", "Cly"]
    assert evening.table.name == "Thursday" and not any(row.refused for row in evening.state.log)
    everything = [evening.client.get(page).get_data(as_text=True) for page in pages(evening)]
    everything += [papers(evening), evening.get("file").text, evening.client.get("/").text]
    assert not [text for text in everything if set("\u202a\u202e\u2066\u2067\u2029") & set(text)]
    assert evening.act("rename", {"person": 1, "name": "A\u202eva"}).status_code == 303
    assert evening.state.people[0].name == "Ava"
