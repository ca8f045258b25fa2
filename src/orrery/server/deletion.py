"""Somebody goes for good, and what becomes of what they leave.

First they get up everywhere, table by table, as anybody does who leaves. Then, in one
transaction, all goes that is theirs alone: name and token, chat, results. What stays is what
others played too: games that have begun, with the names that their logs' hashes hold.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from orrery.core.errors import OrreryError

from . import loading
from .errors import BadToken, NotNow, Unavailable
from .opening import READABLE
from .people import People, Person, same_person
from .schema import chat, games, people, scores, seats, tries, voices
from .seating import MOST_TRIES, Seating
from .table import Seat, Table
from .tables import Tables, finish, seat_writer


@dataclass
class Left:
    """What is to be told of somebody who has gone."""

    tables: list[str] = field(default_factory=list)
    voices: list[tuple[str, str]] = field(default_factory=list)
    """Tables, and what they were called in the chat there."""


class Deletion:
    """Deletes people."""

    def __init__(self, people: People, tables: Tables, seating: Seating) -> None:
        self.people = people
        self.tables = tables
        self.seating = seating

    async def delete(self, person: Person) -> None:
        """Delete somebody; their token, on all servers, is nobody's from now on."""
        await finish(self._delete(person))

    async def _delete(self, person: Person) -> None:
        stuck: set[str] = set()
        """Tables that cannot be acted at: there a row without its person has to do."""
        for _ in range(MOST_TRIES):
            for table_id in await self._tables_of(person, stuck):
                if not await self._get_up(table_id, person):
                    stuck.add(table_id)
            if await self._remove(person, stuck):
                return
        raise NotNow("you sit down faster than you can be deleted; try again")

    async def _tables_of(self, person: Person, stuck: set[str]) -> list[str]:
        """The tables that go on where somebody sits, or which they made."""
        query = _going_on(person, stuck)
        return await self.tables.store.read(lambda c: list(c.execute(query).scalars()))

    # Getting up

    async def _get_up(self, table_id: str, person: Person) -> bool:
        """Leave a table; False if nothing can be done at it."""

        async def act(table: Table) -> None:
            if table.status == "open":
                await self._leave_before(table, person.id)
            elif table.status == "playing":
                await self._leave_game(table, person.id)

        try:
            table = await self.seating.retry(table_id, act)
        except Unavailable:
            raise
        except OrreryError:
            return False
        mine = table.host == person.id or any(s.person == person.id for s in table.seats)
        return table.over or not mine

    async def _leave_before(self, table: Table, me: str) -> None:
        """Before the game seats are free again, and another who came is its host; or it closes."""
        mine = [seat.seat for seat in table.seats if seat.person == me]
        for seat in mine:
            table.seats[seat] = Seat(seat)

        def write(connection: sa.Connection) -> None:
            for seat in mine:
                loading.update_seat(connection, table, table.seats[seat])

        known = [one for one in table.unseated if one["person"] != me]
        columns: dict[str, Any] = {"unseated": known}
        if table.host == me:
            columns["host"] = _heir(table)
        await self.tables.change(table, columns, write)
        if table.host is None:
            await self.tables.end_unbegun(table)

    async def _leave_game(self, table: Table, me: str) -> None:
        """A bot plays on for good; where nobody else is left the game ends without a winner."""
        if table.match is None or table.game is None:
            raise NotNow("nobody can act at this table")
        if not _others_play(table, me) and any(seat.person == me for seat in table.seats):
            await self.tables.break_off(table)
        for held in table.seats:
            if held.person == me and table.status == "playing":
                await self._leave_seat(table, held)
        if table.status == "playing" and table.host == me:
            await self.tables.change(table, {"host": None})

    async def _leave_seat(self, table: Table, held: Seat) -> None:
        held.person, held.passes = None, ()
        if held.level is None:
            await self.tables.stand_in(table, held.seat, gave_up=True)
        else:  # a bot has stood in for them already
            await self.tables.change(table, {}, seat_writer(table, held.seat))

    # Removing

    async def _remove(self, person: Person, stuck: set[str]) -> bool:
        """Delete what is left of somebody; False if they have sat down again meanwhile."""
        store, server = self.tables.store, self.tables.server

        def write(connection: sa.Connection) -> Left | None:
            if connection.execute(_going_on(person, stuck)).first() is not None:
                return None
            left = _remove(connection, person)
            notices = [f"n {server} {person.id}"]
            notices += [f"u {server} {table} {who}" for table, who in left.voices]
            notices += [f"f {server} {table}" for table in left.tables]
            store.notify(connection, *notices)
            return left

        left = await store.write(write)
        if left is not None:
            self._tell(person, left)
        return left is not None

    def _tell(self, person: Person, left: Left) -> None:
        self.people.forget(person.id)
        self.tables.live.know(person.id, None)
        for table_id, who in left.voices:
            self.tables.unsay(table_id, who)
        for table_id in left.tables:
            self.tables.background(self.tables.catch_up(table_id))


