"""A try of a day is a person's, whatever others are called; what was begun near it is marked."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Names have no tries any more; a hash of the address is kept for a day, under its key."""
    tries = sa.table("tries", sa.column("who"))
    op.execute(tries.delete().where(tries.c.who.like("name %")))
    op.add_column("days", sa.Column("address_key", sa.LargeBinary))
    op.add_column("tries", sa.Column("address", sa.String(64)))
    op.add_column("tries", sa.Column("near", sa.Boolean))


def downgrade() -> None:
    """They go."""
    op.drop_column("tries", "near")
    op.drop_column("tries", "address")
    op.drop_column("days", "address_key")
