"""Requests a second of the pages a table uses most, against a bare Flask page of the same size.

Ours are measured as they are between two entries: drawn once, then handed out with fresh keys;
and drawn anew, as the first to ask after an entry gets them: a note, which moves nothing on the
page, and a tap on something that stands there. ``--against ihatemoney`` installs that app into an
environment of its own and compares these with its list of 20 bills.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from statistics import median

from flask import Flask

from benchmarks.against import ihatemoney
from benchmarks.bare import bare
from benchmarks.serving import PHONES, SECRET, Phone, Server, address, both, compared
from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.printing.sample_tables import NAMES, Sample
from companion.rules.fields import Kind
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.situation import fitting
from companion.show.play.asked import NO_LOOK
from companion.table import tables
from companion.table.journal import Draft

PAGES = ("play", "setup", "score")
LEAST = 0.5
KINDS = ("note", "tap")
MOST_ANEW = 10.0  # × bare
MOST_OF_OTHERS = 0.5  # of another app's list
DRAWINGS = 100
LAID = 4  # cards before each seat
BURSTS = 5
ZIPPED = {"Accept-Encoding": "gzip, deflate, br"}


def main() -> int:
    options = argparse.ArgumentParser(prog="bench pages")
    options.add_argument("--against", choices=["ihatemoney"])
    against = options.parse_args().against
    print(f"pages, four seats, as requests a second ({os.cpu_count()} cores)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address(folder)})
        make_ready(app)
        paths = {
            f"{slug}-{page}": f"/t/{token}/{page}"
            for slug, token in opened(app).items()
            for page in PAGES
        }
        for stem, path in paths.items():
            (folder / f"{stem}.html").write_bytes(app.test_client().get(path).data)
        check_sizes(folder)
        other = folder / "other"
        other.mkdir()
        with ihatemoney(other) if against else nullcontext() as rival:
            good = [
                drawn_anew(app, bare(folder), stem, path, kind, rival)
                for kind in KINDS
                for stem, path in paths.items()
            ]
        with both(folder) as (ours, floor):
            good += [row(ours, floor, stem, path) for stem, path in paths.items()]
    return 0 if all(good) else 1


def opened(app: Flask) -> dict[str, str]:
    """A table of each game in the middle of its first play; their tokens."""
    return {slug: _opened(app, game) for slug, game in games().items()}


def _opened(app: Flask, game: Game) -> str:
    sample = Sample(game)
    sample.open(game.graph.first, NAMES[:4])
    for key in sorted(sample.play.steps)[::2]:
        sample.do("tick", step=key)
    for field in list(game.sheet.fields())[::2]:
        sample.do("fill", seat=0, field=field.key, value=field.low)
    to_its_tool(sample)
    start, *rest = [Draft(row.entry.action, row.entry.data) for row in sample.state.log]
    with app.app_context():
        token = tables.open_table(game, "Thursday", start)
        found = tables.find(token)
        assert found is not None
        tables.append(found, rest)
    return token


def to_its_tool(sample: Sample) -> None:
    """On to the first phase with a tool that is tapped, some cards before everybody."""
    pad, clock = tool(sample.play, "pads"), sample.play.game.clock
    for seat in range(4 if pad else 0):
        for card in list(sample.play.offers(pad))[seat : seat + LAID]:
            sample.do("lay", pad=pad, card=card, seat=seat)
    tapped = pad or tool(sample.play, "tracks")
    while tapped and tapped not in clock.phase(sample.play.moment).shows:
        sample.moment()


def tool(play: Play, kind: str) -> str:
    """The first pad, or track, of everybody's own that a phase shows; some games have none."""
    own = {row.key for row in getattr(play.game, kind) if not row.shared} & {*getattr(play, kind)}
    return next((key for phase in play.game.clock.phases for key in phase.shows if key in own), "")


def check_sizes(folder: Path) -> None:
    """The floor's template comes out as long as the page it stands for."""
    client = bare(folder).test_client()
    for file in folder.glob("*.html"):
        size = len(client.get(f"/page/{file.stem}").data)
        assert abs(size / file.stat().st_size - 1) < 0.05, (file.stem, size)


def drawn_anew(
    app: Flask, floor: Flask, stem: str, path: str, kind: str, rival: Callable[[], float] | None
) -> bool:
    """The first drawing after an entry, against the bare page and another app, with no server.

    In time of the processor, each against the others right after it, and the middle one of all
    these ratios: the machine is now quicker, now slower.
    """
    client, other = app.test_client(), floor.test_client()

    def draw(number: int) -> float:
        enter(app, path, kind, number)
        return spent(lambda: client.get(path))

    turns = [
        (draw(n), spent(lambda: other.get(f"/page/{stem}")), rival() if rival else None)
        for n in range(DRAWINGS)
    ]
    ours, ratio = median(turn[0] for turn in turns), median(ours / bare for ours, bare, _ in turns)
    said = f"{stem:18}{ours * 1e3:8.1f} ms after a {kind}, {ratio:.1f} × bare (at most {MOST_ANEW})"
    good = ratio <= MOST_ANEW
    if rival:
        share = median(ours / theirs for ours, _, theirs in turns if theirs)
        said += f", {share:.2f} of its list (at most {MOST_OF_OTHERS})"
        good &= share <= MOST_OF_OTHERS
    print(f"{said}{'' if good else '  TOO SLOW'}", flush=True)
    return good


def enter(app: Flask, path: str, kind: str, number: int) -> None:
    *_, token, page = path.split("/")
    with app.app_context():
        here = tables.find(token)
        assert here is not None
        play = here.state.plays[0]
        draft = Draft("note", {"text": "cheers"}, 0) if kind == "note" else tap(play, page, number)
        tables.append(here, [draft])


def tap(play: Play, page: str, number: int) -> Draft:
    """Something on the page goes on, and back with the next tap."""
    on = number % 2 == 0
    if page == "setup":
        return Draft("tick", {"step": min(play.steps), "on": on}, 0)
    if page == "score":
        counts = (f for f in fitting(play.game.sheet.fields(), play.situation) if not f.sole)
        field = next(field for field in counts if field.kind is Kind.COUNT)
        return Draft("fill", {"seat": 1, "field": field.key, "value": int(on)}, 0)
    seat, pad = NO_LOOK.whose(play), tool(play, "pads")
    if not pad:
        track = tool(play, "tracks") or next(iter(play.tracks))
        whose = {"seat": seat} if len(play.tracks[track]) > 1 else {}
        return Draft("count", {"track": track, "by": 1 if on else -1, **whose}, 0)
    card = {"pad": pad, "card": next(iter(play.offers(pad))), "seat": seat}
    if on:
        return Draft("lay", card, 0)
    return Draft("lift", {**card, "position": len(play.pads[pad][seat]) - 1}, 0)


def spent(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def row(ours: Server, floor: Server, stem: str, path: str) -> bool:
    """Both asked as phones ask, for a compressed page; only ours takes the trouble."""
    phones = [Phone(ours, path, ZIPPED) for _ in range(PHONES)]
    others = [Phone(floor, f"/page/{stem}", ZIPPED) for _ in range(PHONES)]
    for phone in phones:
        phone.ask()  # a first visit brings the cookie
    mine, bare, ratio = compared(phones, others, 200, BURSTS)
    for phone in (*phones, *others):
        phone.close()
    good = ratio >= LEAST
    print(
        f"{stem:18}{mine:8.0f} / {bare:.0f} bare  ratio {ratio:.2f} (at least {LEAST})"
        f"{'' if good else '  TOO SLOW'}",
        flush=True,
    )
    return good


if __name__ == "__main__":
    sys.exit(main())
