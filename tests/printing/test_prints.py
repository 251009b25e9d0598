"""The pages around printing: options, waiting, the cached file, and what cannot be had."""

from __future__ import annotations

import os
import re
import time
from datetime import datetime
from inspect import signature
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import create_app
from companion.database import copy_database, make_ready
from companion.games import games
from companion.printing import documents, files, pdf
from companion.printing.files import Prints, print_name
from companion.printing.press import Press
from companion.printing.typesetting import stylesheet
from companion.rules.zones import local
from companion.table.links import Role
from companion.table.store import db
from companion.web.table.exports import TableOrder
from tests.conftest import database_of
from tests.web.evening import Evening
from tests.web.test_people import Guest


class Fake:
    """A press that does as it is told."""

    def __init__(self, full: bool = False, missing: bool = False, fails: str | None = None) -> None:
        self.full, self.missing, self.fails = full, missing, fails
        self.jobs: dict[str, object] = {}
        self.on_page = 0

    def order(self, job: object) -> bool:
        if not self.full:
            self.jobs[job.key] = job  # type: ignore[attr-defined]
        return not self.full

    def place(self, key: str) -> int | None:
        return list(self.jobs).index(key) if key in self.jobs else None

    def page(self, key: str) -> int:
        return self.on_page

    def failure(self, key: str) -> str | None:
        return self.fails

    def close(self) -> None:
        pass


def fake(app: Flask, **ways: object) -> Fake:
    app.extensions["press"] = Fake(**ways)
    return app.extensions["press"]


