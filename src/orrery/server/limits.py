"""How much and how fast: buckets that fill with time, and a cap on the size of a request."""

import time
from collections import OrderedDict

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 3 * 1024 * 1024
"""Bodies of requests, in bytes: of a record that is brought here, and of anything else."""
RECORDS_AT_ONCE = 4
"""So many records are read at the same time; an address has one place less at most."""
LONGEST_MESSAGE = 16_384
LONGEST_READ = 4 * LONGEST_MESSAGE
"""Messages over a socket; what is longer than this is not even read so that it can be refused."""


class Bucket:
    """So many at once, so many a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        if self.wait():
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """After how many seconds there is one to take; 0 for now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, (1 - self._left) / self.rate)


class Buckets:
    """A bucket for each address; the oldest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from an address's bucket."""
        return self._of(address).take()

    def wait(self, address: str) -> float:
        """After how many seconds there is one to take from an address's bucket; 0 for now."""
        return self._of(address).wait()

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket
