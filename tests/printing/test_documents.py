"""The PDFs themselves, opened and read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from companion.games import games
from companion.printing import documents
from companion.printing.documents import Document
from companion.printing.sample_tables import NAMES, Sample, sample_state
from companion.rules.journal.state import State
from companion.show.paper.facts import changed, settled
from companion.show.paper.log import campaign_log
from companion.show.paper.sheet import blank, filled
from tests.journal import Journal
from tests.printing.conftest import Printed, html
from tests.printing.laid import Lays

A4, LETTER = (595, 842), (612, 792)
TABLE = "Thursday at Ada’s"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def three_chapters() -> State:
    return sample_state(games()["newdale"], 4, 3)


@pytest.fixture(scope="module")
def log(printed: Printed, three_chapters: State) -> PdfReader:
    """One log for all that can be asked of it; printing takes its time."""
    return printed(documents.log(TABLE, three_chapters, journal=True))


@pytest.fixture(scope="module")
def said(log: PdfReader) -> list[str]:
    """What each page says; to read it takes its time, too."""
    return [page.extract_text() for page in log.pages]


@pytest.fixture(scope="module")
def words(said: list[str]) -> str:
    """All words, with breaks and spaces as one: lines break where they like."""
    return re.sub(r"\s+", " ", " ".join(said))


def unprinted(document: Document) -> str:
    """What a document says, before it is laid out: that takes most of the time."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html(document)))


def fonts(reader: PdfReader) -> Iterator[dict[str, Any]]:
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            yield font.get_object()


def test_the_log_is_tagged_and_says_its_title_and_language(log: PdfReader) -> None:
    root = log.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert log.metadata is not None and log.metadata.title == f"{TABLE}: campaign log"
    assert b"pdfuaid" in root["/Metadata"].get_data()


def test_every_drawing_has_words_for_those_who_cannot_see_it(log: PdfReader) -> None:
    figures = [tag for tag in tags(log) if tag.get("/S") == "/Figure"]
    assert len(figures) > 10
    assert not {figure.get("/Alt") for figure in figures} & set(NAMES)  # they stand beside
    assert [figure for figure in figures if not figure.get("/Alt")] == []


def test_every_link_of_the_log_is_tagged_as_one(log: PdfReader) -> None:
    """What PDF/UA asks of links (7.18.5); a mark-up inside of one loses the tag."""
    known = log.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = dict(zip(known[::2], known[1::2], strict=True))
    notes = [note.get_object() for page in log.pages for note in page.get("/Annots", ())]
    assert len(notes) > 3
    assert {owners[note["/StructParent"]].get_object()["/S"] for note in notes} == {"/Link"}


def test_a_list_holds_nothing_but_its_items(printed: Printed) -> None:
    """What PDF/UA asks of lists (7.2): a question and its answer have no space between them."""
    sample = Sample(games()["newdale"])
    sample.open("II", NAMES[:2], story=False)
    assert sample.do("rule", ruling="sawmill-chapter", value="II")
    log = printed(documents.log(TABLE, sample.state, journal=False))
    rows = [row for tag in tags(log) if tag["/S"] == "/L" for row in kids(tag)]
    inside = {kid["/S"] for row in rows for kid in ([row] if row["/S"] == "/LI" else kids(row))}
    assert rows and inside == {"/LI"}


def kids(tag: Any) -> list[Any]:
    found = tag.get("/K", [])
    each = [kid.get_object() for kid in (found if isinstance(found, list) else [found])]
    return [kid for kid in each if hasattr(kid, "get") and kid.get("/S")]


def tags(reader: PdfReader) -> Iterator[Any]:
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        tag = waiting.pop().get_object()
        kids = tag.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            kid = kid.get_object()
            if hasattr(kid, "get") and kid.get("/S"):
                yield kid
                waiting.append(kid)


def test_the_logs_fonts_travel_with_it_cut_down_to_what_is_used(log: PdfReader) -> None:
    for font in fonts(log):
        descendant = font["/DescendantFonts"][0].get_object()
        assert "/FontFile2" in descendant["/FontDescriptor"] or (
            "/FontFile3" in descendant["/FontDescriptor"]
        )
        assert re.match(r"/[A-Z]{6}\+DejaVu", font["/BaseFont"])


def test_the_log_has_a_bookmark_for_every_chapter(log: PdfReader, three_chapters: State) -> None:
    top = [mark.title for mark in log.outline if not isinstance(mark, list)]
    titles = [page.title for page in campaign_log(three_chapters).chapters]
    keys = [play.chapter for play in three_chapters.plays]
    assert [title.partition(":")[0] for title in titles] == [f"Chapter {key}" for key in keys]
    chosen = three_chapters.plays[-1].branch
    after = ["Everything entered", f"Next time: Chapter {chosen}"]
    assert top == [TABLE, "Standings so far", *titles, *after]


