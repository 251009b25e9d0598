"""Cards and tiles to look up: only those in this game and chapter, with whoever has them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.game import Game
from companion.rules.journal.outcome import card_of, drawn_hand, drawn_thing, names_of
from companion.rules.journal.play import Play
from companion.rules.journal.state import INTRODUCED
from companion.rules.parts.decks import CatalogueCard
from companion.rules.parts.facts import Certainty, Facts, LookupKind, filled_in
from companion.rules.situation import Situation
from companion.rules.words import capital, plural, uncurled
from companion.show.standing import tells_story

ANY_OF = "any_of"
"""The detail of a card that stands for others as long as nobody has noted which they are."""


@dataclass(frozen=True, slots=True)
class Find:
    """A row of Look up; ``label`` may be empty where a sentence stands by itself."""

    key: str
    label: str
    says: tuple[str, ...] = ()
    figure: str = ""
    tag: str = ""
    note: str = ""
    unsure: bool = False  # whether to compare it with the card
    seats: tuple[int, ...] = ()  # whose it is, as far as the table knows
    each: tuple[str, ...] = ()  # its single cards
    fold: str = ""  # how many these are

    def fits(self, words: frozenset[str]) -> bool:
        """Whether every word somebody typed stands in it."""
        text = plain(self.text) if words else ""
        return all(word in text for word in words)

    @property
    def text(self) -> str:
        """Everything it says."""
        told = (self.label, *self.says, self.figure, self.tag, self.note, *self.each)
        return " ".join(told)


def plain(text: str) -> str:
    """Small letters without accents and curls, as people type them."""
    apart = unicodedata.normalize("NFD", uncurled(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def of_catalogue(play: Play, kind: LookupKind) -> Iterator[Find]:
    """The cards of a kind; those that a draw gives are found with it."""
    if kind.draw:
        return
    owners = _owners(play, kind.catalogue)
    for card in play.game.catalogue:
        if kind.catalogue and card.catalogue == kind.catalogue and in_play(play, card):
            singles = [one for one in _singles(play, kind, card) if one[1]]
            several = any(single.copies > 1 for single, _ in singles)
            yield replace(
                _card(kind, card, play.situation.solo),
                seats=tuple(sorted(seat for name, seat in owners if name in names_of(card))),
                each=tuple(said for _, said in singles),
                fold=plural(len(singles), "kind" if several else "card"),
            )


def covered(play: Play, kind: LookupKind) -> int:
    """How many of a kind come later in the story; which ones, nobody is told."""
    mine = (card for card in later(play) if card.catalogue == kind.catalogue)
    return len(list(mine)) if tells_story(play) else 0


def later(play: Play) -> Iterator[CatalogueCard]:
    """The cards that the story has not brought yet."""
    return (c for c in play.game.catalogue if not in_play(play, c) and _comes_later(play, c))


def in_play(play: Play, card: CatalogueCard) -> bool:
    """Whether a card is used at this table now; a single one only with its kind."""

    def used() -> set[tuple[str, str]]:
        listed = _listed(play.game, play.known(), play.facts.get(INTRODUCED) or ())
        return {(card.catalogue, card.key) for card in _used(play.game, play.situation, listed)}

    return (card.catalogue, card.key) in play.once("used cards", used)


def of_chapter(game: Game, situation: Situation, kind: LookupKind) -> Iterator[Find]:
    """The cards of a kind that are in a chapter, whoever plays it."""
    for card in _used(game, situation, _listed(game, game.facts_of(situation), ())):
        if card.catalogue == kind.catalogue:
            yield _card(kind, card, situation.solo)


def _used(
    game: Game, situation: Situation, here: Mapping[str, set[str]]
) -> Iterator[CatalogueCard]:
    by_key = {card.key: card for card in game.catalogue}

    def is_used(card: CatalogueCard) -> bool:
        kind = by_key.get(card.details.get("kind", ""))
        if not card.when.holds(situation) or (kind and not is_used(kind)):
            return False
        return card.among not in here or not names_of(card).isdisjoint(here[card.among])

    return filter(is_used, game.catalogue)


def _listed(game: Game, known: Facts, brought: Sequence[Any]) -> dict[str, set[str]]:
    """The names of cards that each list holds, with and without numbers: ``38 Armory``."""
    found = {}
    for among in {card.among for card in game.catalogue}:
        listed = known.get(among)
        if listed is not None and listed.value is not None:
            names = {str(item) for item in (*listed.value, *brought)}
            found[among] = names | {name.lstrip("0123456789 ") for name in names}
    return found


def of_draw(play: Play, kind: LookupKind) -> Iterator[Find]:
    """What a draw can give, with how many there are and how many lie out here."""
    draw = next((draw for draw in play.game.draws if draw.key == kind.draw), None)
    if draw is None or not draw.when.holds(play.situation):
        return
    out = Counter(drawn_hand(play, draw))
    for thing, copies in Counter(draw.things(play.situation, play.known())).items():
        lies = f"{out[thing]} here" if out else ""
        card = card_of(play, thing)
        says = _says(kind, card.by_name(play.situation.solo) if card else {})
        label = capital(drawn_thing(play, draw, thing))
        yield Find(str(thing), label, says, figure=str(copies), tag=lies)


def _says(kind: LookupKind, known: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(capital(said) for text in kind.says if (said := filled_in(text, known)))


def _card(kind: LookupKind, card: CatalogueCard, solo: bool) -> Find:
    known = card.by_name(solo)
    unsure = card.sure in (Certainty.LIKELY, Certainty.ASSUMED)
    return Find(
        key=card.key,
        label=capital(card.label),
        says=_says(kind, known),
        figure=filled_in(kind.figure, known),
        tag=filled_in(kind.tag, known),
        note="" if unsure else card.note,
        unsure=unsure,
    )


def _singles(
    play: Play, kind: LookupKind, card: CatalogueCard
) -> Iterator[tuple[CatalogueCard, str]]:
    """Its single cards with what is said of each."""
    for single in play.game.catalogue:
        mine = kind.singles and single.catalogue == kind.singles
        if mine and single.details.get("kind") == card.key and in_play(play, single):
            yield single, capital(filled_in(kind.single, single.by_name(play.situation.solo)))


def _owners(play: Play, catalogue: str) -> set[tuple[Any, int]]:
    """What was drawn for a seat or played by it, with the seat."""
    drawn = {(thing, seat) for held in play.held.values() for seat, thing in enumerate(held)}
    for pad in play.game.pads:
        if pad.catalogue == catalogue and not pad.shared:
            for seat, hand in enumerate(play.pads.get(pad.key, ())):
                for laid in hand:  # a single card counts as its kind
                    key = play.offers(pad.key).get(laid.card)
                    drawn.add(((key.kind if key else "") or laid.card, seat))
    return drawn


def _comes_later(play: Play, card: CatalogueCard) -> bool:
    keys = [chapter.key for chapter in play.game.story_chapters]
    if play.chapter not in keys or ANY_OF in card.details:
        return False
    # What a fact lists may still come in the chapter that is being played.
    ahead = keys[keys.index(play.chapter) + (not card.among) :]
    return any(card.when.holds(replace(play.situation, chapter=key)) for key in ahead)
