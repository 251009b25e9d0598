"""Commands for the host: export tables to files, import files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands.tables import address_of
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
from companion.interchange.reading import NoFile, Unopenable, read
from companion.interchange.table_file import SUFFIX, TableFile, table_json
from companion.table.journal import Refused
from companion.table.store import db, new_uid
from companion.web.answers.downloads import file_name

SAID = {
    How.NEW: "opened",
    How.SECOND: "opened beside the one that is here, which went on by itself",
    How.LONGER: "goes on from where the file stops",
    How.KNOWN: "was here already",
}


@click.command("export")
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@with_appcontext
def export(tables: tuple[str, ...], folder: Path) -> None:
    """Write every table, or each TABLE by its number, as a file into FOLDER."""
    make_ready(current_app)
    known = known_tables()
    wanted = {uid: number for uid, number in known.items() if not tables or str(number) in tables}
    if missing := set(tables) - {str(number) for number in wanted.values()}:
        said = f"There is no table {', '.join(sorted(missing))}; `tables list` shows them."
        raise click.ClickException(said)
    folder.mkdir(parents=True, exist_ok=True)
    with db.engine.connect() as connection:
        for uid in wanted:
            if file := saved(connection, uid):
                click.echo(_write(folder, file))


def _write(folder: Path, file: TableFile) -> Path:
    path = folder / file_name(file.name, f" {file.id[:8]}{SUFFIX}")
    path.write_text(table_json(file), "utf-8", newline="\n")
    return path


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@with_appcontext
def import_files(files: tuple[str, ...]) -> None:
    """Open each of FILES; a table that is here already goes on, or stays as it is."""
    make_ready(current_app)
    try:
        found = [one for name in files for one in judged(_read(name))]
        opened = take_in(found, known_tables(), f"import:{new_uid()}")
    except Refused as refused:
        raise click.ClickException("\n".join(i.message for i in refused.issues)) from None
    except Interrupted as some:
        _tell(some.opened)
        raise click.ClickException(f"The others are not open: {some.__cause__}") from None
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
        raise click.ClickException(
            "\n".join(f"{name}: {i.message}" for i in wrong.issues)
        ) from None
