"""The inputs of a score sheet, with their values and issues; choices that were typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from companion.rules.aids.calculator import Aid
from companion.rules.fields import Choice, Field, Kind
from companion.rules.issues import Issue, Level, errors
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.parts.decks import CatalogueCard
from companion.rules.scoring.origin import Origin, origin
from companion.rules.situation import Copied, Situation, fitting
from companion.rules.words import readings, written
from companion.rules.words import said as in_words
from companion.show.formats import plain
from companion.show.score.questions import second_look


def offered_choices(choices: Sequence[Choice], here: Situation) -> tuple[Choice, ...]:
    """The choices that can be made here, with what the cards of this play say of them."""
    fits = fitting(choices, here)
    return tuple(replace(choice, label=choice.label_with(here.settings)) for choice in fits)


def meant_choice(choices: Sequence[Choice], typed: str) -> Choice | None:
    """The choice with that key or name, else the only one that contains every word."""
    named = (choice for choice in choices if choice.key == typed)
    text = plain(typed).strip()
    exact = (choice for choice in choices if plain(choice.label) == text)
    found = next(named, None) or next(exact, None)
    fits = [choice for choice in choices if all(w in plain(choice.label) for w in text.split())]
    return found or (fits[0] if text and len(fits) == 1 else None)


def near_choices(choices: Sequence[Choice], typed: str) -> tuple[Choice, ...]:
    """The choices that contain most of the words, else those that are spelt alike."""
    text = plain(typed)
    labels = {choice.key: plain(choice.label) for choice in choices}
    has = {key: sum(word in label for word in text.split()) for key, label in labels.items()}
    most = max(has.values(), default=0)
    fits = [choice for choice in choices if most and has[choice.key] == most]
    if not fits:
        close = get_close_matches(text, labels.values(), n=6)
        fits = [choice for choice in choices if labels[choice.key] in close]
    return tuple(fits[:6])


def read_choice(field: Field, value: Any, here: Situation) -> Any:
    """What was sent for a field, by its key where it was typed by its name; else as it was."""
    if field.kind is Kind.LIST and isinstance(value, list):
        item = {column.key: column for column in field.item}
        return [{key: read_choice(item[key], v, here) for key, v in row.items()} for row in value]
    if field.kind is not Kind.CHOICE or field.picks > 1 or value is None:
        return value
    found = meant_choice(offered_choices(field.choices, here), str(value))
    return found.key if found else value


@dataclass(frozen=True)
class Box(Copied):
    """One input."""

    field: Field
    kind: str
    key: str  # of its field; in a list with row and column
    id: str
    label: str
    hint: str
    value: Any
    text: str  # the value as it stands in the input
    blank: str  # what stands there while nothing is entered
    choices: tuple[Choice, ...] = ()
    errors: tuple[str, ...] = ()
    remarks: tuple[Issue, ...] = ()  # warnings, and advice to do better
    about: str = ""  # the ids of what describes the input, for ``aria-describedby``
    better: Choice | None = None  # the choice or number that an issue offers instead
    readings: tuple[tuple[str, str], ...] = ()  # what numbers side by side may mean, by input
    rows: tuple[tuple[Box, ...], ...] = ()  # of a list
    cards: tuple[CatalogueCard, ...] = ()  # whose points can be tapped in
    unknown: tuple[str, ...] = ()  # kinds whose points stand on the card only
    pad: str = ""  # on which those cards are tapped, each as often as there are
    idle: bool = False  # a column that does not count for this kind of row
    origin: Origin = Origin.NEEDED  # where the value comes from
    since: str = ""  # ``round 2``, of a value from play that is older than the last one
    due: bool = True  # whether it is time to tell it
    ahead: str = ""  # what some more of it would bring
    repeats: bool = False  # the same choice may be picked more than once
    aid: Aid | None = None  # that works it out and fills it in
    breaks: bool = False  # it breaks a tie, so that 0 has to be entered, too
    near: tuple[Choice, ...] = ()  # what was perhaps meant by a name that no choice has

    @property
    def mark(self) -> str:
        """Where the value comes from, or that somebody has to enter it."""
        if self.origin is Origin.FROM_PLAY:
            return "From play" + (f", {self.since}" if self.since else "")
        needed = self.origin is Origin.NEEDED and self.due
        return "needed" if self.breaks or needed else ""

    @property
    def state(self) -> str:
        """How it looks: to check, from play, needed, blank, entered; "": there is time yet."""
        if self.errors or any(one.level is Level.WARN for one in self.remarks):
            return "bad"
        if self.origin is Origin.FROM_PLAY:
            return "play"
        if self.mark:
            return "open"
        return {Origin.BLANK: "blank", Origin.ENTERED: "entered"}.get(self.origin, "")

    @property
    def to_confirm(self) -> bool:
        """Whether it is time to confirm what play suggests."""
        return self.due and self.origin is Origin.FROM_PLAY

    @property
    def is_long(self) -> bool:
        """Whether its choices are shown as a searchable list."""
        return self.kind == Kind.CHOICE and self.field.picks == 1 and len(self.choices) > 10

    @property
    def named(self) -> str:
        """The name of the chosen option; what was typed if there is no such choice."""
        found = (choice.label for choice in self.choices if choice.key in self.picked)
        return next(found, self.text)

    @property
    def picked(self) -> tuple[Any, ...]:
        """The choices that are ticked; the default while nothing is."""
        value = self.field.default if self.value is None else self.value
        if self.field.picks > 1 and isinstance(value, str):
            return tuple(value.split("+"))
        return tuple(value) if isinstance(value, list | tuple) else (value,)


def box(play: Play, seat: int, field: Field, issues: Sequence[Issue], more: bool = False) -> Box:
    """``field`` of a seat with its issues; ``more``: a list has an empty row at its end."""
    value = play.filled_in[seat].get(field.key)
    here = play.situations[seat]
    empty = here.once(("box", field.key, play.game), lambda: _empty(play, field, here))
    shown = empty.but(id=f"s{seat}-{field.key}", value=value, text=as_text(value))
    if shown.pad and play.finished:
        shown = shown.but(pad="")
    if field.kind is Kind.LIST:
        shown = shown.but(rows=row_boxes(shown, value, more))
    came = origin(play, seat, field.key)
    if came is not shown.origin:
        since = _since(play, seat, field.key) if came is Origin.FROM_PLAY else ""
        shown = shown.but(origin=came, since=since)
    asked = any(issue.level is Level.ERROR or issue.code == "supply" for issue in issues)
    said = [*issues, *second_look(play, seat, field, value, asked)]
    return with_issues(shown, said) if said else shown


def _since(play: Play, seat: int, key: str) -> str:
    """``round 2``, where a counter or card has not changed since an earlier round."""
    rounds = play.fed[key].rounds
    last = (play.rounds or 0) if play.moment == OVER else play.moment.round
    older = bool(rounds) and 0 < rounds[seat] < last
    return play.game.clock.within(rounds[seat]) if older else ""


def _empty(play: Play, field: Field, here: Situation) -> Box:
    """The input without a value, which is the same for every seat in this situation."""
    game, words = play.game, {key: in_words(value) for key, value in here.settings.items()}
    aids = fitting(game.aids, here)
    shown = plain_box(field, field.key, "", None).but(
        choices=offered_choices(field.choices, here),
        hint=game.sheet.hints(here).get(field.key, "").format_map(words) or field.hint,
        repeats=field.picks > 1 and _may_repeat(play, field),
        aid=next((aid for aid in aids if aid.calculator.fills == field.key), None),
    )
    if not field.catalogue:
        return shown
    cards = [c for c in fitting(game.catalogue, play.situation) if c.catalogue == field.catalogue]
    pads = [pad for pad in game.pads if pad.key in play.pads and field.key in pad.feeds]
    known = tuple(card for card in cards if card.points is not None)
    pad = next((pad.key for pad in pads if pad.catalogue == field.catalogue), "")
    if known and pad:
        return shown.but(pad=pad)
    return shown.but(cards=known, unknown=tuple(c.label for c in cards if c.points is None))


def plain_box(field: Field, key: str, place: str, value: Any) -> Box:
    """An input with its value; ``place`` is its id on the page."""
    return Box(
        field=field,
        kind=str(field.kind),
        key=key,
        id=place,
        label=field.label,
        hint=field.hint,
        value=value,
        text=as_text(value),
        blank="0" if field.zero else as_text(field.default),
        choices=field.choices,
    )


def as_text(value: Any) -> str:
    return "" if value is None else written(value)


def _may_repeat(play: Play, field: Field) -> bool:
    """Whether the game's checks accept the same choice several times."""
    tried = {field.key: [field.choices[0].key] * field.picks}
    entries = (tried, *({} for _ in play.seats[1:]))
    found = errors(play.but(entries=entries).checked_sheet[1])
    return not any(issue.seat == 0 and issue.field == field.key for issue in found)


