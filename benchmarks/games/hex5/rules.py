"""Hex 5x5. Seat 0 joins left and right, seat 1 top and bottom.

A row is six bits apart (five cells and a guard). For each seat the stones joined to its first
side are kept, so that a stone asks only whether it joins them.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import OVER, Record, layout, register
from orrery.core.dice import draw
from orrery.core.jit import kernel

SIDE, CELLS, STEP = 5, 25, 6
BIT = np.array([STEP * (k // SIDE) + k % SIDE for k in range(CELLS)], np.int64)
COLUMN = sum(1 << STEP * row for row in range(SIDE))
ROW = (1 << SIDE) - 1
BOARD = sum(ROW << STEP * row for row in range(SIDE))
FIRST_SIDE = np.array([COLUMN, ROW], np.int64)
LAST_SIDE = np.array([COLUMN << SIDE - 1, ROW << STEP * (SIDE - 1)], np.int64)
STATE = layout(
    [
        ("hex5", np.int32),  # plies played
        ("won", np.int32),  # 1 + the seat that won
        ("stones", np.int64, 2),
        ("joined", np.int64, 2),
    ]
)
WORK = layout([("unused", np.int8)])
OBSERVATION = 2 * CELLS


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """An empty board is all zeros."""


@kernel
def turn(s: Record) -> int:
    """The players alternate."""
    return OVER if int(s["won"]) != 0 else int(s["hex5"]) & 1


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """Empty cells."""
    filled = int(s["stones"][0]) | int(s["stones"][1])
    n = 0
    for cell in range(CELLS):
        out[n] = cell
        n += 1 - (filled >> int(BIT[cell]) & 1)
    return n


@kernel
def sample(
    s: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """A random empty cell, without listing all of them."""
    empty = BOARD & ~(int(s["stones"][0]) | int(s["stones"][1]))
    k = draw(rng, CELLS - int(s["hex5"]))
    while k > 0:
        empty &= empty - 1
        k -= 1
    bit = bits_below(empty & -empty)
    return bit - bit // STEP


@kernel
def bits_below(power: int) -> int:
    """The place of the only bit that is set."""
    mask = power - 1
    mask -= mask >> 1 & 0x55555555
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return mask * 0x01010101 >> 24 & 63


@kernel
def around(cells: int) -> int:
    """Cells and their neighbours."""
    return cells | cells << 1 | cells >> 1 | cells << 6 | cells >> 6 | cells << 5 | cells >> 5


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Put a stone, and see how far it joins the first side to the last."""
    seat = int(s["hex5"]) & 1
    stone = 1 << int(BIT[move])
    stones = int(s["stones"][seat]) | stone
    s["stones"][seat] = stones
    s["hex5"] = int(s["hex5"]) + 1
    joined = int(s["joined"][seat])
    if around(stone) & joined or stone & int(FIRST_SIDE[seat]):
        joined |= stone
        grown = around(joined) & stones
        while grown != joined:
            joined = grown
            grown = around(joined) & stones
        s["joined"][seat] = joined
        if joined & int(LAST_SIDE[seat]):
            s["won"] = 1 + seat


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """Somebody always wins."""
    winner = int(s["won"]) - 1
    out[winner] = 1.0
    out[1 - winner] = -1.0


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Own stones, then the rival's."""
    for cell in range(CELLS):
        out[cell] = int(s["stones"][seat]) >> int(BIT[cell]) & 1
        out[CELLS + cell] = int(s["stones"][1 - seat]) >> int(BIT[cell]) & 1


register(
    "hex5", STATE, begin=begin, turn=turn, moves=moves, play=play, score=score, observe=observe,
    sample=sample,
)  # fmt: skip
