"""The key under which a table was opened, so that a repeated send opens no second one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("campaign", sa.Column("key", sa.String(length=96), nullable=True))
    op.create_index(op.f("ix_campaign_key"), "campaign", ["key"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_campaign_key"), "campaign")
    op.drop_column("campaign", "key")
