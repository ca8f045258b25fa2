"""Bots at tables: each turn is a lease in the store, thought about in a pool of processes.

The processes are shared fairly by those who made the tables, so that nobody can keep them busy for
himself. Where nobody plays, bots wait for somebody to look. A server that dies leaves a lease that
runs out; any server takes the turn up again. The loop that answers people never thinks itself.
"""

import asyncio
import time
from collections import Counter
from concurrent.futures.process import BrokenProcessPool

import structlog

from orrery.bots import bot as bots
from orrery.core.errors import OrreryError
from orrery.core.match import Match

from . import thinking
from .costs import elsewhere
from .errors import Unavailable
from .fair_queue import FairQueue, Share
from .metrics import BOT_SECONDS
from .people import People
from .processes import Processes
from .table import Table
from .tables import Tables
from .thinking import Answer, Question

log = structlog.get_logger()
WAIT_AFTER_TROUBLE = 0.5
MOST_TURNS = 64
"""So many turns of one address wait for a process; of further tables only the name is kept."""
WATCHDOG_SECONDS = 10.0
"""A process that thinks for longer stands still, and is replaced."""
LONGEST_WATCH = 120.0
"""On a machine that is too slow for that, it is given more time each time."""


def ask(match: Match, level: int, hint: bool = False) -> Question:
    """What a bot on the seat that decides is asked."""
    situation = bots.situation(match)
    return Question(
        game=match.game.name,
        options=dict(match.options),
        seat=situation.seat,
        state=situation.state.tobytes(),
        moves=situation.moves,
        ply=situation.ply,
        line=situation.line,
        level=level,
        hint=hint,
    )


class BotPool:
    """The processes in which bots think, and the turns that wait for them."""

    def __init__(self, tables: Tables, people: People) -> None:
        self.tables = tables
        self.people = people
        self.settings = tables.settings
        count = self.settings.bot_workers
        self._processes = Processes(count) if count else None
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._waiting: Counter[str] = Counter()
        """How many turns of each address wait or are thought about."""
        self._later: dict[str, dict[str, None]] = {}
        """The tables whose bots are to move when fewer of their address wait."""
        self._put_off: set[str] = set()
        self._queue = FairQueue(max(1, self.settings.bot_workers))
        self._closed = False
        self._patience = WATCHDOG_SECONDS

    def start(self) -> None:
        """Take turns from now on."""
        if self._processes is not None:
            self.tables.wake_bot = self.wake
            self.tables.background(self._processes.wake())

    async def close(self) -> None:
        """Stop; turns that were not finished are taken up by whoever starts next."""
        self._closed = True
        for task in list(self._turns.values()):
            task.cancel()
        if self._turns:
            await asyncio.wait(self._turns.values(), timeout=2)
        if self._processes is not None:
            self._processes.close()

    # Turns

    def wake(self, table_id: str) -> None:
        """A bot is to move at a table."""
        if table_id in self._turns or table_id in self._put_off or self._closed:
            return
        task = asyncio.ensure_future(self._play_turns(table_id))
        self._turns[table_id] = task
        task.add_done_callback(lambda _: self._turns.pop(table_id, None))

    async def _play_turns(self, table_id: str) -> None:
        """Play as long as it is a bot's turn."""
        try:
            while await self._play_next(table_id):
                pass
        except Unavailable:
            await asyncio.sleep(WAIT_AFTER_TROUBLE)  # the sweep finds the turn again
        except OrreryError as error:
            log.debug("bot_turn_lost", table=table_id, code=error.code)
        except Exception:
            log.exception("bot_failed", table=table_id)

    async def _play_next(self, table_id: str) -> bool:
        """Play a turn, unless too many of those who made the table wait already."""
        visitor = self._share_of(await self.tables.find(table_id)).visitor
        if self._waiting[visitor] >= MOST_TURNS:
            self._put_off.add(table_id)
            self._later.setdefault(visitor, {})[table_id] = None
            return False
        self._waiting[visitor] += 1
        try:
            return await self._play_turn(table_id)
        finally:
            self._waiting[visitor] -= 1
            if not self._waiting[visitor]:
                del self._waiting[visitor]
            self._wake_one_of(visitor)

    def _wake_one_of(self, visitor: str) -> None:
        """There is room again for a turn of an address: for the table that waits longest."""
        later = self._later.get(visitor)
        if later is None:
            return
        table_id = next(iter(later))
        del later[table_id]
        self._put_off.discard(table_id)
        if not later:
            del self._later[visitor]
        self.wake(table_id)

    def _share_of(self, table: Table) -> Share:
        """On whose behalf the bots of a table think, and how urgently."""
        host = table.host or table.id
        looked_at = self.tables.live.looked_at(table.id)
        urgency = (0 if table.people() else 1) if looked_at else 2
        return Share(self.people.visitor_of(host), host, urgency)

    async def _play_turn(self, table_id: str) -> bool:
        found = await self.tables.find(table_id)
        if not self.tables.goes_on(found):
            await self.tables.pause(table_id)
            return False
        async with self._queue.place(self._share_of(found)):
            async with self.tables.at(table_id) as table:
                if table.status == "playing" and table.match is None:
                    await self.tables.change(table, {"waiting": "nobody"})
                answered = table.answered() is not None
                if table.waits_for() != "bot" or table.match is None or answered:
                    return False
                n, seat, in_window = table.n, table.turn, table.window_of() is not None
                question = ask(table.match, table.seats[seat].level or 1)
            seconds = self.settings.lease_seconds
            if not await self.tables.store.lease(table_id, n, self.tables.server, seconds):
                return False
            began = time.perf_counter()
            answer = await self.think(question)
            took = time.perf_counter() - began
            if not in_window:
                BOT_SECONDS.observe(took)
        if took < self.settings.delay_seconds:  # others' bots may think meanwhile
            await asyncio.sleep(self.settings.delay_seconds - took)
        await self.tables.play_bot(table_id, seat, n, answer.move)
        return True

    async def advise(self, person: str, question: Question) -> Answer:
        """Ask a bot for somebody who waits for it."""
        async with elsewhere(), self._queue.place(Share(self.people.visitor_of(person), person)):
            return await self.think(question)

    async def think(self, question: Question) -> Answer:
        """Ask a bot, in a process of its own; one move is no question."""
        if len(question.moves) == 1 and not question.hint:
            return Answer(question.moves[0], None, 0, (question.moves[0],))
        if self._processes is None or self._closed:
            raise Unavailable("no bots think on this server")
        for _ in range(2):
            try:
                answer = await self._processes.run(self._patience, thinking.think, question)
            except BrokenProcessPool:
                log.warning("bot_process_died")
            except TimeoutError:
                log.warning("bot_process_stands", seconds=self._patience)
                self._patience = min(2 * self._patience, LONGEST_WATCH)
            else:
                self._patience = WATCHDOG_SECONDS
                return answer
        raise Unavailable("the bots are not well just now; ask again")

    async def answer_within(self, seconds: float) -> bool | None:
        """Whether bots answer; None if there are none."""
        return None if self._processes is None else await self._processes.answer_within(seconds)
