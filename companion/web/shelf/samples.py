"""Sample tables to look at, for those who have none yet: made in memory, read by everybody.

They have the pages of every other table, below /sample/, and are in no database.
"""

from __future__ import annotations

from threading import Lock

from flask import Flask, current_app, render_template

from companion.games import games
from companion.printing.sample_tables import MOST_MOMENTS, Sample, names
from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER
from companion.show.frame import books
from companion.table.links import LinkSeed, Role
from companion.table.tables import Table

_making = Lock()


def attach_samples(app: Flask) -> None:
    """Give samples a page wherever tables have one: another address for the same view."""
    for rule in list(app.url_map.iter_rules()):
        if rule.endpoint.startswith("table."):
            address = rule.rule.replace("/t/<token>", "/sample/<sample>", 1)
            methods = (rule.methods or set()) - {"OPTIONS"}  # Flask answers those by itself
            app.add_url_rule(address, rule.endpoint, methods=methods, defaults=rule.defaults)
    app.add_url_rule("/sample/", "samples", index)


def index() -> str:
    """Every sample, each a book."""
    return render_template("samples.html", books=books(games().values()), story=story_game())


def story_game() -> str:
    """The game whose sample is a whole story; that of the others is an evening half played."""
    return next((game.slug for game in games().values() if game.tells_story), "")


def sample_table(slug: str) -> Table | None:
    """The sample of a game as a viewer sees it; folded once in each process."""
    game = games().get(slug)
    if game is None:
        return None
    with _making:
        made: dict[str, Table] = current_app.extensions.setdefault("samples", {})
        if slug not in made or made[slug].game is not game:
            made[slug] = Table(
                id=-1 - list(games()).index(slug),  # no stored table has such a number
                uid=f"sample-{slug}",
                name="Sample campaign" if game.tells_story else "Sample game",
                archived=None,
                seed=LinkSeed(0, 0, f"sample-{slug}"),
                role=Role.WATCHER,
                person=None,
                token="",
                state=_story(game) if slug == story_game() else _evening(game),
                sample=slug,
            )
    return made[slug]


def _story(game: Game) -> State:
    """A campaign from its first chapter to its last."""
    sample, chapter = Sample(game), game.graph.first
    for _ in game.chapters:
        _begin(sample, chapter)
        _end(sample)
        chapter = sample.go_on() or ""
        if not chapter:
            break
    return sample.state


def _evening(game: Game) -> State:
    """One game with its result, and the next one half played."""
    sample = Sample(game)
    _begin(sample, game.graph.first)
    _end(sample)
    _begin(sample, (sample.go_on() if game.tells_story else None) or game.graph.first)
    states = [sample.state]
    while sample.play.moment != OVER and len(states) <= MOST_MOMENTS:
        sample.moment()
        states.append(sample.state)
    return states[(len(states) - 1) // 2]


def _begin(sample: Sample, chapter: str) -> None:
    """Start a chapter and set it up; whoever the results name goes first."""
    game = sample.state.game
    here = game.chapter(chapter)
    low, high = (here.players if here else None) or game.people
    sample.open(chapter, names(max(low, min(4, high))), story=game.tells_story)
    first = sample.state.corrected_first(sample.play)
    if first is not None:
        sample.do("begin", seat=first)
    sample.set_up()
    for key in sorted(sample.play.to_do - sample.play.ticks):
        sample.do("tick", step=key)


def _end(sample: Sample) -> None:
    sample.play_on()
    sample.tell()
    sample.do("note", text=sample.random.choice(sample.notes))
    sample.score()
    # Counters move to what the sheets say, so that nothing in a sample disagrees.
    for track in sample.state.game.tracks:
        for seat, entry in enumerate(sample.play.entries):
            value = entry.get(track.feeds)
            if track.key in sample.play.tracks and isinstance(value, int):
                sample.do("count", track=track.key, seat=seat, to=value)
    sample.finish()
