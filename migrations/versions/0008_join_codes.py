"""Join codes of players' links, as hashes, for fifteen minutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "join_code",
        sa.Column("link_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["link_id"], ["link.id"], name=op.f("fk_join_code_link_id_link"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("link_id", name=op.f("pk_join_code")),
    )
    op.create_index(op.f("ix_join_code_digest"), "join_code", ["digest"], unique=True)


def downgrade() -> None:
    op.drop_table("join_code")
