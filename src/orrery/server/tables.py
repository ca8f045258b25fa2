"""What can be done at tables. Routes and sockets call this; nothing else changes a game.

Every action holds the table's lock, changes the live match, commits the new events and then
tells everybody. If the commit fails the live table is dropped and read again from its log.
"""

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa

from orrery.core import runner
from orrery.core.errors import GameOver, IllegalMove
from orrery.core.match import Match

from . import loading, talk
from .clocks import deadline_after
from .costs import Metered
from .errors import NotNow, NotYourSeat, NotYourTurn, Stale, Unavailable, Unreadable
from .holding import Holding
from .live import Asker, Live
from .metrics import COMMIT_SECONDS, EVENTS, TABLES
from .opening import open_table
from .people import Person
from .schema import games, scores, states
from .scores import score_row
from .settings import Settings
from .store import Append, Store
from .table import Table, Told, bot_player

PAUSED = "looks"
"""What a table waits for where only bots play and nobody looks."""
READ_AGAIN_AFTER = 1.0
MOST_LOOKED_AT = 64
"""How many tables are looked at, at most, to find one that can make room."""


class Played(NamedTuple):
    """What became of a move: the last event then, and whether the move is held for a moment."""

    n: int
    held: bool


class Tables:
    """All tables: the live ones in memory, the others in the store."""

    def __init__(self, store: Store, settings: Settings, server: str) -> None:
        self.store = store
        self.settings = settings
        self.server = server
        self.live = Live(self.publish_presence, settings.away_seconds)
        self.holding = Holding(self)
        self.wake_bot: Callable[[str], None] = lambda table_id: None
        """Called when a bot is to move; the bots set it."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._bytes = 0
        """What the live tables take, all together."""
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reading_again: asyncio.Task[None] | None = None
        store.when_late = self.read_all_again

    # Finding

    async def find(self, table_id: str) -> Table:
        """A table, from memory or from the store."""
        while table_id not in self._tables:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            await asyncio.shield(self._loading[table_id])
        self._tables.move_to_end(table_id)
        return self._tables[table_id]

    async def _load(self, table_id: str) -> None:
        """Read a table, for everybody who waits for it; who gives up ends it for nobody else."""
        try:
            self.keep(await open_table(self.store, table_id))
        finally:
            del self._loading[table_id]

    def keep(self, table: Table) -> None:
        """Hold a table in memory; those that nobody has needed for longest make room."""
        self._hold(table)
        for _ in range(MOST_LOOKED_AT):
            if self._bytes <= self.settings.live_megabytes * 1e6:
                break
            oldest = next(iter(self._tables))
            if oldest == table.id or self.is_busy(oldest):
                self._tables.move_to_end(oldest)
            else:
                self.forget(oldest)
        TABLES.set(len(self._tables))

    def _hold(self, table: Table) -> None:
        """Have a table in memory, played by the rules as this thread runs them."""
        self.forget(table.id)
        self._tables[table.id] = table
        self._sizes[table.id] = table.size
        self._bytes += table.size
        if table.match is not None:
            table.match.use(runner.shared(table.match.game))

    def _weigh(self, table: Table) -> None:
        """A table has grown."""
        if self._tables.get(table.id) is table:
            grown = table.size - self._sizes[table.id]
            self._sizes[table.id] += grown
            self._bytes += grown

    def is_busy(self, table_id: str) -> bool:
        """Whether a table is looked at or acted on here."""
        table = self._tables.get(table_id)
        return self.live.watched(table_id) or (table is not None and table.lock.locked())

    def drop(self, table: Table) -> None:
        """Forget a live table; the store knows better."""
        if self._tables.get(table.id) is table:
            self.forget(table.id)

    def forget(self, table_id: str) -> None:
        """Let a table be read again from its log."""
        if self._tables.pop(table_id, None) is not None:
            self._bytes -= self._sizes.pop(table_id)

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Table]:
        """A table, with nobody else acting at it meanwhile."""
        while True:
            table = await self.find(table_id)
            async with table.lock:
                if self._tables.get(table_id) is not table:
                    continue  # it was dropped while we waited
                try:
                    yield table
                finally:
                    if not table.in_step():  # something failed halfway: the log knows better
                        self.drop(table)
                return

    async def hear_of(self, table_id: str, person: Person | None, seat: int) -> None:
        """Read a table again if somebody asks for a seat that is not theirs, as far as known here.

        They may have sat down on another server a moment ago, of which nothing was heard yet.
        """
        table = await self.find(table_id)
        if not self.store.is_sqlite and not table.holds(person.id if person else None, seat):
            await self.catch_up(table_id, quietly=True)

    def background(self, work: Any) -> None:
        """Let something run on, and not be forgotten."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Acting

    def check(self, table: Table, n: int | None = None) -> Match:
        """The match, if it can be acted on after event n."""
        if table.game is None or table.origin != "table":
            raise NotNow("this table can be read, not played on")
        if table.status == "open":
            raise NotNow("the game has not begun: not everybody has sat down")
        if n is not None and n != table.n:
            raise Stale(
                f"event {table.n} is the last one, not {n}; look again", detail={"n": table.n}
            )
        if table.status == "over" or table.match is None:
            raise GameOver("the game is over")
        return table.match

    def check_plays(self, table: Table, person: Person | None, seat: int) -> None:
        """Refuse whoever does not decide for a seat."""
        if not table.plays(person.id if person else None, seat):
            raise NotYourSeat(f"seat {seat} is not yours to play", detail={"seat": seat})

    def check_turn(self, table: Table, person: Person | None, seat: int, n: int) -> Match:
        """The match, if a person decides for a seat and it is its turn after event n."""
        match = self.check(table, n)
        self.check_plays(table, person, seat)
        if match.turn != seat:
            raise NotYourTurn(
                f"it is the turn of seat {match.turn}, not {seat}", detail={"turn": match.turn}
            )
        return match

    async def commit(
        self,
        table: Table,
        told: Sequence[Told],
        also: Callable[[sa.Connection], None] | None = None,
        asker: Asker | None = None,
    ) -> None:
        """Make events true, then tell everybody. The lock of the table is held.

        Whoever asked may give up meanwhile; what was begun is finished all the same.
        """
        append = Append(
            table.id,
            [event.row(table.id) for event in told],
            self._changes(table, told),
            self._further(table, told, also),
            f"e {self.server} {table.id} {table.n}",
        )
        await finish(self._commit(table, told, append, asker))

    async def _commit(
        self, table: Table, told: Sequence[Told], append: Append, asker: Asker | None
    ) -> None:
        began = time.perf_counter()
        await self._or_drop(table, self.store.append(append))
        COMMIT_SECONDS.observe(time.perf_counter() - began)
        EVENTS.inc(len(told))
        self._weigh(table)
        await self.live.send_events(table, asker)
        if any(event.kind in ("begin", "seat", "end") for event in told):
            self.live.send_facts(table)
        self.holding.wait(table)
        if table.waiting == "bot":
            self.wake_bot(table.id)

    async def _or_drop(self, table: Table, work: Awaitable[Any]) -> None:
        """Wait for a write. If it fails, what is in memory is forgotten and read again."""
        try:
            await work
        except BaseException:
            self.drop(table)
            if self.live.watched(table.id):
                self.background(self.catch_up(table.id))
            raise

    def _changes(self, table: Table, told: Sequence[Told]) -> dict[str, Any]:
        """What changes in the row of the game along with its events."""
        changes: dict[str, Any] = {}
        waiting = table.waits_for()
        if waiting != table.waiting:
            changes["waiting"] = table.waiting = waiting
        if table.turn != table.kept_turn:
            changes["turn"] = table.kept_turn = table.turn
        if told[0].kind == "begin":
            changes["status"] = table.status
        if table.over:
            changes |= {"status": "over", "ended": table.ended}
        deadline = deadline_after(table, told)
        if deadline != table.deadline:
            changes["deadline"] = table.deadline = deadline
        if table.ask is not None:
            changes["ask"] = table.ask = None
        played = any(event.kind == "ply" for event in told)
        return changes | self.holding.changes(table, played)

    def _further(
        self,
        table: Table,
        told: Sequence[Told],
        also: Callable[[sa.Connection], None] | None,
    ) -> Callable[[sa.Connection], None] | None:
        kept = table.kept_state(told)
        score = score_row(table) if told[-1].kind == "end" else None
        if table.game is None or (kept is None and score is None):
            return also
        sources = table.game.sources

        def write(connection: sa.Connection) -> None:
            if kept is not None:
                n, state = kept
                same = (states.c.game_id == table.id) & (states.c.n == n)
                connection.execute(sa.delete(states).where(same))
                row = {"game_id": table.id, "n": n, "sources": sources, "state": state}
                connection.execute(sa.insert(states), row)
            if score is not None:
                connection.execute(sa.insert(scores), score)
            if also is not None:
                also(connection)

        return write

    async def change(
        self, table: Table, columns: Mapping[str, Any], also: Callable[..., None] | None = None
    ) -> None:
        """Change what is not in the log, if nobody else has meanwhile, and tell everybody."""

        def write(connection: sa.Connection) -> None:
            row = {k: _column(v) for k, v in columns.items()}
            bump_version(connection, table, row)
            if also is not None:
                also(connection)
            self.store.notify(connection, f"f {self.server} {table.id}")

        await finish(self._or_drop(table, self.store.write(write)))
        table.version += 1
        for key, value in columns.items():
            setattr(table, key, value)
        self.live.send_facts(table)

    async def write_quietly(
        self,
        table: Table,
        work: Callable[[sa.Connection], None],
        then: Callable[[], Awaitable[None]],
    ) -> None:
        """Write what others must not notice, and go on from there, whoever gives up waiting.

        Other servers read the table again and say nothing.
        """

        def write(connection: sa.Connection) -> None:
            work(connection)
            self.store.notify(connection, f"q {self.server} {table.id}")

        async def act() -> None:
            await self._or_drop(table, self.store.write(write))
            await then()

        await finish(act())

    # Playing

    async def play(
        self,
        table_id: str,
        person: Person | None,
        seat: int,
        n: int,
        move: str,
        asker: Asker | None = None,
    ) -> Played:
        """A person's move after event n."""
        async with self.at(table_id) as table:
            return await self._play(table, self.check_turn(table, person, seat, n), move, asker)

    async def _play(
        self, table: Table, match: Match, move: str | int, asker: Asker | None = None
    ) -> Played:
        """Play a move, or hold it where others must not learn how fast it came."""
        if await self.holding.hold(table, move):
            return Played(table.n, True)
        before = match.state
        match.play(move)
        await self.commit(table, table.tell_new(before=before), asker=asker)
        return Played(table.n, False)

    async def play_bot(self, table_id: str, seat: int, n: int, move: int) -> None:
        """A bot's move after event n, if that is still what is waited for."""
        async with self.at(table_id) as table:
            match = self.check(table, n)
            if match.turn != seat or table.seats[seat].level is None:
                raise NotYourTurn(f"no bot plays seat {seat} now")
            await self._play(table, match, move)

    async def resign(self, table_id: str, person: Person | None, seat: int, n: int) -> int:
        """A person gives up: that ends the game, or a bot plays on for good."""
        async with self.at(table_id) as table:
            match = self.check(table, n)
            self.check_plays(table, person, seat)
            if table.ends_without(seat):
                match.resign(seat)
                await self.commit(table, table.tell_new())
            else:
                await self.stand_in(table, seat, gave_up=True)
            return table.n

    async def stand_in(self, table: Table, seat: int, gave_up: bool = False) -> None:
        """Let a bot play on for somebody; the lock of the table is held."""
        match, held = self.check(table), table.seats[seat]
        held.level = table.stand_in
        match.reseat(seat, bot_player(table.stand_in))
        await self.commit(table, table.tell_new(gave_up=gave_up), seat_writer(table, seat))

    # Bots where nobody plays

    def goes_on(self, table: Table) -> bool:
        """Whether bots move at a table: where nobody plays, only while somebody looks."""
        seen = bool(table.people()) or self.live.looked_at(table.id)
        return self.settings.bots_alone or seen

    async def pause(self, table_id: str) -> None:
        """Let the bots of a table wait until somebody looks."""
        async with self.at(table_id) as table:
            if table.waiting == "bot" and not self.goes_on(table):
                await self._set_waiting(table, PAUSED)

    def look_at(self, table: Table) -> None:
        """Somebody looks at a table: bots that waited for that go on."""
        if table.waiting == PAUSED:
            self.background(self._resume(table.id))

    async def _resume(self, table_id: str) -> None:
        async with self.at(table_id) as table:
            await self._set_waiting(table, table.waits_for())
        self.wake_bot(table_id)

    async def _set_waiting(self, table: Table, waiting: str) -> None:
        if table.waiting == waiting:
            return
        mine = (games.c.id == table.id) & (games.c.waiting == table.waiting)
        change = sa.update(games).where(mine).values(waiting=waiting)

        def write(connection: sa.Connection) -> None:
            connection.execute(change)

        async def know() -> None:
            table.waiting = waiting

        await self.write_quietly(table, write, know)

    # Taking back

    async def undo(self, table_id: str, person: Person | None, seat: int, n: int) -> str:
        """Take back a seat's last decision, or ask the others; `done` or `asked`."""
        async with self.at(table_id) as table:
            self.check(table, n)
            self.check_plays(table, person, seat)
            if table.is_long:
                raise NotNow("this game has become so long that nothing is taken back any more")
            right = table.undo_right(seat)
            if right == "no":
                raise IllegalMove(
                    "this cannot be taken back: there is no move of yours behind which nothing"
                    " was rolled, drawn, revealed or asked of another"
                )
            if right == "free":
                await self._take_back(table, seat)
                return "done"
            await self.change(table, {"ask": {"seat": seat, "n": table.n, "agreed": []}})
            return "asked"

    async def answer(self, table_id: str, person: Person | None, n: int, agree: bool) -> str:
        """Agree to a take-back that was asked for, or refuse it: `done`, `asked` or `refused`."""
        async with self.at(table_id) as table:
            self.check(table, n)
            ask = table.ask
            if ask is None or ask["n"] != table.n:
                raise NotNow("nobody asks to take something back")
            needed = table.others(ask["seat"])
            if person is None or person.id not in needed:
                raise NotYourSeat("it is not yours to agree to that")
            if not agree:
                await self.change(table, {"ask": None})
                return "refused"
            agreed = {*ask["agreed"], person.id}
            if needed <= agreed:
                await self._take_back(table, ask["seat"])
                return "done"
            await self.change(table, {"ask": {**ask, "agreed": sorted(agreed)}})
            return "asked"

    async def _take_back(self, table: Table, seat: int) -> None:
        match = table.match
        assert match is not None
        target = match.undo_target(seat, agreed=True)
        assert target is not None
        while len(match.plies) > target:
            match.undo_ply()
        await self.commit(table, table.tell_new(asked=seat))

    # Time

    async def abandon(self, table_id: str) -> None:
        """Nobody came back: the game ends without a winner, and reveals its dice."""
        async with self.at(table_id) as table:
            if table.status == "open" or (table.status == "playing" and table.match is None):
                await self.end_unbegun(table)
            elif table.status == "playing":
                await self.break_off(table)

    async def end_unbegun(self, table: Table) -> None:
        """Close a table without a match; its lock is held."""
        ended = {"status": "over", "ended": time.time(), "waiting": "nobody"}
        await self.change(table, {**ended, "deadline": None})

    async def break_off(self, table: Table) -> None:
        """End a game in which nobody is left who plays; the lock of the table is held."""
        assert table.match is not None
        table.match.break_off("abandoned")
        await self.commit(table, table.tell_new())

    # From other servers

    async def catch_up(self, table_id: str, quietly: bool = False, again: bool = False) -> None:
        """Another server did something: forget what is known here, or tell those who look.

        With `again` they are told how things stand even where nothing has happened since.
        """
        if table_id in self._loading:
            await asyncio.wait([self._loading[table_id]])
        if not self.is_busy(table_id):
            self.forget(table_id)
            return
        try:
            async with self.at(table_id) as table:
                fresh = await open_table(self.store, table_id)
                fresh.lock = table.lock
                self._hold(fresh)
                if again:
                    await self.live.send_again(fresh)
                else:
                    await self.live.send_events(fresh)
                if not quietly:
                    self.live.send_facts(fresh)
        except Unavailable:
            self._read_again_later()
        except Unreadable:
            self.forget(table_id)

    def read_all_again(self) -> None:
        """Nothing that is known here need be true: the line to the others or the store was cut."""
        for table_id in {*self._tables, *self._loading, *self.live.tables()}:
            self.background(self.catch_up(table_id, again=True))

    def _read_again_later(self) -> None:
        """The store cannot be read: when it can, everything is read again, once."""
        if self._reading_again is None or self._reading_again.done():
            self._reading_again = asyncio.ensure_future(self._await_store())

    async def _await_store(self) -> None:
        while True:
            await asyncio.sleep(READ_AGAIN_AFTER)
            with contextlib.suppress(Unavailable):
                await self.store.read(lambda c: c.execute(sa.select(1)).scalar_one())
                self.read_all_again()
                return

    async def chat(self, table: Table) -> list[dict[str, Any]]:
        """The last lines of chat; the lock of the table is held."""
        if table.chat is None:
            table.chat = await talk.read(self.store, table.id)
        return table.chat[-talk.SHOWN :]

    def unsay(self, table_id: str, who: str) -> None:
        """The lines of a voice are gone: whoever looks at the table is told."""
        table = self._tables.get(table_id)
        if table is not None:
            table.chat = None
        self.live.send_all(table_id, {"is": "unsaid", "who": who})

    async def chat_from_elsewhere(self, table_id: str) -> None:
        """Send those who look at a table what was said on another server."""
        if self.live.watched(table_id):
            async with self.at(table_id) as table:
                table.chat = None
                self.live.send_chat(table_id, await self.chat(table))

    def publish_presence(self, table_id: str, people: list[str], strangers: int) -> None:
        """Tell everybody who looks at a table, here and on other servers."""
        table = self._tables.get(table_id)
        if table is not None:
            self.live.send_presence(table)
        self._notify(self._presence_notice(table_id, people, strangers))

    def repeat_presence(self) -> None:
        """Say again who looks at which table here: a server that is silent is thought gone."""
        tables = self.live.tables()
        self._notify(*(self._presence_notice(t, *self.live.people_here(t)) for t in tables))

    def _presence_notice(self, table_id: str, people: list[str], strangers: int) -> str:
        return f"p {self.server} {table_id} {json.dumps([people[:20], strangers])}"

    def _notify(self, *notices: str) -> None:
        if not self.store.is_sqlite and notices:
            self.background(self._quietly(self.store.tell(*notices)))

    async def _quietly(self, work: Any) -> None:
        try:
            await work
        except Unavailable:
            return

    async def close(self) -> None:
        """Let what was begun come to its end."""
        self.holding.close()
        if self._reading_again is not None:
            self._reading_again.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)


async def finish(work: Awaitable[Any]) -> None:
    """Wait for something that must not be left half done, whoever gives up waiting."""
    task = asyncio.ensure_future(Metered(work).run())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            await asyncio.wait([task])
        raise


def _column(value: Any) -> Any:
    """What goes into a column: lists and dicts as text."""
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def bump_version(connection: sa.Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Change the row of a game; Stale if another server has changed it meanwhile."""
    mine = (games.c.id == table.id) & (games.c.version == table.version)
    change = sa.update(games).where(mine).values({**row, "version": table.version + 1})
    if not connection.execute(change).rowcount:
        raise Stale("the table has changed meanwhile; look again", detail={"n": table.n})


def seat_writer(table: Table, seat: int) -> Callable[[sa.Connection], None]:
    """What stores a seat again."""
    return lambda connection: loading.update_seat(connection, table, table.seats[seat])
