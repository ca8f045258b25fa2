"""Where tokens can be laid so that all the others still find room. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .sky import count, first_of, single
from .state import (
    BOARD_HIGH,
    BOARD_LOW,
    CELL_OF_BIT,
    GALAXIES,
    GALAXY_ROOM,
    HOLE_ROOM,
    MIXED_ROOM,
    TOKENS,
)

ALWAYS_ROOM = 3
"""With five galaxies or fewer laid, three or more to come always find room (OD-SETUP-11)."""


@kernel
def shut_out(
    low: int, high: int, room: NDArray[np.int64], tokens: NDArray[np.int64]
) -> tuple[int, int]:
    """A set of cells without those that lie too close to some tokens."""
    token_low, token_high = int(tokens[0]), int(tokens[1])
    while token_low | token_high != 0:
        bit = first_of(token_low, token_high)
        cell = int(CELL_OF_BIT[bit])
        low &= ~int(room[cell, 0])
        high &= ~int(room[cell, 1])
        a, b = single(bit)
        token_low &= ~a
        token_high &= ~b
    return low, high


@kernel
def has_room(low: int, high: int, need: int, room: NDArray[np.int64], work: Record) -> bool:
    """Whether so many tokens of one kind can all be laid in a set of cells.

    Some token lies on the first free cell or close to it, or one could be added there: so only
    those cells are tried, and a cell that was tried is out for what follows. No deeper than the
    number of tokens.
    """
    depth = 0
    work["room"][0, 0], work["room"][0, 1] = low, high
    work["tries"][0, 0], work["tries"][0, 1] = around_first(low, high, room)
    while depth >= 0:
        if depth >= need:
            return True
        tries_low, tries_high = int(work["tries"][depth, 0]), int(work["tries"][depth, 1])
        low, high = int(work["room"][depth, 0]), int(work["room"][depth, 1])
        if tries_low | tries_high == 0 or count(low, high) < need - depth:
            depth -= 1
            continue
        bit = first_of(tries_low, tries_high)
        a, b = single(bit)
        work["tries"][depth, 0], work["tries"][depth, 1] = tries_low & ~a, tries_high & ~b
        work["room"][depth, 0], work["room"][depth, 1] = low & ~a, high & ~b
        cell = int(CELL_OF_BIT[bit])
        low &= ~int(room[cell, 0])
        high &= ~int(room[cell, 1])
        depth += 1
        work["room"][depth, 0], work["room"][depth, 1] = low, high
        work["tries"][depth, 0], work["tries"][depth, 1] = around_first(low, high, room)
    return False


@kernel
def around_first(low: int, high: int, room: NDArray[np.int64]) -> tuple[int, int]:
    """The first cell of a set and those of the set that lie too close to it."""
    if low | high == 0:
        return 0, 0
    cell = int(CELL_OF_BIT[first_of(low, high)])
    return low & int(room[cell, 0]), high & int(room[cell, 1])


@kernel
def token_cells(s: Record, work: Record) -> tuple[int, int]:
    """The cells where the next token may lie."""
    laid = int(s["tokens"])
    if laid < GALAXIES:
        low, high = shut_out(BOARD_LOW, BOARD_HIGH, GALAXY_ROOM, s["galaxies"])  # OD-SETUP-5
        need = GALAXIES - laid - 1
        if need >= ALWAYS_ROOM:
            return low, high
        return keep_roomy(low, high, need, GALAXY_ROOM, work)  # OD-SETUP-11, OD-SETUP-13
    low, high = shut_out(BOARD_LOW, BOARD_HIGH, MIXED_ROOM, s["galaxies"])
    low, high = shut_out(low, high, HOLE_ROOM, s["holes"])
    return keep_roomy(low, high, TOKENS - laid - 1, HOLE_ROOM, work)  # OD-SETUP-12, OD-SETUP-21


@kernel
def keep_roomy(
    low: int, high: int, need: int, room: NDArray[np.int64], work: Record
) -> tuple[int, int]:
    """Those cells of a set that leave room for the tokens still to come."""
    kept_low, kept_high = 0, 0
    rest_low, rest_high = low, high
    while rest_low | rest_high != 0:
        bit = first_of(rest_low, rest_high)
        a, b = single(bit)
        rest_low &= ~a
        rest_high &= ~b
        cell = int(CELL_OF_BIT[bit])
        if has_room(low & ~int(room[cell, 0]), high & ~int(room[cell, 1]), need, room, work):
            kept_low |= a
            kept_high |= b
    return kept_low, kept_high
