"""Bots at tables: each turn is a lease in the store, thought about in a pool of processes.

The processes are shared fairly by those who made the tables, so that nobody can keep them busy for
himself. Where nobody plays, bots wait for somebody to look. A server that dies leaves a lease that
runs out; any server takes the turn up again. The loop that answers people never thinks itself.
"""

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import structlog

from orrery.bots import bot as bots
from orrery.core.errors import OrreryError
from orrery.core.match import Match

from . import thinking
from .errors import Unavailable
from .fair_queue import FairQueue, Share
from .metrics import BOT_SECONDS
from .people import People
from .table import Table
from .tables import Tables
from .thinking import Answer, Question

log = structlog.get_logger()
WAIT_AFTER_TROUBLE = 0.5


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
        self._pool: ProcessPoolExecutor | None = None
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._queue = FairQueue(max(1, self.settings.bot_workers))
        self._closed = False

    def start(self) -> None:
        """Take turns from now on."""
        if self.settings.bot_workers:
            self.tables.wake_bot = self.wake
            self._pool = self._make_pool()
            for _ in range(self.settings.bot_workers):
                self._pool.submit(thinking.prepare_nothing)

    def _make_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.settings.bot_workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=thinking.prepare,
        )

    async def close(self) -> None:
        """Stop; turns that were not finished are taken up by whoever starts next."""
        self._closed = True
        for task in list(self._turns.values()):
            task.cancel()
        if self._turns:
            await asyncio.wait(self._turns.values(), timeout=2)
        if self._pool is not None:
            pool, self._pool = self._pool, None
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()

    # Turns

    def wake(self, table_id: str) -> None:
        """A bot is to move at a table."""
        if table_id in self._turns or self._closed:
            return
        task = asyncio.ensure_future(self._play_turns(table_id))
        self._turns[table_id] = task
        task.add_done_callback(lambda _: self._turns.pop(table_id, None))

    async def _play_turns(self, table_id: str) -> None:
        """Play as long as it is a bot's turn."""
        try:
            while await self._play_turn(table_id):
                pass
        except Unavailable:
            await asyncio.sleep(WAIT_AFTER_TROUBLE)  # the sweep finds the turn again
        except OrreryError as error:
            log.debug("bot_turn_lost", table=table_id, code=error.code)
        except Exception:
            log.exception("bot_failed", table=table_id)

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
        async with self._queue.place(Share(self.people.visitor_of(person), person)):
            return await self.think(question)

    async def think(self, question: Question) -> Answer:
        """Ask a bot, in a process of its own; one move is no question."""
        if len(question.moves) == 1 and not question.hint:
            return Answer(question.moves[0], None, 0, (question.moves[0],))
        for _ in range(2):
            pool = self._pool
            if pool is None:
                raise Unavailable("no bots think on this server")
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(pool, thinking.think, question)
            except BrokenProcessPool:
                log.warning("bot_process_died")
                if self._pool is pool:
                    self._pool = self._make_pool()
        raise Unavailable("the bots are not well just now; ask again")
