"""Whether the server does what it is for: moves are committed, and bots move.

A server that answers is not yet one that works. So a look at it writes to the store, as a move
does, and asks the processes in which bots think; it comes to its end whatever stands still. Looks
that follow one another closely share what was seen.
"""

import asyncio
import time
from dataclasses import dataclass

from .botpool import BotPool
from .errors import Unavailable
from .metrics import LAG_SECONDS
from .store import Store

LOOK_SECONDS = 4.0
"""How long a look takes at most."""
SHARED_SECONDS = 2.0
LAG_EVERY = 0.25


@dataclass(frozen=True)
class Signs:
    """What a look at the server has shown."""

    commits: bool
    """Whether the store takes what is written."""
    bots: bool | None
    """Whether bots answer; None where none think on this server."""

    @property
    def good(self) -> bool:
        """Whether people can play."""
        return self.commits and self.bots is not False


async def watch_lag() -> None:
    """See again and again how late the loop is: that much everybody waits."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LAG_SECONDS.observe(max(0.0, loop.time() - due))


class Vitals:
    """Looks at the server, for whoever asks how it is."""

    def __init__(self, store: Store, bots: BotPool, server: str) -> None:
        self._store = store
        self._bots = bots
        self._server = server
        self._looking: asyncio.Task[Signs] | None = None
        self._looked = 0.0

    async def look(self) -> Signs:
        """How the server is now, or was a moment ago."""
        task = self._looking
        if task is None or (task.done() and time.monotonic() - self._looked > SHARED_SECONDS):
            task = self._looking = asyncio.ensure_future(self._look())
        return await asyncio.shield(task)

    async def _look(self) -> Signs:
        commits, bots = await asyncio.gather(
            self._commits(), self._bots.answer_within(LOOK_SECONDS)
        )
        self._looked = time.monotonic()
        return Signs(commits, bots)

    async def _commits(self) -> bool:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._store.note_seen(self._server)
        except (Unavailable, TimeoutError):
            return False
        return True
