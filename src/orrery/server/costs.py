"""What visitors cost: counted in seconds of work, not in requests.

One request may be a thousand times the work of another. So the time that is spent on behalf of an
address is measured: that of the loop, which everybody shares, step by step, and that of reading
for it. Each address has a share of it, a few things that are worked at together, and debts that
are paid by waiting. Long work in other processes is counted the same way, also for each person.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Generator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from .errors import TooFast
from .recent import Recent

T = TypeVar("T")
MOST_WAITING = 256
"""So many more may wait for their turn."""
LONGEST_WAIT = 1.0
"""After so long it is seen again whether a debt is paid."""


class Meter:
    """How much one thing that was asked has cost so far."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)
_PLACE: ContextVar[asyncio.Semaphore | None] = ContextVar("place", default=None)


def note_cost(seconds: float) -> None:
    """Work was done elsewhere on behalf of what is being done here."""
    meter = _METER.get()
    if meter is not None:
        meter.seconds += seconds


@asynccontextmanager
async def elsewhere() -> AsyncIterator[None]:
    """Wait for long work that is done elsewhere, and let others of the address go on meanwhile."""
    place = _PLACE.get()
    if place is None:
        yield
        return
    place.release()
    token = _PLACE.set(None)
    try:
        yield
    finally:
        await place.acquire()  # whoever is cancelled here has no place any more
        _PLACE.reset(token)


class Metered(Generic[T]):
    """Something to be awaited; the time of each of its steps on the loop is counted."""

    __slots__ = ("_meter", "_work")

    def __init__(self, work: Awaitable[T], meter: Meter | None = None) -> None:
        self._work = work
        self._meter = meter or _METER.get() or Meter()

    def __await__(self) -> Generator[Any, Any, T]:
        steps: Any = self._work.__await__()
        given, failure = None, None
        while True:
            began = time.perf_counter()
            try:
                asked = steps.send(given) if failure is None else steps.throw(failure)
            except StopIteration as ended:
                return ended.value  # type: ignore[no-any-return]
            finally:
                self._meter.seconds += time.perf_counter() - began
            given = failure = None
            try:
                given = yield asked
            except BaseException as error:  # cancelled, say: the work has to hear of it
                failure = error

    async def run(self) -> T:
        """The same, as what a task can be made of."""
        return await self


class Budget:
    """Seconds that each may spend: a store of them, which fills with time."""

    def __init__(self, share: float, store: float) -> None:
        self.share, self.store = share, store
        self._left: Recent[str, tuple[float, float]] = Recent()

    def left(self, who: str) -> float:
        """How much somebody may spend now; less than nothing is a debt."""
        left, at = self._left.get(who, (self.store, 0.0))
        return min(self.store, left + (time.monotonic() - at) * self.share)

    def spend(self, who: str, seconds: float) -> None:
        """Somebody has cost so much."""
        self._left.note(who, (self.left(who) - seconds, time.monotonic()))

    def wait(self, who: str) -> float:
        """After how many seconds somebody is out of debt; 0 for at once."""
        return max(0.0, -self.left(who) / self.share)

    def check(self, *everyone: str) -> None:
        """Refuse whoever is in debt."""
        seconds = max(self.wait(who) for who in everyone)
        if seconds:
            raise TooFast(
                f"this server has worked long for you lately; wait {seconds:.0f} seconds",
                detail={"seconds": round(seconds, 1)},
            )


class _Place:
    """Where the things of one address are worked at, a few at a time."""

    __slots__ = ("asking", "free")

    def __init__(self, at_once: int) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.asking = 0
        """How many are worked at or wait."""


class _Counted:
    """One thing that is done for an address, in its turn; what it costs is counted."""

    __slots__ = ("_costs", "_patient", "_tokens", "_visitor", "meter")

    def __init__(self, costs: "Costs", visitor: str, patient: bool) -> None:
        self._costs, self._visitor, self._patient = costs, visitor, patient
        self.meter = Meter()

    async def __aenter__(self) -> Meter:
        place = self._costs.come(self._visitor, self._patient)
        try:
            await place.free.acquire()
            try:
                await self._costs.settle(self._visitor, self._patient)
            except BaseException:
                place.free.release()
                raise
        except BaseException:
            self._costs.go(self._visitor)
            raise
        self._tokens = _PLACE.set(place.free), _METER.set(self.meter)
        return self.meter

    async def __aexit__(self, *_: object) -> None:
        free = _PLACE.get()  # none if it was given up elsewhere
        place, meter = self._tokens
        _METER.reset(meter)
        _PLACE.reset(place)
        self._costs.budget.spend(self._visitor, self.meter.seconds)
        if free is not None:
            free.release()
        self._costs.go(self._visitor)


class Costs:
    """The loop's time, shared by address."""

    def __init__(self, share: float, store: float, at_once: int) -> None:
        self.budget = Budget(share, store)
        self.at_once = at_once
        """So many things of one address are worked at together: others wait for no more."""
        self._places: dict[str, _Place] = {}

    def counted(self, visitor: str, patient: bool = False) -> _Counted:
        """Do something for an address, in its turn; what it costs is counted.

        Who is in debt is refused or, if `patient`, waits until it is paid.
        """
        return _Counted(self, visitor, patient)

    def come(self, visitor: str, patient: bool) -> _Place:
        """Count one more thing of an address; refuse too many."""
        place = self._places.get(visitor)
        if place is None:
            place = self._places[visitor] = _Place(self.at_once)
        if not patient and place.asking >= self.at_once + MOST_WAITING:
            raise TooFast("too many things are asked from one address at the same time")
        place.asking += 1
        return place

    def go(self, visitor: str) -> None:
        """One thing of an address is done."""
        place = self._places[visitor]
        place.asking -= 1
        if not place.asking:
            del self._places[visitor]

    async def settle(self, visitor: str, patient: bool) -> None:
        """See that nothing is owed."""
        while patient and (seconds := self.budget.wait(visitor)):
            await asyncio.sleep(min(seconds, LONGEST_WAIT))
        self.budget.check(visitor)
