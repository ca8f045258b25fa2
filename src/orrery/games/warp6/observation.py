"""What a seat knows as a tensor of fixed size. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .pieces import goal, kind_of
from .scoring import total_points
from .state import ACT, DICE, FACES, KINDS, MARKS, PLACE, SEATS, UNPLACED

OBSERVATION = 2 * SEATS * MARKS + SEATS * KINDS * FACES + 3 * SEATS + 5 + 3
_HANDS = 2 * SEATS * MARKS
_REST = _HANDS + SEATS * KINDS * FACES


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Values and sides by mark, dice in hand, homes, series points, who decides, the phase."""
    players, fleet = int(s["players"]), int(s["fleet"])
    for k in range(OBSERVATION):
        out[k] = 0.0
    for k in range(players):
        owner = (seat + k) % players
        for die in range(owner * fleet, owner * fleet + fleet):
            mark, value = int(s["mark"][die]), int(s["value"][die])
            if mark < MARKS:
                out[2 * k * MARKS + mark] = value / 8.0
                out[(2 * k + 1) * MARKS + mark] = int(s["sides"][die]) / 8.0
            elif mark == UNPLACED and value > 0:
                out[_HANDS + (k * KINDS + kind_of(s, die)) * FACES + value - 1] += 1.0
        out[_REST + k] = int(s["home"][owner]) / goal(s)
        out[_REST + SEATS + k] = total_points(s, owner) / 54.0
    if int(s["warp6"]) == PLACE or int(s["warp6"]) == ACT:
        out[_REST + 2 * SEATS + (int(s["seat"]) - seat) % players] = 1.0
    out[_REST + 3 * SEATS + int(s["warp6"])] = 1.0
    out[_REST + 3 * SEATS + 5] = int(s["turns"]) / int(s["turn_cap"])
    out[_REST + 3 * SEATS + 6] = (int(s["series_games"]) - int(s["games"])) / 20.0
    out[_REST + 3 * SEATS + 7] = int(s["count"]) / DICE