def test_a_chapter_reads_in_the_order_in_which_it_is_told(
    words: str, three_chapters: State
) -> None:
    parts = ["Contents", "Standings so far", "Chapter I", "Ranking", "Score sheet",
             "How it was decided", "Where the points came from", "How it adds up",
             "Events revealed", "Notes", "Chapter II", "Everything entered",
             "Next time"]  # fmt: skip
    places = []
    for part in parts:
        start = places[-1] if places else 0
        places.append(words.index(part, start))
    play = three_chapters.plays[0]
    scored = play.scored
    assert scored and scored[1].why in words
    assert play.notes[0] in words


def test_pages_are_numbered_and_say_whose_they_are(said: list[str]) -> None:
    for number, page in enumerate(said, 1):
        assert f"{number} of {len(said)}" in page
        assert TABLE in page


@pytest.mark.parametrize("slug", games())
def test_every_game_prints_its_log_begun_and_half_told(laid: Lays, slug: str) -> None:
    game = games()[slug]
    begun = Sample(game)
    begun.open(game.graph.first, NAMES[: game.players[0]])
    assert "not finished" in laid(documents.log(TABLE, begun.state, journal=True)).words
    half = sample_state(game, game.players[1], 2)
    words = laid(documents.log(TABLE, half, journal=False)).words
    for play in half.plays:
        scored = play.scored
        assert scored and scored[1].why in words


def test_a_game_lost_alone_is_finished_and_says_what_it_was_lost_by() -> None:
    sample = Sample(games()["ohmygoods"])
    sample.open("I", NAMES[:1])
    for fact, told in (("target", 10), ("goal_met", False)):
        sample.do("record", fact=fact, value=told)
    for field, points in (("buildings", 30), ("coins", 0)):
        sample.do("fill", seat=0, field=field, value=points)
    sample.finish()
    log = documents.log(TABLE, sample.state, journal=False)
    for document in filter(None, (log, documents.wall_poster(TABLE, sample.state))):
        words = unprinted(document).replace("&#39;", "'")
        assert "he chapter’s goal was missed" in words
        assert "not finished" not in words and "target was missed" not in words


def test_ordinary_long_names_stand_whole_above_the_tracks_too() -> None:
    sample = Sample(games()["ohmygoods"])
    sample.open("base", ("Maximilian", "Bartholomew"), story=False)
    sample.do("count", track="buildings", seat=1, by=2)
    page = html(documents.log(TABLE, sample.state, journal=False))
    assert "Buildings so far" in page and "Maximilian 1, Bartholomew 3" in page


def test_the_end_of_a_story_is_told() -> None:
    whole = sample_state(games()["newdale"], 2)
    words = unprinted(documents.log(TABLE, whole, journal=False))
    assert "Campaign complete" in words and "The campaign ends here" in words


def test_a_row_of_zeros_that_tells_of_a_goal_missed_stays_on_a_filled_sheet() -> None:
    def rows(paid: int) -> list[str]:
        journal = Journal("ohmygoods")
        journal.start("I", players=2)
        journal.must("record", fact="demand_coins", value=10)
        for seat in (0, 1):
            journal.fill(seat, buildings=9 + seat, coins=12, paid=paid)
        journal.must("finish")
        told = filled(journal.play).workings
        return [f"{label}: {how}" for _, parts in told for label, how in parts]

    assert not any("Chapter" in row for row in rows(paid=10))
    assert any("Chapter" in row and "10 coins short" in row for row in rows(paid=0))


def test_rows_of_zeros_are_left_out_of_a_filled_sheet_and_kept_in_a_blank_one() -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", NAMES[:2])
    scored = sample.play.scored
    assert scored
    every = zip(*(breakdown.lines for breakdown in scored[0]), strict=True)
    nothing = [not any(line.points for line in lines) for lines in every]
    kinds = zip(sample.play.game.sheet.categories, nothing, strict=True)
    labels = {category.label for category, zero in kinds if zero}
    assert labels and not labels & {row.label for row in filled(sample.play).rows}
    empty = blank(sample.play.game, sample.play.situation, (None, None))
    assert labels <= {row.label for row in empty.rows}
    assert len({row.label for row in empty.rows}) == len(empty.rows)


