"""Commands besides serving: score a file, print samples; the others stand in their own files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TextIO

import click
from flask import Flask
from flask.cli import with_appcontext

from companion.commands.backup import backup, restore
from companion.commands.games import games_group
from companion.commands.tables import export, import_files, tables_group
from companion.games import broken, games
from companion.rules.game import Chapter, Game
from companion.rules.issues import Issue
from companion.web.api import contract, shapes


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
    """Score the table in FILE (JSON as for the API; - is standard input)."""
    game = _game(slug)
    answer, issues = contract.scoring(game, _chapter(game, chapter), _body(file))
    if as_json:
        shown = answer or {"issues": contract.issues_of(issues)}
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    elif answer:
        click.echo(_table(game, answer))
    else:
        click.echo("\n".join(_sentence(issue) for issue in issues))
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
    found = games()
    for one in broken():
        if one.slug == slug:
            raise click.ClickException("\n".join(one.faults))
    if slug not in found:
        raise click.ClickException(f"There is no game {slug!r}. There are {', '.join(found)}.")
    return found[slug]


def _chapter(game: Game, key: str) -> Chapter:
    chapter = game.chapter(key)
    if chapter is None:
        known = ", ".join(chapter.key for chapter in game.chapters)
        raise click.ClickException(f"{game.title} has no chapter {key!r}; there are {known}.")
    return chapter


def _body(file: TextIO) -> dict[str, Any]:
    try:
        body = json.load(file)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{file.name} is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise click.ClickException(f"{file.name} has to hold a JSON object.")
    return body


def _sentence(issue: Issue) -> str:
    where = "" if issue.seat is None else f"seat {issue.seat}, "
    return f"{where}{issue.field or 'table'}: {issue.message} ({issue.code})"


def _table(game: Game, answer: shapes.Scored) -> str:
    """The breakdown with a column per seat, then who won and why."""
    seats = answer["seats"]
    rows = [["", *(seat["name"] for seat in seats)]]
    for i, category in enumerate(game.sheet.categories if any(s["lines"] for s in seats) else ()):
        rows.append([category.label, *(str(seat["lines"][i]["points"]) for seat in seats)])
    if any(seat["lines"] for seat in seats):
        rows.append(["Total", *(str(seat["total"]) for seat in seats)])
    if not answer.get("together"):
        rows.append(["Place", *(str(seat["place"]) for seat in seats)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for label, *points in rows:
        cells = map(str.rjust, points, widths[1:])
        lines.append("  ".join([label.ljust(widths[0]), *cells]))
    said = [f"Check: {warning['message']}" for warning in answer["warnings"]]
    return "\n".join([*lines, "", answer["why"], *said])
