"""What Newdale's table knows in each phase: who does what now, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.rules.aids.calculator import Booking
from companion.rules.aids.guide import Deed, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.parts.clock import Pace
from companion.rules.words import plural, together

from .calculators import losing_to

BUILT = ("built", "sailors", "sailors-unarmed")
FIRST_TOKENS = 2  # p. 5, step 10
MOST_ROWS = 7  # as many as fit one screen
HOUSES = 10  # p. 5, step 14: besides the one in the starting town
ASSISTANTS_IN_BAG = 18  # p. 5, step 15
MARKET_BACK = "Put the market’s assistants back into the bag."
NO_POINTS = {
    "writing-room": ("Writing Room", "draw 1 card"),
    "coal-storage": ("Coal Storage", "put 2 coal on the Coal Mine"),
    "corn-farm": ("Corn Farm", "put 1 corn on it"),
    "vineyard": ("Vineyard", "put 1 grape on it"),
}
TRADES = {
    "coal-trade": ("Coal Trade", "3 coal for 2 points, if you like", 2),
    "navigator": ("Navigator", "1 fish for 1 point, if you like", 1),
}
CARDS = ("writing-room", "coal-storage", "coal-trade", "corn-farm", "vineyard", "navigator",
         "prison", "barracks")  # fmt: skip
"""Those with an effect marked VI (p. 15): what brings coal before what takes it."""


def event(table: Table) -> Iterator[Told]:
    """Phase I: the card, stated where only one is possible (p. 6)."""
    if table.play.pace is Pace.ROUND:
        yield from _whole_round(table)
        return
    came, who = _event_now(table), _you_or(table, "reveal", "reveals")
    reads = "read it" if table.players == 1 else "reads it out"
    yield Step(f"{who} the event and {reads}.{_which(table)}", done=bool(came))
    yield Step("If it shows a lightning bolt, do it now. If not, wait for the phase it names.")


def _which(table: Table) -> str:
    """The card, where only one is possible and it is not out yet."""
    must = None if _event_now(table) else _only_event(table)
    return f" It must be {must}." if must else ""


def _whole_round(table: Table) -> Iterator[Step]:
    """A round in three steps, where the phone is picked up once in it."""
    came, who = bool(_event_now(table)), _you_or(table, "reveal", "reveals")
    yield Step(f"{who} the event.{_which(table)}", done=came, due=not came)
    yield Step("Play phases II to VI. Do any end-of-round effect last.")
    bag = "" if table.players == 1 else f" Pass the bag to {table.names[table.order[1]]}."
    yield Step(f"{MARKET_BACK}{_jailed_stay(table)}{bag}")


def _you_or(table: Table, you: str, they: str) -> str:
    """``Reveal`` to somebody who plays alone, ``Ann reveals`` at a table."""
    return you.capitalize() if table.players == 1 else f"{table.names[table.first]} {they}"


def _event_now(table: Table) -> int | None:
    """The event of this round, where it was entered."""
    seen = table.play.seen.get("events", ())
    return seen[table.round - 1] if len(seen) >= table.round else None


def _only_event(table: Table) -> int | None:
    """The only event that this round can bring, where all before it were entered."""
    deck, seen = table.play.deck("events"), table.play.seen.get("events", ())
    possible = list(deck.odds(seen)) if deck and len(seen) == table.round - 1 else []
    return possible[0] if len(possible) == 1 else None


def planning(table: Table) -> Iterator[Told]:
    """Phase II: tokens bought in earlier rounds are planned with, too (pp. 6, 10)."""
    own = "" if table.players == 1 else " of your own"
    yield Step(f"Place all your tokens, at most one{own} per space or production area.")
    if more := _tokens(table):
        yield Said(more)


def _tokens(table: Table) -> str:
    """``Ann has 3 tokens, Tom 2.`` Only once somebody has bought one."""
    hands = table.play.pads.get("growth", ())
    bought = [
        sum(laid.card in ("token-3", "token-4") and laid.round < table.round for laid in hand)
        for hand in hands
    ]
    if not any(bought):
        return ""
    if table.players == 1:
        return f"You have {FIRST_TOKENS + bought[0]} tokens."
    every = [f"{table.names[seat]} {FIRST_TOKENS + bought[seat]}" for seat in table.order]
    return f"Tokens: {together(every)}."


def assistants(table: Table) -> Iterator[Told]:
    """Phase III: how many come out of the bag, and when all have (p. 6)."""
    draws, coming = table.track("draws") or 0, table.pad("drawn").coming
    figures = f"{draws} figures from the bag without looking"
    done = coming == 0
    yield Step(f"{_you_or(table, 'draw', 'draws')} {figures}.", done=done, due=not done)
    yield Step("Together with those printed on the event, they form the labour market.")


def actions(table: Table) -> Iterator[Told]:
    """Phase IV: token by token; what was bought has brought its points (pp. 7, 10)."""
    yield Step("Do the parts you want, in printed order. If you do none, draw 1 card.")
    yield from _bought(table)


def _bought(table: Table) -> Iterator[Said]:
    """The points of what somebody has bought in this round."""
    offers = table.play.offers("growth")
    laid = table.play.pads["growth"][table.seat]
    keys = [offers[card.card] for card in laid if card.round == table.round]
    keys = [key for key in keys if key.adds.get("gained")]
    if keys:
        points = sum(key.adds["gained"] for key in keys)
        added = f"+{points} points added"
        now = f"{added}, {table.track('points')} now. Don’t add them again."
        yield Said(now, kind="booked", seat=table.seat, short=added)


def building(table: Table) -> Iterator[Told]:
    """Phase V: one building each, while there are houses (pp. 7-9)."""
    build = "Build" if table.players == 1 else "In turn order, build"
    yield Step(f"{build} one building without a token or draw 2 cards.")
    yield Step("Take it from your hand or from the display, if there is one.")
    house = "Put a house in a town within range where you have none."
    yield Step(f"{house} A production building also needs a free area.")
    for seat in table.order:
        if len(table.seat_view(seat).pad("built").cards or ()) >= HOUSES:
            who = "You have" if table.players == 1 else f"{table.names[seat]} has"
            yield Said(f"{who} no house left and can’t build.", seat=seat)


def special(table: Table) -> Iterator[Told]:
    """Phase VI: a row per person and card, once per copy (pp. 7, 15)."""
    held = {seat: _with_effect(table.seat_view(seat)) for seat in table.order}
    if not any(table.laid(*BUILT[:1]) or ()) and not any(held.values()):
        return
    order = "In any order" if table.players == 1 else "In turn order"
    yield Step(f"{order}, use each card once.")
    yield from _in_turn_order(table, {seat: _rows(table, seat, held[seat]) for seat in held})
    nothing = [seat for seat, cards in held.items() if not cards]
    if nothing:
        yield Deed(key="nothing", seat=None, title=_has_nothing(table, nothing), text="", none=True)


def _rows(table: Table, seat: int, cards: Sequence[str]) -> list[Deed]:
    """What one person does, copy by copy."""
    keys = [f"{card}-{cards[:at].count(card)}" for at, card in enumerate(cards)]
    return [
        deed
        for card, key in zip(cards, keys, strict=True)
        for deed in _effect(table, seat, card, key)
    ]


def _in_turn_order(table: Table, rows: Mapping[int, Sequence[Deed]]) -> Iterator[Deed]:
    """Every row. If they are many, only those of whose turn it is; who follows is one line."""
    left = {seat: [one for one in deeds if _is_open(table, one)] for seat, deeds in rows.items()}
    now = next((seat for seat in left if left[seat]), None)
    many = sum(map(len, rows.values())) > MOST_ROWS
    for seat, deeds in rows.items():
        if not many or now in (seat, None):
            yield from deeds
    after = {seat: len(left[seat]) for seat in left if left[seat] and seat != now}
    if many and after:
        each = [f"{table.names[seat]} with {n}" for seat, n in after.items()]
        title = f"Then {together(each)}."
        yield Deed(
            key="then", seat=None, title=title, text="", none=True, waits=sum(after.values())
        )


def _is_open(table: Table, deed: Deed) -> bool:
    return not (deed.none or table.did(deed.key, deed.seat))


def _has_nothing(table: Table, seats: Sequence[int]) -> str:
    if table.players == 1:
        return "You have nothing for phase VI."
    has = "has" if len(seats) == 1 else "have"
    return f"{together([table.names[seat] for seat in seats])} {has} nothing for phase VI."


def _with_effect(table: Table) -> list[str]:
    """This seat's cards that do something in phase VI, copy by copy."""
    held = [card for pad in BUILT for card in table.pad(pad).cards or ()]
    return sorted((card for card in held if card in CARDS), key=CARDS.index)


