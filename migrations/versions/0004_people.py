"""Links and entries belong to people, who may sit somewhere else in every play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # Seats of before stay: they are read through the play in which somebody sat there.
    for table in ("entry", "link"):
        op.add_column(table, sa.Column("person", sa.Integer(), nullable=True))


def downgrade() -> None:
    for table in ("entry", "link"):
        op.drop_column(table, "person")
