"""The inputs of a score sheet, with their values and issues; choices that were typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from companion.rules.aids.calculator import Aid
from companion.rules.fields import Choice, Field, Kind
from companion.rules.game import Game
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

MOST_NEAR = 6
MOST_BUTTONS = 10
"""The most choices that are shown as buttons; more become a searchable list."""


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
        close = get_close_matches(text, labels.values(), MOST_NEAR)
        fits = [choice for choice in choices if labels[choice.key] in close]
    return tuple(fits[:MOST_NEAR])


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
        one = self.kind == Kind.CHOICE and self.field.picks == 1
        return one and len(self.choices) > MOST_BUTTONS

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
    plain = empty.but(id=f"s{seat}-{field.key}", value=value, text=as_text(value))
    if plain.pad and play.finished:
        plain = plain.but(pad="")
    if field.kind is Kind.LIST:
        plain = plain.but(rows=row_boxes(plain, value, more))
    came = origin(play, seat, field.key)
    if came is not plain.origin:
        since = _since(play, seat, field.key) if came is Origin.FROM_PLAY else ""
        plain = plain.but(origin=came, since=since)
    asked = any(issue.level is Level.ERROR or issue.code == "supply" for issue in issues)
    said = [*issues, *second_look(play, seat, field, value, asked)]
    return with_issues(plain, said) if said else plain


def _since(play: Play, seat: int, key: str) -> str:
    """``round 2``, where a counter or card has not changed since an earlier round."""
    rounds, clock = play.fed[key].rounds, play.game.clock
    last = (play.rounds or 0) if play.moment == OVER else play.moment.round
    older = bool(rounds) and 0 < rounds[seat] < last
    return clock.within(rounds[seat]) if older else ""


def _empty(play: Play, field: Field, here: Situation) -> Box:
    """The input without a value, which is the same for every seat in this situation."""
    plain = _as_played(plain_box(field, field.key, "", None), play.game, here)
    if field.catalogue:
        plain = _with_cards(plain, play)
    aids = fitting(play.game.aids, here)
    aid = next((aid for aid in aids if aid.calculator.fills == field.key), None)
    return plain.but(repeats=field.picks > 1 and _may_repeat(play, field), aid=aid)


def _as_played(plain: Box, game: Game, here: Situation) -> Box:
    """The field with the choices and the hint of this play."""
    settings, hints = here.settings, game.sheet.hints(here)
    choices = offered_choices(plain.choices, here)
    hint = hints.get(plain.key, "").format_map({k: in_words(v) for k, v in settings.items()})
    return plain.but(choices=choices, hint=hint or plain.hint)


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


def _with_cards(plain: Box, play: Play) -> Box:
    """The box with the cards whose points can be tapped in, or the pad they are laid on."""
    here, field = fitting(play.game.catalogue, play.situation), plain.field
    cards = [card for card in here if card.catalogue == field.catalogue]
    known = tuple(card for card in cards if card.points is not None)
    pads = (pad for pad in play.game.pads if pad.key in play.pads and field.key in pad.feeds)
    pad = next((pad.key for pad in pads if pad.catalogue == field.catalogue), "")
    if known and pad:
        return plain.but(pad=pad)
    return plain.but(cards=known, unknown=tuple(c.label for c in cards if c.points is None))


def with_issues(plain: Box, said: Sequence[Issue]) -> Box:
    """The issues to show, without those that a field is missing."""
    entered = plain.value is not None
    wrong = [_worded(plain, i) for i in errors([*said]) if entered or i.code != "missing"]
    remarks = [issue for issue in said if issue.level is not Level.ERROR]
    parts = [part for part, there in (("error", wrong), ("note", remarks)) if there]
    if not parts:
        return plain
    inputs = [cell for row in plain.rows for cell in row] or [plain]
    meant = ((one.key, text) for one in inputs for text in readings(one.value))
    odd = wrong and plain.is_long and plain.value not in {c.key for c in plain.choices}
    return plain.but(
        about=" ".join(f"{plain.id}-{part}" for part in parts),
        errors=tuple(wrong),
        remarks=tuple(remarks),
        better=_better(plain, said),
        readings=tuple(meant) if wrong else (),
        near=near_choices(plain.choices, plain.text) if odd else (),
    )


def _worded(plain: Box, issue: Issue) -> str:
    """The issue without the names of all choices, if there are many."""
    if plain.is_long and issue.code == "unknown-choice":
        return f"{plain.label}: there is no “{plain.text}” in the list."
    return issue.message


def _better(plain: Box, said: Sequence[Issue]) -> Choice | None:
    """The choice or number that an issue advises, for a button."""
    wanted = [value for issue in said for key, value in issue.better if key == plain.key]
    numbers = [Choice(str(value), str(value)) for value in wanted if type(value) is int]
    chosen = (choice for choice in plain.field.choices if choice.key in wanted)
    return next(chosen, next(iter(numbers), None))


def row_boxes(of: Box, value: Any, more: bool) -> tuple[tuple[Box, ...], ...]:
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    return tuple(
        tuple(_cell(of, number, item, row) for item in of.field.item)
        for number, row in enumerate([*rows, {}] if more else rows)
    )


def _cell(of: Box, number: int, item: Field, row: Mapping[str, Any]) -> Box:
    kinds, kind = item.kinds, row.get("kind")
    key = f"{of.key}-{number}-f-{item.key}"
    cell = plain_box(item, key, f"{of.id}-{number}-{item.key}", row.get(item.key))
    return cell.but(idle=bool(kinds and kind and kind not in kinds))
