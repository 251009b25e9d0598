"""The state of a table, folded from its journal: people, rulings, and every play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..fields import Kind
from ..game import Game
from ..parts.campaign import Finished, Path
from ..parts.clock import OVER, Pace
from ..parts.facts import ADDED, DROPPED
from ..parts.settings import CardFact, Ruling, Scope
from ..parts.setup import ToTick
from ..situation import STORY, Copied, Situation, fitting
from .log import STRIDE, Log, Logged
from .people import People, shown_names, with_names
from .play import Play
from .plays import Plays, held_over

INTRODUCED = "introduced"  # the card fact that lists what a chapter's events brought in
OWN_LINK = 0  # stands for a sit in ``places``: the person has a link of their own


@dataclass(frozen=True)
class State(Copied):
    """The whole table after ``seq`` entries."""

    game: Game
    seq: int = field(default=0, compare=False)
    plays: Plays = field(default_factory=Plays)
    people: People = ()
    sits: tuple[int, ...] = ()  # entries by which a device became somebody's
    # The sits that count, by person: the first, or OWN_LINK, and those that the host accepted.
    places: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[tuple[str, str], Any] = field(default_factory=dict)  # by (chapter or "", key)
    hidden: frozenset[str] = frozenset()
    pace: Pace = Pace.PHASE
    paced: bool = False  # the group has chosen its pace
    zone: str = ""  # the time zone its hours are told in
    place: str = ""  # where the group meets
    # What is known of cards, for when they come up again: by deck, card and pad or track.
    kept: Mapping[tuple[str, int, str], Any] = field(default_factory=dict)
    log: Log = field(default_factory=Log, compare=False)

    @property
    def play(self) -> Play | None:
        return self.plays[-1] if self.plays else None

    def play_at(self, number: int | None) -> Play | None:
        """The play of this number, or the newest if none is named."""
        if number is None:
            return self.play
        return self.plays[number] if 0 <= number < len(self.plays) else None

    def before(self, play: Play) -> State:
        """The same table without ``play`` and what came after it."""
        return self.but(plays=self.plays[: play.number])

    def is_newest(self, play: Play) -> bool:
        return play.number == len(self.plays) - 1

    @cached_property
    def worded(self) -> Game:
        """The game in the words that hold for the whole table; a play's game has its own."""
        return self.game.worded(self.settings_for(""))

    @cached_property
    def story(self) -> list[Play]:
        """The plays that make up the story, in order."""
        return [play for play in self.plays.as_told if play.story and not play.abandoned_at]

    @property
    def told(self) -> list[Play]:
        """The same for a game with a story; empty for any other."""
        return self.story if self.game.tells_story else []

    def without_repeats(self, plays: Iterable[Play]) -> list[Play]:
        """``plays`` without earlier attempts at a chapter: the last finished one counts."""
        last = {play.chapter: play.number for play in self.told if play.finished}
        return [
            p
            for p in plays
            if not (p.story and p.finished and last.get(p.chapter, p.number) > p.number)
        ]

    def with_play(self, play: Play) -> State:
        return self.but(plays=self.plays.with_one(play))

    def with_people(self, people: People) -> State:
        """The same table with these people, in every play under the names they have now."""
        if people == self.people:
            return self
        names = shown_names(people)  # once: somebody may have come to hundreds of games
        plays = self.plays
        for play in self.plays.as_told:
            seats = with_names(names, play.seats)
            if seats is not play.seats:
                plays = plays.with_one(plays[play.number].but(seats=seats))
        return self.but(people=people, plays=plays)

    def logged(self, row: Logged, log: Log) -> State:
        """The same table with one more row in its log."""
        secret = frozenset(draw.key for draw in self.game.draws if draw.secret)
        log = log.extended(row, secret)
        state = self.but(seq=row.entry.seq, log=log)
        if log.length % STRIDE:
            return state
        # Without its own marks, or every mark would keep all earlier ones alive.
        mark = state.but(log=replace(log, marks=()))
        return state.but(log=log.marked(mark))

    def settings_for(self, chapter: str) -> dict[str, Any]:
        """The rulings and card facts of this group that apply in ``chapter``."""
        kept = {key: value for (where, key), value in self.facts.items() if where in ("", chapter)}
        return {**self.rulings, **kept}

    def answer_to(self, fact: CardFact, play: Play | None) -> Any:
        """The group's value of a card fact, or None."""
        if fact.scope is Scope.PLAY:
            return play.facts.get(fact.key) if play else None
        if fact.under and play:
            return {**held_over(self.plays, play), **play.facts}.get(fact.key)
        chapter = play.chapter if play and fact.scope is Scope.CHAPTER else ""
        return self.facts.get((chapter, fact.key))

    def resettled(self, play: Play) -> Play:
        """``play`` under the rulings and card facts now in force."""
        kept = {**self.settings_for(play.chapter), **held_over(self.plays, play)}
        given = self.confirmed({**kept, **play.given, **play.facts})
        before = play.situation
        situation, _ = self.game.situation(play.chapter, before.players, given, before.first)
        carried = self.carried(play.number) if play.story else {}
        settings = {**situation.settings, **carried, STORY: play.story}
        # Who was chosen in which round to go first in the next, as far as they still sit there.
        seats = ((number, play.seat_of(who)) for number, who in sorted(play.chosen.items()))
        chosen = tuple((number, seat) for number, seat in seats if seat is not None)
        settled = replace(situation, settings=settings, attempt=self._attempt(play), chosen=chosen)
        game = self.game.worded(settled.settings)
        orders = self._still_right(play, settled)
        to_tick = ToTick(game, settled, self._told_before(play), frozenset(orders))
        moment = play.moment if play.moment == OVER else game.clock.nearest(play.moment, settled)
        return play.but(
            game=game, orders=orders, situation=settled, to_tick=to_tick, moment=moment,
            rulings_not_applied=False,
        )  # fmt: skip

    def _chapters_before(self, play: Play) -> list[Play]:
        """The chapters of the story that came before a play; none if it stands outside of it."""
        return [one for one in self.story if one.number < play.number] if play.story else []

    def _attempt(self, play: Play) -> int:
        """Which try of its chapter a play of the story is; 1 outside of it."""
        return 1 + sum(one.chapter == play.chapter for one in self._chapters_before(play))

    def is_settled(self, play: Play) -> bool:
        """Whether ``play`` is up to date with the plays before it and need not be resettled.

        Rulings and card facts of the play itself are not looked at: their actions do that.
        """
        carried = self.carried(play.number) if play.story else {}
        if play.rulings_not_applied or not carried.items() <= play.situation.settings.items():
            return False
        if play.situation.attempt != self._attempt(play):
            return False
        steps = play.to_tick
        stands = steps.situation is play.situation and steps.before is self._told_before(play)
        return play.finished or stands

    def confirmed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """``given`` with the rulings that follow from known card facts."""
        told = (fact for fact in self.game.card_facts if given.get(fact.key) is not None)
        return {key: value for fact in told for key, value in fact.confirms.items()} | {**given}

    def is_compared(self, ruling: Ruling, play: Play) -> bool:
        """Whether a known card fact answers the ruling, so that nobody has to be asked."""
        said = play.situation[ruling.key]
        confirming = (f for f in self.game.card_facts if f.confirms.get(ruling.key) == said)
        return any(self.answer_to(fact, play) is not None for fact in confirming)

    def _told_before(self, play: Play) -> Situation | None:
        """The situation of the chapter before ``play`` in the story, if there is one."""
        told = self._chapters_before(play)
        return told[-1].situation if told else None

    def _still_right(self, play: Play, situation: Situation) -> dict[str, tuple[int, ...]]:
        """The decks that the app shuffled, without those that a ruling has changed since."""
        if not play.orders:
            return {}
        old = {deck.key: deck for deck in self.game.decks(play.situation)}
        new = {deck.key: deck for deck in self.game.decks(situation)}
        return {k: order for k, order in play.orders.items() if old.get(k) == new.get(k)}

    def ways(self, play: Play) -> list[Path]:
        """Where the story can go after ``play``, by the rulings now in force."""
        settings = {**play.ended.settings, **self.rulings}
        return self.game.graph.open(replace(play.situation, settings=settings))

    def story_settings(self, chapter: str, seats: Sequence[str]) -> dict[str, Any]:
        """The settings that the story's path to ``chapter`` brings along."""
        ways = self.ways(self.story[-1]) if self.story else []
        sets = next((way.sets for way in ways if way.to == chapter), {})
        idle = self.game.graph.begins if self.next_first(seats) is None else ()
        rule, done = self.game.graph.carries, self.outcomes()
        known = {setting.key for setting in self.game.settings()}
        left = rule(done[-1]) if rule and done else {}
        return {
            **{key: value for key, value in left.items() if key in known},
            **{key: value for key, value in sets.items() if key not in idle},
        }

    def carried(self, number: int) -> dict[str, tuple[str, ...]]:
        """What chapters before play ``number`` added to the lists of the game's facts, and what
        they left out."""
        growing = {topic.key for topic in self.game.topics if topic.carries}
        # The card facts by which a group enters the whole of such a list at once.
        told = {fact.ruling for fact in self.game.facts if fact.key in growing}
        lists = [f.key for f in self.game.card_facts if f.kind is Kind.LIST and f.key in told]
        added: list[str] = []
        dropped: list[str] = []
        for play in (one for one in self.story if one.number < number):
            added += [item for key in lists for item in play.facts.get(key) or ()]
            recorded = play.facts.get(INTRODUCED)
            if recorded is None:
                continue
            # By the game's data: what the events that came up bring in, else all of them.
            seen = {card for cards in play.seen.values() for card in cards}
            rows = fitting(self.game.graph.introductions, play.situation)
            likely = [i for row in rows if not seen or row.event in seen for i in row.items]
            added += [item for item in recorded if item not in likely]
            dropped += [item for item in likely if item not in recorded]
        return {ADDED: tuple(added), DROPPED: tuple(dropped)}

    def outcomes(self) -> list[Finished]:
        """The story's finished chapters, in order."""
        return [outcome for play in self.story if (outcome := play.outcome)]

    def cup(self, after: Play | None = None) -> tuple[str, ...]:
        """Who holds the story's trophy now, or held it after a chapter; a solo play awards none."""
        rule = self.game.graph.cup
        told = [play for play in self.story if after is None or play.number <= after.number]
        done = [end for play in told if (end := play.outcome) and len(end.names) > 1]
        if not (rule and done and self.play):
            return ()
        return rule(done, {**self.play.situation.settings, **self.rulings})

    def next_first(self, seats: Sequence[str]) -> int | None:
        """The seat that starts the next chapter of the story; None: draw or ask."""
        done = self.outcomes()
        return self.game.graph.starter(done[-1], seats) if done else None

    def corrected_first(self, play: Play) -> int | None:
        """The seat that should have begun ``play`` by corrected results; None if it is right."""
        told = self.story
        if play not in told or play is told[0] or not play.seats:
            return None
        before = told[told.index(play) - 1].outcome
        expected = self.game.graph.starter(before, play.names) if before else None
        return None if expected in (None, play.situation.first, play.kept) else expected
