"""The market of Merchants: its wheel, the building tiles, and what is bought and sold there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Booking, Calculator, Line, Result
from companion.rules.aids.inputs import Input
from companion.rules.aids.table import Table
from companion.rules.issues import Issue
from companion.rules.situation import Situation
from companion.rules.words import plural

SECTIONS = (5, 4, 3, 2, 1, 1)  # p. 6, step 4: the value of each section of the wheel
TILES = (
    ("Blazing Quartz Mine", "Queen's Eyes Surveyor"),
    ("Icebreaker Harbor", "Merchant's Guildhall"),
    ("Oracle of Lumi", "Candle & Quartz"),
    ("Otho's Lanternworks", "Guildmaster's Mansion"),
    ("Yedl's Workshop", "Frosted Filigree"),
)  # ruling 21: worked out, not read
MARKET_DICE = 5  # p. 2
ON_A_SECTION = 2  # p. 10
BREMBIZANT = 2  # p. 23
COINS = "coins"  # the track that a booking moves
GOODS = ask.choices_of("potion staff book armor weapon instrument")
FILLED = ask.choices_of("companions heroes deeds")
SLIDE = "Slide them away from the deck first. If the farthest has no travel die, add one."
REFILL = {
    "companions": (3, SLIDE), "heroes": (4, "At the inn."), "deeds": (2, "In the courtyard."),
}  # p. 10  # fmt: skip
WHEEL = ("wheel_order", "five")  # the card facts that say how it stands


def clashes(picked: Sequence[str]) -> tuple[str, ...]:
    """The pairs of picked buildings that share a tile, if our pairs are right."""
    return tuple(" and ".join(tile) for tile in TILES if set(tile) <= set(picked))


def wheel_from(order: Sequence[str], five: str | None) -> tuple[str, ...]:
    """The six goods from $5 down; empty while the group has not told all of it."""
    if len(order) != len(SECTIONS) or five not in order:
        return ()
    return turned(order, order.index(five), up=True)


def turned(wheel: Sequence[str], steps: int = 1, up: bool = False) -> tuple[str, ...]:
    """The wheel after so many clockwise steps: values fall, or rise by ruling 11."""
    at = (steps if up else -steps) % len(wheel)
    return (*wheel[at:], *wheel[:at])


def wheel_at(situation: Situation) -> tuple[str, ...]:
    """The same as the group has told it."""
    return wheel_from(situation["wheel_order"] or (), situation["five"])


def wheel_prices(table: Table) -> dict[str, int] | None:
    wheel = wheel_at(table.play.situation)
    return dict(zip(wheel, SECTIONS, strict=True)) if wheel else None


def dice_lying(table: Table) -> dict[str, int | None]:
    return {good.key: table.track(f"dice-{good.key}") for good in GOODS}


def lying(dice: Mapping[str, int], goods: Iterable[str]) -> dict[str, int]:
    """The tracks of market dice that a booking is worked out from."""
    return {f"dice-{good}": dice[good] for good in goods if good in dice}


class OnTurn(Calculator):
    """What helps in somebody's turn."""

    phases = ("turn",)
    asks = ""  # the question above it, in the place where it helps

    @classmethod
    def headed(cls, table: Table) -> str:
        return cls.asks.format(name=table.names[table.seat])


def on_track(label: str, track: str, high: int) -> Input[int]:
    """Where a track stands that a booking is worked out from."""
    return ask.number(label, high=high, default=0, hidden=True, known=lambda t: t.track(track))


