"""Join codes: six characters that lead to the players' link of a table for a quarter of an hour.

A code is worked out from the secret, the link and a stored salt, so that it can be shown again; of
the code itself only a keyed hash is stored. Once its link is replaced, something else is worked
out, so the code is dead.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.table import links
from companion.table.links import Role
from companion.table.store import Link, StoredJoinCode, db, now, writing
from companion.table.tables import Table

# Of characters that look alike at most one: no 0 and O, no 1, I and L, no B, S, U and Z.
LETTERS = "23456789ACDEFGHJKMNPQRTVWXY"
LENGTH = 6
LASTS = timedelta(minutes=15)
TRIES = 20  # salts, until one gives a code that no other link has
IGNORED = dict.fromkeys(map(ord, " \t\u00a0-_.\u2010\u2011\u2012\u2013\u2014\u2212"))


def join_code_for(table: Table) -> str | None:
    """The code of the players' link as people read it (K7Q-4MX), good for a quarter of an hour.

    It is the same one while it lives. None if the players' link is switched off.
    """
    for _ in range(TRIES):
        try:
            with writing() as connection:
                return _shown(connection, table)
        except IntegrityError:  # another link has this code, or another process was faster
            continue
    raise RuntimeError("No join code is free.")


def _shown(connection: Connection, table: Table) -> str | None:
    connection.execute(delete(StoredJoinCode).where(StoredJoinCode.ends <= now()))
    # The link for all players, not for one person.
    for_all = Link.person.is_(None) & Link.seat.is_(None) & Link.revoked.is_(None)
    players = (Link.campaign_id == table.id) & (Link.role == Role.PLAYER) & for_all
    wanted = select(*links.LINK).where(players).order_by(Link.id).limit(1)
    link = connection.execute(wanted).first()
    if link is None:
        return None
    mine, ends = StoredJoinCode.link_id == link.id, now() + LASTS
    known = connection.execute(select(StoredJoinCode.__table__).where(mine)).first()
    salt = known.salt if known else secrets.token_hex(8)
    secret = links.secrets()[0]
    code = code_of(secret, link, salt)
    digest = _digest(secret, code)
    if known and known.digest != digest:  # the link or secret is a new one
        connection.execute(delete(StoredJoinCode).where(mine))
        return _shown(connection, table)
    if known:
        connection.execute(update(StoredJoinCode).where(mine).values(ends=ends))
    else:
        row = {"link_id": link.id, "salt": salt, "digest": digest, "ends": ends}
        connection.execute(insert(StoredJoinCode).values(**row))
    return f"{code[:3]}-{code[3:]}"


def token_for(typed: str) -> str | None:
    """The token of the link that a typed code leads to, or None; one statement."""
    code = typed.translate(IGNORED).upper()
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        return None
    by_digest = {_digest(secret, code): secret for secret in links.secrets()}
    alive = StoredJoinCode.digest.in_(by_digest) & (StoredJoinCode.ends > now())
    asked = select(*links.LINK, StoredJoinCode.salt, StoredJoinCode.digest)
    wanted = asked.join(Link).where(alive, Link.revoked.is_(None))
    with db.engine.connect() as connection:
        found = connection.execute(wanted).first()
    good = found and links.is_same(code_of(by_digest[found.digest], found, found.salt), code)
    return links.token_of(found) if good else None


def code_of(secret: str, link: Any, salt: str) -> str:
    """The code of a link as it is now, with this salt."""
    seed = ":".join(map(str, links.seed_of(link)))
    number = int(_keyed(secret, f"join:{seed}:{salt}"), 16)
    code = ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        code += LETTERS[place]
    return code


def _digest(secret: str, code: str) -> str:
    """What is stored instead of the code; without the secret no code can be found from it."""
    return _keyed(secret, f"joined:{code}")


def _keyed(secret: str, message: str) -> str:
    return hmac.new(secret.encode(), message.encode(), sha256).hexdigest()
