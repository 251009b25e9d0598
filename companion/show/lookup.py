"""Look up: the cards, tiles, costs and rules of this game and chapter, and who has a card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.game import Game
from companion.rules.journal.outcome import (
    AUTOMATON,
    LAST,
    card_of,
    drawn_hand,
    drawn_thing,
    names_of,
    reminder_conditions,
)
from companion.rules.journal.play import Play
from companion.rules.journal.state import INTRODUCED
from companion.rules.parts.clock import OVER, Clock
from companion.rules.parts.decks import CatalogueCard, Deck
from companion.rules.parts.facts import Certainty, Facts, Known, LookupKind, Topic, filled_in
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, curled, listed, plural
from companion.show.formats import WIDEST, plain
from companion.show.paper.sheet import formula, to_tell
from companion.show.play.moment import short
from companion.show.standing import tells_story


@dataclass(frozen=True, slots=True)
class LookupSection:
    key: str
    label: str
    head: str
    finds: tuple[Find, ...]
    covered: int = 0  # things of this kind that the story keeps for later

    @property
    def unsure(self) -> bool:
        """Whether something bears a question mark and does not say itself what to do about it."""
        return any(find.unsure and not find.note for find in self.finds)


@dataclass(frozen=True, slots=True)
class LookUp:
    """Everything there is to find; what is not looked for is there, too, but does not show."""

    kinds: tuple[LookupSection, ...]
    asked: str  # what was typed
    chosen: str  # the key of a kind, "all", or nothing

    @property
    def kind(self) -> str:
        """What to show where nothing is chosen: all that fits, or only the first of many."""
        return self.chosen or ("all" if self.asked else self.kinds[0].key)

    def shows(self, kind: LookupSection, find: Find) -> bool:
        return self.kind in ("all", kind.key) and find.fits(self.asked)

    def any_of(self, kind: LookupSection) -> bool:
        return any(self.shows(kind, find) for find in kind.finds)

    @property
    def count(self) -> str:
        found = sum(self.shows(kind, find) for kind in self.kinds for find in kind.finds)
        return plural(found, "result")


def look_up(play: Play, asked: str, kind: str, ruled: Collection[str] = ()) -> LookUp:
    """What somebody finds who has typed ``asked`` and chosen ``kind``, where so much is ruled;
    nothing that names what the story still covers."""
    names = [re.escape(card.label) for card in later(play)]
    hidden = re.compile(rf"\b(?:{'|'.join(names)})\b") if names else None
    every = [
        replace(one, finds=tuple(f for f in one.finds if not (hidden and hidden.search(f.text))))
        for one in _kinds(play, ruled)
    ]
    kinds = tuple(one for one in every if one.finds)
    known = ("all", *(one.key for one in kinds))
    return LookUp(kinds, asked, kind if kind in known else "")


def _kinds(play: Play, ruled: Collection[str]) -> Iterator[LookupSection]:
    for kind in play.game.lookup:
        finds = (
            *of_rows(play.situation, kind),
            *_of_catalogue(play, kind),
            *_of_draw(play, kind),
            *of_topics(play.game, play.situation, play.known(), kind, ruled),
        )
        yield LookupSection(kind.key, kind.label, kind.head, finds, covered(play, kind))
    for deck in play.game.decks(play.situation):
        yield LookupSection(f"deck-{deck.key}", deck.label, "", tuple(_of_deck(deck)))
    yield LookupSection("phases", "Course of play", "", tuple(_phases(play, ruled)))
    yield LookupSection("scoring", "Scoring", "", tuple(_scoring(play)))


def _phases(play: Play, ruled: Collection[str]) -> Iterator[Find]:
    """Each phase with what there is to do, and every reminder it has in any round."""
    here = play.situation.at(play.moment.round or 1)
    words = play.words(here)
    for phase in play.game.clock.phases:
        if phase.when.without({"round"}).holds(here):
            text = (here.solo and phase.alone) or phase.text
            yield Find(phase.key, phase.label, (text.format_map(words),))
            yield from _reminders(play, words, ruled, phase.key, short(phase))
    yield from _reminders(play, words, ruled, OVER.phase, "Scoring")


def _reminders(
    play: Play, words: Mapping[str, Any], ruled: Collection[str], phase: str, tag: str
) -> Iterator[Find]:
    here, passing = reminder_conditions(play), _passing(play)
    for row in play.game.clock.reminders:
        if row.phase == phase and row.when.without(passing).holds(here):
            note = "See House rules." if row.asks and row.asks not in ruled else ""
            yield Find(f"{phase}-{row.key}", "", (row.said(words).text,), tag=tag, note=note)


def _passing(play: Play) -> set[str]:
    """What is so at one moment and otherwise at the next; whose turn it is only where the game
    has a seat of its own."""
    game = play.game
    moving = {track.key for track in game.tracks}
    moving |= {draw.key for draw in game.draws if not draw.settles}  # an option holds all evening
    decks = {deck.key for deck in game.deck_plans}
    turns = {AUTOMATON} if len(play.people) < len(play.seats) else set()
    return {"round", LAST, *turns, *moving, *decks} - {topic.key for topic in game.topics}


def _scoring(play: Play) -> Iterator[Find]:
    """What each line of the sheet counts."""
    for category in play.game.sheet.categories:
        asked = to_tell(play.game, category, play.situation)
        if asked:
            hints = tuple(f"{field.label}: {field.hint}" for field in asked if field.hint)
            how = formula(category, play.situation)
            yield Find(category.key, category.label, (how, *hints) if how else hints)


def _of_deck(deck: Deck) -> Iterator[Find]:
    """The cards of a deck that have names."""
    for card, copies in sorted(deck.cards().items()):
        if card in deck.names:
            tag = f"{copies} ×" if copies > 1 else ""
            yield Find(f"{deck.key}-{card}", deck.names[card], figure=str(card), tag=tag)


def of_rows(situation: Situation, kind: LookupKind) -> Iterator[Find]:
    for row in fitting(kind.rows, situation):
        yield Find(row.key, row.label, (row.text,), row.figure)


def of_topics(
    game: Game, situation: Situation, facts: Facts, kind: LookupKind, ruled: Collection[str] = ()
) -> Iterator[Find]:
    """Facts by what they are about; those that change with the round with all their rounds.

    What the group has ``ruled`` is not doubted any more.
    """
    topics = {topic.key: topic for topic in game.topics}
    for key in kind.topics:
        rounds, known = _rounds(game, situation, key), facts.get(key)
        if rounds:
            says = tuple(_by_round(game.clock, topics[key], rounds))
            notes = (one.fact.note for _, one in rounds if one.fact.sure is not Certainty.READ)
            yield Find(key, topics[key].label, says, note=next(filter(None, notes), ""))
        elif known and (known.value not in ((), None) or known.fact.sure is Certainty.UNKNOWN):
            yield _fact(topics[key], known, known.fact.ruling in ruled)


def _fact(topic: Topic, known: Known, settled: bool) -> Find:
    """Short values stand left of the rule; what nobody has told is only asked for, and no more
    once it is told."""
    sure = known.fact.sure
    note = "" if settled or sure is Certainty.READ else known.fact.note
    if known.value in ((), None):
        return Find(topic.key, topic.label, note=note)
    value = _item(topic, known)
    is_short = len(value) <= WIDEST
    return Find(
        topic.key, topic.label,
        says=() if is_short else (value,),
        figure=value if is_short else "",
        note="" if sure is Certainty.UNKNOWN else note,
        unsure=sure in (Certainty.LIKELY, Certainty.ASSUMED) and not settled,
    )  # fmt: skip


def _rounds(game: Game, situation: Situation, topic: str) -> list[tuple[int, Known]]:
    """What is so in each round, of a topic that changes with them; none of any other."""
    if not any(fact.key == topic and "round" in fact.when.needs for fact in game.facts):
        return []
    numbers = range(1, (game.rounds(situation) or 0) + 1)
    found = ((n, game.facts_of(situation.at(n)).get(topic)) for n in numbers)
    return [(n, known) for n, known in found if known and known.value is not None]


def _by_round(clock: Clock, topic: Topic, rounds: list[tuple[int, Known]]) -> Iterator[str]:
    """``Round 1: 4``; rounds with the same value in one line: ``Rounds 2 to 4: 3``."""
    told = [(number, _item(topic, known)) for number, known in rounds]
    for value, group in groupby(told, key=lambda pair: pair[1]):
        first, *more = [number for number, _ in group]
        many = f"{clock.round_name}s {clock.number(first)} to {clock.number((first, *more)[-1])}"
        yield f"{many if more else clock.called(first)}: {value}"


def _item(topic: Topic, known: Known) -> str:
    value: Any = known.value
    # Numbers of cards are drawn together; those that stand in an order of their own are not.
    if isinstance(value, tuple) and list(value) != sorted(set(value), key=str):
        return capital(listed([curled(str(item)) for item in value]))
    return capital(topic.item.format(known.said))


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

    def fits(self, typed: str) -> bool:
        """Whether every word somebody typed stands in it."""
        text = plain(self.text) if typed else ""
        return all(word in text for word in plain(typed).split())

    @property
    def text(self) -> str:
        """Everything it says."""
        return " ".join((self.label, *self.says, self.figure, self.tag, self.note, *self.each))


def _of_catalogue(play: Play, kind: LookupKind) -> Iterator[Find]:
    """The cards of a kind; those that a draw gives are found with it."""
    if kind.draw or not kind.catalogue:
        return
    owners, solo = _owners(play, kind.catalogue), play.situation.solo
    both = (kind.catalogue, kind.singles)
    here = [c for c in play.game.catalogue if c.catalogue in both and in_play(play, c)]
    for card in here:
        if card.catalogue == kind.catalogue:
            singles = [
                (one, said)
                for one in here
                if kind.singles and one.catalogue == kind.singles
                and one.details.get("kind") == card.key
                and (said := capital(filled_in(kind.single, one.by_name(solo))))
            ]  # fmt: skip
            several = any(one.copies > 1 for one, _ in singles)
            yield replace(
                _card(kind, card, solo),
                seats=tuple(sorted(seat for name, seat in owners if name in names_of(card))),
                each=tuple(said for _, said in singles),
                fold=plural(len(singles), "kind" if several else "card"),
            )


def covered(play: Play, kind: LookupKind) -> int:
    """How many of a kind come later in the story; which ones, nobody is told."""
    mine = [card for card in later(play) if card.catalogue == kind.catalogue]
    return len(mine) if tells_story(play) else 0


def later(play: Play) -> Iterator[CatalogueCard]:
    """The cards that the story has not brought yet."""
    keys = [chapter.key for chapter in play.game.story_chapters]
    if play.chapter not in keys:
        return
    for card in play.game.catalogue:
        # What a fact lists may still come in the chapter that is being played. A card with
        # ``any_of`` stands for others as long as nobody has noted which they are.
        ahead = keys[keys.index(play.chapter) + (not card.among) :]
        comes = any(card.when.holds(replace(play.situation, chapter=key)) for key in ahead)
        if comes and "any_of" not in card.details and not in_play(play, card):
            yield card


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


def _of_draw(play: Play, kind: LookupKind) -> Iterator[Find]:
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
