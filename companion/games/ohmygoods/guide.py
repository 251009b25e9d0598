"""What the table knows in each phase of Oh my Goods!: who does what now, and what is done."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids.guide import Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.words import listed, plural

from .calculators import tableau

SUNRISE, SUNSET = 2, 4
"""Half suns in the market when a row is complete."""
ENDS_AT = 8
"""Buildings that bring the base game to its last round (Game End)."""
CARD_OFFICES = ("office-card", "card-office")
"""The single card and its kind, of which either may be tapped."""


def event(table: Table) -> Iterator[Told]:
    loud = "read it" if table.players == 1 else "read it aloud"
    yield Step(f"Reveal the next event and {loud}.", due=True)
    yield Step("Follow it now, or in the phase it names.", due=True)
    if is_last(table):
        yield Said("This is the last event. The game ends with this round.", short="Last round")


def new_cards(table: Table) -> Iterator[Told]:
    yield Step(
        "Swap your whole hand, or keep it.", due=True,
        more="All cards or none, the same number back.",
    )  # fmt: skip
    yield Step("Draw 2 cards.", due=True)
    for seat in table.order:
        if more := _card_offices(table.seat_view(seat)):
            yield Said(
                f"{table.names[seat]} may draw {more} more.", seat=seat, figure=f"+{more}",
                more="Market Office, with at most 3 cards in hand at the start of this phase.",
            )  # fmt: skip


def _card_offices(table: Table) -> int:
    cards = tableau(table)
    return sum(cards.count(card) or 0 for card in CARD_OFFICES)


def sunrise(table: Table) -> Iterator[Told]:
    suns = table.track("suns") or 0
    if suns < SUNRISE:
        yield Step(f"Reveal cards until {SUNRISE} half suns show.", due=True, more=_so_far(suns))
        yield Step("Then place your worker, efficient or sloppy.")
    else:
        yield Step(f"Market is open: {SUNRISE} of {SUNRISE} half suns.", done=True)
        yield Step(
            "Place your worker at one of your production buildings.", due=True,
            more="Efficient: every resource, 2 goods. Sloppy: 1 may be missing, 1 good.",
        )  # fmt: skip
    yield Step("Plan a building: 1 card face down, or none.", due=suns >= SUNRISE)


def _so_far(suns: int) -> str:
    return f"{suns} of 2 so far." if suns > 0 else ""


def sunset(table: Table) -> Iterator[Told]:
    suns = (table.track("suns") or 0) - SUNRISE
    if suns < SUNSET - SUNRISE:
        yield Step("Reveal a second row until 2 more half suns show.", due=True, more=_so_far(suns))
    else:
        yield Step("Market is closed: 2 more half suns.", done=True)


def producing(table: Table) -> Iterator[Told]:
    """One person's turn; what they built or hired in it is said."""
    seat = table.order[0] if table.acting is None else table.acting
    here, base = table.seat_view(seat), table.play.chapter == "base"
    built, hired = _this_round(here, "tableau", "tableau-typed"), _this_round(here, "hired")
    some, every = bool(built or hired), bool(built or hired if base else built and hired)
    if table.players > 1 and table.play.moment.phase == table.phase:
        yield Said(f"{table.names[seat]}’s turn", kind="handover", seat=seat)
    idle = is_last(table) and _all_chains(table)
    chains = "the chains of all your buildings" if idle else "chains of buildings that produced"
    yield Step("Produce.", due=not some, done=some, more=f"Use {chains}. Take your worker back.")
    choice = "Build or hire, or neither." if base else "Build, hire or both. Pay for each."
    yield Step(
        choice, due=not every, done=every, more="Return an unbuilt plan to your hand."
    )  # fmt: skip
    if idle:
        yield Step("Use the chain of a new building too.", due=bool(built))
    if built:
        yield Said(f"{table.names[seat]} built {listed(built)}.", kind="booked", seat=seat)
    if hired:
        what = plural(len(hired), "assistant").replace("1 ", "an ")
        yield Said(f"{table.names[seat]} hired {what}.", kind="booked", seat=seat)


def _all_chains(table: Table) -> bool:
    """Whether the last round lets idle buildings use their chains (Game End; Q7)."""
    return table.play.chapter == "base" or table.setting("final-chains") == "allowed"


def _this_round(table: Table, *pads: str) -> list[str]:
    """The names of what this seat laid in this round."""
    play = table.play
    return [
        play.card_label(pad, laid.card)
        for pad in pads
        if pad in play.pads
        for laid in play.pads[pad][table.seat]
        if laid.round == table.round
    ]


def end_of_round(table: Table) -> Iterator[Told]:
    yield Step("Discard the whole market.", due=True)
    if table.play.chapter != "base" and not is_last(table):
        yield Step("Assign waiting assistants if you like, at no other time.", due=True)
    yield from _eighth(table)
    if is_last(table):
        yield Said("This was the last round. Score next.", short="Last round played")
        return
    following = table.next_first
    if table.players > 1 and following is not None:
        name = table.names[following]
        yield Said(
            f"First-player card to {name}.", kind="handover", seat=following,
            short=f"First-player card to {name}", more=f"{name} starts round {table.round + 1}.",
        )  # fmt: skip


def _eighth(table: Table) -> Iterator[Said]:
    """The building that brings the end about is news once, in the round it is built."""
    last = table.play.last_round
    if table.play.chapter != "base" or last != table.round + 1:
        return
    counts = table.everybody("buildings") or []
    many = [seat for seat, count in enumerate(counts) if count >= ENDS_AT]
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
