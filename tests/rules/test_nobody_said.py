"""Whatever a group does, no winner, rank or tie sentence rests on a value that nobody said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from companion.games import games
from companion.rules.actions import ACTIONS, Malformed
from companion.rules.actions.base import Who
from companion.rules.actions.scoring import Fill, Finish
from companion.rules.fields import Field, Kind
from companion.rules.issues import errors
from companion.rules.journal.play import Play
from companion.rules.scoring.origin import unconfirmed
from companion.table.links import Role, may_take
from tests.journal import NAMES, Journal
from tests.rules.test_replay import SAMPLES

pytestmark = pytest.mark.slow

FEW = st.integers(0, 2)  # so that many are tied
MOSTLY_NONE = st.sampled_from([*[0] * 9, 1])
ROLES = st.sampled_from(
    [(Role.HOST, None), (Role.PLAYER, None), (Role.PLAYER, 1), (Role.WATCHER, None)]
)
ENOUGH = 25


def _value(field: Field, data: st.DataObject) -> Any:
    match field.kind:
        case Kind.CHOICE:
            return "+".join(choice.key for choice in field.choices[: field.picks])
        case Kind.FLAG:
            return data.draw(st.booleans())
        case Kind.LIST:
            return []
        case Kind.COUNT:
            return data.draw(MOSTLY_NONE)
    return data.draw(FEW)


class GameNight(RuleBasedStateMachine):
    """One table with everything that people can do to it, each by a link that may."""

    slug = "newdale"

    @initialize(players=st.sampled_from([1, 2, 2, 3]), concern=st.integers(0, 3))
    def open(self, players: int, concern: int) -> None:
        game = games()[self.slug]
        self.journal = Journal(self.slug)
        here = game.chapter(game.graph.first)
        assert here is not None
        low, _ = here.players or game.players
        seats: list[dict[str, Any]] = [{"name": name} for name in NAMES[: max(players, low)]]
        told: dict[str, Any] = {}
        if game.automaton and concern == 0:
            seats, told = [*seats[:2], {"name": "Concern", "person": None}], {"concern": "yes"}
        self.journal.must("start", chapter=game.graph.first, seats=seats, settings=told)

    @property
    def play(self) -> Play:
        return self.journal.play

    def act(self, who: tuple[Role, int | None], kind: str, **data: Any) -> None:
        """What a link may not do is not done; what the rules refuse leaves all as it was."""
        role, person = who
        own = person is None or self.play.seat_of(person) == data.get("seat")
        if may_take(role, person, kind) and (own or ACTIONS[kind].who is not Who.SEAT):
            with suppress(Malformed):
                self.journal.do(kind, **data)

    def seat(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, len(self.play.seats) - 1))

    @rule(data=st.data(), who=ROLES)
    def fill_what_is_needed(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        for seat in range(len(self.play.seats)):
            sole = [f for f in self.play.game.sheet.soles if self.play.seats[seat].person is None]
            for field in sole or self.play.lines[seat].values():
                blank = field.key in self.play.blanks and data.draw(st.integers(0, 3))
                if field.key not in self.play.filled_in[seat] and not blank:
                    self.act(who, "fill", seat=seat, field=field.key, value=_value(field, data))

    @rule(data=st.data(), who=ROLES, empties=st.booleans())
    def fill_a_line(self, data: st.DataObject, who: tuple[Role, int | None], empties: bool) -> None:
        field = data.draw(st.sampled_from([*self.play.game.sheet.fields()]))
        value = None if empties else _value(field, data)
        self.act(who, "fill", seat=self.seat(data), field=field.key, value=value)

    @rule(who=ROLES)
    def confirm(self, who: tuple[Role, int | None]) -> None:
        for seat in self.play.sitting:
            for key in unconfirmed(self.play, seat):
                value = self.play.filled_in[seat][key]
                self.act(who, "fill", seat=seat, field=key, value=value)

    @rule(data=st.data(), who=ROLES)
    def break_ties(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        for level in self.play.level:
            for seat in level.asked:
                self.act(who, "fill", seat=seat, field=level.tie.field, value=data.draw(FEW))

    @rule(data=st.data(), who=ROLES)
    def count(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        if tracks := [track for track in self.play.game.tracks if track.feeds]:
            track, by = data.draw(st.sampled_from(tracks)), data.draw(st.integers(-1, 2))
            self.act(who, "count", track=track.key, seat=self.seat(data), by=by)

    @rule(data=st.data(), who=ROLES)
    def lay(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        pads = [pad for pad in self.play.game.pads if pad.feeds and pad.key in self.play.pads]
        if pads:
            pad = data.draw(st.sampled_from(pads))
            card = data.draw(st.sampled_from([*self.play.offers(pad.key)]))
            self.act(who, "lay", pad=pad.key, card=card, seat=self.seat(data))

    @rule(data=st.data(), who=ROLES, agrees=st.booleans(), shared=st.booleans())
    def finish(
        self, data: st.DataObject, who: tuple[Role, int | None], agrees: bool, shared: bool
    ) -> None:
        zeros = [*self.play.untouched] if agrees else []
        said: dict[str, Any] = {"zeros": zeros, "shared": shared}
        self.act(who, "finish", **(said if data.draw(st.integers(0, 5)) else {}))

    @rule(data=st.data(), agrees=st.booleans(), shared=st.booleans())
    def score(self, data: st.DataObject, agrees: bool, shared: bool) -> None:
        """The way most evenings end."""
        host = (Role.HOST, None)
        self.fill_what_is_needed(data, host)
        for tie in self.play.game.tiebreaks:
            if tie.field and data.draw(st.booleans()):  # one says it, the others do not
                seat = data.draw(st.sampled_from(self.play.sitting))
                self.act(host, "fill", seat=seat, field=tie.field, value=data.draw(FEW))
        for issue in errors(self.play.so_far[1]):  # what cannot be is emptied
            if issue.field in self.play.blanks and issue.seat is not None:
                self.act(host, "fill", seat=issue.seat, field=issue.field, value=None)
            elif issue.seat is not None:
                self.act(host, "fill", seat=issue.seat, field=issue.field, value=0)
        self.finish(data, host, agrees, shared)

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        entry = data.draw(st.integers(2, max(2, len(self.journal.entries))))
        self.act((Role.HOST, None), "undo", entry=entry)

    @rule(data=st.data(), who=ROLES)
    def rule_or_record(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        made = data.draw(st.sampled_from(self.play.game.rulings))
        self.act(who, "rule", ruling=made.key, value=data.draw(_choices(made.options)))
        if facts := [fact for fact in self.play.card_facts if fact.choices]:
            fact = data.draw(st.sampled_from(facts))
            keys = [choice.key for choice in fact.choices]
            self.act(who, "record", fact=fact.key, value=[data.draw(st.sampled_from(keys))])

    @rule(data=st.data(), who=ROLES)
    def anything_else(self, data: st.DataObject, who: tuple[Role, int | None]) -> None:
        kind = data.draw(st.sampled_from(sorted(SAMPLES.keys() - {"start", "finish", "undo"})))
        given = dict(SAMPLES[kind])
        if kind == "reseat":
            people = [{"name": s.name, "person": s.person} for s in self.play.seats]
            turned = people[1:] + people[:1] if data.draw(st.booleans()) else people[:-1]
            given |= {"chapter": self.play.chapter, "seats": turned, "story": False}
        elif kind == "advance":
            given = {"moment": self.play.moment.as_json()}
        self.act(who, kind, **given)

    @invariant()
    def nothing_counts_that_nobody_said(self) -> None:
        for play in self.journal.state.plays:
            if not play.finished:
                assert play.outcome is None
            elif play.scored:
                _check_values(self.journal, play)
                _check_ties(self.journal, play)


def _choices(options: Any) -> st.SearchStrategy[str]:
    return st.sampled_from([option.key for option in options] or ["no"])


Said = dict[int | None, dict[str, Any]]


def _said(journal: Journal, play: Play) -> tuple[Said, set[str]]:
    """What stands in the journal of a play: fields by person, and lines agreed to be nothing."""
    said: Said = {}
    agreed: set[str] = set()
    log, finished = journal.state.log, False
    for row in log:
        if row.play != play.number or not log.stands(row) or row.entry.seq <= play.restarted_at:
            continue
        if isinstance(row.action, Fill):
            mine = said.setdefault(row.person_in(row.action.seat), {})
            mine |= row.action.values
            if finished:
                agreed |= {key for key, value in row.action.values.items() if value is None}
        elif isinstance(row.action, Finish):
            agreed |= set(row.action.zeros or ())
            finished = True
    return said, agreed


def _check_values(journal: Journal, play: Play) -> None:
    said, agreed = _said(journal, play)
    context = play.checked_sheet[0]
    for who, typed in zip(play.seats, context.typed, strict=True):
        mine: Mapping[str, Any] = said.get(who.person, {})
        assert {key: mine.get(key) for key in typed} == dict(typed)
    touched = {key for typed in context.typed for key in typed}
    compared = {tie.field for tie in play.game.tiebreaks}
    lines = {key for seat in play.sitting for key in play.lines[seat]}
    assert lines - touched - compared <= agreed


def _check_ties(journal: Journal, play: Play) -> None:
    assert play.scored
    said, result = _said(journal, play)[0], play.scored[1]

    def has_said(seat: int, field: str) -> bool:
        return said.get(play.seats[seat].person, {}).get(field) is not None

    by_label = {tie.label: tie.field for tie in play.game.tiebreaks if tie.field}
    for place in result.places:
        if field := by_label.get(place.decided_by, ""):
            rivals = [p.seat for p in result.places if p.total == place.total]
            assert has_said(place.seat, field) and sum(has_said(s, field) for s in rivals) > 1
    for label, field in by_label.items():
        if label in result.why:
            assert all(has_said(seat, field) for seat in result.winners)


@pytest.mark.parametrize("slug", sorted(games()))
def test_nothing_counts_that_nobody_said(slug: str) -> None:
    machine: Callable[[], RuleBasedStateMachine] = type(slug, (GameNight,), {"slug": slug})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=ENOUGH, stateful_step_count=25, deadline=None,
            suppress_health_check=[*HealthCheck],
            phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking takes minutes
        ),
    )  # fmt: skip
