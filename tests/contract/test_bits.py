"""Bits counted and found, interpreted and compiled, against Python's own integers."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from orrery.core import bits, jit

MASKS = [0, 1, 2, (1 << 63) - 1, 1 << 62, *(random.Random(1).getrandbits(63) for _ in range(300))]


def as_compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@pytest.mark.parametrize("how", [jit.twin, as_compiled])
def test_bits_are_counted_and_found(how: Callable[..., Any]) -> None:
    count, lowest, nth = how(bits.count_bits), how(bits.lowest_bit), how(bits.nth_bit)
    for mask in MASKS:
        places = [k for k in range(63) if mask >> k & 1]
        assert count(mask) == len(places)
        if places:
            assert lowest(mask) == places[0]
            assert [nth(mask, n) for n in range(len(places))] == places
