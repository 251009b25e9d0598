"""What a posted score sheet changes: only fields that were changed on the page itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form

from companion.games import games
from companion.rules.fields import Field, Kind
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.log import Log
from companion.rules.journal.play import Play
from companion.rules.words import readings, shortened, summed, whole, written
from companion.show.score.boxes import read_choice
from companion.web.forms import PREFIX, form_of

Typed = Mapping[str, Any]
ALL = "*"  # every line from play
LONGEST_KEY = 40  # with a field's key behind it, still within what an entry's key may be


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field with its new value; None empties it."""

    field: str
    value: Any


@cache
def sheet_form(slug: str) -> type[Form]:
    """The form of a game's sheet; made once, because that is slow."""
    return form_of(games()[slug].sheet.fields())


def as_pressed(form: MultiDict[str, str], take: str, drop: str) -> MultiDict[str, str]:
    """What was sent, with what a small button does in a list: a cell read as it was tapped
    (``take=deeds-0-f-coins:3+5``), a row taken out (``drop=deeds:2``)."""
    cell, _, meant = take.partition(":")
    taken = PREFIX + cell if f"-{PREFIX}" in cell else ""
    key, _, number = drop.partition(":")
    gone = f"{PREFIX}{key}-{number}-"
    pairs = ((name, value) for name, value in form.items(True) if not name.startswith(gone))
    return MultiDict((name, meant if name == taken else value) for name, value in pairs)


def read_names(play: Play, seat: int, values: Typed) -> dict[str, Any]:
    """The form with typed names of choices replaced by their keys."""
    fields, here = play.game.sheet.by_key, play.situations[seat]
    return {key: read_choice(fields[key], value, here) for key, value in values.items()}


def changes(
    play: Play, seat: int, values: Typed, was: Typed, sole: str, pressed: str = ""
) -> list[FieldChange]:
    """The fields whose value differs from the one on the page and from the one now.

    A button that was ``pressed`` may also leave it as it was: one more and one less.
    """
    now = play.entries[seat]
    fields = play.game.sheet.by_key
    stepped = pressed if was.get(pressed) is not None else ""
    mine = [key for key in values if (key == sole if sole else not fields[key].sole)]
    found = [
        FieldChange(key, values[key])
        for key in mine
        if (not same(fields[key], values[key], was.get(key)) or key == stepped)
        and values[key] != now.get(key)
    ]
    return [*_given_up(fields, now, found, sole), *found]


def same(field: Field, value: Any, before: Any) -> bool:
    """Whether a field was left as it was; an untouched choice sends its default."""
    if before is None and field.kind in (Kind.CHOICE, Kind.FLAG):
        return value in (None, field.default)
    return bool(value == before or (value is not None and written(value) == written(before)))


def confirmed(
    play: Play, seat: int, wanted: str, values: Typed, was: Typed
) -> tuple[list[FieldChange], list[Issue]]:
    """The suggestions on the page that are confirmed, all or one line.

    What somebody has typed over or emptied is not meant. Where something else stands there by
    now, it is asked again.
    """
    fields, entered, there = play.game.sheet.by_key, play.entries[seat], play.filled_in[seat]
    keys = [
        key
        for key in was
        if key in fields
        and (key == wanted or (wanted == ALL and key in play.lines[seat]))
        and same(fields[key], values.get(key, was[key]), was[key])
    ]
    sent_back = json.loads(json.dumps(dict(there)))  # as a page sends it
    stands = [key for key in keys if sent_back.get(key) == was[key]]
    found = [FieldChange(key, there[key]) for key in stands if key not in entered]
    late = [
        Issue("stale", _moved_on(fields[key], key in entered, there.get(key), was[key]), key, seat)
        for key in keys
        if key not in stands
    ]
    return found, late


def _moved_on(field: Field, entered: bool, there: Any, before: Any) -> str:
    now, seen = field.words(there), field.words(before)
    said = f"someone has entered {now}" if entered else f"the game now says {now}"
    return f"{field.label}: {said}. You confirmed {seen}."


def _given_up(
    fields: Mapping[str, Field], now: Typed, found: Sequence[FieldChange], sole: str
) -> Iterator[FieldChange]:
    """Empty the other fields if the sole one is filled in, and the other way round."""
    if any(fill.value is not None for fill in found):
        yield from (FieldChange(key, None) for key in now if fields[key].sole is not bool(sole))


def overtaken(play: Play, seat: int, found: Sequence[FieldChange], was: Typed) -> list[Issue]:
    """Issues for fields that somebody else has changed since the page was rendered."""
    now = play.filled_in[seat]
    fields = play.game.sheet.by_key
    return [
        Issue("stale", f"{play.names[seat]}, {_overtaken(fields[fill.field], there, fill.value)}.",
              fill.field, seat)
        for fill in found
        if (there := now.get(fill.field)) != was.get(fill.field)
    ]  # fmt: skip


def _overtaken(field: Field, there: Any, mine: Any) -> str:
    entered, typed = (shortened(field.words(value)) for value in (there, mine))
    return f"{field.label}: someone has entered {entered}, you entered {typed}"


def pressed(
    play: Play, seat: int, buttons: Mapping[str, str], values: Typed, was: Typed
) -> FieldChange:
    """What a small button changes (one more, a card, a choice), added to the present value."""
    for name, change in BUTTONS.items():
        key, _, what = buttons[name].partition(":")
        field = play.game.sheet.by_key.get(key)
        if field and name == "take" and what in (offered := _offered(play, seat, key)):
            return FieldChange(key, offered[what])
        if field:
            typed = values.get(key)
            base = play.filled_in[seat].get(key) if typed == was.get(key) else typed
            return FieldChange(key, change(play.game, field, base, what))
    return FieldChange("", None)


def _offered(play: Play, seat: int, key: str) -> dict[str, Any]:
    """The better values that issues advise for a field, as a button sends them."""
    found = (i.better for i in play.checked_sheet[1] if i.seat == seat)
    return {str(value): value for better in found for name, value in better if name == key}


def advised(play: Play, seat: int, taken: FieldChange) -> Typed:
    """The other fields that belong to advice that was taken."""
    mine = [i.better for i in play.checked_sheet[1] if i.seat == seat and i.better]
    return next((dict(b) for b in mine if (taken.field, taken.value) in b), {})


def repeats(log: Log, key: str) -> bool:
    """Whether a recent entry has this key, so that pressing a button twice counts once."""
    return bool(key) and any(row.entry.key == key for row in log.newest())


def _step(game: Game, field: Field, value: Any, what: str) -> Any:
    start, by = summed(field.default or 0 if value is None else value), whole(what)
    if start is None or by is None:
        return value
    return max(field.low, start + by)


def _tap(game: Game, field: Field, value: Any, what: str) -> Any:
    cards = (c for c in game.catalogue if c.catalogue == field.catalogue and c.key == what)
    points = next((card.points for card in cards), None)
    if points is None:
        return value
    return points if value is None else f"{value}+{points}"


def _take(game: Game, field: Field, value: Any, what: str) -> Any:
    meant = (*(choice.key for choice in field.choices), *readings(value))
    return what if what in meant else value


BUTTONS = {"step": _step, "tap": _tap, "take": _take}
