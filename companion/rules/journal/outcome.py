"""What a play has come to: its draws, what reminders depend on, its open ties and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..issues import Issue, errors
from ..parts.campaign import Finished
from ..parts.settings import CardFact
from ..scoring.ranking import Assumed, LevelSeats, RankedSeat, Result, rank
from ..scoring.sheet import Breakdown, ScoringContext
from ..situation import Situation
from ..words import curled, ordinal, plural, uncurled

if TYPE_CHECKING:
    from ..game import Game
    from ..parts.decks import CatalogueCard
    from ..parts.settings import Option
    from ..parts.setup import Draw
    from .play import Play

LAST = "last"  # whether this is known to be the last round
AUTOMATON = "automaton"  # whether it is the turn of a seat that the game plays by itself


def card_of(play: Play, thing: Any) -> CatalogueCard | None:
    """The card that was drawn, if it is known."""
    return play.game.cards_by_name.get(thing) if isinstance(thing, str) else None


def names_of(card: CatalogueCard) -> set[str]:
    """What draws and lists can call a card."""
    return {card.key, card.label, uncurled(card.label)}


def drawn_thing(play: Play, draw: Draw, thing: Any) -> str:
    """Something that was drawn, in words."""
    if draw.of_seats:
        return str(play.names[thing])
    card = card_of(play, thing)
    if card and card.key == thing:
        return f"{thing} {card.label}"
    if draw.fills in play.game.sheet.by_key:
        return play.game.sheet.by_key[draw.fills].words(thing)
    option = settled_option(play, draw)
    return option.words(thing) if option else curled(str(thing))


def settled_option(play: Play, draw: Draw) -> Option | None:
    """The option that a draw decides, if it decides one."""
    return next((option for option in play.game.options if option.key == draw.settles), None)


def drawn_hand(play: Play, draw: Draw) -> tuple[Any, ...]:
    """What was drawn, in order; a draw for each seat starts with the seat that begins."""
    things, first = play.held.get(draw.key, ()), play.situation.first
    if not things or not draw.deals(play.situation):
        return play.drawn.get(draw.key, ())
    return tuple(things[(first + n) % len(things)] for n in range(len(things)))


def in_hand(play: Play, seat: int) -> str:
    """The traits of a seat that pages show beside its name, in words."""
    mine = play.seat_traits.of(seat, play.filled_in[seat])
    captions = []
    for draw in play.game.draws:
        if draw.beside and draw.key in mine:
            thing, pads = mine[draw.key], [p for p in play.game.pads if p.own_of == draw.key]
            hands = [(pad, play.pads[pad.key][seat]) for pad in pads if pad.key in play.pads]
            used = [pad.did for pad, hand in hands if any(c.card == thing for c in hand)]
            # Before it, because the end of a long caption may be cut off.
            captions.append(": ".join([*used, drawn_thing(play, draw, thing)]))
    return ", ".join(captions)


def reminder_conditions(play: Play) -> Situation:
    """The situation of a play, with the current values of everything a reminder can depend on.

    A track has the values of all seats, a deck the card of this round, a draw its result.
    Of a draw made for each seat it is the result of the seat whose turn it is.
    """
    number = play.moment.round
    cards = {key: seen[number - 1 : number] if number else () for key, seen in play.seen.items()}
    came: dict[str, Any] = {**cards, **play.tracks, **_drawn(play)}
    came[AUTOMATON] = play.is_automatons
    return known_here(play.game, play.situation, number, came, play.last_round)


def known_here(
    game: Game, situation: Situation, number: int, came: Mapping[str, Any], last: int | None = None
) -> Situation:
    """``situation`` in round ``number``, with the game's facts and the values in ``came``."""
    here = situation.at(number) if number else situation
    settled = {key: value for key, value in here.settings.items() if value is not None}
    ends = bool(number) and number == (last or game.rounds(here))
    return replace(here, settings={**_tables(game, here), LAST: ends, **came, **settled})


def _tables(game: Game, situation: Situation) -> dict[str, Any]:
    """The game's facts; lists with what this chapter's events have added to them."""
    found = {key: known.value for key, known in game.facts_of(situation).items()}
    brought = situation.settings.get("introduced") or ()
    for topic in game.topics:
        if topic.carries and topic.key in found:
            fresh = [item for item in topic.carries if str(item) in brought]
            found[topic.key] = (*(found[topic.key] or ()), *fresh)
    return found


def _drawn(play: Play) -> dict[str, Any]:
    seat = play.moment.seat
    if seat is not None:
        return {**play.drawn, **play.seat_traits.of(seat, play.filled_in[seat])}
    every = [play.seat_traits.of(one, there) for one, there in enumerate(play.filled_in)]
    names = {name for own in every for name in own}
    return {**play.drawn, **{n: tuple(own[n] for own in every if n in own) for n in names}}


