"""What a seat knows as a tensor of fixed size. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits
from orrery.core.contract import Record
from orrery.core.jit import kernel

from .state import BIT_OF_CELL, CELL_COUNT, GALAXY, HALF, KIND_COUNT, TURN

OBSERVATION = 6 * CELL_COUNT + 2 * KIND_COUNT + 2 * 3 + 7 + 4


@kernel
def mark_cells(out: NDArray[np.float32], plane: int, low: int, high: int) -> None:
    """Enter a set of cells as one plane of an observation."""
    for cell in range(CELL_COUNT):
        bit = int(BIT_OF_CELL[cell])
        word = low if bit < HALF else high
        out[plane * CELL_COUNT + cell] = word >> bit % HALF & 1


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Galaxies, holes, hexes and what is near them; stocks, conditions, the phase."""
    for k in range(OBSERVATION):
        out[k] = 0.0
    mark_cells(out, 0, int(s["galaxies"][0]), int(s["galaxies"][1]))
    mark_cells(out, 1, int(s["holes"][0]), int(s["holes"][1]))
    for k in range(2):
        side = seat ^ k
        mark_cells(out, 2 + k, int(s["hexes"][side, 0]), int(s["hexes"][side, 1]))
        mark_cells(out, 4 + k, int(s["near"][side, 0]), int(s["near"][side, 1]))
    rest = 6 * CELL_COUNT
    for k in range(2):
        side = seat ^ k
        for kind in range(KIND_COUNT):
            out[rest + k * KIND_COUNT + kind] = int(s["stock"][side, kind]) / 3.0
        out[rest + 2 * KIND_COUNT + 3 * k] = count_bits(int(s["links"][side]))
        out[rest + 2 * KIND_COUNT + 3 * k + 1] = int(s["stars"][side])
        out[rest + 2 * KIND_COUNT + 3 * k + 2] = int(s["pulls"][1 - side])
    rest += 2 * KIND_COUNT + 6
    out[rest + int(s["orion_duel"])] = 1.0
    if GALAXY <= int(s["orion_duel"]) <= TURN:
        out[rest + 7] = 1.0 if int(s["seat"]) == seat else -1.0
    if int(s["first"]) >= 0:
        out[rest + 8] = 1.0 if int(s["first"]) == seat else -1.0
    out[rest + 9] = int(s["wins"][seat]) / 9.0
    out[rest + 10] = int(s["wins"][1 - seat]) / 9.0
