"""The counters of a play: one line a seat, or shared ones side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from companion.rules.actions.counting import Count, on_others
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.parts.pads import Pad, added
from companion.rules.parts.tracks import Prompt, Track
from companion.rules.scoring.origin import counted_by
from companion.rules.words import minus, plural, signed, together
from companion.show.play.tools import Tool

NEVER = "never counted"


def by_hand(play: Play, pad: Pad) -> str:
    """``Changed by hand: Cotton 2 (14 tapped).``; nothing where nobody taps what all share."""
    if not pad.shared or play.pads[pad.key] == ((),):
        return ""
    said = []
    for track in play.game.tracks:
        if track.key in pad.moves and track.key in play.tracks and track.shared:
            tapped, counted = _tapped(play, track), play.tracks[track.key][0]
            if tapped not in (None, counted):
                said.append(f"{track.short or track.label} {counted} ({tapped} tapped)")
    return f"Changed by hand: {', '.join(said)}." if said else ""


def _tapped(play: Play, track: Track) -> int | None:
    """Where cards alone would have moved it, those of all pads that do; None: not all of them lie
    there as long as it counts."""
    pads = [pad for pad in play.game.pads if track.key in pad.moves and pad.key in play.pads]
    if any(pad.each_round != track.each_round for pad in pads):
        return None
    here = ((pad, hand) for pad in pads for hand in play.pads[pad.key])
    each = (added(p, play.offers(p.key), hand, p.moves[track.key]) or 0 for p, hand in here)
    return track.start + sum(each)


@dataclass(frozen=True, slots=True)
class Gauge:
    """A track as a line: places in per cent."""

    at: str
    marks: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Counter:
    """A track as it stands for a seat, or for all."""

    play: Play
    track: Track
    seat: int | None
    label: str  # whose it is, or what

    @property
    def id(self) -> str:
        return self.track.key if self.seat is None else f"{self.track.key}-{self.seat}"

    @property
    def form(self) -> str:
        """What its form is called after: what somebody types stays theirs in another seat, too."""
        whose = self.play.about(self.seat).get("person")
        return "" if self.seat is None else f"{self.track.key}-of-{whose}"

    @property
    def meant(self) -> dict[str, str | int | None]:
        """The part of a count that says which counter it moves."""
        return {"track": self.track.key, **self.play.about(self.seat)}

    def step(self, way: int) -> dict[str, str | int | None]:
        """The count that moves it one tap up or down."""
        return {**self.meant, "by": way * self.track.step}

    @cached_property
    def value(self) -> int:
        return self.play.tracks[self.track.key][self.seat or 0]

    @property
    def shown(self) -> str:
        """Its number; a dash where nobody knows it."""
        return "–" if self.unknown else minus(self.value)

    @property
    def negative(self) -> bool:
        return self.track.low is None or self.track.low < 0

    @property
    def high(self) -> int | None:
        """How far it goes now: pieces that lie elsewhere cannot lie here."""
        track = self.track
        if not track.together:
            return track.high
        left = max(track.together - on_others(track, self.play), self.value)
        return left if track.high is None else min(left, track.high)

    @property
    def either(self) -> tuple[int, ...]:
        """Its two numbers, where it has no others, wherever its pieces lie."""
        low, high = self.track.low, self.track.high
        return (low, high) if low is not None and high == low + self.track.step else ()

    @property
    def gauge(self) -> Gauge | None:
        track = self.track
        if not track.marks:
            return None
        low = max(track.low or 0, 0)
        high = track.high or max(track.marks) * 1.25  # one without an end goes on past its marks
        at, *marks = (
            f"{min(max((value - low) / (high - low) * 100, 0), 100):.1f}%"
            for value in (self.value, *track.marks)
        )
        return Gauge(at, tuple(marks))

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What it has set off. That the game ends by it is a statement, which its group makes."""
        if self.play.finished or self.track.ends_at is not None:
            return ()
        mine = self.track.key, self.seat or 0
        return tuple(p for p in self.play.prompts if (p.track, p.seat) == mine)

    @cached_property
    def told(self) -> bool:
        """Not where nobody has moved what everybody tells for themselves."""
        return is_told(self.play, self.track, self.seat)

    @property
    def unknown(self) -> bool:
        """Whether it lies behind a screen, and its owner has not entered it."""
        return self.track.apart and not self.told

    @cached_property
    def by_cards(self) -> bool:
        """Whether tapped cards are the count: it only shows them."""
        own = self.seat is not None and not self.track.shared
        return own and counted_by(self.play, self.track.key, self.seat or 0) is not None

    @cached_property
    def since(self) -> str:
        """``last counted in round 2``, where that is long ago or from before another pace."""
        play, mine = self.play, (self.track.key, self.seat)
        asked = play.repaced is not None and mine in play.repaced.counts
        if self.seat is None or not (asked or play.is_old(self.track)):
            return ""
        last = play.moved.get((self.track.key, self.seat))
        return f"last counted in {play.game.clock.within(last)}" if last else NEVER

    @cached_property
    def _ahead(self) -> int | None:
        """By how much it is above the other of two piles; None where not both are told."""
        play, seat, others = self.play, self.seat, self.track.against
        other = next(
            (t for t in play.game.tracks if t.key in others and t.key in play.tracks), None
        )
        if seat is None or other is None or not (self.told and is_told(play, other, seat)):
            return None
        return self.value - play.tracks[other.key][seat]

    @property
    def lower(self) -> bool:
        """Whether it is the lower one of two piles, which is the one that counts."""
        return (self._ahead or 0) < 0

    @property
    def worth(self) -> str:
        """What one more of a pile is worth now."""
        ahead = self._ahead
        if ahead is None:
            return ""
        if ahead < 0:
            return f"the lower one counts: 1 more is {signed(1)}"
        if ahead:
            return f"{ahead} higher: 1 more adds nothing"
        return f"tied: 1 more of each is {signed(1)}"


