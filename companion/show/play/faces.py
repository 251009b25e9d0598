"""The keys of a pad: what a tap lays there, what takes it back, and what stands on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.aids.lookup import filled_in
from companion.rules.game import CatalogueCard
from companion.rules.journal.play import Play
from companion.rules.journal.state import INTRODUCED
from companion.rules.parts.pads import CARDS, Key, Laid, Pad
from companion.show.lookup.cards import in_play
from companion.show.lookup.finds import plain
from companion.show.play.answer import speaker, worded
from companion.show.play.ask import ask
from companion.show.score.thresholds import standing


@dataclass(frozen=True, slots=True)
class Face:
    """A key: its face is one more, its foot one less."""

    id: str
    card: str
    label: str
    hint: str
    group: str
    points: int | None
    count: int
    left: int | None  # in the box; None: nobody knows
    lifts: Mapping[str, Any] | None  # the entry that takes the last one back
    adds: Mapping[str, int]  # the figures on the page that go on by this card
    fits: bool  # what was searched for
    sign: str
    tint: str
    letter: str
    ahead: str = ""  # what some more of it would bring
    full: bool = False  # nothing more comes to this pad now

    @property
    def rests(self) -> bool:
        return self.full or self.left == 0

    @property
    def high(self) -> int | None:
        """How far its figure goes; None: no end is known."""
        return None if self.left is None else self.count + self.left


def cards_of(play: Play, pad: Pad) -> dict[str, CatalogueCard]:
    """The cards of the catalogue that can lie on a pad."""
    here, game = {pad.catalogue, pad.singles} - {""}, play.game
    return play.situation.once(
        ("cards of", pad.key, game),
        lambda: {c.key: c for c in game.catalogue if c.catalogue in here},
    )


def uncovered(play: Play, pad: Pad) -> tuple[Key, ...]:
    """What can lie there, without cards that the story still covers."""

    def found() -> tuple[Key, ...]:
        cards, offers = cards_of(play, pad), play.offers(pad.key).values()
        mine = ((key, cards.get(key.kind or key.key)) for key in offers)
        return tuple(key for key, card in mine if card is None or in_play(play, card))

    about = ("uncovered", pad.key, play.game)
    return play.situation.again(about, play.facts.get(INTRODUCED), found)


def face_of(
    play: Play,
    pad: Pad,
    key: Key,
    seat: int | None,
    mine: Sequence[int],
    left: int | None,
    ahead: str,
) -> Face:
    """``mine`` are the places where somebody has it, ``left`` is how many more they can have."""
    once = {w: pad.adds(key, Laid(key.key), w) or 0 for w in pad.moves.values() if w != CARDS}
    return Face(
        f"{pad.key}-{key.key}", key.key, key.label,
        key.hint or _said(play, pad, cards_of(play, pad).get(key.key)), key.group, key.points,
        len(mine), left, lift(tells_of(play, pad, seat), key.key, mine[-1]) if mine else None,
        figures(once, pad, seat), True, key.sign, key.tint, key.letter, ahead,
    )  # fmt: skip


def looking_ahead(play: Play, pad: Pad, keys: Iterable[Key], seat: int | None) -> dict[str, str]:
    """What some more of each would bring whoever's they are, by card."""
    if not pad.ahead or seat is None:
        return {}
    adds = play.situation.once(
        ("feeding", pad.key, play.game),
        lambda: {key.key: pad.feeding(key) for key in play.offers(pad.key).values()},
    )
    return standing(play, seat).ahead_by_card({key.key: adds[key.key] for key in keys})


def foretelling(play: Play, pad: Pad, seat: int) -> dict[str, str]:
    """What an aid finds of each card, from what the table knows."""
    ahead = pad.foretold
    aid = play.game.aid(ahead.aid) if ahead else None
    if ahead is None or aid is None or not aid.when.holds(play.situation):
        return {}
    if ahead.phases and play.moment.phase not in ahead.phases:
        return {}
    known = aid.known(play, seat)

    def foretold() -> dict[str, str]:
        _, _, found = ask(play, aid, known)
        each, speaks = found.get(ahead.each, {}), speaker(play.game, aid.fields, play.names)
        return {card: worded(ahead.says, one, speaks) for card, one in each.items()}

    given = repr(known), play.names, play.moment
    return play.situation.again(("foretold", pad.key, seat, play.game), given, foretold)


def figures(adds: Mapping[str, int], pad: Pad, seat: int | None) -> dict[str, int]:
    """By how much the counters on the page go on."""
    whose = "" if seat is None else f"-{seat}"
    return {f"to-{t}{whose}": adds[what] for t, what in pad.moves.items() if adds.get(what)}


def _said(play: Play, pad: Pad, card: CatalogueCard | None) -> str:
    """What Look up says of a card first."""
    kind = next((k for k in play.game.lookup if k.catalogue == pad.catalogue), None)
    if card is None or kind is None:
        return ""
    if pad.singles and card.catalogue == pad.singles:
        said = filled_in(kind.single, card.by_name())
        return "" if said == card.label else said
    return next((said for text in kind.says if (said := filled_in(text, card.by_name()))), "")


def tells_of(play: Play, pad: Pad, seat: int | None) -> dict[str, Any]:
    return {"pad": pad.key, **play.about(seat)}


def lift(tells: Mapping[str, Any], card: str, position: int) -> dict[str, Any]:
    return {**tells, "card": card, "position": position}


def narrowed(face: Face, group: str, words: frozenset[str]) -> Face:
    text = plain(f"{face.label} {face.hint}")
    fits = (not group or face.group == group) and all(word in text for word in words)
    return face if fits else replace(face, fits=False)


def by_group(faces: list[Face]) -> list[Face]:
    """Group by group, in the order in which the data name them first."""
    groups = list(dict.fromkeys(face.group for face in faces))
    return sorted(faces, key=lambda face: groups.index(face.group))