class Bazaar(OnTurn):
    """What goods cost: each section once, less Brembizánt's discount, never below 0 (p. 10)."""

    key, label, src = "bazaar", "Great Bazaar", "pp. 10, 23"
    asks, books = "What does {name} buy?", True

    values = ask.counts("Prices", GOODS, known=wheel_prices, needs=WHEEL, turned_by="five")
    bought = ask.counts(
        "What you buy", GOODS, high=2, too_high="A section has at most 2 dice.",
        widget=ask.Wheel(
            prices="values", dice="dice", most="dice", called=("", "take 1", "take 2"), cycles=True
        ),
        awaited=True,
    )  # fmt: skip
    brembizant = ask.flag("Brembizánt", known=lambda table: table.held("steeds", "brembizant"))
    dice = ask.counts("Market dice", GOODS, high=2, default={}, hidden=True, known=dice_lying)
    folds = (brembizant, values)

    def answer(self) -> Answer:
        return {"coins": max(0, self.worth() - BREMBIZANT * self.brembizant)}

    def worth(self) -> int:
        return sum(self.values[good] for good, n in self.bought.items() if n)

    def lines(self, answer: Answer) -> Iterator[Line]:
        """Brembizánt may leave nothing to pay; goods worth nothing have no price yet."""
        if not self.worth():
            yield Result("0", "coins. Are the prices right?")
            return
        bought = {good: n for good, n in self.bought.items() if n}
        free = {good: " (second free)" if n > 1 else "" for good, n in bought.items()}
        bill = [f"{good} {self.values[good]}{free[good]}" for good in bought]
        bill += [f"Brembizánt takes {BREMBIZANT} off"] if self.brembizant else []
        gone = {f"dice-{good}": -n for good, n in bought.items()}  # set aside for Rest
        counts = {COINS: -answer["coins"], **gone}
        coins, given = plural(answer["coins"], "coin"), lying(self.dice, bought)
        short = f"Pay {coins}, take {plural(sum(bought.values()), 'good')}"
        book = Booking("Buy", counts=counts, given=given, short=short, rests=True)
        yield Result(coins, f"{', '.join(bill)}.", book=book)


class MoveDie(OnTurn):
    """A market die turned to another good goes to the section of that good (p. 10)."""

    key, label, src = "die", "Move a die", "p. 10"
    asks, books = "Which die does {name} move?", True

    from_ = ask.choice(
        "From which section", GOODS, default="",
        widget=ask.Wheel(prices="values", dice="dice", called=("from", "to"), then="to"),
    )  # fmt: skip
    to = ask.choice("Which die goes where", GOODS, default="", hidden=True, awaited=True)
    values = ask.counts("Prices", GOODS, default={}, hidden=True, known=wheel_prices, needs=WHEEL)
    dice = ask.counts("Market dice", GOODS, high=2, default={}, hidden=True, known=dice_lying)

    @ask.check
    def there_is_a_die_and_room(self) -> Iterator[Issue]:
        if not self.from_ or not self.to or not any(self.dice.values()):
            return
        if not self.dice[self.from_]:
            yield Issue("conflict", "There is no die on that section.", field="from")
        if self.dice[self.to] >= ON_A_SECTION:
            yield Issue("conflict", f"At most {ON_A_SECTION} dice per section.", field="from")

    def answer(self) -> Answer:
        return {"from": self.from_, "to": self.to}

    def lines(self, answer: Answer) -> Iterator[Line]:
        ways = f"from {self.named(self.from_)} to {self.named(self.to)}"
        moves = {f"dice-{self.from_}": -1, f"dice-{self.to}": 1}
        given = lying(self.dice, (self.from_, self.to))
        book = Booking("Move the die", counts=moves, given=given, short=ways.capitalize())
        yield Result("→", f"Move the die {ways}. Turn it to show that good.", book=book)


