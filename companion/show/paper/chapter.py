"""One played chapter on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.fields import Kind
from companion.rules.journal.outcome import drawn_hand, drawn_thing
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.rules.parts.settings import Due
from companion.rules.scoring.ranking import RankedSeat, Result
from companion.rules.situation import fitting
from companion.rules.words import capital, listed, minus, ordinal, plural
from companion.show import formats
from companion.show.consequences import cup_went
from companion.show.formats import Span
from companion.show.paper.charts import WIDTH, Bars, PersonMark, bars, marks
from companion.show.paper.facts import Pair, changed, chosen, dealt, facts, introduced, told_facts
from companion.show.paper.sheet import PaperSheet, filled
from companion.show.play.tracks import is_told
from companion.show.result import ended
from companion.show.standing import being_set_up, tells_story, title, where

UNTOLD = "–"
FEW, LINE = 18, 90  # lines of notes that stand together, and letters of one

COLUMNED = 4  # players whose sheet leaves room for a second column beside it
DRAWN, LETTERS = 250.0, 44
"""How wide a drawing is in that column, and how many letters a line of it has."""
HEAD, RANK, ROW, ITEM, TEXT = 7.0, 5.8, 5.8, 4.8, 4.5
"""Millimetres: a heading, a rank, a row of the sheet, a line of a list, and one of a paragraph."""


@dataclass(frozen=True, slots=True)
class Came:
    """A deck in the order it came: the round, the card and who was first then."""

    label: str
    cards: Sequence[tuple[str, str, str]]
    said: str
    firsts: bool = False  # whether the feet say who was first


def came(play: Play, deck: Deck) -> Came:
    """What came up, each card with its round and, where that changes, who was first."""
    seen, clock = play.seen.get(deck.key, ()), play.game.clock
    each_round = any(phase.deck == deck.key for phase in clock.phases)
    firsts = each_round and play.game.first and not play.situation.solo
    short = [mark.short for mark in marks(play)]
    left = f"{len(seen)} of {plural(deck.size, 'card')} revealed."
    if not all(segment.numbered for segment in deck.segments):
        return Came(deck.label, (), left if seen else "")
    cards = []
    for number, card in enumerate(seen, 1):
        head = clock.called(number) if each_round else str(number)
        first = short[clock.first(play.situation, number)] if firsts else ""
        cards.append((head, deck.called(card), first))
    return Came(deck.label, cards, left if 0 < len(seen) < deck.size else "", firsts)


Details = tuple[str, Sequence[Pair]]  # a list with its title


@dataclass(frozen=True, slots=True)
class ChapterPages:
    anchor: str
    title: str
    seal: str
    over: str
    lede: str
    ended: str  # in the table of contents: when it was played, and how it ended
    seats: tuple[PersonMark, ...]
    first: int | None  # None: nobody begins
    begins: str  # in what tense they do
    facts: tuple[Pair, ...]
    options: tuple[Pair, ...]
    told_facts: tuple[Pair, ...]
    brought: str
    decks: tuple[Came, ...]
    result: Result | None  # None while it is played
    cup: str  # to whom it went
    onward: str
    sheet: PaperSheet | None  # None while nothing has been entered
    bars: Bars | None
    rulings: tuple[Pair, ...]
    tracks: tuple[Pair, ...]
    notes: tuple[str, ...]
    columns: bool  # whether sheet and drawing stand side by side

    @property
    def alone(self) -> bool:
        """Whether nobody else sat there to be ranked with."""
        return len(self.seats) == 1

    @property
    def places(self) -> list[RankedSeat]:
        """Everybody in the order of the ranking."""
        return sorted(self.result.places, key=lambda p: p.position) if self.result else []

    @property
    def beside(self) -> tuple[list[Details], list[Details]]:
        """The lists of details in either column, each where it makes the page less high."""
        found: tuple[list[Details], list[Details]] = [], []
        if not self.columns:
            return found
        alone = [self._first, self._second]
        high, below = list(alone), 0.0
        for heading, rows in sorted(self.details, key=lambda one: -_high(one[1])):
            shorter = high.index(min(high))
            found[shorter].append((heading, rows))
            high[shorter] += _high(rows)
            # Across the page a long list has two columns.
            below += HEAD + ITEM * (len(rows) if len(rows) < 4 else len(rows) / 2)
        return ([], []) if max(high) > max(alone) + below + HEAD else found

    @property
    def details(self) -> list[Details]:
        """How it was played, and what the group noted of it."""
        played = "How it was played", (*self.options, *self.tracks)
        told = "From your cards and notes", self.told_facts
        return [one for one in (played, told) if one[1]]

    @property
    def _first(self) -> float:
        """How high ranking and sheet are."""
        rows = len(self.sheet.rows) if self.sheet else 0
        ties = [bool(self.result.tie(place)) for place in self.places] if self.result else []
        ranks = HEAD + sum(RANK + TEXT * tie for tie in ties)
        return ranks * (not self.alone) + 4 * HEAD + ROW * rows

    @property
    def _second(self) -> float:
        """How high the words about the result and the drawing are."""
        seats = "" if self.alone else ", ".join(mark.name for mark in self.seats)
        why = self.result.why if self.result else ""
        texts = (why, f"{self.cup} {self.onward}", seats)
        words = sum(TEXT * (1 + len(text) // LETTERS) + 3 for text in texts if text)
        drawn = HEAD + 77 * self.bars.height / self.bars.width if self.bars else 0.0
        return HEAD + words + drawn

    @property
    def few_notes(self) -> bool:
        """Whether they are so few lines that they are kept together."""
        lines = (line for note in self.notes for line in note.split("\n"))
        return sum(1 + len(line) // LINE for line in lines) <= FEW


def _high(rows: Sequence[Pair]) -> float:
    """How high a list is in a column, in mm, with its title."""
    return HEAD + ITEM * sum(1 + len(row.label + row.text) // LETTERS for row in rows)


def chapter_pages(state: State, play: Play, spans: Mapping[int, Span], wide: float) -> ChapterPages:
    """Everything the log says of one play, finished or not."""
    scored = play.scored if play.finished else None
    result = scored[1] if scored else None
    seats = marks(play)
    span = spans.get(play.number)
    day = formats.short_day(span.start) if span else ""
    how = result.lost or ended(play) if result else day and "not finished"
    columns = bool(result) and wide == WIDTH and len(seats) <= COLUMNED and play.has_points
    return ChapterPages(
        anchor=f"play-{play.number}",
        title=title(play) if len(play.game.chapters) > 1 else f"Game {play.number + 1}",
        seal=seal(play.chapter),
        over=_over(state, play),
        lede=_lede(play, span, result),
        ended=", ".join(filter(None, (day, how))),
        seats=seats,
        first=play.situation.first if play.game.first and not play.situation.solo else None,
        begins="goes first" if being_set_up(play) else "went first",
        facts=tuple(facts(play.game, play.situation, play.names, _turned_up(play))),
        options=(*chosen(play), *dealt(play)),
        told_facts=tuple(told_facts(play)),
        brought=introduced(play),
        decks=tuple(came(play, deck) for deck in play.game.decks(play.situation)),
        result=result,
        cup=cup_went(state, play) if result else "",
        onward=_onward(state, play),
        sheet=filled(play) if any(play.entries) and play.has_points else None,
        bars=bars(play, DRAWN if columns else wide) if result and play.has_points else None,
        rulings=tuple(changed(play)),
        tracks=tuple(_tracks(play)),
        notes=play.notes,
        columns=columns,
    )


def _turned_up(play: Play) -> dict[str, str]:
    """What was drawn out of a pool that the chapter's table lists, by the name of that pool; all
    of it while nobody has told what came."""
    found: dict[str, str] = {}
    for draw in fitting(play.game.draws, play.situation):
        came = drawn_hand(play, draw) or play.held.get(draw.key, ())
        if draw.pool_of and came and None not in came:
            pool = draw.things(play.situation, play.known())
            found[draw.pool_of] = listed([drawn_thing(play, draw, t) for t in pool if t in came])
    return found


def seal(key: str) -> str:
    """What fits into a seal: a chapter's number; other names become a star."""
    return key if len(key) <= 5 and key[:1].isupper() else "★"


