"""Commands for those who keep or add games, and the server that reloads one while it is written."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import click
from flask.cli import AppGroup

from companion.config import PROJECT
from companion.games import OpenedGame, everything, home, opened
from companion.rules.words import plural

PAUSE = 0.5
games_group = AppGroup("games", help="Look after the games' data, and add games.")


def serve_while_writing(folder: Path) -> None:
    """Serve until Ctrl-C, anew after each change; what is wrong stands here and on the shelf."""
    server, seen = None, None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the server ends with it
    try:
        while True:
            if (now := stamp(folder)) != seen:
                seen = now
                click.echo("\n".join(report(opened(folder))))
                stop(server)
                server = subprocess.Popen([sys.executable, str(PROJECT / "app.py")], cwd=PROJECT)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)


def stamp(folder: Path) -> dict[str, int]:
    """When each of the game's files was last written."""
    found = {}
    for path in folder.rglob("*"):
        if path.suffix in (".toml", ".py", ".md"):
            with suppress(OSError):  # an editor is just putting another one in its place
                found[str(path)] = path.stat().st_mtime_ns
    return found


def report(found: OpenedGame) -> list[str]:
    return list(found.faults) or [f"{found.title}: its data is sound"]


def stop(server: subprocess.Popen[bytes] | None) -> None:
    if server:
        server.terminate()
        server.wait()


@games_group.command("check")
@click.argument("slug", required=False)
def check(slug: str | None) -> None:
    """List every fault of one game, or of all: data, examples, screens and documents."""
    from companion.workshop.check import faults

    found = 0
    for game in _named(slug):
        mine = list(faults(game))
        found += len(mine)
        for fault in mine:
            click.echo(fault if slug else f"{game.slug}/{fault}")
        click.echo(f"{game.title}: {plural(len(mine), 'fault') if mine else 'no faults'}")
    sys.exit(1 if found else 0)


def _named(slug: str | None) -> list[OpenedGame]:
    every = everything()
    mine = [opened for opened in every if slug in (None, opened.slug)]
    if not mine:
        known = ", ".join(opened.slug for opened in every)
        raise click.ClickException(f"There is no game {slug!r}; there are {known}.")
    return mine


@games_group.command("new")
@click.argument("slug")
@click.option("--title", required=True, help="What stands on the box.")
@click.option("--players", required=True, help="From how many to how many, such as 3-7.")
@click.option("--story", is_flag=True, help="With chapters that follow one another.")
def new(slug: str, title: str, players: str, story: bool) -> None:
    """Begin a game: files that play, score and print as they are, to be changed row by row."""
    from companion.workshop.new import CannotBegin, begin

    try:
        taken = [opened.slug for opened in everything()]
        if Path(slug).name != slug:
            raise CannotBegin(f"{slug!r} cannot be a slug: it names another folder.")
        made = begin(home() / slug, title, players, story, taken)
    except CannotBegin as reason:
        raise click.ClickException(str(reason)) from None
    for path in made:
        click.echo(path)
    click.echo(f"Change them row by row; python3 app.py games check {slug} tells what is wrong.")


@games_group.command("schema")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def schema(folder: Path) -> None:
    """Write what a game's files may say into FOLDER: JSON Schema for editors, a page to read."""
    from companion.workshop.schema import files, reference_page

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**files(), "reference.md": reference_page()}.items():
        (folder / name).write_text(text, "utf-8")
        click.echo(folder / name)


@games_group.command("watch")
@click.argument("slug")
def watch(slug: str) -> None:
    """Serve, and again after every change of the game's files; faults stand on the shelf."""

    serve_while_writing(_named(slug)[0].folder)
