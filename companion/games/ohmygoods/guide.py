"""What the table knows in each phase of Oh my Goods!: who does what now, and what is done.

First what it knows of one seat, from the cards that were tapped; calculators start from it, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids import inputs as ask
from companion.rules.aids.guide import Said, Step, Told
from companion.rules.aids.inputs import Row
from companion.rules.aids.table import LaidCards, Table
from companion.rules.words import listed, plural

CHARBURNER = "charburner"
COLOURS = ask.choices_of("green red gray yellow white")
SUNRISE, SUNSET = 2, 4  # half suns in the market when a row is complete


def tableau(table: Table) -> LaidCards:
    """The cards before this seat, one by one or by kind."""
    return table.pad("tableau", "tableau-typed")


def colours_built(table: Table) -> dict[str, int | None]:
    return {colour.key: tableau(table).in_group(colour.key) for colour in COLOURS}


def cards_built(table: Table) -> list[Row] | None:
    rows = tableau(table).rows
    return None if rows is None else [{"card": row["card"]} for row in rows]


def goods_made(table: Table) -> set[str] | None:
    """What this seat's buildings can make; None while none but the start building is known."""
    kinds = tableau(table).kinds
    if not kinds or kinds == [CHARBURNER]:
        return None
    return {c.details.get("good", "") for c in table.play.game.catalogue if c.key in kinds}


def costs_now(table: Table) -> list[int] | None:
    """What this seat has built and hired in this round costs, as far as it is on the cards."""
    cards = {card.key: card for card in table.play.game.catalogue}
    laid = (cards.get(card) for _, card in laid_now(table, "tableau", "tableau-typed", "hired"))
    costs = [int(card.details["cost"]) for card in laid if card and "cost" in card.details]
    return costs if 0 < len(costs) <= 2 else None


def laid_now(table: Table, *pads: str) -> list[tuple[str, str]]:
    """The pad and card of all that this seat has laid in this round."""
    every = table.play.pads
    return [
        (pad, laid.card)
        for pad in pads
        if pad in every
        for laid in every[pad][table.seat]
        if laid.round == table.round
    ]


def gone_assistants(table: Table) -> list[str] | None:
    """Those hired, and those not set out once it is known which ones are."""
    hired, out = table.laid("hired"), table.laid("on-offer")
    if not out or hired is None:
        return hired
    every = [card.key for card in table.play.game.catalogue if card.catalogue == "assistants"]
    return [*hired, *(key for key in every if key not in out and key not in hired)]


def event(table: Table) -> Iterator[Told]:
    loud = "read it" if table.players == 1 else "read it aloud"
    yield Step(f"Reveal the next event and {loud}.", due=True)
    yield Step("Follow it now, or in the phase it names.", due=True)


def new_cards(table: Table) -> Iterator[Told]:
    yield Step(
        "Swap your whole hand, or keep it.", due=True,
        more="All cards or none, the same number back.",
    )  # fmt: skip
    yield Step("Draw 2 cards.", due=True)
    for seat in table.order:
        cards = tableau(table.seat_view(seat))
        # The single card or its kind: either may be tapped.
        if more := sum(cards.count(card) or 0 for card in ("office-card", "card-office")):
            yield Said(
                f"{table.names[seat]} may draw {more} more.", seat=seat, figure=f"+{more}",
                more="Market Office: only with at most 3 cards in hand at the start of this phase.",
            )  # fmt: skip


def sunrise(table: Table) -> Iterator[Told]:
    suns = table.track("suns") or 0
    if suns < SUNRISE:
        yield Step(f"Reveal cards until {SUNRISE} half suns show.", due=True)
        yield Step("Then place your worker. You may plan a building.")
    else:
        yield Step(f"Market is open: {SUNRISE} of {SUNRISE} half suns.", done=True)
        yield Step(
            "Place your worker at one of your production buildings.", due=True,
            more="Efficient: every resource, 2 goods. Sloppy: 1 may be missing, 1 good.",
        )  # fmt: skip
        yield Step("Plan a building: 1 card face down, or none.", due=True)


def sunset(table: Table) -> Iterator[Told]:
    suns = (table.track("suns") or 0) - SUNRISE
    if suns < SUNSET - SUNRISE:
        yield Step("Reveal a second row until 2 more half suns show.", due=True)
    else:
        yield Step("Market is closed: 2 more half suns.", done=True)


def producing(table: Table) -> Iterator[Told]:
    """One person's turn; what they built or hired in it is said."""
    seat = table.order[0] if table.acting is None else table.acting
    here, base = table.seat_view(seat), table.play.chapter == "base"
    laid = laid_now(here, "tableau", "tableau-typed")
    built = [table.play.card_label(pad, card) for pad, card in laid]
    hired = laid_now(here, "hired")
    some, every = bool(built or hired), bool(built or hired if base else built and hired)
    choice = "Build, hire 1 assistant, or both. Pay for each separately."
    if base:
        choice = "Build or hire 1 assistant, or neither."
    if table.players > 1 and table.play.moment.phase == table.phase:
        yield Said(f"{table.names[seat]}’s turn", kind="handover", seat=seat)
    # The last round may let idle buildings use their chains (Game End; Q7).
    if is_last(table) and (base or table.setting("final-chains") == "allowed"):
        yield Step("Produce, then use all your chains.", due=not some, done=some)
        yield Step(f"{choice} A new building’s chain works too.", due=not every, done=every)
    else:
        more = "Use chains of buildings that produced. Take your worker back."
        yield Step("Produce.", due=not some, done=some, more=more)
        more = "Return an unbuilt plan to your hand."
        yield Step(choice, due=not every, done=every, more=more)
    if built:
        what = listed(built) if len(built) <= 2 else plural(len(built), "building")
        yield Said(f"{table.names[seat]} built {what}.", kind="booked", seat=seat)
    if hired:
        what = "an assistant" if len(hired) == 1 else plural(len(hired), "assistant")
        yield Said(f"{table.names[seat]} hired {what}.", kind="booked", seat=seat)


def end_of_round(table: Table) -> Iterator[Told]:
    yield Step("Discard the whole market.", due=True)
    if table.play.chapter != "base" and not is_last(table):
        yield Step("You may assign waiting assistants now, but only now.", due=True)
    yield from _eighth(table)
    if is_last(table):
        yield Said("This was the last round. Score next.", short="Last round played")
        return
    following = table.next_first
    if table.players > 1 and following is not None:
        name = table.names[following]
        short, more = f"First-player card to {name}", f"{name} starts round {table.round + 1}."
        yield Said(f"{short}.", kind="handover", seat=following, short=short, more=more)


def _eighth(table: Table) -> Iterator[Said]:
    """The building that brings the end about is news once, in the round it is built."""
    last = table.play.last_round
    if table.play.chapter != "base" or last != table.round + 1:
        return
    counts = table.everybody("buildings") or []
    many = [seat for seat, count in enumerate(counts) if count >= 8]  # Game End
    if many:
        names = listed([table.names[seat] for seat in many])
        has = "has" if len(many) == 1 else "have"
        yield Said(
            f"{names} {has} {plural(counts[many[0]], 'building')}, so round {last} is the last.",
            seat=many[0], more="All chains of all buildings may be used in it.",
        )  # fmt: skip


def is_last(table: Table) -> bool:
    return table.play.rounds is not None and table.round >= table.play.rounds


GUIDES = {
    "event": event,
    "new-cards": new_cards,
    "sunrise": sunrise,
    "sunset": sunset,
    "producing": producing,
    "end": end_of_round,
}
