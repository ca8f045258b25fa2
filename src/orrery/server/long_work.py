"""Long work for those who ask for it: replays, records, whether dice hold, records brought here.

It is done in processes of its own, so that nobody who plays waits for it; checking what is brought
has others than looking has. Who asks waits in a fair line, and pays with what their address and
they themselves may spend. What was worked out is kept for a while: it does not change.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any

import structlog

from . import long_tasks
from .costs import Budget, elsewhere
from .errors import TooFast, Unavailable
from .fair_queue import FairQueue, Share
from .long_tasks import Arrival, Done, Moment
from .processes import Processes
from .settings import Settings
from .store import Store
from .table import Table, today

log = structlog.get_logger()
LOOKING_SECONDS = 30.0
CHECKING_SECONDS = 120.0
"""So long it may take at most; then the process is given up."""
KEPT_BYTES = 16 * 1024 * 1024
MOST_WAITING = 8
"""So many things of one address may wait; more are refused."""


class LongWork:
    """Has it done, for one asker at a time."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._database = store.url.render_as_string(hide_password=False)
        shared = ("orrery.server.long_tasks",)
        count = settings.long_workers
        self.looking = Processes(count, shared)
        self.checking = Processes(count, shared)
        self._lines = {self.looking: FairQueue(count), self.checking: FairQueue(count)}
        self.budget = Budget(settings.long_share, settings.long_seconds)
        self._waiting: Counter[str] = Counter()
        self._kept = _Kept(KEPT_BYTES)
        self._at_work: dict[Hashable, asyncio.Task[Any]] = {}

    async def wake(self) -> None:
        """Have processes ready before anybody asks."""
        await self.looking.wake()
        await self.checking.wake()

    def close(self) -> None:
        """Stop."""
        self.looking.close()
        self.checking.close()

    # What can be asked

    def moment(self, table: Table) -> Moment:
        """A table as it is now; its lock is held."""
        return Moment(self._database, table.id, table.ruleset, table.n, table.status, today())

    async def replay_page(
        self, who: Share, moment: Moment, seat: int, first: int, count: int
    ) -> bytes:
        """A page of a replay, as JSON."""
        given = (moment, seat, first, count)
        return bytes(await self._look(who, long_tasks.replay_page, *given))

    async def record_text(self, who: Share, moment: Moment, seat: int) -> bytes:
        """A record, as a file."""
        return bytes(await self._look(who, long_tasks.record_text, moment, seat))

    async def dice_verdict(self, who: Share, moment: Moment, lang: str) -> tuple[bool | None, str]:
        """Whether dice hold, in a sentence."""
        return await self._look(  # type: ignore[no-any-return]
            who, long_tasks.dice_verdict, moment, lang
        )

    async def check_record(self, who: Share, text: bytes, lang: str) -> Arrival:
        """A record that somebody brings, checked."""
        async with self._allowed(who):
            done = await self._run(
                self.checking, who, CHECKING_SECONDS, long_tasks.check_record, text, lang
            )
        return done.found  # type: ignore[no-any-return]

    # How it is done

    async def _look(self, who: Share, work: Callable[..., Done], *given: Any) -> Any:
        """Something that is found by looking: kept, and worked out once for all who ask now."""
        about = (work.__name__, given)
        kept = self._kept.get(about)
        if kept is not None:
            return kept
        async with self._allowed(who):
            if about not in self._at_work:
                run = self._run(self.looking, who, LOOKING_SECONDS, work, *given)
                task = self._at_work[about] = asyncio.ensure_future(run)
                task.add_done_callback(lambda done: self._settle(about, done))
            done = await asyncio.shield(self._at_work[about])
        return done.found

    def _settle(self, about: Hashable, task: "asyncio.Task[Done]") -> None:
        del self._at_work[about]
        if not task.cancelled() and task.exception() is None:
            self._kept.keep(about, task.result().found)

    @asynccontextmanager
    async def _allowed(self, who: Share) -> AsyncIterator[None]:
        """Refuse whoever is in debt, or asks for too much at the same time."""
        self.budget.check(who.visitor, who.person)
        if self._waiting[who.visitor] >= MOST_WAITING:
            raise TooFast("this address is waiting for much already; one thing after another")
        self._waiting[who.visitor] += 1
        try:
            async with elsewhere():
                yield
        finally:
            self._waiting[who.visitor] -= 1
            if not self._waiting[who.visitor]:
                del self._waiting[who.visitor]

    async def _run(
        self,
        processes: Processes,
        who: Share,
        seconds: float,
        work: Callable[..., Done],
        *given: Any,
    ) -> Done:
        async with self._lines[processes].place(who):
            try:
                done = await processes.run(seconds, work, *given)
            except TimeoutError:
                log.warning("long_work_stands", what=work.__name__, seconds=seconds)
                self._charge(who, seconds)
                raise TooFast("that takes longer than this server has time for") from None
            except BrokenProcessPool:
                log.warning("long_work_died", what=work.__name__)
                raise Unavailable("that could not be worked out just now; ask again") from None
        self._charge(who, done.seconds)
        return done

    def _charge(self, who: Share, seconds: float) -> None:
        for one in {who.visitor, who.person}:
            self.budget.spend(one, seconds)


class _Kept(OrderedDict[Hashable, Any]):
    """What was found, as long as there is room for it."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most, self._bytes = most, 0

    def get(self, about: Hashable, default: Any = None) -> Any:
        """What was found, if it is kept."""
        if about not in self:
            return default
        self.move_to_end(about)
        return self[about]

    def keep(self, about: Hashable, found: Any) -> None:
        """Keep something; what nobody has asked for longest makes room."""
        self[about] = found
        self._bytes += _size(found)
        while self._bytes > self._most:
            _, gone = self.popitem(last=False)
            self._bytes -= _size(gone)


def _size(found: Any) -> int:
    return len(found) if isinstance(found, bytes) else 1000
