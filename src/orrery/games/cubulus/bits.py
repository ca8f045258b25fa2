"""Counting in masks of 27 cells."""

from orrery.core.jit import kernel


@kernel
def count_bits(mask: int) -> int:
    """How many of 27 bits are set."""
    mask -= mask >> 1 & 0x5555555
    mask = (mask & 0x3333333) + (mask >> 2 & 0x3333333)
    mask = mask + (mask >> 4) & 0xF0F0F0F
    return mask * 0x1010101 >> 24 & 63
