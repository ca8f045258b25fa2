"""A backup while the server serves: everything that is kept, as it was at one moment.

It is an export that was read in one transaction of its own, which neither writes nor waits for
anybody. SQLite is opened for reading alone, beside the server and without its lock; PostgreSQL
gives a snapshot. `orrery import` restores it, and checks every game.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from orrery.core.errors import BadOption

from . import migrate
from .export_file import Kept, write_file
from .schema_check import check_schema
from .store import STATEMENT_SECONDS, first_line, read_url
from .transfer import lines_of


def back_up(database: str, path: Path) -> Kept:
    """Write all that a database keeps to a file that does not exist yet; what was kept."""
    with snapshot(database) as connection:
        return write_file(path, lines_of(connection))


@contextmanager
def snapshot(database: str) -> Iterator[sa.Connection]:
    """A database as it is now, for reading, if it is of the form that this version knows."""
    engine = _make_reader(read_url(database))
    try:
        with engine.begin() as connection:
            migrate.check_form(connection)
            check_schema(connection)
            yield connection
    except sa.exc.DBAPIError as error:
        raise _bad(f"the database cannot be read: {first_line(error)}") from None
    finally:
        engine.dispose()


def _bad(message: str) -> BadOption:
    return BadOption(message, detail={"option": "database"})


def _make_reader(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        return _make_file_reader(Path(str(url.database)).resolve())
    engine = sa.create_engine(
        url,
        poolclass=sa.NullPool,
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
        hide_parameters=True,
        connect_args={"connect_timeout": int(STATEMENT_SECONDS), **url.query},
    )
    sa.event.listen(engine, "connect", _take_time)
    return engine


def _make_file_reader(path: Path) -> sa.Engine:
    if not path.is_file():
        raise _bad(f"there is no database '{path}'")

    def connect() -> sqlite3.Connection:
        raw = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        raw.execute(f"PRAGMA busy_timeout={STATEMENT_SECONDS * 1e3:.0f}").fetchall()
        return raw

    engine = sa.create_engine(
        "sqlite://", creator=connect, poolclass=sa.NullPool, hide_parameters=True
    )

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _take_time(raw: Any, _: Any) -> None:
    """Reading everything may last, and so may what is done with it in between."""
    for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
        raw.execute(f"SET {name} = 0")
    raw.execute(f"SET lock_timeout = {STATEMENT_SECONDS * 1e3:.0f}")
    raw.commit()
