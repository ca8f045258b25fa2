"""Four in a row on two 64-bit boards: columns are seven bits apart, six rows and a guard."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import OVER, Record, layout, register
from orrery.core.jit import kernel

COLUMNS, ROWS, CELLS = 7, 6, 42
STATE = layout(
    [
        ("connect_four", np.int32),  # plies played
        ("won", np.int32),
        ("mine", np.int64),  # stones of the player to move
        ("theirs", np.int64),
        ("height", np.int8, 8),
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
    if int(s["won"]) != 0 or int(s["connect_four"]) == CELLS:
        return OVER
    return int(s["connect_four"]) & 1


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """Columns that are not full."""
    n = 0
    for column in range(COLUMNS):
        if int(s["height"][column]) < ROWS:
            out[n] = column
            n += 1
    return n


@kernel
def four(board: int) -> bool:
    """Whether a board holds four in a row."""
    for step in (1, 6, 7, 8):
        pairs = board & board >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Drop a stone, look for four, and change sides."""
    board = int(s["mine"]) | 1 << (7 * move + int(s["height"][move]))
    s["height"][move] = int(s["height"][move]) + 1
    s["connect_four"] = int(s["connect_four"]) + 1
    if four(board):
        s["won"] = 1
    s["mine"] = s["theirs"]
    s["theirs"] = board


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """The player who moved last won, or nobody did."""
    out[0] = out[1] = 0.0
    if int(s["won"]) == 1:
        last = (int(s["connect_four"]) - 1) & 1
        out[last] = 1.0
        out[1 - last] = -1.0


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Own stones, then the rival's."""
    mine = int(s["mine"]) if turn(s) == seat else int(s["theirs"])
    other = int(s["theirs"]) if turn(s) == seat else int(s["mine"])
    for k in range(CELLS):
        bit = 7 * (k // ROWS) + k % ROWS
        out[k] = mine >> bit & 1
        out[CELLS + k] = other >> bit & 1


register(
    "connect_four", STATE, begin=begin, turn=turn, moves=moves, play=play, score=score,
    observe=observe,
)  # fmt: skip
