"""What happens by itself: clocks run out, bots' turns are found again, games are abandoned."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import sqlalchemy as sa
import structlog

from .clocks import plays_default
from .errors import TableError, Unavailable
from .holding import unless_answered
from .machine_clock import MachineClock, after_a_pause, begin_again, quiet_since
from .opening import READABLE, looked_at_again
from .schema import games, leases
from .store import LISTENER
from .table import Table, bot_player
from .tables import Tables, seat_writer

log = structlog.get_logger()
BOTS_EVERY = 2.0
ABANDON_EVERY = 60.0
SEEN_EVERY = 600.0
"""How often a server writes down that it is at work."""
LONG_AWAY = 3600.0
"""If no server was at work for longer, that time counts for nobody."""
MOST_AT_ONCE = 500


class Sweep:
    """Looks after all tables in the store that can be read, live here or not."""

    def __init__(self, tables: Tables, when_days_end: Callable[[], Awaitable[None]]) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = MachineClock()
        self.when_days_end = when_days_end
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Give running clocks some grace after a restart, then keep looking."""
        await self._change([looked_at_again()])
        if not await self._others_alive():
            away = time.time() - (await self.store.last_seen() or time.time())
            if away > LONG_AWAY:
                self.clock.add_pause(away)
            grace = self.tables.settings.grace_seconds
            await self._change(after_a_pause(time.time(), grace))
        self._task = asyncio.ensure_future(self._run())

    async def _change(self, changes: Sequence[sa.Update]) -> None:
        def write(connection: sa.Connection) -> None:
            for change in changes:
                connection.execute(change)

        await self.store.write(write)

    async def _others_alive(self) -> bool:
        """Whether other servers have been looking after the clocks all the time."""
        if self.store.is_sqlite:
            return False
        query = sa.text(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = :name"
        )
        found = await self.store.read(lambda c: c.execute(query, {"name": LISTENER}).scalar_one())
        return int(found) > 1  # this server listens already

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=2)

    async def _run(self) -> None:
        bots_at = abandon_at = seen_at = 0.0
        while True:
            now = time.monotonic()
            try:
                await self.look_at_machine_clock()
                await self.look_at_answers()
                await self.look_at_clocks()
                if now >= bots_at:
                    bots_at = now + BOTS_EVERY
                    await self.find_bot_turns()
                if now >= abandon_at:
                    abandon_at = now + ABANDON_EVERY
                    await self.find_abandoned()
                    await self.when_days_end()
                if now >= seen_at:
                    seen_at = now + SEEN_EVERY
                    await self.store.note_seen(self.tables.server)
            except Unavailable as error:
                log.warning("store_unavailable", reason=error.message)
            except Exception:
                log.exception("sweep_failed")
            await asyncio.sleep(self.tables.settings.sweep_seconds)

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        limited = query.limit(MOST_AT_ONCE)
        return await self.store.read(lambda c: [row[0] for row in c.execute(limited)])

    async def look_at_machine_clock(self) -> None:
        """If the machine's clock was set, let nobody lose by it."""
        step = self.clock.look()
        if not step:
            return
        log.warning("clock_was_set", seconds=round(step, 1))
        await self._change(begin_again(time.time()))
        self.clock.dealt_with()
        self.tables.live.clock_was_set(step)
        self.tables.read_all_again()

    async def look_at_clocks(self) -> None:
        """Act for those whose time has run out."""
        late = (games.c.status == "playing") & (games.c.deadline <= time.time())
        query = sa.select(games.c.id).where(late & READABLE).order_by(games.c.deadline)
        for table_id in await self._ids(query):
            await self._try(table_id, self.time_out)

    async def look_at_answers(self) -> None:
        """Play the answers that were held by a server that is gone."""
        due = (games.c.status == "playing") & (games.c.due <= time.time())
        query = sa.select(games.c.id).where(due & READABLE).order_by(games.c.due)
        for table_id in await self._ids(query):
            await self._try(table_id, self.tables.holding.take_up)

    async def time_out(self, table_id: str) -> None:
        """The time of the seat that decides has run out."""
        async with self.tables.at(table_id) as table:
            if table.match is None and table.status == "playing":
                await self.tables.change(table, {"deadline": None, "waiting": "nobody"})
                return
            late = table.deadline is not None and table.deadline <= time.time()
            if table.status != "playing" or not late or table.turn < 0:
                return
            if self.clock.look():  # it was set just now: that comes first
                return
            if table.answered() is not None:
                await self.tables.holding.play_held(table)
            elif plays_default(table):
                await self._play_default(table)
            else:
                await self._give_up(table)

    async def _play_default(self, table: Table) -> None:
        """The timer plays what the game says; its event is the one before the ply."""
        match, question = table.match, table.question
        assert match is not None
        move = table.windows.default(match)
        match.timeout(match.turn, ends=False)
        match.play(move)
        check = functools.partial(unless_answered, table=table, question=question)
        await self.tables.commit(table, table.tell_new(), check)

    async def _give_up(self, table: Table) -> None:
        """Whoever is late loses, or a bot plays on."""
        match, seat = table.match, table.seats[table.turn]
        assert match is not None
        match.timeout(seat.seat, ends=table.on_timeout == "lose")
        if table.on_timeout == "lose":
            await self.tables.commit(table, table.tell_new())
            return
        seat.level = table.stand_in
        match.reseat(seat.seat, bot_player(table.stand_in))
        await self.tables.commit(table, table.tell_new(), seat_writer(table, seat.seat))

    async def _try(self, table_id: str, act: Callable[[str], Awaitable[None]]) -> None:
        """One game that cannot be dealt with must not hold up the others."""
        try:
            await act(table_id)
        except Unavailable:
            raise
        except TableError as error:
            log.info("sweep_lost", table=table_id, code=error.code)
        except Exception:
            log.exception("game_unreadable", table=table_id)
            rest = sa.update(games).where(games.c.id == table_id)
            rest = rest.values(deadline=None, due=None, waiting="nobody")
            await self.store.write(lambda c: c.execute(rest) and None)

    async def find_bot_turns(self) -> None:
        """Wake bots whose turn nobody has taken, here or anywhere."""
        if not self.tables.settings.bot_workers:
            return
        lasts = self.store.lasts(self.tables.settings.lease_seconds)
        taken = sa.exists().where((leases.c.game_id == games.c.id) & lasts)
        waits = (games.c.waiting == "bot") & games.c.due.is_(None)
        due = (games.c.status == "playing") & waits
        query = sa.select(games.c.id).where(due & READABLE & ~taken).order_by(games.c.created)
        for table_id in await self._ids(query):
            self.tables.wake_bot(table_id)

    async def find_abandoned(self) -> None:
        """End games in which nothing has happened for long."""
        self.clock.look()
        quiet = quiet_since(self.tables.settings.abandon_after, self.clock.pauses)
        going_on = games.c.status.in_(("open", "playing"))
        query = sa.select(games.c.id).where(going_on & READABLE & quiet)
        for table_id in await self._ids(query.order_by(games.c.created)):
            await self._try(table_id, self.tables.abandon)
