"""The whole server in one place: store, tables, people, bots, and what runs by itself."""

import asyncio
import gc
from typing import Any

import structlog

from orrery.bots.simulation import SEARCH
from orrery.core import cache, registry, runner
from orrery.core.entries import CORE
from orrery.core.game import Game

from .accounts import Accounts
from .advice import Advice
from .botpool import BotPool
from .connections import Connections
from .costs import Costs
from .daily import Daily
from .deletion import Deletion
from .fair_queue import FairQueue
from .limits import RECORDS_AT_ONCE, Buckets
from .long_work import LongWork
from .people import People, new_id
from .promises import Promises
from .seating import Seating
from .settings import Settings
from .store import Store
from .sweep import Sweep
from .tables import Tables
from .talk import TalkPace
from .vitals import Vitals, watch_lag

log = structlog.get_logger()


def _settle_memory() -> None:
    """What was made until now stays: the collector need not look at it while people play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class Hall:
    """Everything that a route needs."""

    def __init__(
        self, settings: Settings, store: Store, connections: Connections | None = None
    ) -> None:
        self.settings = settings
        self.edition = ""
        """What is sent and how: a page of another edition is told to reload."""
        self.connections = connections or Connections(settings)
        self.store = store
        self.server = new_id()
        self.people = People(store, self.server)
        self.promises = Promises()
        self.tables = Tables(store, settings, self.server)
        self.seating = Seating(self.tables)
        self.accounts = Accounts(self.people, self.tables, self.seating)
        self.deletion = Deletion(self.people, self.tables, self.seating)
        self.bots = BotPool(self.tables, self.people)
        self.advice = Advice(self.tables, self.bots)
        self.long_work = LongWork(store, settings)
        self.arriving = FairQueue(RECORDS_AT_ONCE)
        """Places for records that are brought here: each is in memory while it is checked."""
        self.daily = Daily(self.tables)
        self.sweep = Sweep(self.tables, self.daily.forget_addresses)
        self.vitals = Vitals(store, self.bots, self.server)
        self.neighbours: Any = None
        rate = settings.requests_per_second
        self.requests = Buckets(rate, 4 * rate)
        self.creations = Buckets(settings.creations_per_minute / 60, settings.creations_per_minute)
        self.talk_pace = TalkPace(settings.chat_per_second)
        self.costs = Costs(settings.loop_share, settings.loop_seconds, settings.at_once_per_address)
        self.sockets: dict[str, int] = {}
        self._compiling: asyncio.Task[None] | None = None
        self._lag: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to serve."""
        for game in registry.all_games():
            if cache.is_ready(game):
                await asyncio.to_thread(runner.compiled, game)
        self.store.start()
        if not self.store.is_sqlite:
            from .neighbours import Neighbours

            self.neighbours = Neighbours(self.tables, self.accounts)
            self.neighbours.start()
            await asyncio.to_thread(self.neighbours.hearing.wait, 5)
        self.bots.start()
        await self.sweep.start()
        self._lag = asyncio.ensure_future(watch_lag())
        if self.settings.compile_games:
            self._compiling = asyncio.ensure_future(self._make_ready())
        _settle_memory()

    async def close(self) -> None:
        """Stop in good order: no new work, then let go of everything."""
        self.tables.live.close()
        await self.sweep.close()
        await self.bots.close()
        for task in (self._compiling, self._lag):
            if task is not None:
                task.cancel()
        if self.neighbours is not None:
            await self.neighbours.close()
        self.long_work.close()
        await self.tables.close()
        await asyncio.to_thread(self.store.close)

    async def _make_ready(self) -> None:
        """What somebody would otherwise wait for later."""
        await self.long_work.wake()
        await self._compile_games()

    async def _compile_games(self) -> None:
        """Have every game compiled by child processes, one after another, while people play."""
        for game in registry.all_games():
            for entries in (CORE, SEARCH):
                try:
                    await self._compile(game, entries)
                except Exception:
                    log.exception("compiling_failed", game=game.name)

    async def _compile(self, game: Game, entries: Any) -> None:
        if not cache.is_ready(game, entries):
            log.info("compiling", game=game.name, what=entries.name)
            child = cache.start_compiling(game, entries)
            try:
                await asyncio.to_thread(cache.wait_for, child, game)
            except asyncio.CancelledError:
                child.terminate()
                raise
        if entries is CORE and not cache.is_loaded(game):
            await asyncio.to_thread(runner.compiled, game)
