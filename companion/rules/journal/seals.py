"""Which secrets are still sealed: entered in secret and not shown since, undos or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .log import Logged

SCORES = ""
"""What the sheets say; the other topics are the names of secret draws."""

Topic = tuple[int, str]
"""Something that can be secret in a play, by the play's number."""


@dataclass(frozen=True, slots=True)
class Seals:
    """Reads the journal as it was written, so that no undo can reveal a secret."""

    covered: frozenset[Topic] = frozenset()
    first: Mapping[Topic, int] = field(default_factory=dict)  # told in secret, not shown since

    def after(self, row: Logged, taken: Logged | None, secret_draws: frozenset[str]) -> Seals:
        """The seals after one more row; ``taken`` is the row it undoes, if it is an undo."""
        seq = row.entry.seq
        if row.damaged:  # it cannot be read
            return self._told((row.entry.play or 0, SCORES), seq, secret_draws)
        act = (taken or row).action
        if act is None or act.topic is None or row.refused:
            return self
        topic = (taken or row).play, act.topic
        if act.secrets:
            return self if taken else self._told(topic, seq, secret_draws)
        if act.shows and not taken:
            first = {about: at for about, at in self.first.items() if about != topic}
            return Seals(self.covered - {topic}, first)
        return replace(self, covered=self.covered | {topic})

    def _told(self, topic: Topic, seq: int, secret_draws: frozenset[str]) -> Seals:
        secret = topic in self.covered or topic[1] in secret_draws
        if topic in self.first or not secret:
            return self
        return replace(self, first={**self.first, topic: seq})
