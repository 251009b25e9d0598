"""Shelves on their way to another phone, for ten minutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "handover",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("shelf", sa.JSON(), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_handover")),
    )


def downgrade() -> None:
    op.drop_table("handover")
