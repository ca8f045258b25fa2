"""What the player knows as a tensor of fixed size. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .base import excavated, face_at, kind_of
from .cards import CARDS, CELLS, COLUMNS, COST, MODIFIER, RESEARCH, SKY_ROWS, SPACES, TRACKS
from .sky import icon_at
from .state import DICE, NOWHERE, ROBOTS, SIX

ROWS = SKY_ROWS + 1
SHIP_PLANES = 2
SKY = (SHIP_PLANES + 1) * ROWS * COLUMNS
CELL_FACTS = 9
BASE = SKY + CELL_FACTS * CELLS
HAND = BASE + DICE * SIX
TRACK = HAND + SPACES
OBSERVATION = TRACK + 9 + 10 + 4 + len(CARDS)


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Ships and icons by space, rooms with what lies on them, dice in hand, tracks, phase."""
    for k in range(OBSERVATION):
        out[k] = 0.0
    for row in range(ROWS):
        for column in range(COLUMNS):
            space = COLUMNS * row + column
            out[space] = int(s["green"][column]) >> row & 1
            out[ROWS * COLUMNS + space] = int(s["red"][column]) >> row & 1
            if row > 0:
                out[2 * ROWS * COLUMNS + space] = icon_at(s, row, column) / 10.0
    observe_base(s, out)
    for die in range(DICE):
        value, cell = int(s["die_value"][die]), int(s["die_cell"][die])
        if cell >= 0:
            out[SKY + 7 * CELLS + cell] = value / 6.0
        elif cell != NOWHERE and value > 0:
            out[BASE + die * SIX + value - 1] = 1.0
    for space in range(int(s["research"]), SPACES):
        out[HAND + space] = int(RESEARCH[int(s["face"][TRACKS]), space]) / 12.0
    out[TRACK + int(s["under_falling_skies"])] = 1.0
    observe_numbers(s, out[TRACK + 9 :])


@kernel
def observe_base(s: Record, out: NDArray[np.float32]) -> None:
    """What each cell is, and whether it is open, dug at, or held by a robot."""
    done = excavated(s)
    for cell in range(CELLS):
        kind = kind_of(s, cell)
        for bit in range(4):
            out[SKY + bit * CELLS + cell] = kind >> bit + 1 & 1
        out[SKY + 4 * CELLS + cell] = int(MODIFIER[face_at(s, cell), cell]) / 6.0
        out[SKY + 5 * CELLS + cell] = int(COST[face_at(s, cell), cell]) / 3.0
        out[SKY + 6 * CELLS + cell] = done >> cell & 1
    for k in range(ROBOTS):
        cell = int(s["robot_cell"][k])
        if cell >= 0:
            value = int(s["robot_value"][k]) / 6.0
            out[SKY + 8 * CELLS + cell] = value if int(s["robot_tired"][k]) == 0 else -value


@kernel
def observe_numbers(s: Record, out: NDArray[np.float32]) -> None:
    """The markers, the ships off the board, and the faces of the cards."""
    out[0] = int(s["row"]) / 12.0
    out[1] = (int(s["skull"]) - int(s["row"])) / 12.0
    out[2] = int(s["energy"]) / 7.0
    out[3] = int(s["research"]) / SPACES
    out[4] = int(s["damage"]) / 5.0
    out[5] = (int(s["limit"]) - int(s["damage"])) / 5.0
    out[6] = int(s["excavator"]) / 24.0
    out[7] = int(s["amount"]) / 18.0
    out[8] = int(s["digging"]) != NOWHERE
    out[9] = int(s["low_dig"])
    out[10] = int(s["card_green"]) / 5.0
    out[11] = int(s["card_red"]) / 2.0
    out[12] = int(s["supply"]) / 2.0
    out[13] = int(s["rolling"]) / DICE
    for card in range(len(CARDS)):
        out[14 + card] = int(s["face"][card]) > 0
