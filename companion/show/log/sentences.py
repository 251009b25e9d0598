"""What an entry says in people's words, where its short label is too terse for a log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.actions import Fill, Record
from companion.rules.actions.scoring import filled_in
from companion.rules.game import Game
from companion.rules.log import Logged
from companion.rules.play import Play
from companion.rules.setup import Draw
from companion.rules.state import State
from companion.rules.words import listed, said
from companion.show.standing import sentence, title

Data = Mapping[str, Any]
LONGEST = 120
UNTOLD = (LookupError, TypeError, ValueError, AttributeError, StopIteration)


class Telling:
    """Tells the entries of one table."""

    def __init__(self, state: State) -> None:
        self.state, self.game = state, state.game
        self._starts: list[int] | None = None

    def words(self, row: Logged) -> str:
        """The entry as a sentence; its own label where nothing better is known."""
        entry = row.entry
        play = self.play(row)
        tell = TELLINGS.get(entry.action)
        found = None
        if tell and (play or entry.action in ANYWHERE):
            try:
                found = tell(self, play, entry.data, row.label)
            except UNTOLD:  # an entry the rules passed over, or one that is kept secret
                found = None
        return found or sentence(row.label or entry.action)

    def play(self, row: Logged) -> Play | None:
        """The play an entry is about: the one it names, else the newest when it was made."""
        number = row.entry.play
        if number is None:
            number = bisect_right(self.starts, row.entry.seq) - 1
        plays = self.state.plays
        return plays[number] if 0 <= number < len(plays) else None

    @property
    def starts(self) -> list[int]:
        """The entries with which the plays began."""
        if self._starts is None:
            log = self.state.log
            rows = log.rows[: len(log)]
            found = [row for row in rows if row.entry.action == "start" and not row.refused]
            self._starts = [r.entry.seq for r in found if r.entry.seq not in log.revoked]
        return self._starts


def _start(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    names = [seat["name"] for seat in data["seats"]]
    first = names[data.get("first", 0)]
    began = f" {first} first." if len(names) > 1 else ""
    return f"{telling.game.title_of(data['chapter'])} begins: {listed(names)}.{began}"


def _tick(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    assert play is not None
    on = data.get("on", True)
    text = play.texts.get(data["step"])
    if text:
        return f"{'Done' if on else 'Not done after all'}: {text}"
    track = next((t for t in play.game.tracks if data["step"].startswith(f"{t.key}-")), None)
    return f"Done: what {track.label} asked for." if track else ""


def _draw(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    assert play is not None
    draw = next(d for d in play.game.draws if d.key == data["draw"])
    hand = draw.drawn(play.situation, play.known(), data["seed"], data.get("kept", ()))
    return f"Drawn, {draw.label}: {_things(play, draw, hand)}."


def _things(play: Play, draw: Draw, hand: tuple[Any, ...]) -> str:
    if draw.pool or draw.pool_of:
        return said(hand)
    return listed([play.names[seat] for seat in hand])


def _shuffle(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    return f"Shuffled here: {_deck(play, data)}."


def _reveal(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    if data.get("correction"):
        return f"{_deck(play, data)} corrected: card {data['position'] + 1} was {data['card']}."
    return f"{_deck(play, data)}: {data['card'] or 'one'} came up."


def _deck(play: Play | None, data: Data) -> str:
    assert play is not None
    deck = play.deck(data["deck"])
    return deck.label if deck else str(data["deck"])


def _advance(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    assert play is not None
    number, key, seat = data["moment"]
    clock = play.game.clock
    phase = next(phase.label for phase in clock.phases if phase.key == key)
    who = "" if seat is None else f" of {play.names[seat]}"
    return f"{clock.round_name} {number}, {phase}{who} done."


def _count(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    track = next(t for t in telling.game.tracks if t.key == data["track"])
    return f"{track.label}: {label}." if not track.shared else sentence(label)


def _fill(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    assert play is not None
    if not data["field"]:
        return ""  # kept secret
    values = Fill.from_json(data).values
    return f"{play.names[data['seat']]}, {filled_in(play.game, values, LONGEST)}."


def _finish(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    assert play is not None
    return f"{title(play)} finished: the scores stand."


def _record(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    fact = next(f for f in telling.game.card_facts if f.key == data["fact"])
    return f"{fact.label}: {Record.from_json(data).told(fact)}."


def _rule(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    ruling = next(r for r in telling.game.rulings if r.key == data["ruling"])
    return f"{ruling.question} {ruling.words(data['value'])}."


def _branch(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    return f"The story goes on with {telling.game.title_of(data['to'])}."


def _note(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    return f"“{data['text'].strip()}”"


def _hide(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    text = reminder(telling.game, data["reminder"])
    return f"{'Hidden' if data.get('on', True) else 'Shown again'}: {text}"


def reminder(game: Game, key: str) -> str:
    return next((r.text for r in game.clock.reminders if r.key == key), key)


def _undo(telling: Telling, play: Play | None, data: Data, label: str) -> str:
    row = telling.state.log.find(data["entry"])
    if row is None:
        return ""
    if row.entry.action != "undo":
        return f"Taken back: {telling.words(row)}"
    first = telling.state.log.find(row.entry.data["entry"])
    return f"Brought back: {telling.words(first)}" if first else ""


ANYWHERE = frozenset({"start", "rule", "record", "hide", "undo", "branch", "count"})
"""Told without knowing the play they belong to."""

Tell = Callable[[Telling, Play | None, Data, str], str]

TELLINGS: Mapping[str, Tell] = {
    "start": _start, "tick": _tick, "draw": _draw, "shuffle": _shuffle, "reveal": _reveal,
    "advance": _advance, "count": _count, "fill": _fill, "finish": _finish, "record": _record,
    "rule": _rule, "branch": _branch, "note": _note, "hide": _hide, "undo": _undo,
}  # fmt: skip