def test_only_what_the_group_settled_itself_is_told() -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", NAMES[:2], notes=0)
    assert [*settled(sample.state)] == []
    ruling = sample.state.game.rulings[0]
    sample.do("rule", ruling=ruling.key, value=ruling.options[-1].key)
    assert [question for question, _, _ in settled(sample.state)] == [ruling.question]


def test_a_card_that_was_compared_is_no_ruling_on_paper() -> None:
    sample = Sample(games()["tybor"])
    sample.chapter("I", NAMES[:2], notes=0)
    sample.do("record", fact="captain_table", value=[1, 2, 4, 7, 11])
    assert sample.play.situation["captain-values"] == "confirmed"
    assert not [*settled(sample.state)] and not [*changed(sample.play)], "the numbers are printed"


def test_no_colon_follows_a_question() -> None:
    sample = Sample(games()["tybor"])
    sample.do("rule", ruling="discount", value="two")
    sample.chapter("I", NAMES[:2], notes=0)
    page = html(documents.log(TABLE, sample.state, journal=False))
    assert 'class="asks">How much Strength does a matching colour symbol save?</dt>' in page


def test_the_journal_is_printed_only_when_asked_for(words: str, three_chapters: State) -> None:
    short = unprinted(documents.log(TABLE, three_chapters, journal=False))
    assert "Everything entered" not in short
    assert f" {three_chapters.seq} " in words


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", games())
def test_a_blank_score_sheet_has_room_for_a_pen_on_one_page(
    laid: Lays, slug: str, paper: str
) -> None:
    game = games()[slug]
    for players in {*game.players, min(4, game.players[1])}:
        situation, _ = game.situation(game.graph.first, players, {})
        sheet = laid(documents.score_blank("", game, situation, None), paper)
        assert len(sheet.pages) == 1, players
        assert [c.label for c in game.sheet.categories if c.label not in sheet.words] == []


@pytest.mark.parametrize("slug", games())
def test_a_filled_score_sheet_is_one_page_with_everybody_and_the_longest_names(
    laid: Lays, slug: str
) -> None:
    game = games()[slug]
    names = [f"{name} Featherstonehaugh-Cholmondeley of York"[:40] for name in NAMES]
    state = sample_state(game, game.players[1], 1, names)
    sheet = laid(documents.score_of(TABLE, state, state.plays[0]), "letter")
    assert len(sheet.pages) == 1


@pytest.mark.parametrize("slug", games())
def test_sheets_for_pen_and_paper_have_a_page_size_and_every_chapter(laid: Lays, slug: str) -> None:
    game = games()[slug]
    book = laid(documents.blank_book(game, game.players[1], set(), shown=True), "letter")
    assert book.size == LETTER
    chapters = [c.title for c in game.chapters if c.story]
    assert len(chapters) == 1 or [title for title in chapters if title not in book.words] == []
    assert laid(documents.setup("", game, game.situation(game.graph.first, 3, {})[0])).size == A4


def test_a_blank_log_keeps_chapters_ahead_covered_unless_asked() -> None:
    game = games()["newdale"]
    covered = unprinted(documents.blank_book(game, 4, {"I"}, shown=False))
    shown = unprinted(documents.blank_book(game, 4, {"I"}, shown=True))
    assert "Canyon Brook" not in covered and "Hidden until you get here" in covered
    assert "Canyon Brook" in shown
    assert "Next chapter" in covered
    assert covered.count("Permanently added") == sum(c.story for c in game.chapters)
    assert "P05" not in covered and "P05" in shown


def test_a_change_over_says_what_to_fetch(laid: Lays) -> None:
    game = games()["newdale"]
    old, new = (game.situation(key, 3, {})[0] for key in ("II", "IIIa"))
    words = laid(documents.changeover("", game, old, new)).words
    assert "Put away" in words and "board A" in words and "board B" in words


def test_a_sheet_that_is_not_finished_says_what_comes_from_play() -> None:
    journal = Journal("newdale")
    journal.start("I", 2)
    journal.must("count", track="points", seat=0, to=14)
    for seat in (0, 1):
        journal.fill(seat, coins=0, towns=0, buildings=0)
    journal.fill(1, track=9)
    paper = filled(journal.play)
    track = next(row for row in paper.rows if row.label == "Point track")
    assert (track.cells, track.small) == (("14", "9"), "From play: Ada.")
    assert paper.totals == ("·", "·")
    journal.confirm()
    assert filled(journal.play).totals == ("·", "·"), "the group has not agreed on what is blank"
    journal.must("finish")
    paper = filled(journal.play)
    assert paper.totals == ("14", "9") and "rom play" not in str(paper.rows)
