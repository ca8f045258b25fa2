"""Chat at a table.

Names are not unique and watchers have no seat, so each who speaks at a table has a random name
there, their voice: whoever reads can tell one from another, and know nobody by it elsewhere.
"""

import time
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from .errors import TooFast
from .letters import read_line
from .limits import Buckets
from .people import Person, new_id
from .schema import chat, voices
from .store import Store
from .table import Table

LONGEST_LINE = 500
SHOWN = 100
"""How many lines somebody who comes is shown."""
AT_ONCE = 4
"""So many lines may follow one another faster than the pace, and then so many are made up for."""
OF_AN_ADDRESS = 4
"""Of one address so many times as much: several guests may share it."""


class TalkPace:
    """How fast one may talk: by person and table, and by address."""

    def __init__(self, per_second: float) -> None:
        self._people = Buckets(per_second, AT_ONCE)
        self._addresses = Buckets(OF_AN_ADDRESS * per_second, OF_AN_ADDRESS * AT_ONCE)

    def take(self, person: Person, table_id: str, visitor: str) -> None:
        """Somebody says a line; TooFast if that is too soon."""
        voice = f"{person.id} {table_id}"
        seconds = max(self._people.wait(voice), self._addresses.wait(visitor))
        if seconds:
            raise TooFast(
                "that is faster than others can read; say it again in a moment",
                detail={"seconds": round(seconds, 1)},
            )
        self._people.take(voice)
        self._addresses.take(visitor)


def read_text(text: str) -> str:
    """A line as it is kept; BadRequest if it is none."""
    return read_line(text, LONGEST_LINE)


async def say(store: Store, server: str, table: Table, person: Person, line: str) -> dict[str, Any]:
    """Keep a line of chat; it is returned as the table remembers it."""
    seat = next((s.seat for s in table.seats if table.holds(person.id, s.seat)), None)
    name = person.name if seat is None else table.seats[seat].name or person.name
    row = {"game_id": table.id, "seat": seat, "name": name, "text": line, "at": time.time()}

    def write(connection: sa.Connection) -> dict[str, Any]:
        who = _voice(connection, store.is_sqlite, table.id, person.id)
        key = connection.execute(sa.insert(chat), {**row, "who": who}).inserted_primary_key
        store.notify(connection, f"c {server} {table.id}")
        assert key is not None
        return {"id": int(key[0]), "who": who}

    told = {k: row[k] for k in ("seat", "name", "text", "at")}
    return {**told, **await store.write(write), "person": person.id}


def _voice(connection: sa.Connection, is_sqlite: bool, table_id: str, person: str) -> str:
    """What a person is called by in the chat of a table: the same for good, drawn at random."""
    insert = sqlite.insert if is_sqlite else postgresql.insert
    row = {"game_id": table_id, "person": person, "who": new_id()}
    connection.execute(insert(voices).values(row).on_conflict_do_nothing())
    mine = (voices.c.game_id == table_id) & (voices.c.person == person)
    return str(connection.execute(sa.select(voices.c.who).where(mine)).scalar_one())


async def read(store: Store, table_id: str) -> list[dict[str, Any]]:
    """The last lines of chat, oldest first; `person` is for the server alone."""
    of_chat = (chat.c[name] for name in ("id", "seat", "name", "text", "at", "who"))
    same = (voices.c.game_id == chat.c.game_id) & (voices.c.who == chat.c.who)
    query = (
        sa.select(*of_chat, voices.c.person)
        .join_from(chat, voices, same, isouter=True)
        .where(chat.c.game_id == table_id)
        .order_by(chat.c.id.desc())
        .limit(SHOWN)
    )
    rows = await store.read(lambda c: [dict(row) for row in c.execute(query).mappings()])
    return rows[::-1]
