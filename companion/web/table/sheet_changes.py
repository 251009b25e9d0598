"""What a posted score sheet changes: only fields that were changed on the page itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form

from companion.games import games
from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue
from companion.rules.journal.log import Log
from companion.rules.journal.play import Play
from companion.rules.words import readings, shortened, summed, whole, written
from companion.show.score.boxes import read_choice
from companion.web.forms import PREFIX, form_of

Typed = Mapping[str, Any]
ALL = "*"  # every line from play


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
    if any(change.value is not None for change in found):
        # The sole field, filled in, empties the others, and the other way round.
        given_up = [FieldChange(key, None) for key in now if fields[key].sole is not bool(sole)]
        return given_up + found
    return found


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
    sent_back = json.loads(json.dumps(dict(there)))  # as a page sends it
    found, late = [], []
    for key, before in was.items():
        is_meant = key == wanted or (wanted == ALL and key in play.lines[seat])
        if key not in fields or not is_meant:
            continue
        field, now = fields[key], there.get(key)
        if before is None or not same(field, values.get(key, before), before):
            continue
        if sent_back.get(key) == before:
            found += [FieldChange(key, now)] if key not in entered else []
            continue
        said = "someone has entered" if key in entered else "the game now says"
        said = f"{field.label}: {said} {field.words(now)}. You confirmed {field.words(before)}."
        late.append(Issue("stale", said, key, seat))
    return found, late


def overtaken(play: Play, seat: int, found: Sequence[FieldChange], was: Typed) -> list[Issue]:
    """Issues for fields that somebody else has changed since the page was rendered."""
    issues = []
    for change in found:
        field, there = play.game.sheet.by_key[change.field], play.filled_in[seat].get(change.field)
        if there != was.get(change.field):
            entered, typed = (shortened(field.words(value)) for value in (there, change.value))
            said = f"someone has entered {entered}, you entered {typed}"
            said = f"{play.names[seat]}, {field.label}: {said}."
            issues.append(Issue("stale", said, change.field, seat))
    return issues


def pressed(
    play: Play, seat: int, buttons: Mapping[str, str], values: Typed, was: Typed
) -> FieldChange:
    """What a small button changes (one more, a card, a choice), added to the present value."""
    for button, sent in buttons.items():
        key, _, what = sent.partition(":")
        if field := play.game.sheet.by_key.get(key):
            typed = values.get(key)
            base = play.filled_in[seat].get(key) if typed == was.get(key) else typed
            return FieldChange(key, _after_button(play, seat, field, base, button, what))
    return FieldChange("", None)


def _after_button(play: Play, seat: int, field: Field, value: Any, button: str, what: str) -> Any:
    """The value after a button; what cannot be meant leaves it as it was."""
    if button == "step":
        start, by = summed(field.default or 0 if value is None else value), whole(what)
        return value if start is None or by is None else max(field.low, start + by)
    if button == "tap":
        cards = play.game.catalogue
        known = (c.points for c in cards if c.catalogue == field.catalogue and c.key == what)
        points = next(known, None)
        if points is None:
            return value
        return points if value is None else f"{value}+{points}"
    # A choice, a reading of what was typed, or a better value that an issue advises.
    taken = {key: key for key in (*(choice.key for choice in field.choices), *readings(value))}
    advice = (issue.better for issue in play.checked_sheet[1] if issue.seat == seat)
    taken |= {str(v): v for better in advice for name, v in better if name == field.key}
    return taken.get(what, value)


def advised(play: Play, seat: int, taken: FieldChange) -> Typed:
    """The other fields that belong to advice that was taken."""
    mine = [i.better for i in play.checked_sheet[1] if i.seat == seat and i.better]
    return next((dict(b) for b in mine if (taken.field, taken.value) in b), {})


def repeats(log: Log, key: str) -> bool:
    """Whether a recent entry has this key, so that pressing a button twice counts once."""
    return bool(key) and any(row.entry.key == key for row in log.newest())
