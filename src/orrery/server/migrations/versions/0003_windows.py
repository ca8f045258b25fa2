"""Windows in others' turns: their clock, answers that are held, and who always passes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Columns of games and of seats; nothing is held in games from before."""
    op.add_column("games", sa.Column("window_clock", sa.Integer))
    op.add_column("games", sa.Column("held", sa.Text))
    op.add_column("games", sa.Column("due", sa.Double))
    op.create_index("ix_games_due", "games", ["due"])
    op.add_column("seats", sa.Column("passes", sa.Text))


def downgrade() -> None:
    """They go."""
    op.drop_column("seats", "passes")
    op.drop_index("ix_games_due", "games")
    for name in ("due", "held", "window_clock"):
        op.drop_column("games", name)
