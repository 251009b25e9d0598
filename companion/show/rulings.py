"""What a table has settled for itself: rulings, card facts, options, and what it has hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.play import Play
from companion.rules.rulings import CardFact, Choice, FactKind, Ruling, Scope
from companion.rules.situation import fitting
from companion.rules.state import State
from companion.show.log.sentences import reminder, told
from companion.show.standing import title

FEW = 4
"""So many choices are shown as buttons; more go into a list to pick from."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button that gives an answer; ``value`` is what it sends."""

    value: str
    label: str
    on: bool
    ours: bool = False  # what the app takes unless the group says otherwise


@dataclass(frozen=True, slots=True)
class Settled:
    ruling: Ruling
    answers: tuple[Answer, ...]
    changed: bool
    now: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A card fact to tell: ``way`` is type, answers, pick or gather."""

    fact: CardFact
    play: int
    way: str
    value: str  # as typed
    now: str  # as said; empty while nobody has told it
    hint: str
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Card facts that stand in the same place."""

    key: str
    label: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything the page shows."""

    rulings: tuple[Settled, ...]
    changed: int
    places: tuple[Place, ...]
    resting: tuple[str, ...]  # facts not needed now
    earlier: tuple[tuple[str, str, str], ...]  # chapter, what, value
    options: tuple[tuple[str, str, str], ...]
    hidden: tuple[tuple[str, str], ...]


def ground(state: State, play: Play) -> Ground:
    settled = tuple(_settled(state, ruling) for ruling in state.game.rulings)
    return Ground(
        settled,
        sum(one.changed for one in settled),
        tuple(_places(state, play)),
        tuple(_resting(state, play)),
        tuple(_earlier(state, play)),
        tuple(_options(play)),
        tuple((key, reminder(state.game, key)) for key in sorted(state.hidden)),
    )


def _settled(state: State, ruling: Ruling) -> Settled:
    value = state.rulings.get(ruling.key, ruling.default)
    answers = tuple(
        Answer(o.key, o.label, o.key == value, o.key == ruling.default) for o in ruling.options
    )
    now = next(answer.label for answer in answers if answer.on)
    return Settled(ruling, answers, value != ruling.default, now)


def _places(state: State, play: Play) -> Iterator[Place]:
    newest = play.number == len(state.plays) - 1
    labels = {
        Scope.CHAPTER: f"On the cards of {title(play)}",
        Scope.PLAY: "In this game",
        Scope.GAME: "In every game at this table",
    }
    facts = list(fitting(state.game.card_facts, play.situation))
    for scope, label in labels.items():
        # What a chapter's card says is kept for the newest play's chapter only.
        mine = [f for f in facts if f.scope is scope and (newest or scope is not Scope.CHAPTER)]
        if mine:
            yield Place(scope.value, label, tuple(_asked(state, play, fact) for fact in mine))


def kept(state: State, play: Play, fact: CardFact) -> Any:
    """What the group has told, or None."""
    if fact.scope is Scope.PLAY:
        return play.facts.get(fact.key)
    chapter = play.chapter if fact.scope is Scope.CHAPTER else ""
    return state.facts.get((chapter, fact.key))


def _asked(state: State, play: Play, fact: CardFact) -> Asked:
    value = kept(state, play, fact)
    now = "" if value is None else told(fact, value)
    if value is None and fact.default is not None:
        value = fact.default
    way, answers = _way(fact, value)
    return Asked(fact, play.number, way, _typed(value), now, _hint(fact), answers)


def _typed(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(str(v) for v in value) if isinstance(value, tuple | list) else str(value)


def _way(fact: CardFact, value: Any) -> tuple[str, tuple[Answer, ...]]:
    match fact.kind:
        case FactKind.FLAG:
            both = (("true", "Yes", True), ("false", "No", False))
            return "answers", tuple(Answer(key, label, value is on) for key, label, on in both)
        case FactKind.CHOICE:
            answers = tuple(Answer(c.key, c.label, c.key == value) for c in fact.choices)
            return ("answers" if len(answers) <= FEW else "pick"), answers
        case FactKind.LIST:
            return "gather", _gathered(fact.choices, tuple(value or ()), value is not None)
    return "type", ()


def _gathered(
    choices: Sequence[Choice], chosen: tuple[str, ...], known: bool
) -> tuple[Answer, ...]:
    """Each button sends the list with its thing added at the end, or taken out."""
    found = []
    for choice in choices:
        on = choice.key in chosen
        left = [key for key in chosen if key != choice.key]
        found.append(Answer(",".join(left if on else [*chosen, choice.key]), choice.label, on))
    return (*found, Answer(",", "None of them", known and not chosen))


def _hint(fact: CardFact) -> str:
    match fact.kind:
        case FactKind.NUMBERS:
            return f"{fact.length} numbers with commas between them."
        case FactKind.LIST:
            return "Tap to add, tap again to take out. They stay in the order you tap them."
        case FactKind.NUMBER if fact.high is not None:
            return f"{fact.low or 0} to {fact.high}."
    return ""


def _resting(state: State, play: Play) -> Iterator[str]:
    """Facts that are not needed now; those of chapters still ahead stay covered."""
    reached = {one.chapter for one in state.plays}
    for fact in state.game.card_facts:
        chapters = set(fact.when.needs.get("chapter", reached))
        if not fact.when.holds(play.situation) and chapters & reached:
            yield fact.label


def _earlier(state: State, play: Play) -> Iterator[tuple[str, str, str]]:
    facts = {fact.key: fact for fact in state.game.card_facts}
    for (chapter, key), value in state.facts.items():
        if chapter not in ("", play.chapter) and value is not None:
            yield chapter, facts[key].label, told(facts[key], value)


def _options(play: Play) -> Iterator[tuple[str, str, str]]:
    for option in fitting(play.game.options, play.situation):
        value = play.situation.settings.get(option.key)
        label = next((c.label for c in option.choices if c.key == value), "open")
        yield option.label, label, option.note
