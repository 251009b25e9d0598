"""The course of a stage: how many cards, which way round, and whose turn it is first."""

from __future__ import annotations

from companion.rules.situation import Situation

STAGES = (1, 2, 3, 4)
HAND, LARGE_HAND = 5, 7  # 1. Deal Cards
ONE_COPY = 4  # players it is enough for


def escape(situation: Situation) -> bool:
    return bool(situation["scenario"] == "escape")


def copies(situation: Situation) -> int:
    return 1 if situation.players <= ONE_COPY else 2


def hand(situation: Situation, stage: int) -> int:
    """Characters dealt to everyone; Escape from the City deals more in odd stages."""
    return LARGE_HAND if escape(situation) and stage % 2 else HAND


def hands(situation: Situation) -> tuple[int, ...]:
    return tuple(hand(situation, stage) for stage in STAGES)


def direction(situation: Situation, stage: int) -> int:
    """1 clockwise, −1 anticlockwise, as Escape from the City plays even stages."""
    return -1 if escape(situation) and stage % 2 == 0 else 1


def passes(situation: Situation, stage: int) -> int:
    """Seats the First Player card travels in a stage; with 5 one more (Playing with 5-8)."""
    return hand(situation, stage) + (situation.players == 5)


def stage_first(situation: Situation, stage: int) -> int:
    """The seat that holds the First Player card when a stage begins."""
    before = range(1, stage)
    moved = sum(direction(situation, s) * passes(situation, s) for s in before)
    return (situation.first + moved) % situation.players


def first_seats(situation: Situation) -> tuple[int, ...]:
    return tuple(stage_first(situation, stage) for stage in STAGES)


def play_order(situation: Situation, stage: int) -> tuple[int, ...]:
    """The seats in turn; the First Player card moves on after every card played."""
    way = direction(situation, stage)
    first = stage_first(situation, stage) + way * _moved(situation, stage)
    return tuple((first + way * step) % situation.players for step in range(situation.players))


def _moved(situation: Situation, stage: int) -> int:
    """Seats the card has travelled in this stage by the phase of ``situation``."""
    kind, _, number = situation.phase.partition("-")
    if kind == "end":
        return passes(situation, stage)
    return int(number) - 1 if kind == "pick" else 0


def effects_now(situation: Situation) -> tuple[str, ...]:
    """The effects the cards show for this stage: all of them where nobody has told otherwise."""
    stage = situation.round or 1
    if stage == STAGES[-1] and situation["last-effects"] == "skip":
        return ()
    return tuple(
        effect
        for effect in situation["effects"] or ()
        if str(stage) in (situation[f"{effect}-stages"] or map(str, STAGES))
    )


Costs = tuple[tuple[int, int], ...]


def printed_costs(situation: Situation) -> Costs:
    """Little and Great by stage, as the group copied them from its Scenario (14)."""
    return tuple(zip(situation["little_costs"], situation["great_costs"], strict=True))


def little_now(situation: Situation) -> int:
    return int(situation["little_costs"][(situation.round or 1) - 1])


def great_now(situation: Situation) -> int:
    return int(situation["great_costs"][(situation.round or 1) - 1])
