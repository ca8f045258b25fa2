"""The first form of the store."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _game_id() -> sa.Column[str]:
    return sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """People, games, seats, events, chat, states and leases."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(12), nullable=False, index=True),
        sa.Column("origin", sa.String(12), nullable=False),
        sa.Column("host", sa.String(22)),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("on_timeout", sa.String(12), nullable=False),
        sa.Column("stand_in", sa.Integer, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("waiting", sa.String(12), nullable=False, index=True),
        sa.Column("deadline", sa.Double, index=True),
        sa.Column("ask", sa.Text),
        sa.Column("rematch", sa.String(22)),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
    )
    op.create_table(
        "seats",
        _game_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(22), index=True),
        sa.Column("sits", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("nonce", sa.String(128), nullable=False),
    )
    op.create_table(
        "events",
        _game_id(),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("chain", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column(
            "game_id",
            sa.String(22),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "states",
        _game_id(),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sources", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "leases",
        _game_id(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(22), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Everything goes."""
    for name in ("leases", "states", "chat", "events", "seats", "games", "people"):
        op.drop_table(name)
