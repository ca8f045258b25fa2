"""Tables are made, people sit down and get up, bots stand in, and everybody plays again."""

import functools
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from orrery.core import registry
from orrery.core.game import Game

from . import loading, wire
from .clocks import deadline_after
from .errors import (
    BadRequest,
    NotNow,
    NotYourSeat,
    SeatTaken,
    Stale,
    UnknownTable,
    Unseated,
)
from .letters import read_name
from .people import Person, new_id
from .promises import Promises
from .table import Seat, Table
from .tables import Tables, bump_version, seat_writer
from .windows import windows_of

LONGEST_NONCE = 64
MOST_TRIES = 5


def read_nonce(text: str) -> str:
    """What a browser adds to the dice: up to 64 bytes in hex digits."""
    good = len(text) % 2 == 0 and len(text) <= 2 * LONGEST_NONCE
    if not good or any(c not in "0123456789abcdef" for c in text):
        raise BadRequest(
            f"a nonce is at most {LONGEST_NONCE} bytes, as lower-case hex digits",
            detail={"where": "nonce"},
        )
    return text


class Seating:
    """Who sits where."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # Making tables

    async def create(self, person: Person, wanted: wire.NewTable, promises: Promises) -> Table:
        """A new table; it begins at once if nobody has to be waited for.

        Whoever names the promise of its dice sits down at once.
        """
        table, nonce = plan_table(person, wanted), read_nonce(wanted.nonce)
        if nonce and wanted.promise is None:
            raise BadRequest(
                "nobody adds to dice before they are promised: name the promise as well",
                detail={"where": "nonce"},
            )
        promised = None
        if wanted.promise is not None:
            promised = promises.take(person.id, wanted.promise)
        if promised is not None:
            table.secret = promised
            for seat in (seat for seat in table.seats if seat.person == person.id):
                seat.sits, seat.nonce = True, nonce
        begin_if_ready(table)
        await self.tables.store.write(lambda c: loading.insert_table(c, table))
        self.tables.keep(table)
        if table.waiting == "bot":
            self.tables.wake_bot(table.id)
        return table

    async def rematch(self, table_id: str, person: Person) -> Table:
        """A table kept for the same people, the first seat moved on; there is one a table."""
        async with self.tables.at(table_id) as old:
            if not old.over or old.origin != "table":
                raise NotNow("a rematch comes after the game")
            if old.game is None:
                raise NotNow("this ruleset is not here any more, so there is no rematch")
            if not any(seat.person == person.id for seat in old.seats):
                raise NotYourSeat("a rematch is for those who sat at the table")
            if old.rematch is None:
                table = again(old, person)
                write = functools.partial(loading.insert_table, table=table)
                try:
                    await self.tables.change(old, {"rematch": table.id}, write)
                    self.tables.keep(table)
                except Stale:  # somebody on another server was first
                    pass
        async with self.tables.at(table_id) as old:
            assert old.rematch is not None
            return await self.tables.find(old.rematch)

    # Sitting down and getting up

    async def sit(
        self, table_id: str, person: Person, seat: int, nonce: str = "", name: str | None = None
    ) -> Table:
        """Take an open seat, or come back to one's own; the last to sit begins the game."""
        nonce, name = read_nonce(nonce), read_name(name) if name else None

        async def act(table: Table) -> None:
            held = seat_of(table, seat)
            self._check_open_to_people(table)
            if table.status == "playing":
                await self._come_back(table, held, person)
            elif held.person not in (None, person.id) or held.level is not None:
                raise SeatTaken(f"somebody sits on seat {seat} already", detail={"seat": seat})
            elif not held.sits:
                _check_welcome(table, person)
                _check_one_hand(table, seat, person)
                called = name or held.name or person.name
                await self._take(table, [replace(held, **_sitting(person, called, nonce))])

        return await self.retry(table_id, act)

    async def sit_on_mine(self, table_id: str, person: Person, nonce: str = "") -> Table:
        """Sit down on every seat that is kept for one."""
        nonce = read_nonce(nonce)

        async def act(table: Table) -> None:
            self._check_open_to_people(table)
            kept = [s for s in table.seats if s.person == person.id and not s.sits]
            if not kept and not any(s.person == person.id for s in table.seats):
                raise NotYourSeat("no seat at this table is kept for you")
            if kept and table.status == "open":
                _check_welcome(table, person)
                named = [(seat, seat.name or person.name) for seat in kept]
                await self._take(
                    table, [replace(s, **_sitting(person, name, nonce)) for s, name in named]
                )

        return await self.retry(table_id, act)

    async def retry(self, table_id: str, act: Callable[[Table], Awaitable[None]]) -> Table:
        """Do something at a table; when another server was faster, look again and try again."""
        for attempt in range(MOST_TRIES):
            try:
                async with self.tables.at(table_id) as table:
                    await act(table)
                    return table
            except Stale:
                if attempt == MOST_TRIES - 1:
                    raise
                self.tables.forget(table_id)
        raise AssertionError("the last try returns or raises")

    def _check_open_to_people(self, table: Table) -> None:
        if table.over or table.game is None or table.origin != "table":
            raise NotNow("nobody can sit down at this table any more")

    async def _take(self, table: Table, seats: Sequence[Seat]) -> None:
        """Seats change before the game; if then everybody sits, it begins."""
        for seat in seats:
            table.seats[seat.seat] = seat

        def write(connection: sa.Connection) -> None:
            for seat in seats:
                loading.update_seat(connection, table, seat)

        if not all(other.ready for other in table.seats):
            await self.tables.change(table, {}, write)
            return

        def begin(connection: sa.Connection) -> None:
            bump_version(connection, table, {})
            write(connection)

        await self.tables.commit(table, table.begin(), begin)
        table.version += 1

    async def _come_back(self, table: Table, held: Seat, person: Person) -> None:
        if held.person != person.id:
            raise SeatTaken(
                f"the game has begun without you on seat {held.seat}", detail={"seat": held.seat}
            )
        if held.level is None:
            return  # already there
        if table.gave_up(held.seat):
            raise NotNow(
                f"you have given up on seat {held.seat}: a bot plays there to the end",
                detail={"seat": held.seat},
            )
        match = self.tables.check(table)
        held.level = None
        match.reseat(held.seat, held.player())
        await self.tables.commit(table, table.tell_new(), seat_writer(table, held.seat))

    async def leave(self, table_id: str, person: Person | None, seat: int) -> Table:
        """Get up. Before the game the seat is open again; during it a bot plays on."""

        async def act(table: Table) -> None:
            held = seat_of(table, seat)
            if not table.holds(person.id if person else None, seat):
                raise NotYourSeat(f"seat {seat} is not yours", detail={"seat": seat})
            if table.status == "open":
                await self._take(table, [Seat(seat)])
            elif table.status == "playing" and held.level is None:
                await self.tables.stand_in(table, seat)

        return await self.retry(table_id, act)

    async def give_to_bot(
        self, table_id: str, person: Person | None, seat: int, level: int
    ) -> Table:
        """Let a bot play a seat: the host before the game, any player for somebody long away.

        During the game it plays at the level that the table was made with. One of the others is
        enough: whoever was away has the seat back by asking for it, so nothing is lost.
        """

        async def act(table: Table) -> None:
            held = seat_of(table, seat)
            me = person.id if person else None
            if table.status == "open":
                self._check_host(table, me)
                if held.sits and held.person != me:
                    raise SeatTaken(f"somebody sits on seat {seat}", detail={"seat": seat})
                await self._take(table, [Seat(seat, level=level)])
            elif table.status == "playing":
                self._check_away(table, held, me)
                await self.tables.stand_in(table, seat)
            else:
                raise NotNow("the game is over")

        return await self.retry(table_id, act)

    async def open_seat(self, table_id: str, person: Person | None, seat: int) -> Table:
        """The host frees a seat before the game; who sat there may not sit down again."""

        async def act(table: Table) -> None:
            held = seat_of(table, seat)
            self._check_hosts_now(table, person)
            if not held.sits or held.person in (None, table.host):
                await self._take(table, [Seat(seat)])
                return
            gone = {"seat": seat, "person": held.person, "name": held.name}
            table.seats[seat] = Seat(seat)
            kept_out = {"unseated": [*table.unseated, gone]}
            await self.tables.change(table, kept_out, seat_writer(table, seat))

        return await self.retry(table_id, act)

    async def welcome_back(self, table_id: str, person: Person | None, seat: int) -> Table:
        """The host lets those sit down again who were unseated from a seat."""

        async def act(table: Table) -> None:
            seat_of(table, seat)
            self._check_hosts_now(table, person)
            left = [one for one in table.unseated if one["seat"] != seat]
            if left != table.unseated:
                await self.tables.change(table, {"unseated": left})

        return await self.retry(table_id, act)

    def _check_hosts_now(self, table: Table, person: Person | None) -> None:
        if table.status != "open":
            raise NotNow("the host decides who sits where before the game only")
        self._check_host(table, person.id if person else None)

    def _check_host(self, table: Table, me: str | None) -> None:
        if me is None or table.host != me:
            raise NotYourSeat("only whoever made the table may do that")

    def _check_away(self, table: Table, held: Seat, me: str | None) -> None:
        if me is None or me not in {*table.people(), table.host}:
            raise NotYourSeat("only those who play, and whoever made the table, may do that")
        if held.level is not None or held.person is None:
            raise NotNow(f"a bot plays seat {held.seat} already")
        if held.person == me:
            return
        if table.clock is not None:
            raise NotNow("at this table the clock decides what becomes of whoever is away")
        free = self.tables.live.replaceable(table, held)
        if free is None or time.time() < free:
            seconds = self.tables.settings.away_seconds
            raise NotNow(
                f"whoever sits on seat {held.seat} was here less than {seconds:.0f} seconds ago"
            )