def _heir(table: Table) -> str | None:
    """Who has a table that its host leaves: the next who sits, else for whom a seat is kept."""
    for sits in (True, False):
        for seat in table.seats:
            if seat.person is not None and seat.sits is sits:
                return seat.person
    return None


def _others_play(table: Table, me: str) -> bool:
    """Whether anybody else plays, or may come back."""
    others = (seat for seat in table.seats if seat.person not in (None, me))
    return any(seat.level is None or not table.gave_up(seat.seat) for seat in others)


def _going_on(person: Person, stuck: Iterable[str]) -> sa.Select[Any]:
    sits = sa.select(seats.c.game_id).where(seats.c.person == person.id)
    mine = games.c.id.in_(sits) | (games.c.host == person.id)
    going_on = games.c.status.in_(("open", "playing")) & READABLE
    return sa.select(games.c.id).where(mine & going_on & games.c.id.not_in(list(stuck)))


def _remove(connection: sa.Connection, person: Person) -> Left:
    if not connection.execute(sa.delete(people).where(same_person(person))).rowcount:
        raise BadToken("this token has ended")
    left = Left(voices=_remove_chat(connection, person.id))
    _remove_results(connection, person.id)
    left.tables = _remove_from_tables(connection, person.id)
    return left


def _remove_chat(connection: sa.Connection, me: str) -> list[tuple[str, str]]:
    """What somebody said; of earlier releases what was said from their seat under its name."""
    query = sa.select(voices.c.game_id, voices.c.who).where(voices.c.person == me)
    found = [(row.game_id, row.who) for row in connection.execute(query)]
    for game_id, who in found:
        said = (chat.c.game_id == game_id) & (chat.c.who == who)
        connection.execute(sa.delete(chat).where(said))
    from_seat = (seats.c.game_id == chat.c.game_id) & (seats.c.seat == chat.c.seat)
    theirs = sa.exists().where(from_seat & (seats.c.person == me) & (seats.c.name == chat.c.name))
    connection.execute(sa.delete(chat).where(chat.c.who.is_(None) & theirs))
    connection.execute(sa.delete(voices).where(voices.c.person == me))
    return found


def _remove_results(connection: sa.Connection, me: str) -> None:
    """Results that others compare with stay, as nobody's; a try of a day stays taken."""
    mine = scores.c.person == me
    listed = scores.c.day.is_not(None) & (scores.c.counted == sa.true())
    connection.execute(sa.delete(scores).where(mine & ~listed))
    connection.execute(sa.update(scores).where(mine).values(person="", name=""))
    taken = sa.update(tries).where(tries.c.who == f"person {me}")
    connection.execute(taken.values(who=sa.literal("gone ") + tries.c.game_id))


def _remove_from_tables(connection: sa.Connection, me: str) -> list[str]:
    """Games that have begun keep a seat's name, and lose whose it was; the tables in question."""
    held = sa.select(seats.c.game_id).where(seats.c.person == me)
    kept_out = games.c.unseated.contains(f'"{me}"', autoescape=True)
    query = sa.select(games.c.id, games.c.unseated)
    query = query.where(games.c.id.in_(held) | (games.c.host == me) | kept_out)
    found = connection.execute(query).all()
    for row in found:
        known = [one for one in json.loads(row.unseated or "[]") if one["person"] != me]
        change = sa.update(games).where(games.c.id == row.id)
        connection.execute(change.values(unseated=json.dumps(known)))
    connection.execute(sa.update(games).where(games.c.host == me).values(host=None))
    connection.execute(
        sa.update(seats).where(seats.c.person == me).values(person=None, passes=None)
    )
    return [row.id for row in found]