@dataclass(frozen=True, slots=True)
class CounterGroup(Tool):
    """Counters under one heading."""

    key: str
    label: str
    note: str
    shared: bool
    counters: tuple[Counter, ...]
    says_end: str = ""
    goes_with: str = ""
    turn: int | None = None  # whose stands open; None: everybody's
    template: str = "table/play/_tally.html"

    @property
    def at_hand(self) -> tuple[Counter, ...]:
        """Those that stand open in the tool of a phase."""
        return tuple(c for c in self.counters if c.seat == self.turn) or self.counters

    @property
    def further(self) -> tuple[Counter, ...]:
        """Those of the others while it is somebody's turn, which the strip has."""
        return tuple(c for c in self.counters if c not in self.at_hand)

    @property
    def now(self) -> str:
        if len(self.counters) == 1 and self.counters[0].label == self.label:
            return self.counters[0].shown
        said = [f"{c.label} {c.shown}" for c in self.counters]
        return ", ".join([*said, self.since] if self.since else said)

    @property
    def opens(self) -> bool:
        return not self.shared

    @property
    def since(self) -> str:
        """When all of it was last counted, where that is long ago."""
        said = {counter.since for counter in self.counters} - {NEVER}
        return said.pop() if len(said) == 1 else ""

    @property
    def set_off(self) -> list[tuple[Counter, Prompt]]:
        return [(counter, prompt) for counter in self.counters for prompt in counter.prompts]


def tallies(
    play: Play, mine: int | None = None, turn: int | None = None
) -> dict[str, CounterGroup]:
    """What this table counts, by track or group: each seat's own first, ``mine`` before others;
    ``turn`` is whose stands open."""
    tracks = [track for track in play.game.tracks if track.key in play.tracks and not track.quiet]
    own = [_own(play, track, mine, turn) for track in tracks if not track.shared]
    shared = [track for track in tracks if track.shared]
    groups = groupby(shared, key=lambda track: track.group or track.key)
    found = (*own, *(_shared(play, key, [*group]) for key, group in groups))
    return {tally.key: tally for tally in found}


