"""The links of a table: list, make, renew, switch off."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, insert, literal, select, update

from companion.table.links import person_of, token_of
from companion.table.roles import Role
from companion.table.store import NONCES, Link, db, now
from companion.table.tables import Table
from companion.table.tokens import new_nonce
from companion.table.turns import writing


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link that the host can hand out."""

    id: int
    role: Role
    person: int | None
    token: str


def invitations(table: Table) -> list[Invitation]:
    """The links that open this table now, hosts first; one statement."""
    mine = select(Link.__table__).where(Link.campaign_id == table.id, Link.revoked.is_(None))
    with db.engine.connect() as connection:  # a new one, so that it sees what was just made
        rows = connection.execute(mine.order_by(Link.id)).all()
    state = table.state
    found = [Invitation(r.id, Role(r.role), person_of(r, state), token_of(r)) for r in rows]
    return sorted(found, key=lambda link: (list(Role).index(link.role), link.person or 0))


def has_own(table: Table, person: int) -> bool:
    """Whether a link is for this person alone."""
    return any(link.person == person for link in invitations(table))


def invite(table: Table, role: Role, person: int | None = None) -> None:
    """Make a link for a role, unless there is one for this role and person."""
    if any((i.role, i.person) == (role, person) for i in invitations(table)):
        return
    with writing() as connection:
        connection.execute(insert(Link).values(campaign_id=table.id, role=role, person=person))


def renew(table: Table, link: int) -> None:
    """Give the link a new token; the old one opens nothing from now on."""
    nonces = func.substr(literal(new_nonce() + " ") + Link.nonces, 1, NONCES)
    _change(table, link, generation=Link.generation + 1, nonces=nonces)


def switch_off(table: Table, link: int) -> None:
    """The link opens nothing from now on."""
    _change(table, link, revoked=now())


def _change(table: Table, link: int, **values: object) -> None:
    mine = (Link.id == link) & (Link.campaign_id == table.id)
    with writing() as connection:
        connection.execute(update(Link).where(mine).values(**values))
