"""Facts of a chapter on paper, and how this group plays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.journal.outcome import drawn_thing
from companion.rules.journal.play import Play
from companion.rules.journal.state import INTRODUCED, State
from companion.rules.parts.facts import Certainty, Known
from companion.rules.parts.settings import Ruling, Scope
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, counting, inline, listed
from companion.show.paper.charts import marks
from companion.show.rulings import options

WORD = 3  # letters up to which a value is set as a figure
BRIEF = 14  # and up to which as a word
NAME = 22  # letters of a label that has room in the strip below the title


@dataclass(frozen=True, slots=True)
class Pair:
    label: str
    text: str
    unsure: bool = False

    @property
    def head(self) -> str:
        """The label as it stands before a colon, without one of its own."""
        return inline(self.label)

    @property
    def size(self) -> str:
        """How it can be set: as a figure, a word, or a line of its own."""
        length = len(self.text)
        return "figure" if length <= WORD else "word" if length <= BRIEF else "long"

    @property
    def strip(self) -> bool:
        """Whether it stands in the strip of figures below the title."""
        return self.size != "long" and len(self.label) <= NAME


def facts(
    game: Game, situation: Situation, names: Sequence[str] = (),
    drawn: Mapping[str, str] | None = None, ruled: Collection[str] = (),
) -> list[Pair]:  # fmt: skip
    """The chapter's table for this many players, without what is empty or never changes, and what
    is of use only while playing, such as the prices of a moment. ``drawn`` is what came out of
    the pools that it lists; what the group has ``ruled`` is not doubted any more."""
    known = game.facts_of(situation)
    found: list[Pair] = []
    undecided = {o.key for o in game.options if not o.is_picked(situation.settings.get(o.key))}
    varies = {f.key for f in game.facts if f.when.needs or f.by_players or f.rule or f.told}
    rulings = {ruling.key for ruling in game.rulings}
    for topic in game.topics:
        cell = known.get(topic.key)
        if topic.later or not cell or cell.value in (None, (), [], ""):
            continue
        if cell.fact.rule and undecided & cell.fact.when.needs.keys():
            continue  # worked out as if what is still to be picked made no difference
        unsure = cell.fact.sure is not Certainty.READ and cell.fact.ruling not in ruled
        words = (drawn or {}).get(topic.key) or _words(game, situation, cell)
        if topic.carries and words and all(type(number) is int for number in cell.value):
            # Numbers of cards are not to be taken for how many there are.
            words = f"{'card' if len(cell.value) == 1 else 'cards'} {words}"
        if topic.seats:
            words = ", ".join(names[n] if names else f"seat {n + 1}" for n in cell.value)
        pair = Pair(topic.label, words, unsure)
        if pair.size == "long" and cell.fact.when.needs and rulings >= cell.fact.when.needs.keys():
            continue  # a sentence that only answers a question about the rules
        # What only says again, at greater length, what stands there already.
        again = any(words == one.text and topic.label.startswith(one.label) for one in found)
        if words and (pair.strip or topic.key in varies) and not again:
            found.append(pair)
    return found


def _words(game: Game, situation: Situation, cell: Known) -> str:
    """What a cell says; nothing where the group has told what we only expected."""
    asked = next((fact for fact in game.card_facts if fact.key == cell.fact.ruling), None)
    items = cell.value if isinstance(cell.value, tuple) else ()
    if asked and items and {choice.key for choice in asked.choices}.issuperset(items):
        told = situation.settings.get(asked.key, asked.default) != asked.default
        return "" if told else asked.words(cell.value)
    return cell.said


def told_facts(play: Play) -> Iterator[Pair]:
    """What the group read off the cards of this chapter or said of this play; once it is over, not
    where something stood that went on step by step."""
    settings, told = play.situation.settings, {INTRODUCED}
    for field in play.game.sheet.fields():
        # ``Main objective: 20 coins → 6 points or 35 coins → 10 points``, once all are told.
        ways = [choice for choice in field.choices if choice.needs]
        needs = {key for choice in ways for key in choice.needs}
        if ways and all(settings.get(key) is not None for key in needs):
            words = [counting(choice.says, settings) for choice in ways]
            yield Pair(field.label, listed(words, "or"))
            told |= needs
    for fact in play.card_facts:
        given = settings.get(fact.key)
        if fact.scope is Scope.PLAY:
            given = play.facts.get(fact.key, given)
        past = fact.next and play.finished
        hidden = past or fact.begins or fact.scope is Scope.GAME or fact.key in told
        if not hidden and given is not None and given != fact.default:
            yield Pair(fact.label, fact.words(given))


def introduced(play: Play) -> str:
    """What this chapter's events brought in for good, as far as the group said so."""
    facts, noted = play.game.card_facts, play.facts.get(INTRODUCED)
    return next((f.words(noted) for f in facts if f.key == INTRODUCED and noted), "")


def settled(state: State) -> Iterator[tuple[str, str, str]]:
    """What the group settled itself or once played otherwise; the rest is as in the book: the
    question, this table's answer, and the chapters in which it was another."""
    for ruling in _made(state.worded):
        now = state.rulings.get(ruling.key, ruling.default)
        other = dict.fromkeys(
            play.chapter
            for play in state.plays
            if ruling.when.holds(play.situation)
            and play.situation.settings.get(ruling.key) not in (None, now)
        )
        if ruling.key in state.rulings or other:
            elsewhere = f"Played differently in {listed(list(other))}." if other else ""
            yield ruling.question, ruling.words(now), elsewhere


def changed(play: Play) -> Iterator[Pair]:
    """The rulings in force in this play that are not ours."""
    for ruling in fitting(_made(play.game), play.situation):
        now = play.situation.settings.get(ruling.key)
        if now is not None and now != ruling.default:
            yield Pair(ruling.question, ruling.words(now))


def chosen(play: Play) -> Iterator[Pair]:
    """The ways of playing that were picked for this play."""
    for option in options(play):
        now = play.situation.settings.get(option.key)
        if option.is_picked(now):
            yield Pair(option.label, option.words(now))


def dealt(play: Play) -> Iterator[Pair]:
    """What came out of the draws that no other line of the log tells; people's own by name."""
    people = marks(play)
    for draw in fitting(play.game.draws, play.situation):
        told = draw.of_seats or draw.settles or draw.pool_of or draw.key in play.concealed_draws
        if told or (draw.each and draw.beside):
            continue
        held = play.held.get(draw.key, ()) if draw.each else ()
        own = [
            f"{drawn_thing(play, draw, held[seat])} ({people[seat].short})"
            for seat in play.sitting
            if held and held[seat] is not None
        ]
        drawn = [drawn_thing(play, draw, thing) for thing in play.drawn.get(draw.key, ())]
        if own or drawn:
            yield Pair(capital(draw.label), "; ".join(own) or listed(drawn))


def remembered(state: State) -> Iterator[Pair]:
    """What the group read off cards that are the same in every chapter."""
    for fact in state.worded.card_facts:
        given = state.facts.get(("", fact.key))
        if fact.scope is Scope.GAME and given is not None:
            yield Pair(fact.label, fact.words(given))


def _made(game: Game) -> list[Ruling]:
    """The rulings of a game, without those that only say whether a card was compared."""
    compared = {key for fact in game.card_facts for key in fact.confirms}
    return [ruling for ruling in game.rulings if ruling.key not in compared]