def level_seats(play: Play) -> tuple[LevelSeats, ...]:
    """The ties that are open because somebody has not entered what breaks them.

    Nobody is asked again for what they chose to leave open, nor is a seat that the game plays.
    """
    found = []
    for level in play.scored[1].open if play.scored else ():
        left = tuple(
            (seat, tie)
            for seat, tie in level.missing
            if (seat, tie.field) not in play.unsaid and seat in play.sitting
        )
        if any(tie is level.tie for _, tie in left):
            found.append(replace(level, missing=left))
    return tuple(found)


def keeping_ties(before: Play, after: Play) -> Play:
    """A corrected play: tie-breaks left open stay so for seats whose total has not changed."""
    if not before.unsaid:
        return after
    was, now = (play.scored[0] if play.scored else [] for play in (before, after))
    pairs = zip(was, now, strict=False)
    same = {seat for seat, (one, other) in enumerate(pairs) if one.total == other.total}
    return after.but(unsaid=frozenset(pair for pair in before.unsaid if pair[0] in same))


def assuming_zeros(play: Play) -> Play:
    """A result from an earlier edition: tied seats have 0 of what nobody entered."""
    fresh = play.but(unsaid=frozenset())
    return fresh.but(unsaid=left_open(fresh.scored[1].open if fresh.scored else ()))


def left_open(ties: Iterable[LevelSeats]) -> frozenset[tuple[int, str]]:
    """The (seat, field) pairs that are missing for breaking ``ties``."""
    return frozenset((seat, tie.field) for level in ties for seat, tie in level.missing)


def outcome_of(play: Play) -> Finished | None:
    """What the story keeps of a finished play; None while it is not finished."""
    scored = play.scored if play.finished else None
    if not scored:
        return None
    _, result = scored
    totals = tuple(place.total for place in result.places)
    first = tuple(play.names[seat] for seat in result.winners)
    if result.undecided:
        return Finished(play.chapter, play.names, totals, (), level=first)
    return Finished(
        play.chapter,
        play.names,
        totals,
        first,
        lost=result.lost,
        together=result.together,
        attempt=play.situation.attempt,
        settings=play.situation.settings,
    )


def _win_together(
    game: Game, context: ScoringContext, scored: Sequence[Breakdown], target: int | None
) -> Result:
    """The result of a game that all win or all lose: by the sum of all points where there are any
    to reach, else as the group says. ``Mission 12: failed, third attempt.``"""
    here, counted = context.situation, any(one.lines for one in scored)
    total = sum(one.total for one in scored)
    won = total >= target if target is not None else context.setting("won") is True
    said = f"{game.title_of(here.chapter)}: {'won' if won else 'failed'}"
    if target is not None:
        said += f" with {total} of {plural(target, 'point')}"
    elif counted:
        said += f" with {plural(total, 'point')}"
    said += f", {ordinal(here.attempt)} attempt." if here.attempt > 1 else "."
    places = tuple(RankedSeat(seat, 1, one.total) for seat, one in enumerate(scored))
    seats = tuple(range(len(scored))) if won else ()
    return Result(places, seats, None, said, together=True)


def result_of(
    game: Game,
    context: ScoringContext,
    solo_conditions: Sequence[CardFact],
    assumed: Assumed = frozenset(),
) -> tuple[list[Breakdown], Result]:
    """The points, and who won, or whether all did where the chapter is played together."""
    scored, target = game.breakdowns(context), game.target(context.situation)
    if game.is_together(context.situation.chapter):
        return scored, _win_together(game, context, scored, target)
    return scored, rank(context, scored, game.tiebreaks, solo_conditions, assumed, target)


@dataclass(frozen=True, slots=True)
class Scored:
    """The outcome, or None while an error stands in the way; warnings come with both."""

    issues: list[Issue]
    breakdowns: list[Breakdown]
    result: Result | None = None


def score(
    game: Game,
    chapter: str,
    names: Sequence[str],
    entries: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    first: int = 0,
    held: Mapping[str, tuple[Any, ...]] | None = None,
    laid: Mapping[str, tuple[int, ...]] | None = None,
) -> Scored:
    """Judge and add up a table's entries. The chapter must be one of the game's."""
    here = game.chapter(chapter)
    assert here is not None
    situation, found = game.situation(chapter, len(names), settings, first)
    if wrong := game.players_issue(here, len(names)):
        return Scored([wrong, *found], [])
    if not 0 <= first < len(names):
        found.append(Issue("players", f"There are {len(names)} seats, counted from 0.", "first"))
    facts, seat_traits = game.facts_of(situation), game.seat_traits(held)
    context, wrong_entries = game.sheet.read(situation, names, entries, facts, seat_traits, laid)
    found += [*wrong_entries, *game.together_issues(situation)]
    if errors(found):
        return Scored(found, [])
    solo_conditions = [fact for fact in game.solo_conditions if not fact.at_table]
    breakdowns, result = result_of(game, context, solo_conditions)
    return Scored([*found, *result.issues], breakdowns, result)
