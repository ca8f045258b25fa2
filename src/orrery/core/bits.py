"""Sets of small numbers as the bits of an integer: kernels that games share."""

from .jit import kernel


@kernel
def count_bits(mask: int) -> int:
    """How many bits are set, of the lowest 63."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


@kernel
def lowest_bit(mask: int) -> int:
    """The place of the lowest bit that is set."""
    return count_bits((mask & -mask) - 1)


@kernel
def nth_bit(mask: int, n: int) -> int:
    """The place of the bit that has `n` set bits below it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)
