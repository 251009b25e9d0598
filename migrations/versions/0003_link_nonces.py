"""A random value of each link's own, so that no two links ever have the same token."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # Links that are there already get none: what was given out keeps opening their tables.
    nonces = sa.Column("nonces", sa.String(length=260), nullable=False, server_default="")
    op.add_column("link", nonces)


def downgrade() -> None:
    op.drop_column("link", "nonces")
