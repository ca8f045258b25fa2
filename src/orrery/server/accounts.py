"""What people change about themselves, their name and their token, here and on other servers.

There is one token a person. Whoever takes a new one ends all earlier ones, and with them every
socket that was opened by them, on all servers.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Collection
from dataclasses import replace

import sqlalchemy as sa

from . import loading
from .errors import NotNow, Stale, Unavailable, UnknownTable, Unreadable
from .letters import read_name
from .people import People, Person, hashed
from .schema import games, seats
from .seating import Seating
from .table import Table
from .tables import Tables, finish

AGAIN_AFTER = 1.0
"""Seconds until the store is asked again."""


class Accounts:
    """Names and tokens, as they change."""

    def __init__(self, people: People, tables: Tables, seating: Seating) -> None:
        self.people = people
        self.tables = tables
        self.seating = seating

    async def rename(self, person: Person, name: str) -> Person:
        """Another name, also at tables that have not begun; in a log names stay as they were."""
        chosen = read_name(name)
        renamed = replace(person, name=chosen)
        if chosen != person.name:
            await self.people.change(person, name=chosen)
            self.tables.live.know(person.id, renamed)
            await finish(self._rename_seats(person, chosen))
        return renamed

    async def _rename_seats(self, person: Person, name: str) -> None:
        """Seats that bear a name of their own keep it, as those of several people at one device."""
        mine = (seats.c.person == person.id) & (seats.c.name == person.name)
        query = sa.select(games.c.id).join(seats, seats.c.game_id == games.c.id).distinct()
        query = query.where(mine & (games.c.status == "open"))

        async def act(table: Table) -> None:
            await self._rename_at(table, person, name)

        for table_id in await self.tables.store.read(lambda c: list(c.execute(query).scalars())):
            with contextlib.suppress(NotNow, Stale, UnknownTable, Unreadable):
                await self.seating.retry(table_id, act)

    async def _rename_at(self, table: Table, person: Person, name: str) -> None:
        mine = [s for s in table.seats if s.person == person.id and s.name == person.name]
        if table.status != "open" or not mine:
            return
        changed = [replace(seat, name=name) for seat in mine]
        for seat in changed:
            table.seats[seat.seat] = seat

        def write(connection: sa.Connection) -> None:
            for seat in changed:
                loading.update_seat(connection, table, seat)

        await self.tables.change(table, {}, write)

    async def renew_token(self, person: Person) -> str:
        """A new token for somebody; all earlier ones end."""
        token = secrets.token_urlsafe(32)
        await self._set_token(person, hashed(token))
        return token

    async def end_token(self, person: Person) -> None:
        """Somebody's token ends, and none takes its place."""
        await self._set_token(person, hashed(secrets.token_urlsafe(32)))

    async def _set_token(self, person: Person, key: str) -> None:
        await self.people.change(person, token_hash=key)
        self.tables.live.know(person.id, replace(person, key=key))

    # From other servers

    def heard(self, person: str) -> None:
        """Another server says that somebody has changed."""
        self.people.forget(person)
        if person in self.tables.live.people():
            self.tables.background(self._look_again([person]))

    def look_at_all_again(self) -> None:
        """The line to the other servers was cut: anybody may have changed."""
        self.people.forget_all()
        self.tables.background(self._look_again(self.tables.live.people()))

    async def _look_again(self, ids: Collection[str]) -> None:
        """See who those with a socket here are now, as soon as the store can tell."""
        while True:
            with contextlib.suppress(Unavailable):
                found = await self.people.read(ids)
                break
            await asyncio.sleep(AGAIN_AFTER)
        for person in ids:
            self.tables.live.know(person, found.get(person))
