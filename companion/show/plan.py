"""The plan of a start or of a correction, as typed so far, and the buttons that change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.rules.actions.people import Rename
from companion.rules.actions.starting import Start
from companion.rules.game import Game
from companion.rules.journal.people import BY_NAME, shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import nobody
from companion.rules.parts.pads import beginning
from companion.rules.words import plural, together
from companion.show.standing import title

DRAW = "draw"
STORY = "story"


@dataclass(frozen=True, slots=True)
class PlanRow:
    name: str = ""
    colour: str = ""
    here: bool = True
    person: int | None = BY_NAME  # somebody the table knows


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything on the form. ``first`` is a row, DRAW, STORY or nothing yet."""

    people: tuple[PlanRow, ...]
    chapter: str
    story: bool = False
    first: str = DRAW
    options: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    zone: str = ""  # where the device says it is
    single: str = ""  # the chapter that was chosen outside the story, for when it is left again

    @property
    def rows(self) -> list[int]:
        """The rows of those who play, in the order of their seats."""
        return [row for row, person in enumerate(self.people) if person.here]

    @property
    def names(self) -> list[str]:
        return [self.people[row].name.strip() for row in self.rows]


def fresh(game: Game) -> Plan:
    """The form for a new table as it is first shown."""
    low, high = game.players
    people = tuple(PlanRow(colour=one.key) for one in game.colours[: min(max(low, 2), high)])
    alone = (chapter.key for chapter in game.chapters if not chapter.story)
    single = next(alone, game.graph.first)  # what to offer first outside the story
    return Plan(people, single, story=game.tells_story and game.chapters[0].story)


def following(state: State) -> Plan:
    """The form for a table's next play: the same people in the same seats."""
    play = state.play
    if play is None:
        return _taken_back(state)
    story = (play.story or bool(state.story)) and story_goes_on(state)
    ruled = story and state.game.graph.starter is not nobody and bool(state.outcomes())
    plan, anew = running(state, play), {o.key for o in state.game.options if o.anew}
    options = {key: value for key, value in plan.options.items() if key not in anew}
    first = STORY if ruled else DRAW
    return replace(plan, story=story, first=first, options=options)


def running(state: State, play: Play) -> Plan:
    """The form as it would have been sent for a play as it is now."""
    names = shown_names(state.people)
    people = [PlanRow(seat.name, seat.colour, True, seat.person) for seat in play.seats]
    people += [  # who played before but not last time
        PlanRow(names[person.id], person.colour, False, person.id)
        for person in state.people
        if play.seat_of(person.id) is None
    ]
    options = {o.key: str(v) for o in state.game.options if (v := play.situation[o.key])}
    return Plan(tuple(people), play.chapter, play.story, str(play.situation.first), options)


def _taken_back(state: State) -> Plan:
    """The form filled in from a start that was undone."""
    newest = (row.action for row in state.log.newest())
    was = next((act for act in newest if isinstance(act, Start)), None)
    if was is None:
        return fresh(state.game)
    people = tuple(PlanRow(seat.name, seat.colour) for seat in was.seats)
    options = {key: str(value) for key, value in was.settings.items()}
    return Plan(people, was.chapter, was.story, str(was.first), options)


def story_goes_on(state: State) -> bool:
    """Whether the story can be taken up now: not yet begun, or a finished chapter with a next."""
    if not state.story:
        return state.game.tells_story
    last = state.story[-1]
    return last.finished and bool(last.branch or state.ways(last))


def pressed(plan: Plan, press: str, game: Game) -> Plan:
    """The plan after one of the form's own buttons; an impossible one changes nothing."""
    what, _, typed = press.partition("-")
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4):
        return plan
    number = int(typed)
    match what:
        case "players":
            return _seats(plan, number, game)
        case "join" if len(plan.people) < 3 * game.players[1]:
            newcomer = PlanRow(colour=_free([plan.people[row] for row in plan.rows], game))
            return replace(plan, people=(*plan.people, newcomer))
        case "chapter" if game.graph.drawn and not plan.story:  # the one that chance has given
            drawn = game.chapters[number % len(game.chapters)].key
            return replace(plan, chapter=drawn, single=drawn)
        case "up":
            return _swapped(plan, number, number - 1)
        case "down":
            return _swapped(plan, number, number + 1)
    return plan