def _check_welcome(table: Table, person: Person) -> None:
    """Refuse whom the host has unseated."""
    if any(one["person"] == person.id for one in table.unseated):
        raise Unseated("whoever made this table has freed your seat, and has yet to let you back")


def _check_one_hand(table: Table, seat: int, person: Person) -> None:
    """Refuse a second seat where each person sees one hand."""
    others = [other for other in table.seats if other.seat != seat]
    if not table.hot_seat and any(other.person == person.id for other in others):
        raise NotNow(
            "you have a seat here, and at this table one person sees one hand only",
            detail={"seat": seat},
        )


def begin_if_ready(table: Table) -> None:
    """Begin at a table that is not stored yet, if nobody has to be waited for."""
    if all(seat.ready for seat in table.seats):
        table.begin()
        table.waiting = table.waits_for()
        table.deadline = deadline_after(table, table.told)


def seat_of(table: Table, seat: int) -> Seat:
    """A seat of a table; UnknownTable if it has none of that number."""
    if not 0 <= seat < len(table.seats):
        raise UnknownTable(
            f"the table has seats 0 to {len(table.seats) - 1}, not {seat}", detail={"seat": seat}
        )
    return table.seats[seat]


def plan_table(person: Person, wanted: wire.NewTable) -> Table:
    """The table that somebody wants, not stored yet."""
    game = registry.find(wanted.game)
    options = game.read_options(wanted.options)
    count = game.seats(options)
    if len(wanted.seats) != count:
        raise BadRequest(
            f"with these options {game.name} has {count} seats, not {len(wanted.seats)}",
            detail={"where": "seats"},
        )
    _check_clocks(game, wanted)
    seats = [_plan_seat(k, wish, person) for k, wish in enumerate(wanted.seats)]
    alone = all(seat.kind != "open" for seat in seats)
    return Table(
        id=new_id(),
        game_name=game.name,
        ruleset=game.version,
        options=dict(options),
        secret=secrets.token_bytes(32),
        host=person.id,
        clock=wanted.clock,
        window_clock=wanted.window_clock,
        on_timeout=wanted.on_timeout,
        stand_in=wanted.stand_in,
        hints=alone if wanted.hints is None else wanted.hints,
        hot_seat=_hot_seat(game, wanted),
        created=time.time(),
        seats=seats,
        game=game,
    )


