"""Questions and warnings of the score page: card facts, ties, unusual or replaced numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from companion.rules.actions.scoring import Fill, Replaced
from companion.rules.fields import Field
from companion.rules.game import TARGET, WON
from companion.rules.issues import Issue, Level
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.plays import Plays, told_before
from companion.rules.journal.state import State
from companion.rules.parts.facts import Certainty
from companion.rules.parts.settings import CardFact, Due
from companion.rules.scoring.origin import CARDS, Feed
from companion.rules.scoring.ranking import LevelSeats
from companion.rules.situation import fitting
from companion.rules.words import (
    USUAL,
    minus,
    plural,
    possessive,
    summed,
    together,
    unusual,
    written,
)
from companion.show.rulings import Question, ask_fact, ask_ruling, follows, told_in, undrawn


def asked(
    play: Play, found: Sequence[Issue], ruled: Collection[str], plays: Plays | None = None
) -> Iterator[Question]:
    """The open questions that the sheet depends on, and the yes-no facts of the play.

    ``ruled`` are the rulings that the group has made, ``plays`` those that may have told it before.
    """
    named = {issue.field: issue for issue in reversed(found) if issue.seat is None}
    hangs_on = _hangs_on(play)
    for fact in sorted(play.card_facts, key=lambda fact: fact.key != WON):
        issue = _waited_for(play, fact) or named.get(fact.key)
        if issue or _belongs(play, fact, hangs_on):
            before = told_before(plays, play, fact) if plays else None
            yield ask_fact(fact, told_in(play, fact), play, issue=issue, before=before)
    for ruling in fitting(play.game.rulings, play.situation):
        value = play.situation.settings.get(ruling.key)
        if ruling.key in hangs_on - set(ruled) and value == ruling.default:
            yield ask_ruling(ruling, value, told=False)
    yield from undrawn(play)


def _hangs_on(play: Play) -> set[str]:
    """The settings that lines of the sheet depend on."""
    return {key for category in play.game.sheet.categories for key in category.asks}


def waited_for(play: Play) -> set[str]:
    """The keys of needed card facts that are unknown."""
    return {fact.key for fact in play.card_facts if _waited_for(play, fact)}


def _waited_for(play: Play, fact: CardFact) -> Issue | None:
    """An issue if a needed card fact is unknown, and the game's data do not have it either."""
    if not fact.needed or told_in(play, fact) is not None:
        return None
    ours = [known.fact for known in play.known().values() if known.fact.ruling == fact.key]
    if any(one.sure is Certainty.READ for one in ours):
        return None
    if fact.key == WON:
        return next(iter(play.game.together_issues(play.situation)), None)
    return Issue("missing", "Enter it to see what this scores.", fact.key)


def _belongs(play: Play, fact: CardFact, hangs_on: Set[str]) -> bool:
    if fact.key in hangs_on:
        confirmed = fact.confirms and all(play.situation[k] == v for k, v in fact.confirms.items())
        return told_in(play, fact) is None and not confirmed and not follows(play, fact)
    # What alone has to be reached stays, told or not, as all that wins.
    if fact.key in play.game.sheet.asks:
        return True
    return fact.due is Due.SCORING or (fact.key == TARGET and play.situation.solo)


def untold_win(play: Play) -> CardFact | None:
    """Alone only the card knows what wins: the first thing it can ask for, until any is told."""
    if not play.situation.solo or play.together:
        return None
    wins = [fact for fact in play.card_facts if fact.key == TARGET or fact.lost]
    told = play.target is not None or any(told_in(play, fact) is not None for fact in wins)
    return wins[0] if wins and not told else None


def answered(play: Play) -> Iterator[Question]:
    """The card facts that the sheet depends on and the group has told."""
    hangs_on = _hangs_on(play)
    for fact in play.card_facts:
        value = told_in(play, fact)
        if fact.key in hangs_on and fact.due is not Due.SCORING and value is not None:
            yield ask_fact(fact, value, play)


def told_in_short(play: Play) -> Iterator[str]:
    """What was told of the cards: ``First option: 20 coins → 8 points``."""
    here, told = play.situation, {question.key: question for question in answered(play)}
    for category in play.game.sheet.categories:
        choices = [choice for field in category.fields for choice in field.choices]
        labels = [choice.label_with(here.settings) for choice in choices]
        said = [new for new, one in zip(labels, choices, strict=True) if new != one.label]
        mine = [told[key] for key in category.asks if key in told]
        yield from said if said and mine else [f"{q.label}: {q.now}" for q in mine]


def named_after(play: Play) -> Iterator[Question]:
    """What the winner or the group writes down once a play is over, such as a town's name."""
    for fact in play.card_facts:
        if fact.due is Due.AFTERWARDS:
            yield ask_fact(fact, play.facts.get(fact.key), play)


