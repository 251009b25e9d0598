"""The counters of a play: one line a seat, or shared ones side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
ROOM = 1.25  # how far a track without an end is drawn past its last mark


def by_hand(play: Play, pad: Pad) -> str:
    """``Changed by hand: Cotton 2 (14 tapped).``; nothing where nobody taps what all share."""
    if not pad.shared or play.pads[pad.key] == ((),):
        return ""
    said = ", ".join(_differing(play, pad))
    return f"Changed by hand: {said}." if said else ""


def _differing(play: Play, pad: Pad) -> Iterator[str]:
    for track in play.game.tracks:
        if track.key not in pad.moves or track.key not in play.tracks or not track.shared:
            continue
        tapped, counted = _tapped(play, track), play.tracks[track.key][0]
        if tapped not in (None, counted):
            yield f"{track.short or track.label} {counted} ({tapped} tapped)"


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


@dataclass(frozen=True, slots=True)
class Counter:
    track: str
    seat: int | None
    about: Mapping[str, int | None]  # how an entry says whose it is
    label: str  # whose it is, or what
    value: int
    low: int | None
    high: int | None
    gauge: Gauge | None
    prompts: tuple[Prompt, ...]
    sign: str = ""
    tint: str = ""
    letter: str = ""
    told: bool = True  # not where nobody has moved what everybody tells for themselves
    lower: bool = False  # the lower one of two, which is the one that counts
    by: int = 1  # how much a tap counts
    worth: str = ""  # what one more is worth, where the lower one of two counts
    by_cards: bool = False  # tapped cards are the count: it only shows them
    since: str = ""  # ``last counted in round 2``, where that is long ago
    unknown: bool = False  # it lies behind a screen, and its owner has not entered it
    either: tuple[int, ...] = ()  # its two numbers, where it has no others

    @property
    def id(self) -> str:
        return self.track if self.seat is None else f"{self.track}-{self.seat}"

    @property
    def form(self) -> str:
        """What its form is called after: what somebody types stays theirs in another seat, too."""
        return "" if self.seat is None else f"{self.track}-of-{self.about.get('person')}"

    @property
    def shown(self) -> str:
        """Its number; a dash where nobody knows it."""
        return "–" if self.unknown else minus(self.value)

    @property
    def negative(self) -> bool:
        return self.low is None or self.low < 0

    @property
    def meant(self) -> dict[str, str | int | None]:
        """The part of a count that says which counter it moves."""
        return {"track": self.track, **self.about}

    def step(self, way: int) -> dict[str, str | int | None]:
        """The count that moves it one tap up or down."""
        return {**self.meant, "by": way * self.by}


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
    def is_partly_shown(self) -> bool:
        return bool(self.further)

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
    together = groupby(shared, key=lambda track: track.group or track.key)
    found = (*own, *(_shared(play, [*group]) for _, group in together))
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
    said = play.repaced
    if said is None or play.finished or not (said.slower or said.counts):
        return None
    groups = tuple(group for key, group in tallies(play, mine).items() if key in said.tracks)
    counters = [c for g in groups for c in g.counters if c.seat in play.sitting and not c.by_cards]
    still = [counter for counter in counters if (counter.track, counter.seat) in said.counts]
    return Recount(
        asks=said.slower,
        groups=groups,
        rounds={group.key: _last_counted(play, group.key) for group in groups},
        entered=len(counters) - len(still),
        still=tuple({**counter.meant, "to": counter.value} for counter in still),
    )


def _last_counted(play: Play, track: str) -> str:
    last = max(number for (key, _), number in play.moved.items() if key == track)
    return f"last counted in {play.game.clock.within(last)}"


def _own(play: Play, track: Track, mine: int | None, turn: int | None) -> CounterGroup:
    values = play.tracks[track.key]
    order = sorted(range(len(values)), key=lambda seat: seat != mine)
    counters = tuple(_counter(play, track, n, play.names[n], values[n]) for n in order)
    note = play.game.sheet.hints(play.situation).get(track.feeds, track.note)
    return CounterGroup(
        key=track.key,
        label=track.label,
        note=note,
        shared=False,
        says_end=ending(play, track),
        counters=counters,
        goes_with=track.kept_with,
        turn=turn,
    )


def _shared(play: Play, tracks: Sequence[Track]) -> CounterGroup:
    key = tracks[0].group or tracks[0].key
    group = next((group for group in play.game.track_groups if group.key == key), None)
    cells = (_counter(play, t, None, t.short or t.label, play.tracks[t.key][0]) for t in tracks)
    note = " ".join(dict.fromkeys(track.note for track in tracks))
    return CounterGroup(
        key=key,
        label=group.label if group else tracks[0].label,
        note=note,
        shared=True,
        counters=tuple(cells),
        goes_with=tracks[0].kept_with,
    )


def _counter(play: Play, track: Track, seat: int | None, label: str, value: int) -> Counter:
    # That the game ends by it is a statement, which the tally makes: there is nothing to tick.
    asked = () if play.finished or track.ends_at is not None else play.prompts
    mine = tuple(p for p in asked if (p.track, p.seat) == (track.key, seat or 0))
    return Counter(
        track=track.key,
        seat=seat,
        about=play.about(seat),
        label=label,
        value=value,
        low=track.low,
        high=_high(play, track, value),
        gauge=_gauge(track, value),
        prompts=mine,
        sign=track.sign,
        tint=track.tint,
        letter=track.letter,
        told=is_told(play, track, seat),
        lower=seat is not None and _is_lower(play, track, seat),
        by=track.step,
        worth=_worth(play, track, seat),
        by_cards=seat is not None and _is_by_cards(play, track, seat),
        since=_since(play, track, seat),
        unknown=track.apart and not is_told(play, track, seat),
        either=_either(track),
    )


def _either(track: Track) -> tuple[int, ...]:
    """Its two numbers, where it has no others, wherever its pieces lie."""
    low, high = track.low, track.high
    return (low, high) if low is not None and high == low + track.step else ()


def _since(play: Play, track: Track, seat: int | None) -> str:
    """When it was last counted, where that is long ago or from before another pace."""
    asked = play.repaced is not None and (track.key, seat) in play.repaced.counts
    if seat is None or not (asked or play.is_old(track)):
        return ""
    last = play.moved.get((track.key, seat))
    return f"last counted in {play.game.clock.within(last)}" if last else NEVER


def _high(play: Play, track: Track, value: int) -> int | None:
    """How far it goes now: pieces that lie elsewhere cannot lie here."""
    if not track.together:
        return track.high
    left = max(track.together - on_others(track, play), value)
    return left if track.high is None else min(left, track.high)


def is_told(play: Play, track: Track, seat: int | None) -> bool:
    """Not where everybody tells their own and this one has not; nobody's, once it has moved."""
    if seat is not None and play.seats[seat].person is None:
        return play.tracks[track.key][seat] != track.start
    return play.is_told(track, seat or 0)