def test_a_request_never_waits_but_gets_a_page_that_comes_back(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    answer = evening.get("print/log.pdf")
    assert answer.status_code == 202
    assert '<noscript><meta http-equiv="refresh" content="3; url=?wait=1">' in answer.text
    assert "Refresh" not in answer.headers  # with a script the page stays and asks
    assert f"{evening.table.name}: campaign log" in answer.text
    evening.get("print/log.pdf")
    assert len(press.jobs) == 1


def test_the_page_that_waits_asks_how_far_the_print_is(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    page = evening.get("print/log.pdf").text
    found = re.search('data-press="([^"]+)"', page)
    assert found
    said = evening.client.get(found[1]).json
    assert (said["over"], said["far"]) == (False, 10) and "ahead" not in said["said"]
    press.on_page = 7
    later = evening.client.get(found[1]).json
    assert "Page 7" in later["said"] and said["far"] < later["far"] < 100
    (job,) = press.jobs.values()
    press.jobs.clear()
    assert evening.client.get(found[1]).json == {"over": True, "said": "", "far": 100}
    job.target.write_bytes(b"%PDF-1.7 done")  # type: ignore[attr-defined]
    assert evening.client.get(found[1]).json["said"] == "1 kB"


def test_others_in_the_queue_are_said(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    evening.get("print/setup.pdf")
    assert "1 ahead of you." in evening.get("print/log.pdf").text
    assert len(press.jobs) == 2


def test_a_score_sheet_reads_nothing_of_the_address_but_whether_it_is_blank(app: Flask) -> None:
    evening = Evening(app)
    fake(app)
    for asked in ({"chapter": "zz"}, {"players": "99"}, {"blank": "1", "chapter": "zz"}):
        assert evening.get("print/score.pdf", **asked).status_code == 202


def test_without_a_script_a_page_says_that_it_is_ready(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    assert evening.get("print/log.pdf", journal="1", wait="1").status_code == 202
    (job,) = press.jobs.values()
    job.target.write_bytes(b"%PDF-1.7 done")  # type: ignore[attr-defined]
    answer = evening.get("print/log.pdf", journal="1", wait="1")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert '<a class="button primary" id="open-pdf" href="?journal=1">' in answer.text


@pytest.mark.parametrize(
    "asked", ["endpoint=x", "_external=1", "x=%22%3E%3Cb%3E", "paper=a4&x=1&x=2"]
)
def test_odd_questions_lead_to_the_same_page(app: Flask, asked: str) -> None:
    fake(app)
    evening = Evening(app)
    answer = evening.client.get(f"/t/{evening.token}/print/log.pdf?{asked}")
    assert answer.status_code == 202 and '"><b>' not in answer.text


def test_a_print_that_lies_ready_is_sent_as_a_file_and_only_once(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app, name="Thursday at Ada’s")
    evening.get("print/log.pdf")
    (job,) = press.jobs.values()
    job.target.write_bytes(b"%PDF-1.7 done")  # type: ignore[attr-defined]
    answer = evening.get("print/log.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    day = f"{local(datetime.fromisoformat(evening.state.log[-1].entry.at), ''):%Y-%m-%d}"
    assert f"thursday-at-adas-campaign-log-{day}.pdf" in answer.headers["Content-Disposition"]
    answer.close()
    assert answer.cache_control.private and answer.cache_control.no_cache
    known = {"If-None-Match": answer.headers["ETag"]}
    again = evening.client.get(answer.request.path, headers=known)
    assert again.status_code == 304
    again.close()


def test_a_new_entry_a_new_name_or_another_paper_is_another_print(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    for query in ({}, {"journal": "1"}, {"paper": "letter"}):
        evening.get("print/log.pdf", **query)
    assert len(press.jobs) == 3
    evening.must("note", text="A good round.")
    evening.get("print/log.pdf")
    assert len(press.jobs) == 4


@pytest.mark.parametrize("document", ["log", "blank-log", "score", "setup", "changeover"])
def test_what_changes_nothing_on_the_paper_is_no_other_print(app: Flask, document: str) -> None:
    press = fake(app)
    evening = Evening(app)
    for query in ({}, {"journal": "x"}, {"to": "x"}, {"blank": "no"}, {"open": ""}):
        evening.get(f"print/{document}.pdf", **query)
    assert len(press.jobs) == 1


def test_blank_sheets_are_not_printed_anew_for_what_they_do_not_show(app: Flask) -> None:
    press = fake(app)
    for query in ("", "?to=x", "?journal=1&blank=x"):
        app.test_client().get(f"/print/newdale/score.pdf{query}")
    assert len(press.jobs) == 1


def test_a_print_is_known_by_what_is_on_it(app: Flask) -> None:
    """Number, name and length of a table may come again: a fresh start in the same folder."""
    names = set()
    for words in ("Ada came late.", "Ben came late."):
        evening = Evening(app, name="Thursday")
        evening.must("note", text=words)
        with app.app_context():
            shown = documents.log("Thursday", evening.state, journal=False)
            names.add(files.key("t1", shown.html("a4"), ""))
    assert len(names) == 2


def test_a_print_is_kept_by_the_browser_only(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    evening.get("print/log.pdf")
    (job,) = press.jobs.values()
    job.target.write_bytes(b"%PDF-1.7 done")  # type: ignore[attr-defined]
    answer = evening.get("print/log.pdf")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    answer.close()


def test_tables_have_turns_of_their_own_and_strangers_are_guests(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    evening.get("print/log.pdf")
    app.test_client().get("/print/newdale/score.pdf")
    told = [(job.owner, job.guest) for job in press.jobs.values()]  # type: ignore[attr-defined]
    assert told == [(files.owned_by(evening.table.uid), False), ("127.0.0.1", True)]


@pytest.mark.parametrize("shape", ["tent", "cards"])
def test_a_join_card_lets_players_and_watchers_in_and_nobody_as_host(
    app: Flask, shape: str
) -> None:
    press = fake(app)
    evening = Evening(app)
    watcher = Guest(evening, Role.WATCHER)
    Guest(evening, Role.PLAYER, 0)
    evening.get("print/join.pdf", **{"as": shape})
    (job,) = press.jobs.values()
    tokens = set(re.findall(r"/t/([\w-]+)", job.html))  # type: ignore[attr-defined]
    assert watcher.link.token in tokens and evening.token not in tokens and len(tokens) == 2
    assert "Join card" in evening.get("print").text


def test_only_the_host_hands_out_join_cards(app: Flask) -> None:
    fake(app)
    guest = Guest(Evening(app), Role.PLAYER)
    assert guest.get("print/join.pdf").status_code == 404
    assert "Join card" not in guest.get("print").text


def test_a_full_press_says_so(app: Flask) -> None:
    fake(app, full=True)
    answer = Evening(app).get("print/log.pdf")
    assert answer.status_code == 503
    assert "Printing is busy" in answer.text and 'id="try-again"' in answer.text
    assert answer.headers["Retry-After"] == "15"


def test_a_print_that_failed_says_so_in_words(app: Flask) -> None:
    fake(app, fails="It took too long.")
    answer = Evening(app).get("print/log.pdf")
    assert answer.status_code == 500
    assert "The PDF took too long to make." in answer.text and 'id="try-again"' in answer.text
    fake(app, fails="The render process stopped.")
    assert "The PDF couldn’t be made." in Evening(app).get("print/log.pdf").text


def test_without_pango_the_same_pages_open_in_the_browser(app: Flask) -> None:
    fake(app, missing=True)
    answer = Evening(app).get("print/log.pdf")
    assert answer.status_code == 200
    assert "style/paper.css" in answer.text
    assert "Print this page from your browser." in answer.text and "apt-get" not in answer.text
    assert "Campaign log" in answer.text


def test_a_set_up_sheet_doubts_nothing_that_the_table_has_ruled(app: Flask) -> None:
    fake(app, missing=True)
    evening = Evening(app, "tybor")
    for doubted in (True, False):
        page = evening.get("print/setup.pdf").text
        assert "Strength saved per matching colour symbol" in page
        assert ("(unconfirmed)" in page, "Check the picture" in page) == (doubted, doubted)
        evening.must("rule", ruling="discount", value="one")  # as we think


@pytest.mark.parametrize("document", ["log", "blank-log", "score", "setup", "changeover"])
@pytest.mark.parametrize("slug", games())
def test_every_document_of_every_game_can_be_had(app: Flask, slug: str, document: str) -> None:
    press = fake(app)
    evening = Evening(app, slug, chapter=games()[slug].graph.first)
    for query in ({}, {"blank": "1"}, {"open": "1"}):
        assert evening.get(f"print/{document}.pdf", **query).status_code == 202
    if document != "log":
        assert app.test_client().get(f"/print/{slug}/{document}.pdf").status_code == 202
    assert press.jobs


@pytest.mark.parametrize(
    "address",
    [
        "print/diary.pdf",
        "print/setup.pdf?chapter=XII",
        "print/setup.pdf?players=9",
        "print/score.pdf?play=7",
        "print/../log.pdf",
    ],
)
def test_what_there_is_not_is_not_found(app: Flask, address: str) -> None:
    fake(app)
    evening = Evening(app)
    assert evening.client.get(f"/t/{evening.token}/{address}").status_code == 404


@pytest.mark.parametrize(
    "address",
    ["chess", "newdale/log.pdf", "newdale/score.pdf?chapter=XII", "newdale/score.pdf?players=9"],
)
def test_sheets_there_are_not_are_not_found(app: Flask, client: FlaskClient, address: str) -> None:
    fake(app)
    assert client.get(f"/print/{address}").status_code == 404


def test_a_number_of_players_that_only_other_chapters_have_is_explained(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app, "ohmygoods", chapter="base", story=False)
    for address in (f"/t/{evening.token}/print/setup.pdf", "/print/ohmygoods/setup.pdf"):
        answer = evening.client.get(f"{address}?chapter=base&players=1")
        assert answer.status_code == 422 and "Solo games need the expansion" in answer.text
        assert evening.client.get(f"{address}?chapter=I&players=1").status_code == 202
    assert press.jobs


def test_the_overviews_offer_every_document(app: Flask, client: FlaskClient) -> None:
    evening = Evening(app)
    page = evening.get("print").text
    for document in ("log", "score", "setup", "changeover", "blank-log"):
        assert f"print/{document}.pdf" in page
    for slug in games():
        assert f"/print/{slug}" in client.get("/print/").text
        assert f"/print/{slug}/score.pdf" in client.get(f"/print/{slug}").text


def cards(page: str) -> list[str]:
    """The three documents that come first, and the main one of them."""
    return re.findall(r'id="print-(\w+)"', page.partition('id="more-to-print"')[0])


def test_what_the_game_at_hand_needs_most_comes_first(app: Flask) -> None:
    evening = Evening(app)
    assert cards(evening.get("print").text) == ["setup", "score", "blank", "log", "booklet"]
    evening.finish(3, 2, 1)
    assert cards(evening.get("print").text) == ["log", "booklet", "score", "blank", "next"]
    by_itself = Evening(app, "ohmygoods", chapter="base", story=False)
    by_itself.finish(3, 2, 1)
    page = by_itself.get("print").text
    assert cards(page) == ["log", "booklet", "score", "blank", "aid"]
    assert page.count("button primary") == 1


def test_a_viewer_can_print(app: Flask) -> None:
    guest = Guest(Evening(app), Role.WATCHER)
    page = guest.get("print").text
    assert page.index('id="print-log"') < page.index("<fieldset disabled")


def test_blank_sheets_are_for_the_chapter_and_players_asked_for(client: FlaskClient) -> None:
    page = client.get("/print/newdale?chapter=V&players=4&paper=letter").text
    assert "/print/newdale/score.pdf?chapter=V&amp;players=4&amp;paper=letter" in page
    assert client.get("/print/newdale?chapter=XII").status_code == 404
    assert client.get("/print/ohmygoods?chapter=base&players=1").status_code == 422


def test_single_games_have_no_change_over(app: Flask) -> None:
    assert "changeover" not in Evening(app, "tybor", chapter="VII", story=False).get("print").text
    assert "changeover" in Evening(app, "tybor").get("print").text


def test_a_chapter_that_is_not_for_everybody_says_for_how_many(app: Flask) -> None:
    page = Evening(app, "ohmygoods", chapter="base", story=False).get("print").text
    assert "Base game, 2–4 players</option>" in page and "Chapter I</option>" in page


@pytest.mark.parametrize(
    ("language", "paper"),
    [("en-US,en;q=0.9", "Letter"), ("de-DE,de;q=0.9,en-US;q=0.8", "A4"), ("en", "A4"), ("", "A4")],
)
def test_the_paper_is_guessed_from_the_language(
    client: FlaskClient, language: str, paper: str
) -> None:
    page = client.get("/print/newdale", headers={"Accept-Language": language}).text
    assert f" selected>{paper}</option>" in page


def test_a_devices_own_paper_wins_over_the_guess(client: FlaskClient) -> None:
    with client.session_transaction() as session:
        session["settings"] = {"paper": "letter"}
    page = client.get("/print/newdale", headers={"Accept-Language": "de-DE"}).text
    assert " selected>Letter</option>" in page


def test_the_paper_chosen_on_the_page_goes_with_every_print(app: Flask) -> None:
    fake(app)
    page = Evening(app).get("print", paper="letter").text
    forms = page.count('<form class="picks" method="get"')
    assert page.count('name="paper" value="letter"') == forms > 0
    assert page.count(".pdf?paper=letter") > 6 and "paper=a4" not in page


def test_the_paper_chosen_on_a_page_stays_with_the_device(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    evening.get("print", paper="letter")
    assert " selected>Letter</option>" in evening.client.get("/print/newdale").text
    evening.get("print/setup.pdf")
    (job,) = press.jobs.values()
    assert "size: letter" in job.css  # type: ignore[attr-defined]
    evening.client.get("/print/newdale?paper=a4")
    evening.get("print", paper="papyrus")
    with evening.client.session_transaction() as session:
        assert session["settings"]["paper"] == "a4"


def test_large_text_prints_large(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    with evening.client.session_transaction() as session:
        session["settings"] = {"text": "large"}
    evening.get("print/log.pdf")
    (job,) = press.jobs.values()
    sizes = re.findall(r"font(?:-size)?: (?:italic )?([\d.]+)pt", job.css)  # type: ignore[attr-defined]
    assert len(sizes) > 30 and min(map(float, sizes)) >= 12


def test_a_player_aid_is_set_in_nine_points() -> None:
    rules = re.findall(r"^\.half[^{]*\{([^}]*)\}", stylesheet("a4"), re.M)
    sizes = [float(n) for rule in rules for n in re.findall(r"font(?:-size)?: ([\d.]+)pt", rule)]
    assert len(sizes) > 3 and min(sizes) >= 9


def test_nothing_is_printed_smaller_than_eight_points() -> None:
    sizes = re.findall(r"font(?:-size)?: (?:italic )?([\d.]+)pt", stylesheet("letter"))
    assert len(sizes) > 30 and min(map(float, sizes)) >= 8


@pytest.mark.parametrize(("page", "document"), [("setup", "setup"), ("people", "join")])
def test_pages_offer_what_can_be_printed_of_them(app: Flask, page: str, document: str) -> None:
    assert f"print/{document}.pdf" in Evening(app).get(page).text


def test_secret_numbers_are_on_no_print(app: Flask) -> None:
    press = fake(app)
    evening = Evening(app)
    evening.must("mask", on=True)
    evening.must("fill", seat=1, field="buildings", value="17+18+19")
    evening.get("print/log.pdf", journal="1")
    evening.get("print/score.pdf")
    for job in press.jobs.values():
        assert "17+18+19" not in job.html  # type: ignore[attr-defined]


def test_prints_stay_few_and_a_table_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    kept = Prints(tmp_path, "ours")
    kept.ready()
    for number in range(5):
        path = kept.path(f"t1-{number}")
        path.write_bytes(b"x")
        os.utime(path, (time.time() - 100 + number,) * 2)
    kept.path("t12-a").write_bytes(b"x")
    (kept.folder / "t1-9.77.part").write_bytes(b"x")
    os.utime(kept.folder / "t1-9.77.part", (1, 1))
    kept.sweep()
    assert sorted(path.stem for path in kept.folder.iterdir()) == ["t1-3", "t1-4", "t12-a"]
    kept.forget("t1")
    assert [path.stem for path in kept.folder.iterdir()] == ["t12-a"]


def test_folders_of_other_databases_go_when_nobody_has_printed_there_for_a_day(
    tmp_path: Path,
) -> None:
    ours, theirs, gone = (Prints(tmp_path, name) for name in ("ours", "theirs", "gone"))
    two_days = (time.time() - 2 * 24 * 3600,) * 2
    for kept in (ours, theirs, gone):
        kept.ready()
        kept.path("t1-a").write_bytes(b"x")
    loose = tmp_path / "t1-from-before-there-were-folders.pdf"
    loose.write_bytes(b"x")
    for old in (ours.path("t1-a"), gone.path("t1-a"), loose):
        os.utime(old, two_days)
    ours.sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours", "theirs"]
    assert ours.path("t1-a").exists() and theirs.path("t1-a").exists()


def test_prints_lie_in_a_folder_of_their_databases_own(app: Flask, tmp_path: Path) -> None:
    """A fresh start beside an old one finds none of its prints; a restored copy finds its own."""
    place = tmp_path / "prints"
    fresh, copied = (
        create_app({"TESTING": True, "SECRET_KEY": "test", "PRINTS": place,
                    "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / name}"})
        for name in ("fresh.sqlite3", "copy.sqlite3")
    )  # fmt: skip
    make_ready(fresh)
    copy_database(database_of(app), tmp_path / "copy.sqlite3")
    folders = []
    for one in (app, fresh, copied):
        press = fake(one)
        one.test_client().get("/print/newdale/score.pdf")
        (job,) = press.jobs.values()
        folders.append(job.target.parent)  # type: ignore[attr-defined]
        with one.app_context():
            db.engine.dispose()
    ours, theirs, again = folders
    assert ours == again != theirs
    assert {ours.parent, theirs.parent} == {place}
    assert len(ours.name) == 32


def test_a_file_name_is_plain_whatever_the_table_is_called() -> None:
    assert print_name("Donnerstag bei Jörg/..\\", "IIIa", "Score sheet") == (
        "donnerstag-bei-jörg-iiia-score-sheet.pdf"
    )
    assert print_name("桌子", "Campaign log") == "桌子-campaign-log.pdf"
    assert print_name("नमस्ते", "Log") == "नमस्ते-log.pdf"  # marks belong to their letters
    assert print_name("../") == "guildbook.pdf"


def test_a_long_name_is_cut_and_what_the_file_is_stays_readable() -> None:
    filled, blank = (print_name("桌" * 80, "IVb", kind) for kind in ("Sheet", "Blank sheet"))
    assert filled.endswith("桌-ivb-sheet.pdf") and blank.endswith("桌-ivb-blank-sheet.pdf")
    assert max(len(filled.encode()), len(blank.encode())) < 200


@pytest.mark.slow
def test_a_log_is_printed_from_the_first_request_to_the_file(app: Flask, pango: None) -> None:
    app.extensions["press"] = Press(renderers=1)
    evening = Evening(app)
    answer = _patiently(evening)
    assert answer.data.startswith(b"%PDF")
    answer.close()


def _patiently(evening: Evening, seconds: float = 90) -> TestResponse:
    end = time.monotonic() + seconds
    while True:
        answer = evening.get("print/log.pdf")
        if answer.status_code != 202 or time.monotonic() > end:
            return answer
        time.sleep(0.2)


def test_a_print_comes_out_though_another_server_swept_its_empty_folder(tmp_path: Path) -> None:
    mine, other = Prints(tmp_path, "mine"), Prints(tmp_path, "other")
    mine.ready()
    other.sweep()
    pdf.put(mine.path("sheet"), b"%PDF")
    assert mine.path("sheet").read_bytes() == b"%PDF"


def test_a_table_has_all_that_any_document_asks_for(app: Flask) -> None:
    evening = Evening(app)
    with app.test_request_context():
        order = TableOrder(evening.table, evening.table.state.plays[0])
    for kind, maker in documents.MAKERS.items():
        assert signature(maker).parameters.keys() <= set(dir(order)), kind
