"""Sets of small numbers as the bits of an integer: kernels that games share."""

from .jit import count_bits, kernel, lowest_bit

__all__ = ["count_bits", "lowest_bit", "nth_bit"]


@kernel
def nth_bit(mask: int, n: int) -> int:
    """The place of the bit that has `n` set bits below it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)
