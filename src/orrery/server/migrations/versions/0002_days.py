"""Daily games and the results of games for one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The secret of every day, who has tried it, and how games for one ended."""
    op.add_column("games", sa.Column("day", sa.String(10)))
    op.add_column("games", sa.Column("counted", sa.Boolean))
    op.create_table(
        "days",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("who", sa.String(80), primary_key=True),
        sa.Column("game_id", sa.String(22), nullable=False),
    )
    op.create_table(
        "scores",
        sa.Column(
            "game_id",
            sa.String(22),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("person", sa.String(22), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), index=True),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("ranked_in", sa.String(64), nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("says", sa.Text, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Days, tries and scores go."""
    for name in ("scores", "tries", "days"):
        op.drop_table(name)
    for name in ("counted", "day"):
        op.drop_column("games", name)
