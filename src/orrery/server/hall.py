"""The whole server in one place: store, tables, people, bots, and what runs by itself."""

import asyncio
import gc
from typing import Any

import structlog

from orrery.bots.simulation import SEARCH
from orrery.core import cache, registry, runner
from orrery.core.entries import CORE
from orrery.core.game import Game

from .advice import Advice
from .botpool import BotPool
from .connections import Connections
from .daily import Daily
from .limits import Buckets
from .people import People, new_id
from .seating import Seating
from .settings import Settings
from .store import Store
from .sweep import Sweep
from .tables import Tables

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
        self.connections = connections or Connections(settings)
        self.store = store
        self.server = new_id()
        self.people = People(store)
        self.tables = Tables(store, settings, self.server)
        self.seating = Seating(self.tables)
        self.bots = BotPool(self.tables, self.people)
        self.advice = Advice(self.tables, self.bots)
        self.daily = Daily(self.tables)
        self.sweep = Sweep(self.tables)
        self.neighbours: Any = None
        rate = settings.requests_per_second
        self.requests = Buckets(rate, 4 * rate)
        self.creations = Buckets(settings.creations_per_minute / 60, settings.creations_per_minute)
        self.sockets: dict[str, int] = {}
        self._compiling: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to serve."""
        for game in registry.all_games():
            if cache.is_ready(game):
                await asyncio.to_thread(runner.compiled, game)
        self.store.start()
        if not self.store.is_sqlite:
            from .neighbours import Neighbours

            self.neighbours = Neighbours(self.tables)
            self.neighbours.start()
            await asyncio.to_thread(self.neighbours.hearing.wait, 5)
        self.bots.start()
        await self.sweep.start()
        if self.settings.compile_games:
            self._compiling = asyncio.ensure_future(self._compile_games())
        _settle_memory()

    async def close(self) -> None:
        """Stop in good order: no new work, then let go of everything."""
        self.tables.live.close()
        await self.sweep.close()
        await self.bots.close()
        if self._compiling is not None:
            self._compiling.cancel()
        if self.neighbours is not None:
            await self.neighbours.close()
        await self.tables.close()
        await asyncio.to_thread(self.store.close)

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