def _hot_seat(game: Game, wanted: wire.NewTable) -> bool:
    """Whether one person may hold several seats."""
    several = sum(wish.kind == "me" for wish in wanted.seats) > 1
    if wanted.hot_seat is not False:
        return several or not game.has_hidden or bool(wanted.hot_seat)
    if several:
        raise BadRequest("several of the seats are yours", detail={"where": "hot_seat"})
    if not game.has_hidden:
        raise BadRequest(
            f"nothing is hidden in {game.name}: everybody may hold several seats",
            detail={"where": "hot_seat"},
        )
    return False


def _check_clocks(game: Game, wanted: wire.NewTable) -> None:
    """Windows and defaults are for games that have them, and their clock is the shorter one."""
    windows = windows_of(game)
    if wanted.on_timeout == "default" and not windows.states:
        raise BadRequest(
            f"{game.name} has no defaults to be played for whoever is late",
            detail={"where": "on_timeout"},
        )
    if wanted.window_clock is None:
        return
    if not windows.kinds:
        raise BadRequest(
            f"in {game.name} nobody is asked in another's turn", detail={"where": "window_clock"}
        )
    if wanted.clock is not None and wanted.window_clock > wanted.clock:
        raise BadRequest(
            "the clock in others' turns is the shorter one", detail={"where": "window_clock"}
        )


def _sitting(person: Person, name: str, nonce: str) -> dict[str, Any]:
    return {"person": person.id, "sits": True, "name": name, "nonce": nonce}


def _plan_seat(seat: int, wish: wire.SeatWish, person: Person) -> Seat:
    """A seat of one's own is kept until one sits down, and adds to the dice, after the promise."""
    if wish.kind == "bot":
        return Seat(seat, level=wish.level)
    if wish.kind == "open":
        return Seat(seat)
    name = read_name(wish.name) if wish.name else person.name
    return Seat(seat, person=person.id, name=name)


def again(old: Table, person: Person) -> Table:
    """The same table once more, by the newest rules; all move up a seat, so that another begins."""
    assert old.game is not None
    count = len(old.seats)
    seats = []
    for k in range(count):
        before = old.seats[(k + 1) % count]
        if before.person is None:
            seats.append(Seat(k, level=before.level))
        else:
            seats.append(Seat(k, person=before.person, name=before.name))
    fields = ("game_name", "clock", "window_clock", "on_timeout", "stand_in", "hot_seat")
    return Table(
        id=new_id(),
        ruleset=old.game.version,
        options=dict(old.game.read_options(old.options)),
        secret=secrets.token_bytes(32),
        host=person.id,
        created=time.time(),
        seats=seats,
        **{name: getattr(old, name) for name in (*fields, "hints", "game")},
    )
