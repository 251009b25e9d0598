"""The origin of each value on the sheet: entered, from play or cards, or blank.

Only what somebody entered or confirmed makes a final total. What was counted or tapped during the
game is a suggestion until then; a line that is 0 if blank is so once the group has agreed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..fields import Field
from ..issues import Issue
from ..parts.pads import CARDS as BY_CARDS
from ..parts.pads import Pad, added_up, beginning
from ..parts.tracks import Track
from ..words import listed, written

if TYPE_CHECKING:
    from ..journal.play import Play
    from .sheet import ScoringContext

TRACK, CARDS, DRAW = "track", "cards", "draw"
MOST_NAMED = 4  # lines that one question can name and still be read at once
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recount:
    """A track whose value differs from the number of cards that it counts."""

    label: str
    track: int
    cards: int


def has_played(play: Play, pad: Pad, seat: int) -> bool:
    """Whether the cards of a seat on a pad differ from those at the start."""
    return play.pads[pad.key][seat] != beginning(pad, 1)[0]


def has_told_cards(play: Play, seat: int) -> bool:
    """Whether somebody has tapped cards for this seat."""
    own = (pad for pad in play.game.pads if pad.feeds and not pad.shared and pad.key in play.pads)
    return any(has_played(play, pad, seat) for pad in own)


def counted_by(play: Play, track: str, seat: int) -> Pad | None:
    """The pad whose cards determine a seat's track, once any were tapped; else None."""
    for pad in play.game.pads:
        counted = counting(play, pad) if pad.key in play.pads else None
        if counted is not None and counted.key == track and has_played(play, pad, seat):
            return pad
    return None


def count_of(track: Track, pad: Pad, cards: int) -> int:
    """The value of a track with so many cards on the pad that determines it."""
    return track.start + cards - len(pad.start)


def counting(play: Play, pad: Pad) -> Track | None:
    """The track that counts the cards on a pad, if there is one."""
    here = (track for track in play.game.tracks if track.key in play.tracks)
    track = next((track for track in here if pad.moves.get(track.key) == BY_CARDS), None)
    own = track and not track.shared and track.each_round == pad.each_round
    return track if own else None


class Origin(StrEnum):
    """The origin of a value on the sheet."""

    ENTERED = "entered"  # or confirmed, as play suggests it
    FROM_PLAY = "from play"  # suggested, and nobody has confirmed it
    BLANK = "0 if blank"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True)
class Feed:
    """What suggests the value of a field: a track, cards or a draw, with the value by seat."""

    source: str
    label: str
    values: tuple[Any, ...]  # None: it does not know, as some card does not tell, or nobody tapped
    rounds: tuple[int, ...] = ()  # in which it last changed for each seat; 0: before the first
    known: tuple[int, ...] = ()  # what the cards of each seat have, as far as they tell
    untold: tuple[int, ...] = ()  # cards of each seat whose points nobody has told
    recounts: tuple[Recount | None, ...] = ()  # where a seat has counted more cards, or fewer

    def says(self, seat: int) -> str:
        """What it says about one seat, as a clause."""
        says = "say" if self.source == CARDS else "says"
        return f"the {self.source} {says} {written(self.values[seat])}"


def origin(play: Play, seat: int, key: str) -> Origin:
    """The origin of a seat's value of a field."""
    entry = play.entries[seat]
    if key in entry:
        return Origin.ENTERED
    if key in play.fed and play.fed[key].values[seat] is not None and not _alone(play, entry):
        return Origin.FROM_PLAY
    return Origin.BLANK if key in play.blanks else Origin.NEEDED


def feeds(play: Play) -> dict[str, Feed]:
    """The feeds of all fields, by key; a track suggests nothing for seats it was not moved for."""
    tracks = {}
    moved = {track for track, _ in play.moved}
    for track in play.game.tracks:
        if track.feeds and track.key in moved & play.tracks.keys():
            rounds = [play.moved.get((track.key, seat)) for seat in range(len(play.seats))]
            values = tuple(
                value if rounds[seat] is not None and seat in play.sitting else None
                for seat, value in enumerate(play.tracks[track.key])
            )
            since = tuple(number or 0 for number in rounds)
            tracks[track.feeds] = Feed(TRACK, track.label, values, since)
    draws = {
        draw.fills: Feed(DRAW, draw.label, play.held[draw.key])
        for draw in play.game.draws
        if draw.fills and draw.key in play.held
    }
    return tracks | draws | dict(_from_pads(play))


def _from_pads(play: Play) -> Iterator[tuple[str, Feed]]:
    """The feeds from pads, once somebody has played a card on one of them."""
    seats = range(len(play.seats))
    told = [has_told_cards(play, seat) for seat in seats]
    feeding = [pad for pad in play.game.pads if pad.feeds and pad.key in play.pads]
    for field in dict.fromkeys(key for pad in feeding for key in pad.feeds):
        pads = [pad for pad in feeding if field in pad.feeds]
        if not any(has_played(play, pad, seat) for pad in pads for seat in seats):
            continue
        asked = play.game.sheet.by_key[field]
        needed = asked.default is None and not asked.zero
        sums = [_added(play, field, pads, seat) if told[seat] else (0, 0) for seat in seats]
        feed = Feed(
            source=CARDS,
            label=pads[0].label,
            values=tuple(
                known if told[seat] and not (untold and needed) else None
                for seat, (known, untold) in enumerate(sums)
            ),
            rounds=tuple(
                max((laid.round for pad in pads for laid in play.pads[pad.key][seat]), default=0)
                for seat in seats
            ),
            known=tuple(known for known, _ in sums),
            untold=tuple(untold for _, untold in sums),
            recounts=tuple(_recount(play, pads, seat) for seat in seats),
        )
        yield field, feed