def with_issues(shown: Box, said: Sequence[Issue]) -> Box:
    """The input with its issues, but not those that it is missing."""
    entered = shown.value is not None
    wrong = [issue for issue in errors([*said]) if entered or issue.code != "missing"]
    remarks = tuple(issue for issue in said if issue.level is not Level.ERROR)
    parts = [part for part, there in (("error", wrong), ("note", remarks)) if there]
    if not parts:
        return shown
    # The rules name all choices; in a long list that helps nobody.
    unlisted = f"{shown.label}: there is no “{shown.text}” in the list."
    long = shown.is_long
    inputs = [cell for row in shown.rows for cell in row] or [shown]
    meant = ((one.key, text) for one in inputs for text in readings(one.value))
    odd = wrong and long and shown.value not in {choice.key for choice in shown.choices}
    return shown.but(
        about=" ".join(f"{shown.id}-{part}" for part in parts),
        errors=tuple(unlisted if long and i.code == "unknown-choice" else i.message for i in wrong),
        remarks=remarks,
        better=_better(shown, said),
        readings=tuple(meant) if wrong else (),
        near=near_choices(shown.choices, shown.text) if odd else (),
    )


def _better(shown: Box, said: Sequence[Issue]) -> Choice | None:
    """The choice or number that an issue advises, for a button."""
    wanted = [value for issue in said for key, value in issue.better if key == shown.key]
    chosen = [choice for choice in shown.field.choices if choice.key in wanted]
    numbers = [Choice(str(value), str(value)) for value in wanted if type(value) is int]
    return next(iter([*chosen, *numbers]), None)


def row_boxes(of: Box, value: Any, more: bool) -> tuple[tuple[Box, ...], ...]:
    """The inputs of a list row by row; ``more``: with an empty row at its end."""
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []

    def cell(number: int, item: Field, row: Mapping[str, Any]) -> Box:
        key, place = f"{of.key}-{number}-f-{item.key}", f"{of.id}-{number}-{item.key}"
        kinds, kind = item.kinds, row.get("kind")
        idle = bool(kinds and kind and kind not in kinds)
        return plain_box(item, key, place, row.get(item.key)).but(idle=idle)

    every = enumerate([*rows, {}] if more else rows)
    return tuple(tuple(cell(number, item, row) for item in of.field.item) for number, row in every)