def _is_by_cards(play: Play, track: Track, seat: int) -> bool:
    return not track.shared and counted_by(play, track.key, seat) is not None


def _ahead(play: Play, track: Track, seat: int) -> int | None:
    """By how much it is above the other of two piles; None where not both are told."""
    if not track.against:
        return None
    other = next(
        (t for t in play.game.tracks if t.key in track.against and t.key in play.tracks), None
    )
    if other is None:
        return None
    mine, theirs = play.tracks[track.key][seat], play.tracks[other.key][seat]
    told = is_told(play, track, seat) and is_told(play, other, seat)
    return mine - theirs if told else None


def _is_lower(play: Play, track: Track, seat: int) -> bool:
    """Whether it is the one of two that counts, where both are told."""
    return (_ahead(play, track, seat) or 0) < 0


def _worth(play: Play, track: Track, seat: int | None) -> str:
    """What one more of a pile is worth now."""
    ahead = None if seat is None else _ahead(play, track, seat)
    if ahead is None:
        return ""
    if ahead < 0:
        return f"the lower one counts: 1 more is {signed(1)}"
    return (
        f"{ahead} higher: 1 more adds nothing" if ahead else f"tied: 1 more of each is {signed(1)}"
    )


def _gauge(track: Track, value: int) -> Gauge | None:
    if not track.marks:
        return None
    low = max(track.low or 0, 0)
    high = track.high or max(track.marks) * ROOM
    return Gauge(_share(value, low, high), tuple(_share(mark, low, high) for mark in track.marks))


def _share(value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low) * 100
    return f"{min(max(share, 0), 100):.1f}%"


def ending(play: Play, track: Track) -> str:
    """``Buildings: Cleo has 8; this round, then one more.`` Nothing once it is over."""
    values = play.tracks[track.key]
    if track.ends_at is None or play.last_round is None or max(values) < track.ends_at:
        return ""
    if play.moment == OVER:
        return ""
    there = [name for name, n in zip(play.names, values, strict=True) if n >= track.ends_at]
    who = f"{together(there)} {'has' if len(there) == 1 else 'have'}"
    return f"{track.label}: {who} {track.ends_at}. {_until(play)}."


def _until(play: Play) -> str:
    name = play.game.clock.round_word
    remaining = (play.last_round or 0) - play.moment.round
    if remaining < 0:
        return "The game is over"
    if not remaining:
        return f"This is the last {name}"
    return f"{plural(remaining, name)} left after this one"