def second_look(play: Play, seat: int, field: Field, value: Any, asked: bool) -> Iterator[Issue]:
    """Warnings about ``value``; it stands all the same. What the game has ``asked`` or refused is
    not asked again."""

    def warning(code: str, said: str) -> Issue:
        return Issue(code, said, field.key, level=Level.WARN)

    feed, number = play.fed.get(field.key), summed(value)
    typed = field.key in play.entries[seat]
    untold = feed.untold[seat] if feed and feed.untold else 0
    recount = feed.recounts[seat] if feed and feed.recounts else None
    if feed and untold and not typed:
        yield warning("untold", _missing(feed, seat, untold))
    if number is None:
        return
    if field.high is None and number > USUAL and not asked:
        yield warning("unusual", unusual(field.label, number))
    uncounted = recount is not None and recount.track > recount.cards
    if recount and not typed:
        tapped = f"{recount.cards} on the cards you tapped"
        said = f"{recount.label}: {recount.track} on the counter, but {tapped}."
        yield warning("recount", f"{said} Add the other cards’ points here." if uncounted else said)
    says_all = not (untold or uncounted)  # cards that do not say all say nothing
    if feed and says_all and feed.values[seat] not in (None, number):
        of = field.label if feed.source == CARDS else feed.label  # one pad fills in several lines
        yield warning("differs", f"{of}: {feed.says(seat)}, but you entered {written(value)}.")


def _missing(feed: Feed, seat: int, untold: int) -> str:
    """Whether to add to what stands there, or to enter all of it where nothing does."""
    said = f"{feed.label}: the points of {plural(untold, 'card')} are not known."
    if feed.values[seat] is not None:
        return f"{said} Add them here."
    known = feed.known[seat]
    return f"{said} Enter them here" + (f", with the {known} of the others." if known else ".")


@dataclass(frozen=True, slots=True)
class TieQuestion:
    """A tie, whose number is missing, and what the answer would mean."""

    text: str  # ``Ada and Ben are tied on 20``
    meaning: str
    asked: tuple[int, ...]


def tie_questions(play: Play) -> Iterator[TieQuestion]:
    for level in play.level:
        names = together([play.names[seat] for seat in level.seats])
        text = f"{names} are tied on {minus(level.total)}"
        yield TieQuestion(text, " ".join(_meaning(play, level)), level.asked)


def _meaning(play: Play, level: LevelSeats) -> Iterator[str]:
    """``Most gifts wins. If Ben has more than 3, Ben wins.``"""
    tie, names = level.tie, play.names
    first = bool(play.scored and level.seats[0] in play.scored[1].winners)
    wins = "wins" if first else "ranks higher"
    yield f"Most {tie.label} {wins}."
    known = [seat for seat in level.seats if seat not in level.asked]
    if len(level.seats) == 2 and known:
        [asked], [other] = level.asked, known
        number = play.checked_sheet[0].entries[other].get(tie.field) or 0
        yield f"If {names[asked]} has more than {number}, {names[asked]} {wins}."
    later = [one for _, one in level.missing if one is not tie]
    shared = f"they share the {'win' if first else 'rank'}"
    then = f"compare {later[0].label}" if later else shared
    yield f"If those are equal, {then}."


def tie_fields(play: Play) -> dict[int, frozenset[str]]:
    """The tie-break fields that tied seats are asked for: what is compared next, of each who has
    not given it."""
    return {seat: frozenset({one.tie.field}) for one in play.level for seat in one.asked}


def tie_lines(play: Play, seat: int) -> set[str]:
    """The tie-break fields on a seat's sheet: entered, asked or left open."""
    only = {field.key for field in play.game.sheet.fields() if field.tied}
    if not only:
        return set()
    asked = play.entries[seat].keys() | {key for at, key in play.unsaid if at == seat and play.old}
    if play.scored:
        result = play.scored[1]
        asked |= {level.tie.field for level in result.open if seat in level.asked}
        totals = [place.total for place in result.places]
        if totals.count(totals[seat]) > 1:
            asked |= only - {tie.field for tie in play.game.tiebreaks}
    return only & asked


def overtaken(state: State, device: str) -> Iterator[int]:
    """The entries in the newest play that replaced a number of this device since its last entry."""
    play, log = state.play, state.log
    if play is None or play.secret or not log.heard_of(device):
        return
    for row in log.newest():
        if row.entry.device == device and log.stands(row):
            return
        before, fill = row.snapshot, row.action
        if isinstance(before, Replaced) and row.play == play.number and log.stands(row):
            was = log.find(before.seq)
            mine = was is not None and was.entry.device == device
            if mine and isinstance(fill, Fill) and fill.value != before.value:
                yield row.entry.seq


def overtaken_by(state: State, seq: int) -> str:
    """``Ben's phone changed Fists from 2 to 5, for Ada.``"""
    row = state.log[seq - 1]
    fill, play = row.action, row.about(state)
    assert isinstance(fill, Fill) and play is not None
    name = shown_names(state.people).get(row.teller or 0)
    field = play.game.sheet.by_key[fill.field]
    was, now = (
        "nothing" if v in (None, "") else field.words(v) for v in (row.snapshot.value, fill.value)
    )
    who = f"{possessive(name)} phone" if name else "Another phone"
    return f"{who} changed {field.label} from {was} to {now}, for {play.names[fill.seat]}."
