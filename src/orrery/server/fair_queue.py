"""Places that are shared fairly: whoever has had least lately is served next.

Nobody can take more by asking more often. What was had is counted in seconds, first for an address
and then for a person there, and is forgotten by and by.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from .recent import Recent

HALVED_AFTER = 10.0
"""Seconds in which half of what was had is forgotten."""
EXPECTED = 0.3
"""What somebody who is being served counts as having had already."""


class Share(NamedTuple):
    """On whose behalf something is asked."""

    visitor: str
    """The address, or whatever stands for it."""
    person: str
    urgency: int = 0
    """Lower ones go first, whoever asks."""


@dataclass(eq=False)
class _Turn:
    share: Share
    number: int
    ready: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class _Had:
    """How much each has had lately, in seconds."""

    def __init__(self) -> None:
        self._of: Recent[str, tuple[float, float]] = Recent()
        self.serving: dict[str, int] = {}

    def lately(self, who: str, now: float) -> float:
        """What somebody has had, and is having."""
        had, at = self._of.get(who, (0.0, 0.0))
        faded = float(had * 0.5 ** ((now - at) / HALVED_AFTER))
        return faded + EXPECTED * self.serving.get(who, 0)

    def begin(self, who: str) -> None:
        """Somebody is being served."""
        self.serving[who] = self.serving.get(who, 0) + 1

    def end(self, who: str, seconds: float) -> None:
        """Somebody was served, for so long."""
        self.serving[who] -= 1
        if not self.serving[who]:
            del self.serving[who]
        now = time.monotonic()
        self._of.note(who, (self.lately(who, now) + seconds, now))


class FairQueue:
    """A number of places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.most_of_one = max(1, places - 1)
        """What one address can have at the same time: another never waits for all of it."""
        self._free = places
        self._waiting: list[_Turn] = []
        self._asked = 0
        self._visitors, self._people = _Had(), _Had()

    def __len__(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def place(self, share: Share) -> AsyncIterator[None]:
        """Wait for a place, and have it for a while."""
        self._asked += 1
        turn = _Turn(share, self._asked)
        self._waiting.append(turn)
        self._serve()
        try:
            await turn.ready
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.ready.done() and not turn.ready.cancelled():
                self._end(share, 0.0)
            raise
        began = time.monotonic()
        try:
            yield
        finally:
            self._end(share, time.monotonic() - began)

    def _serve(self) -> None:
        while self._free and (turn := self._next()) is not None:
            self._waiting.remove(turn)
            self._free -= 1
            self._visitors.begin(turn.share.visitor)
            self._people.begin(turn.share.person)
            turn.ready.set_result(None)

    def _next(self) -> _Turn | None:
        serving = self._visitors.serving
        able = [t for t in self._waiting if serving.get(t.share.visitor, 0) < self.most_of_one]
        now = time.monotonic()  # the same for all: equals are served as they came

        def rank(turn: _Turn) -> tuple[int, float, float, int]:
            share = turn.share
            had = self._visitors.lately(share.visitor, now), self._people.lately(share.person, now)
            return share.urgency, *had, turn.number

        return min(able, key=rank, default=None)

    def _end(self, share: Share, seconds: float) -> None:
        self._visitors.end(share.visitor, seconds)
        self._people.end(share.person, seconds)
        self._free += 1
        self._serve()