def named(play: Play) -> list[tuple[str, str]]:
    """What was named when the chapter was over, such as a town: the question and its answer."""
    facts = [f for f in play.game.card_facts if f.kind is Kind.TEXT and f.due is Due.AFTERWARDS]
    return [(f.label, str(play.facts[f.key])) for f in facts if play.facts.get(f.key)]


def _over(state: State, play: Play) -> str:
    if not tells_story(play):
        others = [p for p in state.plays[: play.number] if not tells_story(p)]
        return f"{play.game.title}, game {len(others) + 1}"
    before = state.story[: state.story.index(play)]
    number = len({one.chapter for one in before} - {play.chapter})
    tried = play.situation.attempt
    attempt = f", {ordinal(tried)} attempt" if tried > 1 else ""
    return f"{play.game.title}, chapter {number + 1} of the campaign{attempt}"


def _lede(play: Play, span: Span | None, result: Result | None) -> str:
    if not play.finished:
        begun = f"Started on {formats.day(span.start)}. " if span else ""
        now = "The numbers stay secret for now" if play.secret else f"Now: {where(play)}"
        return f"{begun}{now}."
    played = f"Played {formats.said_span(span)}. " if span else ""
    how = capital(result.lost or ended(play)) if result else "The scores need another look"
    return f"{played}{how}."


def _onward(state: State, play: Play) -> str:
    if not play.finished or not tells_story(play):
        return ""
    after = [later.chapter for later in state.story if later.number > play.number]
    if went := after[0] if after else play.branch:
        if went == play.chapter:
            return "Then you try it again."
        return f"Next chapter: {play.game.title_of(went)}."
    ways = [play.game.title_of(path.to) for path in play.game.graph.open(play.situation)]
    return f"Next chapter: {listed(ways, 'or')}." if ways else "The campaign ends here."


def _tracks(play: Play) -> Iterator[Pair]:
    """Where everybody's tracks stand; those that the sheet has taken over say no more than it."""
    people, when = marks(play), "at the end" if play.finished else "so far"
    for track in play.game.tracks:
        values = play.tracks.get(track.key, ())
        on_sheet = track.feeds and any(play.entries)
        if track.shared or on_sheet or all(value == track.start for value in values):
            continue
        told = (
            f"{people[seat].short} {minus(value) if is_told(play, track, seat) else UNTOLD}"
            for seat, value in enumerate(values)
        )
        yield Pair(f"{track.label} {when}", ", ".join(told))
