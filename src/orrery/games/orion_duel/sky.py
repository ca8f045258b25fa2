"""Sets of cells as two words of 61 bits: steps, neighbours, chains. Kernels."""

from orrery.core.bits import count_bits, lowest_bit
from orrery.core.jit import kernel

from .state import BOARD_HIGH, BOARD_LOW, HALF, STRIDE, WORD


@kernel
def up(low: int, high: int, by: int) -> tuple[int, int]:
    """All bits moved to higher places."""
    return low << by & WORD, (high << by | low >> HALF - by) & WORD


@kernel
def down(low: int, high: int, by: int) -> tuple[int, int]:
    """All bits moved to lower places."""
    return (low >> by | high << HALF - by) & WORD, high >> by


@kernel
def look(low: int, high: int, direction: int) -> tuple[int, int]:
    """The places whose neighbour in a direction is in the set; some may be off the board."""
    if direction == 0:
        return down(low, high, STRIDE)
    if direction == 1:
        return down(low, high, 1)
    if direction == 2:
        return up(low, high, STRIDE - 1)
    if direction == 3:
        return up(low, high, STRIDE)
    if direction == 4:
        return up(low, high, 1)
    return down(low, high, STRIDE - 1)


@kernel
def step(low: int, high: int, direction: int) -> tuple[int, int]:
    """The set moved by one cell in a direction."""
    return look(low, high, (direction + 3) % 6)


@kernel
def around(low: int, high: int) -> tuple[int, int]:
    """All cells next to one of the set."""
    a, b = up(low, high, 1)
    c, d = down(low, high, 1)
    # Three of the six are one column on, three one column back.
    right_low, right_high = up(low | c, high | d, STRIDE)
    left_low, left_high = down(low | a, high | b, STRIDE)
    return (
        (a | c | right_low | left_low) & BOARD_LOW,
        (b | d | right_high | left_high) & BOARD_HIGH,
    )  # OD-BOARD-2


@kernel
def chain(low: int, high: int, own_low: int, own_high: int) -> tuple[int, int]:
    """All cells of a colour that are joined to some of its cells."""
    while True:
        a, b = around(low, high)
        a, b = (a | low) & own_low, (b | high) & own_high  # OD-CHAIN-1, OD-CHAIN-2, OD-CHAIN-4
        if a == low and b == high:
            return low, high
        low, high = a, b


@kernel
def count(low: int, high: int) -> int:
    """How many cells a set has."""
    return count_bits(low) + count_bits(high)


@kernel
def first_of(low: int, high: int) -> int:
    """The bit of the first cell of a set that is not empty."""
    return lowest_bit(low) if low != 0 else HALF + lowest_bit(high)


@kernel
def single(bit: int) -> tuple[int, int]:
    """The set of one cell, given by its bit."""
    if bit < HALF:
        return 1 << bit, 0
    return 0, 1 << bit - HALF
