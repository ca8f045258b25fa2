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
    if form_of(connection) == ScriptDirectory.from_config(config).get_current_head():
        return
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise _unknown_form(form_of(connection), str(error)) from None


def form_of(connection: sa.Connection) -> str | None:
    """The last migration that ran on a database; None if none did."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(form: str) -> bool:
    """Whether this version has a migration of that name."""
    return any(one.revision == form for one in _script().walk_revisions())


def check_form(connection: sa.Connection) -> None:
    """Refuse a database that is not of this version's form; nothing is changed."""
    found, head = form_of(connection), _script().get_current_head()
    if found is None:
        raise _bad("this is no database of Orrery: nothing was ever kept in it")
    if not is_known(found):
        raise _unknown_form(found, "use the release that serves it")
    if found != head:
        raise _bad(
            f"the database is of form {found}, from before this version ({head}), and is left as"
            " it is: use the release that serves it, or start this one's server once"
        )


def _script() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER))


def _bad(message: str) -> BadOption:
    return BadOption(message, detail={"option": "database"})


def _unknown_form(found: str | None, more: str) -> BadOption:
    return _bad(f"the database is of form {found}, which this version does not know: {more}")
