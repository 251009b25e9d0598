"""Commands for those who keep or add games."""

from __future__ import annotations

import sys

import click
from flask.cli import AppGroup

from companion.games import Opened, everything
from companion.rules.words import plural

games_group = AppGroup("games", help="Look after the games' data, and add games.")


@games_group.command("check")
@click.argument("slug", required=False)
def check(slug: str | None) -> None:
    """List every fault of one game, or of all: data, examples, screens and documents."""
    from companion.workshop.check import faults

    found = 0
    for opened in _named(slug):
        mine = list(faults(opened))
        found += len(mine)
        for fault in mine:
            click.echo(fault if slug else f"{opened.slug}/{fault}")
        click.echo(f"{opened.title}: {plural(len(mine), 'fault') if mine else 'no faults'}")
    sys.exit(1 if found else 0)


def _named(slug: str | None) -> list[Opened]:
    every = everything()
    mine = [opened for opened in every if slug in (None, opened.slug)]
    if not mine:
        known = ", ".join(opened.slug for opened in every)
        raise click.ClickException(f"There is no game {slug!r}; there are {known}.")
    return mine
