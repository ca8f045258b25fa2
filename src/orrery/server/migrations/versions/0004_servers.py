"""Servers say when they were at work last; the tables that somebody made are found quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A table of servers, and an index of those who made tables."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("ix_games_host", "games", ["host"])


def downgrade() -> None:
    """They go."""
    op.drop_index("ix_games_host", "games")
    op.drop_table("servers")
