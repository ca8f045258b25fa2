"""Who said what at a table, by a random name that says nothing elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Voices, and a column of chat; what was said before is nobody's in particular."""
    op.create_table(
        "voices",
        sa.Column(
            "game_id",
            sa.String(22),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("person", sa.String(22), primary_key=True, index=True),
        sa.Column("who", sa.String(22), nullable=False),
    )
    op.add_column("chat", sa.Column("who", sa.String(22)))


def downgrade() -> None:
    """They go."""
    op.drop_column("chat", "who")
    op.drop_table("voices")
