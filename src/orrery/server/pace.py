"""Long work on the loop in short steps: nobody who acts waits for the whole of it.

However many such works are under way, between two looks at what else there is to do only one of
them goes on for a step. So those who act wait for one step, not for one of each.
"""

import asyncio
import threading
import time
from collections import deque

STEP_SECONDS = 0.002
"""After so long others are let in."""


class _Line(threading.local):
    """Those who wait to go on, in the loop of a thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting: deque[asyncio.Future[None]] = deque()

    def wait(self) -> "asyncio.Future[None]":
        """What is done when it is one's turn."""
        loop = asyncio.get_running_loop()
        if loop is not self.loop:  # those of an earlier loop are gone with it
            self.loop = loop
            self.waiting.clear()
        turn = loop.create_future()
        self.waiting.append(turn)
        if len(self.waiting) == 1:
            loop.call_soon(self._let_one_go_on)
        return turn

    def _let_one_go_on(self) -> None:
        turn = self.waiting[0]
        if not turn.done():  # it may have been cancelled
            turn.set_result(None)
        self.waiting.popleft()
        if self.waiting and self.loop is not None:
            self.loop.call_soon(self._let_one_go_on)


_LINE = _Line()


class Pace:
    """Lets others in when something has taken a while."""

    __slots__ = ("_since",)

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Go on at once, or after whatever waits."""
        if time.perf_counter() - self._since > STEP_SECONDS:
            await _LINE.wait()
            self._since = time.perf_counter()
