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
MARKET_BACK = "Put the market’s assistants back into the bag."
EFFECTS = {
    "writing-room": ("Writing Room", "draw 1 card", 0),
    "coal-storage": ("Coal Storage", "put 2 coal on the Coal Mine", 0),
    "coal-trade": ("Coal Trade", "3 coal for 2 points, if you like", 2),
    "corn-farm": ("Corn Farm", "put 1 corn on it", 0),
    "vineyard": ("Vineyard", "put 1 grape on it", 0),
    "navigator": ("Navigator", "1 fish for 1 point, if you like", 1),
}
CARDS = (*EFFECTS, "prison", "barracks")
"""Those with an effect marked VI (p. 15): what brings coal before what takes it."""


def event(table: Table) -> Iterator[Told]:
    """Phase I: the card, stated where only one is possible (p. 6)."""
    came, reveals = bool(_event_now(table)), _you_or(table, "reveal", "reveals")
    event = _which(table)
    if table.play.pace is Pace.ROUND:  # the phone is picked up once a round
        yield Step(f"{reveals} {event}.", done=came, due=not came)
        yield Step("Play phases II to VI. Do any end-of-round effect last.")
        bag = "" if table.players == 1 else f" Pass the bag to {table.names[table.order[1]]}."
        yield Step(f"{MARKET_BACK}{_jailed_stay(table)}{bag}")
        return
    reads = "read it" if table.players == 1 else "reads it out"
    yield Step(f"{reveals} {event} and {reads}.", done=came)
    yield Step("If it shows a lightning bolt, do it now. If not, wait for the phase it names.")


def _which(table: Table) -> str:
    """``event 102``: the only card that can be next, where all before it were entered."""
    deck, seen = table.play.deck("events"), table.play.seen.get("events", ())
    possible = list(deck.odds(seen)) if deck and len(seen) == table.round - 1 else []
    return f"event {possible[0]}" if len(possible) == 1 else "the event"


def _you_or(table: Table, you: str, they: str) -> str:
    """``Reveal`` to somebody who plays alone, ``Ann reveals`` at a table."""
    return you.capitalize() if table.players == 1 else f"{table.names[table.first]} {they}"


def _event_now(table: Table) -> int | None:
    """The event of this round, where it was entered."""
    seen = table.play.seen.get("events", ())
    return seen[table.round - 1] if len(seen) >= table.round else None


def planning(table: Table) -> Iterator[Told]:
    """Phase II: tokens bought in earlier rounds are planned with, too (pp. 6, 10)."""
    own = "" if table.players == 1 else " of your own"
    yield Step(f"Place all your tokens, at most one{own} per space or production area.")
    tokens = [
        FIRST_TOKENS
        + sum(laid.card in ("token-3", "token-4") and laid.round < table.round for laid in hand)
        for hand in table.play.pads.get("growth", ())
    ]
    if not any(n > FIRST_TOKENS for n in tokens):
        return
    if len(set(tokens)) == 1:
        who = "You have" if table.players == 1 else "Everyone has"
        yield Said(f"{who} {tokens[0]} tokens.")
    else:
        every = [f"{table.names[seat]} {tokens[seat]}" for seat in table.order]
        yield Said(f"Tokens: {together(every)}.")


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
    offers = table.play.offers("growth")
    bought = [laid for laid in table.play.pads["growth"][table.seat] if laid.round == table.round]
    if points := sum(offers[laid.card].adds.get("gained", 0) for laid in bought):
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
        if len(table.seat_view(seat).pad("built").cards or ()) >= 10:  # p. 5, step 14
            who = "You have" if table.players == 1 else f"{table.names[seat]} has"
            yield Said(f"{who} no house left and can’t build.", seat=seat)


def special(table: Table) -> Iterator[Told]:
    """Phase VI: a row per person and card, once per copy (pp. 7, 15)."""
    held = {seat: _with_effect(table.seat_view(seat)) for seat in table.order}
    if not table.laid("built") and not any(held.values()):
        return
    order = "In any order" if table.players == 1 else "In turn order"
    yield Step(f"{order}, use each card once.")
    yield from _in_turn_order(table, {seat: [*_deeds(table, seat, held[seat])] for seat in held})
    nothing = [table.names[seat] for seat, cards in held.items() if not cards]
    if nothing:
        has = "has" if len(nothing) == 1 else "have"
        who = "You have" if table.players == 1 else f"{together(nothing)} {has}"
        said = f"{who} nothing for phase VI."
        yield Deed(key="nothing", seat=None, title=said, text="", none=True)


def _in_turn_order(table: Table, rows: Mapping[int, Sequence[Deed]]) -> Iterator[Deed]:
    """Every row. If they are many, only those of whose turn it is; who follows is one line."""
    left = {
        seat: sum(not (one.none or table.did(one.key, one.seat)) for one in deeds)
        for seat, deeds in rows.items()
    }
    now = next((seat for seat, n in left.items() if n), None)
    many = sum(map(len, rows.values())) > MOST_ROWS
    for seat, deeds in rows.items():
        if not many or now in (seat, None):
            yield from deeds
    after = {seat: n for seat, n in left.items() if n and seat != now}
    if many and after:
        then = f"Then {together([f'{table.names[seat]} with {n}' for seat, n in after.items()])}."
        waits = sum(after.values())
        yield Deed(key="then", seat=None, title=then, text="", none=True, waits=waits)


def _with_effect(table: Table) -> list[str]:
    """This seat's cards that do something in phase VI, copy by copy."""
    held = [card for pad in BUILT for card in table.pad(pad).cards or ()]
    return sorted((card for card in held if card in CARDS), key=CARDS.index)


def _deeds(table: Table, seat: int, cards: Sequence[str]) -> Iterator[Deed]:
    """What one person does, copy by copy."""
    for at, card in enumerate(cards):
        key = f"{card}-{cards[:at].count(card)}"
        if card == "prison":
            yield from _prison(table, seat, key)
        elif card == "barracks":
            yield _barracks(table, seat, key)
        else:
            title, text, points = EFFECTS[card]
            book = _points(points) if points else None
            yield Deed(key=key, seat=seat, title=title, text=text, book=book)


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
    fists, everyone = table.everybody("fists") or [], range(table.players)
    # Somebody of whom nothing was entered may have some.
    counted = all(table.last_counted("fists", other) is not None for other in everyone)
    if table.players > 1 and not counted:
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
        seat, last = table.order[1], table.next_first is None
        short, then = f"Bag to {table.names[seat]}", f"goes first in round {table.round + 1}."
        more = "It decides ties." if last else f"{table.names[seat]} {then}"
        yield Said(short, kind="handover", short=short, more=more, seat=seat)


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
        said += " It holds 18 again."  # p. 5, step 15
    return said + _jailed_stay(table)


def _jailed_stay(table: Table) -> str:
    """Prisons are built in chapter VII only (p. 15)."""
    return " Figures on a Prison stay there." if table.play.chapter == "VII" else ""


def final_production(table: Table) -> Iterator[Told]:
    """After round 7: chains without the bonus good, and the last tiles (p. 13)."""
    yield Step("Use any of your chains, without bonus goods.")
    tiles = "bonus tiles and character" if table.fact("characters") else "bonus tiles"
    yield Step(f"Use your {tiles} now or never.")


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
