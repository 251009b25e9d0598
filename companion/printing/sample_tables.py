"""Sample tables: plays of any game entered by a program, for prints, checks and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from companion.rules.fields import Field, Kind
from companion.rules.game import WON, Game
from companion.rules.issues import errors
from companion.rules.journal.log import Entry
from companion.rules.journal.play import Play
from companion.rules.journal.replay import judge
from companion.rules.journal.state import INTRODUCED, State
from companion.rules.parts.clock import OVER
from companion.rules.parts.settings import CardFact, Scope
from companion.rules.scoring.origin import DRAW, unconfirmed
from companion.rules.situation import fitting

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hal")
NOTES = (
    "Cleo emptied the display twice and still had cards to spare.",
    "Next time someone builds a bridge before Dov does.",
    "Tea ran out in round 5. No one noticed until the bag came round again.",
)
WORDS = ("Emberford", "Larks’ Rest", "Saltmarsh", "Three Chimneys", "Candle Hill", "Fennick")
MOST_MOMENTS = 200
WON_OFTEN = 0.6  # of games played together


def names(players: int) -> list[str]:
    """Names for so many players."""
    return [*NAMES, *(f"Guest {n}" for n in range(1, players - len(NAMES) + 1))][:players]


class Sample:
    """A table in memory that plays itself, reproducible by its seed."""

    def __init__(self, game: Game, seed: int = 7, notes: Sequence[str] = NOTES) -> None:
        self.state = State(game)
        self.notes = notes
        self.random = Random(seed)
        self.at = datetime(2026, 9, 3, 18, 5, tzinfo=UTC)

    def do(self, kind: str, **data: Any) -> bool:
        """Add an entry if the rules allow it."""
        at = self.at + timedelta(seconds=self.random.randint(20, 140))
        said = at.isoformat(timespec="seconds")
        entry = Entry(self.state.seq + 1, kind, data, device="sample", at=said)
        self.state, found = judge(self.state, entry)
        self.at = self.at if found else at
        return not found

    @property
    def play(self) -> Play:
        assert self.state.play is not None
        return self.state.play

    def chapter(
        self, chapter: str, names: Sequence[str], story: bool = True, notes: int = 2
    ) -> None:
        """Play one chapter from set-up to its result."""
        self.open(chapter, names, story)
        self.set_up()
        self.play_on()
        self.tell()
        for _ in range(notes):
            self.do("note", text=self.random.choice(self.notes))
        self.score()
        self.finish()

    def finish(self) -> None:
        """Finish the play: confirm what play suggests, blank lines and ties."""
        for key in sorted(self.play.concealed_draws):
            self.do("unveil", draw=key)
        for seat in self.play.sitting:
            for key in unconfirmed(self.play, seat):
                self.do("fill", seat=seat, field=key, value=self.play.filled_in[seat][key])
        self.do("finish", zeros=[*self.play.untouched], shared=True)

    def open(self, chapter: str, names: Sequence[str], story: bool = True) -> None:
        colours = self.state.game.colours
        seats = [
            {"name": name, "colour": colours[i].key if i < len(colours) else ""}
            for i, name in enumerate(names)
        ]
        anybody = self.random.randrange(len(names))
        known = self.state.next_first(names)  # by the results so far
        first = anybody if known is None else known
        self.do("start", chapter=chapter, seats=seats, first=first, story=story)

    def set_up(self) -> None:
        """Do every set-up step and every draw."""
        before = self.random.getstate()
        for draw in fitting(self.state.game.draws, self.play.situation):
            if draw.each:
                self.do("draw", draw=draw.key, seed=self.state.seq)
        self.random.setstate(before)  # so that later draws do not depend on these
        for key in sorted(self.play.steps):
            self.do("tick", step=key)

    def play_on(self) -> None:
        """Play every phase of every round, with the cards that can come up."""
        for _ in range(MOST_MOMENTS):
            if self.play.moment == OVER:
                break
            self.moment()

    def moment(self) -> None:
        """Play the present phase with its card, and go on to the next."""
        moment = self.play.moment
        self._reveal(self.state.game.clock.phase(moment).deck)
        self._count()
        self.do("advance", moment=list(moment.as_json()))

    def _reveal(self, key: str) -> None:
        deck = self.play.deck(key) if key else None
        seen = self.play.seen.get(key, ())
        if deck and len(seen) < deck.size:
            cards = list(deck.odds(seen)) or [0]
            self.do("reveal", deck=key, card=self.random.choice(cards), position=len(seen))

    def _count(self) -> None:
        for track in fitting(self.state.game.tracks, self.play.situation):
            still = track.shared or track.quiet or track.ends_at is not None
            if not still and self.random.random() < 0.3:
                seat = self.random.randrange(len(self.play.seats))
                self.do("count", track=track.key, seat=seat, by=1)

    def tell(self) -> None:
        """Record the card facts of this play, as far as they are words and numbers."""
        for fact in self.play.card_facts:
            if fact.key == WON:
                self.do("record", fact=fact.key, value=self.random.random() < WON_OFTEN)
            elif fact.key == INTRODUCED:
                seen = [card for cards in self.play.seen.values() for card in cards]
                rows = self.state.game.graph.introduced(self.play.situation, seen)
                self.do("record", fact=fact.key, value=[item for row in rows for item in row.items])
            elif fact.scope is not Scope.GAME and self.random.random() < 0.8:
                self.do("record", fact=fact.key, value=_made_up(fact, self.random))

    def score(self) -> None:
        """Fill in likely numbers; where they contradict each other, the least that is allowed."""
        for seat in range(len(self.play.seats)):
            for field in self.asked(seat):
                value = least(field, seat) if field.unique else _likely(field, self.random)
                self.do("fill", seat=seat, field=field.key, value=value)
        for _ in range(3):
            for issue in errors(self.play.so_far[1]):
                if issue.seat is not None:
                    self._least(issue.seat, issue.field)
        for wrong_seat in {issue.seat for issue in errors(self.play.so_far[1])}:
            if wrong_seat is not None:
                self._least(wrong_seat)

    def asked(self, seat: int) -> list[Field]:
        """The fields of this seat with their choices, without what is known already."""
        here, known = self.play.situations[seat], self.play.fed
        fields = [f.here(here) for f in self.state.game.sheet.fields() if not f.sole]
        own = self.play.seat_traits.names
        mine = [f for f in fields if f.when.holds(here) or not own & f.when.needs.keys()]
        dealt = {key for key, feed in known.items() if feed.source == DRAW and feed.values[seat]}
        return [f for f in mine if f.key not in dealt]

    def _least(self, seat: int, only: str | None = None) -> None:
        for field in self.asked(seat):
            if only in (None, field.key):
                self.do("fill", seat=seat, field=field.key, value=least(field, seat))

    def rest(self) -> None:
        """Move the clock to an evening a week later."""
        begun = self.at - timedelta(hours=12)  # after midnight it is still the same evening
        self.at = begun.replace(hour=18, minute=5) + timedelta(days=7)

    def go_on(self) -> str | None:
        """Choose the next chapter of the story; None at its end."""
        ways = self.state.game.graph.open(self.play.ended)
        if not ways:
            return None
        self.rest()
        to = self.random.choice(ways).to
        self.do("branch", to=to)
        return to


def _likely(field: Field, random: Random) -> Any:
    match field.kind:
        case Kind.POINTS:
            return "+".join(str(random.randint(1, 6)) for _ in range(random.randint(3, 5)))
        case Kind.CHOICE | Kind.FLAG | Kind.LIST:
            return least(field)
        case Kind.SIGNED:
            return random.randint(0, 3) if field.default == 0 else random.randint(8, 19)
    high = 1 if field.default is not None else 14 if field.high is None and field.worth == 1 else 6
    return random.randint(0, min(high, field.high if field.high is not None else high))


def least(field: Field, seat: int = 0) -> Any:
    """The lowest value of a field; each seat gets another one if they must differ."""
    match field.kind:
        case Kind.CHOICE:
            first = seat if field.unique and seat < len(field.choices) else 0
            return "+".join(choice.key for choice in field.choices[first : first + field.picks])
        case Kind.FLAG:
            return False
        case Kind.LIST:
            return []
    return field.low


def _made_up(fact: CardFact, random: Random) -> Any:
    match fact.kind:
        case Kind.NUMBER:
            low = fact.low or 0
            return random.randint(low, min(fact.high or low + 12, low + 12))
        case Kind.NUMBERS:
            return [random.randint(1, 5) for _ in range(fact.length or 0)]
        case Kind.FLAG:
            return True
        case Kind.TEXT:
            return random.choice(WORDS)
        case Kind.CHOICE:
            return random.choice(fact.choices).key
    return [choice.key for choice in fact.choices[:2]]


def sample_state(
    game: Game, players: int, chapters: int = 99, names: Sequence[str] = NAMES,
    notes: Sequence[str] = NOTES,
) -> State:  # fmt: skip
    """The state after so many chapters of a story, or plays of a game without one."""
    sample = Sample(game, notes=notes)
    here: str | None = game.graph.first
    for _ in range(chapters if game.tells_story else min(chapters, 4)):
        assert here is not None
        sample.chapter(here, names[:players], story=game.tells_story or not sample.state.plays)
        here = sample.go_on() if game.tells_story else here
        if here is None:
            break
        if not game.tells_story:
            sample.rest()
    return sample.state
