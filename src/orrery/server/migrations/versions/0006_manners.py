"""Lists without logs; one guest, one hand; who was asked to get up."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"

NOBODY = -2
"""What `turn` is where nobody decides."""


def upgrade() -> None:
    """Columns of games. Whose turn it is in games that go on is found when they are read next."""
    op.add_column("games", sa.Column("turn", sa.Integer))
    op.add_column("games", sa.Column("unreadable", sa.Boolean))
    op.add_column("games", sa.Column("hot_seat", sa.Boolean))
    op.add_column("games", sa.Column("unseated", sa.Text))
    games = sa.table("games", sa.column("status"), sa.column("turn"))
    rest = games.update().where(games.c.status != "playing")
    op.execute(rest.values(turn=NOBODY))


def downgrade() -> None:
    """They go."""
    for name in ("unseated", "hot_seat", "unreadable", "turn"):
        op.drop_column("games", name)
