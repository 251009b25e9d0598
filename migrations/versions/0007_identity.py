"""An id for the database itself, random and kept for good: its finished prints lie under it."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    identity = op.create_table(
        "identity",
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_identity")),
    )
    op.bulk_insert(identity, [{"uid": secrets.token_hex(16)}])


def downgrade() -> None:
    op.drop_table("identity")
