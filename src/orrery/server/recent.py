"""What is remembered for a while: the latest of everything, and only so much of it."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 10_000


class Recent(OrderedDict[K, V]):
    """What was noted of each key; those noted longest ago are forgotten."""

    def note(self, key: K, value: V) -> None:
        """Remember something, in place of what was noted before."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > MOST:
            self.popitem(last=False)
