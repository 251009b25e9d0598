"""What the Play screen names: each name means one thing, and the strip holds what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..data.faults import Fault, missing
from ..data.palette import COLOURS, symbols
from ..data.toml_lines import Path
from ..game import Game
from ..parts.clock import SO_FAR, Phase
from ..parts.pads import Pad
from ..parts.tracks import Track

PART = "counter, pad, deck, aid, topic or card fact"
STANDS = "counter, pad or topic"


def screen_faults(game: Game) -> Iterator[Fault]:
    groups = {group.key for group in game.track_groups}
    counted = {track.key for track in game.tracks if not track.group} | groups
    rest = (game.pads, game.deck_plans, game.aids, game.topics, game.card_facts)
    stands = {SO_FAR, *counted, *(row.key for rows in (game.pads, game.topics) for row in rows)}
    known = Counter([*counted, *(row.key for rows in rest for row in rows)])
    topics = {topic.key for topic in game.topics} | {""}
    for part in ("course", "course_ends"):
        yield from missing(("clock", part), "topic", topics, getattr(game.clock, part))
    yield from missing(("clock", "strip"), STANDS, stands, *game.clock.strip)
    for i, phase in enumerate(game.clock.phases):
        here = ("clock", "phases", i)
        yield from missing((*here, "strip"), STANDS, stands, *phase.strip)
        yield from _places(here, phase, {aid.key for aid in game.aids})
        for key, names in (("shows", phase.shows), ("folds", phase.folds)):
            yield from missing((*here, key), PART, known, *names)
            twice = (name for name in names if known[name] > 1)
            yield from (Fault((*here, key), f"{name!r} means two things") for name in twice)
    for i, reminder in enumerate(game.clock.reminders):
        where = ("clock", "reminders", i, "aids")
        yield from missing(where, "aid", {aid.key for aid in game.aids}, *reminder.aids)
    for i, track in enumerate(game.tracks):
        yield from _track(("tracks", i), track, groups, {t.key for t in game.tracks})
    for i, pad in enumerate(game.pads):
        yield from _drawn(("pads", i), pad)


def _places(here: Path, phase: Phase, aids: set[str]) -> Iterator[Fault]:
    for n, place in enumerate(phase.places):
        yield from missing((*here, "places", n, "aids"), "aid", aids, *place.aids)
        yield from missing((*here, "places", n, "sign"), "symbol", symbols() | {""}, place.sign)
        if not place.aids:
            yield Fault((*here, "places", n, "aids"), "a place needs an aid that helps there")


def _track(here: Path, track: Track, groups: set[str], tracks: set[str]) -> Iterator[Fault]:
    yield from missing((*here, "group"), "track group", groups | {""}, track.group)
    yield from missing((*here, "sign"), "symbol", symbols() | {""}, track.sign)
    yield from missing((*here, "against"), "track", tracks, *track.against)
    if track.group and not (track.shared and track.short):
        yield Fault((*here, "group"), "only shared tracks stand in a group, each with a short name")


def _drawn(here: Path, pad: Pad) -> Iterator[Fault]:
    drawn, there = symbols() | {""}, (*COLOURS, "red", "")
    for n, key in enumerate(pad.keys):
        yield from missing((*here, "keys", n, "sign"), "symbol", drawn, key.sign)
        yield from missing((*here, "keys", n, "tint"), "colour", there, key.tint)
    if pad.mark:
        yield from missing((*here, "mark", "sign"), "symbol", drawn, pad.mark.sign)
