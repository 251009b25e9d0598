"""One game of one chapter, from set-up to its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import cycle
from typing import Any

from ..fields import Choice
from ..game import WON, Colour, Game
from ..issues import Issue, errors
from ..parts.clock import Done, Lap, Moment, Pace, Repaced, Tap
from ..parts.decks import Deck
from ..parts.facts import Facts
from ..parts.pads import Hands, Key, Laid, Pad
from ..parts.settings import CardFact
from ..parts.setup import ToTick
from ..parts.tracks import Prompt, Track
from ..scoring import origin
from ..scoring.ranking import Result
from ..scoring.sheet import Breakdown, ScoringContext
from ..situation import Copied, SeatTraits, Situation, fitting
from .outcome import in_hand, level_seats, outcome_of, result_of
from .people import Seat


@dataclass(frozen=True)
class Play(Copied):
    """One game of one chapter, from set-up to its result; derived values are cached on it."""

    game: Game
    number: int
    story: bool
    seats: tuple[Seat, ...]
    situation: Situation
    given: Mapping[str, Any]
    moment: Moment
    tracks: Mapping[str, tuple[int, ...]]
    entries: tuple[Mapping[str, Any], ...]
    to_tick: ToTick
    pads: Mapping[str, Hands] = field(default_factory=dict)
    earlier: Mapping[str, tuple[Laid, ...]] = field(default_factory=dict)  # cleared from pads
    ticks: frozenset[str] = frozenset()
    # (person, step): who has done a step, until everybody has.
    own_ticks: frozenset[tuple[int, str]] = frozenset()
    drawn: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    held: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # drawn for each seat
    shown: frozenset[str] = frozenset()  # draws that were secret before
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # decks shuffled by us
    seen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)  # card facts of this play
    chosen: Mapping[int, int] = field(default_factory=dict)  # by round: who goes first next
    # The round in which a track was last moved for a seat, by (track, seat).
    moved: Mapping[tuple[str, int], int] = field(default_factory=dict)
    taps: tuple[Tap, ...] = ()  # the cards with which turns passed, in all rounds
    deeds: frozenset[Done] = frozenset()
    prompts: tuple[Prompt, ...] = ()
    notes: tuple[str, ...] = ()
    last_round: int | None = None
    turn: int | None = None  # whose turn it is within a phase, where that was told
    lap: int = 0  # and which time round the table, counted from 0
    branch: str | None = None
    finished: bool = False
    finished_at: int = 0  # the entry that finished it
    # Rulings made since do not count in this play, because its scores would not add up with them.
    rulings_not_applied: bool = False
    kept: int | None = None  # a corrected first seat that the group has declined
    claims: Mapping[str, int] = field(default_factory=dict)  # who sets up which group
    filled: Mapping[tuple[int, str], int] = field(default_factory=dict)  # when a field was last
    zeros: frozenset[str] = frozenset()  # untouched lines that the group agreed are 0 for everyone
    unsaid: frozenset[tuple[int, str]] = frozenset()  # (seat, field): tie-breaks left open
    old: bool = False  # finished before values had origins, so what was left blank counts as 0
    masked: bool = False
    ready: frozenset[int] = frozenset()  # seats that have entered all they have
    started_at: int = 0  # the entry that started it
    restarted_at: int = 0  # the entry that began it again; nothing before it counts
    abandoned_at: int = 0  # the entry that left it unfinished
    pace: Pace = Pace.PHASE
    repaced: Repaced | None = None  # until somebody answers it, or the game goes on

    @cached_property
    def chapter(self) -> str:
        return self.situation.chapter

    @property
    def together(self) -> bool:
        """Whether all win or all lose."""
        return self.game.is_together(self.chapter)

    @property
    def ended(self) -> Situation:
        """The situation by which the story goes on: a result together says whether it was won."""
        if not (self.together and self.finished and self.scored):
            return self.situation
        won = bool(self.scored[1].winners)
        return replace(self.situation, settings={**self.situation.settings, WON: won})

    @property
    def has_points(self) -> bool:
        return self.game.has_points(self.situation)

    @property
    def target(self) -> int | None:
        """The points to reach, alone or together."""
        return self.game.target(self.situation)

    @cached_property
    def is_open(self) -> bool:
        """Whether something settled for other plays may change it, too."""
        return not self.finished or self.story or self.rulings_not_applied

    @property
    def steps(self) -> frozenset[str]:
        return self.to_tick.steps - self.for_nobody

    @property
    def to_do(self) -> frozenset[str]:
        """All there is to tick before the game begins."""
        return self.to_tick.keys - self.for_nobody

    @cached_property
    def for_nobody(self) -> frozenset[str]:
        """The set-up steps for seats that the game plays by itself, which nobody has to do."""
        placed = ((step.key, self.seat_at(step.place)) for step in self.game.steps if step.place)
        return frozenset(key for key, seat in placed if self.seats[seat].person is None)

    def seat_at(self, place: int) -> int:
        """The seat at a place in turn order; place 1 is the seat that begins."""
        return (self.situation.first + place - 1) % len(self.seats)

    @property
    def texts(self) -> Mapping[str, str]:
        """All there is to tick, in words."""
        return self.to_tick.texts

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def sitting(self) -> tuple[int, ...]:
        """The seats with a person, without those that the game plays by itself."""
        return tuple(seat for seat, who in enumerate(self.seats) if who.person is not None)

    @cached_property
    def colours(self) -> tuple[Colour, ...]:
        """The colour and shape each seat is shown with; who chose none gets a remaining one."""
        colours = {colour.key: colour for colour in self.game.colours}
        taken = {who.colour for who in self.seats}
        free = [colour for key, colour in colours.items() if key not in taken]
        rest = cycle(free or self.game.colours[:1])
        return tuple(colours.get(who.colour) or next(rest) for who in self.seats)

    @property
    def secret(self) -> bool:
        """Whether the numbers of each seat are still secret."""
        return self.masked and not self.finished and not self.ready.issuperset(self.sitting)

    @cached_property
    def secret_draws(self) -> frozenset[str]:
        """The secret draws that were not shown to all, whether anything was drawn or not."""
        keep = {draw.key for draw in self.game.draws if draw.secret}
        return frozenset() if self.finished else frozenset(keep - self.shown)

    @cached_property
    def concealed_draws(self) -> frozenset[str]:
        """The secret draws that somebody holds and the others may not see yet."""
        return self.secret_draws & self.held.keys()

    @property
    def people(self) -> frozenset[int]:
        return frozenset(seat.person for seat in self.seats if seat.person is not None)

    def done_by(self, step: str) -> frozenset[int]:
        """Who has done a step of the set-up."""
        if step in self.ticks:
            return self.people
        return frozenset(person for person, done in self.own_ticks if done == step)

    @property
    def is_automatons(self) -> bool:
        """Whether it is the turn of a seat that the game plays by itself."""
        seat = self.moment.seat
        return seat is not None and self.seats[seat].person is None

    @property
    def acting(self) -> int | None:
        """The seat whose turn it is, by the clock or as the group says; None if there is none."""
        return self.turn if self.moment.seat is None else self.moment.seat

    @property
    def had_turn(self) -> set[int]:
        """The seats whose card of this moment was entered."""
        return {tap.seat for tap in self.taps if tap.moment == self.moment}

    def did(self, phase: str, key: str, seat: int | None = None) -> bool:
        """Whether something that a guide asked of a seat, or of anybody, was done in this round,
        or in this turn."""
        turns = {None, self.acting} if self.moment.seat is None else {self.moment.seat}
        here = self.moment.round
        return any(Done(here, phase, key, seat, turn) in self.deeds for turn in turns)

    def in_lap(self, lap: Lap, order: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that take part in a lap; a card bought in this round counts from the next."""
        hands = self.pads.get(lap.pad)
        if not lap.pad or hands is None:
            return order
        before = self.moment.round
        return tuple(
            seat
            for seat in order
            if any(laid.card == lap.card and laid.round < before for laid in hands[seat])
        )

    def seat_of(self, person: int | None) -> int | None:
        """Where somebody sits in this play, if they do."""
        sitting = [seat.person for seat in self.seats]
        return sitting.index(person) if person is not None and person in sitting else None

    def about(self, seat: int | None) -> dict[str, int | None]:
        """The data by which an entry names a seat: its person, else its number."""
        person = None if seat is None else self.seats[seat].person
        return {"seat": seat} if person is None else {"person": person}

    def begun_by(self, seat: int) -> Play:
        """The same play with another seat to begin."""
        situation, clock = replace(self.situation, first=seat), self.game.clock
        fresh = self.moment == clock.start(self.situation)
        moment = clock.start(situation) if fresh else self.moment
        return self.but(situation=situation, moment=moment)

    def deck(self, key: str) -> Deck | None:
        return next((d for d in self.game.decks(self.situation) if d.key == key), None)

    def pad(self, key: str) -> Pad:
        return next(pad for pad in self.game.pads if pad.key == key)

    def track(self, key: str) -> Track:
        return next(track for track in self.game.tracks if track.key == key)

    def offers(self, pad: str) -> Mapping[str, Key]:
        """What can be tapped on a pad, by name."""
        return self.pad(pad).offers(self.game, self.situation)

    def is_told(self, track: Track, seat: int) -> bool:
        """Whether the value of a track is known for a seat; some are only once they were moved."""
        return not track.apart or (track.key, seat) in self.moved

    def is_old(self, track: Track) -> bool:
        """Whether the table has gone on for a whole round without counting it for anybody. Only
        counts that fill in a line of the sheet grow old."""
        rounds = [number for (key, _), number in self.moved.items() if key == track.key]
        now = self.moment.round or (self.rounds or 0) + 1
        return bool(track.feeds and rounds and max(rounds) < now - 1)

    def prompted(self, prompt: Prompt) -> str:
        """What to do because a track reached a value, in words."""
        return self.track(prompt.track).sentence(prompt.asked)

    def card_label(self, pad: str, card: str) -> str:
        key = self.offers(pad).get(card)
        return key.label if key else card

    @cached_property
    def seat_captions(self) -> tuple[str, ...]:
        """The caption beside the name of each seat: its traits, in words."""
        return tuple(in_hand(self, seat) for seat in range(len(self.seats)))

    @cached_property
    def seat_traits(self) -> SeatTraits:
        return self.game.seat_traits(self.held)

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """The situation of each seat: that of the table, and the seat's traits."""
        entries = enumerate(self.filled_in)
        return tuple(
            self.seat_traits.situation(self.situation, seat, entry) for seat, entry in entries
        )

    @cached_property
    def card_facts(self) -> tuple[CardFact, ...]:
        """The card facts that this play can have."""
        return tuple(map(self.asking, fitting(self.game.card_facts, self.situation)))

    def asking(self, fact: CardFact) -> CardFact:
        """A card fact; where it asks for somebody, with the people of this play as choices."""
        people = (seat for seat in self.seats if fact.people and seat.person is not None)
        choices = tuple(Choice(str(seat.person), seat.name) for seat in people)
        return replace(fact, choices=choices) if choices else fact

    def words(self, situation: Situation) -> Mapping[str, Any]:
        """What sentences can name in a situation of this play."""
        told = ((fact, self.facts.get(fact.key)) for fact in self.card_facts if fact.people)
        names = {fact.key: fact.words(who) for fact, who in told if who is not None}
        return {**self.game.words(situation), **names} if names else self.game.words(situation)

    def reminder(self, key: str) -> str:
        """A reminder's sentence as this play says it; ``key`` may be one of an earlier edition."""
        return self.game.clock.reminder(key).said(self.words(self.situation)).text

    def known(self) -> Facts:
        return self.game.facts_of(self.situation)

    @property
    def rounds(self) -> int | None:
        """The number of rounds, as far as it is known."""
        return self.last_round or self.game.rounds(self.situation)

    fed = cached_property(origin.feeds)  # what play suggests for the sheet, by field
    filled_in = cached_property(origin.filled_in)  # what was entered, else what play suggests
    lines = cached_property(origin.lines)  # what each seat is asked for, by field
    so_far = cached_property(origin.so_far)  # the sheet while play goes on, and what is wrong
    untouched = cached_property(origin.untouched)  # lines to agree on that they are 0
    level = cached_property(level_seats)  # ties that a number could break which is not there
    outcome = cached_property(outcome_of)  # what the story keeps of it once it is finished

    @cached_property
    def blanks(self) -> frozenset[str]:
        """The lines that are 0 if blank."""
        return self.game.sheet.blanks(self.situation, every=self.old)

    @cached_property
    def checked_sheet(self) -> tuple[ScoringContext, list[Issue]]:
        """The sheet so far, with an issue for everything that nobody has confirmed yet."""
        context, found = self.so_far
        asked = self.game.together_issues(self.situation)
        return context, [*found, *origin.to_confirm(self), *asked]

    @cached_property
    def scored(self) -> tuple[list[Breakdown], Result] | None:
        """The breakdowns and the ranking; None while an error is on the sheet."""
        context, found = self.checked_sheet
        assumed = self.unsaid if self.old else frozenset()
        conditions = self.game.solo_conditions
        return None if errors(found) else result_of(self.game, context, conditions, assumed)
