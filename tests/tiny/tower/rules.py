"""The rules of Tower, compiled."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import CHANCE, OVER, Record, note, register
from orrery.core.jit import kernel

from .state import AGAIN, DECIDE, DONE, FACE, KEEP, ROLLING, STATE
from .steps import Step

OBSERVATION = 4


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """Nothing is built yet."""
    s["floors"] = options[1]
    s["goal"] = options[2]


@kernel
def turn(s: Record) -> int:
    """The die, then the player."""
    phase = int(s["tower"])
    if phase == DONE:
        return OVER
    return CHANCE if phase == ROLLING else 0


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """Keep the die, or roll it again once."""
    if int(s["tower"]) == ROLLING:
        for face in range(6):
            out[face] = FACE + face
        return 6
    out[0] = KEEP
    out[1] = AGAIN
    return 2 - int(s["again"])  # TW-2


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Every side is as likely."""
    for face in range(6):
        out[face] = 1
    return 6


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Roll, roll again, or build."""
    if move == AGAIN:
        s["again"] = 1
        s["tower"] = ROLLING
    elif move == KEEP:
        note(Step.KEPT, int(s["die"]))
        s["height"] = int(s["height"]) + int(s["die"])  # TW-1
        s["floor"] = int(s["floor"]) + 1
        s["again"] = s["die"] = 0
        s["tower"] = DONE if int(s["floor"]) == int(s["floors"]) else ROLLING
    else:
        s["die"] = move - FACE + 1
        note(Step.ROLLED, int(s["die"]))
        s["tower"] = DECIDE


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """High enough, or not."""
    out[0] = 1.0 if int(s["height"]) >= int(s["goal"]) else -1.0  # TW-3


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """The height that is likely, against the goal."""
    left = int(s["floors"]) - int(s["floor"])
    likely = int(s["height"]) + int(s["die"]) + 4 * left - 4 * (int(s["die"]) > 0)
    out[0] = max(-1.0, min(1.0, (likely - int(s["goal"])) / 10.0))


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Floors, height, die, and whether it may be rolled again."""
    out[0] = int(s["floor"]) / int(s["floors"])
    out[1] = int(s["height"]) / int(s["goal"])
    out[2] = int(s["die"]) / 6.0
    out[3] = int(s["again"])


register(
    "tower",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    observe=observe,
)
