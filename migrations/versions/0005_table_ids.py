"""An id for every table that is random and kept for good: its files are known by it."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    uid = sa.Column("uid", sa.String(length=64), nullable=False, server_default="")
    op.add_column("campaign", uid)
    campaign = sa.table("campaign", sa.column("id", sa.Integer()), sa.column("uid", sa.String()))
    connection = op.get_bind()
    for (number,) in connection.execute(sa.select(campaign.c.id)).all():
        named = campaign.update().where(campaign.c.id == number)
        connection.execute(named.values(uid=secrets.token_urlsafe(16)))
    op.create_index(op.f("ix_campaign_uid"), "campaign", ["uid"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_campaign_uid"), "campaign")
    op.drop_column("campaign", "uid")
