"""The join card: codes for players and watchers, never the host's."""

from __future__ import annotations

from flask import abort, request

from companion.printing import documents
from companion.printing.documents import Code, Document
from companion.printing.typesetting import qr
from companion.table.care import Invitation, invitations
from companion.table.links import Role
from companion.web.table.blueprint import current_table
from companion.web.visitor import roles
from companion.web.visitor.addresses import join_address

SAID = {
    Role.PLAYER: ("Play along", "Scan it, then say who you are.", "Code to play along"),
    Role.WATCHER: ("Watch", "Shows the table and enters nothing.", "Code to watch"),
}


def join_card() -> Document:
    """The join card in the shape asked for; for the host only."""
    codes = [_code(link) for link in open_links()]
    if not codes:
        abort(404)
    table = current_table()
    return documents.join(table.name, table.game, codes, request.args.get("as") != "cards")


def open_links() -> list[Invitation]:
    """The links for a join card: those that are not for one person."""
    table = current_table()
    if not roles.may_invite(table):
        return []
    return [link for link in invitations(table) if link.role in SAID and link.person is None]


def _code(link: Invitation) -> Code:
    label, lets, picture = SAID[link.role]
    address = join_address(link.token)
    return Code(label, lets, address, qr(address, picture))
