"""Look up: what is in this game and chapter is found, and what the story covers is not named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games import games
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.parts.decks import CatalogueCard
from companion.rules.parts.facts import LookupKind, filled_in
from companion.rules.soundness import faults
from companion.show.lookup import Find, LookUp, in_play, look_up
from tests.journal import Journal


def play_of(slug: str, chapter: str, players: int = 3, **more: object) -> Play:
    journal = Journal(slug)
    journal.start(chapter, players, **more)
    return journal.play


def labels(page: LookUp, kind: str) -> list[str]:
    return [find.label for found in page.kinds if found.key == kind for find in found.finds]


def shown(page: LookUp) -> list[Find]:
    return [find for kind in page.kinds for find in kind.finds if page.shows(kind, find)]


def written(page: LookUp) -> str:
    """Every word of the page."""
    finds = [find for kind in page.kinds for find in kind.finds]
    words = [word for f in finds for word in (f.label, *f.says, f.tag, f.note, *f.each)]
    return "\n".join([*words, *(kind.label for kind in page.kinds)])


def evenings() -> Iterator[tuple[Game, Play]]:
    for game in games().values():
        for chapter in game.chapters:
            low, high = chapter.players or game.players
            for players in {low, high}:
                yield game, play_of(game.slug, chapter.key, players)


@pytest.mark.slow
def test_every_card_in_play_is_found_and_no_covered_one_is_named() -> None:
    for game, play in evenings():
        page = look_up(play, "", "all")
        text = written(page)
        here = [card for card in game.catalogue if in_play(play, card)]
        for card in here:
            name = card.label.partition(",")[0].casefold()
            assert name in text.casefold(), (game.slug, play.chapter, card.key)
        for name in covered(game, play, here):
            assert not re.search(rf"\b{re.escape(name)}\b", text), (game.slug, play.chapter, name)


def covered(game: Game, play: Play, here: list[CatalogueCard]) -> set[str]:
    """Cards that a story has later, and the titles of its other chapters."""
    if len(game.chapters) == 1:
        return set()
    keys = [chapter.key for chapter in game.chapters]
    past = [replace(play.situation, chapter=key) for key in keys[: keys.index(play.chapter)]]
    gone = [c for c in game.catalogue if not c.among and any(c.when.holds(at) for at in past)]
    known = " ".join(card.label for card in (*here, *gone))
    cards = {card.label for card in game.catalogue if card.label not in known}
    mine = game.title_of(play.chapter)
    return cards | {c.title for c in game.chapters if c.story and c.title not in mine}


def test_the_base_game_shows_no_card_of_the_expansion() -> None:
    found = labels(look_up(play_of("ohmygoods", "base"), "", ""), "buildings")
    assert "Tannery" in found
    assert not {"Armory", "Vineyard", "Watchtower"} & set(found)


def test_a_new_building_shows_once_the_group_has_named_it() -> None:
    journal = Journal("ohmygoods")
    journal.start("II", 3)
    assert "Armory" not in labels(look_up(journal.play, "", ""), "buildings")
    journal.must("record", fact="building_38", value="armory")
    assert "Armory" in labels(look_up(journal.play, "", ""), "buildings")
    assert "Vineyard" not in labels(look_up(journal.play, "", ""), "buildings")


def test_a_card_of_which_nothing_is_known_still_comes_later() -> None:
    journal = Journal()
    journal.start("I", 3, story=True)
    kinds = {kind.key: kind.covered for kind in look_up(journal.play, "", "").kinds}
    assert kinds["goods"] == 2  # grapes and, with a value that nobody knows, fish soup


def test_a_new_building_without_a_name_is_shown_as_one_and_the_others_stay_covered() -> None:
    def buildings() -> tuple[bool, int]:
        page = look_up(journal.play, "", "")
        kind = next(kind for kind in page.kinds if kind.key == "buildings")
        return "New building, 38-45" in labels(page, "buildings"), kind.covered

    journal = Journal("ohmygoods")
    journal.start("I", 3, story=True)
    assert buildings() == (False, 8)
    journal.must("record", fact="introduced", value=["40", "51"])
    assert buildings() == (True, 8)
    journal.must("record", fact="building_40", value="armory")
    assert buildings() == (False, 7)


def test_only_the_buildings_that_lie_out_are_shown() -> None:
    found = labels(look_up(play_of("merchants", "base"), "", ""), "buildings")
    assert len(found) == 4


def test_covered_cards_are_counted_but_not_named() -> None:
    page = look_up(play_of("newdale", "I", story=True), "", "")
    special = next(kind for kind in page.kinds if kind.key == "special")
    assert special.covered == 3  # Barracks, Prison and Vineyard come later
    assert "characters" not in {kind.key for kind in page.kinds}
    alone = look_up(play_of("newdale", "I", story=False), "", "")
    assert not any(kind.covered for kind in alone.kinds)


def test_a_character_is_found_with_whoever_has_it() -> None:
    journal = Journal("newdale")
    journal.start("II", 3)
    for seat, card in enumerate(("P04", "P01", "P02")):
        journal.must("hold", draw="characters", seat=seat, thing=card)
    page = look_up(journal.play, "", "characters")
    assert sorted(seat for find in shown(page) for seat in find.seats) == [0, 1, 2]


def test_a_building_is_found_with_all_who_have_built_it() -> None:
    journal = Journal("ohmygoods")
    journal.start("base", 3)
    for seat in (0, 2, 2):
        journal.must("lay", pad="tableau", seat=seat, card="tannery" if seat else "tannery-1")
    tannery = next(f for f in shown(look_up(journal.play, "", "")) if f.key == "tannery")
    assert tannery.seats == (0, 2)


def test_all_words_must_stand_in_a_find_and_accents_do_not_matter() -> None:
    play = play_of("merchants", "base")
    assert shown(look_up(play, "brembizant", ""))[0].label == "Brembizánt"
    found = shown(look_up(play, "coins BAZAAR", ""))
    assert "Brembizánt" in {find.label for find in found}
    assert shown(look_up(play, "coins bazaar xyz", "")) == []


def test_nothing_asked_shows_the_first_kind_and_a_word_looks_through_all() -> None:
    play = play_of("newdale", "I")
    page = look_up(play, "", "")
    assert page.kind == page.kinds[0].key
    assert look_up(play, "coal", "").kind == "all"
    assert look_up(play, "coal", "goods").kind == "goods"
    assert look_up(play, "", "no such kind").chosen == ""


def test_what_changes_with_the_round_is_told_for_all_of_them() -> None:
    page = look_up(play_of("tybor", "I"), "", "costs")
    little = next(find for find in shown(page) if find.key == "cost_little")
    assert little.says == (
        "Stage I: 3 Strength", "Stage II: 4 Strength", "Stage III: 5 Strength",
        "Stage IV: 6 Strength",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{coins:coin} each", "1 coin each"),
        ("{coal}|{coins}", "1"),
        ("{coal}", ""),
        ("plain", "plain"),
    ],
)
def test_a_line_says_what_is_known_of_a_card(text: str, said: str) -> None:
    assert filled_in(text, {"coins": 1}) == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (LookupKind("x", "X", catalogue="steds"), "no catalogue 'steds'"),
        (LookupKind("x", "X", catalogue="steeds", says=("{efect}",)), "no detail 'efect'"),
        (LookupKind("x", "X", catalogue="steeds", tag="{effect"), "a brace is not closed"),
        (LookupKind("x", "X", draw="sted"), "no draw 'sted'"),
        (LookupKind("x", "X", topics=("turn",)), "no topic 'turn'"),
    ],
)
def test_a_kind_that_names_nothing_is_a_fault(kind: LookupKind, said: str) -> None:
    game = games()["merchants"]
    found = faults(replace(game, lookup=(*game.lookup, kind)))
    assert [fault.message for fault in found if said in fault.message]


def test_a_catalogue_that_nobody_finds_is_a_fault() -> None:
    found = faults(replace(games()["merchants"], lookup=()))
    said = "nothing shows the catalogue 'towns'; name it in a look-up"
    assert said in {f.message for f in found}


def test_what_another_scenario_says_is_not_in_the_course_of_play() -> None:
    quiet = look_up(play_of("tybor", "I", 4, settings={"scenario": "fourth"}), "", "all")
    assert "Escape from the City" not in written(quiet)
    assert "Use your last card" not in written(quiet)
    escape = look_up(play_of("tybor", "I", 4, settings={"scenario": "escape"}), "", "all")
    assert "Use your last card" in written(escape), "of which there are seven"


def test_what_the_group_has_settled_is_not_doubted_any_more() -> None:
    play, said = play_of("tybor", "I", 4), "picture under"
    before = look_up(play, "", "all")
    assert said in written(before)
    assert [f.note for f in shown(before) if f.key == "pick-2-discount"] == ["See House rules."]
    settled = look_up(play, "", "all", ruled={"discount"})
    assert said not in written(settled)
    assert [f.note for f in shown(settled) if f.key == "pick-2-discount"] == [""]
    assert not any(find.unsure for find in shown(settled) if find.key == "discount")


def test_a_question_mark_is_explained_where_nothing_else_says_what_to_do() -> None:
    costs = next(k for k in look_up(play_of("tybor", "I", 4), "", "all").kinds if k.key == "costs")
    assert any(find.unsure and find.note for find in costs.finds) and not costs.unsure
    goods = look_up(play_of("ohmygoods", "base"), "", "all")
    assert next(k for k in goods.kinds if k.key == "buildings").unsure


def test_single_cards_are_counted_and_several_alike_are_kinds() -> None:
    page = look_up(play_of("ohmygoods", "base"), "", "all")
    finds = {find.key: find.fold for find in shown(page)}
    assert finds["mill"] == "6 cards"
    assert (finds["resource-office"], finds["card-office"]) == ("5 kinds", "1 kind")


def test_the_turn_of_the_private_concern_is_told_only_where_it_sits() -> None:
    line = "Play the Private Concern’s turn"
    assert line not in written(look_up(play_of("merchants", "base", 4), "", "all"))
    journal = Journal("merchants")
    seats = [{"name": "Ada"}, {"name": "Private Concern"}]
    journal.must("start", chapter="base", seats=seats, settings={"concern": "yes"})
    assert line in written(look_up(journal.play, "", "all"))


def test_a_card_says_what_it_does_for_one_alone_and_for_several() -> None:
    alone, several = (written(look_up(play_of("newdale", "II", n), "", "all")) for n in (1, 4))
    assert "nothing in a solo game" in alone and "play alone" not in several
    assert "the others discard" in several and "the others" not in alone