@dataclass(frozen=True, slots=True)
class Recount:
    """What Play says once about counts made before another pace was chosen. At a slower one it
    asks where everyone is."""

    asks: bool
    groups: tuple[CounterGroup, ...]
    rounds: Mapping[str, str]  # by group: when it was last counted for anybody
    entered: int  # how many were counted again
    still: tuple[Mapping[str, str | int | None], ...]  # the counts that say: unchanged

    @property
    def also(self) -> list[dict[str, object]]:
        """What Next enters besides."""
        return [{"action": Count.kind, "data": count} for count in self.still]

    @property
    def what(self) -> str:
        """``points``"""
        return self.groups[0].label.lower()

    @property
    def small(self) -> str:
        """``2 entered, 2 unchanged``"""
        said = ((self.entered, "entered"), (len(self.still), "unchanged"))
        return ", ".join(f"{number} {word}" for number, word in said if number)


def recount(play: Play, mine: int | None = None) -> Recount | None:
    """What is to be said about counts since another pace was chosen; nothing once everything was
    counted again, but where Play asks, it waits for Next."""
    said, clock = play.repaced, play.game.clock
    if said is None or play.finished or not (said.slower or said.counts):
        return None

    def last_counted(track: str) -> str:
        last = max(number for (key, _), number in play.moved.items() if key == track)
        return f"last counted in {clock.within(last)}"

    groups = tuple(group for key, group in tallies(play, mine).items() if key in said.tracks)
    counters = [c for g in groups for c in g.counters if c.seat in play.sitting and not c.by_cards]
    still = [counter for counter in counters if (counter.track.key, counter.seat) in said.counts]
    return Recount(
        asks=said.slower,
        groups=groups,
        rounds={group.key: last_counted(group.key) for group in groups},
        entered=len(counters) - len(still),
        still=tuple({**counter.meant, "to": counter.value} for counter in still),
    )


def _own(play: Play, track: Track, mine: int | None, turn: int | None) -> CounterGroup:
    order = sorted(range(len(play.tracks[track.key])), key=lambda seat: seat != mine)
    counters = tuple(Counter(play, track, seat, play.names[seat]) for seat in order)
    note = play.game.sheet.hints(play.situation).get(track.feeds, track.note)
    return CounterGroup(
        key=track.key,
        label=track.label,
        note=note,
        shared=False,
        says_end=_ending(play, track),
        counters=counters,
        goes_with=track.kept_with,
        turn=turn,
    )


def _shared(play: Play, key: str, tracks: Sequence[Track]) -> CounterGroup:
    group = next((group for group in play.game.track_groups if group.key == key), None)
    cells = (Counter(play, track, None, track.short or track.label) for track in tracks)
    note = " ".join(dict.fromkeys(track.note for track in tracks))
    return CounterGroup(
        key=key,
        label=group.label if group else tracks[0].label,
        note=note,
        shared=True,
        counters=tuple(cells),
        goes_with=tracks[0].kept_with,
    )


def is_told(play: Play, track: Track, seat: int | None) -> bool:
    """Not where everybody tells their own and this one has not; nobody's, once it has moved."""
    if seat is not None and play.seats[seat].person is None:
        return play.tracks[track.key][seat] != track.start
    return play.is_told(track, seat or 0)


def _ending(play: Play, track: Track) -> str:
    """``Buildings: Cleo has 8; this round, then one more.`` Nothing once it is over."""
    values, word = play.tracks[track.key], play.game.clock.round_word
    if track.ends_at is None or play.last_round is None or max(values) < track.ends_at:
        return ""
    if play.moment == OVER:
        return ""
    there = [name for name, n in zip(play.names, values, strict=True) if n >= track.ends_at]
    who = f"{together(there)} {'has' if len(there) == 1 else 'have'}"
    left = play.last_round - play.moment.round
    if left > 0:
        until = f"{plural(left, word)} left after this one"
    else:
        until = "The game is over" if left else f"This is the last {word}"
    return f"{track.label}: {who} {track.ends_at}. {until}."
