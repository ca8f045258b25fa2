"""Bring the store to the newest form."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from orrery.core.errors import BadOption

FOLDER = Path(__file__).parent / "migrations"
_LOCK = 7_205_759_403


def _config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: sa.Connection) -> None:
    """Run the migrations that were not run yet; a store from a later version is refused."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    config = _config(connection)
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_revision()
    if found == script.get_current_head():
        return
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadOption(
            f"the database is of form {found}, which this version does not know: {error}",
            detail={"option": "database"},
        ) from None
