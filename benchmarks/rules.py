"""How quick the rules model is, each time against a floor measured in the same run.

`python3 app.py bench rules` fails where a bound is exceeded. All of it is process time: waiting for
a busy processor does not count, though sharing its caches still costs a little.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from time import process_time
from typing import Any

from benchmarks import timing
from companion.games import games
from companion.printing.sample_tables import Sample, names
from companion.rules.game import Game
from companion.rules.journal.log import Entry
from companion.rules.journal.outcome import score
from companion.rules.journal.replay import replay
from companion.rules.situation import Situation
from companion.rules.soundness import situations

ENTRY = {"track": 17, "fists": 3, "coins": 38, "towns": 4, "buildings": "3+5+2+6"}
REPLAY = 25  # × json.loads of the same journal
GROWTH = 4.5  # × the time for four times as many games
STEPS = ("board", "goods", "hand", "secret", "coal", "house")


def journal(length: int) -> list[dict[str, Any]]:
    """A long evening: ticks, tracks, scores and notes, with an undo now and then."""
    rows: list[dict[str, Any]] = []

    def add(action: str, play: int | None = 0, **data: Any) -> None:
        seq = len(rows) + 1
        key = f"{seq:032x}"
        rows.append(
            {"seq": seq, "action": action, "data": data, "play": play, "key": key, "seat": None,
             "device": "5f2d9c", "at": "2026-11-16T20:15:00Z"}
        )  # fmt: skip

    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dov")]
    add("start", None, chapter="I", seats=seats, first=0, story=True)
    while len(rows) < length:
        i = len(rows)
        match i % 5:
            case 0:
                add("tick", step=STEPS[i % 6], on=i % 3 > 0)
            case 1 | 2:
                add("count", track="points", seat=i % 4, by=1 if i % 2 else -1)
            case 3:
                add("fill", seat=i % 4, field=("track", "fists", "coins")[i % 3], value=i % 9)
            case 4:
                add("undo", entry=i - 1) if i % 50 == 4 else add("note", text="A good round.")
    return rows


best = partial(timing.best, clock=process_time)


def main() -> int:
    newdale = games()["newdale"]
    names = ("Ada", "Ben", "Cleo", "Dov")

    text = json.dumps(journal(1000))
    entries = [Entry(**row) for row in json.loads(text)]
    floor = best(lambda: json.loads(text))
    took = best(lambda: replay(newdale, entries))
    show("replay of 1,000 entries", took, floor, f"(at most {REPLAY})")
    good = took <= REPLAY * floor

    times = []
    for number in (60, 240):
        told = evenings(newdale, number)
        text = json.dumps([entry.data for entry in told])
        floor = best(lambda text=text: json.loads(text))
        times.append(best(lambda told=told: replay(newdale, told), 5))
        show(f"replay of {number} games with facts", times[-1], floor)
    growth = times[1] / times[0]
    print(f"{'240 games against 60':36}{growth:9.2f} × the time (at most {GROWTH})")
    good &= growth <= GROWTH

    table = json.dumps([ENTRY] * 4)
    floor = best(lambda: json.loads(table), 200)
    four = best(lambda: score(newdale, "V", names, [ENTRY] * 4, {}), 200)
    show("scoring four seats", four, floor)

    for game in games().values():
        every = list(situations(game))
        steps = [[(step.key, step.text) for step in game.checklist(s)] for s in every]
        answer = json.dumps(steps)
        floor = best(partial(json.loads, answer))
        whole = best(partial(every_checklist, game, every), 5)
        show(f"set-up of {len(every)} tables, {game.slug}", whole, floor)
    return 0 if good else 1


def evenings(game: Game, number: int) -> list[Entry]:
    """So many finished games, each with what the group read off its cards."""
    sample = Sample(game)
    for n in range(number):
        sample.open(game.chapters[n % len(game.chapters)].key, names(3), story=False)
        sample.set_up()
        sample.tell()
        sample.score()
        sample.finish()
    return [row.entry for row in sample.state.log]


def every_checklist(game: Game, tables: list[Situation]) -> None:
    for table in tables:
        game.checklist(table)


def show(what: str, took: float, floor: float, bound: str = "") -> None:
    print(f"{what:36}{took * 1e3:9.2f} ms{took / floor:8.1f} × json.loads of the same {bound}")


if __name__ == "__main__":
    sys.exit(main())