def _added(play: Play, field: str, pads: list[Pad], seat: int) -> tuple[int, int]:
    """What a seat's cards add up to for a field where it is known, and of how many it is not."""
    hands = [(pad, play.pads[pad.key][seat]) for pad in pads]
    sums = [added_up(pad, play.offers(pad.key), hand, pad.feeds[field]) for pad, hand in hands]
    return sum(known for known, _ in sums), sum(untold for _, untold in sums)


def _recount(play: Play, pads: list[Pad], seat: int) -> Recount | None:
    for pad in pads:
        track = counting(play, pad)
        if track is not None:
            there = play.tracks[track.key][seat]
            cards = count_of(track, pad, len(play.pads[pad.key][seat]))
            if there != cards:
                return Recount(track.label, there, cards)
    return None


def filled_in(play: Play) -> tuple[Entry, ...]:
    """The values of each seat's sheet: what was entered, else what play suggests.

    Of a finished play nothing is suggested but what breaks a tie.
    """
    fields, found = play.game.sheet.by_key, []
    fed = {key: feed for key, feed in play.fed.items() if not play.finished or fields[key].tied}
    for seat, entry in enumerate(play.entries):
        said = {k: v for k, feed in fed.items() if (v := feed.values[seat]) is not None}
        found.append(entry if _alone(play, entry) else {**said, **entry})
    return tuple(found)


def so_far(play: Play) -> tuple[ScoringContext, list[Issue]]:
    """The lines as they count while play goes on, suggestions that nobody has confirmed included,
    and everything wrong with them."""
    entries = [
        {key: value for key, value in there.items() if key in entry or key in asked}
        for entry, there, asked in zip(play.entries, play.filled_in, play.lines, strict=True)
    ]
    own = [pad.key for pad in play.game.pads if not pad.shared and pad.key in play.pads]
    return play.game.sheet.read(
        play.situation,
        play.names,
        raw=entries,
        facts=play.known(),
        seat_traits=play.seat_traits,
        laid={key: tuple(len(hand) for hand in play.pads[key]) for key in own},
        blanks=play.blanks,
    )


def lines(play: Play) -> tuple[Mapping[str, Field], ...]:
    """The fields that each seat is asked for, by key, without tie-breaks and sole fields.

    A line that something stands in stays, whatever it is for.
    """
    entered = {key for entry in play.entries for key in entry}
    asked = [field for field in play.game.sheet.fields() if not (field.sole or field.tied)]
    return tuple(
        {field.key: field for field in asked if field.key in entered or field.when.holds(here)}
        for here in play.situations
    )


def unconfirmed(play: Play, seat: int) -> list[str]:
    """The fields of a seat that play suggests and nobody has confirmed."""
    suggested = play.filled_in[seat].keys() - play.entries[seat].keys()
    return [key for key in play.lines[seat] if key in suggested]


def to_confirm(play: Play) -> Iterator[Issue]:
    """An issue for every suggestion that has to be confirmed before the total is final."""
    for seat in play.sitting:
        for key in unconfirmed(play, seat):
            value = written(play.filled_in[seat][key])
            said = f"{play.lines[seat][key].label}: {value} is from play. Confirm or change it."
            yield Issue("missing", said, key, seat)


def untouched(play: Play) -> dict[str, Field]:
    """The lines that are 0 if blank, that nobody has touched and the group has not agreed on.

    What is compared in a tie is never among them: those who are tied are asked.
    """
    touched = {key for there in play.filled_in for key in there}
    compared = {tie.field for tie in play.game.tiebreaks}
    known = touched | compared | play.zeros
    asked = {key: field for seat in play.sitting for key, field in play.lines[seat].items()}
    return {key: f for key, f in asked.items() if key in play.blanks and key not in known}


def ask_zeros(labels: list[str]) -> str:
    """The question whether all untouched lines are 0."""
    if len(labels) > MOST_NAMED:
        return f"No one has entered {len(labels)} of the lines. 0 for everyone?"
    return f"No one has entered {listed(labels, 'or')}. 0 for everyone?"


def as_before(play: Play) -> Play:
    """A play finished in an earlier edition, with everything confirmed that its result used.

    They took a track for everybody once somebody had moved theirs, and what a correction emptied
    was as play had it.
    """
    tracks = {
        track.feeds: play.tracks[track.key]
        for track in play.game.tracks
        if track.feeds
        and not track.apart
        and any(value != track.start for value in play.tracks.get(track.key, ()))
    }
    fed = {key: feed.values for key, feed in play.fed.items()} | tracks
    typed = (
        {key: value for key, value in entry.items() if (seat, key) in play.filled}
        for seat, entry in enumerate(play.entries)
    )
    entries = tuple(
        entry
        if _alone(play, entry)
        else {**{k: v[seat] for k, v in fed.items() if v[seat] is not None}, **entry}
        for seat, entry in enumerate(typed)
    )
    return play.but(entries=entries, zeros=frozenset(play.game.sheet.by_key), old=True)


def _alone(play: Play, entry: Entry) -> bool:
    return any(field.key in entry for field in play.game.sheet.soles)