def _seats(plan: Plan, count: int, game: Game) -> Plan:
    least = min(
        chapter.players[0] if chapter.players else game.people[0] for chapter in game.chapters
    )
    if not least <= count <= game.players[1]:
        return plan
    people = plan.people[:count]
    while len(people) < count:
        people = (*people, PlanRow(colour=_free(people, game)))
    gone = not plan.first or (plan.first.isdigit() and int(plan.first) >= count)
    return replace(plan, people=people, first=DRAW if gone else plan.first)


def _free(people: Sequence[PlanRow], game: Game) -> str:
    taken = {person.colour for person in people}
    return next((colour.key for colour in game.colours if colour.key not in taken), "")


def _swapped(plan: Plan, one: int, other: int) -> Plan:
    """Swap two neighbours; the first and the last are neighbours, too."""
    people = list(plan.people)
    if one >= len(people):
        return plan
    other %= len(people)
    people[one], people[other] = people[other], people[one]
    moved = {str(one): str(other), str(other): str(one)}
    return replace(plan, people=tuple(people), first=moved.get(plan.first, plan.first))


def renames(plan: Plan, state: State) -> list[Rename]:
    """Names that were corrected; somebody else's name is no correction, they sit there now."""
    names = shown_names(state.people)
    rows = (plan.people[row] for row in plan.rows)
    typed = [(one.person or 0, one.name.strip()) for one in rows]
    changed = [Rename(who, name) for who, name in typed if who in names and name != names[who]]
    return [rename for rename in changed if not rename.issues(state, None)]


def with_new_names(state: State, names: list[Rename]) -> State:
    for name in names:
        state = state if name.issues(state, None) else name.apply(state, None)
    return state


def losses(play: Play, after: Play) -> list[str]:
    """What is discarded by changing ``play`` to ``after``, in words."""
    if after.restarted_at == play.restarted_at:
        return list(_losses(play, after))
    said = f"{title(after)} starts again. What you entered for {title(play)} is cleared."
    return [said] if _has_entries(play) else []


def _has_entries(play: Play) -> bool:
    """Whether anything was entered since the play was started."""
    begun = play.moment != play.game.clock.start(play.situation)
    told = play.ticks or play.own_ticks or play.seen or play.drawn or play.facts or play.notes
    of_seats = any(_told_of(play, seat) for seat in range(len(play.seats)))
    return begun or bool(told) or of_seats or _moved(play, None)


def _told_of(play: Play, seat: int) -> bool:
    """Whether anything was told of a seat by itself."""
    if play.secret or play.concealed_draws:
        return True  # what others keep to themselves is not seen here
    dealt = any(things[seat] is not None for things in play.held.values())
    ticked = any(person == play.seats[seat].person for person, _ in play.own_ticks)
    return bool(play.entries[seat]) or dealt or ticked or _moved(play, seat)


def _moved(play: Play, seat: int | None) -> bool:
    """Whether counters or cards of a seat, or those in the middle, are not as at the start."""
    shared, at = seat is None, seat or 0
    tracks = [one for one in play.game.tracks if one.shared is shared and one.key in play.tracks]
    pads = [one for one in map(play.pad, play.pads) if one.shared is shared]
    return any(play.tracks[track.key][at] != track.start for track in tracks) or any(
        play.pads[pad.key][at] != beginning(pad, len(play.seats))[at] for pad in pads
    )


def _losses(play: Play, after: Play) -> Iterator[str]:
    left = [s for s, who in enumerate(play.seats) if after.seat_of(who.person) is None]
    if gone := [play.names[seat] for seat in left if _told_of(play, seat)]:
        yield f"What was entered for {together(gone)} is cleared."
    if undone := len(play.ticks - after.ticks):
        yield f"{plural(undone, 'step')} of the setup will change. Tick them again."
    if play.seen.keys() - after.seen.keys():
        yield "The deck has changed. Enter the revealed cards again."
    elif play.orders.keys() - after.orders.keys():
        yield "The deck has changed. Shuffle again."
