"""Chat at a table."""

import time
from typing import Any

import sqlalchemy as sa

from .people import Person, read_line
from .schema import chat
from .store import Store
from .table import Table

LONGEST_LINE = 500
SHOWN = 100
"""How many lines somebody who comes is shown."""


async def say(store: Store, server: str, table: Table, person: Person, text: str) -> dict[str, Any]:
    """Keep a line of chat; it is returned as it is sent."""
    line = read_line(text, LONGEST_LINE)
    seat = next((s.seat for s in table.seats if table.holds(person.id, s.seat)), None)
    name = person.name if seat is None else table.seats[seat].name or person.name
    row = {"game_id": table.id, "seat": seat, "name": name, "text": line, "at": time.time()}

    def write(connection: sa.Connection) -> int:
        key = connection.execute(sa.insert(chat), row).inserted_primary_key
        store.notify(connection, f"c {server} {table.id}")
        assert key is not None
        return int(key[0])

    return {"id": await store.write(write), **{k: row[k] for k in ("seat", "name", "text", "at")}}


async def read(store: Store, table_id: str, after: int = 0) -> list[dict[str, Any]]:
    """The last lines of chat, oldest first."""
    query = (
        sa.select(chat.c.id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
        .where((chat.c.game_id == table_id) & (chat.c.id > after))
        .order_by(chat.c.id.desc())
        .limit(SHOWN)
    )
    rows = await store.read(lambda c: c.execute(query).all())
    keys = ("id", "seat", "name", "text", "at")
    return [dict(zip(keys, row, strict=True)) for row in reversed(rows)]