def _effect(table: Table, seat: int, card: str, key: str) -> Iterator[Deed]:
    if card in NO_POINTS:
        title, text = NO_POINTS[card]
        yield Deed(key=key, seat=seat, title=title, text=text)
    elif card in TRADES:
        title, text, points = TRADES[card]
        yield Deed(key=key, seat=seat, title=title, text=text, book=_points(points))
    elif card == "prison":
        yield from _prison(table, seat, key)
    else:
        yield _barracks(table, seat, key)


def _points(number: int) -> Booking:
    said = f"Add {plural(number, 'point')}" if number > 0 else f"Take {plural(-number, 'point')}"
    return Booking(said, counts={"points": number})


def _prison(table: Table, seat: int, key: str) -> Iterator[Deed]:
    """One figure, if they like: an assistant stays, a Hooded One brings a point (p. 15)."""
    jailed, caught = f"{key}-assistant", f"{key}-hooded"
    if not table.did(caught, seat):
        text = "jail 1 assistant from the market, if you like"
        yield Deed(key=jailed, seat=seat, title="Prison", text=text)
    hooded = table.pad("drawn").count("hooded") or not table.pad("drawn").cards
    if hooded and table.setting("hooded_ones") != 0 and not table.did(jailed, seat):
        text = "or remove a Hooded One for 1 point and jail a random assistant"
        yield Deed(key=caught, seat=seat, title="Prison", text=text, book=_points(1))


