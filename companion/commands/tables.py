"""Commands for the tables of a server: list, new link, delete, expire, export, import."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import AppGroup, with_appcontext
from sqlalchemy import Text, cast, func, select

from companion.database import make_ready
from companion.interchange.importing import (
    How,
    Interrupted,
    OpenedTable,
    judged,
    known_tables,
    saved,
    take_in,
)
from companion.interchange.table_file import SUFFIX, NoFile, TableFile, Unopenable, read, table_json
from companion.printing.files import owned_by
from companion.rules.words import plural
from companion.table import care
from companion.table.journal import Refused
from companion.table.links import add_link
from companion.table.store import StoredEntry, StoredTable, db, new_uid, now, writing
from companion.web.answers.downloads import file_name, prints_here

tables_group = AppGroup("tables", help="Manage the games saved on this server.")
_USED = func.coalesce(func.max(StoredEntry.at), StoredTable.created)
_BYTES = func.coalesce(func.sum(func.length(cast(StoredEntry.data, Text))), 0)
_LISTED = (
    select(StoredTable.id, StoredTable.uid, StoredTable.game,
           func.count(StoredEntry.id).label("entries"), _BYTES.label("bytes"), _USED.label("used"))
    .outerjoin(StoredEntry, StoredEntry.campaign_id == StoredTable.id)
    .group_by(StoredTable.id, StoredTable.uid, StoredTable.game, StoredTable.created)
    .order_by(_USED.desc())
)  # fmt: skip
SAID = {
    How.NEW: "opened",
    How.SECOND: "opened as a second game, because the one here has changed",
    How.LONGER: "continued from the file",
    How.KNOWN: "already here",
}


@tables_group.command("list")
@with_appcontext
def list_tables() -> None:
    """List every saved game: number, board game, changes, size and last use."""
    form = "{:>8}  {:12} {:>8} {:>12}  {}"
    click.echo(form.format("number", "game", "changes", "bytes", "last used"))
    for row in _listed():
        click.echo(form.format(row.id, row.game, row.entries, row.bytes, f"{row.used:%Y-%m-%d}"))


@tables_group.command("link")
@click.argument("number", type=int)
@with_appcontext
def link(number: int) -> None:
    """Make a new host link for game NUMBER if its own was lost. Other links stay valid."""
    _listed_one(number)
    with writing() as connection:
        token = add_link(connection, number)
    click.echo(address_of(token))


def address_of(token: str) -> str:
    """The URL of a table for the host of the server."""
    base = current_app.config["PUBLIC_URL"] or f"http://localhost:{os.environ.get('PORT') or 8000}"
    return f"{base.rstrip('/')}/t/{token}/"


@tables_group.command("delete")
@click.argument("number", type=int)
@click.option("--yes", is_flag=True, help="Delete without asking.")
@with_appcontext
def delete(number: int, yes: bool) -> None:
    """Delete game NUMBER and its whole log."""
    _delete([_listed_one(number)], yes)


@tables_group.command("expire")
@click.argument("days", type=click.IntRange(min=1))
@click.option("--yes", is_flag=True, help="Delete without asking.")
@with_appcontext
def expire(days: int, yes: bool) -> None:
    """Delete every game that was last used more than DAYS days ago."""
    until = now() - timedelta(days=days)
    _delete([row for row in _listed() if row.used < until], yes)


def _listed() -> Sequence[Any]:
    make_ready(current_app)
    with db.engine.connect() as connection:
        return connection.execute(_LISTED).all()


def _listed_one(number: int) -> Any:
    for row in _listed():
        if row.id == number:
            return row
    raise click.ClickException(f"There is no game {number}. `tables list` shows them all.")


def _delete(rows: Sequence[Any], yes: bool) -> None:
    said = plural(len(rows), "game")
    if rows and not yes:
        changes = plural(sum(row.entries for row in rows), "change")
        click.confirm(f"Permanently delete {said} with {changes}?", abort=True)
    for row in rows:
        care.remove(row.id)
        prints_here().forget(owned_by(row.uid))
    click.echo(f"{said} deleted.")


@click.command("export")
@click.argument("tables", nargs=-1, metavar="[NUMBER]...")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@with_appcontext
def export(tables: tuple[str, ...], folder: Path) -> None:
    """Save every game, or each NUMBER, as a file in FOLDER."""
    make_ready(current_app)
    known = known_tables()
    wanted = {uid: number for uid, number in known.items() if not tables or str(number) in tables}
    if missing := set(tables) - {str(number) for number in wanted.values()}:
        said = f"There is no game {', '.join(sorted(missing))}. `tables list` shows them all."
        raise click.ClickException(said)
    folder.mkdir(parents=True, exist_ok=True)
    with db.engine.connect() as connection:
        for uid in wanted:
            if file := saved(connection, uid):
                path = folder / file_name(file.name, f" {file.id[:8]}{SUFFIX}")
                path.write_text(table_json(file), "utf-8", newline="\n")
                click.echo(path)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@with_appcontext
def import_files(files: tuple[str, ...]) -> None:
    """Open each of FILES. If a game is here already, newer changes are added to it."""
    make_ready(current_app)
    try:
        found = [one for name in files for one in judged(_read(name))]
        opened = take_in(found, known_tables(), f"import:{new_uid()}")
    except Refused as refused:
        raise click.ClickException("\n".join(i.message for i in refused.issues)) from None
    except Interrupted as some:
        _tell(some.opened)
        raise click.ClickException(f"The other games were not opened: {some.__cause__}") from None
    _tell(opened)


def _tell(opened: Sequence[OpenedTable]) -> None:
    for one in opened:
        click.echo(f"{one.name}: {SAID[one.how]}. {address_of(one.token)}")


def _read(name: str) -> list[TableFile]:
    try:
        return read(Path(name).read_bytes())
    except NoFile as wrong:
        raise click.ClickException(f"{name}: {wrong}") from None
    except Unopenable as wrong:
        said = "\n".join(f"{name}: {issue.message}" for issue in wrong.issues)
        raise click.ClickException(said) from None