class Roll(OnTurn):
    """How many dice were rolled, how many lie on the wheel and how many are set aside (p. 10)."""

    key, label, src = "roll", "Rest", "pp. 6, 10"
    asks, books = "Before {name}’s turn ends", True

    rolled = ask.counts(
        "Rolled", GOODS, high=2, default={}, too_high="A section has at most 2 dice.",
        widget=ask.Wheel(prices="values", dice="dice", called=("", "+ 1", "+ 2"), cycles=True),
    )  # fmt: skip
    values = ask.counts("Prices", GOODS, default={}, hidden=True, known=wheel_prices, needs=WHEEL)
    dice = ask.counts("Market dice", GOODS, high=2, default={}, hidden=True, known=dice_lying)

    used = ask.counts(
        "Taken", FILLED, high=9, default={}, hidden=True,
        known=lambda table: {one.key: table.track(f"used-{one.key}") for one in FILLED},
    )  # fmt: skip

    @ask.check
    def there_are_dice_and_room(self) -> Iterator[Issue]:
        if sum(self.dice.values()) + sum(self.rolled.values()) > MARKET_DICE:
            yield Issue("supply", f"There are {MARKET_DICE} market dice in all.", field="rolled")
        elif any(self.dice.get(good, 0) + n > ON_A_SECTION for good, n in self.rolled.items() if n):
            said = f"At most {ON_A_SECTION} dice per section. Roll that one again."
            yield Issue("conflict", said, field="rolled")

    def answer(self) -> Answer:
        lying = sum(self.dice.values())
        aside = max(0, MARKET_DICE - lying)
        return {"rolled": sum(self.rolled.values()), "lying": lying, "aside": aside}

    def lines(self, answer: Answer) -> Iterator[Line]:
        """Where none lies yet in the first round, the set-up is offered (p. 6, step 4).

        Nobody knows here whether some lay there before. All five can be bought in the first round,
        but hardly ever are: then it is offered once more, and what they show can be tapped as well.
        """
        rolled, aside = answer["rolled"], answer["aside"]
        if rolled:
            text = "rolled. Put each on the section of its good."
            short = f"{plural(rolled, 'die', 'dice')} rolled"
            yield Result(str(rolled), text, book=self._laid(self.rolled, short))
        elif not answer["lying"] and self.situation.round in (None, 1):
            fresh = dict.fromkeys(wheel_at(self.situation)[:MARKET_DICE], 1)
            text = "as in setup: one on each section except the $1 next to $5."
            yield Result("5", text, book=self._laid(fresh))
        elif aside:
            yield Result(str(aside), "off the wheel. Roll them and tap where each lands.")
        else:
            yield Result("0", "dice off the wheel.")
        yield from self.refills()

    def _laid(self, dice: Mapping[str, int], short: str = "") -> Booking:
        placed = {good: n for good, n in dice.items() if n}
        counts = {f"dice-{good}": n for good, n in placed.items()}
        return Booking("Place dice", counts=counts, given=lying(self.dice, placed), short=short)

    def refills(self) -> Iterator[Line]:
        """What this turn used up; if nothing was tapped, how much there is to be of each."""
        gone = {key: n for key, n in self.used.items() if n}
        for key, (full, how) in REFILL.items():
            if key in gone:
                given = {f"used-{key}": gone[key]}
                book = Booking("Tick", counts={f"used-{key}": -gone[key]}, given=given)
                yield Line(f"+{gone[key]}", how, label=f"{key} back to {full}", book=book)
            elif not gone:
                yield Line(str(full), how, label=f"{key}: fill up to {full}")
        if refreshing := self.fact("refreshing"):
            yield Line("−1", f"Your reserve is empty, so {refreshing}.", label="Night dice")


class Inn(OnTurn):
    """Coins for goods, 1 more and a quartz for each upgraded one (p. 12)."""

    key, label, src = "inn", "Ringway Inn", "p. 12"
    hint = "Tap each good you sell. Tap it again if it is upgraded."
    asks, books = "What does {name} sell?", True

    sold = ask.counts(
        "What you sell", GOODS, high=2, default={}, awaited=True,
        widget=ask.Wheel(prices="values", called=("", "sold", "sold, +1"), cycles=True),
    )  # fmt: skip
    values = ask.counts("Prices", GOODS, default={}, known=wheel_prices, needs=WHEEL)
    goods = ask.rows(
        "Or by value", {"value": ask.number("Value", high=99), "upgraded": ask.flag("Upgraded")},
        default=[], awaited=True,
    )  # fmt: skip
    folds = (values, goods)

    def sales(self) -> list[tuple[str, int, bool]]:
        """Each good with its price and whether it is upgraded; those sold by value have no name."""
        return [
            *((good, self.values.get(good, 0), n > 1) for good, n in self.sold.items() if n),
            *(("", row["value"], row["upgraded"]) for row in self.goods),
        ]

    def answer(self) -> Answer:
        upgraded = sum(upgraded for _, _, upgraded in self.sales())
        return {"coins": sum(value for _, value, _ in self.sales()) + upgraded, "quartz": upgraded}

    def lines(self, answer: Answer) -> Iterator[Line]:
        parts = [f"{good} {value}".strip() + " + 1" * more for good, value, more in self.sales()]
        quartz = f"and {answer['quartz']} quartz" if answer["quartz"] else ""
        coins, of = plural(answer["coins"], "coin"), ", ".join(parts)
        counts = {COINS: answer["coins"], "used-heroes": 1}
        book = Booking("Sell", counts=counts, short=f"Take {coins} {quartz}".strip(), rests=True)
        yield Result(coins, f"{quartz}: {of}." if quartz else f"{of}.", book=book)
        yield Line("1", "You may pay it first to draw 3 more heroes.", label="Prestige")
