"""The page Look up: by word and by kind without a script, for everybody with a link."""

from __future__ import annotations

from flask import Flask

from companion.table.links import Role
from tests.web.evening import Evening
from tests.web.pressing import Page
from tests.web.test_people import Guest


def rows(page: str) -> list[str]:
    """The labels of what is shown."""
    found = Page(page).all("li", ".row", "data-find")
    return [name for row in found if "hidden" not in row.given for name in row.texts("b")[:1]]


def test_a_word_and_a_kind_narrow_the_page_without_a_script(app: Flask) -> None:
    evening = Evening(app)
    first = rows(evening.get("look-up").text)
    assert first[0] == "Growth: token 3" and "Fortress" not in first
    assert rows(evening.get("look-up", q="fortress").text) == ["Fortress"]
    assert "Fortress" in rows(evening.get("look-up", kind="special").text)
    assert rows(evening.get("look-up", q="zzz").text) == []


def test_the_tapped_kind_counts_not_the_one_before(app: Flask) -> None:
    page = Evening(app).get("look-up", kind=["goods", "special"]).text
    assert 'value="special" aria-pressed="true"' in page
    assert '<input type="hidden" name="kind" value="special">' in page


def test_what_is_typed_is_shown_as_text(app: Flask) -> None:
    page = Evening(app).get("look-up", q='"><script>x').text
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_a_watcher_can_search(app: Flask) -> None:
    guest = Guest(Evening(app), Role.WATCHER)
    page = guest.client.get(f"/t/{guest.link.token}/look-up").text
    assert page.index("data-lookup") < page.index("<fieldset disabled")


def test_it_leads_back_to_the_play_it_is_about(app: Flask) -> None:
    evening = Evening(app)
    evening.finish(3, 2, 1)
    evening.start("II")
    assert f'href="/t/{evening.token}/play"' in evening.get("look-up").text
    old = evening.get("look-up", play=0).text
    assert f'href="/t/{evening.token}/result?play=0"' in old
    assert '<input type="hidden" name="play" value="0">' in old


def test_later_chapters_stay_covered_on_the_page(app: Flask) -> None:
    page = Evening(app).get("look-up", kind="all").text
    for name in ("Prison", "Vineyard", "Navigator", "Gunda", "Hooded", "Chapter II"):
        assert name not in page, name
    assert "3 more come later. Hidden to avoid spoilers." in page
