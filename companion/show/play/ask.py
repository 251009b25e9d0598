"""Asking an aid from a page: with what the table knows, in the situation of this moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.aids.aid import Aid, Answer, Question
from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.situation import Situation
from companion.show.play.asked import is_filled, is_tapped


def ask(play: Play, aid: Aid, values: Mapping[str, Any]) -> tuple[Question, list[Issue], Answer]:
    """The question that was meant, all that is wrong with it, and its answer where nothing is."""
    raw = {f.key: values.get(f.key, _nothing(f)) for f in aid.fields}
    question, issues = aid.read(play.game, _now(play), raw)
    asked = not issues and is_asked(aid, values)
    return question, issues, aid.answer(question) if asked else {}


def is_asked(aid: Aid, values: Mapping[str, Any]) -> bool:
    """Whether there is something in one of the fields that the answer waits for."""
    return not aid.waits_for or any(is_filled(values.get(key)) for key in aid.waits_for)


def _now(play: Play) -> Situation:
    moment = play.moment
    return play.situation.at(moment.round, moment.phase) if moment.round else play.situation


def _nothing(field: Field) -> Any:
    """What an empty input means where it need not be filled in."""
    if field.default is not None:
        return None
    if field.kind in (Kind.COUNTS, Kind.RECORD):
        return {}
    return [] if is_tapped(field) or field.kind in (Kind.LIST, Kind.NUMBERS) else None
