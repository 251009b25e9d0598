"""Commands besides serving: score a file, print samples, and those for who keeps or adds games."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import click
from flask import Flask
from flask.cli import AppGroup, with_appcontext

from companion.commands.backup import backup, restore
from companion.commands.tables import export, import_files, tables_group
from companion.config import PROJECT
from companion.games import HERE, OpenedGame, everything, games, home, opened
from companion.rules.game import Chapter, Game
from companion.rules.words import plural
from companion.web.api import contract, shapes

games_group = AppGroup("games", help="Check the games' data, and add games.")


def register(app: Flask) -> None:
    """Give the app its commands."""
    groups = (games_group, tables_group)
    for command in (*groups, score, samples, backup, restore, export, import_files):
        app.cli.add_command(command)


@click.command("score")
@click.argument("slug")
@click.argument("chapter")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--json", "as_json", is_flag=True, help="Print what the API would answer.")
def score(slug: str, chapter: str, file: TextIO, as_json: bool) -> None:
    """Score the game in FILE, in JSON as for the API. Use - for standard input."""
    game = _game(slug)
    answer, issues = contract.scoring(game, _chapter(game, chapter), _body(file))
    if as_json:
        shown = answer or {"issues": contract.issues_of(issues)}
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    elif answer:
        click.echo(_table(game, answer))
    else:
        for issue in issues:
            where = "" if issue.seat is None else f"seat {issue.seat}, "
            click.echo(f"{where}{issue.field or 'game'}: {issue.message} ({issue.code})")
    sys.exit(1 if issues else 0)


@click.command("samples")
@click.argument("folder", default="samples", type=click.Path(file_okay=False, path_type=Path))
@with_appcontext
def samples(folder: Path) -> None:
    """Print a sample of every document of every game into FOLDER."""
    from companion.printing.pdf import pdf
    from companion.printing.samples import sampled
    from companion.printing.typesetting import stylesheet

    folder.mkdir(parents=True, exist_ok=True)
    for name, paper, document in sampled(games().values()):
        try:
            css = stylesheet(paper, bool(document.values.get("large")), document.kind)
            made = pdf(document.html(paper), css, document.folded)
        except OSError as missing:
            packages = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu"
            said = f"PDFs need Pango (apt-get install {packages}): {missing}"
            raise click.ClickException(said) from None
        (folder / f"{name}.pdf").write_bytes(made)
        click.echo(folder / f"{name}.pdf")


def _game(slug: str) -> Game:
    [found] = _named(slug)
    if found.faults or not found.game:
        raise click.ClickException("\n".join(found.faults))
    return found.game


def _chapter(game: Game, key: str) -> Chapter:
    chapter = game.chapter(key)
    if chapter is None:
        known = ", ".join(chapter.key for chapter in game.chapters)
        raise click.ClickException(f"{game.title} has no chapter {key!r}. There are {known}.")
    return chapter


def _body(file: TextIO) -> dict[str, Any]:
    try:
        body = json.load(file)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{file.name} is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise click.ClickException(f"{file.name} has to hold a JSON object.")
    return body


def _table(game: Game, answer: shapes.Scored) -> str:
    """The breakdown with a column per seat, then who won and why."""
    seats = answer["seats"]
    rows = [["", *(seat["name"] for seat in seats)]]
    if any(seat["lines"] for seat in seats):
        for i, category in enumerate(game.sheet.categories):
            rows.append([category.label, *(str(seat["lines"][i]["points"]) for seat in seats)])
        rows.append(["Total", *(str(seat["total"]) for seat in seats)])
    if not answer.get("together"):
        rows.append(["Rank", *(str(seat["place"]) for seat in seats)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for label, *points in rows:
        cells = map(str.rjust, points, widths[1:])
        lines.append("  ".join([label.ljust(widths[0]), *cells]))
    said = [f"Check: {warning['message']}" for warning in answer["warnings"]]
    return "\n".join([*lines, "", answer["why"], *said])


def stamp(folder: Path) -> dict[str, int]:
    """When each of the game's files was last written."""
    found = {}
    for path in folder.rglob("*"):
        if path.suffix in (".toml", ".py", ".md"):
            with suppress(OSError):  # an editor is just putting another one in its place
                found[str(path)] = path.stat().st_mtime_ns
    return found


@games_group.command("check")
@click.argument("slug", required=False)
def check(slug: str | None) -> None:
    """List every fault in the data, examples, screens and printouts of one game, or of all.

    If Chromium is installed, games from GAMES_PATH are also measured on a phone.
    """
    from companion.workshop.check import faults, fit_faults

    found = 0
    for game in _named(slug):
        mine = list(faults(game))
        if not mine and game.game and game.folder.parent != HERE:  # tests measure ours
            mine = list(fit_faults(game.game, game.folder))
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
        raise click.ClickException(f"There is no game {slug!r}. There are {known}.")
    return mine


@games_group.command("new")
@click.argument("slug")
@click.option("--title", required=True, help="The title on the box.")
@click.option("--players", required=True, help="Fewest and most players, such as 3-7.")
@click.option("--story", is_flag=True, help="Make it a campaign of chapters.")
def new(slug: str, title: str, players: str, story: bool) -> None:
    """Start a new game with files that already play, score and print. Change them row by row."""
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
    click.echo(f"Change them row by row. python3 app.py games check {slug} shows what is wrong.")


@games_group.command("schema")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def schema(folder: Path) -> None:
    """Write what a game's files may contain to FOLDER, as JSON Schema and as a page."""
    from companion.workshop.schema import files

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, "utf-8")
        click.echo(folder / name)


@games_group.command("watch")
@click.argument("slug")
def watch(slug: str) -> None:
    """Serve, and restart after every change of the game's files. The home page lists faults."""
    folder, server, seen = _named(slug)[0].folder, None, None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the server ends with it
    try:
        while True:
            if (now := stamp(folder)) != seen:
                seen, found = now, opened(folder)
                click.echo("\n".join(found.faults) or f"{found.title}: no faults in its data")
                _stop(server)
                server = subprocess.Popen([sys.executable, str(PROJECT / "app.py")], cwd=PROJECT)
            time.sleep(0.5)
    except KeyboardInterrupt:
        pass
    finally:
        _stop(server)


def _stop(server: subprocess.Popen[bytes] | None) -> None:
    if server:
        server.terminate()
        server.wait()