def _barracks(table: Table, seat: int, key: str) -> Deed:
    """Everyone with fewer fists loses a point; nobody does in a solo game (p. 15)."""
    fists = table.everybody("fists") or []
    if table.players > 1 and not _all_counted(table):
        text = "everyone else with fewer fists loses 1 point"
        return Deed(key=key, seat=seat, title="Barracks", text=text)
    losers = [other for other in table.order if other in losing_to(seat, fists)]
    if not losers:
        solo = table.players == 1
        why = "no one loses points in a solo game" if solo else "no one has fewer fists"
        return Deed(key=key, seat=seat, title="Barracks", text=why, none=True)
    lose = "loses" if len(losers) == 1 else "lose"
    names = together([table.names[other] for other in losers])
    text = f"{names} {lose} 1 point (fewer than {plural(fists[seat], 'fist')})"
    others = tuple((other, _points(-1)) for other in losers)
    return Deed(key=key, seat=seat, title="Barracks", text=text, others=others)


def _all_counted(table: Table) -> bool:
    """Whether everyone’s fists were: somebody of whom nothing was entered may have some."""
    return all(table.last_counted("fists", seat) is not None for seat in range(table.players))


def end(table: Table) -> Iterator[Told]:
    """The end of a round: event, figures, and whose the bag is now, after round 7 too (p. 7)."""
    if table.play.pace is Pace.ROUND:
        return
    came = _event_now(table)
    called = f"event {came}" if came else "the event"
    effect = f"If {called} has an end-of-round effect, do it now."
    yield Step(f"{effect} Then put the card away.", key="event-away")
    yield Step(_figures_back(table), key="figures-back")
    if table.players > 1:
        name = table.names[table.order[1]]
        last = table.next_first is None
        more = "It decides ties." if last else f"{name} goes first in round {table.round + 1}."
        yield Said(f"Bag to {name}", kind="handover", short=f"Bag to {name}", more=more,
                   seat=table.order[1])  # fmt: skip


def _figures_back(table: Table) -> str:
    """``Put the 4 drawn figures back into the bag.``"""
    drawn, chapter = table.pad("drawn"), table.play.chapter
    cards = [card for card in drawn.cards or () if card != "hooded"]
    own = sum(len(laid) for pad in ("rabbit", "onyx") for laid in table.play.pads.get(pad, ()))
    if own or chapter == "VII" or len(cards) != table.track("draws"):
        said = MARKET_BACK
    else:
        said = f"Put the {plural(len(cards), 'drawn figure')} back into the bag."
    if own:
        said += " Also return those taken for a character."
    if not own and chapter not in ("V", "VII"):
        said += f" It holds {ASSISTANTS_IN_BAG} again."
    return said + _jailed_stay(table)


def _jailed_stay(table: Table) -> str:
    """Prisons are built in chapter VII only (p. 15)."""
    return " Figures on a Prison stay there." if table.play.chapter == "VII" else ""


def final_production(table: Table) -> Iterator[Told]:
    """After round 7: chains without the bonus good, and the last tiles (p. 13)."""
    yield Step("Use any of your chains, without bonus goods.")
    if table.fact("characters"):
        yield Step("Use your bonus tiles and character now or never.")
    else:
        yield Step("Use your bonus tiles now or never.")


GUIDES = {
    "event": event,
    "planning": planning,
    "assistants": assistants,
    "actions": actions,
    "building": building,
    "special": special,
    "end": end,
    "final-production": final_production,
}
