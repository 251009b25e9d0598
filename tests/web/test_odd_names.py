"""Names with a comma or an “and” of their own: sentences stay sentences."""

from __future__ import annotations

from flask import Flask

from tests.web.evening import Evening
from tests.web.every_page import papers


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
