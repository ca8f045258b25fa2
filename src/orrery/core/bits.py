"""Sets of small numbers as the bits of an integer: kernels that games share."""

import numpy as np
from numpy.typing import NDArray

from .jit import count_bits, kernel, lowest_bit

__all__ = ["count_bits", "list_bits", "lowest_bit", "nth_bit"]


@kernel
def nth_bit(mask: int, n: int) -> int:
    """The place of the bit that has `n` set bits below it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


@kernel
def list_bits(out: NDArray[np.int32], first: int, mask: int, width: int) -> int:
    """Write a code for each bit that is set."""
    n = 0
    for k in range(width):
        out[n] = first + k  # kept only if the bit is set: no branch to guess wrong
        n += mask >> k & 1
    return n
