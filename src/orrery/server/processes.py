"""Processes beside the server, asked one thing at a time; those that stand still are replaced."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, parent_process
from typing import Any, TypeVar

T = TypeVar("T")
BEGINS_WITHIN = 60.0
"""So long new processes may take until they answer."""


def prepare() -> None:
    """Make a process ready: it steps back for the server, and ends with it.

    Ctrl+C reaches every process of a terminal; the server is the one that answers it.
    """
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def follow() -> None:
            connection.wait([parent.sentinel])
            os._exit(0)

        threading.Thread(target=follow, daemon=True).start()


def do_nothing() -> None:
    """Do nothing: a process that has done it has started."""


class Processes:
    """A number of processes, started when they are needed or beforehand."""

    def __init__(self, count: int, shared: Sequence[str] = ()) -> None:
        self.count = count
        self._context = _context(shared)
        self._pool: ProcessPoolExecutor | None = None
        self._began = 0.0
        self.awake = False
        """Whether a process has answered since all of them were started."""
        self._at_work: dict[object, float] = {}
        """Since when each thing that was asked is worked at."""

    def start(self) -> ProcessPoolExecutor:
        """Have processes; they are started with the first thing that is asked."""
        if self._pool is None:
            self._began, self.awake = time.monotonic(), False
            self._pool = ProcessPoolExecutor(
                self.count, mp_context=self._context, initializer=prepare
            )
        return self._pool

    async def wake(self) -> None:
        """Start them all, before anything is asked."""
        pool = self.start()
        waking = [_ask(pool, do_nothing) for _ in range(self.count)]
        done = await asyncio.gather(*waking, return_exceptions=True)
        self.awake = self.awake or not any(isinstance(one, Exception) for one in done)

    async def run(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """Have a process do something.

        TimeoutError if it does not come to an end, BrokenProcessPool if it dies; in either case
        the processes are replaced, and it can be asked again.
        """
        pool = self.start()
        try:
            return await self._run(pool, seconds, work, *given)
        except (TimeoutError, BrokenProcessPool):
            self._replace(pool)
            raise

    async def _run(
        self, pool: ProcessPoolExecutor, seconds: float, work: Callable[..., T], *given: Any
    ) -> T:
        mark = object()
        self._at_work[mark] = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                found = await _ask(pool, work, *given)
        finally:
            del self._at_work[mark]
        self.awake = True
        return found

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Start new processes instead of those of a pool, if nobody has done so yet."""
        if self._pool is pool:
            self._pool = None
            end(pool)
            self.start()

    async def answer_within(self, seconds: float) -> bool:
        """Whether they answer: those at work already lately, else one now."""
        now = time.monotonic()
        if not self.awake and now - self._began < BEGINS_WITHIN:
            return True  # they are about to begin
        if self._at_work:
            return now - min(self._at_work.values()) < seconds
        try:
            await self._run(self.start(), seconds, do_nothing)
        except (TimeoutError, BrokenProcessPool):
            return False
        return True

    def close(self) -> None:
        """End them all, also those that stand still."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            end(pool)


async def _ask(pool: ProcessPoolExecutor, work: Callable[..., T], *given: Any) -> T:
    """Have a process of a pool do something; nobody waits while processes are started for it."""
    asked = await asyncio.to_thread(pool.submit, work, *given)
    return await asyncio.wrap_future(asked)


def _context(shared: Sequence[str]) -> Any:
    """How processes are started: where many share modules, those are loaded once for all."""
    if not shared or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(shared))
    return context


def end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, also those that stand still."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
