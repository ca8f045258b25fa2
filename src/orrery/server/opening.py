"""Tables out of the store, one by one: what makes no table spoils nothing but itself.

A table that cannot be read is marked, so that lists can say so and nobody tries again in vain. The
next time that it can be read, the mark goes.
"""

import contextlib
from typing import Any

import sqlalchemy as sa
import structlog

from . import loading
from .errors import TableError, Unavailable, Unreadable
from .schema import games
from .store import Store
from .table import Table

log = structlog.get_logger()
READABLE = games.c.unreadable.is_not(sa.true())


async def open_table(store: Store, table_id: str) -> Table:
    """A table with its whole log; Unreadable if what is stored makes none."""
    try:
        table = await store.read(lambda c: _read(c, table_id))
    except Unreadable as error:
        if await _note(store, table_id, READABLE, unreadable=True):
            log.error("table_unreadable", table=table_id, reason=repr(error.__cause__)[:200])
        raise
    if table.was_unreadable:
        await _note(store, table_id, ~READABLE, unreadable=None)
    if table.kept_turn is None:
        await _note(store, table_id, games.c.turn.is_(None), turn=table.turn)
    return table


def _read(connection: sa.Connection, table_id: str) -> Table:
    try:
        return loading.load_table(connection, table_id)
    except (TableError, sa.exc.SQLAlchemyError, OSError, MemoryError):
        raise  # nothing that its rows are to blame for
    except Exception as error:  # whatever stands there, and whatever it does to the rules
        raise Unreadable(
            "what is stored of this table cannot be read; all other tables go on",
            detail={"table": table_id},
        ) from error


def looked_at_again() -> sa.Update:
    """What lets every table be tried once more: whatever was wrong may have been put right."""
    return sa.update(games).where(~READABLE).values(unreadable=None, turn=None)


async def _note(
    store: Store, table_id: str, unless_known: sa.ColumnElement[bool], **found: Any
) -> bool:
    """Write down for lists what was found; whether it was news.

    Where that cannot be done now, it is found again.
    """
    mine = sa.update(games).where((games.c.id == table_id) & unless_known)

    def write(connection: sa.Connection) -> bool:
        return bool(connection.execute(mine.values(**found)).rowcount)

    with contextlib.suppress(Unavailable):
        return await store.write(write)
    return False
